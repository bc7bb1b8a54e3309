// One step of one discrete beam (*SECTION_BEAM ELFORM 6): springs and dampers along and about the axes r, s, t of a
// triad that rotates with its nodes, or one force along the line of the nodes (cables, elastic springs). Called by
// beam_step.hpp; beam_setup.cpp computes the initial triad and the stable step by it.
// Sources: LS-DYNA Keyword Manual, *SECTION_BEAM (SCOOR) and *MAT_066, 067, 068, 071, 074, 094, 119 and 121. From
// memory of it: the laws' formulas, SCOOR beyond 1, curves that apply to both directions, the shift of unloading curves
// of 119.
// Ours: isotropic hardening of 068 and 094; a beam of 119 is loaded again along its way of unloading; curves are
// extrapolated, except the yield forces of 068 and 094, which are constant beyond their ends.
#pragma once

#include <algorithm>
#include <cmath>
#include <variant>

#include "base/elementary.hpp"
#include "base/visit_plain.hpp"
#include "model/discrete_beams.hpp"
#include "physics/elements/beam_points.hpp"
#include "physics/elements/shifted_unloading.hpp"

namespace crumple {

/// The law of the beams of a part.
struct DiscreteBeamLaw {
  using Law =
      std::variant<MaterialLinearDiscreteBeam, NonlinearDiscreteBeam<CurvePoints>, PlasticDiscreteBeam<CurvePoints>,
                   Cable<CurvePoints>, ElasticSpringBeam<CurvePoints>, GeneralDiscreteBeam<CurvePoints>>;
  Law law;
  int triad = 0;                     ///< SCOOR
  double area = 0, cable_offset = 0; ///< CA [length^2], OFFSET [length]
  bool acts_along_its_line = false;  ///< a cable or an elastic spring
};

/// History, beside the resultants: components are in the triad.
struct DiscreteBeamHistory {
  Vec3 r_axis, s_axis;       ///< unit vectors of the triad
  Resultants deformation{};  ///< of node 2 relative to node 1, in the triad [length], [rad]
  Resultants plastic{};      ///< of *MAT_068 and 094: accumulated absolute plastic deformation [length], [rad]
  Resultants permanent{};    ///< of these: deformation at zero force [length], [rad]
  /// Of *MAT_119: the largest deformation in tension and in compression, in size; with IUNLD = 1, where the unloading
  /// curve has its origin [length], [rad]
  Resultants tension{}, compression{};
  double slack = 0;          ///< of a cable: growth of its unstressed length [length]
};

/// Relative position and motion of the nodes.
struct DiscreteBeamMotion {
  Vec3 span;                            ///< from node 1 to node 2 at t(n) [length]
  Vec3 velocity;                        ///< of node 2 less that of node 1 at t(n-1/2) [length/time]
  std::array<Vec3, 2> angular_velocity; ///< of the nodes at t(n-1/2) [1/time]
  double first_length = 0;              ///< at t = 0 [length]
  /// Whether a coordinate system that moves with other nodes defines the triad, and its axes r and s at t(n); or else
  /// the triad turns as SCOOR says
  bool has_axes = false;
  std::array<Vec3, 2> axes = {};
  double time = 0, dt = 0;              ///< t(n), t(n) - t(n-1) [time]
};

/// The result of a step.
struct DiscreteBeamStep {
  Resultants increment{};  ///< of deformation [length], [rad]
  Vec3 force;              ///< on node 1; node 2 gets the opposite [force]
  std::array<Vec3, 2> moment;  ///< on the nodes [force length]
  bool fails = false;
};

/// Unit vectors r, s, t.
using Axes = std::array<Vec3, 3>;

/// Cayley's rotation of `v` by the vector `turn` (small).
CRUMPLE_DEVICE inline Vec3 rotated(const Vec3& v, const Vec3& turn) {
  const Vec3 half = 0.5 * turn, t = cross(half, v);
  return v + (2 / (1 + dot(half, half))) * (t + cross(half, t));
}

/// Orthonormalises two nearly orthogonal vectors; r keeps its direction.
CRUMPLE_DEVICE inline Axes axes_of(const Vec3& along_r, const Vec3& towards_s) {
  const Vec3 r = normalized(along_r), s = normalized(towards_s - dot(towards_s, r) * r);
  return {r, s, cross(r, s)};
}

/// Plastic deformation that brings `excess` over the yield force at `from` back to 0: stiffness times deformation
/// equals the excess less the rise of the curve, which softens less steeply than the stiffness.
CRUMPLE_DEVICE inline double plastic_way(const CurvePoints& yield, double stiffness, double from, double excess) {
  double way = 0;
  for (std::size_t i = 1; i < yield.n; ++i) {
    const double at = std::max(from, yield.x[i - 1]), length = yield.x[i] - at;
    if (length <= 0) continue;
    const double slope = (yield.y[i] - yield.y[i - 1]) / (yield.x[i] - yield.x[i - 1]);
    const double fall = (stiffness + slope) * length;
    if (excess <= fall) return way + excess / (stiffness + slope);
    excess -= fall;
    way += length;
  }
  return way + excess / stiffness;
}

CRUMPLE_DEVICE inline bool exceeds(const SixNumbers& limit, const Resultants& value) {
  double sum = 0;
  for (std::size_t i = 0; i < 6; ++i)
    if (limit[i] > 0) sum += (value[i] / limit[i]) * (value[i] / limit[i]);
  return sum >= 1;
}

/// The force of a component of *MAT_119 at the displacement d.
CRUMPLE_DEVICE inline double general_force(const GeneralDiscreteBeam<CurvePoints>& law, std::size_t i, double d,
                                           DiscreteBeamHistory& h) {
  const CurvePoints& curve = law.force[i];
  if (curve.empty()) return 0;
  const double loading = two_sided_value(curve, d), sign = d < 0 ? -1 : 1;
  const CurvePoints& down = law.unload[i].empty() ? curve : law.unload[i];
  if (law.unloading == Unloading::elastic) return loading;
  double& farthest = (d < 0 ? h.compression : h.tension)[i];
  if (law.unloading == Unloading::shifted) return force_of_shifted(loading, down, d, farthest);
  if (std::abs(d) >= farthest) {
    farthest = std::abs(d);
    return loading;
  }
  const double at = sign * two_sided_value(curve, sign * farthest), back = farthest - std::abs(d);
  if (law.unloading == Unloading::stiff) {
    const double stiffness = i < 3 ? law.translational : law.rotational;
    return sign * std::max(at - stiffness * back, std::min(at, sign * two_sided_value(down, d)));
  }
  const double rest = law.offset * farthest, share = std::max(std::abs(d) - rest, 0.0) / (farthest - rest);
  return sign * at * share * share;
}

/// The elastic force of component i, which yields by a curve of the force over the accumulated plastic deformation.
CRUMPLE_DEVICE inline double after_yielding(const CurvePoints& yield, double stiffness, double elastic, std::size_t i,
                                            DiscreteBeamHistory& h) {
  if (yield.empty()) return elastic;
  const double excess = std::abs(elastic) - yield.evaluate(h.plastic[i]);
  if (!(excess > 0)) return elastic;
  const double size = plastic_way(yield, stiffness, h.plastic[i], excess), way = elastic < 0 ? -size : size;
  h.plastic[i] += size;
  h.permanent[i] += way;
  return elastic - stiffness * way;
}

/// The law's resultants from the deformation at t(n) and its rate over the last step; true: it fails.
struct DiscreteBeamForces {
  const DiscreteBeamLaw& of;
  const DiscreteBeamMotion& motion;
  const Resultants& rate;
  DiscreteBeamHistory& h;
  Resultants& resultant;

