// A run as it is set up: made by main's program, carried out by run_simulation.
#pragma once

#include <string>

#include "app/distribute.hpp"
#include "app/options.hpp"
#include "app/outputs.hpp"
#include "io/dump_file.hpp"
#include "io/run_info.hpp"
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
  Storage& storage;
  const DumpFile* dump;  ///< from which the run goes on; null: it begins at t = 0
  int last_dump;         ///< number of the last d3dump before it
};

}  // namespace crumple
