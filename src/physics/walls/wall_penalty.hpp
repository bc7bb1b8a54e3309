// Penalty springs of a rigid wall (RWPNAL of *CONTROL_CONTACT): for nodes of rigid bodies, which cannot be stopped one
// by one, or for all nodes. Used by rigid_walls.
#pragma once

#include <span>
#include <vector>

#include "base/loops.hpp"
#include "physics/state/feature.hpp"
#include "physics/walls/wall_surface.hpp"

namespace crumple {

/// The springs of one wall.
struct WallSprings {
  kernels::RunVector<Index> nodes;  ///< that the wall stops by springs
  std::span<const PushedNode> pushed;  ///< of them, those behind the wall at t(n), in the same order
  WallSurface surface;                 ///< that pushes them
  FoundRoom<PushedNode> room;          ///< storage of `pushed`
  kernels::RunVector<PushedNode> all;  ///< the same on a device: of all nodes
};

/// [node] The mass m of push_nodes if it is not the node's own, otherwise 0 [mass]. Tied nodes: the mass moved to their
/// faces. Nodes of rigid bodies without mass, or in a body with given inertia: the effective mass
/// (RigidBodies::effective_mass), divided by the number of such nodes of the body. Collective.
kernels::RunVector<double> spring_masses(const StepState& s, const Column& effective_mass);

/// Pushes the nodes behind the surface; none if the wall is not active: RWPNAL m / (2 dt_first)^2 times the depth, with
/// Coulomb friction. The squared frequency of a body is at most the sum of stiffness over effective mass of its nodes,
/// so the stable step is at least 4 / sqrt(RWPNAL) dt_first, with massless nodes 2.8 / sqrt(RWPNAL) dt_first. `masses`:
/// spring_masses. Called in every step.
void push_nodes(WallSprings& springs, const WallSurface* surface, const kernels::RunVector<double>& masses,
                StepState& s);

/// The loop over pushed nodes that sums impulse and work of the springs around t(n), once velocities are final.
SpringAction work_of_springs(const WallSprings& springs, const StepState& s);

}  // namespace crumple
