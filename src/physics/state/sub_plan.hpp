// A halo plan restricted to the nodes of a feature that sums at few nodes, such as the corners of ties.
#pragma once

#include <span>

#include "comm/sharers.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

/// The domain's plan restricted to nodes that some rank lists in `nodes`. Collective.
inline HaloPlan sub_plan(const World& world, const Domain& domain, std::span<const Index> nodes) {
  struct Mark {
    bool is_set = false;
    void include(const Mark& other) { is_set = is_set || other.is_set; }
  };
  std::vector<Mark> marks(domain.owns_node.size());
  for (const Index node : nodes) marks[std::size_t(node)].is_set = true;
  include_sharers(world, domain.halo, marks);
  HaloPlan part = domain.halo;
  for (Neighbour& neighbour : part.neighbours)
    std::erase_if(neighbour.nodes, [&](std::int32_t node) { return !marks[std::size_t(node)].is_set; });
  std::erase_if(part.neighbours, [](const Neighbour& neighbour) { return neighbour.nodes.empty(); });
  return part;
}

}  // namespace crumple
