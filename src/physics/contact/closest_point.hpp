// The point of a segment closest to a slave node, for one pair at a time: used in set-up, reports and tests. The step
// evaluates packs of pairs. Both instantiate the geometry of kernels/step/closest_point.hpp.
#pragma once

#include <array>

#include "base/vec3.hpp"

namespace crumple {

struct ClosestPoint {
  Vec3 offset;                       ///< from the closest point to the node [length]
  double distance = 0;               ///< |offset| [length]
  double side = 0;                   ///< > 0: the node is on the side of the segment's normal, < 0: behind it
  std::array<double, 4> weight{};    ///< shape functions of the corners at the closest point, sum 1
  unsigned corners = 0;              ///< bits of the corners: none inside the face, two on an edge, one at a corner
};

/// Normal of a segment times its area; triangles repeat their third corner.
inline Vec3 area_normal(const std::array<Vec3, 4>& corner) {
  return 0.5 * cross(corner[2] - corner[0], corner[3] - corner[1]);
}

/// Gradients of the weights of the segment's corners as linear functions in its mean plane [1/length].
inline std::array<Vec3, 4> weight_gradients(const std::array<Vec3, 4>& corner) {
  const Vec3 one = corner[2] - corner[0], other = corner[3] - corner[1], area = cross(one, other);
  const double scale = 1 / dot(area, area);
  const Vec3 of_one = scale * cross(other, area), of_other = scale * cross(area, one);
  return {-of_one, -of_other, of_one, of_other};
}

/// The point of the segment closest to `x`. A triangle (`is_triangle`) uses the first three corners.
ClosestPoint closest_point(const Vec3& x, const std::array<Vec3, 4>& corner, bool is_triangle);

}  // namespace crumple
