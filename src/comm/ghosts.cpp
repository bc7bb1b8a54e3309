#include "comm/ghosts.hpp"

#include <algorithm>
#include <map>

namespace crumple {

GhostExchange::GhostExchange(const World& world, const TransportMode& mode, GhostPlan plan, int width, int stride)
    : plan_(std::move(plan)), width_(width), stride_(stride) {
  std::map<int, PartnerLists> places;
  for (const GhostPlan::Send& send : plan_.sends) places[send.rank].send = &send;
  for (const GhostPlan::Receive& receive : plan_.receives) places[receive.rank].receive = &receive;
  std::vector<Partner> partners;
  for (const auto& [rank, place] : places) {
    partners.push_back({rank, place.send ? place.send->nodes.size() * width : 0,
                        place.receive ? place.receive->rows.size() * width : 0});
    places_.push_back(place);
  }
  exchange_ = world.neighbour_exchange(mode, std::move(partners));
}

void GhostExchange::start(const double* node_rows) {
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (!places_[k].send) continue;
    double* out = exchange_->outgoing(k);
    for (const std::int32_t node : places_[k].send->nodes)
      out = std::copy_n(node_rows + std::int64_t(node) * stride_, width_, out);
  }
  exchange_->start();
}

void GhostExchange::finish(double* ghost_rows) {
  exchange_->finish();
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const GhostPlan::Receive* receive = places_[k].receive;
    if (!receive) continue;
    const double* in = exchange_->incoming(k);
    for (const std::int32_t row : receive->rows) {
      std::copy_n(in, width_, ghost_rows + std::int64_t(row) * stride_);
      in += width_;
    }
  }
}

}  // namespace crumple
