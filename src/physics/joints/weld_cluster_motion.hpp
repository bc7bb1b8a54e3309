// The motion of a general cluster of welded nodes in a step: with any number of nodes, and with fixed or prescribed
// nodes. Called by advance_spot_welds.
#pragma once

#include "physics/joints/weld_state.hpp"

namespace crumple {

/// Work of fixed and prescribed nodes on the rest of their cluster, split at t(n) [energy].
struct WeldTieWork {
  double before = 0, after = 0;
};

/// The welds and nodes to update.
struct WeldsAndNodes {
  WeldState& state;
  NodeState& nodes;
};

/// Sets the velocities of a cluster's nodes to its rigid motion, and stores the constraint forces.
WeldTieWork advance_cluster(const WeldCluster& cluster, const Model& model, const Clock& clock,
                            const PreviousVelocity& before, WeldsAndNodes& welds);

/// Sets normal and shear force of a link from the constraint forces on one side of it.
void set_link_force(const WeldLink& link, const NodeState& nodes, WeldState& state);

}  // namespace crumple
