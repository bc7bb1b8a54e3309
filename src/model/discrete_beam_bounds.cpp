#include "model/discrete_beam_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "model/springs.hpp"

namespace crumple {
namespace {

struct BoundsOf {
  const Section& section;
  double length;

  DiscreteBeamBounds operator()(const MaterialLinearDiscreteBeam& law) const {
    DiscreteBeamBounds bounds{law.stiffness, law.damping, {}};
    for (std::size_t i = 0; i < 6; ++i) bounds.force[i] = std::abs(law.preload[i]);
    return bounds;
  }
  DiscreteBeamBounds operator()(const MaterialNonlinearDiscreteBeam& law) const {
    DiscreteBeamBounds bounds;
    for (std::size_t i = 0; i < 6; ++i) {
      bounds.stiffness[i] = steepest_slope(law.force[i]);
      bounds.damping[i] = steepest_slope(law.damping[i]);
      bounds.force[i] = std::abs(law.preload[i]) + largest_value(law.force[i]) + largest_value(law.damping[i]);
    }
    return bounds;
  }
  DiscreteBeamBounds operator()(const MaterialPlasticDiscreteBeam& law) const {
    DiscreteBeamBounds bounds{law.stiffness, law.damping, {}};
    for (std::size_t i = 0; i < 6; ++i) bounds.force[i] = std::abs(law.preload[i]) + largest_value(law.yield[i]);
    return bounds;
  }
  DiscreteBeamBounds operator()(const MaterialGeneralDiscreteBeam& law) const {
    DiscreteBeamBounds bounds;
    const double per_length = law.of_strain && length > 0 ? 1 / length : 1;
    for (std::size_t i = 0; i < 6; ++i) {
      const double scale = law.damping_scale[i].empty() ? 1 : largest_value(law.damping_scale[i]);
      double stiffness = std::max(steepest_slope(law.force[i]), steepest_slope(law.unload[i]));
      if (law.unloading == Unloading::stiff && !law.force[i].empty())
        stiffness = std::max(stiffness, i < 3 ? law.translational : law.rotational);
      if (law.unloading == Unloading::quadratic) stiffness *= 2 / (1 - law.offset);
      bounds.stiffness[i] = per_length * stiffness;
      bounds.damping[i] = per_length * scale * steepest_slope(law.damping[i]);
      bounds.force[i] = largest_value(law.force[i]) + scale * largest_value(law.damping[i]) +
                        stiffness * std::abs(law.first_displacement[i]);
    }
    return bounds;
  }
  DiscreteBeamBounds operator()(const MaterialCable& law) const {
    DiscreteBeamBounds bounds;
    const double area = section.beam.area, slack = slack_length(section, length);
    bounds.stiffness[0] = law.stiffness > 0 ? law.stiffness : law.young * area / slack;
    if (!law.stress.empty()) bounds.stiffness[0] = steepest_slope(law.stress) * area / slack;
    bounds.force[0] = std::abs(law.preload) + area * largest_value(law.stress);
    return bounds;
  }
  DiscreteBeamBounds operator()(const MaterialElasticSpringBeam& law) const {
    DiscreteBeamBounds bounds;
    const double largest = law.stiffness * largest_value(law.force) + largest_value(law.yield);
    const double scale = law.damping_scale.empty() ? 1 : largest_value(law.damping_scale);
    bounds.stiffness[0] = law.stiffness * (law.force.empty() ? 1 : steepest_slope(law.force));
    bounds.damping[0] = law.damping + scale * steepest_slope(law.damping_force) +
                        largest * std::max(std::abs(law.c1), std::abs(law.c2) / law.reference_rate);
    bounds.force[0] = std::abs(law.preload) + largest + scale * largest_value(law.damping_force);
    return bounds;
  }
  template <class Other> DiscreteBeamBounds operator()(const Other&) const { return {}; }
};

}  // namespace

DiscreteBeamBounds discrete_beam_bounds(const Material& material, const Section& section, double length) {
  return std::visit(BoundsOf{section, length}, material.law);
}

bool acts_along_its_line(const MaterialLaw& law) {
  return std::holds_alternative<MaterialCable>(law) || std::holds_alternative<MaterialElasticSpringBeam>(law);
}

double slack_length(const Section& section, double length) { return length - section.discrete.cable_offset; }

double discrete_beam_mass(const Material& material, const Section& section, double length) {
  const bool is_cable = std::holds_alternative<MaterialCable>(material.law);
  const bool by_area = is_cable && section.discrete.volume == 0;
  return material.density * (by_area ? section.beam.area * length : section.discrete.volume);
}

}  // namespace crumple
