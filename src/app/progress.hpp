// The progress line on the terminal, or at intervals in a batch log. Of explicit steps: cycle, time, dt and the element
// that limits it, energy ratio, cost, remaining time.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "app/options.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// The values of a progress report; energies at t(n).
struct StepReport {
  Clock clock;
  Energies energies;
  double ns_per_element_cycle = 0;
  double seconds_left = 0;
  double cpu = 0;  ///< of all ranks since the first step, extrapolated from root's since the last output [s]
};

class ProgressLine {
 public:
  /// Shown by root only.
  ProgressLine(Progress wanted, bool is_root);
  /// True about once a second on a terminal; into a file once a minute, or every ten seconds with progress=on.
  bool due();
  /// On the active rank only.
  void show(const std::string& line);
  /// Ends an unfinished line.
  void close();
  /// A warning, on root, even without progress output.
  void warn(const std::string& text);

 private:
  bool is_root_, active_ = false, on_terminal_ = false, open_ = false;
  bool is_quiet_ = false;  ///< during the first minute: short runs write no progress into files
  std::chrono::steady_clock::duration interval_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::string format_progress(const StepReport& report);

}  // namespace crumple
