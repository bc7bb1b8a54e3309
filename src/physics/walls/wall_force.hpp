// The output row of a rigid wall.
#pragma once

#include "base/vec3.hpp"
#include "model/model.hpp"

namespace crumple {

/// The force of the nodes on a rigid wall, for rwforc and glstat. Whole on root, where it is written.
struct WallForce {
  Id wall = 0;
  Vec3 normal;        ///< of a plane; 0 for other shapes
  Vec3 force;         ///< in the last step [force]
  Vec3 impulse;       ///< since the start [force time]
  double energy = 0;  ///< absorbed from the nodes so far [energy]
};

/// The normal part of such a force: along a plane's normal, positive in compression; for other shapes the magnitude.
inline double normal_part(const WallForce& wall, const Vec3& force) {
  return dot(wall.normal, wall.normal) > 0 ? -dot(force, wall.normal) : norm(force);
}

}  // namespace crumple
