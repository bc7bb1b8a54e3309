#include "physics/bodies/rotation.hpp"

#include <algorithm>
#include <cmath>

namespace crumple {
namespace {

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

}  // namespace crumple
