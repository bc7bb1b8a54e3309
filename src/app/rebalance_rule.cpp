#include "app/rebalance_rule.hpp"

#include <algorithm>
#include <numeric>

namespace crumple {

bool RebalanceRule::check(std::span<const double> work) {
  const double mean = std::accumulate(work.begin(), work.end(), 0.0) / double(work.size());
  imbalance_ = mean > 0 ? *std::max_element(work.begin(), work.end()) / mean - 1 : 0.0;
  if (is_spread_) left_ = std::min(left_.value_or(imbalance_), imbalance_);
  is_spread_ = false;
  lost_ += mean * std::max(0.0, imbalance_ - left_.value_or(0.0));
  if (threshold_ == 0) return true;
  return imbalance_ >= 0.01 * threshold_ && lost_ >= cost_;
}

void RebalanceRule::rebalanced(double cost) {
  cost_ = cost;
  lost_ = 0;
  is_spread_ = true;
}

}  // namespace crumple
