// Solutions of sparse systems with the same bits for any library, number of ranks, ordering and memory: the solution of
// the factors is refined with residuals of twice the precision until the error that is left decides how each component
// is rounded to a multiple of 2^-40 of the largest. Refinement: Demmel, Hida, Kahan, Li, Mukherjee and
// Riedy (2006), "Error bounds from extra-precise iterative refinement". All but the solution itself is distributed over
// ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solver/sparse_solver.hpp"

namespace crumple {

class DecidedSolver {
 public:
  /// same: as above; off: refined until the residual is below 1e-10 of the right-hand side (2-norms) alone.
  enum class Bits { same, off };

  /// `kind` [equation], on root: 0 displacements, 1 rotations, which are rounded as if displacements over `length` were
  /// among them: they are no more accurate than that. Collective.
  DecidedSolver(const World& world, SparseSolver& solver, const std::vector<std::uint8_t>& kind, double length = 1,
                Bits bits = Bits::same);

  /// Collective.
  void factor(SymmetricMatrix matrix);
  /// In place, root's columns, [column][equation]. Errors: the matrix is so ill conditioned that the refinement does
  /// not converge. Collective.
  void solve(std::vector<double>& columns, int n_columns);
  /// The same for a block of distributed columns.
  void solve(ColumnBlock& block);

  const EquationSlices& slices() const { return slices_; }
  /// Refinements of the last block, most of a column.
  int n_refinements() const { return n_refinements_; }

 private:
  /// The solution so far.
  struct Approximation {
    ColumnBlock high, low;
    double correct(std::size_t equation, std::size_t column, double correction);
    double change[ColumnBlock::width][2] = {};  ///< [column][kind] largest of the last correction; 0: there was none
  };
  std::vector<int> round(Approximation& x, const ColumnBlock& correction, std::span<const int> open,
                         ColumnBlock& rounded);
  std::vector<int> above_tolerance(const ColumnBlock& residual, const std::vector<double>& squared) const;

  SparseSolver& solver_;
  EquationSlices slices_;
  std::vector<std::uint8_t> kind_;  ///< [own equation]
  double length_;
  Bits bits_;
  std::optional<SymmetricMatrix> matrix_;
  double contraction_[2] = {0, 0};  ///< [kind] the most that a correction was of the one before, by these factors
  bool is_measured_ = false;        ///< for the second correction of a column, at least
  int n_refinements_ = 0;
};

}  // namespace crumple