  CRUMPLE_DEVICE bool operator()(const MaterialLinearDiscreteBeam& law) const {
    for (std::size_t i = 0; i < 6; ++i)
      resultant[i] = law.preload[i] + law.stiffness[i] * h.deformation[i] + law.damping[i] * rate[i];
    return false;
  }

  CRUMPLE_DEVICE bool operator()(const NonlinearDiscreteBeam<CurvePoints>& law) const {
    for (std::size_t i = 0; i < 6; ++i)
      resultant[i] = law.preload[i] + two_sided_value(law.force[i], h.deformation[i]) +
                     two_sided_value(law.damping[i], rate[i]);
    return exceeds(law.failure.force, resultant) || exceeds(law.failure.displacement, h.deformation);
  }

  CRUMPLE_DEVICE bool operator()(const PlasticDiscreteBeam<CurvePoints>& law) const {
    for (std::size_t i = 0; i < 6; ++i) {
      const double elastic = law.preload[i] + law.stiffness[i] * (h.deformation[i] - h.permanent[i]);
      resultant[i] =
          after_yielding(law.yield[i], law.stiffness[i], elastic, i, h) + law.damping[i] * rate[i];
    }
    return exceeds(law.failure.force, resultant) || exceeds(law.failure.displacement, h.deformation);
  }

