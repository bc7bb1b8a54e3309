// Vectors whose sums over nodes are exact (base/exact_sum.hpp). For elements, joints and ties.
#pragma once

#include "base/exact_sum.hpp"
#include "base/vec3.hpp"

namespace crumple {

inline Vec3 rounded(const Vec3& v, const Quantum& quantum) {
  return {quantum.round(v.x), quantum.round(v.y), quantum.round(v.z)};
}

}  // namespace crumple
