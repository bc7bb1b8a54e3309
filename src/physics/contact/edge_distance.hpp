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
CRUMPLE_DEVICE inline ClosestOnEdges closest_on_edges(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b) {
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

/// The closest points of the straight lines through the edges, and how they move along them with the first edge.
struct ClosestOnLines {
  ClosestOnEdges closest;
  std::array<Vec3, 2> rate;  ///< of `at` with the motion of the first edge relative to the second [1/length]
};

/// For edges that are not parallel.
CRUMPLE_DEVICE inline ClosestOnLines closest_on_lines(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b) {
  const Vec3 u = a[1] - a[0], v = b[1] - b[0], r = a[0] - b[0];
  const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), spread = uu * vv - uv * uv;
  ClosestOnLines lines;
  lines.rate = {(1 / spread) * (uv * v - vv * u), (1 / spread) * (uu * v - uv * u)};
  ClosestOnEdges& closest = lines.closest;
  closest.at = {dot(r, lines.rate[0]), dot(r, lines.rate[1])};
  closest.offset = r + closest.at[0] * u - closest.at[1] * v;
  closest.distance = norm(closest.offset);
  return lines;
}

}  // namespace crumple
