// The ranks of a run in one process, without MPI, each with a World of its own, so that the code that runs on MPI ranks
// runs on these, too. They take turns on one thread (as coroutines with stacks of their own) and change turns where
// they would wait for each other. Called by app/plan for runs that are only planned, and by app/program for whole runs
// of the tests.
#pragma once

#include <functional>
#include <string>

#include "comm/world.hpp"

namespace crumple {

/// How a planned run communicates, as World::use_modes.
struct PlannedModes {
  std::string collectives = "fused", transport = "p2p";
  bool steps = false;  ///< the ranks do not only set up: their stacks are larger, and exchanges have their own memory
};

/// Called as the turn of a rank ends where it waits for others (`begins` is false), and as its next one begins.
using ChangeOfTurn = std::function<void(int rank, bool begins)>;

/// Calls `work` on each of `n_ranks` ranks, which may meet in all calls of World but `node`. The modes do not change
/// the messages. Returns when all have ended. Errors: what `work` throws on some rank, the lowest where several do;
/// ranks that wait for different things, which real ones would do for ever.
void run_planned_ranks(int n_ranks, const PlannedModes& modes, const std::function<void(World&)>& work,
                       const ChangeOfTurn& change_of_turn = {});

}  // namespace crumple
