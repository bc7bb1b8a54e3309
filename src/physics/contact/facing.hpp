// The directions in which the surface of solids faces at a node, given by the normals of the faces around it. A node
// can only have penetrated a face that is opposite to its own surface. Where bodies are flush or slide over each other
// it is also in the planes of other faces. Updated by renew_facing (facing_of_nodes.hpp), read by inside_solids.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/vec3.hpp"

namespace crumple {

/// Up to eight normals, as numbers of cells of a cube's surface around the node: equal on all ranks and in any order.
class Facing {
 public:
  static Facing any() {
    Facing facing;
    facing.cells_[0] = any_direction;
    return facing;
  }
  /// Adds a unit normal; with more than eight all directions are allowed.
  void include(const Vec3& normal);
  void include(const Facing& other);

  /// Cosine of the angle between the normal of a face and the direction opposite to the closest normal of the node, to
  /// 0.1; 1 if the node may face any direction, or none is known.
  CRUMPLE_DEVICE double towards(const Vec3& normal) const {
    if (cells_[0] >= any_direction) return 1;
    double closest = -1;
    for (const std::uint16_t cell : cells_)
      if (cell != unused) closest = std::max(closest, -dot(centre_of(cell), normal));
    return closest;
  }
  bool operator==(const Facing&) const = default;

 private:
  static constexpr std::uint16_t unused = 0xffff, any_direction = 0xfffe;
  static constexpr int n_across = 15;  // cells along an edge of the cube: odd, so that normals along the axes are exact

  static std::uint16_t cell_of(const Vec3& normal);

  void include(std::uint16_t cell);
  /// The direction of the cell's centre on a cube of edge 2.
  CRUMPLE_DEVICE static Vec3 centre_of(std::uint16_t cell) {
    const int side = cell / (n_across * n_across), axis = side / 2;
    Vec3 centre;
    centre[axis] = side % 2 ? -1 : 1;
    centre[(axis + 1) % 3] = coordinate(cell / n_across % n_across);
    centre[(axis + 2) % 3] = coordinate(cell % n_across);
    return normalized(centre);
  }
  CRUMPLE_DEVICE static double coordinate(int cell) { return (2 * cell + 1) / double(n_across) - 1; }

  std::array<std::uint16_t, 8> cells_{unused, unused, unused, unused, unused, unused, unused, unused};  // ascending
};

}  // namespace crumple
