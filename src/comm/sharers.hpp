// Combines the values of shared nodes over the ranks that share them: for set-up and searches, not for sums in the
// step.
#pragma once

#include <vector>

#include "base/halo_plan.hpp"
#include "comm/world.hpp"

namespace crumple {

/// Includes in [local node] `values` the values of other ranks for the nodes they share: plain data with an include of
/// the like, whose result does not depend on the order. Collective.
template <class Values>
void include_sharers(const World& world, const HaloPlan& halo, Values& values) {
  using T = typename Values::value_type;
  std::vector<Message> outgoing;
  for (const Neighbour& neighbour : halo.neighbours) {
    std::vector<T> shared;
    for (const auto node : neighbour.nodes) shared.push_back(values[node]);
    outgoing.push_back({neighbour.rank, to_bytes<T>(shared)});
  }
  for (const Message& message : world.exchange(std::move(outgoing))) {
    const auto shared = from_bytes<T>(message.bytes);
    for (const Neighbour& neighbour : halo.neighbours)
      if (neighbour.rank == message.rank)
        for (std::size_t k = 0; k < shared.size(); ++k) values[neighbour.nodes[k]].include(shared[k]);
  }
}

}  // namespace crumple
