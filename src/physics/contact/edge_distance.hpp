// The closest points of two edges. Called by the search for pairs of edges and by their law.
// Source: closest points of two segments with clamping (Ericson, Real-Time Collision Detection, 2005, 5.1.9).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "base/vec3.hpp"

namespace crumple {

struct ClosestOnEdges {
  std::array<double, 2> at{};  ///< along the first and the second edge, 0 to 1
  Vec3 offset;                 ///< from the point on the second to that on the first [length]
  double distance = 0;         ///< |offset| [length]
  bool inside = false;         ///< both points are between the ends
};

/// Closest points of the edges a[0] a[1] and b[0] b[1]; for parallel ones, any such points. An edge may have zero
/// length.
inline ClosestOnEdges closest_on_edges(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b) {
  const Vec3 u = a[1] - a[0], v = b[1] - b[0], r = a[0] - b[0];
  const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
  const auto along = [](double numerator, double denominator) {
    return denominator > 0 ? std::clamp(numerator / denominator, 0.0, 1.0) : 0.0;
  };
  const double spread = uu * vv - uv * uv;  // 0 if parallel, up to rounding
  double s = spread > 1e-12 * uu * vv ? along(uv * vr - ur * vv, spread) : 0;
  double t = vv > 0 ? (uv * s + vr) / vv : 0;
  if (!(t >= 0 && t <= 1)) {
    t = std::clamp(t, 0.0, 1.0);
    s = along(uv * t - ur, uu);
  } else if (!(spread > 1e-12 * uu * vv)) {
    s = along(uv * t - ur, uu);
  }
  ClosestOnEdges closest;
  closest.at = {s, t};
  closest.offset = r + s * u - t * v;
  closest.distance = norm(closest.offset);
  closest.inside = s > 0 && s < 1 && t > 0 && t < 1;
  return closest;
}

}  // namespace crumple
