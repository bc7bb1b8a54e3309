// Kokkos SIMD (without the rest of Kokkos, see kokkos/Kokkos_Core.hpp), and the marks and the form of functions of
// kernel bodies.
#pragma once

#include <Kokkos_SIMD.hpp>

#include "kernels/marks.hpp"

#if defined(CRUMPLE_ISA_scalar)
#define CRUMPLE_FOR_DEVICES true
#define CRUMPLE_APART CRUMPLE_INLINE
#else
#define CRUMPLE_FOR_DEVICES false
#define CRUMPLE_APART CRUMPLE_NOINLINE  // a variant of a kernel that on CPUs is a function of its own
#endif

namespace crumple::kernels {
/// Whether kernels have the form that GPUs need, without what a CPU does to fill its waits and caches. The library of
/// isa=scalar has it, too, so that tests compare its bits.
inline constexpr bool for_devices = CRUMPLE_FOR_DEVICES;
}  // namespace crumple::kernels
