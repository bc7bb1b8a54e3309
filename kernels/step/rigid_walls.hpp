// Which nodes a wall meets: the search through all nodes, a pack at a time; few are found. Called through StepKernels;
// the rule is that of physics/rigid_walls.hpp.
#pragma once

#include <algorithm>

#include "kernels/simd/rows.hpp"
#include "kernels/step/interface.hpp"

namespace crumple::kernels {

inline std::size_t find_crossing(const WallPlane& plane, const double* position, const double* velocity, double dt,
                                 const std::int32_t* nodes, std::size_t first, std::size_t last,
                                 std::int32_t* crossing) {
  using P = Pack<double>;
  constexpr std::size_t width = P::size();
  const Vec3<P> normal{P(plane.normal[0]), P(plane.normal[1]), P(plane.normal[2])};
  std::size_t n_found = 0;
  for (std::size_t i = first; i < last; i += width) {
    const std::size_t count = std::min(width, last - i);
    std::int32_t node[width];
    for (std::size_t lane = 0; lane < width; ++lane) node[lane] = nodes[i + (lane < count ? lane : 0)];
    const P gap = dot(gather_rows<P>(position, node), normal) - P(plane.offset);
    const P approach = P(dt) * (P(plane.velocity) - dot(gather_rows<P>(velocity, node), normal));
    for (unsigned found = unsigned(isa::bits(approach > max(gap, P(0)))) & ((1u << count) - 1); found;
         found &= found - 1)
      crossing[n_found++] = node[__builtin_ctz(found)];
  }
  return n_found;
}

}  // namespace crumple::kernels
