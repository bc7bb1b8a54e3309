// The run of a distributed model to its end, through as many decompositions as the load asks for. Called by main's
// program.
#pragma once

#include "app/job.hpp"
#include "io/run_result.hpp"

namespace crumple {

/// Steps to the end. `job.domain` is replaced when the load is spread anew. Collective.
RunResult run_simulation(const Job& job);

}  // namespace crumple
