// External requests to end a run or to write: sense switches as in LS-DYNA, a word in the file d3kil in the folder of
// the results; signals of a user or a batch system; a limit of wall time. Root polls during the run and distributes the
// request by the broadcast of the step. The file is removed after reading.
#pragma once

#include <chrono>
#include <string>

#include "io/termination.hpp"

namespace crumple {

/// sw1, stop: end the run with a dump; sw2: report time and cycle; sw3: write a dump; sw4: write a state. Unknown words
/// are only reported in the log. Signals and the time limit end the run as sw1 does; dump_time: a dump is due.
enum class SenseSwitch {
  none, stop, report, dump, state, unknown, dump_time, sigint, sigterm, sigusr1, sigusr2, time_limit
};

class SenseSwitches {
 public:
  /// `active` on root only: there, a file left by an earlier run is removed. From now on the first of the four signals
  /// in the list does not end the process, on any rank.
  SenseSwitches(bool active, std::string path);

  /// Ends the run after that much wall time from now [s].
  void limit_time(double seconds);
  /// Until the time limit [s]; without a limit very large.
  double seconds_left() const;
  /// From now on dumps are due at this interval of wall time [s].
  void dump_every(double seconds);

  /// Checks the file twice a second, and the other sources; other calls cost nothing.
  SenseSwitch poll();

  SenseSwitch given = SenseSwitch::none;  ///< in this step, on all ranks; set by the step

 private:
  SenseSwitch read_file();

  bool active_ = false;
  std::string path_;
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::time_point::max();
  std::chrono::steady_clock::time_point next_dump_ = std::chrono::steady_clock::time_point::max();
  std::chrono::steady_clock::duration dump_interval_{};
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Whether one of the signals has been received, from a user, a batch system or an mpirun that ends the job.
bool signal_has_come();
/// Parses "sw1", "stop", "sw2", "sw3", "sw4", in any case.
SenseSwitch parse_sense_switch(const std::string& word);
/// Its name in messages: "sense switch sw1", "signal SIGTERM", "time limit maxtime".
std::string describe(SenseSwitch given);
/// The kind of termination it requests; normal: none.
bool ends_run(SenseSwitch given);
Termination termination_by(SenseSwitch given);
/// Whether it requests a dump without ending the run.
bool asks_for_dump(SenseSwitch given);

}  // namespace crumple
