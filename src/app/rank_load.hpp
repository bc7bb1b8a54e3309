// What the decomposition gave to each rank: counts for the quality report. Called by program.cpp after the last step.
#pragma once

#include <vector>

#include "comm/world.hpp"
#include "io/run_result.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

struct ContactResult;  // io/contact_result.hpp

/// By rank on root, empty elsewhere. `weights` are root's (Distribution::weights). Collective.
std::vector<RankLoad> gather_rank_loads(const World& world, const Domain& domain, std::vector<RankLoad> weights);

/// Fills in `loads_of_ranks` on root. Collective.
void gather_contact_loads(const World& world, ContactResult& contacts);

}  // namespace crumple
