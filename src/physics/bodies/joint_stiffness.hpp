// Resistance to the relative motion of two rigid bodies: *CONSTRAINED_JOINT_STIFFNESS_GENERALIZED by moments about the
// axes of a frame of body A, _FLEXION-TORSION by moments against bending and twist, _TRANSLATIONAL by forces along the
// axes of a frame of body B; curves, dampers, friction and stops. A joint is on one rank, which has a node of each body
// and adds its forces, rounded, as rank-local contributions.
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
  /// By central differences of the resistance; dampers have the rate of the step, in modes none.
  void add_tangents(const StepState& s, double stiffness, const TakeTangent& take) const override;
  void begin_static_step(StepState& s) override;
  void add_static_forces(StepState& s, double stiffness) override;
  void end_static_step(StepState& s) override;
  /// A joint is too stiff for the time step.
  RunFailure failure() const override { return {failure_.message(), true}; }
  void archive(StateArchive& a, StepState& s) override;

 private:
  MovingBody moved(std::size_t joint, std::size_t side, const RigidBodies::Motion& now, double dt) const;
  AddJointStiffness static_step(StepState& s, double dt);
  /// Fails for the joints that are too stiff for a step of dt.
  void note_stiffness(const Clock& clock, double dt);
  /// Of the node of a body, and of the body with it.
  struct NodeShift {
    std::size_t side;
    Vec3 translation, rotation;
  };
  std::array<double, 12> trial(const StepState& s, std::size_t joint, const NodeShift& shift) const;

  const RigidBodies& bodies_;
  const std::vector<JointStiffness>& joints_;
  RunStore store_;
  kernels::RunVector<JointStiffnessHere> here_;
  kernels::RunVector<JointStiffnessState> states_;
  kernels::RunVector<MovingBody> moving_;  ///< [joint][A, B] in the step
  struct {
    bool is_going_on = false;
    double dt = 0;                                ///< of the last; 0: there was none [time]
    RigidBodies::Motions motions;     ///< [body here] at its start
    kernels::RunVector<JointStiffnessState> states;
  } static_step_;
  std::int64_t n_joints_ = 0;  ///< of the whole model
  FailureOfSome failure_;
  StepSum ahead_;              ///< work after t(n), booked in the next step [energy]
};

}  // namespace crumple
