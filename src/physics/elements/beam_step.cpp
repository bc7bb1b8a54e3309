#include "physics/elements/beam_step.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "model/muscle.hpp"

namespace crumple {
namespace {

/// Unit vectors r, s, t.
using Axes = std::array<Vec3, 3>;

Axes axes_of(const Vec3& span, const Vec3& towards) {
  const Vec3 r = normalized(span), s = normalized(towards - dot(towards, r) * r);
  return {r, s, cross(r, s)};
}

/// Cayley's rotation of `v` by the vector `turn` (small): preserves lengths with + - * / only.
Vec3 rotated(const Vec3& v, const Vec3& turn) {
  const Vec3 half = 0.5 * turn, t = cross(half, v);
  return v + (2 / (1 + dot(half, half))) * (t + cross(half, t));
}

/// Strain rates at the middle of beam and step, and the rotation of the section.
struct Rates {
  double length = 0;
  Resultants strain{};  ///< stretch and shears [1/time]; twist and curvatures [1/(length time)]
  Vec3 turn;            ///< [1/time]
};

Rates rates_of(const BeamMotion& m, const Vec3& s_axis, double dt) {
  const Vec3 relative = m.velocity[1] - m.velocity[0];
  const Vec3 span = m.position[1] - m.position[0] - (0.5 * dt) * relative;
  const Vec3 spin = 0.5 * (m.angular_velocity[0] + m.angular_velocity[1]);
  Rates rates;
  rates.length = norm(span);
  const double per_length = 1 / rates.length;
  const Vec3 axis = per_length * span;
  // The section rotates with the axis, and about it with the mean of the nodes.
  rates.turn = per_length * cross(axis, relative) + dot(spin, axis) * axis;
  const Axes axes = axes_of(span, rotated(s_axis, (0.5 * dt) * rates.turn));
  const Vec3 strain = per_length * relative - cross(spin, axis);
  const Vec3 curvature = per_length * (m.angular_velocity[1] - m.angular_velocity[0]);
  for (std::size_t c = 0; c < 3; ++c) {
    rates.strain[c] = dot(strain, axes[c]);
    rates.strain[3 + c] = dot(curvature, axes[c]);
  }
  if (m.line) rates.strain[0] = m.line->rate;
  return rates;
}

double equivalent_stress(const BeamConstants& c, const Resultants& q) {
  double square = 0;
  for (std::size_t i = 0; i < 6; ++i) square += (q[i] / c.unit_stress[i]) * (q[i] / c.unit_stress[i]);
  return std::sqrt(square);
}

/// Implicit return of the resultants to the yield surface, along its normal: q_i = q_i* / (1 + d_i x) with the plastic
/// strain increment e = x (yield + H e) and d_i = A stiffness_i / unit_stress_i^2 (E in tension), so that plastic work
/// is A L times stress times e. The function of x is decreasing and convex: Newton's iteration from 0 converges to its
/// root monotonically.
void yield(const BeamConstants& c, const MaterialSpotWeld& law, BeamHistory& h) {
  const double limit = law.yield + law.tangent * h.plastic_strain;
  h.stress = equivalent_stress(c, h.resultant);
  if (!(h.stress > limit)) return;
  double x = 0;
  for (int iteration = 0; iteration < 50; ++iteration) {
    double value = 0, slope = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const double d = c.area * c.stiffness[i] / (c.unit_stress[i] * c.unit_stress[i]);
      const double ratio = (1 - law.tangent * x) / (1 + d * x), trial = h.resultant[i] / c.unit_stress[i];
      value += ratio * ratio * trial * trial;
      slope -= 2 * ratio * (law.tangent + d) / ((1 + d * x) * (1 + d * x)) * trial * trial;
    }
    const double excess = value - limit * limit;
    if (excess <= 1e-14 * limit * limit) break;
    x -= excess / slope;
  }
  for (std::size_t i = 0; i < 6; ++i)
    h.resultant[i] /= 1 + x * c.area * c.stiffness[i] / (c.unit_stress[i] * c.unit_stress[i]);
  h.stress = limit / (1 - law.tangent * x);
  h.plastic_strain += x * h.stress;
}

/// Returns the axial stress of a truss to its yield stress: bilinear, isotropic by the share beta, else kinematic.
void yield_axially(const BeamConstants& c, const kernels::PlasticKinematic& law, BeamHistory& h) {
  const double young = c.stiffness[0] / c.area, hardening = young * law.tangent / (young - law.tangent);
  const double trial = h.resultant[0] / c.area - h.back_stress;
  const double excess = std::fabs(trial) - (law.yield + law.beta * hardening * h.plastic_strain);
  h.stress = std::fabs(h.resultant[0] / c.area);
  if (!(excess > 0)) return;
  const double strain = excess / (young + hardening), way = trial < 0 ? -strain : strain;
  h.plastic_strain += strain;
  h.back_stress += (1 - law.beta) * hardening * way;
  h.resultant[0] -= c.area * young * way;
  h.stress = std::fabs(h.resultant[0] / c.area);
}

/// The mean of the last NF resultants, or of fewer at the start; without NF the resultants themselves.
Resultants filtered(std::span<Resultants> filter, BeamHistory& h) {
  if (filter.empty()) return h.resultant;
  const std::size_t n = filter.size();
  filter[std::size_t(h.n_filtered) % n] = h.resultant;
  const std::size_t filled = std::min(std::size_t(++h.n_filtered), n);
  Resultants mean{};
  for (std::size_t k = 0; k < filled; ++k)
    for (std::size_t i = 0; i < 6; ++i) mean[i] += filter[k][i] / double(filled);
  return mean;
}

bool fails(const MaterialSpotWeld& law, const Resultants& q, double plastic_strain, double time) {
  if (law.failure_time > 0 && time >= law.failure_time) return true;
  if (law.failure_strain > 0 && plastic_strain >= law.failure_strain) return true;
  double sum = 0;
  const auto add = [&sum](double value, double limit) {
    if (limit > 0) sum += (value / limit) * (value / limit);
  };
  add(std::max(q[0], 0.0), law.force_limit[0]);  // not in compression
  for (std::size_t i = 1; i < 3; ++i) add(q[i], law.force_limit[i]);
  for (std::size_t i = 0; i < 3; ++i) add(q[3 + i], law.moment_limit[i]);
  return sum >= 1;
}

bool fails(const BeamLaw& law, std::span<Resultants> filter, double time, BeamHistory& h) {
  if (law.section) return law.section->failure_strain > 0 && h.plastic_strain >= law.section->failure_strain;
  if (law.truss) return law.truss->failure_strain > 0 && h.plastic_strain >= law.truss->failure_strain;
  return law.weld && fails(*law.weld, filtered(filter, h), h.plastic_strain, time);
}

/// Sets the axial force of a muscle at t(n), whose rate is that of the last step.
void contract(const BeamConstants& c, const MaterialMuscle& law, const BeamMotion& m, double rate, double stretch,
              BeamHistory& h) {
  const double own = law.first_stretch * stretch;
  const double stress = muscle_stress(law, own, own * rate, m.time);
  h.resultant = {c.area * stress, 0, 0, 0, 0, 0};
  h.stress = std::fabs(stress);
}

void advance_resultants(const BeamConstants& c, const BeamLaw& law, const Resultants& rate, double dt,
                        BeamMemory& memory, BeamHistory& h) {
  if (law.section) {
    Resultants strain;
    for (std::size_t i = 0; i < 6; ++i) strain[i] = dt * rate[i];
    const SectionState section = advance_points(*law.section, strain, memory.points);
    h.resultant = section.resultant;
    h.stress = section.stress;
    h.plastic_strain = section.plastic_strain;
    return;
  }
  for (std::size_t i = 0; i < 6; ++i) h.resultant[i] += dt * c.stiffness[i] * rate[i];
  if (law.weld)
    yield(c, *law.weld, h);
  else if (law.truss)
    yield_axially(c, *law.truss, h);
  else
    h.stress = std::fabs(h.resultant[0] / c.area);
}

/// Sets the axial force of a preload, with equal stresses at the section points.
void preload(const BeamConstants& c, double force, BeamMemory& memory, BeamHistory& h) {
  for (BeamPointHistory& point : memory.points) point.stress[0] += (force - h.resultant[0]) / c.area;
  h.resultant[0] = force;
}

BeamForces advance_discrete(const BeamConstants& c, const DiscreteBeamLaw& law, const BeamMotion& m,
                            DiscreteBeamHistory& discrete, BeamHistory& h) {
  const DiscreteBeamMotion motion{m.position[1] - m.position[0], m.velocity[1] - m.velocity[0], m.angular_velocity,
                                  c.length, m.triad, m.time, m.dt};
  const Resultants before = h.resultant;
  const DiscreteBeamStep step = advance_discrete_beam(law, motion, h.resultant, discrete);
  for (std::size_t i = 0; i < 6; ++i) h.internal_energy += 0.5 * (before[i] + h.resultant[i]) * step.increment[i];
  h.s_axis = discrete.s_axis;
  h.dt = stable_dt(c, norm(motion.span));
  if (!step.fails) return {step.force, step.moment};
  fail(h, m.time);
  return {};
}

}  // namespace

