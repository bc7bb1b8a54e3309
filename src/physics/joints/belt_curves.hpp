// Belt forces by a loading and an unloading curve: of belt elements over strain and of retractors over the pull-out.
// Part of loops; called by belts and retractors.
#pragma once

#include <algorithm>

#include "model/curve.hpp"

namespace crumple {

/// The abscissa where a rising curve has that value.
CRUMPLE_DEVICE inline double place_of(const CurvePoints& curve, double value) {
  std::size_t i = 1;
  while (i + 1 < curve.n && curve.y[i] < value) ++i;
  return curve.x[i - 1] + (value - curve.y[i - 1]) * (curve.x[i] - curve.x[i - 1]) / (curve.y[i] - curve.y[i - 1]);
}

/// The loading curve where it is below the shifted unloading curve, else the latter.
CRUMPLE_DEVICE inline double force_along(const CurvePoints& loading, const CurvePoints& unloading, double at,
                                         double shift) {
  const double loaded = std::max(extended_value(loading, std::max(at, 0.0)), 0.0);
  if (unloading.empty()) return loaded;
  return std::min(loaded, std::max(extended_value(unloading, std::max(at - shift, 0.0)), 0.0));
}

/// The shift that makes the unloading curve pass through the current point of the loading curve.
CRUMPLE_DEVICE inline double shift_at(const CurvePoints& loading, const CurvePoints& unloading, double at,
                                      double shift) {
  if (unloading.empty() || !(at > 0)) return shift;
  const double loaded = std::max(extended_value(loading, at), 0.0);
  return loaded > 0 ? std::max(shift, at - place_of(unloading, loaded)) : shift;
}

}  // namespace crumple
