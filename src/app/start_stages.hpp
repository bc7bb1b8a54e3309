// What a run does before its first step, told on the terminal while it goes on, and timed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/profile.hpp"

namespace crumple {

/// Stages follow one another: `reading 0.41 s, decomposing 0.02 s`. Their times are wall times of this rank.
class StartStages {
 public:
  /// `shown`: on the terminal.
  explicit StartStages(bool shown) : shown_(shown) {}
  /// Ends an unfinished line: an error follows.
  ~StartStages() { finish_line(); }
  StartStages(const StartStages&) = delete;
  StartStages& operator=(const StartStages&) = delete;

  /// Ends the stage before, if it has not ended. `stage`: what is done, e.g. "reading".
  void begin(const std::string& stage);
  /// Ends the stage and its line.
  void finish();
  /// [stage] name and seconds, in order.
  const std::vector<std::pair<std::string, double>>& seconds() const { return seconds_; }

 private:
  void end();
  void finish_line();
  bool shown_, is_within_ = false, has_line_ = false;
  Profile::Clock::time_point start_;
  std::vector<std::pair<std::string, double>> seconds_;
};

}  // namespace crumple
