// Solutions of sparse systems with the same bits for any library, number of ranks, ordering and memory: the solution of
// the factors is refined with residuals of twice the precision until the error that is left decides how each component
// is rounded to a multiple of 2^-44 of the largest of its kind. Refinement: Demmel, Hida, Kahan, Li, Mukherjee and
// Riedy (2006), "Error bounds from extra-precise iterative refinement".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/double_double.hpp"
#include "solver/sparse_solver.hpp"

namespace crumple {

class DecidedSolver {
 public:
  /// `kind` [equation], on root: components are rounded as others of their kind, 0 or 1 (translations, rotations).
  DecidedSolver(const World& world, SparseSolver& solver, std::vector<std::uint8_t> kind);

  /// Collective. Entries must be the same sums on any ranks: multiples of a quantum.
  void factor(const SymmetricEntries& matrix);
  /// In place, root's columns, [column][equation]. Errors: the matrix is so ill conditioned that the refinement does
  /// not converge. Collective.
  void solve(std::vector<double>& columns, int n_columns);

  /// Refinements of the last call, most of a column.
  int n_refinements() const { return n_refinements_; }

 private:
  /// The solution so far, of one column, on root.
  struct Column {
    std::vector<DoubleDouble> x;
    std::vector<double> right_side;
    double change = 0;       ///< the largest component of the last correction; 0: there was none
    double contraction = 0;  ///< the most that a correction was of the one before
  };
  void residuals(std::vector<Column>& columns, std::span<const int> which, std::vector<double>& out);
  bool round(Column& column, std::span<const double> correction, std::span<double> rounded) const;

  const World& world_;
  SparseSolver& solver_;
  std::vector<std::uint8_t> kind_;
  SymmetricEntries matrix_;
  std::vector<std::int32_t> used_;  ///< equations of this rank's entries, ascending
  std::vector<std::int32_t> row_, column_;  ///< [entry] places in `used_`
  std::vector<std::vector<std::int32_t>> used_by_rank_;  ///< on root
  int n_refinements_ = 0;
};

}  // namespace crumple
