// What recursive bisections have in common: halving the ranks, and splitting items that have a key by weight.
// Used by the methods rcb and rib.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "decomp/methods/methods.hpp"

namespace crumple {

struct RankRange {
  int first = 0, count = 1;
  int left() const { return count / 2; }  ///< ranks on the left side of a cut
};

/// An item with its place along the direction of a cut; equal places go by number.
struct KeyedItem {
  double key = 0;
  Index item = 0;
  float weight = 0;
  bool operator<(const KeyedItem& b) const { return key != b.key ? key < b.key : item < b.item; }
};

/// The share of the left half of `ranks` in that of all of `ranks`.
double share_of_left(const Cut& cut, RankRange ranks);

/// Reorders `items` so that those before the returned position come before the others in the order of `<`, and their
/// weight is nearest to `left_share` of all. While there are enough items, every rank on both sides gets one.
/// Cost: linear in the number of items, on average.
std::size_t split_by_weight(std::span<KeyedItem> items, double left_share, RankRange ranks);

/// Halves items and ranks until one rank is left. `split` reorders the items of a range of ranks and returns how many
/// go to its left half. Ranks beyond the number of items get none.
void bisect(const Cut& cut, std::vector<int>& rank,
            const std::function<std::size_t(std::span<Index>, RankRange)>& split);

}  // namespace crumple
