// Forces of packed elements with dynamic scheduling of blocks, as on a device (device=host): the sums of a block are
// made in thread-local rows and added to the nodal sums by atomic operations. The sums are exact, so that the order
// does not matter. Called by packed_elements; the schedules of block_schedule.hpp are faster on a CPU.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "base/loops.hpp"
#include "physics/elements/element_groups.hpp"

namespace crumple {

/// Thread-local rows of forces and moments, zero except at the nodes of the current block.
struct ScatterRows {
  struct alignas(32) Row {
    double values[4] = {};
  };
  std::vector<Row> force, moment;

  void make_room(std::size_t n_nodes) {
    if (force.size() >= n_nodes) return;
    force.resize(n_nodes);
    moment.resize(n_nodes);
  }
};

/// Adds the row to a node's sum, and clears it.
inline void flush(ScatterRows::Row& row, double* sum) {
  for (int c = 0; c < 3; ++c)
    if (row.values[c] != 0) std::atomic_ref<double>(sum[c]).fetch_add(row.values[c], std::memory_order_relaxed);
  row = {};
}

/// Adds the forces of blocks first <= b < last of a group after a step of `dt` to `rows`, which have n_nodes nodes.
template <class Real>
void scatter_in_chunks(const ElementGroup<Real>& group, const kernels::NodeRows& rows, std::size_t n_nodes, double dt,
                       int first, int last) {
  for_each("element forces", std::size_t(last - first), 1, [&](std::size_t i) {
    static thread_local ScatterRows own;
    own.make_room(n_nodes);
    kernels::NodeRows of_thread = rows;
    of_thread.force = own.force.data()->values;
    of_thread.moment = own.moment.data()->values;
    const int block = first + int(i);
    group.kernel->forces(group.blocks(), of_thread, dt, block, block + 1);
    const std::size_t n = std::size_t(group.n_nodes()) * group.lanes;
    for (const std::int32_t node : std::span(group.nodes.data() + std::size_t(block) * n, n)) {
      flush(own.force[std::size_t(node)], rows.force + 4 * std::ptrdiff_t(node));
      flush(own.moment[std::size_t(node)], rows.moment + 4 * std::ptrdiff_t(node));
    }
  });
}

}  // namespace crumple
