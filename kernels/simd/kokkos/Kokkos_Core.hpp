// Stands before Kokkos' own Kokkos_Core.hpp on the include path of the kernel libraries and of model and deck,
// which include the structs of laws, and of nothing else.
// Kokkos_SIMD.hpp (4.7) includes all of Kokkos_Core.hpp, which defines static maps (of its tuning tools): their
// initialisers, compiled for AVX-512, would run when the library is loaded on a machine that has no AVX-512. SIMD
// itself uses only the parts below, and Kokkos has no header or option that gives these alone. Without this file the
// packs compile too; the test house.kernel_symbols then finds the initialisers.
#pragma once

#define KOKKOS_IMPL_PUBLIC_INCLUDE
#include <Kokkos_Core_fwd.hpp>
#include <Kokkos_MathematicalFunctions.hpp>
#include <Kokkos_MinMax.hpp>
#include <Kokkos_ReductionIdentity.hpp>
#include <desul/atomics/Common.hpp>
#undef KOKKOS_ENABLE_DEPRECATED_CODE_4  // its aliases need whole execution spaces
