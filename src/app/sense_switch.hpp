// What asks a run from outside to end or to write: sense switches, as LS-DYNA has them, a word in the file d3kil in the
// folder of the results; signals of a user or a batch system; a limit of wall time. Root looks while the run goes on,
// and all ranks hear of it by the broadcast of the step. The file is removed when it was read.
#pragma once

#include <chrono>
#include <string>

#include "io/termination.hpp"

namespace crumple {

/// sw1, stop: end the run with a dump; sw2: report time and cycle; sw3: write a dump; sw4: write a state. Unknown words
/// do nothing but are named in the log. Signals and the limit of time end the run as sw1 does; dump_time: one is due.
enum class SenseSwitch {
  none, stop, report, dump, state, unknown, dump_time, sigint, sigterm, sigusr1, sigusr2, time_limit
};

class SenseSwitches {
 public:
  /// `active` on root only: there, a file left by an earlier run is removed. From now on the four signals of the list
  /// do not end the process the first time, on any rank.
  SenseSwitches(bool active, std::string path);

  /// The run ends after so much wall time from now [s].
  void limit_time(double seconds);
  /// To that end [s]; without a limit more than any run takes.
  double seconds_left() const;
  /// From now on a dump is due every so many seconds of wall time.
  void dump_every(double seconds);

  /// Looks for the file twice a second, and for what else has come; other calls cost nothing.
  SenseSwitch poll();

  SenseSwitch given = SenseSwitch::none;  ///< to this step, on all ranks; set by the step

 private:
  SenseSwitch read_file();

  bool active_ = false;
  std::string path_;
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::time_point::max();
  std::chrono::steady_clock::time_point next_dump_ = std::chrono::steady_clock::time_point::max();
  std::chrono::steady_clock::duration dump_interval_{};
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// One of the signals has come to this rank, from a user, a batch system or an mpirun that ends the job.
bool signal_has_come();
/// Of "sw1", "stop", "sw2", "sw3", "sw4", in any case.
SenseSwitch parse_sense_switch(const std::string& word);
/// What stands for it in messages: "sense switch sw1", "signal SIGTERM", "time limit maxtime".
std::string describe(SenseSwitch given);
/// Whether it ends the run, and as what; normal: it does not.
bool ends_run(SenseSwitch given);
Termination termination_by(SenseSwitch given);
/// Whether it asks for a dump, after which the run goes on.
bool asks_for_dump(SenseSwitch given);

}  // namespace crumple
