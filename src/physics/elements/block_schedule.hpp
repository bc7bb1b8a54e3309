// The schedule of blocks of packed elements on threads, so that no two threads add to the same node at the same time.
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

/// The schedule: in a turn no two threads add to the same node. Nearly all blocks are in the first turn, where each
/// thread takes the elements around the nodes that it also has in other loops.
struct Schedule {
  std::size_t n_threads = 1;
  Ragged<BlockRange> ranges;  ///< [turn * n_threads + thread]
  std::size_t n_turns() const { return ranges.size() / n_threads; }
  std::span<const BlockRange> ranges_of(std::size_t turn, std::size_t thread) const {
    return ranges[turn * n_threads + thread];
  }
};

/// Input of the schedule for a group of blocks.
struct BlocksOfGroup {
  const std::int32_t* nodes = nullptr;  ///< [block][node of the block]
  std::size_t nodes_per_block = 0;
  int n_blocks = 0, n_boundary_blocks = 0;  ///< no blocks for a group without forces
};

/// Schedules the boundary or the interior blocks. Threads get equal numbers, in the order of the nodes' space-filling
/// curve. Errors: more than 64 turns.
Schedule make_schedule(std::span<const BlocksOfGroup> groups, Side side, Index n_nodes);

}  // namespace crumple
