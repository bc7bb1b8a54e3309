// Inertia in implicit dynamics: the forces that the motion of a step takes by Newmark's rule, of nodes and of rigid
// bodies with their angular momentum, and those of damping by mass. Used by QuasiStatics, which adds them to loads and
// internal forces.
//   v' = g / (b dt) du + (1 - g / b) v + (1 - g / (2 b)) dt a,  a' = (v' - v) / (g dt) - (1 - g) / g a
// with g = GAMMA, b = BETA. The first step has g = 1 and b = 1/2, by which it needs no acceleration at its start.
// ALPHA < 0: all other forces S are averaged, M a' = (1 + ALPHA) S' - ALPHA S. ALPHA > 0: a step has two parts, the
// first by the trapezoidal rule, the second by three points,
//   v' = c3 du - c1 du0, a' = c3 (v' - v) - c1 (v - v0), c1 = dt / (dt0 (dt0 + dt)), c3 = 1 / dt + 1 / (dt0 + dt)
// with du0, dt0 and v0 of the first part.
// Sources: Newmark 1959, "A method of computation for structural dynamics", eqs. 3 and 4; Hilber, Hughes, Taylor 1977,
// "Improved numerical dissipation for time integration algorithms in structural dynamics"; Bathe 2007, "Conserving
// energy and momentum in nonlinear dynamics: a simple implicit time integration scheme", eqs. 5 and 8 to 10.
#pragma once

#include <vector>

#include "physics/bodies/rigid_bodies.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/implicit/equations.hpp"
#include "physics/implicit/stiffness.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class Inertia {
 public:
  /// All must outlive it. Nothing moves yet.
  Inertia(const StepState& state, const FeatureList& features, RigidBodies& bodies, const Loads& loads);

  /// Begins at that time with these velocities of the nodes, and with those of the bodies and of prescribed motions.
  void start_with(const Rows& velocity, const Rows& angular_velocity, double time);
  /// The share of the next part in a step; whether that is the second one.
  double next_part() const;
  bool has_first_part() const { return has_first_part_; }
  /// Begins a step, or a part of one, at that time, or once more.
  void begin(double time, double dt);
  /// Whether the step has any.
  bool is_on() const { return share_ > 0; }
  /// Of M in the tangent of the step [1/time^2].
  double stiffness_per_mass() const { return is_on() ? share_ * rule_.to_acceleration / (1 + average_) : 0; }
  /// What the damping of a node, or of a body behind the nodes, adds to its mass in that tangent.
  WeightOfMass mass_weights() const;
  /// ALPHA of the average of all other forces in this step, at most 0.
  double average() const { return average_; }

  /// Finds the rates of the motion from `start`, by rotation vectors, and of bodies from these motions.
  void find_rates(const Rows& start, const Rows& rotation, const RigidBodies::Motions& bodies_at_start);
  /// By these rates; damping is that of the loads last found.
  void add_damping(ModelForces& forces) const;
  void add_inertia(ModelForces& forces) const;
  /// Ends the step: nodes and bodies get the velocities of its end, the ledger the work of damping.
  void commit(NodeState& nodes, EnergyLedger& ledger);
  /// Gives nodes and bodies the velocities of the last step that has ended.
  void set_velocities(NodeState& nodes) const;

 private:
  struct Rates {
    Vec3 velocity, acceleration;
    Vec3 way, velocity_before;  ///< of the last step
  };
  /// Of a body: its rotation is that of the angular momentum, with the torque for acceleration.
  struct BodyRates {
    Rates centre, spin, momentum;
  };
  /// v' = to_velocity du + ..., a' = to_acceleration du + ...
  struct Rule {
    double gamma = 1, beta = 0.5;
    bool is_second = false;  ///< by three points
    double c1 = 0, c3 = 0;   ///< [1/time]
    double to_velocity = 0, to_acceleration = 0;  ///< [1/time], [1/time^2]
  };
  Rates after(const Rates& before, const Vec3& way) const;
  /// What prescribed motions drive has their rate at the end of the step, and the mean acceleration to it: by Newmark's
  /// rule it would swing about them without end where they jump.
  void drive(Rates& after, const Rates& before, const Vec3& direction, double rate) const;
  /// Calls take(motion, rate) at that time, the end of a step or, else, the start of one.
  template <class Take> void for_each_motion(double time, bool is_end, Take take) const;
  static void set_velocity(Rates& rates, const Vec3& direction, double rate) {
    rates.velocity += (rate - dot(rates.velocity, direction)) * direction;
  }
  Vec3 change(const Rates& before, const Vec3& to) const;
  void enter_damping(const NodeState& nodes, EnergyLedger& ledger) const;

  const StepState& state_;
  RigidBodies& bodies_;
  const Loads& loads_;
  std::vector<std::uint8_t> is_in_body_;  ///< [node]
  std::vector<Rates> translation_, rotation_, translation_after_, rotation_after_;  ///< [node]
  std::vector<BodyRates> of_bodies_, of_bodies_after_;                              ///< [body here]
  bool is_first_ = true;
  bool has_first_part_ = false;  ///< the last step was the first part of one
  double time_ = 0, dt_ = 0, dt_before_ = 0, share_ = 0, average_ = 0;
  Rule rule_;
};

}  // namespace crumple
