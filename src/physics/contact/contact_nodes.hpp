// The nodes that take part in contact on a rank: the local nodes, as rows of the nodal state, and copies of nodes of
// other ranks (ghosting.hpp). Read by searches and contact laws.
#pragma once

#include <array>
#include <vector>

#include "kernels/step/interface.hpp"
#include "physics/contact/facing.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// Data of the rank's nodes that contact reads in addition to NodeState.
struct ContactViews {
  Column own_mass;    ///< StepState::own_mass
  Column moved_mass;  ///< RigidBodies::moved_mass
  Column crowding;    ///< see crowding.hpp; written by contact and by rigid bodies
  const kernels::StepKernels& kernels;
};

/// Contact nodes of this rank: local nodes [0, n_local) of the domain, then copies of nodes of other ranks.
struct ContactNodes {
  static constexpr int ghost_stride = 8;  ///< x, v, frequency bound, mass: one cache line
  static constexpr int ghost_motion = 7;  ///< of them, those that change in every step
  struct alignas(64) GhostRow {
    double values[ghost_stride];
  };
  const double* x = nullptr;              ///< rows of four: NodeState::position
  const double* v = nullptr;              ///< NodeState::velocity
  const double* m = nullptr;              ///< StepState::own_mass
  Column crowding;  ///< [local node] crowding.hpp's sums of the last step; on a rigid body's nodes that of the body
                    ///< as a whole [1/time^2]
  const kernels::StepKernels* kernels = nullptr;
  Index n_local = 0;
  std::vector<Index> global;         ///< [node] number in the whole model; local nodes (ascending), then ghosts
  std::vector<Id> body;              ///< [local node] id of its rigid body; 0: none
  std::vector<double> sides_b;       ///< [node] bit k, of a whole number: it is on side B of the k-th force transducer
                                     ///< that has one; empty if none has
  std::vector<double> body_mass;     ///< [node] RigidBodies::moved_mass; empty if the model has no rigid bodies
  std::vector<Facing> facing;        ///< [node] when shapes were renewed; empty if no solids are in contact
  std::vector<Vec3> at_shapes;       ///< [node] positions then [length]; empty likewise
  std::vector<GhostRow> ghosts;      ///< [ghost]
  std::vector<Index> followed;       ///< ghosts that are updated in every step, ascending

  void refer_to(const NodeState& state, const ContactViews& views) {
    x = state.position.data();
    v = state.velocity.data();
    m = views.own_mass.data();
    crowding = views.crowding;
    kernels = &views.kernels;
  }
  const double* ghost(Index i) const { return ghosts[std::size_t(i - n_local)].values; }
  double* ghost_values() { return ghosts.empty() ? nullptr : ghosts.data()->values; }
  kernels::ContactRows rows() const {
    return {x, ghosts.empty() ? nullptr : ghosts.data()->values, n_local, ghost_stride};
  }
  const double* position_row(Index i) const { return i < n_local ? x + std::ptrdiff_t(i) * 4 : ghost(i); }
  Vec3 position(Index i) const {
    const double* row = position_row(i);
    return {row[0], row[1], row[2]};
  }
  Vec3 velocity(Index i) const {
    const double* row = i < n_local ? v + std::ptrdiff_t(i) * 4 : ghost(i) + 3;
    return {row[0], row[1], row[2]};
  }
  /// Upper bound of the squared frequency of the contact springs at the node or its rigid body [1/time^2].
  double frequency_bound_of(Index i) const { return i < n_local ? crowding[i] : ghost(i)[6]; }
  double mass(Index i) const { return i < n_local ? m[i] : ghost(i)[7]; }
  /// The effective mass at the node, with its rigid body [mass].
  double moved_mass(Index i) const { return body_mass.empty() || body_mass[i] == 0 ? mass(i) : body_mass[i]; }
  /// See Facing::towards.
  double faces_towards(Index i, const Vec3& normal) const { return facing.empty() ? 1 : facing[i].towards(normal); }
  std::uint64_t sides_b_of(Index i) const { return sides_b.empty() ? 0 : std::uint64_t(sides_b[i]); }
};

inline bool is_triangle(const std::array<Index, 4>& nodes) { return nodes[2] == nodes[3]; }
inline bool contains(const std::array<Index, 4>& nodes, Index node) {
  return nodes[0] == node || nodes[1] == node || nodes[2] == node || nodes[3] == node;
}
inline bool share_a_node(const std::array<Index, 4>& a, const std::array<Index, 4>& b) {
  return contains(b, a[0]) || contains(b, a[1]) || contains(b, a[2]) || contains(b, a[3]);
}
inline std::array<Vec3, 4> corners_of(const ContactNodes& nodes, const std::array<Index, 4>& segment) {
  return {nodes.position(segment[0]), nodes.position(segment[1]), nodes.position(segment[2]),
          nodes.position(segment[3])};
}

/// Local numbers, global numbers and rigid bodies of the domain's nodes.
ContactNodes make_contact_nodes(const Domain& domain, const NodeState& state, const ContactViews& views);

}  // namespace crumple
