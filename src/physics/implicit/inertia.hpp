// Inertia in implicit dynamics: the forces that the motion of a step takes by Newmark's rule, of nodes and of rigid
// bodies with their angular momentum. Used by QuasiStatics, which adds them to loads and internal forces.
//   v' = g / (b dt) du + (1 - g / b) v + (1 - g / (2 b)) dt a,  a' = (v' - v) / (g dt) - (1 - g) / g a
// with g = GAMMA, b = BETA. The first step has g = 1 and b = 1/2, by which it needs no acceleration at its start.
// Source: Newmark 1959, "A method of computation for structural dynamics", eqs. 3 and 4.
#pragma once

#include <vector>

#include "physics/bodies/rigid_bodies.hpp"
#include "physics/implicit/equations.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class Inertia {
 public:
  /// All must outlive it. Nothing moves yet.
  Inertia(const StepState& state, const FeatureList& features, RigidBodies& bodies);

  /// Begins with these velocities of the nodes, and with those of the bodies.
  void start_with(const Rows& velocity, const Rows& angular_velocity);
  /// Begins a step at that time, or once more.
  void begin(double time, double dt);
  /// Whether the step has any.
  bool is_on() const { return share_ > 0; }
  /// Of M in the tangent of the step [1/time^2].
  double stiffness_per_mass() const { return is_on() ? share_ / (beta_ * dt_ * dt_) : 0; }
  /// Of the motion from `start`, by rotation vectors, and of bodies from these motions.
  void add_forces(const Rows& start, const Rows& rotation, const std::vector<RigidBodies::Motion>& bodies_at_start,
                  ModelForces& forces);
  /// Ends the step: nodes and bodies get the velocities of its end.
  void commit(NodeState& nodes);

 private:
  struct Rates {
    Vec3 velocity, acceleration;
  };
  /// Of a body: its rotation is that of the angular momentum, with the torque for acceleration.
  struct BodyRates {
    Rates centre, spin, momentum;
  };
  Rates after(const Rates& before, const Vec3& way) const;
  Vec3 change(const Vec3& from, const Vec3& to, const Vec3& rate) const;

  const StepState& state_;
  RigidBodies& bodies_;
  std::vector<std::uint8_t> is_in_body_;  ///< [node]
  std::vector<Rates> translation_, rotation_, translation_after_, rotation_after_;  ///< [node]
  std::vector<BodyRates> of_bodies_, of_bodies_after_;                              ///< [body here]
  bool is_first_ = true;
  double dt_ = 0, beta_ = 0, gamma_ = 0, share_ = 0;
};

}  // namespace crumple
