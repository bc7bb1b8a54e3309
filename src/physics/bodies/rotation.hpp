// Finite rotations as unit quaternions: exponential map, its inverse, principal axes, and the motion of a free rigid
// body. Only deterministic arithmetic (+ - * / sqrt and base/same_bits.hpp), so all ranks get the same bits.
// Sources: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. 2006, VII.5.3 (splitting of the free rigid
// body, after McLachlan 1993 and Touma, Wisdom 1994); Golub, Van Loan (Jacobi's eigenvalue method).
#pragma once

#include "base/vec3.hpp"

namespace crumple {

/// A unit quaternion: cos(a/2) + sin(a/2) (unit axis), a rotation by the angle a.
struct Quaternion {
  double w = 1;
  Vec3 v;
  template <class A> void serialize(A& a) { a(w, v); }
};

/// First b, then a.
Quaternion operator*(const Quaternion& a, const Quaternion& b);
inline Quaternion conjugate(const Quaternion& q) { return {q.w, -q.v}; }
Quaternion normalized(const Quaternion& q);
inline Vec3 rotate(const Quaternion& q, const Vec3& r) {
  const Vec3 t = 2.0 * cross(q.v, r);
  return r + q.w * t + cross(q.v, t);
}
Mat3 to_matrix(const Quaternion& q);

/// The rotation about `vector` by its length [rad], and back (the shortest one).
Quaternion exponential(const Vec3& vector);
Vec3 rotation_vector(const Quaternion& q);

/// A symmetric tensor's eigenvalues, ascending, and the rotation of global axes onto its eigenvectors.
struct PrincipalAxes {
  Vec3 values;
  Quaternion attitude;
};
PrincipalAxes principal_axes(const Mat3& symmetric);

/// omega = J^-1 L for a body with principal inertias `inertia` (ascending) at `attitude`; an axis without inertia
/// (less than 1e-12 of the largest: a rod) does not spin.
Vec3 angular_velocity(const Quaternion& attitude, const Vec3& inertia, const Vec3& angular_momentum);
/// L = J omega.
Vec3 angular_momentum(const Quaternion& attitude, const Vec3& inertia, const Vec3& angular_velocity);

/// The attitude after moving freely for `dt` at constant angular momentum. Exact for bodies with two equal inertias;
/// otherwise of the second order, time-reversible, symplectic: energy stays within O(dt^2) for ever. One axis' turn is
/// split off (half, whole, half); the rest is a symmetric top, whose motion is known.
Quaternion free_rotation(const Quaternion& attitude, const Vec3& inertia, const Vec3& angular_momentum, double dt);

}  // namespace crumple
