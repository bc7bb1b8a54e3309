// Points sorted into the cells of a regular grid, for fast queries of the points in a box. Called by the searches of
// contact and by find_ties; the idea is Benson and Hallquist's (1990).
#pragma once

#include <span>

#include "kernels/device.hpp"
#include "physics/contact/grid_view.hpp"

namespace crumple {

/// A grid in memory of the run.
class BucketGrid {
 public:
  BucketGrid() = default;
  /// `point[i]`, in memory of the run, has the number i; those whose x is not a number are left out. `cell`: edge of a
  /// cell [length], enlarged if there would be many more cells than points.
  BucketGrid(std::span<const Vec3> points, double cell);
  BucketGrid(BucketGrid&&) = default;
  BucketGrid& operator=(BucketGrid&&) = default;

  GridAt at() const { return at_; }
  template <class Visit> void visit(const Box& box, Visit found) const { at_.visit(box, found); }

 private:
  GridAt at_;
  kernels::RunVector<Index> first_;
  kernels::RunVector<kernels::RoomFor<GridPoint>> entries_;
};

}  // namespace crumple
