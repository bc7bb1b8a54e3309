// `crumple plan i=DECK p=PFILE ranks=16,192,...`: what runs on so many ranks would compute, hold and send, without any
// of them; with r=DUMP in place of i=, runs that go on from there. One process makes the ranks as a run makes them
// (RankState, on the worlds of comm/planned_ranks.hpp) and describes each as a run does at its end.
#pragma once

#include "app/options.hpp"
#include "comm/world.hpp"

namespace crumple {

/// Writes plan-N.json and plan-N.csv for each N of options.plan_ranks, and tables to the terminal. Errors: those of the
/// deck or the dump, and of the pfile; more than one process; fewer elements than ranks.
void plan_runs(const World& world, const Options& options);

}  // namespace crumple
