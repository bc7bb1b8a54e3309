// The point of a segment closest to a slave node, for one pair at a time: in set-up, by devices, in reports and tests.
// The step on a CPU evaluates packs of pairs. Both instantiate the geometry of kernels/step/closest_point.hpp.
#pragma once

#include <array>

#include "base/vec3.hpp"
#include "kernels/step/closest_point.hpp"

namespace crumple {

struct ClosestPoint {
  Vec3 offset;                       ///< from the closest point to the node [length]
  double distance = 0;               ///< |offset| [length]
  double side = 0;                   ///< > 0: the node is on the side of the segment's normal, < 0: behind it
  std::array<double, 4> weight{};    ///< shape functions of the corners at the closest point, sum 1
  unsigned corners = 0;              ///< bits of the corners: none inside the face, two on an edge, one at a corner
};

/// Normal of a segment times its area; triangles repeat their third corner.
CRUMPLE_INLINE Vec3 area_normal(const std::array<Vec3, 4>& corner) {
  return 0.5 * cross(corner[2] - corner[0], corner[3] - corner[1]);
}

/// Gradients of the weights of the segment's corners as linear functions in its mean plane [1/length].
CRUMPLE_INLINE std::array<Vec3, 4> weight_gradients(const std::array<Vec3, 4>& corner) {
  const Vec3 one = corner[2] - corner[0], other = corner[3] - corner[1], area = cross(one, other);
  const double scale = 1 / dot(area, area);
  const Vec3 of_one = scale * cross(other, area), of_other = scale * cross(area, one);
  return {-of_one, -of_other, of_one, of_other};
}

/// The point of the segment closest to `x`. A triangle (`is_triangle`) uses the first three corners.
CRUMPLE_DEVICE inline ClosestPoint closest_point(const Vec3& x, const std::array<Vec3, 4>& corner, bool is_triangle) {
  using P = kernels::PackDouble;  // of one lane outside of the kernels' libraries
  static_assert(P::size() == 1);
  kernels::Vec3<P> seen[4];
  for (int i = 0; i < 4; ++i) {
    const Vec3 arm = corner[is_triangle && i == 3 ? 2 : i] - x;
    seen[i] = {P(arm.x), P(arm.y), P(arm.z)};
  }
  const auto closest = kernels::find_closest(seen, P::mask_type(is_triangle));
  ClosestPoint result;
  result.offset = {closest.offset.x[0], closest.offset.y[0], closest.offset.z[0]};
  result.distance = closest.distance[0];
  result.side = closest.side[0];
  for (int i = 0; i < 4; ++i) result.weight[i] = closest.weight[i][0];
  result.corners = unsigned(closest.corners[0]);
  return result;
}

}  // namespace crumple
