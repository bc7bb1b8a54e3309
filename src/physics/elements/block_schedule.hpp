// Which blocks of packed elements run at once on which thread, so that no two threads add to the same node.
// Made at set-up by packed_elements.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ragged.hpp"
#include "model/mesh.hpp"
#include "physics/elements/element_family.hpp"

namespace crumple {

/// Blocks first <= b < last of a group.
struct BlockRange {
  std::size_t group = 0;
  int first = 0, last = 0;
};

/// Which blocks run at once: in a turn no two threads touch the same node. The first turn has nearly all: each thread
/// takes the elements around the nodes that are its own in other loops too.
struct Schedule {
  std::size_t n_threads = 1;
  Ragged<BlockRange> ranges;  ///< [turn * n_threads + thread]
  std::size_t n_turns() const { return ranges.size() / n_threads; }
  std::span<const BlockRange> ranges_of(std::size_t turn, std::size_t thread) const {
    return ranges[turn * n_threads + thread];
  }
};

/// What a schedule must know of a group of blocks.
struct BlocksOfGroup {
  const std::int32_t* nodes = nullptr;  ///< [block][node of the block]
  std::size_t nodes_per_block = 0;
  int n_blocks = 0, n_boundary_blocks = 0;  ///< none of a group without forces
};

/// The blocks of one side of the boundary. Threads get as many each, from one end of the nodes' curve to the other.
/// Errors: more than 64 turns.
Schedule make_schedule(std::span<const BlocksOfGroup> groups, Side side, Index n_nodes);

}  // namespace crumple
