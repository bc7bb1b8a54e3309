// The contact force of a pair of any kind: penalty stiffness, and Coulomb friction by a tangential spring, or by a
// viscous brake for pairs without history. Called by penalty.hpp (node and face) and edge_law.hpp (edge and edge).
// Sources: LS-DYNA Theory Manual (Hallquist 2006), 26.3 (penalty), 26.10 (SOFT = 1), 26.12 (friction by tangential
// springs with a return to the Coulomb limit, after Krieg and Key).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/vec3.hpp"
#include "kernels/simd/elementary.hpp"
#include "physics/contact/contact_views.hpp"

namespace crumple {

/// Maximum penalty stiffness in units of m*/dt^2, m* the effective mass of the pair: an eighth of the stability limit
/// of central differences, because elements add to the stiffness at a node.
inline constexpr double stiffness_limit = 0.5;
/// Factor on that limit for the stiffness that a pair keeps while it moves to lighter nodes.
inline constexpr double kept_limit = 2;
/// Maximum sum of 2 k w / m over the pairs of a node (frequency_bounds.hpp), in units of 1/dt^2: that of two sheets of
/// equal mesh whose nodes and faces are all at their limit. Central differences are stable up to 4, of which the
/// elements need a part.
inline constexpr double frequency_limit = 2;
/// Share of the distance over which a pair acts from which on its penetration is too deep, and the factor on the
/// stiffness from there on, within the same limits: what is driven deeper soon leaves the faces that hold it.
inline constexpr double deep_share = 0.5, deep_factor = 10;
/// The same for rigid bodies, in units of the effective mass with the bodies: k = 0.05 M / dt^2 gives two equal bodies
/// a frequency of pi / (10 dt), so that a single impact takes 10 steps. Many pairs are limited by frequency_limit.
inline constexpr double body_limit = 0.05;
/// Maximum sum of 2 c w / m over the dampers of a node, in units of 1/dt, c being the damping constants. Dampers act on
/// the velocity of the previous half step, so central differences are stable for k dt^2 / m + 2 c dt / m <= 4.
inline constexpr double damping_limit = 0.5;
/// Coefficient of the viscous brake on sliding without history, in units of m*/dt; low enough never to reverse a
/// velocity.
inline constexpr double braking_limit = 0.2;

/// Input of the contact law besides the pair.
struct LawInput {
  ContactNodesAt nodes{};
  StiffnessRule rule = StiffnessRule::elements;
  double damping = 0;         ///< ContactPlan::damping
  double travel = 0;          ///< reading of the travel gauge, or of the pair's block [length]
  double last_step = 0;       ///< its increment in the last step [length]
  double dt_stable = 0;       ///< largest time step so far [time]; 0: unknown, no limit of the stiffness
  double dt_previous = 0;     ///< from t(n-1) to t(n) [time]
  double inertial_scale = 0;  ///< of SOFT = 1 and 2: stiffness in units of m*/dt^2
  bool is_static = false;     ///< without damping
  FrictionTableAt frictions{};
};

/// Effective mass m* of a pair: 1/m* = sum of w^2/m over the nodes of both sides [mass].
struct PairMass {
  double own = 0;    ///< of the nodes only
  double moved = 0;  ///< with their rigid bodies
};

/// Accumulates a PairMass node by node.
struct PairMassSum {
  PairMass inverse;
  bool has_own = true, has_moved = true;  ///< no node without mass so far

  CRUMPLE_INLINE void add(const ContactNodesAt& nodes, Index node, double weight) {
    if (weight == 0) return;
    const double own = nodes.mass(node), moved = nodes.effective_mass(node);
    has_own = has_own && own > 0;
    has_moved = has_moved && moved > 0;
    if (has_own) inverse.own += weight * weight / own;
    if (has_moved) inverse.moved += weight * weight / moved;
  }
  CRUMPLE_INLINE PairMass mass() const { return {has_own ? 1 / inverse.own : 0, has_moved ? 1 / inverse.moved : 0}; }
};

/// Penalty stiffness of a pair.
struct PairStiffness {
  KeptStiffness kept;
  double by_itself = 0;     ///< before its limit by frequency bounds [force/length]
  double value = 0;         ///< [force/length]
  double deep_factor = 1;   ///< on it for the penetration that is too deep
  double at_first = 0;      ///< in the first step of contact, before frequency bounds include the pair [force/length]
  double largest_damping = std::numeric_limits<double>::infinity();  ///< [mass/time]
  bool is_limited = false;  ///< less than the penalty stiffness, by stiffness_limit or frequency_limit

