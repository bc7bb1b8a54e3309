// The loops over springs and dampers (discrete_elements.cpp): forces from deflections and rates along their lines,
// energy, failure.
// Sources: LS-DYNA Keyword Manual, *SECTION_DISCRETE (KD, V0, CL, FD) and *MAT_S01 to *MAT_S08; the relaxing force of
// *MAT_S07 is that of a deflection that grows evenly within a step, Herrmann & Peterson (1968). From memory of the
// manual: a spring with a clearance acts in compression only, and curves are extrapolated beyond their ends.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <variant>

#include "base/elementary.hpp"
#include "base/visit_plain.hpp"
#include "model/mesh.hpp"
#include "model/spring_laws.hpp"
#include "physics/elements/shifted_unloading.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

using SpringLaw = std::variant<MaterialSpringElastic, MaterialDamperViscous, MaterialSpringElastoplastic,
                               NonlinearSpring<CurvePoints>, NonlinearDamper<CurvePoints>, GeneralSpring<CurvePoints>,
                               MaterialSpringMaxwell, InelasticSpring<CurvePoints>>;

/// What the springs of a part have in common.
struct SpringPart {
  SpringSection section;
  SpringLaw law;
  SpringBounds bounds;
};

/// Elongation of a spring since the start, tension positive. For torsional springs read twist [rad] for length and
/// moment for force, here and below.
struct SpringMotion {
  double deflection = 0;  ///< at t(n), with the offset [length]
  double rate = 0;        ///< over the last step [length/time]
  double time = 0;        ///< t(n) [time]
  double dt = 0;          ///< t(n) - t(n-1) [time]
};

/// The history of a spring.
struct SpringHistory {
  double deflection = 0;       ///< [length]
  double force = 0;            ///< tension positive [force]
  double magnification = 1;    ///< factor on the law's force, by S, KD and the rate
  double permanent = 0;        ///< of *MAT_S03 and S08, of S06 in tension: deflection at zero force [length]
  double plastic = 0;          ///< of *MAT_S03: accumulated plastic deflection; S06: permanent, compression [length]
  double acting = 0;           ///< of *MAT_S07: the deflection less the clearance [length]
  double relaxing = 0;         ///< of *MAT_S07: the share of the force that relaxes [force]
  double internal_energy = 0;  ///< [energy]
  double failure_time = 0;     ///< when it failed [time]
  std::uint8_t started = 0;    ///< its force has been computed once
  std::uint8_t alive = 1;
  std::uint8_t was_alive = 1;  ///< at the last check for deletions
};

/// The force of a law.
struct SpringForceOf {
  double deflection, rate, time, dt;
  SpringHistory& history;

  CRUMPLE_DEVICE double operator()(const MaterialSpringElastic& law) const { return law.stiffness * deflection; }
  CRUMPLE_DEVICE double operator()(const MaterialDamperViscous& law) const { return law.damping * rate; }
  CRUMPLE_DEVICE double operator()(const NonlinearDamper<CurvePoints>& law) const {
    return extended_value(law.force, rate);
  }
  CRUMPLE_DEVICE double operator()(const NonlinearSpring<CurvePoints>& law) const {
    const double scale = law.rate_scale.empty() ? 1 : law.rate_scale.evaluate(rate);
    return scale * extended_value(law.force, deflection);
  }
  CRUMPLE_DEVICE double operator()(const MaterialSpringElastoplastic& law) const {
    const double hardening = law.stiffness * law.tangent / (law.stiffness - law.tangent);
    double force = law.stiffness * (deflection - history.permanent);
    const double excess = std::abs(force) - (law.yield + hardening * history.plastic);
    if (!(excess > 0)) return force;
    const double way = excess / (law.stiffness + hardening), signed_way = force < 0 ? -way : way;
    history.plastic += way;
    history.permanent += signed_way;
    return force - law.stiffness * signed_way;
  }
  CRUMPLE_DEVICE double operator()(const GeneralSpring<CurvePoints>& law) const {
    const double loading = extended_value(law.loading, deflection);
    double& origin = deflection < 0 ? history.plastic : history.permanent;
    const double yield = deflection < 0 ? law.compression_yield : law.tension_yield;
    const bool has_yielded = origin > 0 || std::abs(loading) > yield;
    if (law.unloading.empty() || !has_yielded) return loading;
    return force_of_shifted(loading, law.unloading, deflection, origin);
  }
  CRUMPLE_DEVICE double operator()(const MaterialSpringMaxwell& law) const {
    const double angle = law.decay * dt, left = same_bits::inlined::exp(-angle);
    const double mean = angle > 1e-6 ? (1 - left) / angle : 1 - 0.5 * angle;
    const double grown = (law.short_stiffness - law.long_stiffness) * (deflection - history.acting);
    history.relaxing = left * history.relaxing + mean * grown;
    history.acting = deflection;
    if (time >= law.cut_off_time) return law.cut_off_force;
    return law.long_stiffness * deflection + history.relaxing;
  }
  /// Elastic from the end of the last unloading, up to the loading curve, along which that point moves with it.
  CRUMPLE_DEVICE double operator()(const InelasticSpring<CurvePoints>& law) const {
    const double sign = law.in_tension ? 1 : -1, d = sign * deflection;
    const double most = d > 0 ? std::max(extended_value(law.force, d), 0.0) : 0;
    double force = std::max(law.unloading * (d - history.permanent), 0.0);
    if (force > most) {
      force = most;
      history.permanent = d - most / law.unloading;
    }
    return sign * force;
  }
};

