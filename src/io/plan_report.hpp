// What a plan tells: tables on the terminal, plan-N.json and plan-N.csv. Called by app/plan; docs/plan.md explains the
// numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "comm/collectives.hpp"
#include "io/phase_work.hpp"
#include "io/run_result.hpp"

namespace crumple {

/// The plan of a run on so many ranks.
struct Plan {
  std::string deck, title, method, collectives, transport;
  std::int64_t cycle = 0;  ///< where the run begins: not 0 of a dump, whose name is `deck`
  double time = 0;         ///< the same [time]
  int ranks = 0, threads = 1;
  std::vector<RankLoad> loads;        ///< [rank]
  std::vector<CollectiveCall> calls;  ///< of each step, on every rank
  std::vector<UnitCost> costs;        ///< [of phase_works()] on one thread
  double seconds = 0;                 ///< that the planning took [s]
};

/// The balance of one plan, and the work of each phase.
std::string format_plan(const Plan& plan);
/// All plans side by side: a line for each number of ranks.
std::string format_plans(const std::vector<Plan>& plans);

/// `prefix` + plan-N.json: totals, and for each rank what a model of the machine needs; `prefix` + plan-N.csv: a line
/// for each rank. Errors: a file cannot be written.
void write_plan(const std::string& prefix, const Plan& plan);

}  // namespace crumple
