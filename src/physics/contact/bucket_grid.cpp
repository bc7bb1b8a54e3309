#include "physics/contact/bucket_grid.hpp"

#include <cmath>

#include "base/loops.hpp"
#include "physics/contact/grid_loops.hpp"
#include "physics/state/running_sums.hpp"

namespace crumple {
namespace {

constexpr double cells_per_point = 16;  // at most: a cell costs about a tenth of a point
constexpr std::size_t box_grain = 16;   // boxes that are worth waking a thread for

Box box_around(std::span<const Vec3> points) {
  kernels::RunVector<Box> boxes((points.size() + points_of_box - 1) / points_of_box);
  run_loop(FindBox{points.data(), points.size(), boxes.data()}, boxes.size(), box_grain);
  wait_for_device();
  Box all;
  for (const Box& box : boxes) all.include(box);
  return all;
}

}  // namespace

BucketGrid::BucketGrid(std::span<const Vec3> points, double cell) {
  const Box box = box_around(points);
  if (!(box.low.x <= box.high.x)) return;
  const auto n_cells = [&](double edge) {
    double n = 1;
    for (int c = 0; c < 3; ++c) n *= std::floor((box.high[c] - box.low[c]) / edge) + 1;
    return n;
  };
  while (n_cells(cell) > 64 + cells_per_point * double(points.size())) cell *= 1.25;
  at_.box = box;
  at_.inverse_cell = 1 / cell;
  for (int c = 0; c < 3; ++c) at_.n[c] = Index((box.high[c] - box.low[c]) * at_.inverse_cell) + 1;

  // with one cell more in front: what begins as the first entry of a cell ends as that of the next
  first_.resize(at_.bucket_of(at_.n[0] - 1, at_.n[1] - 1, at_.n[2] - 1) + 2);
  entries_.resize(points.size());
  at_.first = first_.data();
  at_.entries = kernels::first_of(entries_);
  run_loop(CountInCells{at_, points.data(), first_.data() + 1}, points.size());
  running_sums(first_);
  run_loop(PutInCells{at_, points.data(), first_.data() + 1, kernels::first_of(entries_)}, points.size());
  wait_for_device();
}

}  // namespace crumple
