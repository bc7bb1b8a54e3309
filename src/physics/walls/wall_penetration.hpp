// Which nodes are behind a rigid wall that should hold them: counted when energies are written, not in every step.
#pragma once

#include <vector>

#include "comm/world.hpp"
#include "physics/contact/penetration_counts.hpp"
#include "physics/walls/rigid_walls.hpp"

namespace crumple {

/// The walls and the nodes before them.
struct WallsAndNodes {
  const Domain& domain;
  const RigidWalls& walls;
  const WallState& state;  ///< of t(n+1)
  const NodeState& nodes;  ///< at t(n)
  const Clock& clock;
};

/// How far behind a rigid wall a node may be without being counted: 1e-4 of the model's diagonal at t = 0, so
/// about half a sheet's thickness on a car [length]. Collective.
double wall_tolerance(const World& world, const Model& model);

/// [wall] nodes behind it at t(n), too deep if deeper than `tolerance`. Complete on root. Collective.
std::vector<PenetrationCount> count_behind_walls(const World& world, const WallsAndNodes& walls, double tolerance);

}  // namespace crumple
