// When dumps are written, and under which names: d3dump01, d3dump02, ... every so many cycles, when asked for from
// outside, and before an end that is known or asked for; runrsf every so many cycles, always the same file. And what a
// run that goes on from a dump finds in it beside model and state.
#pragma once

#include <string>

#include "app/job.hpp"
#include "io/dump_file.hpp"
#include "io/earlier_outputs.hpp"

namespace crumple {

class Simulation;  // simulation.hpp

/// What a run leaves, beside model and state, to the one that goes on from its dump.
struct EarlierRun {
  EarlierOutputs outputs;
  int last_dump = 0;  ///< number of its last d3dump
};

/// The earlier run, read from the dump that it wrote; empty without a dump. Collective.
EarlierRun read_earlier_run(const World& world, const DumpFile* dump);

/// Errors: the dump cannot be continued with these options.
void check_fits(const DumpFile& dump, const Options& options);

class Dumps {
 public:
  explicit Dumps(const Job& job) : job_(job), last_number_(job.last_dump) {}

  /// Between two steps: writes what is due, and makes the next step the last one if that was asked for. Collective.
  void check(Simulation& simulation);

 private:
  /// The files that are due, by their names without what goes before them.
  std::vector<std::string> take_due(Simulation& simulation);
  void write(const std::string& name, const Clock& clock, const SavedState& state) const;

  const Job& job_;
  int last_number_;
};

}  // namespace crumple
