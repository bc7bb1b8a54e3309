// Shares of the elements' cost with which all ranks come to the same work, that which dividing the model adds included.
// Called by `make_partition`.
#pragma once

#include <functional>
#include <vector>

#include "decomp/added_work.hpp"
#include "decomp/weights.hpp"
#include "model/model.hpp"

namespace crumple {

/// The rank of every element if each rank gets its share of the cost [rank], which add up to 1.
using CutByShares = std::function<std::vector<int>(const std::vector<double>& share)>;

struct BalancingPasses {
  int per_level = 3;      ///< corrections of shares in groups of each size
  bool in_groups = true;  ///< whether the method cuts ranges of ranks from one piece; else all are one group
};

/// What is added to the work of a rank (added_work.hpp) depends on its piece, and a piece on all shares. Shares are
/// corrected by what was added, first among all ranks, then in groups of a quarter of the ranks, of a quarter of that,
/// and so on: of ranges of ranks that bisections and curves cut from one piece, which stays the same as long as the
/// group's share does. A group keeps a correction that shortens the work of its slowest rank.
std::vector<double> balanced_shares(const Model& model, const ElementCosts& costs, const AddedCosts& added,
                                    std::vector<double> speed, const BalancingPasses& passes,
                                    const CutByShares& cut);

}  // namespace crumple
