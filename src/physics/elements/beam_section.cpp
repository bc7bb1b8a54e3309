#include "physics/elements/beam_section.hpp"

#include <cmath>

#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "physics/elements/element_constants.hpp"

namespace crumple {
namespace {

/// Points on a line from -1 to 1 and their weights, with sum 2.
struct LineRule {
  std::vector<double> position, weight;
};

/// By QR/IRID: 1 to 3 Gauss points, 4: three of Lobatto, 5: four of Gauss.
LineRule line_rule(int rule) {
  if (rule == 4) return {{-1, 0, 1}, {1.0 / 3, 4.0 / 3, 1.0 / 3}};
  const int n = rule == 5 ? 4 : rule;
  LineRule line{std::vector<double>(std::size_t(n)), std::vector<double>(std::size_t(n))};
  gauss_points(n, line.position.data(), line.weight.data());
  return line;
}

std::vector<BeamPoint> points_of_rectangle(const BeamSection& section) {
  const LineRule line = line_rule(section.rule);
  const double half_s = 0.5 * section.size[0], half_t = 0.5 * section.size[1];
  std::vector<BeamPoint> points;
  for (std::size_t i = 0; i < line.position.size(); ++i)
    for (std::size_t k = 0; k < line.position.size(); ++k)
      points.push_back(
          {half_s * line.position[i], half_t * line.position[k], half_s * half_t * line.weight[i] * line.weight[k]});
  return points;
}

/// Eight points, from rule 3 on sixteen, on the circle that has the tube's second moments.
std::vector<BeamPoint> points_of_tube(const BeamSection& section) {
  // Unit vectors every eighth of a turn and between them: by square roots, the same bits on every machine.
  const double root = std::sqrt(0.5), cosine = std::sqrt(0.5 + 0.5 * root), sine = std::sqrt(0.5 - 0.5 * root);
  std::vector<std::array<double, 2>> turns = {{1, 0}, {root, root}};
  if (section.rule >= 3) turns.insert(turns.end(), {{cosine, sine}, {sine, cosine}});
  const double outer = 0.5 * section.size[0], inner = 0.5 * section.size[1];
  const double radius = std::sqrt(0.5 * (outer * outer + inner * inner));
  const double area = 3.14159265358979323846 * (outer * outer - inner * inner) / (4 * double(turns.size()));
  std::vector<BeamPoint> points;
  for (const auto& [c, s] : turns)
    for (const auto& [x, y] : {std::array{c, s}, std::array{-s, c}, std::array{-c, -s}, std::array{s, -c}})
      points.push_back({radius * x, radius * y, area});
  return points;
}

}  // namespace

BeamSectionLaw beam_section_law(const Section& section, const Material& material, RunStore& store) {
  BeamSectionLaw law;
  const std::vector<BeamPoint> points = !section.beam.points.empty() ? section.beam.points
               : section.beam.is_tube       ? points_of_tube(section.beam)
                                            : points_of_rectangle(section.beam);
  law.points = store.keep(std::span(points));
  law.n_points = points.size();
  law.young = material.young;
  law.shear_modulus = material.young / (2 * (1 + material.poisson));
  law.shear_root = std::sqrt(section.shear_factor);
  const auto set_yield = [&](const auto& given) {
    law.yield = given.yield;
    law.hardening = material.young * given.tangent / (material.young - given.tangent);
    law.failure_strain = given.failure_strain;
  };
  if (const auto* bilinear = material.law.as<kernels::PlasticKinematic>()) {
    set_yield(*bilinear);
    law.isotropic = bilinear->beta;
  }
  if (const auto* piecewise = material.law.as<kernels::PiecewiseLinear>()) {
    set_yield(*piecewise);
    if (!material.curves.empty()) law.curve = store.keep(material.curves.front());
  }
  return law;
}

Resultants stiffness_of(const BeamSectionLaw& law) {
  double area = 0, about_s = 0, about_t = 0;
  for (const BeamPoint& p : std::span(law.points, law.n_points)) {
    area += p.area;
    about_s += p.area * p.t * p.t;
    about_t += p.area * p.s * p.s;
  }
  const double shear = law.shear_root * law.shear_root * law.shear_modulus * area;
  return {law.young * area,   shear, shear, law.shear_modulus * (about_s + about_t), law.young * about_s,
          law.young * about_t};
}

}  // namespace crumple
