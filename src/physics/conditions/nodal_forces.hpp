// *DATABASE_NODAL_FORCE_GROUP: the forces on groups of nodes at t(n), as used by the kick: of elements, contacts,
// loads, damping and ties, before constraints, rigid bodies, welds and walls. Adds no force. Stores one row per node
// and step, only if nodfor is written, because the kick clears the sums.
#pragma once

#include <vector>

#include "physics/conditions/output_loops.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class NodalForces final : public Feature, public AddsNoForces, public Gives<GroupForce> {
 public:
  explicit NodalForces(const Domain& domain);

  /// Called when all forces are summed.
  void begin_sums(StepState& s) override;
  /// After a static step.
  void note(const Rows& force);
  /// Of the last step, for the nodes that this rank owns.
  void add_rows(std::vector<GroupForce>& rows) const override;

 private:
  kernels::RunVector<Index> nodes_;      ///< of all groups, concatenated
  kernels::RunVector<GroupForce> rows_;  ///< in the order of nodes_
};

}  // namespace crumple
