// The bndout row of a prescribed motion: its reaction at a node or a rigid body.
#pragma once

#include "base/vec3.hpp"
#include "model/mesh.hpp"

namespace crumple {

/// The reaction of prescribed motions at a node, or on a rigid body about its centre, m a - f in the last step; of a
/// body including its constraints (CON1, CON2). In the global frame.
struct MotionForce {
  Id id = 0;
  bool is_body = false;
  Vec3 force, moment;  ///< [force], [force length]
  MotionForce& operator+=(const MotionForce& other) {
    force += other.force;
    moment += other.moment;
    return *this;
  }
};

}  // namespace crumple
