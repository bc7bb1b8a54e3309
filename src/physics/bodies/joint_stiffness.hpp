// Resistance to the relative motion of two rigid bodies: *CONSTRAINED_JOINT_STIFFNESS_GENERALIZED by moments about the
// axes of a frame of body A, _TRANSLATIONAL by forces along those of a frame of body B; curves, dampers, friction and
// stops. A joint is on one rank, which has a node of each body and adds its forces, rounded, as rank-local
// contributions.
// Sources: LS-DYNA Keyword Manual, *CONSTRAINED_JOINT_STIFFNESS. Ours: rotations are integrated from the relative
// angular velocity along the axes of body A (initially the rotation vector between the frames), so that each moment is
// work-conjugate to its rotation; curves are constant beyond their ends.
#pragma once

#include <vector>

#include "physics/bodies/joint_stiffness_loops.hpp"
#include "physics/bodies/rigid_bodies.hpp"
#include "physics/state/feature.hpp"
#include "physics/state/run_store.hpp"

namespace crumple {

class JointStiffnesses final : public Feature, public AddsNoMotion {
 public:
  static void bound_forces(const Model& model, ModelExtremes& extremes);

  /// `bodies` must outlive it. Collective, also without such joints.
  JointStiffnesses(const StepState& s, const RigidBodies& bodies);

  void add_local_forces(StepState& s) override;
  /// Adds the work against it to the sliding energy, as for joints.
  void enter_work(StepState& s) override;
  /// A joint is too stiff for the time step.
  RunFailure failure() const override { return {failure_.message(), true}; }
  void archive(StateArchive& a, StepState& s) override;

 private:
  const RigidBodies& bodies_;
  const std::vector<JointStiffness>& joints_;
  RunStore store_;
  kernels::RunVector<JointStiffnessHere> here_;
  kernels::RunVector<JointStiffnessState> states_;
  kernels::RunVector<MovingBody> moving_;  ///< [joint][A, B] in the step
  std::int64_t n_joints_ = 0;  ///< of the whole model
  FailureOfSome failure_;
  StepSum ahead_;              ///< work after t(n), booked in the next step [energy]
};

}  // namespace crumple
