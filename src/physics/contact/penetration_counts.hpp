// Counts of nodes that are deeper than they should be: put together from several nodes, ranks and times, always in the
// same order. Called by the counts for contacts (penetration.hpp) and for rigid walls (walls/wall_penetration.hpp).
#pragma once

#include <vector>

#include "comm/world.hpp"
#include "physics/contact/contact_results.hpp"

namespace crumple {

/// Keeps in `to` the deeper node of the two: by share, then by depth; the smaller id of two equal ones.
void keep_deepest(const PenetrationCount& from, PenetrationCount& to);

/// Adds the nodes of `from`, of the same contact or wall, to `to`.
void merge(const PenetrationCount& from, PenetrationCount& to);

/// Each rank's counts, one after the other, merged on root. Collective.
void gather_counts(const World& world, std::vector<PenetrationCount>& counts);

/// Adds the counts of time [time] to those of the run. On root.
void note(const PenetrationCounts& counts, double time, PenetrationRecords& records);

}  // namespace crumple
