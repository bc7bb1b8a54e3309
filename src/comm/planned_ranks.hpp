// The ranks of a run that is only planned: all of them in one process, each with a World of its own, so that what sets
// up a run on MPI ranks sets up the planned one. They take turns on one thread (as coroutines with stacks of their own)
// and change turns where they would wait for each other. Called by app/plan.
#pragma once

#include <functional>
#include <string>

#include "comm/world.hpp"

namespace crumple {

/// How a planned run communicates, as World::use_modes.
struct PlannedModes {
  std::string collectives = "fused", transport = "p2p";
};

/// Called as the turn of a rank ends where it waits for others (`begins` is false), and as its next one begins.
using ChangeOfTurn = std::function<void(int rank, bool begins)>;

/// Calls `work` on each of `n_ranks` ranks, which may meet in all calls of World but `scatter`, `node` and `abort`.
/// Returns when all have ended. Errors: what `work` throws on some rank, the lowest where several do; ranks that wait
/// for different things, which real ones would do for ever.
void run_planned_ranks(int n_ranks, const PlannedModes& modes, const std::function<void(const World&)>& work,
                       const ChangeOfTurn& change_of_turn = {});

}  // namespace crumple
