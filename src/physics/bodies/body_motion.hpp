// The rbdout row of a rigid body, in a header of its own so that output does not depend on the bodies.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// At t(n), in global axes; of the bodies that this rank accounts for.
struct BodyMotion {
  /// Translation of the centre of mass, or rotation about it.
  struct Of {
    Vec3 displacement, velocity, acceleration;
  };
  Id body = 0;
  bool is_nodal = false;  ///< *CONSTRAINED_NODAL_RIGID_BODY, not a part
  Vec3 position;          ///< of the centre of mass [length]
  Of centre;              ///< [length], [length/time], [length/time^2]
  Of turn;                ///< shortest rotation vector since t = 0 [rad], [1/time], [1/time^2]
  Mat3 axes;              ///< rows: principal axes
};

}  // namespace crumple
