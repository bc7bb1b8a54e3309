// The characteristic lengths of shells by ISDO of *CONTROL_TIMESTEP, beside that of the kernels: area / longest side
// (of a triangle twice the area) with the plate wave speed. Source: LS-DYNA theory manual, chapter "Time step control".
#pragma once

#include <algorithm>
#include <cmath>

#include "base/vec3.hpp"
#include "kernels/simd/inline.hpp"

namespace crumple {

/// The stable step by ISDO = `rule` over that of the kernels.
///   1: area / longest diagonal; of a triangle as 0, by its longest side
///   2: the larger of area / longest side (of a triangle twice the area) and the shortest side, with the wave speed of
///      a bar, sqrt(E / rho)
/// `x`: corners, of a triangle the last twice.
CRUMPLE_INLINE double step_over_usual(int rule, const Vec3* x, bool is_triangle, double poisson) {
  double longest = 0, shortest = 1e300;
  for (int k = 0; k < (is_triangle ? 3 : 4); ++k) {
    const int next = is_triangle ? (k + 1) % 3 : (k + 1) % 4;
    const double side = norm(x[next] - x[k]);
    longest = std::max(longest, side);
    shortest = std::min(shortest, side);
  }
  const Vec3 one = x[2] - x[0], other = x[3] - x[1];
  if (rule == 1) return is_triangle ? 1 : longest / std::max(norm(one), norm(other));
  if (rule != 2) return 1;
  const double area = (is_triangle ? 1 : 0.5) * norm(cross(one, other));
  return std::max(1.0, area > 0 ? shortest * longest / area : 1.0) / std::sqrt(1 - poisson * poisson);
}

}  // namespace crumple
