// Directions in which something is fixed or prescribed. Part of loops, and of their set-up.
#pragma once

#include "base/vec3.hpp"
#include "kernels/marks.hpp"

namespace crumple {

/// Up to three orthonormal directions.
struct Basis {
  int count = 0;
  Vec3 direction[3];
  CRUMPLE_INLINE const Vec3* begin() const { return direction; }
  CRUMPLE_INLINE const Vec3* end() const { return direction + count; }
  /// Appends a vector, orthogonalised against the others; false if it is linearly dependent.
  CRUMPLE_INLINE bool extend(const Vec3& vector) {
    Vec3 rest = vector;
    for (const Vec3& unit : *this) rest -= dot(rest, unit) * unit;
    if (norm(rest) < 1e-6 * norm(vector) || count == 3) return false;
    direction[count++] = normalized(rest);
    return true;
  }
};

}  // namespace crumple
