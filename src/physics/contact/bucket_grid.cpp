#include "physics/contact/bucket_grid.hpp"

#include <algorithm>
#include <cmath>

namespace crumple {
namespace {

constexpr double cells_per_point = 16;  // at most: a cell costs about a tenth of a point

}  // namespace

BucketGrid::BucketGrid(std::span<const Vec3> points, double cell) {
  if (points.empty()) return;
  box_ = box_of(points);
  const auto n_cells = [&](double edge) {
    double n = 1;
    for (int c = 0; c < 3; ++c) n *= std::floor((box_.high[c] - box_.low[c]) / edge) + 1;
    return n;
  };
  while (n_cells(cell) > 64 + cells_per_point * double(points.size())) cell *= 1.25;
  inverse_cell_ = 1 / cell;
  for (int c = 0; c < 3; ++c) n_[c] = Index((box_.high[c] - box_.low[c]) * inverse_cell_) + 1;

  std::vector<std::size_t> bucket(points.size());
  first_.assign(bucket_of(n_[0] - 1, n_[1] - 1, n_[2] - 1) + 2, 0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Cell at = cell_of(points[i]);
    bucket[i] = bucket_of(at[0], at[1], at[2]);
    ++first_[bucket[i] + 1];
  }
  for (std::size_t b = 0; b + 1 < first_.size(); ++b) first_[b + 1] += first_[b];
  std::vector<Index> next(first_.begin(), first_.end() - 1);
  entries_.resize(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) entries_[next[bucket[i]]++] = {points[i], Index(i)};
}

/// Points outside are in the outermost cells.
BucketGrid::Cell BucketGrid::cell_of(const Vec3& p) const {
  Cell cell{};
  for (int c = 0; c < 3; ++c) {
    const double inside = std::max(box_.low[c], std::min(box_.high[c], p[c]));  // inside, also for NaN
    cell[c] = std::min(Index((inside - box_.low[c]) * inverse_cell_), n_[c] - 1);
  }
  return cell;
}

}  // namespace crumple
