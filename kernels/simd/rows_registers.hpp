// Steps of the row transposes that all registers share.
#pragma once

#include "kernels/simd/rounded.hpp"

namespace crumple::kernels::isa {

/// Of each four floats of a and b: the first two, or the last two.
CRUMPLE_INLINE Float::vector low_halves(Float::vector a, Float::vector b) {
  return Float::vector(Double::unpack_low(Double::vector(a), Double::vector(b)));
}
CRUMPLE_INLINE Float::vector high_halves(Float::vector a, Float::vector b) {
  return Float::vector(Double::unpack_high(Double::vector(a), Double::vector(b)));
}

/// Rows of four floats, one in each quarter of a register of AVX-512 (one in each half on AVX2, one on SSE2 and NEON),
/// to components; `a` has the first of each four rows, d the last.
CRUMPLE_INLINE Vec3<PackFloat> transposed(Float::vector a, Float::vector b, Float::vector c, Float::vector d) {
  const auto xy01 = Float::unpack_low(a, b), xy23 = Float::unpack_low(c, d);
  const auto zw01 = Float::unpack_high(a, b), zw23 = Float::unpack_high(c, d);
  return {PackFloat(low_halves(xy01, xy23)), PackFloat(high_halves(xy01, xy23)), PackFloat(low_halves(zw01, zw23))};
}

}  // namespace crumple::kernels::isa
