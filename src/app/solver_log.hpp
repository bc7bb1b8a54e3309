// What the direct solver of an implicit analysis is asked for by the deck and the options, and the table of its calls,
// solver.csv. Part of ImplicitState.
#pragma once

#include <optional>

#include "app/job.hpp"
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

 private:
  void take(const SolverCall& call);
  const Job& job_;
  std::optional<TextFile> file_;  ///< on root
};

}  // namespace crumple
