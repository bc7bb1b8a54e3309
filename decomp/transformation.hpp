// The coordinates in which a model is cut: LS-DYNA's sx, ry, c2r, ... applied to copies of the elements' centres.
// Made by the pfile, used by the methods; the model itself is never moved.
#pragma once

#include <vector>

#include "base/vec3.hpp"

namespace crumple {

/// Steps applied one after the other, in the order in which they were added.
class Transformation {
 public:
  /// Stretches along axis 0, 1 or 2 by `factor` [1].
  void scale(int axis, double factor);
  /// Turns about axis 0, 1 or 2 by `angle` [rad], right-handed.
  void rotate(int axis, double angle);
  void translate(const Vec3& by);
  void multiply(const Mat3& matrix);
  /// Turns and stretches so that the three vectors become the axes; false if they lie in a plane.
  bool vectors_to_axes(const Vec3& a, const Vec3& b, const Vec3& c);
  /// x, y, z become r [length], theta [rad, -pi to pi], z [length] of the cylindrical system at `origin` about `axis`,
  /// with theta = 0 towards `start`; false if these two are parallel.
  bool cylindrical_to_axes(const Vec3& origin, const Vec3& axis, const Vec3& start);
  /// x, y, z become rho [length], theta [rad], phi [rad from `axis`, 0 to pi]; false as above.
  bool spherical_to_axes(const Vec3& origin, const Vec3& axis, const Vec3& start);

  Vec3 operator()(Vec3 point) const;

 private:
  enum class Kind { affine, cylindrical, spherical };
  /// affine: p' = matrix p + offset; else matrix turns p - offset into the system's own axes.
  struct Step {
    Kind kind = Kind::affine;
    Mat3 matrix = Mat3::identity();
    Vec3 offset;
  };
  bool add_curvilinear(Kind kind, const Vec3& origin, const Vec3& axis, const Vec3& start);
  std::vector<Step> steps_;
};

}  // namespace crumple
