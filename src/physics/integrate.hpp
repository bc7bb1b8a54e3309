// The central difference scheme at the nodes (Belytschko, Liu, Moran 2000, box 6.1).
#pragma once

#include "physics/domain.hpp"
#include "physics/state.hpp"

namespace crumple {

/// v += dt_mid f/m and w += dt_mid M/J for every node; massless nodes keep their velocity. False if some force is not a
/// number or too large for its exact sum; `find_bad_node` then tells which.
bool kick(NodeState& state, const Clock& clock, const Quanta& quanta);

/// x += dt v.
void drift(NodeState& state, const Clock& clock);

/// Sets force and moment to 0.
void clear_forces(NodeState& state);

/// The first local node whose force or moment is not usable; none if there is none.
Index find_bad_node(const NodeState& state, const Quanta& quanta);

}  // namespace crumple
