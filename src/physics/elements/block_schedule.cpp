#include "physics/elements/block_schedule.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/error.hpp"
#include "base/loops.hpp"

namespace crumple {
namespace {

/// Blocks of 8 or 16 elements, at 30 ns an element; fewer are not worth waking threads for.
#ifdef __SANITIZE_THREAD__  // the models of tests are too small
constexpr std::size_t least_blocks = 2;
#else
constexpr std::size_t least_blocks = 16;
#endif

/// A block with its thread.
struct PlacedBlock {
  std::size_t group = 0;
  int block = 0;
  int thread = 0;
};

std::span<const std::int32_t> nodes_of(std::span<const BlocksOfGroup> groups, const PlacedBlock& b) {
  const BlocksOfGroup& g = groups[b.group];
  return {g.nodes + std::size_t(b.block) * g.nodes_per_block, g.nodes_per_block};
}

std::vector<PlacedBlock> place_blocks(std::span<const BlocksOfGroup> groups, Side side) {
  std::vector<PlacedBlock> blocks;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const int first = side == Side::boundary ? 0 : groups[k].n_boundary_blocks;
    const int last = side == Side::boundary ? groups[k].n_boundary_blocks : groups[k].n_blocks;
    for (int b = first; b < last; ++b) blocks.push_back({k, b, 0});
  }
  if (n_threads() == 1 || blocks.size() < least_blocks) return blocks;
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  const auto first_node = [&](std::size_t i) { return nodes_of(groups, blocks[i])[0]; };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return first_node(a) < first_node(b); });
  for (std::size_t i = 0; i < order.size(); ++i)
    blocks[order[i]].thread = int(i * std::size_t(n_threads()) / order.size());
  return blocks;
}

/// Appends the block to the last range if it is contiguous with it.
void append(std::vector<BlockRange>& ranges, const PlacedBlock& b) {
  if (!ranges.empty() && ranges.back().group == b.group && ranges.back().last == b.block)
    ++ranges.back().last;
  else
    ranges.push_back({b.group, b.block, b.block + 1});
}

/// Turn 0 for blocks whose nodes no other thread uses. The others are coloured: 1 + the lowest colour that no node of
/// the block has yet.
class Turns {
 public:
  explicit Turns(Index n_nodes) : thread_of_(std::size_t(n_nodes), nobody), colours_(std::size_t(n_nodes), 0) {}

  void touch(std::span<const std::int32_t> nodes, int thread) {
    for (const std::int32_t node : nodes)
      thread_of_[node] = thread_of_[node] == nobody || thread_of_[node] == thread ? thread : several;
  }
  /// Called when all blocks have been added.
  std::size_t turn_of(std::span<const std::int32_t> nodes) {
    if (std::none_of(nodes.begin(), nodes.end(), [&](auto node) { return thread_of_[node] == several; })) return 0;
    std::uint64_t taken = 0;
    for (const std::int32_t node : nodes) taken |= colours_[node];
    const int colour = std::countr_one(taken);
    if (colour >= 64) throw Error("an element mesh needs more than 64 colours: run with threads=1");
    for (const std::int32_t node : nodes) colours_[node] |= std::uint64_t(1) << colour;
    return 1 + std::size_t(colour);
  }

 private:
  static constexpr int nobody = -1, several = -2;
  std::vector<int> thread_of_;          // [node]
  std::vector<std::uint64_t> colours_;  // [node] bits
};

}  // namespace

Schedule make_schedule(std::span<const BlocksOfGroup> groups, Side side, Index n_nodes) {
  const std::vector<PlacedBlock> blocks = place_blocks(groups, side);
  std::size_t n_threads = 1;
  Turns turns(n_nodes);
  for (const PlacedBlock& b : blocks) {
    turns.touch(nodes_of(groups, b), b.thread);
    n_threads = std::max(n_threads, std::size_t(b.thread) + 1);
  }
  std::vector<std::vector<BlockRange>> ranges;
  for (const PlacedBlock& b : blocks) {
    const std::size_t turn = turns.turn_of(nodes_of(groups, b));
    ranges.resize(std::max(ranges.size(), (turn + 1) * n_threads));
    append(ranges[turn * n_threads + std::size_t(b.thread)], b);
  }
  return {n_threads, Ragged<BlockRange>(ranges)};
}

}  // namespace crumple
