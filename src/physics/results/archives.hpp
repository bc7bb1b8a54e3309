// Archives the history of nodes and elements. Called by the simulation.
#pragma once

#include "physics/elements/elements.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple {

/// Position, velocities and live elements. Collective.
void archive_nodes(StateArchive& a, const Domain& domain, NodeState& nodes);
/// All families, and the deleted elements. Collective.
void archive_elements(StateArchive& a, const Domain& domain, Elements& elements);

}  // namespace crumple
