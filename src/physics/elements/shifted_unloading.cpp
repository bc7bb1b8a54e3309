#include "physics/elements/shifted_unloading.hpp"

#include <algorithm>
#include <cmath>

#include "model/discrete_beam_bounds.hpp"

namespace crumple {
namespace {

/// The size of the displacement on the side of `sign` at which a rising curve has the force `sign` times `force`.
double inverse_value(const Curve& curve, double sign, double force) {
  const auto size_at = [&](double x) { return sign * two_sided_value(curve, sign * x); };
  double before = 0;
  for (std::size_t k = 0; k < curve.x.size(); ++k) {
    const std::size_t i = sign > 0 || curve.x.front() >= 0 ? k : curve.x.size() - 1 - k;
    const double x = curve.x.front() >= 0 ? curve.x[i] : sign * curve.x[i];
    if (x <= before) continue;
    if (size_at(x) >= force) {
      const double low = size_at(before);
      return before + (x - before) * (force - low) / (size_at(x) - low);
    }
    before = x;
  }
  const double slope = size_at(before + 1) - size_at(before);
  return before + (force - size_at(before)) / slope;
}

}  // namespace

double force_of_shifted(double loading, const Curve& down, double d, double& origin) {
  const double sign = d < 0 ? -1 : 1;
  const double unloading = sign * two_sided_value(down, d - sign * origin);
  if (unloading <= sign * loading) return sign * std::max(unloading, 0.0);
  origin = std::abs(d) - inverse_value(down, sign, sign * loading);
  return loading;
}

}  // namespace crumple
