// Kokkos SIMD (without the rest of Kokkos, see kokkos/Kokkos_Core.hpp), and the marks of the functions of kernel
// bodies. Small ones are always inlined, because a kernel is one large function and the compiler's own limits would
// stop half-way. Compilers for GPUs make device code of marked and of constexpr functions only (docs/gpu.md).
#pragma once

#include <Kokkos_SIMD.hpp>

#if defined(__CUDACC__) || defined(__HIP__)
#define CRUMPLE_DEVICE __host__ __device__
#else
#define CRUMPLE_DEVICE
#endif
#if defined(CRUMPLE_ISA_scalar)
#define CRUMPLE_FOR_DEVICES true
#define CRUMPLE_APART CRUMPLE_INLINE
#else
#define CRUMPLE_FOR_DEVICES false
#define CRUMPLE_APART CRUMPLE_NOINLINE  // a variant of a kernel that on CPUs is a function of its own
#endif
#define CRUMPLE_INLINE CRUMPLE_DEVICE inline __attribute__((always_inline))
#define CRUMPLE_NOINLINE CRUMPLE_DEVICE __attribute__((noinline))
#define CRUMPLE_LAMBDA_INLINE __attribute__((always_inline))

namespace crumple::kernels {
/// Whether kernels have the form that GPUs need, without what a CPU does to fill its waits and caches. The library of
/// isa=scalar has it, too, so that tests compare its bits.
inline constexpr bool for_devices = CRUMPLE_FOR_DEVICES;
}  // namespace crumple::kernels
