// What deforc prints of a spring or damper.
#pragma once

#include "base/vec3.hpp"
#include "model/mesh.hpp"

namespace crumple {

/// What a spring or damper puts on its first node, for deforc.
struct SpringForce {
  Id spring = 0;
  bool torsional = false;
  Vec3 force;             ///< on its first node [force], or moment [force length]
  double resultant = 0;   ///< tension positive
  double deflection = 0;  ///< with its offset [length], or [rad]
};

}  // namespace crumple
