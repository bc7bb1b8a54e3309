// The outputs of a run. Each kind is one file in io/databases (*DATABASE_NAME cards) or io/reports (companions of a
// database, or for the summary), named after it; CMake lists them. app/outputs schedules and calls them; an output
// takes its data from the moment passed to it: no other file depends on it.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "io/earlier_outputs.hpp"
#include "io/message_file.hpp"
#include "io/run_info.hpp"
#include "physics/elements/elements.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

struct RunResult;  // run_result.hpp
class Storage;     // storage.hpp

/// The run at t(n).
struct Moment {
  StepState& step;
  const Elements& elements;
  const FeatureList& features;
  const MidVelocity& mid;  ///< v(n) and w(n)
  const Energies& energies;
  double ns_per_element_cycle = 0;
  double added_mass = 0;  ///< by mass scaling, in the whole model [mass]

  const World& world() const { return step.world; }
  const Domain& domain() const { return step.domain; }
  const Clock& clock() const { return step.clock; }

  /// The rows of all features and families of elements that provide such rows.
  template <class Row>
  std::vector<Row> rows() const {
    std::vector<Row> all;
    collect<Row>(features, all);
    collect<Row>(elements.families, all);
    return all;
  }
};

/// Source and destination of outputs. `prefix`: of file names, "out/" or "out/job.". Outputs in `earlier` are
/// continued.
struct OutputPlace {
  const World& world;
  const Domain& domain;
  const RunInfo& run;
  std::string prefix;
  MessageFile& messages;
  Storage& storage;
  EarlierOutputs& earlier;
};

/// Writes results of a run, or stores them until the end. All calls are collective; a write failure is an Error on all
/// ranks.
class Recorder {
 public:
  virtual ~Recorder() = default;
  /// Called before the first step.
  virtual void start(const Moment&) {}
  /// Called when due, and at the end.
  virtual void record(const Moment& moment) = 0;
  /// Called after a new decomposition.
  virtual void redistribute() {}
  /// Data, beside its file, from which a restart continues the output (EarlierOutputs::find); root's is used.
  virtual Bytes save() { return {}; }
  /// Called after the last record of a run: fills in the summary.
  virtual void finish(RunResult&) {}
};

/// A kind of output.
struct RecorderKind {
  const char* name;               ///< of the file, and of its interval in the model
  const char* with = nullptr;     ///< another output, whose interval it shares
  const char* choice = nullptr;   ///< value of states= that selects it
  bool records_end = false;       ///< always at the end of the run, also without an interval
  bool needs_interfaces = false;  ///< Reduction::interfaces, before the call
  std::function<std::unique_ptr<Recorder>(const OutputPlace& place)> open;
};

/// All kinds, databases first, by name.
const std::vector<const RecorderKind*>& recorder_kinds();

}  // namespace crumple
