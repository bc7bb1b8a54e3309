#include "model/muscle.hpp"

#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"
#include "model/springs.hpp"

namespace crumple {
namespace {

double value_or_one(const Curve& curve, double x) { return curve.x.empty() ? 1 : curve.evaluate(x); }

double largest_or_one(const Curve& curve) {
  double largest = curve.x.empty() ? 1 : 0;
  for (const double y : curve.y) largest = std::max(largest, std::abs(y));
  return largest;
}

double least_or_one(const Curve& curve) { return curve.y.empty() ? 1 : *std::ranges::min_element(curve.y); }

bool is_exponential(const MaterialMuscle& law) { return !law.has_passive_curve && law.passive_strain > 0; }

double passive(const MaterialMuscle& law, double stretch) {
  if (!is_exponential(law)) return law.passive.x.empty() ? 0 : law.passive.evaluate(stretch);
  const double strain = (stretch - 1) / law.passive_strain, c = law.passive_rise;
  if (strain <= 0) return 0;
  return c == 0 ? strain : same_bits::expm1(c * strain) / same_bits::expm1(c);
}

/// The slope of the passive function over the stretch.
double passive_slope(const MaterialMuscle& law, double stretch) {
  if (!is_exponential(law)) return steepest_slope(law.passive);
  const double strain = std::max((stretch - 1) / law.passive_strain, 0.0), c = law.passive_rise;
  return (c == 0 ? 1 : c * same_bits::exp(c * strain) / same_bits::expm1(c)) / law.passive_strain;
}

}  // namespace

double muscle_stress(const MaterialMuscle& law, double stretch, double rate, double time) {
  const double activation = law.activation_curve.x.empty() ? law.activation : law.activation_curve.evaluate(time);
  const double relative = rate / (law.largest_rate * value_or_one(law.rate_scale, stretch));
  const double active = activation * value_or_one(law.active, stretch) * value_or_one(law.active_rate, relative);
  return law.peak_stress * (active + passive(law, stretch)) + law.damping * rate;
}

MuscleBounds muscle_bounds(const MaterialMuscle& law, double stretch) {
  const double activation = law.activation_curve.x.empty() ? law.activation : largest_or_one(law.activation_curve);
  const double by_length = largest_or_one(law.active), by_rate = largest_or_one(law.active_rate);
  const double slope = activation * steepest_slope(law.active) * by_rate + passive_slope(law, stretch);
  const double rate = law.largest_rate * least_or_one(law.rate_scale);
  const double rate_slope = activation * by_length * steepest_slope(law.active_rate) / rate;
  const double at_rest = std::max(passive(law, stretch), is_exponential(law) ? 1 : largest_or_one(law.passive));
  return {stretch * law.peak_stress * slope, stretch * (law.peak_stress * rate_slope + law.damping),
          law.peak_stress * (activation * by_length * by_rate + at_rest)};
}

}  // namespace crumple
