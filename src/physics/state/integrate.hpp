// The central difference scheme at the nodes (Belytschko, Liu, Moran 2000, box 6.1).
#pragma once

#include <functional>

#include "physics/state/feature.hpp"

namespace crumple {

/// Whether the sums of forces were in the range of their quanta.
enum class SumRange {
  within,
  near_its_end,  ///< exact, but some within a factor of 64 of the range
  left,          ///< some force is not a number or too large for an exact sum
};

/// v += dt_mid f/m and w += dt_mid M/J for every node; massless nodes keep their velocity. In the same loop the old
/// velocities are written to `s.before`, and force and moment are set to 0 for the next step. A node whose sum is out
/// of range keeps its velocity; `find_bad_node` returns it. `use` is called with the range and the quanta of the
/// sums, once the device has been waited for.
void kick(StepState& s, const std::function<void(SumRange, const Quanta&)>& use);

/// x += dt v.
void drift(StepState& s);

/// Sets force and moment to 0, for sums outside of a step.
void clear_forces(NodeState& state);

/// The first local node whose force or moment is out of range; none if there is none.
Index find_bad_node(const NodeState& state, const Quanta& quanta);

}  // namespace crumple
