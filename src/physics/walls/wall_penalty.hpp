// Springs that keep the nodes of rigid bodies out of rigid walls (RWPNAL of *CONTROL_CONTACT): such a node cannot be
// stopped by itself. Called with the forces of a step; their work is accounted by apply_walls.
#pragma once

#include "physics/walls/rigid_walls.hpp"

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
    impulse += other.impulse, energy += other.energy, work += other.work;
    return *this;
  }
};

/// RWPNAL m / (2 dt_first)^2 times the depth, so that the body's stable step is at least 4 / sqrt(RWPNAL) dt_first;
/// Coulomb friction. Call in every step.
void add_wall_penalty(const RigidWalls& walls, const Domain& domain, const Clock& clock, WallState& state,
                      NodeState& nodes);

/// Adds impulse and work of the springs around t(n) to `sum`.
void account_wall_penalty(const WallSurface& surface, const Domain& domain, const Clock& clock,
                          const PreviousVelocity& before, const NodeState& nodes, WallState::Wall& state,
                          WallAction& sum);

}  // namespace crumple
