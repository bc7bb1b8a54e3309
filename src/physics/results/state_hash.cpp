#include "physics/results/state_hash.hpp"

#include <vector>

#include "physics/elements/element_hash.hpp"

namespace crumple {
namespace {

std::uint64_t hash_nodes(const Domain& domain, const NodeState& state) {
  std::uint64_t sum = 0;
  std::vector<double> values(9);
  for (Index i = 0; i < state.count(); ++i) {
    if (!domain.owns_node[i]) continue;
    for (int c = 0; c < 3; ++c) {
      values[c] = state.position(i, c);
      values[3 + c] = state.velocity(i, c);
      values[6 + c] = state.angular_velocity(i, c);
    }
    sum += hash_values(values, std::uint64_t(domain.model.nodes.id[i]));
  }
  return sum;
}

}  // namespace

std::uint64_t state_hash(const World& world, const Domain& domain, const Elements& elements, const NodeState& state) {
  std::uint64_t sum = hash_nodes(domain, state);
  for (const auto& family : elements.families) sum += family->hash();
  std::int64_t total[1] = {std::int64_t(sum)};
  world.sum(total);
  return std::uint64_t(total[0]);
}

}  // namespace crumple
