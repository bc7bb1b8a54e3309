// Small fixed-size vectors and matrices in double, for everything outside the element kernels.
// Plain value types: no allocation, no virtual calls, usable on hosts and devices.
#pragma once

#include <array>
#include <cmath>

#include "kernels/marks.hpp"

namespace crumple {

/// Three components of a vector in the global frame.
struct Vec3 {
  double x = 0, y = 0, z = 0;

  CRUMPLE_DEVICE double& operator[](int i) { return (&x)[i]; }
  CRUMPLE_DEVICE double operator[](int i) const { return (&x)[i]; }
  CRUMPLE_DEVICE Vec3& operator+=(const Vec3& b) { x += b.x; y += b.y; z += b.z; return *this; }
  CRUMPLE_DEVICE Vec3& operator-=(const Vec3& b) { x -= b.x; y -= b.y; z -= b.z; return *this; }
  CRUMPLE_DEVICE Vec3& operator*=(double s) { x *= s; y *= s; z *= s; return *this; }
  bool operator==(const Vec3&) const = default;
  template <class Archive> void serialize(Archive& a) { a(x, y, z); }
};

CRUMPLE_DEVICE inline Vec3 operator+(Vec3 a, const Vec3& b) { return a += b; }
CRUMPLE_DEVICE inline Vec3 operator-(Vec3 a, const Vec3& b) { return a -= b; }
CRUMPLE_DEVICE inline Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
CRUMPLE_DEVICE inline Vec3 operator*(double s, Vec3 a) { return a *= s; }
CRUMPLE_DEVICE inline Vec3 operator*(Vec3 a, double s) { return a *= s; }
CRUMPLE_DEVICE inline double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
CRUMPLE_DEVICE inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
CRUMPLE_DEVICE inline double norm(const Vec3& a) { return std::sqrt(dot(a, a)); }
/// The unit vector along `a`; zero stays zero.
CRUMPLE_DEVICE inline Vec3 normalized(const Vec3& a) {
  const double n = norm(a);
  return n > 0 ? (1.0 / n) * a : a;
}

/// A 3 x 3 matrix, rows first.
struct Mat3 {
  std::array<Vec3, 3> row{};

  CRUMPLE_DEVICE static Mat3 identity() { return {{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}}; }
  CRUMPLE_DEVICE double& operator()(int i, int j) { return row[i][j]; }
  CRUMPLE_DEVICE double operator()(int i, int j) const { return row[i][j]; }
  bool operator==(const Mat3&) const = default;
  template <class Archive> void serialize(Archive& a) { a(row[0], row[1], row[2]); }
};

CRUMPLE_DEVICE inline Vec3 operator*(const Mat3& m, const Vec3& v) {
  return {dot(m.row[0], v), dot(m.row[1], v), dot(m.row[2], v)};
}
CRUMPLE_DEVICE inline Mat3 transpose(const Mat3& m) {
  Mat3 t;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) t(i, j) = m(j, i);
  return t;
}
CRUMPLE_DEVICE inline Mat3 operator*(const Mat3& a, const Mat3& b) {
  Mat3 c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  return c;
}

}  // namespace crumple
