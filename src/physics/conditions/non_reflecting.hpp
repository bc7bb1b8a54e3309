// *BOUNDARY_NON_REFLECTING: viscous dashpots on faces of solids, through which waves leave the model.
// Source: Lysmer, Kuhlemeyer 1969 (not available when this was written): the traction -(rho c_d v_n N + rho c_s v_t),
// v_n and v_t the velocity along and across the normal N, absorbs plane waves that meet the face at a right angle
// completely.
//
// A node's dashpots are one symmetric matrix C of the geometry and the materials at t = 0, the same on all ranks that
// have the node. As mass damping, -C v is taken in the middle of the step, so it is stable at any time step.
#pragma once

#include <vector>

#include "physics/conditions/loads.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class NonReflectingBoundary final : public Feature, public AddsNoMotion {
 public:
  static void bound_forces(const Model& model, ModelExtremes& extremes);

  /// `in_body`: mark_body_nodes; these nodes have no dashpots. Collective.
  NonReflectingBoundary(StepState& s, std::vector<std::uint8_t> in_body, const Loads& loads);

  /// Faces of deleted solids have no dashpots any more.
  void drop_dead_elements(StepState& s) override { find_dashpots(s); }
  /// With v(n+1/2) of a free node from all forces f, mass damping D and dashpots:
  /// (m (1 + D dt / 2) + C dt / 2) (v(n+1/2) - v(n-1/2)) = dt (f - m D v(n-1/2) - C v(n-1/2)).
  /// Mass damping without dashpots is in the sum already; what is added to it is the difference.
  void add_total_forces(StepState& s) override;
  /// Damping losses: C v . v with v the mean of the velocities before and after the step, whatever holds the node.
  void enter_work(StepState& s) override;
  void archive(StateArchive& a, StepState& s) override;
  void resume(StepState& s) override { find_dashpots(s); }

  const NodalDashpots& dashpots() const { return dashpots_; }

 private:
  void find_dashpots(StepState& s);

  std::vector<std::uint8_t> in_body_;  ///< [node]
  const Loads& loads_;
  Quantum quantum_;     ///< of the sums of C; 0: the whole model has no such faces [mass/time]
  NodalDashpots dashpots_;
  StepSum lost_ahead_;  ///< after t(n), enters the ledger in the next step [energy]
};

}  // namespace crumple