  CRUMPLE_INLINE void operator*=(double share) {
    by_itself *= share, value *= share, at_first *= share, largest_damping *= share;
  }
};

/// The smaller stiffness of the two sides, or that from the time step (SOFT), within the limits. `frequency_bound`: the
/// maximum over the pair's nodes [1/time^2].
///
/// A node of a rigid body moves with the whole mass of the body, but all nodes of the body may come into contact in one
/// step. A new pair is therefore limited by the masses of the nodes alone; from the next step on, frequency_bounds.hpp
/// counts it among the pairs of the body. With SOFT = 2, massless nodes get the stiffness of a single pair of their
/// body.
CRUMPLE_DEVICE inline PairStiffness penalty_stiffness(double one, double other, const PairMass& mass,
                                                      double frequency_bound, const KeptStiffness& before,
                                                      const LawInput& input) {
  double k = std::min(one, other);
  if (input.dt_stable <= 0) return {.kept = {k, k}, .by_itself = k, .value = k, .at_first = k};
  const double per_mass = 1 / (input.dt_stable * input.dt_stable), inertial = mass.own * per_mass;
  if (input.rule == StiffnessRule::at_least_time_step) k = std::max(k, input.inertial_scale * inertial);
  const double of_body = body_limit * mass.moved * per_mass;
  if (input.rule == StiffnessRule::time_step) k = inertial > 0 ? input.inertial_scale * inertial : of_body;
  const double largest = std::max(stiffness_limit * inertial, of_body);
  KeptStiffness kept = before;
  if (!(before.deep > 0)) kept = {std::min(k, largest), std::min(deep_factor * k, largest)};
  const double limit = before.deep > 0 ? kept_limit * largest : largest, by_itself = std::min(kept.value, limit);
  const double frequency = frequency_bound * input.dt_stable * input.dt_stable;
  const double value = by_itself * (frequency_limit / std::max(double{frequency_limit}, frequency));
  const double at_first = value > stiffness_limit * inertial ? body_limit * inertial : value;
  // Dampers share their limit in proportion to the springs' shares of the node's frequency; pairs not yet counted there
  // get the full limit.
  const double share = inertial > 0 ? by_itself / std::max(by_itself, frequency_bound * mass.own) : 0;
  const double of_deep = by_itself > 0 ? std::min(kept.deep, limit) / by_itself : 1;
  return {kept, by_itself, value, of_deep, at_first, damping_limit * share * mass.own / input.dt_stable, value < k};
}

/// The part of a new pair's penetration to be ignored, so that the spring at its final stiffness exerts the same force
/// as at its first one [length].
CRUMPLE_DEVICE inline double forgiven_at_first(const PairStiffness& stiffness, double penetration) {
  if (!(stiffness.at_first < stiffness.value)) return 0;
  return (1 - stiffness.at_first / stiffness.value) * std::max(0.0, penetration);
}

/// That of the pair in the table, or the mean of both sides, at this sliding velocity.
CRUMPLE_DEVICE inline double friction_coefficient(const Friction& one, const Friction& other,
                                                  const FrictionTableAt& table, double speed) {
  const Friction& a = table.values ? table.values[one.group * table.n_groups + other.group] : one;
  const Friction& b = table.values ? a : other;
  const double at_rest = 0.5 * (a.at_rest + b.at_rest), sliding = 0.5 * (a.sliding + b.sliding);
  const double decay = 0.5 * (a.decay + b.decay);
  if (at_rest == sliding || decay == 0) return at_rest;
  return sliding + (at_rest - sliding) * kernels::exp(kernels::PackDouble(-decay * speed))[0];
}

/// `v`, scaled down to `length` if it is longer.
CRUMPLE_DEVICE inline Vec3 limited(const Vec3& v, double length) {
  const double now = norm(v);
  return now > length ? (length / now) * v : v;
}

/// Kinematics of a pair in contact.
struct PairMotion {
  double mass = 0;  ///< of the nodes only [mass]
  PairStiffness stiffness;
  double penetration = 0;  ///< [length]
  double deep_from = 0;    ///< penetration from which on it is too deep [length]
  Vec3 velocity;           ///< of the first side relative to the second [length/time]
  Vec3 direction;          ///< unit, push direction of the first side
};

/// Result of the law before friction.
struct PairLaw {
  double mass = 0;  ///< effective [mass]
  PairStiffness stiffness;
  double normal = 0;  ///< force >= 0 [force]
  double energy = 0;  ///< of the spring [energy]
  Vec3 sliding;       ///< tangential relative velocity [length/time]
  double limit = 0;   ///< Coulomb limit [force]
};

/// Whether a tangential spring holds, below the Coulomb limit.
CRUMPLE_DEVICE inline bool sticks(const PairLaw& pair, const Vec3& friction) {
  return pair.limit > 0 && norm(friction) < (1 - 1e-9) * pair.limit;
}

/// Normal force and Coulomb limit between two sides with these constants.
CRUMPLE_DEVICE inline PairLaw evaluate_pair(const PairMotion& motion, const Friction& one, const Friction& other,
                             const LawInput& input) {
  PairLaw pair{motion.mass, motion.stiffness, 0, 0, {}, 0};
  const double v_normal = dot(motion.velocity, motion.direction);
  const double stiffness = motion.stiffness.value,
               damping = input.is_static ? 0
                                         : std::min(input.damping * std::sqrt(stiffness * motion.mass),
                                                    motion.stiffness.largest_damping);
  const double too_deep = std::max(0.0, motion.penetration - motion.deep_from);
  const double extra = (motion.stiffness.deep_factor - 1) * stiffness * too_deep;
  if (too_deep > 0) pair.stiffness.by_itself *= motion.stiffness.deep_factor;
  pair.normal = std::max(0.0, stiffness * motion.penetration + extra - damping * v_normal);
  pair.energy = 0.5 * (stiffness * motion.penetration * motion.penetration + extra * too_deep);
  pair.sliding = motion.velocity - v_normal * motion.direction;
  pair.limit = friction_coefficient(one, other, input.frictions, norm(pair.sliding)) * pair.normal;
  return pair;
}

/// Tangential spring: the force of the last step projected on the tangent plane, plus the increment from slip, limited
/// by Coulomb's law.
CRUMPLE_DEVICE inline Vec3 spring_friction(const PairLaw& pair, const Vec3& direction, const Vec3& last, double dt) {
  const Vec3 carried = last - dot(last, direction) * direction;
  return limited(carried - (pair.stiffness.value * dt) * pair.sliding, pair.limit);
}

/// Friction without history: a viscous brake, too weak to reverse the sliding.
CRUMPLE_DEVICE inline Vec3 braking_friction(const PairLaw& pair, double dt) {
  return dt > 0 ? limited((-braking_limit * pair.mass / dt) * pair.sliding, pair.limit) : Vec3{};
}

}  // namespace crumple
