// How far a node can move while staying in front of a segment. A solid's face acts on nodes behind it down to some
// depth, but most nodes within that distance are in front, where only the contact distance counts. Such a pair need not
// be checked until the node may have come within the contact distance, or behind the face.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "base/vec3.hpp"

namespace crumple {

class InFrontOfSegment {
 public:
  /// Triangles repeat their third corner.
  CRUMPLE_DEVICE InFrontOfSegment(const std::array<Vec3, 4>& corner, bool is_triangle) {
    add(corner[2] - corner[0], corner[3] - corner[1], corner);
    if (is_triangle) return;
    const Vec3 centre = 0.25 * ((corner[0] + corner[1]) + (corner[2] + corner[3]));
    for (std::size_t i = 0; i < 4; ++i) add(corner[(i + 1) % 4] - corner[i], centre - corner[i], corner);
  }

  /// Lower bound of the relative displacement of `x` and the corners before x may be behind the segment within `reach`;
  /// 0 if x is not well in front of the planes of all of the segment's triangles [length].
  /// A travel T reduces the height of the node above each corner by at most T, and rotates the unit normal by at most
  /// 2 T (sides + T) / area; the heights of both ends of a vector no longer than `reach` then differ by that times
  /// reach.
  CRUMPLE_DEVICE double travel(const Vec3& x, double reach) const {
    constexpr double well = 1e-3;  // of the reach: more than rounding
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n_planes_; ++i) {
      const Plane& plane = planes_[i];
      const double height = dot(x, plane.normal) - plane.height;
      if (!(height > well * reach)) return 0;  // also for a plane without area
      least = std::min(least, height / (1 + 2 * (plane.sides + height) / plane.area * reach));
    }
    return least;
  }

 private:
  /// A plane with the normal one x other, through the segment's highest corner along it.
  struct Plane {
    Vec3 normal;        ///< unit
    double height = 0;  ///< of the highest corner along the normal [length]
    double sides = 0;   ///< |one| + |other| [length]
    double area = 0;    ///< |one x other| [length^2]
  };
  CRUMPLE_DEVICE void add(const Vec3& one, const Vec3& other, const std::array<Vec3, 4>& corner) {
    Plane& plane = planes_[n_planes_++];
    plane.normal = cross(one, other);
    plane.sides = norm(one) + norm(other);
    plane.area = norm(plane.normal);
    plane.normal = 1 / plane.area * plane.normal;
    plane.height = -std::numeric_limits<double>::infinity();
    for (const Vec3& c : corner) plane.height = std::max(plane.height, dot(c, plane.normal));
  }

  std::array<Plane, 5> planes_;  ///< of the diagonals, which define the sides on the rim; of the four triangles
  std::size_t n_planes_ = 0;
};

}  // namespace crumple
