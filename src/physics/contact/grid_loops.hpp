// The loops that sort points into a grid (bucket_grid.cpp).
#pragma once

#include <cmath>

#include "kernels/loops.hpp"
#include "physics/contact/grid_view.hpp"

namespace crumple {

inline constexpr std::size_t points_of_box = 256;

/// The box of a range of points.
struct FindBox {
  static constexpr const char* name = "boxes of points";
  const Vec3* points;
  std::size_t n;
  Box* boxes;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    Box box;
    for (std::size_t k = i * points_of_box; k < n && k < (i + 1) * points_of_box; ++k) box.include(points[k]);
    boxes[i] = box;
  }
};

/// The number of a point's cell; none: it is left out.
CRUMPLE_INLINE std::ptrdiff_t bucket_of(const GridAt& grid, const Vec3& point) {
  if (std::isnan(point.x)) return none;
  const GridAt::Cell cell = grid.cell_of(point);
  return std::ptrdiff_t(grid.bucket_of(cell[0], cell[1], cell[2]));
}

struct CountInCells {
  static constexpr const char* name = "points of cells";
  GridAt grid;
  const Vec3* points;
  Index* count;  ///< [cell]
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    if (const std::ptrdiff_t bucket = bucket_of(grid, points[i]); bucket >= 0) kernels::count_atomically(count[bucket]);
  }
};

struct PutInCells {
  static constexpr const char* name = "points to cells";
  GridAt grid;
  const Vec3* points;
  Index* next;  ///< [cell] at first its first entry, at last that of the next cell
  GridPoint* entries;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    if (const std::ptrdiff_t bucket = bucket_of(grid, points[i]); bucket >= 0)
      entries[kernels::count_atomically(next[bucket])] = {points[i], Index(i)};
  }
};

using GridLoops = kernels::Loops<FindBox, CountInCells, PutInCells>;

}  // namespace crumple
