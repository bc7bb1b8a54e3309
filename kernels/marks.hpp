// Marks of functions that run on hosts and devices. Compilers for GPUs make device code of marked and of constexpr
// functions only (docs/gpu.md). Small ones are always inlined, because a kernel is one large function and the
// compiler's own limits would stop half-way.
#pragma once

#if defined(__CUDACC__) || defined(__HIP__)
#define CRUMPLE_DEVICE __host__ __device__
#else
#define CRUMPLE_DEVICE
#endif
#define CRUMPLE_INLINE CRUMPLE_DEVICE inline __attribute__((always_inline))
#define CRUMPLE_NOINLINE CRUMPLE_DEVICE __attribute__((noinline))
#define CRUMPLE_LAMBDA_INLINE __attribute__((always_inline))