  CRUMPLE_DEVICE bool operator()(const GeneralDiscreteBeam<CurvePoints>& law) const {
    const double per_length = law.of_strain && motion.first_length > 0 ? 1 / motion.first_length : 1;
    double positive = 0, negative = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const double d = per_length * (h.deformation[i] + law.first_displacement[i]);
      const double limit = (d < 0 ? law.compression_limit : law.tension_limit)[i];
      if (limit > 0) (d < 0 ? negative : positive) += (d / limit) * (d / limit);
      const double scale = law.damping_scale[i].empty() ? 1 : extended_value(law.damping_scale[i], d);
      resultant[i] = general_force(law, i, d, h) + scale * two_sided_value(law.damping[i], per_length * rate[i]);
    }
    return law.one_criterion ? positive + negative >= 1 : positive >= 1 || negative >= 1;
  }

  CRUMPLE_DEVICE bool operator()(const Cable<CurvePoints>& law) const {
    const double slack = motion.first_length - of.cable_offset;
    const double longer = norm(motion.span) - slack;
    double preload = law.preload;
    if (law.ramp > 0) preload *= std::clamp((motion.time - law.ramp_from) / law.ramp, 0.0, 1.0);
    if (motion.time < law.held_until) h.slack = longer;
    const double stretch = longer - h.slack, strain = stretch / slack;
    double force = law.stiffness > 0 ? law.stiffness * stretch : law.young * of.area * strain;
    if (!law.stress.empty()) force = of.area * two_sided_value(law.stress, strain);
    resultant[0] = std::max(preload + force, 0.0);
    return strain >= law.failure_strain || resultant[0] >= law.failure_force;
  }

  CRUMPLE_DEVICE bool operator()(const ElasticSpringBeam<CurvePoints>& law) const {
    const double d = h.deformation[0], v = rate[0];
    double force = law.stiffness * (d - h.permanent[0]);
    if (!law.yield.empty())
      force = after_yielding(law.yield, law.stiffness, law.preload + force, 0, h) - law.preload;
    if (!law.force.empty()) {
      const double grows = same_bits::inlined::log(std::max(1.0, std::abs(v) / law.reference_rate));
      force = law.stiffness * two_sided_value(law.force, d) * (1 + law.c1 * v + law.c2 * (v < 0 ? -grows : grows));
    }
    const double scale = law.damping_scale.empty() ? 1 : extended_value(law.damping_scale, d);
    resultant[0] = law.preload + force + law.damping * v + scale * two_sided_value(law.damping_force, v);
    const bool has_length = motion.first_length > 0;
    return (law.tension_at_failure > 0 && d >= law.tension_at_failure) ||
           (law.compression_at_failure > 0 && has_length && d <= -law.compression_at_failure);
  }
};

/// Whether moments balance the couple of the forces.
CRUMPLE_DEVICE inline bool has_couple(int triad) { return triad < -1 || triad > 1; }

/// The angular velocity of the triad.
CRUMPLE_DEVICE inline Vec3 turn_of(int triad, const std::array<Vec3, 2>& spin) {
  return triad < 0 ? spin[0] : triad > 0 ? spin[1] : 0.5 * (spin[0] + spin[1]);
}

