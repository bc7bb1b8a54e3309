#include "io/plan_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/profile.hpp"
#include "io/critical_path.hpp"
#include "io/load_report.hpp"
#include "io/rank_table.hpp"
#include "io/text_file.hpp"

namespace crumple {
namespace {

using Json = nlohmann::ordered_json;

/// Predicted work of the p-th of phase_works() in a step, with ideal scaling over threads [s].
double work(const Plan& plan, const RankLoad& load, std::size_t p) {
  return phase_works()[p].count(load) * 1e-9 * plan.costs[p].ns / plan.threads;
}

/// Over the ranks.
struct Work {
  double mean = 0, greatest = 0;  ///< of a rank [s]
  double imbalance() const { return mean > 0 ? greatest / mean - 1 : 0; }
  void add(double of_rank, std::size_t n_ranks) {
    mean += of_rank / double(n_ranks);
    greatest = std::max(greatest, of_rank);
  }
};

/// The work of a plan.
struct AllWork {
  Work all;
  std::vector<Work> phase;   ///< [of phase_works()]
  double critical_path = 0;  ///< of critical_path.hpp [s]
  double spread = 0;         ///< of that, if all costs deviate by their spread in the same direction [s]
};

AllWork work_of(const Plan& plan) {
  AllWork work{{}, std::vector<Work>(phase_works().size())};
  std::map<std::string, std::vector<double>> of_ranks, with_spread;  // by the first phase of each of phase_works()
  for (const RankLoad& load : plan.loads) {
    double of_rank = 0;
    for (std::size_t p = 0; p < work.phase.size(); ++p) {
      const double seconds = crumple::work(plan, load, p);
      const char* phase = phase_works()[p].phases.front();
      of_ranks[phase].push_back(seconds);
      with_spread[phase].push_back(seconds * (1 + plan.costs[p].spread));
      work.phase[p].add(seconds, plan.loads.size());
      of_rank += seconds;
    }
    work.all.add(of_rank, plan.loads.size());
  }
  work.critical_path = critical_path(of_ranks);
  work.spread = critical_path(with_spread) - work.critical_path;
  return work;
}

std::string format_planned_phases(const Plan& plan, const AllWork& work) {
  std::string text = fmt::format("\n  {:<14}{:>12}{:>12}{:>12}{:>13}{:>11}   {}\n", "predicted work", "cost [ns]",
                                 "spread", "mean [us]", "greatest", "imbalance", "counted");
  text += "  ----------------------------------------------------------------------------\n";
  for (std::size_t p = 0; p < work.phase.size(); ++p)
    if (const Work& w = work.phase[p]; w.greatest > 0)
      text += fmt::format("  {:<14}{:12.4G}{:11.0f}%{:12.4G}{:13.4G}{:10.1f}%   {}\n", phase_works()[p].name,
                          plan.costs[p].ns, 100 * plan.costs[p].spread, 1e6 * w.mean, 1e6 * w.greatest,
                          100 * w.imbalance(), phase_works()[p].counted);
  return text;
}

/// Messages and bytes of a rank in a step, over all exchanges: the maximum over the ranks.
struct Traffic {
  std::int64_t messages = 0, bytes = 0;
};

Traffic most_traffic(const Plan& plan) {
  Traffic most;
  for (const RankLoad& load : plan.loads) {
    Traffic here;
    for (const ExchangeLoad& exchange : load.exchanges)
      for (const PartnerLoad& partner : exchange.partners) {
        here.messages += partner.sent > 0;
        here.bytes += partner.sent;
      }
    most = {std::max(most.messages, here.messages), std::max(most.bytes, here.bytes)};
  }
  return most;
}

const char* name_of(Operation operation) {
  return operation == Operation::max ? "max" : operation == Operation::sum ? "sum" : "broadcast";
}

RunResult as_result(const Plan& plan) {
  RunResult result;
  result.decomposition = plan.method;
  result.loads = plan.loads;
  return result;
}

Json totals_of(const Plan& plan) {
  const AllWork work = work_of(plan);
  const Traffic most = most_traffic(plan);
  Json totals;
  totals["deck"] = plan.deck;
  totals["title"] = plan.title;
  totals["cycle"] = plan.cycle;
  totals["time"] = plan.time;
  totals["ranks"] = plan.ranks;
  totals["threads"] = plan.threads;
  totals["collectives_mode"] = plan.collectives;
  totals["transport"] = plan.transport;
  totals["work_s"] = {{"mean", work.all.mean}, {"max", work.all.greatest}, {"imbalance", work.all.imbalance()}};
  totals["critical_path_s"] = work.critical_path;
  totals["critical_path_spread_s"] = work.spread;
  for (std::size_t p = 0; p < work.phase.size(); ++p) {
    const PhaseWork& of = phase_works()[p];
    totals["phases"][of.name] = {{"of", of.phases},
                                 {"stage", Profile::stage_of(of.phases.front())},
                                 {"counted", of.counted},
                                 {"cost_s", 1e-9 * plan.costs[p].ns},
                                 {"spread", plan.costs[p].spread},
                                 {"mean_s", work.phase[p].mean},
                                 {"max_s", work.phase[p].greatest}};
  }
  totals["most_messages"] = most.messages;
  totals["most_bytes"] = most.bytes;
  totals["decomposition"] = summarise_load(as_result(plan));
  totals["planning_s"] = plan.seconds;
  totals["collectives"] = Json::array();
  for (const CollectiveCall& call : plan.calls)
    totals["collectives"].push_back({{"name", call.name}, {"kind", name_of(call.operation)}, {"bytes", call.bytes}});
  return totals;
}

Json describe(const Plan& plan, const RankLoad& load) {
  Json rank;
  rank["nodes"] = load.nodes;
  for (std::size_t p = 0; p < phase_works().size(); ++p)
    if (const double seconds = work(plan, load, p); seconds > 0) rank["compute_s"][phase_works()[p].name] = seconds;
  for (const ExchangeLoad& exchange : load.exchanges) {
    Json& list = rank["exchanges"][exchange.name] = Json::array();
    for (const PartnerLoad& partner : exchange.partners)
      if (partner.sent > 0) list.push_back({partner.rank, partner.sent});
  }
  return rank;
}

}  // namespace

std::string format_plan(const Plan& plan) {
  return format_load_report(as_result(plan)) + format_planned_phases(plan, work_of(plan));
}

std::string format_plans(const std::vector<Plan>& plans) {
  std::string text = fmt::format(
      "\n P l a n   of {}\n  {:>7}{:>11}{:>11}{:>11}{:>17}{:>10}{:>11}{:>10}{:>13}{:>9}\n  {:>7}{:>11}{:>11}{:>11}"
      "{:>17}{:>10}{:>11}{:>10}{:>13}{:>9}\n",
      plans.front().deck, "ranks", "elements", "work", "imbalance", "critical", "messages", "bytes", "contact",
      "collectives", "planned", "", "mean", "mean [us]", "of work", "path [us]", "most", "most", "copies",
      "calls/bytes", "in [s]");
  for (const Plan& plan : plans) {
    const AllWork work = work_of(plan);
    const Traffic most = most_traffic(plan);
    double elements = 0, copies = 0;
    std::int64_t bytes = 0;
    for (const RankLoad& load : plan.loads) {
      elements += load.elements / plan.ranks;
      copies += load.contact_copies;
    }
    for (const CollectiveCall& call : plan.calls) bytes += call.bytes;
    const std::string path = fmt::format("{:.2f} +-{:.0f}%", 1e6 * work.critical_path,
                                         work.critical_path > 0 ? 100 * work.spread / work.critical_path : 0);
    text += fmt::format("  {:7}{:11.1f}{:11.2f}{:10.1f}%{:>17}{:10}{:11}{:10}{:>13}{:9.2f}\n", plan.ranks, elements,
                        1e6 * work.all.mean, 100 * work.all.imbalance(), path, most.messages, most.bytes, copies,
                        fmt::format("{}/{}", plan.calls.size(), bytes), plan.seconds);
  }
  return text;
}

void write_plan(const std::string& prefix, const Plan& plan) {
  const std::string path = fmt::format("{}plan-{}", prefix, plan.ranks);
  write_rank_table(path + ".csv", plan.loads);
  std::string text = totals_of(plan).dump(1, ' ', false, Json::error_handler_t::replace);
  text.resize(text.rfind('\n'));
  text += ",\n \"per_rank\": [";
  for (std::size_t r = 0; r < plan.loads.size(); ++r) {
    text += r > 0 ? ",\n  " : "\n  ";
    text += describe(plan, plan.loads[r]).dump();
  }
  text += "\n ]\n}\n";
  write_file(path + ".json", text);
}

}  // namespace crumple
