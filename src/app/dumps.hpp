// Schedule and names of dumps: d3dump01, d3dump02, ... at intervals of cycles, on external request, and before a known
// or requested end; runrsf at intervals of cycles, always the same file. Also the data of a run, beside model and
// state, that a restart reads from a dump.
#pragma once

#include <string>

#include "app/job.hpp"
#include "io/dump_file.hpp"
#include "io/earlier_outputs.hpp"

namespace crumple {

class Simulation;  // simulation.hpp

/// Data of a run, beside model and state, for a restart from its dump.
struct EarlierRun {
  EarlierOutputs outputs;
  int last_dump = 0;  ///< number of its last d3dump
  // What options that are not given again stand for; without a dump, their defaults.
  std::string states = "both";
  FieldNames fields;
  bool binout = false;
};

/// The earlier run, read from its dump; empty without a dump. Collective.
EarlierRun read_earlier_run(const World& world, const DumpFile* dump);

/// Errors: the dump cannot be restarted with these options.
void check_fits(const DumpFile& dump, const Options& options);

class Dumps {
 public:
  explicit Dumps(const Job& job) : job_(job), last_number_(job.last_dump) {}

  /// Called between two steps: writes the dumps that are due, and makes the next step the last one if requested.
  /// Collective.
  void check(Simulation& simulation);

 private:
  /// The names of the files that are due, without prefix.
  std::vector<std::string> take_due(Simulation& simulation);
  void write(const std::string& name, const Clock& clock, const SavedState& state) const;

  const Job& job_;
  int last_number_;
};

}  // namespace crumple
