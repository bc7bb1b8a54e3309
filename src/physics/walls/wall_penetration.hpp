// Counts the nodes behind rigid walls: when energies are written, not in every step.
#pragma once

#include <vector>

#include "comm/world.hpp"
#include "physics/contact/penetration_counts.hpp"
#include "physics/walls/rigid_walls.hpp"

namespace crumple {

/// The depth behind a rigid wall above which a node is counted: 1e-4 of the model's diagonal at t = 0, about half a
/// sheet's thickness for a car [length]. Collective.
double wall_tolerance(const World& world, const Model& model);

/// [wall] Counts of nodes behind it at t(n), while its state is that of t(n+1); too deep if deeper than `tolerance`.
/// Complete on root. Collective.
std::vector<PenetrationCount> count_behind_walls(const RigidWalls& walls, const StepState& s, double tolerance);

}  // namespace crumple
