// The frame of a shell as in its kernels (kernels/shells/quad.hpp): z normal to both diagonals, x along the projected
// first side. For triangles, whose last two corners coincide, the same formula applies.
#pragma once

#include <array>

#include "base/vec3.hpp"

namespace crumple {

/// Rows x, y, z: unit vectors in global axes.
inline Mat3 shell_frame(const std::array<Vec3, 4>& corner) {
  const Vec3 z = normalized(cross(corner[2] - corner[0], corner[3] - corner[1]));
  const Vec3 side = corner[1] - corner[0], x = normalized(side - dot(side, z) * z);
  return {{x, cross(z, x), z}};
}

}  // namespace crumple
