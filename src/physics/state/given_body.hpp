// A rigid body whose mass the deck gives, not its elements.
#pragma once

#include "base/index.hpp"
#include "base/vec3.hpp"

namespace crumple {

/// At t(n), on the rank that accounts for it (*PART_INERTIA, *CONSTRAINED_NODAL_RIGID_BODY_INERTIA).
struct GivenBody {
  Index body = none;   ///< into model.rigid_bodies
  double mass = 0;     ///< [mass]
  double kinetic = 0;  ///< [energy]
  Vec3 velocity;       ///< of the centre of mass [length/time]
};

}  // namespace crumple
