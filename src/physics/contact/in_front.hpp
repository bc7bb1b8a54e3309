// How far a node can move while staying in front of a segment. A solid's face acts on nodes behind it down to some
// depth, but most nodes within that distance are in front, where only the contact distance counts. Such a pair need not
// be checked until the node may have come within the contact distance, or behind the face.
#pragma once

#include <array>
#include <span>

#include "base/vec3.hpp"

namespace crumple {

class InFrontOfSegment {
 public:
  /// Triangles repeat their third corner.
  InFrontOfSegment(const std::array<Vec3, 4>& corner, bool is_triangle);

  /// Lower bound of the relative displacement of `x` and the corners before x may be behind the segment within `reach`;
  /// 0 if x is not well in front of the planes of all of the segment's triangles [length].
  double travel(const Vec3& x, double reach) const;

 private:
  /// A plane with the normal one x other, through the segment's highest corner along it.
  struct Plane {
    Vec3 normal;        ///< unit
    double height = 0;  ///< of the highest corner along the normal [length]
    double sides = 0;   ///< |one| + |other| [length]
    double area = 0;    ///< |one x other| [length^2]
  };
  void add(const Vec3& one, const Vec3& other, const std::array<Vec3, 4>& corner);
  std::span<const Plane> planes() const { return std::span(planes_).first(n_planes_); }

  std::array<Plane, 5> planes_;  ///< of the diagonals, which define the sides on the rim; of the four triangles
  std::size_t n_planes_ = 0;
};

}  // namespace crumple
