// status.out: progress and remaining time of the run, in LS-DYNA's words, for monitoring. Root replaces the file
// atomically about once a minute of wall time and at the end. Called between the steps.
#pragma once

#include <chrono>
#include <string>

#include "app/progress.hpp"
#include "physics/state/failure_of_some.hpp"

namespace crumple {

/// Resources used when a status is written, on root.
struct Spent {
  double cpu = 0, clock = 0;  ///< CPU time of all ranks; wall time of the steps [s]
  std::int64_t cycles = 0;    ///< of this run
};

class StatusFile {
 public:
  /// `active` on root only. `elements`: of the whole model. `failure`: for a file that cannot be written, on root; must
  /// outlive it.
  StatusFile(bool active, const std::string& prefix, double elements, FailureOfSome& failure);

  bool due() const { return active_ && std::chrono::steady_clock::now() >= next_; }
  void write(const StepReport& report, std::int64_t first_cycle);

 private:
  bool active_;
  FailureOfSome& failure_;
  std::string path_;
  double elements_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), next_ = start_;
  Spent last_;
};

/// `last`: at the previous status. `elements`: as above.
std::string format_status(const StepReport& report, const Spent& now, const Spent& last, double elements);

}  // namespace crumple
