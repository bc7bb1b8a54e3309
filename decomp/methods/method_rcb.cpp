// Recursive coordinate bisection (Berger and Bokhari 1987), LS-DYNA's default: cut perpendicular to the longest side of
// the bounding box so that the weights on both sides go as the numbers of ranks on both sides; any number of ranks.
#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include "decomp/methods/methods.hpp"

namespace crumple {
namespace {

struct Bisection {
  const std::vector<Vec3>& centres;
  const std::vector<float>& weights;
  std::vector<int>& rank;

  int longest_side(std::span<const Index> elements) const {
    Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
    for (const Index e : elements)
      for (int c = 0; c < 3; ++c) {
        low[c] = std::min(low[c], centres[e][c]);
        high[c] = std::max(high[c], centres[e][c]);
      }
    const Vec3 side = high - low;
    return side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
  }

  void cut(std::span<Index> elements, int first_rank, int n_ranks) const {
    if (n_ranks == 1) {
      for (const Index e : elements) rank[e] = first_rank;
      return;
    }
    const int axis = longest_side(elements);
    std::sort(elements.begin(), elements.end(), [&](Index a, Index b) {
      return centres[a][axis] != centres[b][axis] ? centres[a][axis] < centres[b][axis] : a < b;
    });
    const int left_ranks = n_ranks / 2;
    double total = 0;
    for (const Index e : elements) total += weights[e];
    const double target = total * left_ranks / n_ranks;
    double left = 0;
    std::size_t split = 0;
    while (split < elements.size() && left + 0.5 * weights[elements[split]] < target) left += weights[elements[split++]];
    // every rank gets at least one element
    split = std::clamp(split, std::size_t(left_ranks), elements.size() - std::size_t(n_ranks - left_ranks));
    cut(elements.first(split), first_rank, left_ranks);
    cut(elements.subspan(split), first_rank + left_ranks, n_ranks - left_ranks);
  }
};

}  // namespace

std::vector<int> partition_rcb(const std::vector<Vec3>& centres, const std::vector<float>& weights, int n_ranks) {
  std::vector<Index> elements(centres.size());
  std::iota(elements.begin(), elements.end(), 0);
  std::vector<int> rank(centres.size(), 0);
  Bisection{centres, weights, rank}.cut(elements, 0, n_ranks);
  return rank;
}

}  // namespace crumple
