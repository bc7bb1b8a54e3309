// A step of a static analysis, or a dynamic one, in which forces of inertia are among the loads: the model moves from
// equilibrium at t(n) under the loads and prescribed motions of t(n+1), from the same history as often as the solution
// needs. Elements see the step as a motion at constant velocity.
// Forces are those of the current geometry; rigid bodies and welded nodes rotate by finite angles. Used by
// app/implicit_analysis, which iterates (solver/newton.hpp).
#pragma once

#include <span>
#include <vector>

#include "physics/bodies/rigid_bodies.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/elements/elements.hpp"
#include "physics/elements/nodal_dilatation.hpp"
#include "physics/implicit/inertia.hpp"
#include "physics/implicit/stiffness.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

/// The edges of the box around all nodes [length]. Collective.
Vec3 extent_of(const World& world, const Rows& positions);

/// The forces of the loads of that time at the current positions; sets velocities to 0. Collective.
ModelForces forces_of_loads(StepState& state, Clock& clock, const FeatureList& features, double time);

class QuasiStatics {
 public:
  /// All must outlive it. `stiffness`: is renewed in the course of a step.
  QuasiStatics(StepState& state, Clock& clock, Elements& elements, const FeatureList& features,
               const Stiffness& stiffness);

  /// Called at t(n) in a state that is not in equilibrium, as after explicit steps: what lacks is held by forces that
  /// fade during that time. Collective.
  void release_during(double duration);
  /// With *CONTROL_IMPLICIT_DYNAMICS.
  Inertia& inertia() { return inertia_; }
  /// Begins the step clock.dt from t(n), or once more after a failure. Its loads are those of t(n) + clock.dt.
  void begin();
  /// Loads change with time as from 0 to `unit`, also beyond: they are a constant part and one in proportion to time.
  void extend_loads(double unit);
  /// The step ends under the loads of that time, which is not that of the rates of the motion.
  void set_end(double time) { end_ = time; }
  double end() const { return end_; }
  /// On root, the change of the residual with the time of extended loads, at the current positions. Collective.
  std::vector<double> load_rate();
  /// Displaces the model by root's q, and `with_motions` by what is prescribed for the step. Collective.
  void advance(const std::vector<double>& q, bool with_motions);
  /// On root, T^T f of the loads of t(n+1) less the internal forces. Leaves the step's velocities in the nodes.
  /// Collective.
  std::vector<double> residual();
  /// On root, the change of the residual by the prescribed motions of the step, to first order. Collective.
  std::vector<double> change_by_motions();
  /// On root, the change of a displacement of a node along axis 0 to 2 with q. Collective.
  std::vector<double> displacement_by_q(Id node, int axis);
  bool has_motions() const { return !state_.domain.model.motions.empty(); }
  /// Whether some motion is one in this step.
  bool moves() const;
  /// Whether some element of some rank is inverted, as of the last residual, or a node has moved farther than the
  /// model is long. Collective.
  bool is_inverted() const;
  /// Ends the step in its last state. Enters the work of loads and motions into the ledger. Collective.
  void commit();
  /// Back to t(n).
  void abandon();
  /// After abandon(): features and velocities, too, are those of t(n), for explicit steps. Collective.
  void leave();
  /// The forces of the loads of that time at the current positions. Collective.
  ModelForces loads(double time);
  /// The displacements (rotations) by prescribed motions from t(n) to t(n) + clock.dt.
  std::vector<double> displacements_of_motions() const;
  /// Gives these loads less internal forces, of welded nodes to those that they follow, to supports and motions.
  /// Collective.
  void take_reactions(const NodalVector& unbalanced, std::span<const BodyVector> on_bodies);
  /// Loads less internal forces of the last residual.
  const ModelForces& unbalanced() const { return forces_; }

 private:
  ModelForces given_loads(double time) { return forces_of_loads(state_, clock_, features_, time); }
  /// ALPHA < 0 of *CONTROL_IMPLICIT_DYNAMICS.
  bool averages() const {
    const ImplicitDynamics& dynamics = state_.domain.model.implicit.dynamics;
    return dynamics.is_on && dynamics.alpha < 0;
  }
  std::vector<MotionForce> reactions_of_bodies(const NodalVector& unbalanced, std::span<const BodyVector> on_bodies);
  std::vector<double> residual_at(bool present_arms);
  std::vector<double> to_root(const ModelForces& forces, bool present_arms) const;
  NodalVector with_present_arms(const NodalVector& forces) const;
  void set_rates();
  void find_forces();
  void find_spring_forces();

  StepState& state_;
  Clock& clock_;
  Elements& elements_;
  const FeatureList& features_;
  const Stiffness& stiffness_;
  const Equations& equations_;
  Loads& loads_;
  RigidBodies& bodies_;
  NodalDilatation& volumes_;
  Inertia inertia_;
  double unit_ = 0;  ///< of extended loads [time]; 0: they are as given
  double end_ = 0;   ///< of the step [time]
  Rows start_, rotation_;  ///< positions at t(n), rotations of the step
  double size_;            ///< of the model at the start [length]
  RigidBodies::Motions motions_;  ///< of rigid bodies at t(n)
  ModelForces imbalance_;              ///< that is released
  double release_ = 0, released_ = 0;  ///< begin and end of that [time]
  ModelForces loads_at_start_, forces_;
  ModelForces others_, others_at_start_;  ///< than those of inertia, if steps average them
  NodalVector spring_forces_at_start_, spring_forces_;  ///< of joints, walls and contacts
  std::vector<double> on_motions_at_start_, on_motions_;  ///< [motion] forces, on root
};

}  // namespace crumple
