#include "io/mpi_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/counted.hpp"
#include "base/profile.hpp"
#include "io/mpi_totals.hpp"
#include "io/text_file.hpp"

namespace crumple {
namespace {

const std::string rule = "  ----------------------------------------------------------------------------\n";

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0.0; }

/// Converts sums over ranks to values per rank and cycle.
struct PerRankCycle {
  double ranks, cycles;
  double operator()(double sum) const { return cycles > 0 ? sum / (ranks * cycles) : 0.0; }
};

/// An analysis without steps, of modes, is one.
PerRankCycle per_rank_cycle(const RunResult& result) {
  return {double(result.mpi.size()), double(std::max<std::int64_t>(result.cycles(), 1))};
}

std::string format_shares(const RunResult& result, const MpiTotals& totals) {
  const auto row = [&](const char* label, const Spread& s) {
    return fmt::format("  {:<32}{:12.4E}{:9.2f}{:12.4E}{:12.4E}\n", label, s.mean, percent(s.mean, totals.wall.mean),
                       s.least, s.greatest);
  };
  std::string text = fmt::format("\n M P I   p r o f i l e   of {} on {}\n", counted(result.cycles(), "cycle"),
                                 counted(result.mpi.size(), "rank"));
  text += "                                   seconds  % of steps    least rank  greatest\n" + rule;
  text += row("Application self time", totals.application) + row("MPI self time", totals.mpi);
  text += row("Work: CPU time outside MPI", totals.work);
  text += fmt::format("  {:<32}{:12.4E}{:9.2f}\n", "Slowest rank of each stage", totals.work_path,
                      percent(totals.work_path, totals.wall.mean));
  if (totals.latency > 0)
    text += fmt::format("  {:<32}{:12.4E}{:9.2f}\n", "injected latency", totals.latency,
                        percent(totals.latency, totals.wall.mean));
  if (totals.noise > 0)
    text += fmt::format("  {:<32}{:12.4E}{:9.2f}\n", "injected noise", totals.noise,
                        percent(totals.noise, totals.wall.mean));
  return text;
}

/// A row of calls: their number per rank and cycle, mean message size, time of a rank, its share.
std::string tally_row(const std::string& label, const MpiTally& tally, const RunResult& result,
                      const MpiTotals& totals) {
  const double seconds = tally.seconds() / double(result.mpi.size());
  const double mean_size = tally.calls > 0 ? double(tally.bytes) / double(tally.calls) : 0.0;
  return fmt::format("  {:<26}{:12}{:12.3f}{:12.1f}{:12.4E}{:8.2f}\n", label, tally.calls,
                     per_rank_cycle(result)(double(tally.calls)), mean_size, seconds,
                     percent(seconds, totals.wall.mean));
}

std::string tally_head(const char* what) {
  return fmt::format(
             "\n  {:<26}       calls  per rank,   mean size  seconds of % of steps\n{:<40}       cycle     [bytes]     "
             " a rank\n",
             what, "") +
         rule;
}

std::string format_functions(const RunResult& result, const MpiTotals& totals) {
  std::vector<std::pair<std::string, MpiTally>> sorted(totals.functions.begin(), totals.functions.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](auto& a, auto& b) { return a.second.nanoseconds > b.second.nanoseconds; });
  std::string text = tally_head("MPI function");
  for (const auto& [function, tally] : sorted) text += tally_row(function, tally, result, totals);
  return text;
}

std::string format_sizes(const RunResult& result, const MpiTotals& totals) {
  std::string text = tally_head("message size");
  for (const auto& [size_class, tally] : totals.sizes)
    text += tally_row(size_class_name(size_class), tally, result, totals);
  return text;
}

