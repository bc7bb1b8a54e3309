#include "io/timing_table.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "io/run_info.hpp"
#include "io/run_result.hpp"

namespace crumple {
namespace {

/// One of LS-DYNA's rows, and the words in the names of phases listed below it. The first match counts.
struct TimingRow {
  const char* label;
  std::vector<std::string> words;
};

const std::vector<TimingRow>& rows() {
  static const std::vector<TimingRow> all{
      {"Keyword Processing", {"deck", "keyword", "reading"}},
      {"MPP Decomposition", {"decompos", "partition", "distribut", "cut"}},
      {"Initialization", {"init", "setup"}},
      {"Element processing", {"element", "shell", "solid"}},
      {"Binary databases", {"state", "restart", "dump"}},
      {"ASCII database", {"database", "ascii", "message", "summary"}},
      {"Contact algorithm", {"contact"}},
      {"Rigid Bodies", {"rigid", "weld"}},
      {"Time step size", {"time step"}},
      {"Force sharing", {"halo", "exchange", "collective", "sharing", "wait"}},
      {"Other", {""}},
  };
  return all;
}

std::size_t row_of(const std::string& phase) {
  for (std::size_t r = 0; r < rows().size(); ++r)
    for (const std::string& word : rows()[r].words)
      if (phase.find(word) != std::string::npos) return r;
  return rows().size() - 1;
}

double share(double part, double whole) { return whole > 0 ? 100 * part / whole : 0.0; }

/// Label dotted to column 24, then CPU seconds and percent, clock seconds and percent.
std::string timing_row(int indent, const std::string& label, double clock, double total, double cpu_per_clock) {
  std::string name(std::size_t(indent), ' ');
  name += label.substr(0, std::size_t(23 - indent));
  if (name.size() < 24) name += ' ';
  name.resize(24, '.');
  return fmt::format("{} {:10.4E}{:8.2f}{:15.4E}{:8.2f}\n", name, cpu_per_clock * clock, share(clock, total), clock,
                     share(clock, total));
}

double sum_of(const std::map<std::string, double>& phases) {
  return std::accumulate(phases.begin(), phases.end(), 0.0, [](double s, const auto& p) { return s + p.second; });
}

struct HoursMinutesSeconds {
  long long hours, minutes, seconds;
  explicit HoursMinutesSeconds(long long all) : hours(all / 3600), minutes(all / 60 % 60), seconds(all % 60) {}
};

}  // namespace

std::string format_timing(const RunResult& result) {
  const std::map<std::string, double>& phases = result.phases;
  const double total = sum_of(phases), cpu_per_clock = result.wall_total > 0 ? result.cpu_total / result.wall_total : 0;
  std::vector<std::map<std::string, double>> below(rows().size());
  for (const auto& [phase, seconds] : phases) below[row_of(phase)][phase] = seconds;

  const std::string rule = "  ----------------------------------------------------------------\n";
  std::string text = " T i m i n g   i n f o r m a t i o n\n";
  text += "                        CPU(seconds)   %CPU  Clock(seconds) %Clock\n" + rule;
  for (std::size_t r = 0; r < rows().size(); ++r) {
    text += timing_row(2, rows()[r].label, sum_of(below[r]), total, cpu_per_clock);
    for (const auto& [phase, seconds] : below[r]) text += timing_row(4, phase, seconds, total, cpu_per_clock);
  }
  text += rule;
  text += fmt::format("  {:<23}{:10.4E}{:8.2f}{:15.4E}{:8.2f}\n", "T o t a l s", cpu_per_clock * total, 100.0, total,
                      100.0);
  return text;
}

std::string format_totals(const RunInfo& run, const RunResult& result, std::time_t end) {
  const double zone_cycles = double(result.cycles()) * double(run.n_elements());
  const auto nanoseconds = [&](double seconds) {
    return zone_cycles > 0 ? std::llround(1e9 * seconds / zone_cycles) : 0;
  };
  const long long cpu_seconds = std::llround(result.cpu_total), elapsed = std::llround(result.wall_total);
  const HoursMinutesSeconds c(cpu_seconds), e(elapsed);
  std::string text = fmt::format(" Problem time       ={:14.4E}\n", result.clock.time);
  text += fmt::format(" Problem cycle      ={:10}\n", result.clock.cycle);
  text += fmt::format(" Total CPU time     ={:10} seconds ({:4} hours{:3} minutes{:3} seconds)\n", cpu_seconds, c.hours,
                      c.minutes, c.seconds);
  text += fmt::format(" CPU time per zone cycle  ={:10} nanoseconds\n", nanoseconds(result.cpu_total));
  text += fmt::format(" Clock time per zone cycle={:10} nanoseconds\n", nanoseconds(result.wall_total));
  text += fmt::format(" Number of CPU's{:5}\n", run.ranks * run.threads);
  text += fmt::format(" Start time   {} {}  \n", date_text(run.start), time_text(run.start));
  text += fmt::format(" End time     {} {}  \n", date_text(end), time_text(end));
  text += fmt::format(" Elapsed time{:8} seconds({:4} hours{:3} min.{:3} sec.) for{:8} cycles\n", elapsed, e.hours,
                      e.minutes, e.seconds, result.clock.cycle);
  return text;
}

std::string format_rank_loads(const RunResult& result) {
  if (result.mpi.empty()) return {};
  std::vector<double> busy;
  for (const RankMpiProfile& rank : result.mpi) busy.push_back(rank.work());
  const double total = std::accumulate(busy.begin(), busy.end(), 0.0), mean = total / double(busy.size());
  std::string text = " C P U   T i m i n g   i n f o r m a t i o n\n";
  text += "   Processor  Hostname                  CPU/Avg_CPU CPU(seconds)\n";
  text += "  ----------------------------------------------------------------\n";
  for (std::size_t r = 0; r < busy.size(); ++r)
    text += fmt::format("  # {:8}  {:<24.24} {:11.5f} {:12.4E}\n", r, r < result.hosts.size() ? result.hosts[r] : "-",
                        mean > 0 ? busy[r] / mean : 1.0, busy[r]);
  text += "  ----------------------------------------------------------------\n";
  return text + fmt::format("  {:<37}{:11} {:12.4E}\n", "T o t a l s", "", total);
}

std::string format_cycle_line(const Clock& clock, const std::string& event, std::time_t now) {
  return fmt::format("{:8} t {:10.4E} dt {:8.2E} {:<28} {}\n", clock.cycle, clock.time, clock.dt, event,
                     short_date_text(now));
}

std::string termination_line(const RunResult& result) {
  return result.failed() ? " E r r o r    t e r m i n a t i o n" : " N o r m a l    t e r m i n a t i o n";
}

}  // namespace crumple
