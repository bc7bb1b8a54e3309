// Joints between rigid bodies: *CONSTRAINED_JOINT_SPHERICAL, _REVOLUTE, _CYLINDRICAL, _TRANSLATIONAL, _SCREW, as
// penalty springs with dampers between a node of body B and the coincident point of body A; for screws also between
// their displacement and rotation. A joint is on one rank with all of its nodes, which adds its forces, rounded, as
// rank-local contributions. Sources: LS-DYNA Theory Manual, Rigid Body Dynamics, joints by the penalty method, where
// the stiffness follows from the masses and inertias at the joint and the time step; the factors here are our own, with
// the bound derived at `stiffness_of`. Failure: LS-DYNA Keyword Manual, *CONSTRAINED_JOINT, COUPL.
#pragma once

#include <vector>

#include "physics/bodies/joint_loops.hpp"
#include "physics/bodies/rigid_bodies.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

/// The force in a joint at t(n), for jntforc; 0 after failure.
struct JointForce {
  Id joint = 0;
  Vec3 force;   ///< on body A [force]
  Vec3 moment;  ///< on body A about the middle of N1 and N3 [force length]
  Index number = none;  ///< in the whole model; user ids and assigned ones may coincide
};

class Joints final : public Feature, public AddsNoMotion, public Gives<JointForce> {
 public:
  /// Joints transmit the loads on the bodies, which are bounded elsewhere.
  static void bound_forces(const Model&, ModelExtremes&) {}

  /// `bodies` must outlive it. Collective, also without joints.
  Joints(const StepState& s, const RigidBodies& bodies);

  /// Spring and damper forces at t(n). With DTINIT from the second step on, as the next time step is not known before.
  void add_local_forces(StepState& s) override;
  /// Adds the work against springs and dampers to the sliding energy; an overloaded joint acts for this step and is
  /// deleted in the next.
  void enter_work(StepState& s) override;
  void add_tangents(const StepState& s, double stiffness, const TakeTangent& take) const override;
  void add_static_forces(StepState& s, double stiffness) override;
  /// One row per joint of this rank.
  void add_rows(std::vector<JointForce>& rows) const override;
  void archive(StateArchive& a, StepState& s) override;

 private:
  void add_forces(StepState& s, double static_stiffness);

  const RigidBodies& bodies_;
  const std::vector<Joint>& joints_;
  kernels::RunVector<JointHere> here_;         ///< [joint]
  kernels::RunVector<JointStrength> strength_;  ///< [joint]
  kernels::RunVector<JointState> states_;       ///< [joint]
  std::int64_t n_joints_ = 0;   ///< of the whole model
  double longest_dt_ = 0;       ///< so far [time]
  StepSum ahead_;               ///< work after t(n), booked in the next step [energy]
};

}  // namespace crumple
