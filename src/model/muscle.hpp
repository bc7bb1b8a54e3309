// *MAT_156 MUSCLE: the law, its stress, and what bounds its step and its deck's constants. Used by the truss
// (physics/elements/beam_step) and the reader. Sources: LS-DYNA Keyword Manual, *MAT_MUSCLE (fields; from memory: the
// passive function, the damping stress on dl/dt); Hill (1938), Zajac (1989): active stress as product of activation,
// force over length and force over velocity, parallel to a passive element.
// Part of the Model (model.hpp).
#pragma once

#include <algorithm>

#include "base/elementary.hpp"
#include "model/curve.hpp"

namespace crumple {

/// *MAT_156 MUSCLE, of trusses: the stress is PIS a(t) f(l) g(r) + PIS h(l) + DMP dl/dt with the stretch l = SNO L / L0
/// and the relative rate r = dl/dt / (SRM s(l)). Curves without points are 1.
template <class Curve> struct Muscle {
  static constexpr int number = 156;
  double first_stretch = 1;    ///< SNO: l at t = 0
  double largest_rate = 1;     ///< SRM [1/time]
  double peak_stress = 0;      ///< PIS [force/area]
  double passive_strain = 0;   ///< SSM: l - 1 at which h is 1
  double passive_rise = 0;     ///< CER: of h = (exp(CER (l - 1) / SSM) - 1) / (exp(CER) - 1) for l > 1; 0: linear
  double damping = 0;          ///< DMP [force time/area]
  double activation = 0;       ///< ALM >= 0: a, without a curve of it
  bool has_passive_curve = false;  ///< SSP < 0: h is a curve; SSP > 0: without points it is 0
  Curve activation_curve;      ///< ALM < 0: a over time
  Curve rate_scale;            ///< SFR < 0: s over l
  Curve active, active_rate;   ///< SVS, SVR < 0: f over l, g over r
  Curve passive;               ///< SSP < 0: h over l
  CRUMPLE_DESCRIBE(plain(first_stretch, largest_rate, peak_stress, passive_strain, passive_rise, damping, activation,
                         has_passive_curve, activation_curve, rate_scale, active, active_rate, passive))
};
using MaterialMuscle = Muscle<Curve>;

namespace muscle {

CRUMPLE_DEVICE inline double value_or_one(const CurvePoints& curve, double x) {
  return curve.empty() ? 1 : curve.evaluate(x);
}
CRUMPLE_DEVICE inline double largest_or_one(const CurvePoints& curve) {
  return curve.empty() ? 1 : largest_value(curve);
}
CRUMPLE_DEVICE inline double least_or_one(const CurvePoints& curve) {
  double least = curve.empty() ? 1 : curve.y[0];
  for (std::size_t i = 1; i < curve.n; ++i) least = std::min(least, curve.y[i]);
  return least;
}

CRUMPLE_DEVICE inline bool is_exponential(const auto& law) { return !law.has_passive_curve && law.passive_strain > 0; }

CRUMPLE_DEVICE inline double passive(const auto& law, double stretch) {
  if (!is_exponential(law)) return law.passive.empty() ? 0 : law.passive.evaluate(stretch);
  const double strain = (stretch - 1) / law.passive_strain, c = law.passive_rise;
  if (strain <= 0) return 0;
  return c == 0 ? strain : same_bits::inlined::expm1(c * strain) / same_bits::inlined::expm1(c);
}

/// The slope of the passive function over the stretch.
CRUMPLE_DEVICE inline double passive_slope(const auto& law, double stretch) {
  if (!is_exponential(law)) return steepest_slope(law.passive);
  const double strain = std::max((stretch - 1) / law.passive_strain, 0.0), c = law.passive_rise;
  const double slope = c == 0 ? 1 : c * same_bits::inlined::exp(c * strain) / same_bits::inlined::expm1(c);
  return slope / law.passive_strain;
}

}  // namespace muscle

/// The stress at the stretch l = L / L_orig, its rate [1/time] and the time [force/area].
template <class Curve>
CRUMPLE_DEVICE inline double muscle_stress(const Muscle<Curve>& law, double stretch, double rate, double time) {
  using muscle::value_or_one;
  const double activation = law.activation_curve.empty() ? law.activation : law.activation_curve.evaluate(time);
  const double relative = rate / (law.largest_rate * value_or_one(law.rate_scale, stretch));
  const double active = activation * value_or_one(law.active, stretch) * value_or_one(law.active_rate, relative);
  return law.peak_stress * (active + muscle::passive(law, stretch)) + law.damping * rate;
}

/// Upper bounds at a stretch l, for lengths and velocities over the current length.
struct MuscleBounds {
  double modulus = 0;    ///< l times the slope of the stress over l [force/area]
  double viscosity = 0;  ///< l times its slope over dl/dt [force time/area]
  double stress = 0;     ///< up to the stretch 1 + SSM or the ends of curves [force/area]
};
template <class Curve>
CRUMPLE_DEVICE inline MuscleBounds muscle_bounds(const Muscle<Curve>& law, double stretch) {
  using muscle::largest_or_one;
  const double activation = law.activation_curve.empty() ? law.activation : largest_or_one(law.activation_curve);
  const double by_length = largest_or_one(law.active), by_rate = largest_or_one(law.active_rate);
  const double slope = activation * steepest_slope(law.active) * by_rate + muscle::passive_slope(law, stretch);
  const double rate = law.largest_rate * muscle::least_or_one(law.rate_scale);
  const double rate_slope = activation * by_length * steepest_slope(law.active_rate) / rate;
  const double at_rest =
      std::max(muscle::passive(law, stretch), muscle::is_exponential(law) ? 1 : largest_or_one(law.passive));
  return {stretch * law.peak_stress * slope, stretch * (law.peak_stress * rate_slope + law.damping),
          law.peak_stress * (activation * by_length * by_rate + at_rest)};
}

}  // namespace crumple