double stable_dt(const BeamConstants& c, double length) {
  const double m = c.mass, j = c.node_inertia;
  if (c.is_discrete) return stable_discrete_beam_dt(c.stiffness, c.damping, m, 2 * j, c.has_couple ? length : 0);
  const double axial = 4 * c.stiffness[0] / (m * length);
  if (j == 0) return 2 / std::sqrt(axial);  // a truss
  const double shear = std::max(c.stiffness[1], c.stiffness[2]) * (4 / (m * length) + length / (2 * j));
  const double turning = 2 * std::max({c.stiffness[3], c.stiffness[4], c.stiffness[5]}) / (length * j);
  return 2 / std::sqrt(std::max({axial, shear, turning}));
}

double stable_dt(const BeamConstants& c, const MaterialMuscle& muscle, double length, double stretch) {
  const MuscleBounds bounds = muscle_bounds(muscle, muscle.first_stretch * stretch);
  const double per_mass = 4 * c.area / (c.mass * length), a = per_mass * bounds.modulus;
  const double b = 0.5 * per_mass * bounds.viscosity;
  return a > 0 || b > 0 ? 2 / (b + std::sqrt(b * b + a)) : 1e30;
}

Lengthening lengthening_of(const BeamMotion& m) {
  const Vec3 relative = m.velocity[1] - m.velocity[0];
  const Vec3 span = m.position[1] - m.position[0] - (0.5 * m.dt) * relative;
  const double length = norm(span);
  return {length, dot(relative, span) / length};
}

