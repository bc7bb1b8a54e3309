// A run with its options and data: made by main's program, executed by run_simulation.
#pragma once

#include <string>

#include "app/distribute.hpp"
#include "app/options.hpp"
#include "app/outputs.hpp"
#include "app/start_stages.hpp"
#include "io/dump_file.hpp"
#include "io/run_info.hpp"
#include "kernels/interface.hpp"

namespace crumple {

/// The input of a run.
struct Job {
  const World& world;
  const Options& options;
  const kernels::KernelTable& kernels;
  const RunInfo& run;
  const std::string& prefix;
  Distribution& distribution;
  Domain& domain;
  Outputs& outputs;
  Storage& storage;
  const DumpFile* dump;  ///< to restart from; null: start at t = 0
  int last_dump;         ///< number of the last d3dump before it
  StartStages& stages;   ///< before the first step
};

}  // namespace crumple