/// Updates the history of a spring to t(n). `scale`: S.
CRUMPLE_DEVICE inline void advance_spring(const SpringPart& part, double scale, const SpringMotion& motion,
                                          SpringHistory& h) {
  const SpringSection& section = part.section;
  const double before = h.deflection, force_before = h.force, limit = section.failure_deflection;
  h.deflection = motion.deflection;
  h.started = 1;
  if (limit > 0 ? motion.deflection >= limit : limit < 0 && motion.deflection <= limit) {
    h.alive = 0;
    h.force = 0;
    h.failure_time = motion.time;
    return;
  }
  double acting = motion.deflection, rate = motion.rate;
  if (section.clearance > 0) {
    acting = std::min(motion.deflection + section.clearance, 0.0);
    if (acting == 0) rate = 0;
  }
  const double magnified =
      section.magnification != 0 ? 1 + section.magnification * std::abs(rate) / section.test_velocity : 1;
  h.magnification = scale * magnified;
  h.force = h.magnification * visit_plain(SpringForceOf{acting, rate, motion.time, motion.dt, h}, part.law);
  h.internal_energy += 0.5 * (force_before + h.force) * (h.deflection - before);
}

/// Half of the largest stable step of a spring whose ends have the inverse masses 1/M [1/mass] (0: fixed); the other
/// half is reserved for the elements around it. With m = M/2: 2 over the frequency of two free masses on the spring, 2
/// sqrt(m1 m2 / ((m1 + m2) k)), as derived in LS-DYNA's Theory Manual for discrete elements (from memory). For a
/// damper, whose force is that of the last half step, m1 m2 / ((m1 + m2) c), which stops its nodes without reversing
/// their velocity [time].
CRUMPLE_DEVICE inline double stable_spring_dt(const SpringPart& part, double scale, const SpringHistory& h,
                                              double inverse_masses) {
  if (!h.alive || inverse_masses == 0) return 1e30;
  const double magnification = std::max(h.magnification, scale), halves = 2 * inverse_masses;
  const double stiffness = magnification * part.bounds.stiffness, damping = magnification * part.bounds.damping;
  double dt = 1e30;
  if (stiffness > 0) dt = 2 / std::sqrt(stiffness * halves);
  if (damping > 0) dt = std::min(dt, 1 / (damping * halves));
  return dt;
}

/// Springs in a step.
struct SpringsNow {
  const Spring* springs;
  const SpringPart* parts;  ///< [part]
  const Vec3* start;        ///< [node] at t = 0 [length]
  double time, dt;          ///< t(n), t(n) - t(n-1)
  RowsAt position, velocity, angular_velocity;
  bool is_linear;                ///< ForceStep
  const double* beyond_nodes;    ///< [spring] of the deflection, what the positions do not have [length]

