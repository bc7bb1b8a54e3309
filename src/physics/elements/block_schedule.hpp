// The schedule of blocks of packed elements on threads. Made at set-up by packed_elements. A block with nodes of blocks
// of other threads adds to rows of its thread (ThreadRows), which are summed afterwards: so all threads work at the
// same time, each on its own part of the mesh.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/ragged.hpp"
#include "model/mesh.hpp"
#include "physics/elements/element_family.hpp"

namespace crumple {

/// Blocks first <= b < last of a group.
struct BlockRange {
  std::size_t group = 0;
  int first = 0, last = 0;
  bool is_shared = false;  ///< other threads add to some of their nodes: to be added to ThreadRows
};

/// Each thread takes the elements around the nodes that it also has in other loops.
struct Schedule {
  Ragged<BlockRange> ranges;         ///< [thread]
  Ragged<Index> own_nodes;           ///< [thread] of its shared blocks, to which no other thread adds
  std::vector<Index> shared_nodes;   ///< to which several threads add
  Ragged<std::int32_t> sharers;      ///< [shared node] these threads

  std::size_t n_threads() const { return ranges.size(); }
};

/// Forces and moments on nodes by one thread, rows of four: zeros between the steps. Memory is taken where they are
/// first written.
class ThreadRows {
 public:
  explicit ThreadRows(Index n_nodes)
      : n_(4 * std::size_t(n_nodes)), memory_(std::calloc(2 * n_ + alignment, sizeof(double)), std::free) {
    if (!memory_) throw Error("no memory is left for the sums of a thread");
  }
  double* force() const {
    const auto at = reinterpret_cast<std::uintptr_t>(memory_.get());
    return reinterpret_cast<double*>((at + bytes - 1) / bytes * bytes);
  }
  double* moment() const { return force() + n_; }

 private:
  static constexpr std::size_t bytes = 64, alignment = bytes / sizeof(double);
  std::size_t n_;
  std::unique_ptr<void, void (*)(void*)> memory_;
};

/// Input of the schedule for a group of blocks.
struct BlocksOfGroup {
  const std::int32_t* nodes = nullptr;  ///< [block][node of the block]
  std::size_t nodes_per_block = 0;
  int n_blocks = 0, n_boundary_blocks = 0;  ///< no blocks for a group without forces
};

/// Schedules the boundary or the interior blocks. Threads get equal numbers, in the order of the nodes' space-filling
/// curve.
Schedule make_schedule(std::span<const BlocksOfGroup> groups, Side side, Index n_nodes);

}  // namespace crumple
