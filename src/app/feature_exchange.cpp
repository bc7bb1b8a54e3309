#include "app/feature_exchange.hpp"

#include <cassert>
#include <numeric>

#include "base/profile.hpp"
#include "comm/holder_sums.hpp"

namespace crumple {

FeatureExchange::FeatureExchange(const World& world, Reduction exchange, Operation operation,
                                 std::vector<std::size_t> own, const FeatureList& features)
    : world_(world), exchange_(exchange), n_own_(std::accumulate(own.begin(), own.end(), std::size_t(0))) {
  const bool is_for_root = operation == Operation::sum && !world.collectives().calls_by_piece;
  std::vector<std::size_t> of_collective = std::move(own);
  std::vector<std::size_t>& pieces = is_for_root ? widths_for_root_ : of_collective;
  std::size_t next = is_for_root ? 0 : n_own_;
  for (const auto& feature : features) {
    const std::vector<std::size_t> widths = feature->widths(exchange);
    const std::size_t width = std::accumulate(widths.begin(), widths.end(), std::size_t(0));
    if (width == 0) continue;
    members_.push_back({feature.get(), next, width});
    next += width;
    pieces.insert(pieces.end(), widths.begin(), widths.end());
  }
  if (is_for_root) for_root_.resize(next);
  collective_ = world.collective({operation, std::move(of_collective)});
}

std::span<double> FeatureExchange::values_of(const Member& m) {
  const std::span<double> all = for_root_.empty() ? collective_->values : std::span<double>(for_root_);
  return all.subspan(m.first, m.width);
}

void FeatureExchange::start(StepState& s) {
  for (const Member& m : members_) {
    if (exchange_ == Reduction::step) {
      m.feature->put_maxima(s, values_of(m));
      continue;
    }
    SumShare share(values_of(m));
    m.feature->put_sums(exchange_, share);
    assert(share.is_full());
  }
  Profile::Scope scope(phase<"collectives">);
  collective_->start();
}

void FeatureExchange::finish(StepState& s) {
  {
    Profile::Scope scope(phase<"collectives">);
    collective_->finish();
  }
  if (!for_root_.empty()) sum_on_root(world_, widths_for_root_, for_root_);
  for (const Member& m : members_) m.feature->take(exchange_, s, values_of(m));
}

void FeatureExchange::run(StepState& s) {
  start(s);
  finish(s);
}

}  // namespace crumple
