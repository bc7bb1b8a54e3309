// When to spread the load anew: once what its imbalance has cost since the last time has reached what spreading it
// costs (Nicol and Saltz, Dynamic remapping of parallel computations with varying resource demands, IEEE Transactions
// on Computers 37, 1988). No cut balances perfectly, so what even the best one so far has left does not count. Asked by
// LoadWatch.
#pragma once

#include <optional>
#include <span>

namespace crumple {

class RebalanceRule {
 public:
  /// `threshold`: imbalance that is put up with, whatever it has cost [percent]; 0: the load is spread at each check.
  explicit RebalanceRule(double threshold) : threshold_(threshold) {}

  /// `work`: computing time of each rank since the last check [s]. True: decompose the model again now.
  bool check(std::span<const double> work);
  /// The load has been spread. `cost`: the time that it took on the slowest rank [s].
  void rebalanced(double cost);

  /// At the last check: largest work over the mean, less 1.
  double imbalance() const { return imbalance_; }

 private:
  double threshold_;
  double imbalance_ = 0;
  double lost_ = 0;  ///< since the load was last spread [s]
  double cost_ = 0;  ///< of spreading it the last time; 0: not known yet [s]
  std::optional<double> left_;  ///< the least imbalance just after the load was spread
  bool is_spread_ = false;      ///< no check since the load was spread
};

}  // namespace crumple
