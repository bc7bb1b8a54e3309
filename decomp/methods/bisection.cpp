#include "decomp/methods/bisection.hpp"

#include <algorithm>
#include <numeric>

namespace crumple {

double share_of_left(const Cut& cut, RankRange ranks) {
  const auto first = cut.share.begin() + ranks.first;
  const double left = std::accumulate(first, first + ranks.left(), 0.0);
  return left / std::accumulate(first + ranks.left(), first + ranks.count, left);
}

std::size_t split_by_weight(std::span<KeyedItem> items, double left_share, RankRange ranks) {
  double total = 0;
  for (const KeyedItem& item : items) total += item.weight;
  const double target = total * left_share;
  // a selection (Hoare 1961) by weight: the split lies in [low, high), `before` is the weight of what is below low
  std::size_t low = 0, high = items.size();
  double before = 0;
  while (high - low > 16) {
    const std::size_t middle = low + (high - low) / 2;
    std::nth_element(items.begin() + std::ptrdiff_t(low), items.begin() + std::ptrdiff_t(middle),
                     items.begin() + std::ptrdiff_t(high));
    double lower = before;
    for (std::size_t k = low; k < middle; ++k) lower += items[k].weight;
    if (lower < target) {
      low = middle;
      before = lower;
    } else
      high = middle;
  }
  std::sort(items.begin() + std::ptrdiff_t(low), items.begin() + std::ptrdiff_t(high));
  std::size_t at = low;
  while (at < high && before + 0.5 * items[at].weight < target) before += items[at++].weight;
  const std::size_t least = std::min(std::size_t(ranks.left()), items.size());
  const std::size_t most = items.size() - std::min(std::size_t(ranks.count - ranks.left()), items.size() - least);
  const std::size_t clamped = std::clamp(at, least, most);
  if (clamped != at) std::nth_element(items.begin(), items.begin() + std::ptrdiff_t(clamped), items.end());
  return clamped;
}

void bisect(const Cut& cut, std::vector<int>& rank,
            const std::function<std::size_t(std::span<Index>, RankRange)>& split) {
  struct Task {
    std::size_t first, count;
    RankRange ranks;
  };
  std::vector<Index> items(cut.weight.size());
  std::iota(items.begin(), items.end(), 0);
  std::vector<Task> tasks = {{0, items.size(), {0, cut.n_ranks()}}};
  while (!tasks.empty()) {
    const auto [first, count, ranks] = tasks.back();
    tasks.pop_back();
    const auto mine = std::span(items).subspan(first, count);
    if (ranks.count == 1)
      for (const Index i : mine) rank[i] = ranks.first;
    if (ranks.count == 1 || count == 0) continue;
    const std::size_t left = split(mine, ranks);
    tasks.push_back({first + left, count - left, {ranks.first + ranks.left(), ranks.count - ranks.left()}});
    tasks.push_back({first, left, {ranks.first, ranks.left()}});  // taken first: cuts come in the order of the ranks
  }
}

}  // namespace crumple
