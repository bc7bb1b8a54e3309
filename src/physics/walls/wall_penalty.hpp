// Springs that keep the nodes of rigid bodies out of a rigid wall (RWPNAL of *CONTROL_CONTACT): such a node cannot be
// stopped by itself. Used by rigid_walls.
#pragma once

#include <vector>

#include "physics/state/feature.hpp"
#include "physics/walls/wall_surface.hpp"

namespace crumple {

/// What one wall does to this rank's nodes in a step; each contribution is rounded, so threads may add in any order.
struct WallAction {
  Vec3 impulse;       ///< on the nodes [force time]
  double energy = 0;  ///< taken from the nodes [energy]
  double work = 0;    ///< of a prescribed motion on the nodes [energy]
  void add_impulse(const Vec3& on_node, const Vec3& drift, const Quanta& quanta) {
    for (int c = 0; c < 3; ++c) impulse[c] += quanta.momentum.round(on_node[c]);
    work += quanta.energy.round(dot(on_node, drift));
  }
  WallAction& operator+=(const WallAction& other) {
    impulse += other.impulse;
    energy += other.energy;
    work += other.work;
    return *this;
  }
};

/// The springs of one wall.
struct WallSprings {
  struct Pushed {
    Index node;
    Vec3 force;  ///< [force]
  };
  std::vector<Index> nodes;     ///< nodes of rigid bodies that it holds
  std::vector<Pushed> pushed;   ///< those behind the wall at t(n), in their order
  double energy_ahead = 0;      ///< of the springs after t(n) [energy]
};

/// Pushes the nodes behind the surface, or none where there is no surface at present: RWPNAL m / (2 dt_first)^2 times
/// the depth, so that the body's stable step is at least 4 / sqrt(RWPNAL) dt_first; Coulomb friction. Call in every
/// step.
void push_nodes(WallSprings& springs, const WallSurface* surface, StepState& s);

/// Adds impulse and work of the springs around t(n) to `sum`.
void account_springs(WallSprings& springs, const WallSurface& surface, const StepState& s, WallAction& sum);

}  // namespace crumple
