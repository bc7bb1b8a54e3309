// Systems of linear equations with a sparse symmetric matrix, solved by factors L D L^T of a library. Made by
// make_sparse_solver; called by decided_solver.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/process_usage.hpp"
#include "comm/world.hpp"
#include "solver/sparse_matrix.hpp"

namespace crumple {

/// On all ranks: a matrix that cannot be factored, or has no accurate solutions.
struct SingularMatrix : Error {
  using Error::Error;
};

/// In which order equations are eliminated. auto: the best of those that are good as a rule; least: the one of all that
/// needs the fewest operations.
inline constexpr std::array ordering_names = {"auto", "least", "amd", "pord", "scotch", "metis"};

/// What the factorisation of a matrix needs, as its analysis estimates it.
struct SolverNeeds {
  double memory_in_core = 0, memory_out_of_core = 0;  ///< of all ranks [bytes]
  double disk = 0;                                    ///< for factors out of core [bytes]
  double n_entries = 0, n_operations = 0;             ///< of the factors; floating-point, of the elimination
};

/// An analysis, factorisation or substitution, over all ranks.
struct SolverCall {
  std::string name, ordering;
  int n_columns = 0;
  double begin = 0;                     ///< since 1970 [s]
  double seconds = 0, cpu_seconds = 0;  ///< wall; of all ranks
  SolverNeeds needs;                    ///< of the analysis before it
  double memory = 0;                    ///< of the last factorisation, all ranks [bytes]
  IoCounters io;
};

struct SolverSettings {
  bool is_out_of_core = false;       ///< the factors are kept in files
  std::vector<std::string> folders;  ///< of these files, which the ranks use in turn; empty: this one
  std::string run;                   ///< part of their names; of runs at the same time no two have the same
  std::string ordering = "auto";
  int columns_at_once = 32;          ///< of right-hand sides, with which the factors are read once
  /// Equations below which the root factors and solves alone: several ranks would wait for each other's messages, some
  /// hundred for each right-hand side, longer than they compute.
  int least_to_share = 15000;
  std::function<void(const SolverCall&)> report = [](const SolverCall&) {};  ///< on all ranks, after each call
};

/// Of the last factorisation, over all ranks.
struct SolverStatistics {
  double n_factor_entries = 0, n_operations = 0;  ///< operations: floating-point, of the elimination
  double memory = 0;                              ///< [bytes]
  double factor_seconds = 0, solve_seconds = 0;   ///< wall; solves: all since the factorisation
  std::int64_t n_solves = 0;  ///< right-hand sides since the factorisation
};

class SparseSolver {
 public:
  virtual ~SparseSolver() = default;
  /// Errors: a singular matrix, not enough memory or disk. Sooner done if the entries are at the places of the last
  /// matrix. Collective.
  virtual void factor(const SymmetricEntries& matrix) = 0;
  /// How many of the factored matrix' eigenvalues are negative (Sylvester's law of inertia).
  virtual std::int64_t n_negative() const = 0;
  /// In place: root's columns of right-hand sides, [column][equation]; other ranks' are not used. Collective.
  virtual void solve(std::vector<double>& columns, int n_columns) = 0;
  virtual const SolverStatistics& statistics() const = 0;
};

/// The library that make_sparse_solver uses, and its version; empty: the program was built without one.
std::string sparse_solver_name();
/// Errors: the program was built without a solver.
std::unique_ptr<SparseSolver> make_sparse_solver(const World& world, const SolverSettings& settings);

}  // namespace crumple