std::string format_phases(const RunResult& result, const MpiTotals& totals) {
  std::string text = fmt::format("\n  {:<22}{:>12}{:>12}{:>12}{:>10}{:>12}\n", "phase, per rank", "seconds", "in MPI",
                                 "work", "max/mean", "MPI calls") +
                     fmt::format("  {:<68}{:>12}\n", "", "per cycle") + rule;
  for (const auto& [name, phase] : totals.phases) {
    if (phase.wall.greatest == 0) continue;
    text += fmt::format("  {:<22}{:12.4E}{:12.4E}{:12.4E}{:10.2f}{:12.3f}\n", name, phase.wall.mean, phase.mpi.mean,
                        phase.work.mean, phase.work.mean > 0 ? phase.work.greatest / phase.work.mean : 1.0,
                        per_rank_cycle(result)(double(phase.tally.calls)));
  }
  return text;
}

std::string format_waits(const MpiTotals& totals) {
  if (totals.waits.empty()) return {};
  std::string text = "\n  collectives, sampled: time until the last rank came, and from then on [us]\n" + rule;
  for (const auto& [function, wait] : totals.waits) {
    const double per_call = 1e-3 / double(wait.calls);
    text += fmt::format("  {:<26}{:12} calls{:12.2f} waiting{:12.2f} transfer\n", function, wait.calls,
                        per_call * double(wait.waiting_ns), per_call * double(wait.transfer_ns));
  }
  return text;
}

std::string format_pairs(const RunResult& result, const MpiTotals& totals) {
  if (totals.n_pairs == 0) return {};
  const double cycles = double(std::max<std::int64_t>(result.cycles(), 1)), ranks = double(result.mpi.size());
  const PerRankCycle per = per_rank_cycle(result);
  return fmt::format(
      "\n  rank pairs: {:.1f} partners of a rank, {:.1f} messages and {:.0f} bytes sent by a rank in a cycle,\n"
      "  {:.0f} bytes in a cycle between the busiest pair; between {} node{}: {:.1f} messages, {:.0f} bytes\n",
      double(totals.n_pairs) / ranks, per(double(totals.messages.calls)), per(double(totals.messages.bytes)),
      double(totals.largest_pair_bytes) / cycles, totals.n_nodes, totals.n_nodes == 1 ? "" : "s",
      per(double(totals.between_nodes.calls)), per(double(totals.between_nodes.bytes)));
}

/// Comparison with LS-DYNA.
std::string format_comparison(const RunResult& result, const MpiTotals& totals) {
  const auto calls = [&](MpiKind kind) {
    const auto found = totals.kinds.find(kind);
    return per_rank_cycle(result)(found != totals.kinds.end() ? double(found->second.calls) : 0.0);
  };
  std::string text =
      "\n  calls per rank and cycle      this run   LS-DYNA (car2car, 16 ranks; published, unconfirmed)\n" + rule;
  text += fmt::format("  {:<26}{:12.2f}   {}\n", "Allreduce", calls(MpiKind::reduction), "24 - 28");
  text += fmt::format("  {:<26}{:12.2f}   {}\n", "Bcast", calls(MpiKind::broadcast), "2.5");
  text += fmt::format("  {:<26}{:12.2f}   {}\n", "receives", calls(MpiKind::receive), "43 - 56 (Recv)");
  text += fmt::format("  {:<26}{:12.2f}   {}\n", "waits", calls(MpiKind::wait), "85 (Wait, one for each request)");
  text +=
      fmt::format("  {:<26}{:12.2f}   {}\n", "MPI, % of time", percent(totals.mpi.mean, totals.wall.mean), "12 - 18");
  return text;
}

nlohmann::ordered_json json_of(const Spread& s) {
  return {{"mean", s.mean}, {"least", s.least}, {"greatest", s.greatest}};
}

nlohmann::ordered_json json_of(const MpiTally& tally, const PerRankCycle& per_rank_cycle, double ranks) {
  return {{"calls", tally.calls},
          {"calls_per_rank_cycle", per_rank_cycle(double(tally.calls))},
          {"bytes", tally.bytes},
          {"seconds", tally.seconds() / ranks}};
}

}  // namespace

