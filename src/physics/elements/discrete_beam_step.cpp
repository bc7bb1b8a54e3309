#include "physics/elements/discrete_beam_step.hpp"

#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"
#include "model/discrete_beam_bounds.hpp"
#include "model/springs.hpp"
#include "physics/elements/shifted_unloading.hpp"

namespace crumple {
namespace {

using Axes = std::array<Vec3, 3>;

/// Cayley's rotation of `v` by the vector `turn` (small).
Vec3 rotated(const Vec3& v, const Vec3& turn) {
  const Vec3 half = 0.5 * turn, t = cross(half, v);
  return v + (2 / (1 + dot(half, half))) * (t + cross(half, t));
}

/// Orthonormalises two nearly orthogonal vectors; r keeps its direction.
Axes axes_of(const Vec3& along_r, const Vec3& towards_s) {
  const Vec3 r = normalized(along_r), s = normalized(towards_s - dot(towards_s, r) * r);
  return {r, s, cross(r, s)};
}

/// Plastic deformation that brings `excess` over the yield force at `from` back to 0: stiffness times deformation
/// equals the excess less the rise of the curve, which softens less steeply than the stiffness.
double plastic_way(const Curve& yield, double stiffness, double from, double excess) {
  double way = 0;
  for (std::size_t i = 1; i < yield.x.size(); ++i) {
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

bool exceeds(const SixNumbers& limit, const Resultants& value) {
  double sum = 0;
  for (std::size_t i = 0; i < 6; ++i)
    if (limit[i] > 0) sum += (value[i] / limit[i]) * (value[i] / limit[i]);
  return sum >= 1;
}

/// The force of a component of *MAT_119 at the displacement d.
double general_force(const MaterialGeneralDiscreteBeam& law, std::size_t i, double d, DiscreteBeamHistory& h) {
  const Curve& curve = law.force[i];
  if (curve.x.empty()) return 0;
  const double loading = two_sided_value(curve, d), sign = d < 0 ? -1 : 1;
  const Curve& down = law.unload[i].x.empty() ? curve : law.unload[i];
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

/// The law's resultants from the deformation at t(n) and its rate over the last step; true: it fails.
struct Law {
  const Section& section;
  const DiscreteBeamMotion& motion;
  const Resultants& rate;
  DiscreteBeamHistory& h;
  Resultants& resultant;

  bool operator()(const MaterialLinearDiscreteBeam& law) const {
    for (std::size_t i = 0; i < 6; ++i)
      resultant[i] = law.preload[i] + law.stiffness[i] * h.deformation[i] + law.damping[i] * rate[i];
    return false;
  }

  bool operator()(const MaterialNonlinearDiscreteBeam& law) const {
    for (std::size_t i = 0; i < 6; ++i)
      resultant[i] = law.preload[i] + two_sided_value(law.force[i], h.deformation[i]) +
                     two_sided_value(law.damping[i], rate[i]);
    return exceeds(law.failure.force, resultant) || exceeds(law.failure.displacement, h.deformation);
  }

  bool operator()(const MaterialPlasticDiscreteBeam& law) const {
    for (std::size_t i = 0; i < 6; ++i) {
      double elastic = law.preload[i] + law.stiffness[i] * (h.deformation[i] - h.permanent[i]);
      if (const Curve& yield = law.yield[i]; !yield.x.empty()) {
        const double excess = std::abs(elastic) - yield.evaluate(h.plastic[i]);
        if (excess > 0) {
          const double way = plastic_way(yield, law.stiffness[i], h.plastic[i], excess);
          h.plastic[i] += way;
          h.permanent[i] += elastic < 0 ? -way : way;
          elastic -= law.stiffness[i] * (elastic < 0 ? -way : way);
        }
      }
      resultant[i] = elastic + law.damping[i] * rate[i];
    }
    return exceeds(law.failure.force, resultant) || exceeds(law.failure.displacement, h.deformation);
  }

  bool operator()(const MaterialGeneralDiscreteBeam& law) const {
    const double per_length = law.of_strain && motion.first_length > 0 ? 1 / motion.first_length : 1;
    double positive = 0, negative = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const double d = per_length * (h.deformation[i] + law.first_displacement[i]);
      const double limit = (d < 0 ? law.compression_limit : law.tension_limit)[i];
      if (limit > 0) (d < 0 ? negative : positive) += (d / limit) * (d / limit);
      const double scale = law.damping_scale[i].x.empty() ? 1 : extended_value(law.damping_scale[i], d);
      resultant[i] = general_force(law, i, d, h) + scale * two_sided_value(law.damping[i], per_length * rate[i]);
    }
    return law.one_criterion ? positive + negative >= 1 : positive >= 1 || negative >= 1;
  }

  bool operator()(const MaterialCable& law) const {
    const double slack = slack_length(section, motion.first_length);
    const double longer = norm(motion.span) - slack;
    double preload = law.preload;
    if (law.ramp > 0) preload *= std::clamp((motion.time - law.ramp_from) / law.ramp, 0.0, 1.0);
    if (motion.time < law.held_until) h.slack = longer;
    const double stretch = longer - h.slack, strain = stretch / slack;
    double force = law.stiffness > 0 ? law.stiffness * stretch : law.young * section.beam.area * strain;
    if (!law.stress.x.empty()) force = section.beam.area * two_sided_value(law.stress, strain);
    resultant[0] = std::max(preload + force, 0.0);
    return strain >= law.failure_strain || resultant[0] >= law.failure_force;
  }

  bool operator()(const MaterialElasticSpringBeam& law) const {
    const double d = h.deformation[0], v = rate[0];
    double force = law.stiffness * d;
    if (!law.force.x.empty()) {
      const double grows = same_bits::log(std::max(1.0, std::abs(v) / law.reference_rate));
      force = law.stiffness * two_sided_value(law.force, d) * (1 + law.c1 * v + law.c2 * (v < 0 ? -grows : grows));
    }
    const double scale = law.damping_scale.x.empty() ? 1 : extended_value(law.damping_scale, d);
    resultant[0] = law.preload + force + law.damping * v + scale * two_sided_value(law.damping_force, v);
    const bool has_length = motion.first_length > 0;
    return (law.tension_at_failure > 0 && d >= law.tension_at_failure) ||
           (law.compression_at_failure > 0 && has_length && d <= -law.compression_at_failure);
  }

  template <class Other> bool operator()(const Other&) const { return false; }
};

/// The angular velocity of the triad.
Vec3 turn_of(int triad, const std::array<Vec3, 2>& spin) {
  return triad < 0 ? spin[0] : triad > 0 ? spin[1] : 0.5 * (spin[0] + spin[1]);
}

/// Deformation and triad at t(n). Returns the increment of the deformation.
Resultants deform(int triad, const DiscreteBeamMotion& motion, DiscreteBeamHistory& h) {
  const double dt = motion.dt;
  const Vec3 spin = turn_of(triad, motion.angular_velocity);
  const Vec3 middle = motion.span - (0.5 * dt) * motion.velocity;
  const Vec3 velocity = std::abs(triad) > 1 ? motion.velocity - cross(spin, middle) : motion.velocity;
  const Vec3 relative_spin = motion.angular_velocity[1] - motion.angular_velocity[0];
  const bool follows_line = std::abs(triad) == 2;
  Vec3 turn = spin;
  if (follows_line) {
    const Vec3 along = normalized(middle);
    turn = (1 / norm(middle)) * cross(along, motion.velocity) + dot(spin, along) * along;
  }
  const Axes after =
      motion.axes ? axes_of((*motion.axes)[0], (*motion.axes)[1])
                  : axes_of(follows_line ? motion.span : rotated(h.r_axis, dt * turn), rotated(h.s_axis, dt * turn));
  const Axes now = motion.axes ? axes_of(h.r_axis + after[0], h.s_axis + after[1])
                               : axes_of(rotated(h.r_axis, (0.5 * dt) * turn), rotated(h.s_axis, (0.5 * dt) * turn));
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
Resultants lengthen(const DiscreteBeamMotion& motion, DiscreteBeamHistory& h) {
  const double before = h.deformation[0];
  h.r_axis = normalized(motion.span);
  h.deformation[0] = norm(motion.span) - motion.first_length;
  return {h.deformation[0] - before};
}

}  // namespace

DiscreteBeamStep advance_discrete_beam(const DiscreteBeamLaw& law, const DiscreteBeamMotion& motion,
                                       Resultants& resultant, DiscreteBeamHistory& h) {
  const int triad = law.section.discrete.triad;
  const bool is_line = acts_along_its_line(law.material.law);
  DiscreteBeamStep step;
  step.increment = is_line ? lengthen(motion, h) : deform(triad, motion, h);
  Resultants rate{};
  if (motion.dt > 0)
    for (std::size_t i = 0; i < 6; ++i) rate[i] = step.increment[i] / motion.dt;
  step.fails = std::visit(Law{law.section, motion, rate, h, resultant}, law.material.law);
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
  if (std::abs(triad) > 1) step.moment[triad < 0 ? 0 : 1] += cross(motion.span, step.force);
  return step;
}

double stable_discrete_beam_dt(const Resultants& stiffness, const Resultants& damping, double mass, double inertia,
                               double length) {
  const auto largest = [](const Resultants& of, std::size_t first) {
    return std::max({of[first], of[first + 1], of[first + 2]});
  };
  const double turns = inertia > 0 ? 4 / inertia : 0;  // relative angular velocity per unit of angular impulse
  const double moves = 4 / mass + length * length * 0.5 * turns;
  const auto add = [&](const Resultants& of) {
    const double translation = largest(of, 0) * moves, rotation = largest(of, 3) * turns;
    return length > 0 ? translation + rotation : std::max(translation, rotation);
  };
  const double a = add(stiffness), b = 0.5 * add(damping);
  return a > 0 || b > 0 ? 2 / (b + std::sqrt(b * b + a)) : 1e30;
}

}  // namespace crumple
