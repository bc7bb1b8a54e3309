// The deforc row of a spring or damper.
#pragma once

#include "base/vec3.hpp"
#include "model/mesh.hpp"

namespace crumple {

/// The force of a spring or damper on its first node, for deforc.
struct SpringForce {
  Id spring = 0;
  bool torsional = false;
  Vec3 force;             ///< on its first node [force], or moment [force length]
  double resultant = 0;   ///< tension positive
  double deflection = 0;  ///< with the initial offset [length], or [rad]
};

}  // namespace crumple
