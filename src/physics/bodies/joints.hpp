// Joints between rigid bodies: *CONSTRAINED_JOINT_SPHERICAL, _REVOLUTE, _CYLINDRICAL, _TRANSLATIONAL, _SCREW, as
// penalty springs with dampers between a node of body B and the point of body A that it should be at; of screws also
// between their way and their turn. One rank has a joint with all of its nodes and adds its forces, rounded, as partial
// ones. Sources: LS-DYNA Theory Manual, Rigid Body Dynamics, joints by the penalty method, where the stiffness follows
// from the masses and inertias at the joint and the time step; the numbers here are our own, with the bound derived at
// `stiffness_of`. Failure: LS-DYNA Keyword Manual, *CONSTRAINED_JOINT, COUPL.
#pragma once

#include <array>
#include <vector>

#include "physics/bodies/rigid_bodies.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

/// What a joint carries at t(n), for jntforc; 0 once it has failed.
struct JointForce {
  Id joint = 0;
  Vec3 force;   ///< on body A [force]
  Vec3 moment;  ///< on body A about the middle of N1 and N3 [force length]
  Index number = none;  ///< in the whole model: ids of the deck and those given to joints without one may coincide
};

class Joints final : public Feature, public AddsNoMotion, public Gives<JointForce> {
 public:
  /// Their springs pass on what acts on the bodies, which others bound.
  static void bound_forces(const Model&, ModelExtremes&) {}

  /// `bodies` must outlive it. Collective, also where there are no joints.
  Joints(const StepState& s, const RigidBodies& bodies);

  /// Springs and dampers at t(n). With DTINIT, from the second step on: before, the step that follows is not known.
  void add_local_forces(StepState& s) override;
  /// Enters the work against springs and dampers as sliding energy; a joint that is overloaded holds for this step and
  /// is gone in the next.
  void enter_work(StepState& s) override;
  /// Of the joints of this rank.
  void add_rows(std::vector<JointForce>& rows) const override;
  void archive(StateArchive& a, StepState& s) override;

 private:
  struct State {
    bool failed = false;
    int n_coupled = 1;            ///< springs of all joints at its bodies
    std::array<RoundedVec3, 6> on_node;  ///< force on each of its nodes at t(n) [force]
    RoundedVec3 torque;                  ///< of a screw on N2, the opposite on N1 [force length]
    double angle = 0;             ///< of a screw, from N5 to N6 about the axis, however many turns [rad]
    double first_angle = 0, first_way = 0;  ///< of a screw, at t = 0 [rad], [length]
    Vec3 force, moment;            ///< as in JointForce
  };
  void add_pair(const Joint& joint, std::size_t pair, const StepState& s, State& state) const;
  void add_thread(const Joint& joint, const StepState& s, State& state) const;
  void add_cross(const Joint& joint, const StepState& s, State& state) const;

  const RigidBodies& bodies_;
  const std::vector<Joint>& joints_;
  std::vector<State> states_;   ///< [joint]
  std::int64_t n_joints_ = 0;   ///< of the whole model
  double longest_dt_ = 0;       ///< so far [time]
  StepSum ahead_;               ///< work after t(n) that enters the ledger in the next step [energy]
};

}  // namespace crumple
