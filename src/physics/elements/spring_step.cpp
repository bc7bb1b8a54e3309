#include "physics/elements/spring_step.hpp"

#include <algorithm>
#include <cmath>

#include "model/springs.hpp"

namespace crumple {
namespace {

/// The law's force.
struct Law {
  double deflection, rate;
  SpringHistory& history;

  double operator()(const MaterialSpringElastic& law) const { return law.stiffness * deflection; }
  double operator()(const MaterialDamperViscous& law) const { return law.damping * rate; }
  double operator()(const MaterialSpringNonlinearElastic& law) const { return extended_value(law.force, deflection); }
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
  h.force = h.magnification * std::visit(Law{acting, rate, h}, spring.material.law);
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
