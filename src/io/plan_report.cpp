#include "io/plan_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "io/load_report.hpp"
#include "io/rank_table.hpp"
#include "io/text_file.hpp"

namespace crumple {
namespace {

using Json = nlohmann::ordered_json;

struct Phase {
  const char* name;
  double RankLoad::* cost;
};
constexpr std::array<Phase, 5> phases = {{{"shells", &RankLoad::shells_weight},
                                          {"solids", &RankLoad::solids_weight},
                                          {"beams", &RankLoad::beams_weight},
                                          {"springs", &RankLoad::springs_weight},
                                          {"contact", &RankLoad::contact_weight}}};

/// Predicted work in a step: threads are taken to share it without loss [s].
double work(const Plan& plan, const RankLoad& load, const Phase& phase) {
  return load.*phase.cost * plan.cost_unit / plan.threads;
}

/// Over the ranks.
struct Work {
  double mean = 0, greatest = 0;  ///< of a rank [s]
  double critical_path = 0;       ///< sum over the phases of the slowest rank, for ranks that wait in each [s]
  double imbalance() const { return mean > 0 ? greatest / mean - 1 : 0; }
};

Work work_of(const Plan& plan) {
  Work all;
  std::array<double, phases.size()> slowest{};
  for (const RankLoad& load : plan.loads) {
    double of_rank = 0;
    for (std::size_t p = 0; p < phases.size(); ++p) {
      const double seconds = work(plan, load, phases[p]);
      slowest[p] = std::max(slowest[p], seconds);
      of_rank += seconds;
    }
    all.mean += of_rank / double(plan.loads.size());
    all.greatest = std::max(all.greatest, of_rank);
  }
  for (const double seconds : slowest) all.critical_path += seconds;
  return all;
}

/// Messages and bytes of a rank in a step, over all exchanges: the most of any rank.
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
  const Work all = work_of(plan);
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
  totals["cost_unit_s"] = plan.cost_unit;
  totals["work_s"] = {{"mean", all.mean}, {"max", all.greatest}, {"imbalance", all.imbalance()}};
  totals["critical_path_s"] = all.critical_path;
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
  for (const Phase& phase : phases) rank["compute_s"][phase.name] = work(plan, load, phase);
  for (const ExchangeLoad& exchange : load.exchanges) {
    Json& list = rank["exchanges"][exchange.name] = Json::array();
    for (const PartnerLoad& partner : exchange.partners)
      if (partner.sent > 0) list.push_back({partner.rank, partner.sent});
  }
  return rank;
}

}  // namespace

std::string format_plan(const Plan& plan) { return format_load_report(as_result(plan)); }

std::string format_plans(const std::vector<Plan>& plans) {
  std::string text = fmt::format(
      "\n P l a n   of {}\n  {:>7}{:>11}{:>11}{:>11}{:>11}{:>10}{:>11}{:>10}{:>13}{:>9}\n  {:>7}{:>11}{:>11}{:>11}"
      "{:>11}{:>10}{:>11}{:>10}{:>13}{:>9}\n",
      plans.front().deck, "ranks", "elements", "work", "imbalance", "critical", "messages", "bytes", "contact",
      "collectives", "planned", "", "mean", "mean [us]", "of work", "path [us]", "most", "most", "copies",
      "calls/bytes", "in [s]");
  for (const Plan& plan : plans) {
    const Work all = work_of(plan);
    const Traffic most = most_traffic(plan);
    double elements = 0, copies = 0;
    std::int64_t bytes = 0;
    for (const RankLoad& load : plan.loads) {
      elements += load.elements / plan.ranks;
      copies += load.contact_copies;
    }
    for (const CollectiveCall& call : plan.calls) bytes += call.bytes;
    text += fmt::format("  {:7}{:11.1f}{:11.2f}{:10.1f}%{:11.2f}{:10}{:11}{:10}{:>13}{:9.2f}\n", plan.ranks, elements,
                        1e6 * all.mean, 100 * all.imbalance(), 1e6 * all.critical_path, most.messages, most.bytes,
                        copies, fmt::format("{}/{}", plan.calls.size(), bytes), plan.seconds);
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
  TextFile file(path + ".json");
  file.write(text);
  file.close();
}

}  // namespace crumple
