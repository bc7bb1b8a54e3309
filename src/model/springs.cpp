#include "model/springs.hpp"

#include <algorithm>
#include <cmath>

namespace crumple {
namespace {

double slope(const Curve& curve, std::size_t last) {
  return (curve.y[last] - curve.y[last - 1]) / (curve.x[last] - curve.x[last - 1]);
}

double largest_value(const Curve& curve) {
  double largest = 0;
  for (const double y : curve.y) largest = std::max(largest, std::abs(y));
  return largest;
}

}  // namespace

SpringBounds spring_bounds(const MaterialLaw& law) {
  if (const auto* its = std::get_if<MaterialSpringElastic>(&law)) return {its->stiffness, 0, 0};
  if (const auto* its = std::get_if<MaterialDamperViscous>(&law)) return {0, its->damping, 0};
  if (const auto* its = std::get_if<MaterialSpringElastoplastic>(&law)) return {its->stiffness, 0, 0};
  if (const auto* its = std::get_if<MaterialSpringNonlinearElastic>(&law)) {
    const double scale = its->rate_scale.x.empty() ? 1 : largest_value(its->rate_scale);
    const double force = largest_value(its->force);
    return {scale * steepest_slope(its->force), force * steepest_slope(its->rate_scale), scale * force};
  }
  if (const auto* its = std::get_if<MaterialDamperNonlinearViscous>(&law))
    return {0, steepest_slope(its->force), largest_value(its->force)};
  if (const auto* its = std::get_if<MaterialSpringGeneral>(&law))
    return {std::max(steepest_slope(its->loading), steepest_slope(its->unloading)), 0, largest_value(its->loading)};
  if (const auto* its = std::get_if<MaterialSpringMaxwell>(&law))
    return {std::max(its->short_stiffness, its->long_stiffness), 0, std::abs(its->cut_off_force)};
  if (const auto* its = std::get_if<MaterialSpringInelastic>(&law))
    return {its->unloading, 0, largest_value(its->force)};
  return {};
}

double steepest_slope(const Curve& curve) {
  double steepest = 0;
  for (std::size_t i = 1; i < curve.x.size(); ++i) steepest = std::max(steepest, std::abs(slope(curve, i)));
  return steepest;
}

double extended_value(const Curve& curve, double x) {
  if (curve.x.size() > 1 && x < curve.x.front()) return curve.y.front() + slope(curve, 1) * (x - curve.x.front());
  if (curve.x.size() > 1 && x > curve.x.back())
    return curve.y.back() + slope(curve, curve.x.size() - 1) * (x - curve.x.back());
  return curve.evaluate(x);
}

}  // namespace crumple
