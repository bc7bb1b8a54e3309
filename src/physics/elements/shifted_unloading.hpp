// Springs that unload along a curve of their own, shifted to where unloading begins: of *MAT_S06 and of discrete beams
// of *MAT_119. Source: LS-DYNA Keyword Manual, *MAT_119, IUNLD = 1.
#pragma once

#include <algorithm>
#include <cmath>

#include "model/curve.hpp"

namespace crumple {

/// The size of the displacement on the side of `sign` at which a rising curve has the force `sign` times `force`.
CRUMPLE_DEVICE inline double inverse_value(const CurvePoints& curve, double sign, double force) {
  const bool is_two_sided = curve.x[0] >= 0;
  double before = 0, low = sign * two_sided_value(curve, sign * before);
  for (std::size_t k = 0; k < curve.n; ++k) {
    const std::size_t i = sign > 0 || is_two_sided ? k : curve.n - 1 - k;
    const double x = is_two_sided ? curve.x[i] : sign * curve.x[i];
    if (x <= before) continue;
    const double size = sign * two_sided_value(curve, sign * x);
    if (size >= force) return before + (x - before) * (force - low) / (size - low);
    before = x;
    low = size;
  }
  const double slope = sign * two_sided_value(curve, sign * (before + 1)) - low;
  return before + (force - low) / slope;
}

/// The force at the deflection d, where that of the loading curve is `loading`. `origin` is where the unloading curve,
/// `down`, begins on the side of d; it follows as long as that curve is above the loading curve.
CRUMPLE_DEVICE inline double force_of_shifted(double loading, const CurvePoints& down, double d, double& origin) {
  const double sign = d < 0 ? -1 : 1;
  const double unloading = sign * two_sided_value(down, d - sign * origin);
  if (unloading <= sign * loading) return sign * std::max(unloading, 0.0);
  origin = std::abs(d) - inverse_value(down, sign, sign * loading);
  return loading;
}

}  // namespace crumple
