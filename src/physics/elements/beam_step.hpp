// One step of one beam: a two-node beam with shear and one integration point along it, a spot weld (*MAT_100), an
// elastic resultant beam, a truss, a beam with section points (beam_points.hpp), or a discrete beam
// (discrete_beam_step.hpp). Called by the loops of beams; beam_setup.cpp computes the stable step by it. Sources:
// co-rotational beam: Belytschko, Schwer, Klein (1977), Hughes and Liu (1981); failure by resultants: LS-DYNA Keyword
// Manual, *MAT_SPOTWELD; bending of a resultant beam with one point, nodally exact by the residual bending flexibility:
// MacNeal (1978).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/vec3.hpp"
#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "model/muscle.hpp"
#include "model/spot_weld_beam.hpp"
#include "physics/elements/beam_points.hpp"
#include "physics/elements/discrete_beam_step.hpp"
#include "physics/elements/preload.hpp"

namespace crumple {

/// Constants of a beam. Sizes are those at t = 0.
struct BeamConstants {
  double length = 0;  ///< [length]
  double area = 0;    ///< [length^2]
  /// EA, of shear along s and t [force]; GJ, E times the second moments about s and t [force length^2]; of a truss EA
  /// alone
  Resultants stiffness{};
  Resultants unit_stress{};  ///< resultants that alone cause a unit equivalent stress [length^2], [length^3]
  double own_mass = 0;       ///< [mass]
  double mass = 0;           ///< with mass scaling [mass]
  double node_inertia = 0;   ///< of each node, large enough that rotations do not limit the step [mass length^2]
  Resultants damping{};      ///< of discrete beams, as the stiffness [force time/length], [force length time]
  bool is_discrete = false;  ///< ELFORM 6: the stiffness is that of springs [force/length], [force length/rad]
  bool has_couple = false;   ///< of discrete beams: moments balance the couple of their forces
  bool has_stress = true;    ///< false for rigid and null material, which has only mass
};

/// What limits or sets a beam's resultants: the failure resultants of a spot weld, the axial yield stress of a truss,
/// the yield stresses of the section points, a law of discrete beams, a muscle, or nothing. In memory of the run.
struct BeamLaw {
  const MaterialSpotWeld* weld = nullptr;
  const kernels::PlasticKinematic* truss = nullptr;
  const BeamSectionLaw* section = nullptr;
  const DiscreteBeamLaw* discrete = nullptr;
  const Muscle<CurvePoints>* muscle = nullptr;
};

/// The line of trusses of *PART_AVERAGED, which are strained alike, as one.
struct TrussLine {
  double stretch = 1;  ///< its length over that at t = 0
  double rate = 0;     ///< of its length, over its length, at t(n-1/2) [1/time]
};

/// Further history of a beam, depending on its law.
struct BeamMemory {
  Resultants* filter = nullptr;        ///< ring buffer of the last NF resultants of a weld
  BeamPointHistory* points = nullptr;  ///< of the section
  DiscreteBeamHistory* discrete = nullptr;
};

/// The history of a beam.
struct BeamHistory {
  Vec3 s_axis;                  ///< unit vector across the beam
  Resultants resultant{};       ///< [force], [force length]
  double stress = 0;            ///< equivalent, of the resultants over unit_stress [force/area]
  double plastic_strain = 0;    ///< effective [1]
  double back_stress = 0;       ///< of a truss, of kinematic hardening [force/area]
  double internal_energy = 0;   ///< [energy]
  double dt = 1e30;             ///< stable time step [time]
  double failure_time = 0;      ///< when it failed [time]
  std::int64_t n_filtered = 0;  ///< number of resultants filtered so far
  std::uint8_t alive = 1;
  std::uint8_t was_alive = 1;  ///< at the last check for deletions
};

/// The nodal forces of a beam.
struct BeamForces {
  Vec3 force;                  ///< on the first node; the second gets the opposite [force]
  std::array<Vec3, 2> moment;  ///< [force length]
};

/// Positions of a beam's ends at t(n), and their motion since t(n-1).
struct BeamMotion {
  std::array<Vec3, 2> position;                    ///< [length]
  std::array<Vec3, 2> velocity, angular_velocity;  ///< [length/time], [1/time]
  double time = 0, dt = 0;                         ///< t(n), t(n) - t(n-1) [time]
  const TrussLine* line = nullptr;                 ///< of a truss that belongs to one
  bool has_triad = false;  ///< of a discrete beam: other nodes define it
  std::array<Vec3, 2> triad = {};  ///< its axes r and s
  bool is_linear = false;          ///< ForceStep: positions are those at mid-step
};

/// The length of a beam at t(n-1/2), and its rate [length], [length/time].
struct Lengthening {
  double length = 0, rate = 0;
};
CRUMPLE_DEVICE inline Lengthening lengthening_of(const BeamMotion& m) {
  const Vec3 relative = m.velocity[1] - m.velocity[0];
  const Vec3 span = m.position[1] - m.position[0] - (0.5 * m.dt) * relative;
  const double length = norm(span);
  return {length, dot(relative, span) / length};
}

/// 2 over the highest frequency of a free beam of this current length, smaller with dampers [time].
CRUMPLE_DEVICE inline double stable_dt(const BeamConstants& c, double length) {
  const double m = c.mass, j = c.node_inertia;
  if (c.is_discrete) return stable_discrete_beam_dt(c.stiffness, c.damping, m, 2 * j, c.has_couple ? length : 0);
  const double axial = 4 * c.stiffness[0] / (m * length);
  if (j == 0) return 2 / std::sqrt(axial);  // a truss
  const double shear = std::max(c.stiffness[1], c.stiffness[2]) * (4 / (m * length) + length / (2 * j));
  const double turning = 2 * largest_of_three(c.stiffness, 3) / (length * j);
  return 2 / std::sqrt(std::max(std::max(axial, shear), turning));
}

/// The same of a muscle at a stretch of its part's line, or its own, since t = 0 [time].
CRUMPLE_DEVICE inline double stable_dt(const BeamConstants& c, const Muscle<CurvePoints>& muscle, double length,
                                       double stretch) {
  const MuscleBounds bounds = muscle_bounds(muscle, muscle.first_stretch * stretch);
  const double per_mass = 4 * c.area / (c.mass * length), a = per_mass * bounds.modulus;
  const double b = 0.5 * per_mass * bounds.viscosity;
  return a > 0 || b > 0 ? 2 / (b + std::sqrt(b * b + a)) : 1e30;
}

/// Deletes the beam: its forces are 0 from now on.
CRUMPLE_DEVICE inline void fail(BeamHistory& h, double time) {
  h.alive = 0;
  h.dt = 1e30;
  h.stress = 0;
  h.resultant = {};
  h.failure_time = time;
}

/// Strain rates at the middle of beam and step, and the rotation of the section.
struct BeamRates {
  double length = 0;
  Resultants strain{};  ///< stretch and shears [1/time]; twist and curvatures [1/(length time)]
  Vec3 turn;            ///< [1/time]
};

CRUMPLE_DEVICE inline BeamRates rates_of(const BeamMotion& m, const Vec3& s_axis, double dt) {
  const Vec3 relative = m.velocity[1] - m.velocity[0];
  const Vec3 span = m.position[1] - m.position[0] - (0.5 * dt) * relative;
  const Vec3 spin = 0.5 * (m.angular_velocity[0] + m.angular_velocity[1]);
  BeamRates rates;
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

CRUMPLE_DEVICE inline double equivalent_stress(const BeamConstants& c, const Resultants& q) {
  double square = 0;
  for (std::size_t i = 0; i < 6; ++i) square += (q[i] / c.unit_stress[i]) * (q[i] / c.unit_stress[i]);
  return std::sqrt(square);
}

/// Implicit return of the resultants to the yield surface, along its normal: q_i = q_i* / (1 + d_i x) with the plastic
/// strain increment e = x (yield + H e) and d_i = A stiffness_i / unit_stress_i^2 (E in tension), so that plastic work
/// is A L times stress times e. The function of x is decreasing and convex: Newton's iteration from 0 converges to its
/// root monotonically.
CRUMPLE_DEVICE inline void yield(const BeamConstants& c, const MaterialSpotWeld& law, BeamHistory& h) {
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
CRUMPLE_DEVICE inline void yield_axially(const BeamConstants& c, const kernels::PlasticKinematic& law, BeamHistory& h) {
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
CRUMPLE_DEVICE inline Resultants filtered(Resultants* filter, std::size_t n, BeamHistory& h) {
  if (n == 0) return h.resultant;
  filter[std::size_t(h.n_filtered) % n] = h.resultant;
  const std::size_t filled = std::min(std::size_t(++h.n_filtered), n);
  Resultants mean{};
  for (std::size_t k = 0; k < filled; ++k)
    for (std::size_t i = 0; i < 6; ++i) mean[i] += filter[k][i] / double(filled);
  return mean;
}

CRUMPLE_DEVICE inline bool fails(const MaterialSpotWeld& law, const Resultants& q, double plastic_strain, double time) {
  if (law.failure_time > 0 && time >= law.failure_time) return true;
  if (law.failure_strain > 0 && plastic_strain >= law.failure_strain) return true;
  double sum = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const double limit = i < 3 ? law.force_limit[i] : law.moment_limit[i - 3];
    const double value = i == 0 ? std::max(q[0], 0.0) : q[i];  // not in compression
    if (limit > 0) sum += (value / limit) * (value / limit);
  }
  return sum >= 1;
}

CRUMPLE_DEVICE inline bool fails(const BeamLaw& law, Resultants* filter, double time, BeamHistory& h) {
  if (law.section) return law.section->failure_strain > 0 && h.plastic_strain >= law.section->failure_strain;
  if (law.truss) return law.truss->failure_strain > 0 && h.plastic_strain >= law.truss->failure_strain;
  if (!law.weld) return false;
  return fails(*law.weld, filtered(filter, std::size_t(law.weld->filter), h), h.plastic_strain, time);
}

/// Sets the axial force of a muscle at t(n), whose rate is that of the last step.
CRUMPLE_DEVICE inline void contract(const BeamConstants& c, const Muscle<CurvePoints>& law, const BeamMotion& m,
                                    double rate, double stretch, BeamHistory& h) {
  const double own = law.first_stretch * stretch;
  const double stress = muscle_stress(law, own, own * rate, m.time);
  h.resultant = {c.area * stress, 0, 0, 0, 0, 0};
  h.stress = std::fabs(stress);
}

CRUMPLE_DEVICE inline void advance_resultants(const BeamConstants& c, const BeamLaw& law, const Resultants& rate,
                                              double dt, const BeamMemory& memory, BeamHistory& h) {
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
CRUMPLE_DEVICE inline void preload(const BeamConstants& c, const BeamLaw& law, double force, const BeamMemory& memory,
                                    BeamHistory& h) {
  for (std::size_t i = 0; law.section && i < law.section->n_points; ++i)
    memory.points[i].stress[0] += (force - h.resultant[0]) / c.area;
  h.resultant[0] = force;
}

CRUMPLE_DEVICE inline BeamForces advance_discrete(const BeamConstants& c, const DiscreteBeamLaw& law,
                                                  const BeamMotion& m, DiscreteBeamHistory& discrete, BeamHistory& h) {
  DiscreteBeamMotion motion{m.position[1] - m.position[0], m.velocity[1] - m.velocity[0], m.angular_velocity,
                            c.length, m.has_triad, m.triad, m.time, m.dt};
  if (m.is_linear && law.acts_along_its_line) motion.span += (0.5 * m.dt) * motion.velocity;
  const Resultants before = h.resultant;
  const DiscreteBeamStep step = advance_discrete_beam(law, motion, h.resultant, discrete);
  for (std::size_t i = 0; i < 6; ++i) h.internal_energy += 0.5 * (before[i] + h.resultant[i]) * step.increment[i];
  h.s_axis = discrete.s_axis;
  h.dt = stable_dt(c, norm(motion.span));
  if (!step.fails) return {step.force, step.moment};
  fail(h, m.time);
  return {};
}

/// Updates the resultants from t(n-1) to t(n) with plasticity, the energy, the time step and the failure. `axial`: a
/// preload, or null. Returns the nodal forces, 0 after failure.
CRUMPLE_DEVICE inline BeamForces advance_beam(const BeamConstants& c, const BeamLaw& law, const Preload* axial,
                                              const BeamMotion& motion, const BeamMemory& memory, BeamHistory& h) {
  if (law.discrete) return advance_discrete(c, *law.discrete, motion, *memory.discrete, h);
  const double time = motion.time, dt = motion.dt;
  const BeamRates rates = rates_of(motion, h.s_axis, dt);
  const Vec3 span = motion.position[1] - motion.position[0];
  const Axes axes = axes_of(span, rotated(h.s_axis, dt * rates.turn));
  h.s_axis = axes[1];
  const Resultants before = h.resultant;
  const double length = norm(span), stretch = motion.line ? motion.line->stretch : length / c.length;
  if (law.muscle)
    contract(c, *law.muscle, motion, rates.strain[0], stretch, h);
  else
    advance_resultants(c, law, rates.strain, dt, memory, h);
  if (axial && axial->acts(time)) preload(c, law, axial->at(time), memory, h);
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
