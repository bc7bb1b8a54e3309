// What the decomposition gave to each rank: counts for the quality report. Called by program.cpp after the last step.
#pragma once

#include <vector>

#include "comm/world.hpp"
#include "io/run_info.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

/// By rank on root, empty elsewhere. `weights` are root's (Distribution::weights), `contacts` this rank's. Collective.
std::vector<RankLoad> gather_rank_loads(const World& world, const Domain& domain, std::vector<RankLoad> weights,
                                        const std::vector<ContactLoad>& contacts);

}  // namespace crumple
