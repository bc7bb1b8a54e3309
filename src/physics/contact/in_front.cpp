#include "physics/contact/in_front.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace crumple {

InFrontOfSegment::InFrontOfSegment(const std::array<Vec3, 4>& corner, bool is_triangle) {
  add(corner[2] - corner[0], corner[3] - corner[1], corner);
  if (is_triangle) return;
  const Vec3 centre = 0.25 * ((corner[0] + corner[1]) + (corner[2] + corner[3]));
  for (std::size_t i = 0; i < 4; ++i) add(corner[(i + 1) % 4] - corner[i], centre - corner[i], corner);
}

void InFrontOfSegment::add(const Vec3& one, const Vec3& other, const std::array<Vec3, 4>& corner) {
  Plane& plane = planes_[n_planes_++];
  plane.normal = cross(one, other);
  plane.sides = norm(one) + norm(other);
  plane.area = norm(plane.normal);
  plane.normal = 1 / plane.area * plane.normal;
  plane.height = -std::numeric_limits<double>::infinity();
  for (const Vec3& c : corner) plane.height = std::max(plane.height, dot(c, plane.normal));
}

/// A travel T reduces the height of the node above each corner by at most T, and rotates the unit normal by at most 2 T
/// (sides + T) / area; the heights of both ends of a vector no longer than `reach` then differ by that times reach.
double InFrontOfSegment::travel(const Vec3& x, double reach) const {
  constexpr double well = 1e-3;  // of the reach: more than rounding
  double least = std::numeric_limits<double>::infinity();
  for (const Plane& plane : planes()) {
    const double height = dot(x, plane.normal) - plane.height;
    if (!(height > well * reach)) return 0;  // also for a plane without area
    least = std::min(least, height / (1 + 2 * (plane.sides + height) / plane.area * reach));
  }
  return least;
}

}  // namespace crumple
