#include "model/springs.hpp"

#include <algorithm>
#include <cmath>

namespace crumple {

SpringBounds spring_bounds(const MaterialLaw& law) {
  if (const auto* its = std::get_if<MaterialSpringElastic>(&law)) return {its->stiffness, 0, 0};
  if (const auto* its = std::get_if<MaterialDamperViscous>(&law)) return {0, its->damping, 0};
  if (const auto* its = std::get_if<MaterialSpringElastoplastic>(&law)) return {its->stiffness, 0, 0};
  if (const auto* its = std::get_if<MaterialSpringNonlinearElastic>(&law)) {
    const double scale = its->rate_scale.empty() ? 1 : largest_value(its->rate_scale);
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

}  // namespace crumple
