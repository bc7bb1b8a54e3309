// Which nodes are behind a rigid wall that should hold them: counted when energies are written, not in every step.
#pragma once

#include <vector>

#include "comm/world.hpp"
#include "physics/contact/penetration_counts.hpp"
#include "physics/walls/rigid_walls.hpp"

namespace crumple {

/// How far behind a rigid wall a node may be without being counted: 1e-4 of the model's diagonal at t = 0, so
/// about half a sheet's thickness on a car [length]. Collective.
double wall_tolerance(const World& world, const Model& model);

/// [wall] nodes behind it at t(n), when its own state is that of t(n+1), too deep if deeper than `tolerance`. Complete
/// on root. Collective.
std::vector<PenetrationCount> count_behind_walls(const RigidWalls& walls, const StepState& s, double tolerance);

}  // namespace crumple
