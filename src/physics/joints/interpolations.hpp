// Nodes that follow the mean motion of others (*CONSTRAINED_INTERPOLATION, as NASTRAN's RBE3): they distribute a load
// or a mass over a structure without stiffening it. With weights w_i of sum 1 and the independent nodes' centre c = sum
// w_i x_i, r_i = x_i - c, the mean motion is the rigid motion that fits theirs best (Horn 1987, as for ties): v_c = sum
// w_i v_i, omega = I^-1 sum w_i r_i x v_i, I = sum w_i (r_i . r_i 1 - r_i r_i^T).
//
// The constraint is ideal: impulses on the dependent node and opposite ones, distributed so that their power is zero,
// on the others. So momentum, angular momentum and energy are conserved, and no mass is moved. Applied after the kick;
// every rank with one of the nodes has all of them and computes the constraint redundantly.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/device.hpp"
#include "physics/joints/interpolation_loops.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class Interpolations final : public Feature, public AddsNoForces {
 public:
  /// Errors: a dependent node with another constraint, independent nodes without mass or on a line.
  Interpolations(const Domain& domain, const NodeState& nodes, const std::vector<std::uint8_t>& in_body);

  void set_velocities(StepState& s) override;
  void add_constraint_rows(const StepState& s, ConstraintRows& rows) const override;

 private:
  /// Without memory of shares.
  Interpolate loop(const NodeState& nodes) const;

  kernels::RunVector<InterpolationHere> here_;
  kernels::RunVector<Index> nodes_;     ///< independent ones of all
  kernels::RunVector<double> weights_;  ///< of each
  kernels::RunVector<Vec3> shares_;     ///< Interpolate::shares
};

}  // namespace crumple
