// A function given by points (*DEFINE_CURVE), and how laws read one.
// Part of the Model (model.hpp), used by materials, loads and motions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "kernels/marks.hpp"
#include "model/mesh.hpp"

namespace crumple {

/// Points of a curve in any memory, piecewise linear; x strictly ascending. What loops read of a curve.
struct CurvePoints {
  const double *x = nullptr, *y = nullptr;
  std::size_t n = 0;

  CRUMPLE_INLINE bool empty() const { return n == 0; }
  /// Constant beyond the ends.
  CRUMPLE_INLINE double evaluate(double at) const {
    if (at <= x[0]) return y[0];
    if (at >= x[n - 1]) return y[n - 1];
    std::size_t low = 0, high = n - 1;  // x[low] <= at < x[high]
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (at < x[middle] ? high : low) = middle;
    }
    const double fraction = (at - x[low]) / (x[high] - x[low]);
    return y[low] + fraction * (y[high] - y[low]);
  }
  CRUMPLE_INLINE double slope(std::size_t last) const { return (y[last] - y[last - 1]) / (x[last] - x[last - 1]); }
};

/// The curve's value; beyond its last point it goes on with the slope that it has there, as in LS-DYNA.
CRUMPLE_INLINE double value_with_last_slope(const CurvePoints& curve, double x) {
  const std::size_t last = curve.n - 1;
  if (curve.n < 2 || x <= curve.x[last]) return curve.evaluate(x);
  return curve.y[last] + curve.slope(last) * (x - curve.x[last]);
}

/// The curve's value; beyond its ends it goes on with the slope that it has there.
CRUMPLE_INLINE double extended_value(const CurvePoints& curve, double x) {
  if (curve.n > 1 && x < curve.x[0]) return curve.y[0] + curve.slope(1) * (x - curve.x[0]);
  return value_with_last_slope(curve, x);
}

/// The same, or 0 without points. A curve that begins at 0 or later holds for negative x with the opposite value.
CRUMPLE_INLINE double two_sided_value(const CurvePoints& curve, double x) {
  if (curve.empty()) return 0;
  return curve.x[0] >= 0 && x < 0 ? -extended_value(curve, -x) : extended_value(curve, x);
}

/// The steepest slope, up or down.
CRUMPLE_DEVICE inline double steepest_slope(const CurvePoints& curve) {
  double steepest = 0;
  for (std::size_t i = 1; i < curve.n; ++i) steepest = std::max(steepest, std::abs(curve.slope(i)));
  return steepest;
}

/// The largest size of its values; 0 without points.
CRUMPLE_DEVICE inline double largest_value(const CurvePoints& curve) {
  double largest = 0;
  for (std::size_t i = 0; i < curve.n; ++i) largest = std::max(largest, std::abs(curve.y[i]));
  return largest;
}

/// y(x), scale and offset applied.
struct Curve {
  Id id = 0;
  std::string title;
  std::vector<double> x, y;
  bool is_function = false;  ///< *DEFINE_CURVE_FUNCTION, at times up to the end of the run
  operator CurvePoints() const { return {x.data(), y.data(), x.size()}; }
  bool empty() const { return x.empty(); }
  double evaluate(double at) const { return CurvePoints(*this).evaluate(at); }
  CRUMPLE_DESCRIBE(plain(id, title, x, y, is_function))
};

}  // namespace crumple
