// The ranks of a run simulated in one process, without MPI, each with its own World, so that they execute the same code
// as MPI ranks. They run in turn on one thread (as coroutines with their own stacks) and switch where they would wait
// for each other. Called by app/plan for planned runs, and by app/program for whole runs in tests.
#pragma once

#include <functional>
#include <string>

#include "comm/world.hpp"

namespace crumple {

/// The modes of a planned run, as for World::use_modes.
struct PlannedModes {
  std::string collectives = "fused", transport = "p2p";
  bool steps = false;  ///< ranks also compute steps: larger stacks, and exchanges with their own buffers
};

/// Called when a rank is suspended because it waits for others (`begins` is false), and when it resumes.
using ChangeOfTurn = std::function<void(int rank, bool begins)>;

/// Calls `work` on each of `n_ranks` ranks, which may call all of World but `node`. The modes do not change the
/// messages. Returns when all ranks have finished. Errors: what `work` throws on the lowest rank that throws; a
/// deadlock, where ranks wait for different operations.
void run_planned_ranks(int n_ranks, const PlannedModes& modes, const std::function<void(World&)>& work,
                       const ChangeOfTurn& change_of_turn = {});

}  // namespace crumple
