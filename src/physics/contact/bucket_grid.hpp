// Points sorted into the cells of a regular grid, for fast queries of the points in a box. Called by the searches of
// contact and by find_ties; the idea is Benson and Hallquist's (1990).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "model/mesh.hpp"

namespace crumple {

/// Points sorted by cell of a regular grid, x fastest, so that a box is a few contiguous ranges of points.
class BucketGrid {
 public:
  BucketGrid() = default;
  /// `point[i]` has the number i. `cell`: edge of a cell [length], enlarged if there would be many more cells than
  /// points.
  BucketGrid(std::span<const Vec3> points, double cell);

  /// Calls found(i) for each point in the box.
  template <class Visit> void visit(const Box& box, Visit found) const;

 private:
  struct GridPoint {
    Vec3 point;
    Index number;
  };
  using Cell = std::array<Index, 3>;

  Cell cell_of(const Vec3& p) const;
  std::size_t bucket_of(Index x, Index y, Index z) const {
    return (std::size_t(z) * std::size_t(n_[1]) + std::size_t(y)) * std::size_t(n_[0]) + std::size_t(x);
  }

  Box box_;                      // of all points
  double inverse_cell_ = 1;
  Cell n_{1, 1, 1};              // cells along each axis
  std::vector<Index> first_;     // [cell + 1]
  std::vector<GridPoint> entries_;   // by cell
};

template <class Visit> void BucketGrid::visit(const Box& box, Visit found) const {
  if (entries_.empty() || !box.meets(box_)) return;
  const Cell a = cell_of(box.low), b = cell_of(box.high);
  std::array<Index, 64> inside;  // first gathered without a branch, which would be unpredictable
  std::size_t n = 0;
  const auto use_them = [&] {
    for (std::size_t i = 0; i < n; ++i) found(inside[i]);
    n = 0;
  };
  for (Index z = a[2]; z <= b[2]; ++z)
    for (Index y = a[1]; y <= b[1]; ++y) {
      const Index last = first_[bucket_of(b[0], y, z) + 1];
      for (Index k = first_[bucket_of(a[0], y, z)]; k < last; ++k) {
        inside[n] = entries_[k].number;
        n += box.contains(entries_[k].point);
        if (n == inside.size()) use_them();
      }
    }
  use_them();
}

}  // namespace crumple
