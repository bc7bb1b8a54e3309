// Which outputs a run has, and when each is due; the log and the sense switches of the run.
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

/// What is due at one time.
struct DueOutputs {
  std::vector<Recorder*> recorders;
  bool needs_interfaces = false;  ///< one of them does
};

/// The outputs that the deck asks for. All calls are collective.
class Outputs {
 public:
  /// `prefix` goes before all file names: the folder with its slash, and jobid with a point, if any.
  /// What `earlier` has goes on.
  Outputs(Storage& storage, const Domain& domain, const RunInfo& run, const std::string& prefix,
          EarlierOutputs& earlier);

  /// What is due at `time` (everything that is written at all when `last`); moves on to the next times. With `state` a
  /// state of the mesh as well, if the run writes any.
  DueOutputs take_due(double time, bool last, bool state);

  /// Those that write states of the mesh.
  std::vector<Recorder*> states() const;
  /// Before the first step. Nothing the second time, as after a rebalance.
  void start(const Moment& moment);
  /// What they need to go on from here in another run; on root.
  std::map<std::string, SavedOutput> save();
  /// To be called when the ranks have other pieces of the model.
  void redistribute();
  /// Adds what the outputs have kept.
  void finish(RunResult& result);

  /// A line in the log, and in the summary at the end; goes on through rebalances and dumps. The same on all ranks.
  void warn(const std::string& line);
  /// Lists what has failed on all ranks in the log, and counts it. Empties `mine`.
  void report_failures(const World& world, std::vector<Failure>& mine);

  MessageFile messages;
  SenseSwitches switches;

 private:
  /// An output, its interval [time] and how many times of it have been taken.
  struct ScheduledOutput {
    const RecorderKind* kind = nullptr;
    std::unique_ptr<Recorder> recorder;
    double interval = 0;
    std::int64_t taken = 0;
    bool take(double time, bool last);
  };
  bool started_ = false;
  std::vector<ScheduledOutput> entries_;
  std::vector<std::string> warnings_;             ///< of `warn`, each without a line end
  std::map<FailureKind, std::int64_t> n_failed_;  ///< on root
};

}  // namespace crumple
