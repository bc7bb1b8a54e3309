// The outputs of a run. Each kind is one file in io/databases (what a *DATABASE_NAME card asks for) or io/reports (what
// comes beside one, or the summary needs), named after it; CMake lists them. app/outputs knows when each is due and
// calls it; an output takes what it needs from the moment it is shown: no other file knows of it.
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

  /// The rows of all features and families of elements that give such rows.
  template <class Row>
  std::vector<Row> rows() const {
    std::vector<Row> all;
    collect<Row>(features, all);
    collect<Row>(elements.families, all);
    return all;
  }
};

/// Where outputs come from and go to. `prefix` goes before file names: "out/" or "out/job.". What `earlier` has of an
/// output goes on.
struct OutputPlace {
  const World& world;
  const Domain& domain;
  const RunInfo& run;
  std::string prefix;
  MessageFile& messages;
  Storage& storage;
  EarlierOutputs& earlier;
};

/// Writes, or keeps for the end, what a run yields. All calls are collective; what cannot be written is an Error on all
/// ranks.
class Recorder {
 public:
  virtual ~Recorder() = default;
  /// Before the first step.
  virtual void start(const Moment&) {}
  /// When due, and at the end.
  virtual void record(const Moment& moment) = 0;
  /// The ranks have other pieces of the model than before.
  virtual void redistribute() {}
  /// What it needs, beside its file, to go on from here in another run (EarlierOutputs::find); root's counts.
  virtual Bytes save() { return {}; }
  /// After the last record of a run: what the summary needs.
  virtual void finish(RunResult&) {}
};

/// A kind of output.
struct RecorderKind {
  const char* name;               ///< of the file, and of its interval among those of the model
  const char* with = nullptr;     ///< another one, whose interval it shares
  const char* choice = nullptr;   ///< of the option states=, by which it is written
  bool records_end = false;       ///< at the end of the run in any case, also without an interval
  bool needs_interfaces = false;  ///< Reduction::interfaces, before it is called
  std::function<std::unique_ptr<Recorder>(const OutputPlace& place)> open;
};

/// All kinds, databases first, by name.
const std::vector<const RecorderKind*>& recorder_kinds();

}  // namespace crumple
