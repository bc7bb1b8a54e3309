#include "decomp/transformation.hpp"

#include <cmath>

namespace crumple {

void Transformation::scale(int axis, double factor) {
  Mat3 matrix = Mat3::identity();
  matrix(axis, axis) = factor;
  multiply(matrix);
}

void Transformation::rotate(int axis, double angle) {
  Mat3 matrix = Mat3::identity();
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  matrix(a, a) = matrix(b, b) = std::cos(angle);
  matrix(b, a) = std::sin(angle);
  matrix(a, b) = -matrix(b, a);
  multiply(matrix);
}

void Transformation::translate(const Vec3& by) { steps_.push_back({Kind::affine, Mat3::identity(), by}); }

void Transformation::multiply(const Mat3& matrix) { steps_.push_back({Kind::affine, matrix, {}}); }

bool Transformation::vectors_to_axes(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double volume = dot(a, cross(b, c));
  // 1e-10 of the box of the three lengths: flatter than the digits of a pfile can mean
  if (!(std::abs(volume) > 1e-10 * norm(a) * norm(b) * norm(c))) return false;
  // the inverse of the matrix with columns a, b, c has the reciprocal vectors as rows
  multiply(Mat3{{(1 / volume) * cross(b, c), (1 / volume) * cross(c, a), (1 / volume) * cross(a, b)}});
  return true;
}

bool Transformation::add_curvilinear(Kind kind, const Vec3& origin, const Vec3& axis, const Vec3& start) {
  const Vec3 z = normalized(axis), x = normalized(start - dot(start, z) * z);
  if (!(norm(start - dot(start, z) * z) > 1e-10 * norm(start)) || norm(axis) == 0) return false;
  steps_.push_back({kind, Mat3{{x, cross(z, x), z}}, origin});
  return true;
}

bool Transformation::cylindrical_to_axes(const Vec3& origin, const Vec3& axis, const Vec3& start) {
  return add_curvilinear(Kind::cylindrical, origin, axis, start);
}

bool Transformation::spherical_to_axes(const Vec3& origin, const Vec3& axis, const Vec3& start) {
  return add_curvilinear(Kind::spherical, origin, axis, start);
}

Vec3 Transformation::operator()(Vec3 point) const {
  for (const Step& step : steps_) {
    if (step.kind == Kind::affine) {
      point = step.matrix * point + step.offset;
      continue;
    }
    const Vec3 p = step.matrix * (point - step.offset);
    const double theta = std::atan2(p.y, p.x), r = std::hypot(p.x, p.y);
    point = step.kind == Kind::cylindrical ? Vec3{r, theta, p.z} : Vec3{norm(p), theta, std::atan2(r, p.z)};
  }
  return point;
}

}  // namespace crumple
