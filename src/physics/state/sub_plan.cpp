#include "physics/state/sub_plan.hpp"

#include "comm/sharers.hpp"

namespace crumple {
namespace {

struct Mark {
  std::uint8_t is_set = 0;
  void include(const Mark& other) { is_set |= other.is_set; }
};

}  // namespace

HaloPlan sub_plan(const World& world, const Domain& domain, std::span<const Index> nodes) {
  std::vector<Mark> marks(domain.owns_node.size());
  for (const Index node : nodes) marks[std::size_t(node)].is_set = 1;
  include_sharers(world, domain.halo, marks);
  HaloPlan part;
  for (const Neighbour& all : domain.halo.neighbours) {
    Neighbour some{all.rank, {}};
    for (const std::int32_t node : all.nodes)
      if (marks[std::size_t(node)].is_set) some.nodes.push_back(node);
    if (!some.nodes.empty()) part.neighbours.push_back(std::move(some));
  }
  return part;
}

}  // namespace crumple
