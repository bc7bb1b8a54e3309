// Recursive coordinate bisection (Berger and Bokhari 1987), LS-DYNA's default: cut perpendicular to the longest side of
// the bounding box so that the weights on both sides go as the shares of the ranks on both sides; any number of ranks.
#include <algorithm>
#include <limits>
#include <span>

#include "base/box.hpp"
#include "decomp/methods/bisection.hpp"
#include "decomp/methods/methods.hpp"

namespace crumple {
namespace {

struct CoordinateBisection {
  const Cut& cut;
  std::vector<int>& rank;
  std::vector<KeyedItem> keyed;  // room for the largest cut, used by all

  int longest_side(std::span<const Index> items) const {
    Box box;
    for (const Index i : items) box.include(cut.centre[i]);
    const Vec3 side = box.size();
    return side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
  }

  /// As in the pass before, so that pieces change little.
  int axis(std::span<const Index> items, RankRange ranks) const {
    if (!cut.axes) return longest_side(items);
    const auto [known, is_new] = cut.axes->try_emplace({ranks.first, ranks.count}, 0);
    if (is_new) known->second = longest_side(items);
    return known->second;
  }

  /// The cut with the place of the first item on its right; beyond all when there is none.
  static RcbCut bounded(RcbCut made, std::span<const KeyedItem> right) {
    const auto first = std::min_element(right.begin(), right.end());
    made.coordinate = first != right.end() ? first->key : std::numeric_limits<double>::max();
    made.item = first != right.end() ? first->item : 0;
    return made;
  }

  std::size_t split(std::span<Index> items, RankRange ranks) {
    const bool replay = cut.log && cut.log->replaying();
    RcbCut made =
        replay ? cut.log->next(ranks.first, ranks.count) : RcbCut{ranks.first, ranks.count, axis(items, ranks), 0, 0};
    const auto keys = std::span(keyed).first(items.size());
    for (std::size_t k = 0; k < items.size(); ++k)
      keys[k] = {cut.centre[items[k]][made.axis], items[k], cut.weight[items[k]]};
    std::size_t at = 0;
    if (replay) {
      const KeyedItem bound{made.coordinate, made.item, 0};
      at = std::size_t(std::partition(keys.begin(), keys.end(), [&](const KeyedItem& k) { return k < bound; }) -
                       keys.begin());
    } else {
      at = split_by_weight(keys, share_of_left(cut, ranks), ranks);
      if (cut.log) cut.log->record(bounded(made, keys.subspan(at)));
    }
    for (std::size_t k = 0; k < items.size(); ++k) items[k] = keys[k].item;
    return at;
  }
};

std::vector<int> partition_by_coordinates(const Cut& cut) {
  std::vector<int> rank(cut.weight.size(), 0);
  CoordinateBisection bisection{cut, rank, std::vector<KeyedItem>(cut.weight.size())};
  bisect(cut, rank, [&](std::span<Index> items, RankRange ranks) { return bisection.split(items, ranks); });
  return rank;
}

}  // namespace

namespace methods {
extern const NamedMethod rcb{.name = "rcb", .partition = partition_by_coordinates};
}

}  // namespace crumple
