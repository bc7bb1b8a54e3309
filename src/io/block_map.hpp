// Redistributes values from the ranks that compute them to contiguous blocks of a global numbering: rank r of P holds
// the numbers [r N/P, (r+1) N/P). Files written from blocks do not depend on the decomposition. Used by states.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "comm/records.hpp"
#include "comm/world.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

class BlockMap {
 public:
  /// `numbers[i]` in [0, n_global) is the global number of local item `items[i]`; over all ranks every number occurs
  /// exactly once. Collective.
  BlockMap(const World& world, std::int64_t n_global, const std::vector<std::int64_t>& numbers,
           const std::vector<Index>& items);

  std::int64_t first() const { return first_; }          ///< lowest number of this rank's block
  std::int64_t count() const { return count_; }          ///< of this rank's block
  std::int64_t global_count() const { return n_global_; }
  /// Number of slabs, the same on all ranks; values are sent one slab of each block at a time.
  std::int64_t n_slabs() const { return (longest_ + slab_size - 1) / slab_size; }
  std::int64_t first_of(std::int64_t slab) const { return first_ + std::min(slab * slab_size, count_); }

  /// make(local item) -> Row, plain data; returns this rank's block in ascending order. Collective.
  template <class Row, class Make> std::vector<Row> collect(Make&& make) const {
    std::vector<Row> block(static_cast<std::size_t>(count_));
    for (std::int64_t slab = 0; slab < n_slabs(); ++slab)
      collect_into(block.data() + (first_of(slab) - first_), slab, make);
    return block;
  }
  /// The same for one slab of the block.
  template <class Row, class Make> std::vector<Row> collect_slab(std::int64_t slab, Make&& make) const {
    std::vector<Row> rows(static_cast<std::size_t>(first_of(slab + 1) - first_of(slab)));
    collect_into(rows.data(), slab, make);
    return rows;
  }

 private:
  static constexpr std::int64_t slab_size = 1 << 16;
  struct Outgoing {
    int rank;
    std::vector<Index> items;              ///< in the order of their numbers
    std::vector<std::int32_t> first_item;  ///< [slab] of `items`, and the end of the last
  };
  struct Incoming {
    int rank;
    std::vector<std::int32_t> places;  ///< in the block, ascending, in the order of arrival
  };
  template <class Row, class Make> void collect_into(Row* rows, std::int64_t slab, const Make& make) const;

  const World* world_;
  std::int64_t n_global_, first_, count_;
  std::int64_t longest_;  ///< maximum of all ranks' counts
  std::vector<Outgoing> outgoing_;
  std::vector<Incoming> incoming_;
};

/// For nodes; a local item is a node of the domain. Collective.
BlockMap map_nodes(const World& world, const Domain& domain);
/// The same in another order: `numbers` of the domain's nodes in the whole model.
BlockMap map_nodes(const World& world, const Domain& domain, const std::vector<std::int64_t>& numbers);

/// [node of the domain] Its place in the whole model by ascending id, from 0. Collective.
std::vector<std::int64_t> places_by_id(const World& world, const Domain& domain);

/// For the elements whose numbers in the whole model are `first` and the `count` - 1 that follow; a local item is the
/// number among all elements of the domain. Collective.
BlockMap map_elements(const World& world, const Domain& domain, std::int64_t first, std::int64_t count);

template <class Row, class Make>
void BlockMap::collect_into(Row* rows, std::int64_t slab, const Make& make) const {
  std::vector<Message> messages;
  for (const Outgoing& target : outgoing_) {
    const auto begin = std::size_t(target.first_item[std::size_t(slab)]),
               end = std::size_t(target.first_item[std::size_t(slab + 1)]);
    const auto items = std::span(target.items).subspan(begin, end - begin);
    Message message{target.rank, Bytes(items.size() * sizeof(Row))};
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Row row = make(items[i]);
      std::memcpy(message.bytes.data() + i * sizeof(Row), &row, sizeof(Row));
    }
    messages.push_back(std::move(message));
  }
  const std::vector<Message> arrived = world_->exchange(std::move(messages));
  const std::int64_t first = first_of(slab) - first_;
  for (std::size_t m = 0; m < arrived.size(); ++m) {
    const auto place = std::ranges::lower_bound(incoming_[m].places, first);
    for (std::size_t i = 0; i < arrived[m].bytes.size() / sizeof(Row); ++i)
      std::memcpy(rows + (place[std::ptrdiff_t(i)] - first), arrived[m].bytes.data() + i * sizeof(Row), sizeof(Row));
  }
}

}  // namespace crumple