/// Deformation and triad at t(n). Returns the increment of the deformation.
CRUMPLE_DEVICE inline Resultants deform(int triad, const DiscreteBeamMotion& motion, DiscreteBeamHistory& h) {
  const double dt = motion.dt;
  const Vec3 spin = turn_of(triad, motion.angular_velocity);
  const Vec3 middle = motion.span - (0.5 * dt) * motion.velocity;
  const Vec3 velocity = has_couple(triad) ? motion.velocity - cross(spin, middle) : motion.velocity;
  const Vec3 relative_spin = motion.angular_velocity[1] - motion.angular_velocity[0];
  const bool follows_line = triad == 2 || triad == -2;
  Vec3 turn = spin;
  if (follows_line) {
    const Vec3 along = normalized(middle);
    turn = (1 / norm(middle)) * cross(along, motion.velocity) + dot(spin, along) * along;
  }
  const Vec3 r = follows_line ? motion.span : rotated(h.r_axis, dt * turn), half = (0.5 * dt) * turn;
  const Axes after =
      motion.has_axes ? axes_of(motion.axes[0], motion.axes[1]) : axes_of(r, rotated(h.s_axis, dt * turn));
  const Axes now = motion.has_axes ? axes_of(h.r_axis + after[0], h.s_axis + after[1])
                                   : axes_of(rotated(h.r_axis, half), rotated(h.s_axis, half));
  Resultants increment{};
  for (std::size_t k = 0; k < 3; ++k) {
    increment[k] = dt * dot(velocity, now[k]);
    increment[3 + k] = dt * dot(relative_spin, now[k]);
  }
  for (std::size_t i = 0; i < 6; ++i) h.deformation[i] += increment[i];
  h.r_axis = after[0];
  h.s_axis = after[1];
  return increment;
}

/// The same for a force along the line of the nodes.
CRUMPLE_DEVICE inline Resultants lengthen(const DiscreteBeamMotion& motion, DiscreteBeamHistory& h) {
  const double before = h.deformation[0];
  h.r_axis = normalized(motion.span);
  h.deformation[0] = norm(motion.span) - motion.first_length;
  return {h.deformation[0] - before};
}

/// Updates triad, deformation and `resultant` (tension positive) to t(n). With |SCOOR| > 1 the couple of the forces is
/// balanced by a moment on the node that defines the triad, relative to which the other node's motion is measured;
/// otherwise the nodes are assumed to coincide. With given axes, SCOOR only chooses who takes the couple (ours).
CRUMPLE_DEVICE inline DiscreteBeamStep advance_discrete_beam(const DiscreteBeamLaw& law,
                                                             const DiscreteBeamMotion& motion, Resultants& resultant,
                                                             DiscreteBeamHistory& h) {
  const int triad = law.triad;
  const bool is_line = law.acts_along_its_line;
  DiscreteBeamStep step;
  step.increment = is_line ? lengthen(motion, h) : deform(triad, motion, h);
  Resultants rate{};
  if (motion.dt > 0)
    for (std::size_t i = 0; i < 6; ++i) rate[i] = step.increment[i] / motion.dt;
  step.fails = visit_plain(DiscreteBeamForces{law, motion, rate, h, resultant}, law.law);
  if (is_line) {
    step.force = resultant[0] * h.r_axis;
    return step;
  }
  const Axes axes{h.r_axis, h.s_axis, cross(h.r_axis, h.s_axis)};
  Vec3 moment;
  for (std::size_t k = 0; k < 3; ++k) {
    step.force += resultant[k] * axes[k];
    moment += resultant[3 + k] * axes[k];
  }
  step.moment = {moment, -moment};
  if (has_couple(triad)) step.moment[triad < 0 ? 0 : 1] += cross(motion.span, step.force);
  return step;
}

CRUMPLE_DEVICE inline double largest_of_three(const Resultants& of, std::size_t first) {
  return std::max(std::max(of[first], of[first + 1]), of[first + 2]);
}

/// Upper bound of the stable step of the beam with its own mass and inertia, half of each at either node: 2 over the
/// highest frequency; with dampers, whose force lags by half a step, 2 / (b + sqrt(b^2 + a)) with the squared frequency
/// a = k / m and b = c / 2 m [time]. `length`: the lever arm of its forces; 0 without one.
CRUMPLE_DEVICE inline double stable_discrete_beam_dt(const Resultants& stiffness, const Resultants& damping,
                                                     double mass, double inertia, double length) {
  const double turns = inertia > 0 ? 4 / inertia : 0;  // relative angular velocity per unit of angular impulse
  const double moves = 4 / mass + length * length * 0.5 * turns;
  const auto add = [&](const Resultants& of) {
    const double translation = largest_of_three(of, 0) * moves, rotation = largest_of_three(of, 3) * turns;
    return length > 0 ? translation + rotation : std::max(translation, rotation);
  };
  const double a = add(stiffness), b = 0.5 * add(damping);
  return a > 0 || b > 0 ? 2 / (b + std::sqrt(b * b + a)) : 1e30;
}

}  // namespace crumple
