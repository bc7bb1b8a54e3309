// How far an impulse moves a rigid body, from which the stiffness of what joins bodies follows. Called by the joints.
#pragma once

#include "physics/bodies/rigid_bodies.hpp"

namespace crumple {

/// At most the velocity that a unit impulse at the point gives it [1/mass]: 1/m, and |S| of S d = (I^-1 (r x d)) x r by
/// Frobenius' norm; 0 of a held body.
double compliance_at(const RigidBodies& bodies, Index body, const Vec3& point);

/// The spin about a unit vector that a unit moment impulse about it gives [1/(mass length^2)].
double compliance_about(const RigidBodies& bodies, Index body, const Vec3& axis);

}  // namespace crumple
