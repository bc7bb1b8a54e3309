// Packed elements: the forces of single elements, computed anew on a copy of the element's block by the kernel of the
// step, with a step of no length: stresses stay as they are and act on the geometry of t(n). Each lane of the copy has
// nodes of its own, so that the forces of an element stand alone.
#include "physics/elements/packed_elements.hpp"

namespace crumple {
namespace {

/// Values [first, first + count) of an array; none of an array that its kind of element has not got.
template <class T> Array<T> copy_of(const Array<T>& all, std::size_t first, std::size_t count) {
  if (all.extent(0) == 0) return {};
  Array<T> part("values of a block", count);
  for (std::size_t i = 0; i < count; ++i) part(i) = all(first + i);
  return part;
}

/// One block of a group, with its nodes numbered through: lane by lane, slot by slot.
template <class Real> ElementGroup<Real> copy_of_block(const ElementGroup<Real>& group, int block) {
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

}  // namespace

template <class Real>
std::vector<NodalForce> PackedElements<Real>::nodal_forces(Index e, const NodeState& nodes,
                                                           const PreviousVelocity& before) const {
  const Group& group = groups_[std::size_t(places_[e].group)];
  const int wanted = places_[e].lane_index, block = wanted / Group::lanes, n_nodes = group.n_nodes();
  if (group.no_stress || !group.was_alive[std::size_t(wanted)]) return {};
  const Group copy = copy_of_block(group, block);
  NodeState own(Index(Group::lanes * n_nodes));
  for (int lane = 0; lane < Group::lanes; ++lane)
    for (int slot = 0; slot < n_nodes; ++slot) {
      const Index from = group.node(block * Group::lanes + lane, slot), to = Index(lane * n_nodes + slot);
      set_row(own.position, to, row(nodes.position, from));
      set_row(own.velocity, to, row(before.velocity, from));
      set_row(own.angular_velocity, to, row(before.angular_velocity, from));
    }
  copy.kernel->forces(copy.blocks(), node_rows(own, domain_.quanta), 0.0, 0, 1);
  std::vector<NodalForce> forces;
  for (int slot = 0; slot < n_nodes; ++slot) {
    const Index at = Index((wanted % Group::lanes) * n_nodes + slot);
    forces.push_back({group.node(wanted, slot), RoundedVec3::from_sum(row(own.force, at)),
                      RoundedVec3::from_sum(row(own.moment, at))});
  }
  return forces;
}

template std::vector<NodalForce> PackedElements<float>::nodal_forces(Index, const NodeState&,
                                                                    const PreviousVelocity&) const;
template std::vector<NodalForce> PackedElements<double>::nodal_forces(Index, const NodeState&,
                                                                     const PreviousVelocity&) const;

}  // namespace crumple
