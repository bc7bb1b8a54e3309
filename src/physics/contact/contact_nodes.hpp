// The nodes that take part in contact on a rank: the local nodes, as rows of the nodal state, and copies of nodes of
// other ranks (ghosting.hpp). Read by searches and contact laws.
#pragma once

#include <vector>

#include "kernels/device.hpp"
#include "kernels/step/interface.hpp"
#include "physics/contact/contact_views.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state.hpp"

namespace crumple {

class HaloExchange;  // comm/halo.hpp

/// Data of the rank's nodes that contact reads in addition to NodeState.
struct ContactViews {
  Column own_mass;    ///< StepState::own_mass
  Column effective_mass;   ///< RigidBodies::effective_mass
  Column frequency_bound;  ///< see frequency_bounds.hpp; written by contact and by rigid bodies
  const kernels::StepKernels& kernels;
  HaloExchange* sums = nullptr;  ///< of the step, whose messages carry the motion of copies; null: they have their own
};

/// Contact nodes of this rank: local nodes [0, n_local) of the domain, then copies of nodes of other ranks.
struct ContactNodes {
  static constexpr int ghost_stride = ContactNodesAt::ghost_stride;
  static constexpr int ghost_motion = 7;  ///< of them, those that change in every step
  struct alignas(64) GhostRow {
    double values[ghost_stride];
  };
  const double* x = nullptr;  ///< rows of four: NodeState::position
  const double* v = nullptr;  ///< NodeState::velocity
  const double* m = nullptr;  ///< StepState::own_mass
  Column frequency_bound;  ///< [local node] frequency_bounds.hpp's sums of the last step; on a rigid body's nodes that
                           ///< of the body as a whole [1/time^2]
  const kernels::StepKernels* kernels = nullptr;
  Index n_local = 0;
  kernels::RunVector<Index> global;  ///< [node] number in the whole model; local nodes (ascending), then ghosts
  std::vector<Id> body;              ///< [local node] id of its rigid body; 0: none
  std::vector<double> sides_b;       ///< [node] bit k, of a whole number: it is on side B of the k-th force transducer
                                     ///< that has one; empty if none has
  kernels::RunVector<double> body_mass;  ///< [node] RigidBodies::effective_mass; empty if the model has no rigid bodies
  kernels::RunVector<Facing> facing;     ///< [node] when shapes were renewed; empty if no solids are in contact
  std::vector<Vec3> at_shapes;           ///< [node] positions then [length]; empty likewise
  kernels::RunVector<GhostRow> ghosts;   ///< [ghost]
  std::vector<Index> followed;           ///< ghosts that are updated in every step, ascending

  void refer_to(const NodeState& state, const ContactViews& views) {
    x = state.position.data();
    v = state.velocity.data();
    m = views.own_mass.data();
    frequency_bound = views.frequency_bound;
    kernels = &views.kernels;
  }
  double* ghost_values() { return ghosts.empty() ? nullptr : ghosts.data()->values; }
  kernels::ContactRows rows() const {
    return {x, ghosts.empty() ? nullptr : ghosts.data()->values, n_local, ghost_stride};
  }
  /// Until the next search.
  ContactNodesAt at() const {
    return {x,
            v,
            m,
            frequency_bound.data(),
            ghosts.empty() ? nullptr : ghosts.data()->values,
            n_local,
            global.data(),
            body_mass.empty() ? nullptr : body_mass.data(),
            facing.empty() ? nullptr : facing.data()};
  }
  operator ContactNodesAt() const { return at(); }
  std::uint64_t sides_b_of(Index i) const { return sides_b.empty() ? 0 : std::uint64_t(sides_b[i]); }
};

/// Local numbers, global numbers and rigid bodies of the domain's nodes.
ContactNodes make_contact_nodes(const Domain& domain, const NodeState& state, const ContactViews& views);

}  // namespace crumple
