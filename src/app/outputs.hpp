// The outputs of a run and their schedule; the log and the sense switches of the run.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/sense_switch.hpp"
#include "io/message_file.hpp"
#include "io/recorder.hpp"
#include "physics/state/failures.hpp"

namespace crumple {

/// The outputs due at one time.
struct DueOutputs {
  std::vector<Recorder*> recorders;
  bool needs_interfaces = false;  ///< one of them does
};

/// The outputs requested by the deck. All calls are collective.
class Outputs {
 public:
  /// `prefix`: of all file names, the folder with its slash, and jobid with a point, if any. Outputs in `earlier` are
  /// continued.
  Outputs(Storage& storage, const Domain& domain, const RunInfo& run, const std::string& prefix,
          EarlierOutputs& earlier);

  /// The outputs due at `time` (all outputs when `last`); advances their schedules. With `state` also a plot state, if
  /// the run writes any.
  DueOutputs take_due(double time, bool last, bool state);

  /// The outputs that write states of the mesh.
  std::vector<Recorder*> states() const;
  /// Called before the first step. No effect at later calls, as after rebalancing.
  void start(const Moment& moment);
  /// Data from which a restart continues the outputs; on root.
  std::map<std::string, SavedOutput> save();
  /// Called after a new decomposition.
  void redistribute();
  /// Adds the data stored by the outputs.
  void finish(RunResult& result);

  /// Writes a warning to the log, and to the summary at the end; kept through rebalancing and dumps. The same on all
  /// ranks.
  void warn(const std::string& line);
  /// Lists the failures of all ranks in the log, and counts them. Clears `mine`.
  void report_failures(const World& world, std::vector<Failure>& mine);

  MessageFile messages;
  SenseSwitches switches;

 private:
  /// An output, its interval [time] and the number of intervals done.
  struct ScheduledOutput {
    const RecorderKind* kind = nullptr;
    std::unique_ptr<Recorder> recorder;
    double interval = 0;
    std::int64_t taken = 0;
    bool is_each = false;  ///< due at each step, whatever the interval
    bool take(double time, bool last);
  };
  bool started_ = false;
  std::vector<ScheduledOutput> entries_;
  std::vector<std::string> warnings_;             ///< of `warn`, each without a line end
  std::map<FailureKind, std::int64_t> n_failed_;  ///< on root
};

}  // namespace crumple
