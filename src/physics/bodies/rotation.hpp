// Finite rotations as unit quaternions: exponential map, its inverse, principal axes, and the motion of a free rigid
// body. Only deterministic arithmetic (+ - * / sqrt and base/same_bits.hpp), so that the results are bitwise equal on
// all ranks.
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

/// Rotation by b, followed by a.
Quaternion operator*(const Quaternion& a, const Quaternion& b);
CRUMPLE_DEVICE inline Quaternion conjugate(const Quaternion& q) { return {q.w, -q.v}; }
Quaternion normalized(const Quaternion& q);
CRUMPLE_DEVICE inline Vec3 rotate(const Quaternion& q, const Vec3& r) {
  const Vec3 t = 2.0 * cross(q.v, r);
  return r + q.w * t + cross(q.v, t);
}
Mat3 to_matrix(const Quaternion& q);

/// The rotation by a rotation vector [rad], and the inverse (the shortest vector).
Quaternion exponential(const Vec3& vector);
Vec3 rotation_vector(const Quaternion& q);

/// A symmetric tensor's eigenvalues, ascending, and the rotation of global axes onto its eigenvectors.
struct PrincipalAxes {
  Vec3 values;
  Quaternion attitude;
};
PrincipalAxes principal_axes(const Mat3& symmetric);

inline constexpr double negligible_inertia = 1e-12;  ///< in units of the largest

/// omega = J^-1 L for a body with principal inertias `inertia` (ascending) at `attitude`; an axis with negligible
/// inertia (a rod) has no spin.
CRUMPLE_DEVICE inline Vec3 angular_velocity(const Quaternion& attitude, const Vec3& inertia,
                                            const Vec3& angular_momentum) {
  Vec3 spin = rotate(conjugate(attitude), angular_momentum);
  for (int k = 0; k < 3; ++k) spin[k] *= inertia[k] > negligible_inertia * inertia.z ? 1 / inertia[k] : 0.0;
  return rotate(attitude, spin);
}
/// L = J omega.
Vec3 angular_momentum(const Quaternion& attitude, const Vec3& inertia, const Vec3& angular_velocity);

/// The attitude after free motion for `dt` at constant angular momentum. Exact for two equal principal inertias;
/// otherwise second order, time-reversible, symplectic: the energy error remains O(dt^2). Strang splitting: half a
/// rotation about one axis, a symmetric top, whose motion is known in closed form, and the second half.
Quaternion free_rotation(const Quaternion& attitude, const Vec3& inertia, const Vec3& angular_momentum, double dt);

}  // namespace crumple