  CRUMPLE_INLINE bool is_torsional(std::size_t s) const { return parts[springs[s].part].section.torsional; }
  /// Advances a live one to t(n); returns its direction.
  CRUMPLE_INLINE Vec3 advance(std::size_t s, SpringHistory& h) const {
    const Spring& spring = springs[s];
    const SpringPart& part = parts[spring.part];
    const auto span = [&](const auto& at) { return at[spring.nodes[1]] - at[spring.nodes[0]]; };
    const Vec3 line = is_fixed(spring) ? spring.direction : normalized(is_linear ? span(start) : span(position));
    const bool is_on = time >= spring.birth && time < spring.death;
    advance_spring(part, is_on ? spring.scale : 0, motion_of(s, part.section.torsional, line, h), h);
    return line;
  }
  CRUMPLE_INLINE static bool is_fixed(const Spring& spring) { return dot(spring.direction, spring.direction) > 0; }
  /// The second minus the first node; the ground is fixed.
  CRUMPLE_INLINE static Vec3 relative(const Spring& spring, const Vec3& first, const Vec3& second) {
    return spring.is_grounded() ? -first : second - first;
  }
  CRUMPLE_INLINE SpringMotion motion_of(std::size_t s, bool torsional, const Vec3& line,
                                        const SpringHistory& h) const {
    const Spring& spring = springs[s];
    const Index a = spring.nodes[0], b = spring.nodes[1];
    const RowsAt& rates = torsional ? angular_velocity : velocity;
    const double rate = dot(relative(spring, rates[a], rates[b]), line);
    if (torsional || is_linear) return {(h.started ? h.deflection : spring.offset) + dt * rate, rate, time, dt};
    const Vec3 first = position[a], second = position[b];
    SpringMotion motion{spring.offset + beyond_nodes[s], rate, time, dt};
    if (is_fixed(spring))
      motion.deflection += dot(relative(spring, first - start[a], second - start[b]), line);
    else
      motion.deflection += norm(second - first) - norm(start[b] - start[a]);
    if (h.started && dt > 0) motion.rate = (motion.deflection - h.deflection) / dt;
    return motion;
  }
};
/// Advances live springs, and adds their forces; the reaction at the ground is dropped.
struct AddSpringForces {
  static constexpr const char* name = "springs";
  SpringsNow now;
  SpringHistory* history;
  Vec3* direction;  ///< out: unit vectors at t(n)
  SumsAt force, moment;
  Quantum of_force, of_moment;
  CRUMPLE_INLINE void operator()(std::size_t s) const {
    SpringHistory& h = history[s];
    if (!h.alive) return;
    direction[s] = now.advance(s, h);
    if (!h.alive) return;
    const Spring& spring = now.springs[s];
    const bool torsional = now.is_torsional(s);
    const RoundedVec3 load = rounded(h.force * direction[s], torsional ? of_moment : of_force);
    const SumsAt& sums = torsional ? moment : force;
    sums.add(spring.nodes[0], load);
    if (!spring.is_grounded()) sums.add(spring.nodes[1], -load);
  }
};

/// The stable steps of springs; dead ones have none.
struct LeastSpringStep {
  static constexpr const char* name = "steps of springs";
  static constexpr double most = 1e30;
  const Spring* springs;
  const SpringPart* parts;
  const SpringHistory* history;
  const double *mass, *inertia;  ///< [node]
  CRUMPLE_INLINE double operator()(std::size_t s) const {
    const Spring& spring = springs[s];
    const SpringPart& part = parts[spring.part];
    const double* const masses = part.section.torsional ? inertia : mass;
    const double first = masses[spring.nodes[0]], second = spring.is_grounded() ? 0 : masses[spring.nodes[1]];
    const double sum = (first > 0 ? 1 / first : 0.0) + (second > 0 ? 1 / second : 0.0);
    return stable_spring_dt(part, spring.scale, history[s], sum);
  }
};

/// Those that have failed since the last check.
struct CountFailedSprings {
  static constexpr const char* name = "failure of springs";
  using Sums = double;
  const SpringHistory* history;
  CRUMPLE_INLINE void operator()(std::size_t s, Sums& count) const {
    if (history[s].alive != history[s].was_alive) count += 1;
  }
};

using SpringLoops = kernels::Loops<AddSpringForces, LeastSpringStep, CountFailedSprings>;

}  // namespace crumple
