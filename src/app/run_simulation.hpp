// Runs a distributed model to its end, with any number of decompositions. Called by main's program.
#pragma once

#include "app/job.hpp"
#include "io/run_result.hpp"

namespace crumple {

/// Steps to the end. `job.domain` is replaced at each rebalancing. Collective.
RunResult run_simulation(const Job& job);

}  // namespace crumple
