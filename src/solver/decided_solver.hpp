// Solutions of sparse systems with the same bits for any library, number of ranks, ordering and memory: the solution of
// the factors is refined with residuals of twice the precision until the error that is left decides how each component
// is rounded to a multiple of 2^-40 of the largest. Refinement: Demmel, Hida, Kahan, Li, Mukherjee and
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
  /// `kind` [equation], on root: 0 displacements, 1 rotations, which are rounded as if displacements over `length` were
  /// among them: they are no more accurate than that.
  DecidedSolver(const World& world, SparseSolver& solver, std::vector<std::uint8_t> kind, double length = 1);

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
    double change[2] = {0, 0};  ///< [kind] the largest component of the last correction; 0: there was none
  };
  void residuals(std::vector<Column>& columns, std::span<const int> which, std::vector<double>& out);
  bool round(Column& column, std::span<const double> correction, std::span<double> rounded);

  const World& world_;
  SparseSolver& solver_;
  std::vector<std::uint8_t> kind_;
  double length_;
  SymmetricEntries matrix_;
  std::vector<std::int32_t> used_;  ///< equations of this rank's entries, ascending
  std::vector<std::int32_t> row_, column_;  ///< [entry] places in `used_`
  std::vector<std::vector<std::int32_t>> used_by_rank_;  ///< on root
  double contraction_[2] = {0, 0};  ///< [kind] the most that a correction was of the one before, by these factors
  bool is_measured_ = false;        ///< for the second correction of a column, at least
  int n_refinements_ = 0;
};

}  // namespace crumple