std::string format_mpi_report(const RunResult& result) {
  if (result.mpi.empty()) return {};
  const MpiTotals totals = sum_mpi(result.mpi);
  return format_shares(result, totals) + format_functions(result, totals) + format_sizes(result, totals) +
         format_phases(result, totals) + format_waits(totals) + format_pairs(result, totals) +
         format_comparison(result, totals);
}

nlohmann::ordered_json summarise_mpi(const RunResult& result) {
  const MpiTotals totals = sum_mpi(result.mpi);
  const PerRankCycle per = per_rank_cycle(result);
  nlohmann::ordered_json mpi;
  mpi["nodes"] = totals.n_nodes;
  mpi["steps_s"] = totals.wall.mean;
  mpi["application_s"] = json_of(totals.application);
  mpi["mpi_s"] = json_of(totals.mpi);
  mpi["work_s"] = json_of(totals.work);
  mpi["work_path_s"] = totals.work_path;
  mpi["share"] = percent(totals.mpi.mean, totals.wall.mean) / 100;
  mpi["latency_s"] = totals.latency;
  mpi["noise_s"] = totals.noise;
  for (const auto& [name, tally] : totals.functions) mpi["functions"][name] = json_of(tally, per, per.ranks);
  for (const auto& [size_class, tally] : totals.sizes)
    mpi["sizes"][size_class_name(size_class)] = json_of(tally, per, per.ranks);
  for (const auto& [name, phase] : totals.phases)
    mpi["phases"][name] = {{"seconds", phase.wall.mean},
                           {"mpi_s", phase.mpi.mean},
                           {"work_s", json_of(phase.work)},
                           {"calls", phase.tally.calls},
                           {"bytes", phase.tally.bytes}};
  for (const auto& [function, wait] : totals.waits)
    mpi["waits"][function] = {{"calls", wait.calls},
                              {"waiting_s", 1e-9 * double(wait.waiting_ns)},
                              {"transfer_s", 1e-9 * double(wait.transfer_ns)}};
  mpi["pairs"] = {{"count", totals.n_pairs},
                  {"messages", totals.messages.calls},
                  {"bytes", totals.messages.bytes},
                  {"largest_bytes", totals.largest_pair_bytes},
                  {"messages_between_nodes", totals.between_nodes.calls},
                  {"bytes_between_nodes", totals.between_nodes.bytes}};
  return mpi;
}

void write_mpi_csv(const std::string& prefix, const MpiProfile& profile) {
  TextFile file(prefix + "mpi_profile.csv");
  file.write("record,rank,phase,function,size,to,calls,bytes,seconds,mpi_seconds,work_seconds,node,stage\n");
  for (std::size_t r = 0; r < profile.size(); ++r) {
    const RankMpiProfile& rank = profile[r];
    std::string text = fmt::format("rank,{},,,,,,,{:.6e},{:.6e},,{},\n", r, rank.wall, rank.mpi, rank.node);
    for (const MpiPhase& p : rank.phases)
      text += fmt::format("phase,{},{},,,,,,{:.6e},{:.6e},{:.6e},,{}\n", r, p.name, p.wall, p.mpi, p.work,
                          Profile::stage_of(p.name));
    for (const MpiCell& c : rank.cells)
      text += fmt::format("call,{},{},{},{},,{},{},{:.6e},,,,\n", r, c.phase, c.function, size_class_name(c.size_class),
                          c.tally.calls, c.tally.bytes, c.tally.seconds());
    for (const MpiPartner& p : rank.partners)
      text += fmt::format("pair,{},,,,{},{},{},,,,,\n", r, p.rank, p.messages, p.bytes);
    for (const MpiWait& w : rank.waits)
      text += fmt::format("waiting,{0},,{1},,,{2},,{3:.6e},,,,\ntransfer,{0},,{1},,,{2},,{4:.6e},,,,\n", r, w.function,
                          w.calls, 1e-9 * double(w.waiting_ns), 1e-9 * double(w.transfer_ns));
    file.write(text);
  }
  file.close();
}

}  // namespace crumple
