// Pairs of welded nodes as rigid bodies, a pack of pairs at a time. Called through StepKernels. The arithmetic stands
// in rigid_motion.hpp; physics/joints/spot_welds.hpp does the same for larger clusters one by one.
#pragma once

#include <cstring>

#include "kernels/simd/rows.hpp"
#include "kernels/step/interface.hpp"
#include "kernels/step/rigid_motion.hpp"

namespace crumple::kernels {

template <class P>
CRUMPLE_INLINE P gather_column(const double* column, const std::int32_t* node) {
  Index<P> index;
  std::memcpy(index.lane, node, sizeof index.lane);
  return gather(column, index);
}

/// rows[node] = v in the lanes where the mask is set.
template <class P>
CRUMPLE_INLINE void put_rows(double* rows, const std::int32_t* node, const Vec3<P>& v, int mask) {
  alignas(64) double x[P::size()], y[P::size()], z[P::size()];
  store(x, v.x);
  store(y, v.y);
  store(z, v.z);
  for (std::size_t lane = 0; lane < P::size(); ++lane) {
    if (!(mask >> lane & 1)) continue;
    double* row = rows + 4 * std::ptrdiff_t(node[lane]);
    row[0] = x[lane];
    row[1] = y[lane];
    row[2] = z[lane];
  }
}

/// A pack of pairs.
template <class P>
struct PackOfPairs {
  const std::int32_t* node[2];
  P from_first;
  int lanes;  ///< bits of those that count
};

/// The half turn of free pairs: the first step of the iteration, from no turn, is that of the compliance alone.
template <class P>
CRUMPLE_INLINE Vec3<P> free_half_turn(const RigidSums<P>& sums, double dt) {
  const TurnEquation<P> equation(sums, dt);
  const P size = sqrt(dot(equation.target, equation.target));
  const Vec3<P> start =
      select(size > P(1e-15) * size, equation.compliance * equation.target, Vec3<P>{P(0), P(0), P(0)});
  return equation.solve(start, 19, [](Vec3<P>&) CRUMPLE_LAMBDA_INLINE {});
}

template <class P>
CRUMPLE_INLINE LinkForce<P> advance_pack(const PackOfPairs<P>& pairs, const WeldStep& step) {
  const auto& node = pairs.node;
  P m[2], j[2];
  Vec3<P> x[2], v[2], r[2];
  for (int k = 0; k < 2; ++k) {
    m[k] = gather_column<P>(step.mass, node[k]);
    j[k] = gather_column<P>(step.inertia, node[k]);
    x[k] = gather_rows<P>(step.position, node[k]);
    v[k] = gather_rows<P>(step.velocity, node[k]);
  }
  const P mass = m[0] + m[1], per_mass = select(mass > P(0), P(1) / mass, P(0));
  RigidSums<P> sums;
  sums.center = x[0] + per_mass * (m[1] * (x[1] - x[0]));
  sums.velocity = per_mass * (m[0] * v[0] + m[1] * v[1]);
  for (int k = 0; k < 2; ++k) {
    r[k] = x[k] - sums.center;
    sums.add(m[k], j[k], r[k], v[k], gather_rows<P>(step.angular_velocity, node[k]));
  }
  const RigidStep<P> motion(sums.velocity, free_half_turn(sums, step.dt), step.dt);

  const P per_time(1 / step.dt_mid);
  const int moved = pairs.lanes & isa::bits(mass > P(0));
  Vec3<P> force[2];
  for (int k = 0; k < 2; ++k) {
    const Vec3<P> next = motion.velocity_at(r[k]);
    force[k] = per_time * (m[k] * (next - v[k]));
    put_rows(step.velocity, node[k], next, moved);
    put_rows(step.angular_velocity, node[k], motion.angular_velocity(), moved & isa::bits(j[k] > P(0)));
  }
  return force_in_link(pairs.from_first * (x[1] - x[0]), select(pairs.from_first > P(0), force[1], force[0]));
}

CRUMPLE_DEVICE inline void advance_weld_pairs(const WeldPairs& pairs, const WeldStep& step, std::size_t first_block,
                                              std::size_t last_block) {
  using P = Pack<double>;
  constexpr int width = lanes_of<P>;
  for (std::size_t b = first_block; b < last_block; ++b)
    for (int lane = 0; lane < weld_lanes; lane += width) {
      const std::size_t at = b * weld_lanes + lane;
      if (at >= pairs.count) break;
      const std::size_t left = pairs.count - at;
      const PackOfPairs<P> pack{
          {pairs.nodes + 2 * b * weld_lanes + lane, pairs.nodes + (2 * b + 1) * weld_lanes + lane},
          P(pairs.from_first + at, Kokkos::Experimental::simd_flag_default),
          left >= std::size_t(width) ? (1 << width) - 1 : (1 << left) - 1};
      const LinkForce<P> force = advance_pack(pack, step);
      force.normal.copy_to(pairs.normal_force + at, Kokkos::Experimental::simd_flag_default);
      force.shear.copy_to(pairs.shear_force + at, Kokkos::Experimental::simd_flag_default);
    }
}

}  // namespace crumple::kernels
