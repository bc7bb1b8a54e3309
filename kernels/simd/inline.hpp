// Kokkos SIMD (without the rest of Kokkos, see kokkos/Kokkos_Core.hpp), and the mark of all small functions of kernel
// bodies: always inlined, because a kernel is one large function and the compiler's own limits would stop half-way.
#pragma once

#include <Kokkos_SIMD.hpp>

#define CRUMPLE_INLINE KOKKOS_FORCEINLINE_FUNCTION
#define CRUMPLE_LAMBDA_INLINE __attribute__((always_inline))
#define CRUMPLE_NOINLINE [[gnu::noinline]]
