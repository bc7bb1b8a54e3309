// The velocity response of a rigid body to an impulse, from which penalty stiffnesses between bodies follow. Called by
// the joints.
#pragma once

#include "physics/bodies/rigid_bodies.hpp"

namespace crumple {

/// Upper bound of the velocity that a unit impulse at the point produces [1/mass]: 1/m plus the Frobenius norm of S, S
/// d = (I^-1 (r x d)) x r; 0 for a fully constrained body.
double compliance_at(const RigidBodies& bodies, Index body, const Vec3& point);

/// The angular velocity about a unit vector that a unit angular impulse about it produces [1/(mass length^2)].
double compliance_about(const RigidBodies& bodies, Index body, const Vec3& axis);

}  // namespace crumple
