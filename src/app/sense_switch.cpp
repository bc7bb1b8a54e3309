#include "app/sense_switch.hpp"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <csignal>
#include <filesystem>
#include <fstream>

namespace crumple {
namespace {

struct Signal {
  int number;
  SenseSwitch meaning;
  const char* name;
};
constexpr Signal signals[] = {{SIGINT, SenseSwitch::sigint, "SIGINT"},
                              {SIGTERM, SenseSwitch::sigterm, "SIGTERM"},
                              {SIGUSR1, SenseSwitch::sigusr1, "SIGUSR1"},
                              {SIGUSR2, SenseSwitch::sigusr2, "SIGUSR2"}};

std::atomic<int> last_signal{0};
std::atomic<bool> any_signal{false};
static_assert(std::atomic<int>::is_always_lock_free);  // may be written by a signal handler

/// The same signal again ends the process: a hanging run does not poll.
extern "C" void note_signal(int number) {
  last_signal = number;
  any_signal = true;
  std::signal(number, SIG_DFL);
}

const char* word_of(SenseSwitch given) {
  switch (given) {
    case SenseSwitch::stop: return "sw1";
    case SenseSwitch::report: return "sw2";
    case SenseSwitch::dump: return "sw3";
    case SenseSwitch::state: return "sw4";
    default: return "unknown: there is sw1, stop, sw2, sw3, sw4";
  }
}

/// As a clock takes them.
std::chrono::milliseconds of_seconds(double seconds) {
  constexpr double longest = 1e9;  // within the range of a clock
  return std::chrono::milliseconds(std::int64_t(1000 * std::min(seconds, longest)));
}

}  // namespace

SenseSwitches::SenseSwitches(bool active, std::string path) : active_(active), path_(std::move(path)) {
  std::error_code ignored;
  if (active_) std::filesystem::remove(path_, ignored);
  for (const Signal& signal : signals) std::signal(signal.number, note_signal);
}

void SenseSwitches::limit_time(double seconds) {
  end_ = std::chrono::steady_clock::now() + of_seconds(seconds);
}

double SenseSwitches::seconds_left() const {
  return std::max(0.0, std::chrono::duration<double>(end_ - std::chrono::steady_clock::now()).count());
}

void SenseSwitches::dump_every(double seconds) {
  dump_interval_ = of_seconds(seconds);
  next_dump_ = std::chrono::steady_clock::now() + dump_interval_;
}

SenseSwitch SenseSwitches::poll() {
  if (!active_) return SenseSwitch::none;
  if (const int number = last_signal.exchange(0))
    for (const Signal& signal : signals)
      if (signal.number == number) return signal.meaning;
  const auto now = std::chrono::steady_clock::now();
  if (now >= end_) return SenseSwitch::time_limit;
  if (now >= next_dump_) {
    next_dump_ = now + dump_interval_;
    return SenseSwitch::dump_time;
  }
  if (now - last_ < std::chrono::milliseconds(500)) return SenseSwitch::none;
  last_ = now;
  return read_file();
}

SenseSwitch SenseSwitches::read_file() {
  std::string word;
  // a partially written file has no word yet: it is read the next time
  if (!(std::ifstream(path_) >> word)) return SenseSwitch::none;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
  return parse_sense_switch(word);
}

SenseSwitch parse_sense_switch(const std::string& word) {
  std::string lower = word;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower.ends_with('.')) lower.pop_back();  // as in LS-DYNA's manual: SW1.
  for (const SenseSwitch known : {SenseSwitch::stop, SenseSwitch::report, SenseSwitch::dump, SenseSwitch::state})
    if (lower == word_of(known)) return known;
  return lower == "stop" ? SenseSwitch::stop : SenseSwitch::unknown;
}

bool signal_has_come() { return any_signal; }

std::string describe(SenseSwitch given) {
  if (given == SenseSwitch::time_limit) return "time limit maxtime";
  if (given == SenseSwitch::dump_time) return "dumptime is over";
  for (const Signal& signal : signals)
    if (signal.meaning == given) return std::string("signal ") + signal.name;
  return std::string("sense switch ") + word_of(given);
}

bool ends_run(SenseSwitch given) { return termination_by(given) != Termination::normal; }

Termination termination_by(SenseSwitch given) {
  if (given == SenseSwitch::stop) return Termination::sense_switch;
  if (given == SenseSwitch::time_limit) return Termination::time_limit;
  return given >= SenseSwitch::sigint ? Termination::signal : Termination::normal;
}

bool asks_for_dump(SenseSwitch given) { return given == SenseSwitch::dump || given == SenseSwitch::dump_time; }

}  // namespace crumple
