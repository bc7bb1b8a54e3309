// Finite rotations as unit quaternions: exponential map, its inverse, principal axes, and the motion of a free rigid
// body. Only deterministic arithmetic (+ - * / sqrt and base/same_bits.hpp), so that the results are bitwise equal on
// all ranks.
// Sources: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. 2006, VII.5.3 (splitting of the free rigid
// body, after McLachlan 1993 and Touma, Wisdom 1994); Golub, Van Loan (Jacobi's eigenvalue method).
#pragma once

#include <cmath>

#include "base/angles.hpp"
#include "base/vec3.hpp"

namespace crumple {

/// A unit quaternion: cos(a/2) + sin(a/2) (unit axis), a rotation by the angle a.
struct Quaternion {
  double w = 1;
  Vec3 v;
  template <class A> void serialize(A& a) { a(w, v); }
};

/// Rotation by b, followed by a.
CRUMPLE_DEVICE inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - dot(a.v, b.v), a.w * b.v + b.w * a.v + cross(a.v, b.v)};
}
CRUMPLE_DEVICE inline Quaternion conjugate(const Quaternion& q) { return {q.w, -q.v}; }
CRUMPLE_DEVICE inline Quaternion normalized(const Quaternion& q) {
  const double s = 1 / std::sqrt(q.w * q.w + dot(q.v, q.v));
  return {s * q.w, s * q.v};
}
CRUMPLE_DEVICE inline Vec3 rotate(const Quaternion& q, const Vec3& r) {
  const Vec3 t = 2.0 * cross(q.v, r);
  return r + q.w * t + cross(q.v, t);
}
CRUMPLE_DEVICE inline Mat3 to_matrix(const Quaternion& q) {
  const Vec3 twice = 2.0 * q.v, with_w = q.w * twice;
  const double xx = twice.x * q.v.x, yy = twice.y * q.v.y, zz = twice.z * q.v.z;
  const double xy = twice.x * q.v.y, yz = twice.y * q.v.z, zx = twice.z * q.v.x;
  return {{Vec3{1 - (yy + zz), xy - with_w.z, zx + with_w.y}, Vec3{xy + with_w.z, 1 - (zz + xx), yz - with_w.x},
           Vec3{zx - with_w.y, yz + with_w.x, 1 - (xx + yy)}}};
}

/// Smaller angles, as in nearly all steps, have series whose remainder is below the rounding of a double.
inline constexpr double small_angle = 0.03;

struct SinCos {
  double sin_over_angle, cos;
};
CRUMPLE_DEVICE inline SinCos sin_cos(double angle) {
  if (angle >= small_angle) return {same_bits::inlined::sin(angle) / angle, same_bits::inlined::cos(angle)};
  const double s = angle * angle;
  return {1 - s * (1.0 / 6) * (1 - s * (1.0 / 20) * (1 - s * (1.0 / 42))),
          1 - s * (1.0 / 2) * (1 - s * (1.0 / 12) * (1 - s * (1.0 / 30)))};
}

/// The angle whose sine and cosine, both >= 0, have this ratio, over the sine.
CRUMPLE_DEVICE inline double angle_over_sine(double sine, double cosine) {
  if (sine >= small_angle * cosine) return same_bits::inlined::atan2(sine, cosine) / sine;
  const double t = sine / cosine, s = t * t;
  return (1 - s * (1.0 / 3 - s * (1.0 / 5 - s * (1.0 / 7 - s * (1.0 / 9))))) / cosine;
}

/// The rotation by a rotation vector [rad], and the inverse (the shortest vector).
CRUMPLE_DEVICE inline Quaternion exponential(const Vec3& vector) {
  const SinCos half = sin_cos(0.5 * norm(vector));
  return {half.cos, (0.5 * half.sin_over_angle) * vector};
}
CRUMPLE_DEVICE inline Vec3 rotation_vector(const Quaternion& q) {
  const double sign = q.w < 0 ? -1 : 1;
  return (2 * sign * angle_over_sine(norm(q.v), std::abs(q.w))) * q.v;
}

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
CRUMPLE_DEVICE inline Vec3 angular_momentum(const Quaternion& attitude, const Vec3& inertia,
                                            const Vec3& angular_velocity) {
  const Vec3 w = rotate(conjugate(attitude), angular_velocity);
  return rotate(attitude, {inertia.x * w.x, inertia.y * w.y, inertia.z * w.z});
}

/// The attitude after free motion for `dt` at constant angular momentum. Exact for two equal principal inertias;
/// otherwise second order, time-reversible, symplectic: the energy error remains O(dt^2). Strang splitting: half a
/// rotation about one axis, a symmetric top, whose motion is known in closed form, and the second half.
CRUMPLE_DEVICE inline Quaternion free_rotation(const Quaternion& attitude, const Vec3& inertia,
                                               const Vec3& angular_momentum, double dt) {
  if (!(inertia.y > negligible_inertia * inertia.z)) return attitude;
  const double middle = 1 / inertia.y;
  // A rod has no momentum about its axis: any value is valid for its inverse inertia.
  const double first = inertia.x > negligible_inertia * inertia.z ? 1 / inertia.x - middle : 0.0;
  const double last = 1 / inertia.z - middle;
  Vec3 l = rotate(conjugate(attitude), angular_momentum);
  Quaternion q = attitude;
  const auto turn = [&](const Vec3& axis, double angle) {
    const Quaternion step = exponential(angle * axis);
    q = q * step;
    l = rotate(conjugate(step), l);
  };
  turn({1, 0, 0}, 0.5 * dt * first * l.x);
  turn({0, 0, 1}, dt * last * l.z);
  turn({1, 0, 0}, 0.5 * dt * first * l.x);
  return normalized(exponential((dt * middle) * angular_momentum) * q);
}

}  // namespace crumple
