// Constraints of single nodes: fixed degrees of freedom and prescribed motions.
// Sources: LS-DYNA Keyword Manual, *BOUNDARY_SPC, *BOUNDARY_PRESCRIBED_MOTION.
//
// Applied after the kick, before spot welds and walls. Nodes of rigid bodies are skipped: they follow their body.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ragged.hpp"
#include "kernels/device.hpp"
#include "physics/conditions/constraint_loops.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/feature.hpp"
#include "physics/state/motion_force.hpp"

namespace crumple {

class Constraints final : public Feature, public Gives<SpcForce>, public Gives<MotionForce> {
 public:
  static void bound_motion(const Model& model, ModelExtremes& extremes);
  static void bound_forces(const Model&, ModelExtremes&) {}

  /// `in_body`: mark_body_nodes. Keeps the reactions of the last step if spcforc or bndout is written. `loads` must
  /// outlive it.
  Constraints(const Domain& domain, const std::vector<std::uint8_t>& in_body, const Loads& loads);

  /// Sets the fixed components of v and w to 0. Also called at t = 0, so that initial velocities satisfy the
  /// constraints.
  void fix_velocities(NodeState& nodes) const;
  /// [node] 1: has a prescribed translation at some time.
  const std::vector<std::uint8_t>& is_prescribed() const { return is_prescribed_; }

  /// Fixes v and w, then sets the components with prescribed motions, and books the work of the reactions, (m a - f) .
  /// v.
  void set_velocities(StepState& s) override;
  /// In implicit analysis: the reactions that balance these sums of loads and elements [force], [force length].
  void take_reactions(const StepState& s, const Rows& force, const Rows& moment);
  /// Of the last step, for the nodes that this rank owns.
  void add_rows(std::vector<SpcForce>& rows) const override;
  void add_rows(std::vector<MotionForce>& rows) const override;
  void add_constraint_rows(const StepState& s, ConstraintRows& rows) const override;
  void archive(StateArchive& a, StepState& s) override;

 private:
  void add_local_constraints(const Model& model, const std::vector<const SinglePointConstraint*>& of_node);
  void prescribe_velocities(StepState& s);
  void list_reactions(const Domain& domain);
  void note_free_velocities(const NodeState& nodes);
  void note_reactions(const StepState& s);
  std::optional<std::size_t> find_moved(Index node) const;

  const Loads& loads_;
  kernels::RunVector<FixedNode> axes_;  ///< along and about global axes
  kernels::RunVector<FixedDirections> directions_;
  /// [motion] the nodes of model.motions outside rigid bodies.
  Ragged<Index, kernels::RunVector<Index>> motion_nodes_;
  std::vector<std::uint8_t> is_prescribed_;  ///< [node]
  WorkAhead ahead_;
  kernels::RunVector<Reaction> reactions_;  ///< by node; empty without spcforc
  std::vector<Index> moved_;         ///< owned nodes with prescribed motions, ascending; empty without bndout
  std::vector<MotionForce> moving_;  ///< [of moved_] reactions of the motions in implicit analysis
  Ragged<Vec3, kernels::RunVector<Vec3>> impulses_;  ///< [motion][its nodes] in the last step; empty without bndout
  std::vector<bool> turns_;                          ///< [motion] about its direction; empty without bndout
  double dt_mid_ = 0;                                ///< of that step [time]
};

/// Warnings for the user, from the whole model: conditions on nodes of rigid bodies are ignored.
std::vector<std::string> constraint_warnings(const Model& model);

/// Of the second order: the curve in the middle of the step for velocity, the curve's increment over the step for
/// displacement, dt_mid a(t(n)) for acceleration.
PrescribedRate prescribed_rate(const PrescribedMotion& motion, const Model& model, const Clock& clock);

/// The directions in which a constraint fixes translation (or rotation).
std::vector<Vec3> fixed_directions(const SinglePointConstraint& constraint, const Model& model, bool rotation);

}  // namespace crumple
