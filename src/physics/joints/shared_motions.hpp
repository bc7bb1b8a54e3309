// Nodes that have some of their velocities in common (*CONSTRAINED_NODE_SET): after the kick each takes the mean of
// all, weighted by their masses, so that momentum is conserved. Every rank with one of the nodes has all of them and
// computes the constraint redundantly.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/joints/shared_motion_loops.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class SharedMotions final : public Feature, public AddsNoForces {
 public:
  /// Errors: a node that something else moves in a direction that it shares, nodes without mass.
  SharedMotions(const Domain& domain, const NodeState& nodes, const std::vector<std::uint8_t>& in_body);

  void set_velocities(StepState& s) override;
  void add_constraint_rows(const StepState& s, ConstraintRows& rows) const override;

 private:
  const std::vector<SharedMotion>& motions_;  ///< of the model
  kernels::RunVector<ShareMotion::Set> sets_;
  kernels::RunVector<Index> nodes_;           ///< of all sets
};

}  // namespace crumple
