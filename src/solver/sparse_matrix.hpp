// Sparse symmetric matrices: entries in any order, distributed over ranks; and a whole one that multiplies vectors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

class SymmetricMatrix {
 public:
  SymmetricMatrix() = default;
  /// From all entries; those at the same place are added, which must be exact.
  explicit SymmetricMatrix(const SymmetricEntries& entries);

  std::size_t size() const { return diagonal_.size(); }
  /// [equation]
  const std::vector<double>& diagonal() const { return diagonal_; }
  /// The product with x, in a fixed order of additions.
  std::vector<double> operator*(std::span<const double> x) const;
  /// This matrix less another one.
  SymmetricMatrix less(const SymmetricMatrix& other) const;
  /// Calls f(row, column, value) for the entries on and below the diagonal.
  template <class F> void for_each(F f) const {
    for (std::size_t i = 0; i < size(); ++i) f(std::int32_t(i), std::int32_t(i), diagonal_[i]);
    for (const Entry& e : below_) f(e.row, e.column, e.value);
  }

 private:
  struct Entry {
    std::int32_t row, column;
    double value;
  };
  std::vector<double> diagonal_;
  std::vector<Entry> below_;  ///< by row, then column
};

}  // namespace crumple
