// Recursive inertial bisection (Simon 1991): cut perpendicular to the direction in which the items are spread most, so
// that oblique structures are not cut along the axes. Otherwise as rcb.
#include <cmath>
#include <span>

#include "decomp/methods/bisection.hpp"
#include "decomp/methods/methods.hpp"

namespace crumple {
namespace {

/// The eigenvector of the largest eigenvalue of a symmetric matrix, by rotations (Jacobi 1846); its largest component
/// is positive, so that the direction does not hang on the order of the arithmetic.
Vec3 longest_axis(Mat3 m) {
  Mat3 axes = Mat3::identity();  // rows
  for (int sweep = 0; sweep < 20; ++sweep)
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      if (m(p, q) == 0) continue;
      const double angle = 0.5 * std::atan2(2 * m(p, q), m(p, p) - m(q, q));
      Mat3 turn = Mat3::identity();
      turn(p, p) = turn(q, q) = std::cos(angle);
      turn(p, q) = std::sin(angle);
      turn(q, p) = -turn(p, q);
      m = turn * m * transpose(turn);
      m(p, q) = m(q, p) = 0;
      axes = turn * axes;
    }
  const int longest = m(0, 0) >= m(1, 1) && m(0, 0) >= m(2, 2) ? 0 : m(1, 1) >= m(2, 2) ? 1 : 2;
  const Vec3 axis = axes.row[longest];
  double largest = axis.x;
  for (const double c : {axis.y, axis.z})
    if (std::abs(c) > std::abs(largest)) largest = c;
  return largest < 0 ? -axis : axis;
}

Vec3 direction_of_spread(const Cut& cut, std::span<const Index> items) {
  Vec3 centre;
  double weight = 0;
  for (const Index i : items) centre += double(cut.weight[i]) * cut.centre[i], weight += cut.weight[i];
  if (weight > 0) centre *= 1 / weight;
  Mat3 spread;
  for (const Index i : items) {
    const Vec3 arm = cut.centre[i] - centre;
    for (int c = 0; c < 3; ++c) spread.row[c] += cut.weight[i] * arm[c] * arm;
  }
  return longest_axis(spread);
}

std::vector<int> partition_by_inertia(const Cut& cut) {
  std::vector<int> rank(cut.weight.size(), 0);
  std::vector<KeyedItem> keyed(cut.weight.size());
  bisect(cut, rank, [&](std::span<Index> items, RankRange ranks) {
    const Vec3 axis = direction_of_spread(cut, items);
    const auto keys = std::span(keyed).first(items.size());
    for (std::size_t k = 0; k < items.size(); ++k)
      keys[k] = {dot(axis, cut.centre[items[k]]), items[k], cut.weight[items[k]]};
    const std::size_t at = split_by_weight(keys, share_of_left(cut, ranks), ranks);
    for (std::size_t k = 0; k < items.size(); ++k) items[k] = keys[k].item;
    return at;
  });
  return rank;
}

}  // namespace

namespace methods {
extern const NamedMethod rib{.name = "rib", .partition = partition_by_inertia};
}

}  // namespace crumple
