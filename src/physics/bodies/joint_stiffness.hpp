// What resists the relative motion of two rigid bodies: *CONSTRAINED_JOINT_STIFFNESS_GENERALIZED by moments about the
// axes of a frame of body A, _TRANSLATIONAL by forces along those of a frame of body B; curves, dampers, friction and
// stops. One rank has it with a node of each body and adds its forces, rounded, as partial ones.
// Sources: LS-DYNA Keyword Manual, *CONSTRAINED_JOINT_STIFFNESS. Ours: turns are added up from the relative angular
// velocity along the axes of body A (they start as the vector of the rotation between the frames), so that each moment
// does its work on its own turn; curves stay at their last values beyond their ends.
#pragma once

#include <array>
#include <vector>

#include "physics/bodies/rigid_bodies.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

/// Of the three axes of a frame.
using ThreeNumbers = std::array<double, 3>;

class JointStiffnesses final : public Feature, public AddsNoMotion {
 public:
  static void bound_forces(const Model& model, ModelExtremes& extremes);

  /// `bodies` must outlive it. Collective, also where there are none.
  JointStiffnesses(const StepState& s, const RigidBodies& bodies);

  void add_local_forces(StepState& s) override;
  /// Enters the work against it as sliding energy, as that of joints.
  void enter_work(StepState& s) override;
  /// One is too stiff for the step.
  RunFailure failure() const override { return {failure_.message(), true}; }
  void archive(StateArchive& a, StepState& s) override;

 private:
  /// Something fixed to a body.
  struct Attached {
    Vec3 arm;                 ///< from the centre, in principal axes [length]
    std::array<Vec3, 3> axes; ///< in principal axes
  };
  struct State {
    std::array<Attached, 2> frame;      ///< of A and B
    ThreeNumbers way{};        ///< turn [rad], or [length]
    ThreeNumbers friction{};   ///< its moment or force at t(n)
    std::array<RoundedVec3, 2> moment;  ///< on the nodes [force length]
    RoundedVec3 force;                  ///< on B's node, A's gets the opposite [force]
  };
  void add_turns(const JointStiffness& joint, const StepState& s, State& state);
  void add_ways(const JointStiffness& joint, const StepState& s, State& state);
  double resist(const JointStiffness& joint, const StepState& s, std::size_t axis, double rate, double softness,
                State& state);

  const RigidBodies& bodies_;
  const std::vector<JointStiffness>& joints_;
  std::vector<State> states_;
  std::int64_t n_joints_ = 0;  ///< of the whole model
  FailureOfSome failure_;
  StepSum ahead_;              ///< work after t(n) that enters the ledger in the next step [energy]
};

}  // namespace crumple
