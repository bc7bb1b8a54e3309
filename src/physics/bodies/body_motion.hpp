// What rbdout says of a rigid body: a row of its own header, so that printing needs no bodies.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// At t(n), in global axes; of the bodies that a rank answers for.
struct BodyMotion {
  /// Of the centre of mass, or of the turning about it.
  struct Of {
    Vec3 displacement, velocity, acceleration;
  };
  Id body = 0;
  bool is_nodal = false;  ///< of nodes, not of parts
  Vec3 position;          ///< of the centre of mass [length]
  Of centre;              ///< [length], [length/time], [length/time^2]
  Of turn;                ///< shortest rotation vector since t = 0 [rad], [1/time], [1/time^2]
  Mat3 axes;              ///< rows: principal axes
};

}  // namespace crumple
