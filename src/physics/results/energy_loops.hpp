// The loops over nodes for energies and momenta at outputs (energy.cpp).
#pragma once

#include <cstdint>

#include "physics/state/loop_data.hpp"

namespace crumple {

/// The velocity between the half steps.
struct InterpolateVelocity {
  static constexpr const char* name = "velocities at t(n)";
  RowsAt before, after, to;
  double share_of_after;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const Index node = Index(i);
    to.set(node, (1 - share_of_after) * before[node] + share_of_after * after[node]);
  }
};

/// Kinetic energy of nodes; of those without live elements.
struct KineticSums {
  StepSum all, free;
  CRUMPLE_DEVICE KineticSums& operator+=(const KineticSums& other) {
    all += other.all;
    free += other.free;
    return *this;
  }
};
struct SumKineticEnergy {
  static constexpr const char* name = "kinetic energy";
  using Sums = KineticSums;
  RowsAt velocity, angular_velocity;
  const double *mass, *inertia, *live;  ///< [node]
  const std::uint8_t *owned, *left_out;  ///< [node]; `left_out` may be null
  Quantum quantum;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    if (!owned[i] || (left_out && left_out[i])) return;
    const Vec3 v = velocity[Index(i)], w = angular_velocity[Index(i)];
    const double energy = 0.5 * (mass[i] * dot(v, v) + inertia[i] * dot(w, w));
    sums.all.add(energy, quantum);
    if (live[i] == 0) sums.free.add(energy, quantum);
  }
};

/// Mass, in multiples of Quanta::body_mass, and momentum.
struct MomentumSums {
  double mass = 0;
  StepSum momentum[3];
  CRUMPLE_DEVICE MomentumSums& operator+=(const MomentumSums& other) {
    mass += other.mass;
    for (int c = 0; c < 3; ++c) momentum[c] += other.momentum[c];
    return *this;
  }
};
struct SumMomentumOfNodes {
  static constexpr const char* name = "momentum";
  using Sums = MomentumSums;
  RowsAt velocity;
  const double* mass;
  const std::uint8_t* owned;
  Quantum of_mass, of_momentum;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    if (!owned[i]) return;
    sums.mass += of_mass.round(mass[i]);
    const Vec3 v = velocity[Index(i)];
    for (int c = 0; c < 3; ++c) sums.momentum[c].add(mass[i] * v[c], of_momentum);
  }
};

using EnergyLoops = kernels::Loops<InterpolateVelocity, SumKineticEnergy, SumMomentumOfNodes>;

}  // namespace crumple
