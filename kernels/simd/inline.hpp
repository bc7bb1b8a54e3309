// Kokkos SIMD without the rest of Kokkos, and the mark of all small functions of kernel bodies: always inlined, because
// a kernel is one large function and the compiler's own limits would stop half-way.
// Kokkos_SIMD.hpp includes all of Kokkos_Core.hpp, which defines static maps (of its tuning tools): their
// initialisers, compiled for AVX-512, would run when the library is loaded on a machine that has no AVX-512. So here
// are only the parts that SIMD uses (Kokkos 4.7); a test looks for initialisers in the libraries.
#pragma once

#ifndef KOKKOS_CORE_HPP
#define KOKKOS_CORE_HPP
#define KOKKOS_IMPL_PUBLIC_INCLUDE
#include <Kokkos_Core_fwd.hpp>
#include <Kokkos_MathematicalFunctions.hpp>
#include <Kokkos_MinMax.hpp>
#include <Kokkos_ReductionIdentity.hpp>
#include <desul/atomics/Common.hpp>
#undef KOKKOS_ENABLE_DEPRECATED_CODE_4  // its aliases need whole execution spaces
#endif
#include <Kokkos_SIMD.hpp>

#define CRUMPLE_INLINE KOKKOS_FORCEINLINE_FUNCTION
#define CRUMPLE_LAMBDA_INLINE __attribute__((always_inline))
#define CRUMPLE_NOINLINE [[gnu::noinline]]
