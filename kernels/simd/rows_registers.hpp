// Steps of the row transposes that all registers share.
#pragma once

#include "kernels/simd/pack.hpp"

namespace crumple::kernels::isa {

/// To the quantum of the shift.
CRUMPLE_INLINE Double::vector rounded(Double::vector a, double shift) {
  const auto m = Double::set1(shift);
  return (a + m) - m;
}

/// Of each four floats of a and b: the first two, or the last two.
CRUMPLE_INLINE Float::vector low_halves(Float::vector a, Float::vector b) {
  return Float::vector(Double::unpack_low(Double::vector(a), Double::vector(b)));
}
CRUMPLE_INLINE Float::vector high_halves(Float::vector a, Float::vector b) {
  return Float::vector(Double::unpack_high(Double::vector(a), Double::vector(b)));
}

/// Rows of four floats, one in each quarter of a register of AVX-512 (one in each half on AVX2, one on SSE2), to
/// components; `a` has the first of each four rows, d the last.
CRUMPLE_INLINE void transpose_floats(Float::vector a, Float::vector b, Float::vector c, Float::vector d, PackFloat& x,
                                     PackFloat& y, PackFloat& z) {
  const auto xy01 = Float::unpack_low(a, b), xy23 = Float::unpack_low(c, d);
  const auto zw01 = Float::unpack_high(a, b), zw23 = Float::unpack_high(c, d);
  x = PackFloat(low_halves(xy01, xy23));
  y = PackFloat(high_halves(xy01, xy23));
  z = PackFloat(low_halves(zw01, zw23));
}

}  // namespace crumple::kernels::isa
