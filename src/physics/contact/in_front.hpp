// How far a node can move and still be in front of a segment. A solid's face acts on nodes behind it down to some
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

  /// How far `x` and the corners may move relative to each other and x is still not behind the segment within `reach`:
  /// a lower bound, 0 where x is not well in front of the planes of all of the segment's triangles [length].
  double travel(const Vec3& x, double reach) const;

 private:
  /// Of the normal one x other, through the segment's highest corner.
  struct Plane {
    Vec3 normal;        ///< unit
    double height = 0;  ///< of the highest corner along the normal [length]
    double sides = 0;   ///< |one| + |other| [length]
    double area = 0;    ///< |one x other| [length^2]
  };
  void add(const Vec3& one, const Vec3& other, const std::array<Vec3, 4>& corner);
  std::span<const Plane> planes() const { return std::span(planes_).first(n_planes_); }

  std::array<Plane, 5> planes_;  ///< of the diagonals, by which sides are told on the rim; of the four triangles
  std::size_t n_planes_ = 0;
};

}  // namespace crumple
