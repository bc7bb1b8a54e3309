// Packed elements: the forces of single elements, computed on a copy of the element's block by the kernel of the step,
// with a zero step: stresses are unchanged and act on the geometry of t(n).
#include "base/loops.hpp"
#include "physics/elements/block_copy.hpp"
#include "physics/elements/packed_elements.hpp"

namespace crumple {
template <class Real>
std::vector<NodalForce> PackedElements<Real>::nodal_forces(Index e, const NodeState& nodes,
                                                           const PreviousVelocity& before) const {
  const Group& group = groups_[std::size_t(places_[e].group)];
  const int wanted = places_[e].lane_index, block = wanted / Group::lanes, n_nodes = group.n_nodes();
  if (group.no_stress || !group.was_alive[std::size_t(wanted)]) return {};
  const Group copy = copy_of_block(group, block);
  const NodeState own = nodes_of_block(group, block, nodes);
  for (int lane = 0; lane < Group::lanes; ++lane)
    for (int slot = 0; slot < n_nodes; ++slot) {
      const Index from = group.node(block * Group::lanes + lane, slot), to = Index(lane * n_nodes + slot);
      set_row(own.velocity, to, row(before.velocity, from));
      set_row(own.angular_velocity, to, row(before.angular_velocity, from));
    }
  copy.kernel->forces(copy.blocks(), node_rows(own, domain_.quanta), 0.0, 0, 1);
  wait_for_device();
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
