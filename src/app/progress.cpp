#include "app/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "app/terminal.hpp"

namespace crumple {
namespace {

std::string format_seconds(double seconds) {
  const auto s = std::int64_t(seconds + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02d} min", s / 60, s % 60);
  return fmt::format("{}:{:02d} h", s / 3600, s / 60 % 60);
}

}  // namespace

ProgressLine::ProgressLine(Progress wanted, bool is_root)
    : is_root_(is_root),
      active_(is_root && wanted != Progress::off),
      on_terminal_(is_terminal(STDOUT_FILENO)),
      is_quiet_(!on_terminal_ && wanted == Progress::automatic) {
  using std::chrono::seconds;
  interval_ = on_terminal_ ? seconds(1) : wanted == Progress::on ? seconds(10) : seconds(60);
}

bool ProgressLine::due() {
  if (!active_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < interval_) return false;
  last_ = now;
  is_quiet_ = false;
  return true;
}

void ProgressLine::show(const std::string& line) {
  if (!active_ || is_quiet_) return;
  if (on_terminal_) fmt::print("\r\033[2K{}", line);
  else fmt::print("{}\n", line);
  std::fflush(stdout);
  open_ = on_terminal_;
}

void ProgressLine::close() {
  if (open_) fmt::print("\n");
  open_ = false;
}

void ProgressLine::warn(const std::string& text) {
  close();
  if (!is_root_) return;
  fmt::print("warning: {}\n", text);
  std::fflush(stdout);
}

std::string format_progress(const StepReport& report) {
  const Clock& c = report.clock;
  return fmt::format(
      "cycle {:>7}  t {:.4E}  dt {:.2E} ({} {} of part {})  energy ratio {:.4f}  {:.0f} ns/element-cycle  {} left",
      c.cycle, c.time, c.dt, name_of(c.limiting_kind), c.limiting_element, c.limiting_part, report.energies.ratio(),
      report.ns_per_element_cycle, format_seconds(report.seconds_left));
}

}  // namespace crumple
