// Decides when to rebalance: when the accumulated cost of the imbalance since the last time reaches the cost of
// rebalancing (Nicol and Saltz, Dynamic remapping of parallel computations with varying resource demands, IEEE
// Transactions on Computers 37, 1988). No decomposition balances perfectly, so the imbalance of the best one so far is
// not counted. Called by LoadWatch.
#pragma once

#include <optional>
#include <span>

namespace crumple {

class RebalanceRule {
 public:
  /// `threshold`: imbalance that is tolerated at any accumulated cost [percent]; 0: rebalance at each check.
  explicit RebalanceRule(double threshold) : threshold_(threshold) {}

  /// `work`: computing time of each rank since the last check [s]. True: decompose the model again now.
  bool check(std::span<const double> work);
  /// Called after rebalancing. `cost`: its time on the slowest rank [s].
  void rebalanced(double cost);

  /// At the last check: largest work over the mean, less 1.
  double imbalance() const { return imbalance_; }

 private:
  double threshold_;
  double imbalance_ = 0;
  double lost_ = 0;  ///< since the last rebalancing [s]
  double cost_ = 0;  ///< of the last rebalancing; 0: unknown [s]
  std::optional<double> left_;  ///< the smallest imbalance just after rebalancing
  bool is_spread_ = false;      ///< no check since rebalancing
};

}  // namespace crumple
