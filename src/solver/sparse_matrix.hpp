// Sparse symmetric matrices, distributed over ranks: as entries in any order, and by rows, which multiplies vectors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/equation_slices.hpp"

namespace crumple {

/// This rank's part of a symmetric matrix, on and below the diagonal; the matrix is the sum over all entries of all
/// ranks.
struct SymmetricEntries {
  std::int32_t n_equations = 0;  ///< of the whole matrix
  std::vector<std::int32_t> row, column;  ///< row >= column
  std::vector<double> value;

  void add(std::int32_t its_row, std::int32_t its_column, double its_value) {
    row.push_back(its_row);
    column.push_back(its_column);
    value.push_back(its_value);
  }
};

/// The rows of this rank's equations. Sums over a row are in the order of its columns, so they have the same bits on
/// any number of ranks.
class SymmetricMatrix {
 public:
  /// From the entries of all ranks; those at the same place are added, which must be exact. Collective.
  SymmetricMatrix(const EquationSlices& slices, const SymmetricEntries& mine);

  const EquationSlices& slices() const { return slices_; }
  /// [own equation]
  const std::vector<double>& diagonal() const { return diagonal_; }
  /// The products with the columns of a block. Collective.
  ColumnBlock operator*(const ColumnBlock& x) const;
  /// b - A (x + x_low) for the columns of a block, with products and sums of twice the precision (Ogita, Rump and Oishi
  /// 2005, "Accurate sum and dot product"). `x_low`: less than a unit in the last place of x. Collective.
  ColumnBlock residual(const ColumnBlock& b, const ColumnBlock& x, const ColumnBlock& x_low) const;
  /// Of this matrix less a multiple of another one, on and below the diagonal of this rank's rows. 0: of this one.
  SymmetricEntries less(double factor, const SymmetricMatrix& other) const;
  SymmetricEntries entries() const { return less(0, *this); }

  /// How wide the graph of the matrix is, by which the factors grow: equations in the levels of a breadth-first search
  /// from one end to the other, the mean over equations. Collective.
  double mean_level_width() const;

 private:
  struct Entry {
    std::int32_t column, at;  ///< of the whole matrix; its place among own equations, then those of `others_`
    double value;
  };
  struct Neighbour {
    int rank;
    std::vector<std::int32_t> own;  ///< own equations that it needs, ascending
  };
  void find_neighbours();
  std::vector<std::int64_t> level_sizes(std::int32_t& start) const;
  std::vector<double> of_others(std::span<const double> own, std::size_t n_per_equation) const;

  EquationSlices slices_;
  std::vector<double> diagonal_;
  std::vector<std::size_t> begin_;  ///< [own equation, and one more] into `entries_`
  std::vector<Entry> entries_;      ///< by row, then column
  std::vector<std::int32_t> others_;   ///< equations of other ranks in these rows, ascending
  std::vector<Neighbour> neighbours_;
};

}  // namespace crumple
