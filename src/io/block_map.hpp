// Moves values from the ranks that compute them to contiguous blocks of a global numbering: rank r of P holds the
// numbers [r N/P, (r+1) N/P). Files written from blocks do not depend on the decomposition. Used by states.
#pragma once

#include <cstdint>
#include <cstring>
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

  /// make(local item) -> Row, a plain value; returns this rank's block in ascending number. Collective.
  template <class Row, class Make> std::vector<Row> collect(Make&& make) const;

 private:
  struct Outgoing {
    int rank;
    std::vector<Index> items;
  };
  struct Incoming {
    int rank;
    std::vector<std::int32_t> places;  ///< in the block, in the order the values arrive
  };
  const World* world_;
  std::int64_t n_global_, first_, count_;
  std::vector<Outgoing> outgoing_;
  std::vector<Incoming> incoming_;
};

/// Of nodes; a local item is a node of the domain. Collective.
BlockMap map_nodes(const World& world, const Domain& domain);

/// Of the elements whose numbers in the whole model are `first` and the `count` - 1 that follow; a local item is the
/// number among all elements of the domain. Collective.
BlockMap map_elements(const World& world, const Domain& domain, std::int64_t first, std::int64_t count);

template <class Row, class Make> std::vector<Row> BlockMap::collect(Make&& make) const {
  std::vector<Message> messages;
  for (const Outgoing& target : outgoing_) {
    Message message{target.rank, Bytes(target.items.size() * sizeof(Row))};
    for (std::size_t i = 0; i < target.items.size(); ++i) {
      const Row row = make(target.items[i]);
      std::memcpy(message.bytes.data() + i * sizeof(Row), &row, sizeof(Row));
    }
    messages.push_back(std::move(message));
  }
  const std::vector<Message> arrived = world_->exchange(std::move(messages));
  std::vector<Row> block(static_cast<std::size_t>(count_));
  for (std::size_t m = 0; m < arrived.size(); ++m)
    for (std::size_t i = 0; i < incoming_[m].places.size(); ++i)
      std::memcpy(&block[std::size_t(incoming_[m].places[i])], arrived[m].bytes.data() + i * sizeof(Row), sizeof(Row));
  return block;
}

}  // namespace crumple
