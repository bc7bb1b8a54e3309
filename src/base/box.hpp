// An axis-aligned box.
#pragma once

#include <algorithm>

#include "base/vec3.hpp"
#include "kernels/marks.hpp"

namespace crumple {

struct Box {
  Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};  ///< initially empty

  CRUMPLE_DEVICE void include(const Vec3& p) {
    for (int c = 0; c < 3; ++c) {
      low[c] = std::min(low[c], p[c]);
      high[c] = std::max(high[c], p[c]);
    }
  }
  CRUMPLE_DEVICE void include(const Box& b) {
    include(b.low);
    include(b.high);
  }
  CRUMPLE_DEVICE Vec3 size() const { return high - low; }
  /// The longest side.
  double longest() const { return std::max({high.x - low.x, high.y - low.y, high.z - low.z}); }
  CRUMPLE_DEVICE Box padded(double by) const { return {low - Vec3{by, by, by}, high + Vec3{by, by, by}}; }
  CRUMPLE_DEVICE bool meets(const Box& b) const {
    for (int c = 0; c < 3; ++c)
      if (low[c] > b.high[c] || b.low[c] > high[c]) return false;
    return true;
  }
  CRUMPLE_DEVICE bool contains(const Vec3& p) const {
    return (p.x >= low.x) & (p.x <= high.x) & (p.y >= low.y) & (p.y <= high.y) & (p.z >= low.z) &
           (p.z <= high.z);  // one branch for all six comparisons
  }
};

/// The bounding box of a range of points.
template <class Points> CRUMPLE_DEVICE Box box_of(const Points& points) {
  Box box;
  for (const Vec3& p : points) box.include(p);
  return box;
}

}  // namespace crumple
