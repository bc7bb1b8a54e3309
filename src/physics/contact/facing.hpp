// The directions in which the surface of solids faces at a node, given by the normals of the faces around it. A node
// can only have penetrated a face that is opposite to its own surface. Where bodies are flush or slide over each other
// it is also in the planes of other faces. Updated by renew_facing (facing_of_nodes.hpp), read by inside_solids.cpp.
#pragma once

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
  double towards(const Vec3& normal) const;
  bool operator==(const Facing&) const = default;

 private:
  static constexpr std::uint16_t unused = 0xffff, any_direction = 0xfffe;

  void include(std::uint16_t cell);

  std::array<std::uint16_t, 8> cells_{unused, unused, unused, unused, unused, unused, unused, unused};  // ascending
};

}  // namespace crumple
