// The central difference scheme at the nodes (Belytschko, Liu, Moran 2000, box 6.1).
#pragma once

#include "physics/state/domain.hpp"
#include "physics/state/half_steps.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// v += dt_mid f/m and w += dt_mid M/J for every node; massless nodes keep their velocity. In the same pass over memory
/// force and moment become 0 for the sums of the next step. The arrays of `before` are filled and change places with
/// the state's, so pointers into the velocities do not outlive a kick. False if some force is not a number or too large
/// for its exact sum; such a node is left as it was, and `find_bad_node` tells which it is.
bool kick(NodeState& state, const Clock& clock, const Quanta& quanta, PreviousVelocity& before);

/// x += dt v.
void drift(NodeState& state, const Clock& clock);

/// Sets force and moment to 0, for sums outside of a step.
void clear_forces(NodeState& state);

/// The first local node whose force or moment is not usable; none if there is none.
Index find_bad_node(const NodeState& state, const Quanta& quanta);

}  // namespace crumple
