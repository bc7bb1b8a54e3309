// The load of each rank by the decomposition: counts, and the messages of a step. For the quality report of a run
// (called by the simulation after its last step, gathered by program.cpp) and for plans.
#pragma once

#include <vector>

#include "comm/world.hpp"
#include "io/run_result.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

struct ContactResult;  // io/contact_result.hpp

/// Of this rank, without weights; copies of contact nodes and faces are those of the last search.
RankLoad describe_rank(const Domain& domain, const FeatureList& features);

/// Adds the costs (Distribution::weights).
void take_weights(const RankLoad& weights, RankLoad& load);

/// By rank on root, empty elsewhere. `weights`: on root. Collective.
std::vector<RankLoad> gather_rank_loads(const World& world, RankLoad mine, const std::vector<RankLoad>& weights);

/// Fills in `loads_of_ranks` on root. Collective.
void gather_contact_loads(const World& world, ContactResult& contacts);

}  // namespace crumple
