#include "solver/sparse_matrix.hpp"

#include <algorithm>
#include <utility>

namespace crumple {

SymmetricMatrix::SymmetricMatrix(const SymmetricEntries& entries)
    : diagonal_(entries.row.empty() ? 0 : std::size_t(entries.n_equations), 0.0) {
  for (std::size_t k = 0; k < entries.row.size(); ++k)
    if (entries.row[k] == entries.column[k]) diagonal_[std::size_t(entries.row[k])] += entries.value[k];
    else below_.push_back({entries.row[k], entries.column[k], entries.value[k]});
  std::ranges::sort(below_, {}, [](const Entry& e) { return std::pair(e.row, e.column); });
  std::size_t n = 0;
  for (const Entry& entry : below_)
    if (n > 0 && below_[n - 1].row == entry.row && below_[n - 1].column == entry.column)
      below_[n - 1].value += entry.value;
    else below_[n++] = entry;
  below_.resize(n);
}

SymmetricMatrix SymmetricMatrix::less(const SymmetricMatrix& other) const {
  SymmetricEntries entries;
  entries.n_equations = std::int32_t(size());
  for_each([&](std::int32_t row, std::int32_t column, double value) { entries.add(row, column, value); });
  other.for_each([&](std::int32_t row, std::int32_t column, double value) { entries.add(row, column, -value); });
  return SymmetricMatrix(entries);
}

std::vector<double> SymmetricMatrix::operator*(std::span<const double> x) const {
  std::vector<double> product(size());
  for (std::size_t i = 0; i < size(); ++i) product[i] = diagonal_[i] * x[i];
  for (const Entry& e : below_) {
    product[std::size_t(e.row)] += e.value * x[std::size_t(e.column)];
    product[std::size_t(e.column)] += e.value * x[std::size_t(e.row)];
  }
  return product;
}

}  // namespace crumple
