// Scalar packs, one lane, for any processor: the library of isa=scalar, the reference of tests, and the shape that a
// device needs (docs/gpu.md). An ABI of ours, because -x of 0 is -0 in Kokkos' own and its != is true for NaN.
#pragma once

#include "kernels/simd/register_abi.hpp"
#include "kernels/simd/scalar_register.hpp"

namespace crumple::kernels {
namespace isa {

using Double = ScalarRegister<double, double>;
using Float = ScalarRegister<float, float>;

}  // namespace isa

using PackDouble = Kokkos::Experimental::basic_simd<double, RegisterAbi<isa::Double>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, RegisterAbi<isa::Float>>;

}  // namespace crumple::kernels
