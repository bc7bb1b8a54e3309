// What a rigid wall gives to outputs.
#pragma once

#include "base/vec3.hpp"
#include "model/model.hpp"

namespace crumple {

/// A rigid wall's reaction, for rwforc and glstat: the force the nodes exert on the wall. The same on all ranks.
struct WallForce {
  Id wall = 0;
  double normal = 0;  ///< positive in compression [force]
  Vec3 force;         ///< [force]
  double energy = 0;  ///< taken from the nodes so far [energy]
};

}  // namespace crumple
