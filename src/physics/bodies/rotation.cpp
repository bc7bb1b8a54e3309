#include "physics/bodies/rotation.hpp"

#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"

namespace crumple {
namespace {

/// Smaller angles, as in nearly all steps, have series whose remainder is below the rounding of a double.
constexpr double small_angle = 0.03;

struct SinCos {
  double sin_over_angle, cos;
};
SinCos sin_cos(double angle) {
  if (angle >= small_angle) return {same_bits::sin(angle) / angle, same_bits::cos(angle)};
  const double s = angle * angle;
  return {1 - s * (1.0 / 6) * (1 - s * (1.0 / 20) * (1 - s * (1.0 / 42))),
          1 - s * (1.0 / 2) * (1 - s * (1.0 / 12) * (1 - s * (1.0 / 30)))};
}

/// The angle whose sine and cosine, both >= 0, have this ratio, over the sine.
double angle_over_sine(double sine, double cosine) {
  if (sine >= small_angle * cosine) return same_bits::atan2(sine, cosine) / sine;
  const double t = sine / cosine, s = t * t;
  return (1 - s * (1.0 / 3 - s * (1.0 / 5 - s * (1.0 / 7 - s * (1.0 / 9))))) / cosine;
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

}  // namespace

Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - dot(a.v, b.v), a.w * b.v + b.w * a.v + cross(a.v, b.v)};
}

Quaternion normalized(const Quaternion& q) {
  const double s = 1 / std::sqrt(q.w * q.w + dot(q.v, q.v));
  return {s * q.w, s * q.v};
}

Mat3 to_matrix(const Quaternion& q) {
  const Vec3 twice = 2.0 * q.v, with_w = q.w * twice;
  const double xx = twice.x * q.v.x, yy = twice.y * q.v.y, zz = twice.z * q.v.z;
  const double xy = twice.x * q.v.y, yz = twice.y * q.v.z, zx = twice.z * q.v.x;
  return {{Vec3{1 - (yy + zz), xy - with_w.z, zx + with_w.y}, Vec3{xy + with_w.z, 1 - (zz + xx), yz - with_w.x},
           Vec3{zx - with_w.y, yz + with_w.x, 1 - (xx + yy)}}};
}

Quaternion exponential(const Vec3& vector) {
  const SinCos half = sin_cos(0.5 * norm(vector));
  return {half.cos, (0.5 * half.sin_over_angle) * vector};
}

Vec3 rotation_vector(const Quaternion& q) {
  const double sign = q.w < 0 ? -1 : 1;
  return (2 * sign * angle_over_sine(norm(q.v), std::abs(q.w))) * q.v;
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

Vec3 angular_momentum(const Quaternion& attitude, const Vec3& inertia, const Vec3& angular_velocity) {
  const Vec3 w = rotate(conjugate(attitude), angular_velocity);
  return rotate(attitude, {inertia.x * w.x, inertia.y * w.y, inertia.z * w.z});
}

Quaternion free_rotation(const Quaternion& attitude, const Vec3& inertia, const Vec3& angular_momentum, double dt) {
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
