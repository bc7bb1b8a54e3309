// What bndout prints of a prescribed motion: what it puts on a node or a rigid body.
#pragma once

#include "base/vec3.hpp"
#include "model/mesh.hpp"

namespace crumple {

/// What prescribed motions put on a node, or on a rigid body about its centre, m a - f in the last step; of a body with
/// what its fixed axes (CON1, CON2) put on it. In the global frame.
struct MotionForce {
  Id id = 0;
  bool is_body = false;
  Vec3 force, moment;  ///< [force], [force length]
};

}  // namespace crumple
