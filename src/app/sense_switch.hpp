// Sense switches, as LS-DYNA has them: a word in the file d3kil in the folder of the results, read by root while the
// run goes on, and told to all ranks by the broadcast of the step. The file is removed when it was read.
#pragma once

#include <chrono>
#include <string>

namespace crumple {

/// sw1, stop: end the run; sw2: report time and cycle; sw4: write a state. Unknown words do nothing but are told.
enum class SenseSwitch { none, stop, report, state, unknown };

class SenseSwitchFile {
 public:
  /// `active` on root only. A file left by an earlier run is removed.
  SenseSwitchFile(bool active, std::string path);

  /// Looks for the file twice a second; other calls cost nothing.
  SenseSwitch poll();

 private:
  bool active_ = false;
  std::string path_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Of "sw1", "stop", "sw2", "sw4", in any case.
SenseSwitch parse_sense_switch(const std::string& word);
/// The word that stands for it in messages.
const char* name_of(SenseSwitch given);

}  // namespace crumple
