// Forces of belts along two curves, loading and unloading, of belt elements over strain and of retractors over the belt
// that has come out. Called by belts and retractors.
#pragma once

#include <algorithm>

#include "model/springs.hpp"

namespace crumple {

/// Where a rising curve has that value.
inline double place_of(const Curve& curve, double value) {
  std::size_t i = 1;
  while (i + 1 < curve.x.size() && curve.y[i] < value) ++i;
  return curve.x[i - 1] + (value - curve.y[i - 1]) * (curve.x[i] - curve.x[i - 1]) / (curve.y[i] - curve.y[i - 1]);
}

/// Along the loading curve where that is below the unloading curve as it is shifted.
inline double force_along(const Curve& loading, const Curve& unloading, double at, double shift) {
  const double loaded = std::max(extended_value(loading, std::max(at, 0.0)), 0.0);
  if (unloading.x.empty()) return loaded;
  return std::min(loaded, std::max(extended_value(unloading, std::max(at - shift, 0.0)), 0.0));
}

/// The shift of the unloading curve, so that it passes where the loading curve has come to.
inline double shift_at(const Curve& loading, const Curve& unloading, double at, double shift) {
  if (unloading.x.empty() || !(at > 0)) return shift;
  const double loaded = std::max(extended_value(loading, at), 0.0);
  return loaded > 0 ? std::max(shift, at - place_of(unloading, loaded)) : shift;
}

}  // namespace crumple
