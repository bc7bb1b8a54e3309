// Powers of loads over strengths, in loops.
#pragma once

#include "kernels/simd/elementary.hpp"

namespace crumple {

/// base^exponent, base >= 0; exact for the usual exponents 2 and 1.
CRUMPLE_INLINE double power(double base, double exponent) {
  using One = kernels::PackDouble;
  if (exponent == 2) return base * base;
  return exponent == 1 ? base : kernels::pow(One(base), One(exponent))[0];
}

}  // namespace crumple
