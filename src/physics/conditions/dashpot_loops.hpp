// The loops of dashpots between nodes and the ground (non_reflecting.cpp).
#pragma once

#include "physics/conditions/resistance.hpp"

namespace crumple {

/// The resistance at the velocity in the middle of the step, which it changes itself.
struct AddDashpots {
  static constexpr const char* name = "non-reflecting boundary";
  const Dashpot* dashpots;
  NodalResistance resistance;
  RowsAt velocity, force;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const auto& [node, c] = dashpots[i];
    const double mass = resistance.mass[node], dt = resistance.dt;
    if (!(mass > 0)) return;
    // Without dashpots the velocity would change by dt f / m and be `middle` on the way.
    const Vec3 middle = velocity[node] + (0.5 * dt / mass) * force[node];
    const Vec3 inert = resistance.impulse_on_mass(node, {1, 1, 1});
    Mat3 all;
    for (int k = 0; k < 3; ++k) {
      all.row[std::size_t(k)] = 0.5 * dt * c.row[std::size_t(k)];
      all(k, k) += inert[k];
    }
    force.add(node, -mass * solve(all, c * middle));
  }
  /// x of a x = b by Cramer's rule; `a` symmetric and positive definite.
  CRUMPLE_INLINE static Vec3 solve(const Mat3& a, const Vec3& b) {
    const Vec3 &p = a.row[0], &q = a.row[1], &r = a.row[2];
    const Vec3 qr = cross(q, r), rp = cross(r, p), pq = cross(p, q);
    return 1 / dot(p, qr) * Vec3{dot(b, qr), dot(b, rp), dot(b, pq)};
  }
};
struct DashpotWork {
  static constexpr const char* name = "work of non-reflecting boundary";
  using Sums = WorkSums;
  const Dashpot* dashpots;
  const std::uint8_t* owned;
  const double* mass;
  WorkRows work;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    const auto& [node, c] = dashpots[i];
    if (owned[node] && mass[node] > 0) work.add(-0.5 * (c * (work.before[node] + work.now[node])), node, sums);
  }
};

using DashpotLoops = kernels::Loops<AddDashpots, DashpotWork>;

}  // namespace crumple
