// Which nodes a wall meets: the search through all nodes, a pack at a time; few are found. Called through StepKernels;
// the rules are those of physics/conditions/wall_surface.hpp.
#pragma once

#include <algorithm>

#include "kernels/simd/rows.hpp"
#include "kernels/step/interface.hpp"

namespace crumple::kernels {

/// Writes the nodes for which test(nodes of a pack) is true; returns how many.
template <class P, class Test>
CRUMPLE_INLINE std::size_t find_nodes(const std::int32_t* nodes, std::size_t first, std::size_t last,
                                      std::int32_t* found, Test&& test) {
  constexpr std::size_t width = P::size();
  std::size_t n_found = 0;
  for (std::size_t i = first; i < last; i += width) {
    const std::size_t count = std::min(width, last - i);
    std::int32_t node[width];
    for (std::size_t lane = 0; lane < width; ++lane) node[lane] = nodes[i + (lane < count ? lane : 0)];
    const auto bits = unsigned(isa::bits(test(node)));
    for (std::size_t lane = 0; bits && lane < count; ++lane)
      if (bits >> lane & 1) found[n_found++] = node[lane];
  }
  return n_found;
}

CRUMPLE_DEVICE inline std::size_t find_crossing(const WallPlane& plane, const double* position, const double* velocity,
                                                double dt, const std::int32_t* nodes, std::size_t first,
                                                std::size_t last, std::int32_t* crossing) {
  using P = Pack<double>;
  const Vec3<P> normal{P(plane.normal[0]), P(plane.normal[1]), P(plane.normal[2])};
  return find_nodes<P>(nodes, first, last, crossing, [&](const std::int32_t* node) CRUMPLE_LAMBDA_INLINE {
    const P gap = dot(gather_rows<P>(position, node), normal) - P(plane.offset);
    const P approach = P(dt) * (P(plane.velocity) - dot(gather_rows<P>(velocity, node), normal));
    return approach > max(gap, P(0));
  });
}

CRUMPLE_DEVICE inline std::size_t find_behind(const WallPlane& plane, const double* position, const std::int32_t* nodes,
                                              std::size_t first, std::size_t last, std::int32_t* behind) {
  using P = Pack<double>;
  const Vec3<P> normal{P(plane.normal[0]), P(plane.normal[1]), P(plane.normal[2])};
  return find_nodes<P>(nodes, first, last, behind, [&](const std::int32_t* node) CRUMPLE_LAMBDA_INLINE {
    return dot(gather_rows<P>(position, node), normal) < P(plane.offset);
  });
}

CRUMPLE_DEVICE inline std::size_t find_inside(const WallBody& body, const double* position, const double* velocity,
                                              double dt, const std::int32_t* nodes, std::size_t first, std::size_t last,
                                              std::int32_t* inside) {
  using P = Pack<double>;
  const auto vector = [](const double* v) { return Vec3<P>{P(v[0]), P(v[1]), P(v[2])}; };
  const Vec3<P> centre = vector(body.centre), drift = vector(body.velocity);
  const Vec3<P> axis[3] = {vector(body.axis[0]), vector(body.axis[1]), vector(body.axis[2])};
  const P round[3] = {P(body.n_round > 0 ? 1 : 0), P(body.n_round > 1 ? 1 : 0), P(body.n_round > 2 ? 1 : 0)};
  const P radius_squared(body.radius * body.radius);
  return find_nodes<P>(nodes, first, last, inside, [&](const std::int32_t* node) CRUMPLE_LAMBDA_INLINE {
    const Vec3<P> r = (gather_rows<P>(position, node) - centre) + P(dt) * (gather_rows<P>(velocity, node) - drift);
    P around(0), beyond(-1);  // the latter: of the flat sides, that one which the node is furthest in front of
    for (int k = 0; k < 3; ++k) {
      const P along = dot(r, axis[k]);
      around = around + round[k] * (along * along);
      beyond = max(abs(along) - P(body.half[k]), beyond);
    }
    return around < radius_squared && beyond < P(0);
  });
}

}  // namespace crumple::kernels
