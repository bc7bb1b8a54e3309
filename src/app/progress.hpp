// The progress line on the terminal, or now and then in a batch log: cycle, time, dt and what limits it, energy ratio,
// cost, time left.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "app/options.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// What a report tells; energies at t(n).
struct StepReport {
  Clock clock;
  Energies energies;
  double ns_per_element_cycle = 0;
  double seconds_left = 0;
  double cpu = 0;  ///< of all ranks since the first step; since the last output as root's then was of it [s]
};

class ProgressLine {
 public:
  /// Root shows it.
  ProgressLine(Progress wanted, bool is_root);
  /// True about once a second on a terminal; into a file once a minute, or every ten seconds with progress=on.
  bool due();
  /// On the active rank only.
  void show(const StepReport& report);
  /// Ends an unfinished line.
  void close();
  /// A warning, on root even where no progress is wanted.
  void warn(const std::string& text);

 private:
  bool is_root_, active_ = false, on_terminal_ = false, open_ = false;
  bool is_quiet_ = false;  ///< until the first minute is over: short runs write no progress into files
  std::chrono::steady_clock::duration interval_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Whether somebody watches the standard output. Under mpirun a rank's output may go through a pseudo-terminal of the
/// launcher although the launcher's own output is a file, so the parent's counts too, where it can be seen.
bool output_is_terminal();

std::string format_progress(const StepReport& report);

}  // namespace crumple
