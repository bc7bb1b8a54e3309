#include "app/status_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <filesystem>

#include "base/error.hpp"
#include "io/run_info.hpp"

namespace crumple {
namespace {

std::string seconds_line(const char* label, double seconds) {
  const long long s = std::llround(seconds);
  return fmt::format(" {:<34}={:11} sec ({:5} hrs{:3} mins)\n", label, s, s / 3600, s / 60 % 60);
}

}  // namespace

StatusFile::StatusFile(bool active, const std::string& prefix, double elements, FailureOfSome& failure)
    : active_(active), failure_(failure), path_(prefix + "status.out"), elements_(elements) {}

void StatusFile::write(const StepReport& report, std::int64_t first_cycle) {
  if (!active_) return;
  const auto now = std::chrono::steady_clock::now();
  next_ = now + std::chrono::minutes(1);
  const Spent spent{report.cpu, std::chrono::duration<double>(now - start_).count(), report.clock.cycle - first_cycle};
  failure_.keep([&] {
    const std::string part = path_ + ".part";
    write_file(part, format_status(report, spent, last_, elements_));
    std::error_code problem;
    std::filesystem::rename(part, path_, problem);
    if (problem) throw Error("cannot replace " + path_ + ": " + problem.message());
  });
  last_ = spent;
}

std::string format_status(const StepReport& report, const Spent& now, const Spent& last, double elements) {
  const auto nanoseconds = [&](double seconds, std::int64_t cycles) {
    return cycles > 0 ? std::llround(1e9 * seconds / (double(cycles) * elements)) : 0;
  };
  const auto cost_line = [](const char* label, long long value) {
    return fmt::format(" {:.<35}{:11} nanoseconds\n", label, value);
  };
  const Clock& c = report.clock;
  // the remaining time has the same cost per time
  const double left = report.seconds_left, cpu_left = now.clock > 0 ? left * now.cpu / now.clock : 0;
  return fmt::format(
             " {}\n\n problem cycle                     ={:11}\n problem time                      ={:14.4E}\n"
             " time step                         ={:14.4E}\n controlled by {} {} of part {}\n\n",
             short_date_text(std::time(nullptr)), c.cycle, c.time, c.dt, name_of(c.limiting_kind), c.limiting_element,
             c.limiting_part) +
         cost_line("cpu time per zone cycle", nanoseconds(now.cpu - last.cpu, now.cycles - last.cycles)) +
         cost_line("average cpu time per zone cycle", nanoseconds(now.cpu, now.cycles)) +
         cost_line("average clock time per zone cycle", nanoseconds(now.clock, now.cycles)) + "\n" +
         seconds_line("estimated total cpu time", now.cpu + cpu_left) +
         seconds_line("estimated cpu time to complete", cpu_left) +
         seconds_line("estimated total clock time", now.clock + left) +
         seconds_line("estimated clock time to complete", left);
}

}  // namespace crumple
