#include "app/feature_exchange.hpp"

#include <numeric>

#include "base/profile.hpp"

namespace crumple {

FeatureExchange::FeatureExchange(const World& world, Exchange exchange, Operation operation,
                                 std::vector<std::size_t> own, const FeatureList& features)
    : exchange_(exchange), n_own_(std::accumulate(own.begin(), own.end(), std::size_t(0))) {
  std::vector<std::size_t> pieces = std::move(own);
  std::size_t next = n_own_;
  for (const auto& feature : features) {
    const std::vector<std::size_t> widths = feature->widths(exchange);
    const std::size_t width = std::accumulate(widths.begin(), widths.end(), std::size_t(0));
    if (width == 0) continue;
    members_.push_back({feature.get(), next, width});
    next += width;
    pieces.insert(pieces.end(), widths.begin(), widths.end());
  }
  collective_ = world.collective({operation, std::move(pieces)});
}

void FeatureExchange::start(StepState& s) {
  for (const Member& m : members_) m.feature->put(exchange_, s, collective_->values.subspan(m.first, m.width));
  Profile::Scope scope(phase<"collectives">);
  collective_->start();
}

void FeatureExchange::finish(StepState& s) {
  {
    Profile::Scope scope(phase<"collectives">);
    collective_->finish();
  }
  for (const Member& m : members_) m.feature->take(exchange_, s, collective_->values.subspan(m.first, m.width));
}

void FeatureExchange::run(StepState& s) {
  start(s);
  finish(s);
}

}  // namespace crumple