void fail(BeamHistory& h, double time) {
  h.alive = 0;
  h.dt = 1e30;
  h.stress = 0;
  h.resultant = {};
  h.failure_time = time;
}

BeamForces advance_beam(const BeamConstants& c, const BeamLaw& law, const BeamMotion& motion, BeamMemory& memory,
                        BeamHistory& h) {
  if (law.discrete) return advance_discrete(c, *law.discrete, motion, *memory.discrete, h);
  const auto [time, dt] = std::pair(motion.time, motion.dt);
  const Rates rates = rates_of(motion, h.s_axis, dt);
  const Vec3 span = motion.position[1] - motion.position[0];
  const Axes axes = axes_of(span, rotated(h.s_axis, dt * rates.turn));
  h.s_axis = axes[1];
  const Resultants before = h.resultant;
  const double length = norm(span), stretch = motion.line ? motion.line->stretch : length / c.length;
  if (law.muscle)
    contract(c, *law.muscle, motion, rates.strain[0], stretch, h);
  else
    advance_resultants(c, law, rates.strain, dt, memory, h);
  if (law.axial_force) preload(c, *law.axial_force, memory, h);
  for (std::size_t i = 0; i < 6; ++i)
    h.internal_energy += 0.5 * dt * rates.length * (before[i] + h.resultant[i]) * rates.strain[i];
  h.dt = law.muscle ? stable_dt(c, *law.muscle, length, stretch) : stable_dt(c, length);
  if (fails(law, memory.filter, time, h)) {
    fail(h, time);
    return {};
  }
  BeamForces forces;
  Vec3 moment;
  for (std::size_t k = 0; k < 3; ++k) {
    forces.force += h.resultant[k] * axes[k];
    moment += h.resultant[3 + k] * axes[k];
  }
  const Vec3 of_shear = 0.5 * cross(span, forces.force);
  forces.moment = {of_shear + moment, of_shear - moment};
  return forces;
}

}  // namespace crumple
