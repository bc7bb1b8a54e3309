// The loops over the forces of pairs (pair_forces.cpp, frequency_bounds.cpp). Only the device knows how many there are:
// each of some thousand threads takes the next ones.
#pragma once

#include <cmath>

#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_views.hpp"
#include "physics/contact/pair_force.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

/// Exactly one of the ranks that evaluate a pair counts it.
CRUMPLE_INLINE bool counts(const PairForce& pair, Index n_local, const std::uint8_t* owned) {
  return pair.node[0] < n_local && owned[pair.node[0]];
}

/// The forces on the first sides of pairs.
struct ForceOnFirst {
  RoundedVec3 sum;
  CRUMPLE_DEVICE ForceOnFirst& operator+=(const ForceOnFirst& other) {
    sum += other.sum;
    return *this;
  }
};
/// Adds forces to the nodes of this rank.
struct AddPairForces {
  static constexpr const char* name = "contact scatter";
  using Sums = ForceOnFirst;
  ForcesAt forces;
  Index n_local;
  const std::uint8_t* owned;  ///< [local node]
  SumsAt to;
  Quantum quantum;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    forces.for_thread(i, [&](const PairForce& pair) { add(pair, sums); });
  }
  CRUMPLE_INLINE void add(const PairForce& pair, Sums& sums) const {
    const RoundedVec3 force = rounded(pair.force, quantum);
    share_among(pair, pair.first(), force, quantum, [&](int k, const RoundedVec3& part) {
      if (pair.node[k] < n_local) to.add(pair.node[k], part);
    });
    share_among(pair, pair.second(), force, quantum, [&](int k, const RoundedVec3& part) {
      if (pair.node[k] < n_local) to.add(pair.node[k], -part);
    });
    if (counts(pair, n_local, owned)) sums.sum += force;
  }
};

/// Work absorbed over half a step of `dt` at the current velocities.
struct PairWork {
  static constexpr const char* name = "contact energy";
  using Sums = SlidingWork;
  ForcesAt forces;
  ContactNodesAt nodes;
  const std::uint8_t* owned;
  FirstSide side;
  double dt;
  Quantum quantum;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    forces.for_thread(i, [&](const PairForce& pair) { add(pair, sums); });
  }
  CRUMPLE_INLINE void add(const PairForce& pair, Sums& sums) const {
    if (!counts(pair, nodes.n_local, owned)) return;
    Vec3 first;  // velocity of the first side at the contact point
    for (int k = 0; k < pair.n_first; ++k) first += pair.weight[k] * nodes.velocity(pair.node[k]);
    Vec3 relative = first;
    for (int k = pair.n_first; k < pair.n; ++k)
      if (pair.weight[k] != 0) relative -= pair.weight[k] * nodes.velocity(pair.node[k]);
    SlidingEnergy work;
    work.total = work.of_a = -0.5 * dt * dot(pair.force, relative);
    work.friction = -0.5 * dt * dot(pair.friction, relative);
    if (side != FirstSide::both) {
      const double of_first = -0.5 * dt * dot(pair.force, first);
      work.of_a = side == FirstSide::a ? of_first : work.total - of_first;
    }
    sums.add(work, quantum);
  }
};

/// Adds the frequencies of pairs to their nodes (frequency_bounds.hpp).
struct AddFrequencyBounds {
  static constexpr const char* name = "contact frequency bounds";
  ForcesAt forces;
  ContactNodesAt nodes;
  double* bounds;  ///< [local node] [1/time^2]
  bool by_many;    ///< threads
  Quantum quantum;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    forces.for_thread(i, [&](const PairForce& pair) { add(pair); });
  }
  CRUMPLE_INLINE void add(const PairForce& pair) const {
    if (!(pair.stiffness > 0)) return;
    for (int k = 0; k < pair.n; ++k) {
      const Index node = pair.node[k];
      if (node >= nodes.n_local || pair.weight[k] == 0) continue;
      const double share = quantum.round(2 * pair.stiffness * std::fabs(pair.weight[k]) / nodes.effective_mass(node));
      if (by_many) kernels::add_atomically(bounds[node], share);
      else bounds[node] += share;
    }
  }
};

/// Empties a list of forces.
struct DropForces {
  static constexpr const char* name = "contact forces dropped";
  std::int32_t* n;
  CRUMPLE_INLINE void operator()(std::size_t) const { *n = 0; }
};

using PairForceLoops = kernels::Loops<AddPairForces, PairWork, AddFrequencyBounds, DropForces>;

}  // namespace crumple
