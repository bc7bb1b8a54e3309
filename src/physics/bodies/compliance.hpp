// The velocity response of a rigid body to an impulse, from which penalty stiffnesses between bodies follow. Part of
// loops; called by joints.
#pragma once

#include <cmath>

#include "kernels/marks.hpp"
#include "physics/bodies/rotation.hpp"

namespace crumple {

/// A body at t(n), as far as it responds.
struct BodyResponse {
  double mass = 0;        ///< [mass]
  Vec3 inertia;           ///< principal, ascending [mass length^2]
  Vec3 position;          ///< of its centre [length]
  Quaternion attitude;    ///< principal axes from global axes
  bool is_held = false;   ///< its centre cannot move
  bool is_unturned = false;
};

/// Upper bound of the velocity that a unit impulse at the point produces [1/mass]: 1/m plus the Frobenius norm of S, S
/// d = (I^-1 (r x d)) x r; 0 for a fully constrained body.
CRUMPLE_INLINE double compliance_at(const BodyResponse& body, const Vec3& point) {
  const double sum = body.is_held ? 0.0 : 1 / body.mass;
  if (body.is_unturned) return sum;
  const Vec3 r = point - body.position;
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    Vec3 d;
    d[k] = 1;
    const Vec3 v = cross(angular_velocity(body.attitude, body.inertia, cross(r, d)), r);
    square += dot(v, v);
  }
  return sum + std::sqrt(square);
}

/// The angular velocity about a unit vector that a unit angular impulse about it produces [1/(mass length^2)].
CRUMPLE_INLINE double compliance_about(const BodyResponse& body, const Vec3& axis) {
  return body.is_unturned ? 0 : dot(axis, angular_velocity(body.attitude, body.inertia, axis));
}

}  // namespace crumple
