// The force between two things that touch, whatever they are: penalty stiffness, Coulomb friction by a tangential
// spring, or by a brake where nothing is remembered. Called by penalty.cpp (node and face) and edge_law.cpp (edge and
// edge). Sources: LS-DYNA Theory Manual (Hallquist 2006), 26.3 (penalty), 26.10 (SOFT = 1), 26.12 (friction by
// tangential springs with a return to the Coulomb limit, after Krieg and Key).
#pragma once

#include <algorithm>
#include <cmath>

#include "base/vec3.hpp"
#include "physics/contact/contact_plan.hpp"

namespace crumple {

/// Largest penalty stiffness in units of m*/dt^2, m* the effective mass of the pair: a third or so of what central
/// differences allow, because a node takes part in several pairs and in elements.
inline constexpr double stiffness_limit = 0.5;
/// Rate at which a second contact of the same node brakes sliding, in units of m*/dt; never reverses a velocity.
inline constexpr double braking_limit = 0.2;

struct ContactNodes;  // contact_nodes.hpp

/// What the law needs besides the pair.
struct LawInput {
  const ContactPlan* plan = nullptr;
  const ContactNodes* nodes = nullptr;
  double travel = 0;          ///< reading of the travel gauge [length]
  double dt_stable = 0;       ///< largest time step so far [time]; 0: unknown yet, no limit of the stiffness
  double dt_previous = 0;     ///< from t(n-1) to t(n) [time]
  double inertial_scale = 0;  ///< of SOFT = 1 and 2: stiffness in units of m*/dt^2
};

/// Penalty stiffness of a pair [force/length].
struct PairStiffness {
  double value = 0;
  bool is_limited = false;  ///< by stiffness_limit, to less than the law asks for
};

/// The smaller stiffness of the two sides, or what the time step gives (SOFT), within the limit.
inline PairStiffness penalty_stiffness(double one, double other, double mass, const LawInput& input) {
  double k = std::min(one, other);
  if (input.dt_stable <= 0) return {k};
  const double inertial = mass / (input.dt_stable * input.dt_stable);
  if (input.plan->stiffness == StiffnessRule::at_least_time_step) k = std::max(k, input.inertial_scale * inertial);
  if (input.plan->stiffness == StiffnessRule::time_step) k = input.inertial_scale * inertial;
  return {std::min(k, stiffness_limit * inertial), k > stiffness_limit * inertial};
}

/// Of the two sides, the mean, at this speed of sliding.
double friction_coefficient(const Friction& a, const Friction& b, double speed);

/// `v` shortened to `length`, if it is longer.
inline Vec3 limited(const Vec3& v, double length) {
  const double now = norm(v);
  return now > length ? (length / now) * v : v;
}

/// Two things that touch at this moment.
struct PairMotion {
  double mass = 0, stiffness = 0;  ///< effective mass [mass], penalty [force/length]
  double penetration = 0;          ///< [length]
  Vec3 velocity;                   ///< of the one relative to the other [length/time]
  Vec3 direction;                  ///< unit, in which the one is pushed
};

/// What the law says of them.
struct PairLaw {
  double mass = 0, stiffness = 0;  ///< effective mass [mass], penalty [force/length]
  double normal = 0;               ///< force >= 0 [force]
  Vec3 sliding;                    ///< tangential relative velocity [length/time]
  double limit = 0;                ///< largest friction [force]
};

/// Normal force and limit of friction between two things with these constants.
inline PairLaw evaluate_pair(const PairMotion& motion, const Friction& one, const Friction& other,
                             const LawInput& input) {
  PairLaw pair{motion.mass, motion.stiffness, 0, {}, 0};
  const double v_normal = dot(motion.velocity, motion.direction);
  const double damping = input.plan->damping * std::sqrt(motion.stiffness * motion.mass);
  pair.normal = std::max(0.0, motion.stiffness * motion.penetration - damping * v_normal);
  pair.sliding = motion.velocity - v_normal * motion.direction;
  pair.limit = friction_coefficient(one, other, norm(pair.sliding)) * pair.normal;
  return pair;
}

/// The tangential spring: last step's force turned into the tangent plane, stretched by the slip, cut at the limit.
inline Vec3 spring_friction(const PairLaw& pair, const Vec3& direction, const Vec3& last, double dt) {
  const Vec3 carried = last - dot(last, direction) * direction;
  return limited(carried - (pair.stiffness * dt) * pair.sliding, pair.limit);
}

/// Friction without memory: a brake too weak to turn the motion around.
inline Vec3 braking_friction(const PairLaw& pair, double dt) {
  return dt > 0 ? limited((-braking_limit * pair.mass / dt) * pair.sliding, pair.limit) : Vec3{};
}

}  // namespace crumple
