#include "physics/bodies/compliance.hpp"

#include <cmath>

namespace crumple {

double compliance_at(const RigidBodies& bodies, Index number, const Vec3& point) {
  const RigidBodies::Body& body = bodies.body(number);
  const RigidBodies::Motion& motion = bodies.motion(number);
  double sum = body.fixed_translation.size() == 3 ? 0.0 : 1 / body.mass;
  if (body.fixed_rotation.size() == 3) return sum;
  const Vec3 r = point - motion.position;
  double square = 0;
  for (const Vec3& d : Mat3::identity().row) {
    const Vec3 v = cross(angular_velocity(motion.attitude, body.inertia, cross(r, d)), r);
    square += dot(v, v);
  }
  return sum + std::sqrt(square);
}

double compliance_about(const RigidBodies& bodies, Index number, const Vec3& axis) {
  const RigidBodies::Body& body = bodies.body(number);
  if (body.fixed_rotation.size() == 3) return 0;
  return dot(axis, angular_velocity(bodies.motion(number).attitude, body.inertia, axis));
}

}  // namespace crumple
