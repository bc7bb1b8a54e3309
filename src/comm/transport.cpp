#include "comm/transport.hpp"

#include <utility>

namespace crumple {

NeighbourExchange::NeighbourExchange(std::vector<Partner> partners)
    : partners_(std::move(partners)), outgoing_(partners_.size()), incoming_(partners_.size()) {}

std::size_t NeighbourExchange::n_sent() const {
  std::size_t n = 0;
  for (const Partner& partner : partners_) n += partner.n_sent;
  return n;
}

std::size_t NeighbourExchange::n_received() const {
  std::size_t n = 0;
  for (const Partner& partner : partners_) n += partner.n_received;
  return n;
}

void NeighbourExchange::use_buffers(double* outgoing, double* incoming) {
  for (std::size_t k = 0; k < partners_.size(); ++k) {
    outgoing_[k] = outgoing;
    incoming_[k] = incoming;
    outgoing += partners_[k].n_sent;
    incoming += partners_[k].n_received;
  }
}

}  // namespace crumple
