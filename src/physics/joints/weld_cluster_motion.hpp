// How a cluster of welded nodes that is no free pair moves in a step: with any number of nodes, and with nodes that are
// fixed or prescribed. Called by advance_spot_welds.
#pragma once

#include "physics/joints/weld_state.hpp"

namespace crumple {

/// Work of fixed and prescribed nodes on the rest of their cluster, split at t(n) [energy].
struct WeldTieWork {
  double before = 0, after = 0;
};

/// What moves.
struct WeldsAndNodes {
  WeldState& state;
  NodeState& nodes;
};

/// Gives the nodes of a cluster the velocities of its rigid motion, and notes the constraint forces.
WeldTieWork advance_cluster(const WeldCluster& cluster, const Model& model, const Clock& clock,
                            const PreviousVelocity& before, WeldsAndNodes& welds);

/// Sets normal and shear force of a link from the constraint forces on one side of it.
void set_link_force(const WeldLink& link, const NodeState& nodes, WeldState& state);

}  // namespace crumple
