// `crumple plan i=DECK p=PFILE ranks=16,192,...`: predicts work, memory and messages of runs on that many ranks without
// running them; with r=DUMP in place of i=, of restarts. One process creates the ranks as a run does (RankState, on the
// worlds of comm/planned_ranks.hpp) and describes each as a run does at its end.
#pragma once

#include "app/options.hpp"
#include "comm/world.hpp"

namespace crumple {

/// Writes plan-N.json and plan-N.csv for each N of options.plan_ranks, and tables to the terminal; of implicit analysis
/// what its factors need (implicit_plan.hpp). Errors: those of the
/// deck or the dump, and of the pfile; more than one process; fewer elements than ranks.
void plan_runs(const World& world, const Options& options);

}  // namespace crumple
