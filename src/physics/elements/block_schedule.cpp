#include "physics/elements/block_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

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

std::span<const std::int32_t> nodes_of_block(std::span<const BlocksOfGroup> groups, const PlacedBlock& b) {
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
  const auto first_node = [&](std::size_t i) { return nodes_of_block(groups, blocks[i])[0]; };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return first_node(a) < first_node(b); });
  for (std::size_t i = 0; i < order.size(); ++i)
    blocks[order[i]].thread = int(i * std::size_t(n_threads()) / order.size());
  return blocks;
}

/// Appends the block to the last range if it continues it.
void append_block(std::vector<BlockRange>& ranges, const PlacedBlock& b, bool is_shared) {
  if (!ranges.empty() && ranges.back().group == b.group && ranges.back().last == b.block &&
      ranges.back().is_shared == is_shared)
    ++ranges.back().last;
  else
    ranges.push_back({b.group, b.block, b.block + 1, is_shared});
}

constexpr int nobody = -1, several = -2;

/// [node] The thread with elements at it, nobody or several.
std::vector<int> threads_of_nodes(std::span<const BlocksOfGroup> groups, const std::vector<PlacedBlock>& blocks,
                                  Index n_nodes) {
  std::vector<int> thread_of(std::size_t(n_nodes), nobody);
  for (const PlacedBlock& b : blocks)
    for (const std::int32_t node : nodes_of_block(groups, b)) {
      int& thread = thread_of[std::size_t(node)];
      thread = thread == nobody || thread == b.thread ? b.thread : several;
    }
  return thread_of;
}

}  // namespace

Schedule make_schedule(std::span<const BlocksOfGroup> groups, Side side, Index n_nodes) {
  const std::vector<PlacedBlock> blocks = place_blocks(groups, side);
  const std::vector<int> thread_of = threads_of_nodes(groups, blocks, n_nodes);
  std::vector<std::vector<BlockRange>> ranges;
  std::set<std::pair<int, Index>> own;
  std::set<std::pair<Index, int>> summed;
  for (const PlacedBlock& b : blocks) {
    ranges.resize(std::max(ranges.size(), std::size_t(b.thread) + 1));
    const auto nodes = nodes_of_block(groups, b);
    const auto has_several = [&](std::int32_t node) { return thread_of[std::size_t(node)] == several; };
    const bool is_shared = std::ranges::any_of(nodes, has_several);
    append_block(ranges[std::size_t(b.thread)], b, is_shared);
    for (const std::int32_t node : nodes)
      if (has_several(node)) summed.emplace(node, b.thread);
      else if (is_shared) own.emplace(b.thread, node);
  }
  Schedule schedule;
  schedule.ranges = Ragged<BlockRange>(ranges);
  std::vector<std::vector<Index>> of_thread(ranges.size());
  for (const auto& [thread, node] : own) of_thread[std::size_t(thread)].push_back(node);
  schedule.own_nodes = Ragged<Index>(of_thread);
  for (const auto& [node, thread] : summed) {
    if (schedule.shared_nodes.empty() || schedule.shared_nodes.back() != node) {
      schedule.shared_nodes.push_back(node);
      schedule.sharers.add_row();
    }
    schedule.sharers.push_back(thread);
  }
  return schedule;
}

}  // namespace crumple
