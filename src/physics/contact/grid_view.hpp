// A grid of points (bucket_grid.hpp) as loops see it: plain data, in memory of the run.
#pragma once

#include <algorithm>
#include <array>

#include "base/box.hpp"
#include "base/index.hpp"
#include "kernels/marks.hpp"

namespace crumple {

struct GridPoint {
  Vec3 point;
  Index number;
};

/// A grid as loops see it: the points by cell, x fastest, so that a box is a few contiguous ranges of points.
struct GridAt {
  using Cell = std::array<Index, 3>;
  Box box;                  ///< of all points
  double inverse_cell = 1;  ///< [1/length]
  Cell n{1, 1, 1};          ///< cells along each axis
  const Index* first = nullptr;         ///< [cell + 1] into `entries`
  const GridPoint* entries = nullptr;

  CRUMPLE_INLINE std::size_t bucket_of(Index x, Index y, Index z) const {
    return (std::size_t(z) * std::size_t(n[1]) + std::size_t(y)) * std::size_t(n[0]) + std::size_t(x);
  }
  /// Points outside are in the outermost cells.
  CRUMPLE_INLINE Cell cell_of(const Vec3& p) const {
    Cell cell{};
    for (int c = 0; c < 3; ++c) {
      const double inside = std::max(box.low[c], std::min(box.high[c], p[c]));
      cell[c] = std::min(Index((inside - box.low[c]) * inverse_cell), n[c] - 1);
    }
    return cell;
  }

  /// Calls found(i) for each point in the box, in any order.
  template <class Visit> CRUMPLE_INLINE void visit(const Box& within, Visit found) const {
    if (!within.meets(box)) return;
    const Cell a = cell_of(within.low), b = cell_of(within.high);
    Index inside[64];  // first gathered without a branch, which would be unpredictable
    int n_inside = 0;
    for (Index z = a[2]; z <= b[2]; ++z)
      for (Index y = a[1]; y <= b[1]; ++y) {
        const Index last = first[bucket_of(b[0], y, z) + 1];
        for (Index k = first[bucket_of(a[0], y, z)]; k < last; ++k) {
          inside[n_inside] = entries[k].number;
          n_inside += within.contains(entries[k].point);
          if (n_inside < 64) continue;
          for (int i = 0; i < n_inside; ++i) found(inside[i]);
          n_inside = 0;
        }
      }
    for (int i = 0; i < n_inside; ++i) found(inside[i]);
  }
};

}  // namespace crumple
