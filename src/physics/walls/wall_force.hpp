// What a rigid wall gives to outputs.
#pragma once

#include "base/vec3.hpp"
#include "model/model.hpp"

namespace crumple {

/// A rigid wall's reaction, for rwforc and glstat: the force the nodes exert on the wall. The same on all ranks.
struct WallForce {
  Id wall = 0;
  Vec3 normal;        ///< of a plane; 0 of other shapes
  Vec3 force;         ///< in the last step [force]
  Vec3 impulse;       ///< since the start [force time]
  double energy = 0;  ///< taken from the nodes so far [energy]
};

/// The part of such a force that presses on the wall: along a plane's normal, positive in compression; of other shapes
/// its size.
inline double normal_part(const WallForce& wall, const Vec3& force) {
  return dot(wall.normal, wall.normal) > 0 ? -dot(force, wall.normal) : norm(force);
}

}  // namespace crumple
