#include "io/block_map.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "base/error.hpp"

namespace crumple {

BlockMap::BlockMap(const World& world, std::int64_t n_global, const std::vector<std::int64_t>& numbers,
                   const std::vector<Index>& items)
    : world_(&world),
      n_global_(n_global),
      first_(block_start(n_global, world.rank(), world.size())),
      count_(block_start(n_global, world.rank() + 1, world.size()) - first_),
      longest_((n_global + world.size() - 1) / world.size()) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return numbers[a] < numbers[b]; });

  std::vector<std::vector<std::int32_t>> places;
  for (std::size_t i : order) {
    const int owner = block_owner(n_global, numbers[i], world.size());
    if (outgoing_.empty() || outgoing_.back().rank != owner) {
      outgoing_.push_back({owner, {}, {}});
      places.emplace_back();
    }
    outgoing_.back().items.push_back(items[i]);
    places.back().push_back(std::int32_t(numbers[i] - block_start(n_global, owner, world.size())));
  }
  for (std::size_t m = 0; m < outgoing_.size(); ++m)
    for (std::int64_t slab = 0; slab <= n_slabs(); ++slab)
      outgoing_[m].first_item.push_back(
          std::int32_t(std::ranges::lower_bound(places[m], slab * slab_size) - places[m].begin()));
  std::vector<Message> messages;
  for (std::size_t m = 0; m < outgoing_.size(); ++m)
    messages.push_back({outgoing_[m].rank, to_bytes(std::span<const std::int32_t>(places[m]))});
  std::int64_t received = 0;
  for (const Message& message : world.exchange(std::move(messages))) {
    incoming_.push_back({message.rank, from_bytes<std::int32_t>(message.bytes)});
    received += std::int64_t(incoming_.back().places.size());
  }
  if (received != count_) throw Error("output: the ranks' pieces do not add up to the whole model (internal error)");
}

BlockMap map_nodes(const World& world, const Domain& domain, const std::vector<std::int64_t>& numbers) {
  std::vector<std::int64_t> owned;
  std::vector<Index> items;
  for (Index i = 0; i < domain.model.nodes.count(); ++i) {
    if (!domain.owns_node[i]) continue;
    owned.push_back(numbers[i]);
    items.push_back(i);
  }
  return BlockMap(world, domain.n_global_nodes, owned, items);
}

BlockMap map_nodes(const World& world, const Domain& domain) {
  return map_nodes(world, domain, std::vector<std::int64_t>(domain.global_node.begin(), domain.global_node.end()));
}

std::vector<std::int64_t> places_by_id(const World& world, const Domain& domain) {
  const std::vector<Bytes> ids_of_ranks = world.gather(to_bytes(std::span<const Id>(domain.model.nodes.id)));
  std::vector<Id> all;  // on root
  for (const Bytes& bytes : ids_of_ranks) {
    const auto ids = from_bytes<Id>(bytes);
    all.insert(all.end(), ids.begin(), ids.end());
  }
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  std::vector<Message> answers;
  for (std::size_t rank = 0; rank < ids_of_ranks.size(); ++rank) {
    std::vector<std::int64_t> places;
    for (const Id id : from_bytes<Id>(ids_of_ranks[rank]))
      places.push_back(std::ranges::lower_bound(all, id) - all.begin());
    answers.push_back({int(rank), to_bytes(std::span<const std::int64_t>(places))});
  }
  const std::vector<Message> arrived = world.exchange(std::move(answers));
  return arrived.empty() ? std::vector<std::int64_t>() : from_bytes<std::int64_t>(arrived.front().bytes);
}

BlockMap map_elements(const World& world, const Domain& domain, std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> numbers;
  std::vector<Index> items;
  for (std::size_t e = 0; e < domain.global_element.size(); ++e)
    if (const std::int64_t number = domain.global_element[e] - first; number >= 0 && number < count) {
      numbers.push_back(number);
      items.push_back(Index(e));
    }
  return BlockMap(world, count, numbers, items);
}

}  // namespace crumple
