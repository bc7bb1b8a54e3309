// Scalar packs, one lane: the reference for tests and the shape that a device back end needs.
#pragma once

#include "kernels/simd/intrinsics.hpp"
#include "kernels/simd/scalar_register.hpp"

namespace crumple::kernels {
namespace isa {

struct Double : ScalarRegister<double, double, bool> {
  CRUMPLE_SLEEF(d1, purec)
};
struct Float : ScalarRegister<float, float, bool> {
  CRUMPLE_SLEEF(f1, purec)
};

}  // namespace isa

using PackDouble = Kokkos::Experimental::basic_simd<double, Kokkos::Experimental::simd_abi::scalar>;
using PackFloat = Kokkos::Experimental::basic_simd<float, Kokkos::Experimental::simd_abi::scalar>;

}  // namespace crumple::kernels
