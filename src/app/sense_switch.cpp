#include "app/sense_switch.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

namespace crumple {

SenseSwitchFile::SenseSwitchFile(bool active, std::string path) : active_(active), path_(std::move(path)) {
  std::error_code ignored;
  if (active_) std::filesystem::remove(path_, ignored);
}

SenseSwitch SenseSwitchFile::poll() {
  if (!active_) return SenseSwitch::none;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(500)) return SenseSwitch::none;
  last_ = now;
  std::string word;
  // what is still being written has no word yet: it is read the next time
  if (!(std::ifstream(path_) >> word)) return SenseSwitch::none;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
  return parse_sense_switch(word);
}

SenseSwitch parse_sense_switch(const std::string& word) {
  std::string lower = word;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const SenseSwitch known : {SenseSwitch::stop, SenseSwitch::report, SenseSwitch::state})
    if (lower == name_of(known)) return known;
  return lower == "stop" ? SenseSwitch::stop : SenseSwitch::unknown;
}

const char* name_of(SenseSwitch given) {
  switch (given) {
    case SenseSwitch::stop: return "sw1";
    case SenseSwitch::report: return "sw2";
    case SenseSwitch::state: return "sw4";
    default: return "unknown: there is sw1, stop, sw2, sw4";
  }
}

}  // namespace crumple
