// What the direct solver of an implicit analysis is asked for by the deck and the options, and the table of its calls,
// solver.csv. Part of ImplicitState.
#pragma once

#include <optional>

#include "app/job.hpp"
#include "io/run_result.hpp"
#include "io/text_file.hpp"
#include "solver/sparse_solver.hpp"

namespace crumple {

class SolverLog {
 public:
  /// Creates solver.csv on root. Collective.
  explicit SolverLog(const Job& job);
  SolverLog(const SolverLog&) = delete;

  /// Those of the deck and the options. They refer to this log.
  SolverSettings settings();
  /// Of the calls so far.
  SolverTotals totals(std::int64_t n_equations) const {
    SolverTotals all = totals_;
    all.n_equations = n_equations;
    return all;
  }

 private:
  void take(const SolverCall& call);
  const Job& job_;
  SolverTotals totals_;
  std::optional<TextFile> file_;  ///< on root
};

}  // namespace crumple
