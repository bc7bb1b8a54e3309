// The results of a plan: tables on the terminal, plan-N.json and plan-N.csv. Called by app/plan; docs/plan.md explains
// the numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "comm/collectives.hpp"
#include "io/phase_work.hpp"
#include "io/run_result.hpp"

namespace crumple {

/// The plan of a run on a number of ranks.
struct Plan {
  std::string deck, title, method, collectives, transport;
  std::int64_t cycle = 0;  ///< the start of the run: not 0 for a dump, whose name is `deck`
  double time = 0;         ///< the same [time]
  int ranks = 0, threads = 1;
  std::vector<RankLoad> loads;        ///< [rank]
  std::vector<CollectiveCall> calls;  ///< of each step, on every rank
  std::vector<UnitCost> costs;        ///< [of phase_works()] on one thread
  double seconds = 0;                 ///< time of the planning [s]
};

/// The balance of one plan, and the work of each phase.
std::string format_plan(const Plan& plan);
/// All plans in one table: a line for each number of ranks.
std::string format_plans(const std::vector<Plan>& plans);

/// `prefix` + plan-N.json: totals, and for each rank the input of a machine model; `prefix` + plan-N.csv: a line for
/// each rank. Errors: a file cannot be written.
void write_plan(const std::string& prefix, const Plan& plan);

}  // namespace crumple
