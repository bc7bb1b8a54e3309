// The run of a distributed model to its end, through as many decompositions as the load asks for. Called by main's
// program.
#pragma once

#include <string>

#include "app/distribute.hpp"
#include "app/options.hpp"
#include "app/outputs.hpp"
#include "io/run_info.hpp"
#include "io/run_result.hpp"
#include "kernels/interface.hpp"

namespace crumple {

/// What is run, and with what.
struct Job {
  const World& world;
  const Options& options;
  const kernels::KernelTable& kernels;
  const RunInfo& run;
  const std::string& prefix;
  Distribution& distribution;
  Domain& domain;
  Outputs& outputs;
};

/// Steps to the end. `job.domain` is replaced when the load is spread anew. Collective.
RunResult run_simulation(const Job& job);

}  // namespace crumple
