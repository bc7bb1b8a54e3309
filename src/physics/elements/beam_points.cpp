#include "physics/elements/beam_points.hpp"

#include <algorithm>
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

/// Input of the return mapping, at plastic strain increment `x` times the yield stress.
struct Return {
  const BeamSectionLaw& law;
  std::array<double, 3> trial;  ///< less the back stress
  double plastic_strain;        ///< before
  double kinematic;             ///< (1 - isotropic) hardening

  double factor(int c, double x) const {
    return 1 / (1 + ((c == 0 ? law.young : 3 * law.shear_modulus) + kinematic) * x);
  }
  double equivalent(double x) const {
    const double a = trial[0] * factor(0, x), b = trial[1] * factor(1, x), c = trial[2] * factor(2, x);
    return std::sqrt(a * a + 3 * (b * b + c * c));
  }
  /// The distance outside of the yield surface after a plastic strain increment.
  double excess(double increment) const {
    const double yield = law.yield_stress(plastic_strain + increment);
    return equivalent(increment / yield) - yield;
  }
};

/// The plastic strain increment with zero excess, by regula falsi (Illinois: an end that stays twice counts half).
/// `first`: the excess without an increment.
double plastic_increment(const Return& r, double yield, double first) {
  double low = 0, high = first / std::min(r.law.young, 3 * r.law.shear_modulus), at_low = first, middle = high;
  double at_high = r.excess(high);
  int kept = 0;  // 1: low has stayed, -1: high
  for (int iteration = 0; iteration < 60 && at_high < 0; ++iteration) {
    middle = (low * at_high - high * at_low) / (at_high - at_low);
    const double value = r.excess(middle);
    if (std::fabs(value) <= 1e-12 * yield) break;
    if (value > 0) {
      low = middle;
      at_low = value;
      if (kept < 0) at_high *= 0.5;
      kept = -1;
    } else {
      high = middle;
      at_high = value;
      if (kept > 0) at_low *= 0.5;
      kept = 1;
    }
  }
  return middle;
}

void yield(const BeamSectionLaw& law, BeamPointHistory& p) {
  Return r{law, p.stress, p.plastic_strain, (1 - law.isotropic) * law.hardening};
  for (int c = 0; c < 3; ++c) r.trial[std::size_t(c)] -= p.back[std::size_t(c)];
  const double limit = law.yield_stress(p.plastic_strain), first = r.equivalent(0) - limit;
  if (!(first > 0)) return;
  const double increment = plastic_increment(r, limit, first);
  p.plastic_strain += increment;
  const double x = increment / law.yield_stress(p.plastic_strain);
  for (int c = 0; c < 3; ++c) {
    const double beyond = r.trial[std::size_t(c)] * r.factor(c, x);
    p.back[std::size_t(c)] += r.kinematic * x * beyond;
    p.stress[std::size_t(c)] = p.back[std::size_t(c)] + beyond;
  }
}

double equivalent_stress(const std::array<double, 3>& s) {
  return std::sqrt(s[0] * s[0] + 3 * (s[1] * s[1] + s[2] * s[2]));
}

}  // namespace

double BeamSectionLaw::yield_stress(double plastic_strain) const {
  return curve ? value_with_last_slope(*curve, plastic_strain) : yield + isotropic * hardening * plastic_strain;
}

BeamSectionLaw beam_section_law(const Section& section, const Material& material) {
  BeamSectionLaw law;
  law.points = !section.beam.points.empty() ? section.beam.points
               : section.beam.is_tube       ? points_of_tube(section.beam)
                                            : points_of_rectangle(section.beam);
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
    if (!material.curves.empty()) law.curve = &material.curves.front();
  }
  return law;
}

Resultants stiffness_of(const BeamSectionLaw& law) {
  double area = 0, about_s = 0, about_t = 0;
  for (const BeamPoint& p : law.points) {
    area += p.area;
    about_s += p.area * p.t * p.t;
    about_t += p.area * p.s * p.s;
  }
  const double shear = law.shear_root * law.shear_root * law.shear_modulus * area;
  return {law.young * area,   shear, shear, law.shear_modulus * (about_s + about_t), law.young * about_s,
          law.young * about_t};
}

SectionState advance_points(const BeamSectionLaw& law, const Resultants& strain, std::span<BeamPointHistory> points) {
  SectionState section;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const BeamPoint& at = law.points[i];
    BeamPointHistory& p = points[i];
    p.stress[0] += law.young * (strain[0] + at.t * strain[4] - at.s * strain[5]);
    p.stress[1] += law.shear_modulus * (law.shear_root * strain[1] - at.t * strain[3]);
    p.stress[2] += law.shear_modulus * (law.shear_root * strain[2] + at.s * strain[3]);
    if (law.yield > 0 || law.curve) yield(law, p);
    const double along = at.area * p.stress[0], shear_s = at.area * p.stress[1], shear_t = at.area * p.stress[2];
    const Resultants part = {
        along,        law.shear_root * shear_s, law.shear_root * shear_t, at.s * shear_t - at.t * shear_s, at.t * along,
        -at.s * along};
    for (std::size_t c = 0; c < 6; ++c) section.resultant[c] += part[c];
    section.stress = std::max(section.stress, equivalent_stress(p.stress));
    section.plastic_strain = std::max(section.plastic_strain, p.plastic_strain);
  }
  return section;
}

}  // namespace crumple
