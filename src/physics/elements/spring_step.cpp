#include "physics/elements/spring_step.hpp"

#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"
#include "model/springs.hpp"
#include "physics/elements/shifted_unloading.hpp"

namespace crumple {
namespace {

/// The law's force.
struct Law {
  double deflection, rate, time, dt;
  SpringHistory& history;

  double operator()(const MaterialSpringElastic& law) const { return law.stiffness * deflection; }
  double operator()(const MaterialDamperViscous& law) const { return law.damping * rate; }
  double operator()(const MaterialDamperNonlinearViscous& law) const { return extended_value(law.force, rate); }
  double operator()(const MaterialSpringNonlinearElastic& law) const {
    const double scale = law.rate_scale.x.empty() ? 1 : law.rate_scale.evaluate(rate);
    return scale * extended_value(law.force, deflection);
  }
  double operator()(const MaterialSpringElastoplastic& law) const {
    const double hardening = law.stiffness * law.tangent / (law.stiffness - law.tangent);
    double force = law.stiffness * (deflection - history.permanent);
    const double excess = std::abs(force) - (law.yield + hardening * history.plastic);
    if (!(excess > 0)) return force;
    const double way = excess / (law.stiffness + hardening), signed_way = force < 0 ? -way : way;
    history.plastic += way;
    history.permanent += signed_way;
    return force - law.stiffness * signed_way;
  }
  double operator()(const MaterialSpringGeneral& law) const {
    const double loading = extended_value(law.loading, deflection);
    double& origin = deflection < 0 ? history.plastic : history.permanent;
    const double yield = deflection < 0 ? law.compression_yield : law.tension_yield;
    const bool has_yielded = origin > 0 || std::abs(loading) > yield;
    if (law.unloading.x.empty() || !has_yielded) return loading;
    return force_of_shifted(loading, law.unloading, deflection, origin);
  }
  double operator()(const MaterialSpringMaxwell& law) const {
    const double angle = law.decay * dt, left = same_bits::exp(-angle);
    const double mean = angle > 1e-6 ? (1 - left) / angle : 1 - 0.5 * angle;
    const double grown = (law.short_stiffness - law.long_stiffness) * (deflection - history.acting);
    history.relaxing = left * history.relaxing + mean * grown;
    history.acting = deflection;
    if (time >= law.cut_off_time) return law.cut_off_force;
    return law.long_stiffness * deflection + history.relaxing;
  }
  /// Elastic from the end of the last unloading, up to the loading curve, along which that point moves with it.
  double operator()(const MaterialSpringInelastic& law) const {
    const double sign = law.in_tension ? 1 : -1, d = sign * deflection;
    const double most = d > 0 ? std::max(extended_value(law.force, d), 0.0) : 0;
    double force = std::max(law.unloading * (d - history.permanent), 0.0);
    if (force > most) {
      force = most;
      history.permanent = d - most / law.unloading;
    }
    return sign * force;
  }
  template <class Other> double operator()(const Other&) const { return 0; }
};

double magnification_of(const SpringInput& spring, double rate) {
  const SpringSection& s = spring.section;
  return spring.scale * (s.magnification != 0 ? 1 + s.magnification * std::abs(rate) / s.test_velocity : 1);
}

bool fails(const SpringSection& section, double deflection) {
  const double limit = section.failure_deflection;
  return limit > 0 ? deflection >= limit : limit < 0 && deflection <= limit;
}

}  // namespace

void advance_spring(const SpringInput& spring, const SpringMotion& motion, SpringHistory& h) {
  const SpringSection& section = spring.section;
  const double before = h.deflection, force_before = h.force;
  h.deflection = motion.deflection;
  h.started = 1;
  if (fails(section, motion.deflection)) {
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
  h.magnification = magnification_of(spring, rate);
  h.force = h.magnification * std::visit(Law{acting, rate, motion.time, motion.dt, h}, spring.material.law);
  h.internal_energy += 0.5 * (force_before + h.force) * (h.deflection - before);
}

double stable_spring_dt(const SpringInput& spring, const SpringHistory& h, double inverse_masses) {
  if (!h.alive || inverse_masses == 0) return 1e30;
  const SpringBounds bounds = spring_bounds(spring.material.law);
  const double magnification = std::max(h.magnification, spring.scale), halves = 2 * inverse_masses;
  const double stiffness = magnification * bounds.stiffness, damping = magnification * bounds.damping;
  double dt = 1e30;
  if (stiffness > 0) dt = 2 / std::sqrt(stiffness * halves);
  if (damping > 0) dt = std::min(dt, 1 / (damping * halves));
  return dt;
}

}  // namespace crumple
