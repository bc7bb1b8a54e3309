// A copy of one block of a group of packed elements whose lanes do not share nodes, so that the step's kernel computes
// the contribution of each element separately. For the forces and tangents of single elements.
#pragma once

#include "physics/elements/element_groups.hpp"

namespace crumple {

/// Values [first, first + count) of an array; empty if elements of this kind do not have the array.
template <class T>
Array<T> copy_of(const Array<T>& all, std::size_t first, std::size_t count) {
  if (all.extent(0) == 0) return {};
  Array<T> part("values of a block", count);
  for (std::size_t i = 0; i < count; ++i) part(i) = all(first + i);
  return part;
}

/// One block of a group, with nodes renumbered by lane, then by slot.
template <class Real>
ElementGroup<Real> copy_of_block(const ElementGroup<Real>& group, int block) {
  constexpr int lanes = ElementGroup<Real>::lanes;
  const std::size_t first = std::size_t(block) * lanes;
  ElementGroup<Real> copy;
  copy.kernel = group.kernel;
  copy.constants = group.constants;
  copy.prepared = group.prepared;
  copy.n_blocks = 1;
  copy.nodes = Array<std::int32_t>("nodes of a block", std::size_t(lanes) * group.n_nodes());
  for (int slot = 0; slot < group.n_nodes(); ++slot)
    for (int lane = 0; lane < lanes; ++lane) copy.nodes(slot * lanes + lane) = lane * group.n_nodes() + slot;
  copy.part = copy_of(group.part, std::size_t(block), 1);
  copy.history_start = Array<std::int64_t>("start of a block", 1);  // 0
  const std::size_t n_history = std::size_t(group.n_history(int(first))) * lanes;
  copy.history = copy_of(group.history, std::size_t(group.history_start(block)), n_history);
  copy.thickness = copy_of(group.thickness, first, lanes);
  copy.reference_volume = copy_of(group.reference_volume, first, lanes);
  copy.mass_scale = copy_of(group.mass_scale, first, lanes);
  copy.alive = copy_of(group.alive, first, lanes);
  copy.internal_energy = copy_of(group.internal_energy, first, lanes);
  copy.hourglass_energy = copy_of(group.hourglass_energy, first, lanes);
  copy.dt = copy_of(group.dt, first, lanes);
  copy.axes = copy_of(group.axes, 2 * first, 2 * lanes);
  return copy;
}

/// Nodes of the copied block, at the positions of the original's nodes.
template <class Real>
NodeState nodes_of_block(const ElementGroup<Real>& group, int block, const NodeState& nodes) {
  NodeState own(Index(ElementGroup<Real>::lanes * group.n_nodes()));
  for (int lane = 0; lane < ElementGroup<Real>::lanes; ++lane)
    for (int slot = 0; slot < group.n_nodes(); ++slot)
      set_row(own.position, Index(lane * group.n_nodes() + slot),
              row(nodes.position, group.node(block * ElementGroup<Real>::lanes + lane, slot)));
  return own;
}

}  // namespace crumple
