#include "physics/bodies/rotation.hpp"

#include <sleef.h>

#include <algorithm>
#include <cmath>

namespace crumple {
namespace {

constexpr double negligible = 1e-12;  ///< inertia in units of the largest

struct SinCos {
  double sin, cos;
};
SinCos sin_cos(double angle) {
  return {Sleef_cinz_sind1_u10purec(angle), Sleef_cinz_cosd1_u10purec(angle)};
}

/// One Jacobi rotation that makes a(p, q) zero; v collects the eigenvectors as columns.
void annihilate(Mat3& a, Mat3& v, int p, int q) {
  if (a(p, q) == 0) return;
  const double theta = (a(q, q) - a(p, p)) / (2 * a(p, q));
  const double t = (theta >= 0 ? 1.0 : -1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  Mat3 j = Mat3::identity();
  j(p, p) = c, j(q, q) = c, j(p, q) = s, j(q, p) = -s;
  a = transpose(j) * a * j;
  a(p, q) = a(q, p) = 0;
  v = v * j;
}

/// The quaternion of a rotation matrix (Shepperd 1978).
Quaternion from_matrix(const Mat3& r) {
  const double trace = r(0, 0) + r(1, 1) + r(2, 2);
  if (trace > 0) return normalized({1 + trace, {r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)}});
  const int i = r(0, 0) >= r(1, 1) ? (r(0, 0) >= r(2, 2) ? 0 : 2) : (r(1, 1) >= r(2, 2) ? 1 : 2);
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  Quaternion q;
  q.w = r(k, j) - r(j, k);
  q.v[i] = 1 + r(i, i) - r(j, j) - r(k, k);
  q.v[j] = r(j, i) + r(i, j);
  q.v[k] = r(k, i) + r(i, k);
  return normalized(q);
}

double inverse(double inertia, double largest) { return inertia > negligible * largest ? 1 / inertia : 0.0; }

}  // namespace

Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - dot(a.v, b.v), a.w * b.v + b.w * a.v + cross(a.v, b.v)};
}

Quaternion normalized(const Quaternion& q) {
  const double s = 1 / std::sqrt(q.w * q.w + dot(q.v, q.v));
  return {s * q.w, s * q.v};
}

Vec3 rotate(const Quaternion& q, const Vec3& r) {
  const Vec3 t = 2.0 * cross(q.v, r);
  return r + q.w * t + cross(q.v, t);
}

Mat3 to_matrix(const Quaternion& q) {
  return transpose(Mat3{{rotate(q, {1, 0, 0}), rotate(q, {0, 1, 0}), rotate(q, {0, 0, 1})}});
}

Quaternion exponential(const Vec3& vector) {
  const double angle = norm(vector);
  if (angle < 1e-150) return {};
  const SinCos half = sin_cos(0.5 * angle);
  return {half.cos, (half.sin / angle) * vector};
}

Vec3 rotation_vector(const Quaternion& q) {
  const double sine = norm(q.v);
  if (sine < 1e-150) return {};
  const double sign = q.w < 0 ? -1 : 1;
  return (2 * sign * Sleef_cinz_atan2d1_u10purec(sine, std::abs(q.w)) / sine) * q.v;
}

PrincipalAxes principal_axes(const Mat3& symmetric) {
  Mat3 a = symmetric, v = Mat3::identity();
  for (int sweep = 0; sweep < 12; ++sweep) {
    annihilate(a, v, 0, 1);
    annihilate(a, v, 0, 2);
    annihilate(a, v, 1, 2);
  }
  std::array<int, 3> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return a(i, i) < a(j, j); });
  PrincipalAxes result;
  Mat3 axes;  // columns
  for (int k = 0; k < 3; ++k) {
    result.values[k] = a(order[k], order[k]);
    for (int i = 0; i < 3; ++i) axes(i, k) = v(i, order[k]);
  }
  const Mat3 rows = transpose(axes);
  if (dot(cross(rows.row[0], rows.row[1]), rows.row[2]) < 0)
    for (int i = 0; i < 3; ++i) axes(i, 2) = -axes(i, 2);
  result.attitude = from_matrix(axes);
  return result;
}

Vec3 angular_velocity(const Quaternion& attitude, const Vec3& inertia, const Vec3& angular_momentum) {
  const Vec3 l = rotate(conjugate(attitude), angular_momentum);
  const double largest = inertia.z;
  return rotate(attitude, {l.x * inverse(inertia.x, largest), l.y * inverse(inertia.y, largest),
                           l.z * inverse(inertia.z, largest)});
}

Vec3 angular_momentum(const Quaternion& attitude, const Vec3& inertia, const Vec3& angular_velocity) {
  const Vec3 w = rotate(conjugate(attitude), angular_velocity);
  return rotate(attitude, {inertia.x * w.x, inertia.y * w.y, inertia.z * w.z});
}

Quaternion free_rotation(const Quaternion& attitude, const Vec3& inertia, const Vec3& angular_momentum, double dt) {
  if (!(inertia.y > negligible * inertia.z)) return attitude;
  const double middle = 1 / inertia.y;
  // A rod's own axis carries no momentum: any value serves for its inverse inertia.
  const double first = inertia.x > negligible * inertia.z ? 1 / inertia.x - middle : 0.0;
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
