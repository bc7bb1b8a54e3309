#include "physics/elements/element_constants.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace crumple {
namespace {

/// Legendre's polynomial P_n(x) and its derivative by the three-term recurrence.
std::pair<double, double> legendre(int n, double x) {
  double before = 1, value = x;
  for (int k = 2; k <= n; ++k) {
    const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    before = value;
    value = next;
  }
  return {value, n * (x * value - before) / (x * x - 1)};
}

/// A curve of a material, whose last slope goes on beyond its end as in LS-DYNA; curves of loads stay constant there.
double evaluate_with_last_slope(const Curve& curve, double at) {
  const std::size_t n = curve.x.size();
  if (at <= curve.x.back() || n < 2) return curve.evaluate(at);
  const double slope = (curve.y[n - 1] - curve.y[n - 2]) / (curve.x[n - 1] - curve.x[n - 2]);
  return curve.y[n - 1] + slope * (at - curve.x[n - 1]);
}

/// Curves of yield stress resampled at equal steps up to the end of the longest, as LS-DYNA does with load curves; null
/// if there are none.
std::unique_ptr<kernels::HardeningCurves> resample(const std::vector<Curve>& curves,
                                                   const std::vector<double>& rates = {}) {
  if (curves.empty()) return nullptr;
  double last_strain = 0;
  for (const Curve& curve : curves) last_strain = std::max(last_strain, curve.x.back());
  const double step = last_strain / (kernels::curve_points - 1);
  auto hardening = std::make_unique<kernels::HardeningCurves>(step, rates.empty() ? std::vector{0.0} : rates);
  for (std::size_t r = 0; r < curves.size(); ++r)
    for (int k = 0; k < kernels::curve_points; ++k)
      hardening->curve(int(r))[k] = evaluate_with_last_slope(curves[r], k * step);
  return hardening;
}

std::unique_ptr<kernels::HardeningCurves> curves_of(const Material& material) {
  if (const auto* law = std::get_if<MaterialPiecewiseLinearPlasticity>(&material.law))
    return resample(law->hardening, law->rate_strain);
  if (const auto* law = std::get_if<MaterialCrushableFoam>(&material.law)) return resample(law->yield);
  return nullptr;
}

void set_law(const MaterialNull& law, kernels::MaterialConstants& c) {
  c.viscosity = law.viscosity;
  c.least_volume = law.least_volume;
  c.largest_volume = law.largest_volume;
}
void set_law(const MaterialRigid&, kernels::MaterialConstants&) {}
void set_law(const MaterialCrushableFoam& law, kernels::MaterialConstants& c) {
  c.poisson = 0;  // PR is for contact: the law knows no lateral contraction
  c.yield = law.tension_cutoff;
}
void set_law(const MaterialSpotWeld&, kernels::MaterialConstants&) {}
/// Laws without numbers of their own, and those of springs, which have no kernels.
template <class Law> requires(std::is_empty_v<Law> || Law::number < 0)
void set_law(const Law&, kernels::MaterialConstants&) {}
/// Of MAT_003 and MAT_024.
template <class Law> void set_yield(const Law& law, kernels::MaterialConstants& c) {
  c.yield = law.yield;
  c.tangent = law.tangent;
  c.rate_c = law.rate_c;
  c.rate_p = law.rate_p;
  c.viscoplastic = law.viscoplastic;
  c.failure_strain = law.failure_strain;
}
void set_law(const MaterialPlasticKinematic& law, kernels::MaterialConstants& c) {
  set_yield(law, c);
  c.beta = law.beta;
}
void set_law(const MaterialPiecewiseLinearPlasticity& law, kernels::MaterialConstants& c) {
  set_yield(law, c);
  c.beta = 1;
}

void set_flow(const JohnsonCookFlow& flow, kernels::MaterialConstants& c) {
  c.viscoplastic = flow.viscoplastic;
  c.johnson_cook.a = flow.a;
  c.johnson_cook.b = flow.b;
  c.johnson_cook.n = flow.n;
  c.johnson_cook.c = flow.c;
  c.johnson_cook.rate = flow.reference_rate;
}
void set_law(const MaterialJohnsonCook& law, kernels::MaterialConstants& c) {
  set_flow(law.flow, c);
  c.johnson_cook.m = law.m;
  c.johnson_cook.melting = law.specific_heat > 0 ? law.melting - law.room : 0;
  c.johnson_cook.heat = law.specific_heat;
  std::copy(law.fracture.begin(), law.fracture.end(), c.johnson_cook.fracture);
  c.johnson_cook.least_fracture = law.least_fracture_strain;
}
void set_law(const MaterialSimplifiedJohnsonCook& law, kernels::MaterialConstants& c) {
  set_flow(law.flow, c);
  c.failure_strain = law.failure_strain;
  c.johnson_cook.largest_static = law.largest_static_stress;
  c.johnson_cook.largest = law.largest_stress;
}

kernels::ErosionConstants erosion_constants(const Erosion& erosion) {
  using enum kernels::ErosionMeasure;
  kernels::ErosionConstants c;
  const auto add = [&c](kernels::ErosionMeasure measure, const std::optional<double>& limit, double sign = 1) {
    if (limit) c.criteria[c.n_criteria++] = {measure, sign * *limit};
  };
  add(pressure, erosion.largest_pressure);
  add(tension, erosion.least_pressure, -1);
  add(principal_stress, erosion.principal_stress);
  add(von_mises, erosion.von_mises);
  add(principal_strain, erosion.largest_principal_strain);
  add(compressive_principal_strain, erosion.least_principal_strain, -1);
  add(shear_strain, erosion.shear_strain);
  add(effective_strain, erosion.effective_strain);
  add(plastic_strain, erosion.plastic_strain);
  if (erosion.volumetric_strain) {
    const bool grows = *erosion.volumetric_strain > 0;
    add(grows ? dilatation : contraction, erosion.volumetric_strain, grows ? 1 : -1);
  }
  add(impulse, erosion.impulse);
  c.threshold_stress = erosion.threshold_stress;
  c.failure_time = erosion.failure_time;
  c.conditions = erosion.conditions;
  c.failed_points = erosion.failed_points > 0 ? int(erosion.failed_points) : 1;
  c.failed_share = erosion.failed_points < 0 ? -erosion.failed_points / 100 : 0;
  return c;
}

void set_form(const EosLinearPolynomial& eos, kernels::EosConstants& c) {
  c.kind = kernels::EosKind::linear_polynomial;
  std::copy(eos.c.begin(), eos.c.end(), c.c);
}
void set_form(const EosGruneisen& eos, kernels::EosConstants& c) {
  c.kind = kernels::EosKind::gruneisen;
  c.sound_speed = eos.sound_speed;
  std::copy(eos.s.begin(), eos.s.end(), c.s);
  c.gamma = eos.gamma;
  c.a = eos.a;
}
void set_form(const EosTabulated& eos, kernels::EosConstants& c) {
  c.kind = kernels::EosKind::tabulated;
  c.gamma = eos.gamma;
  c.n_points = int(eos.strain.size());
  std::copy(eos.strain.begin(), eos.strain.end(), c.strain);
  std::copy(eos.pressure.begin(), eos.pressure.end(), c.pressure);
  std::copy(eos.heat.begin(), eos.heat.end(), c.heat);
}
kernels::EosConstants eos_constants(const EquationOfState& eos, const Material& material) {
  kernels::EosConstants c;
  std::visit([&c](const auto& form) { set_form(form, c); }, eos.form);
  c.energy = eos.energy;
  c.volume = eos.volume;
  c.least = material.pressure_cutoff < 0 ? material.pressure_cutoff : -1e30;
  c.wave_modulus = material.bulk_modulus + 4.0 / 3 * material.young / (2 * (1 + material.poisson));
  return c;
}

/// At the start; huge if the material does not yield.
double yield_strain(const kernels::MaterialConstants& m) {
  const double stress = m.hardening ? m.hardening->stress[0] : std::max(m.yield, m.johnson_cook.a);
  return stress > 0 && m.young > 0 ? stress / m.young : 1e15;
}

kernels::SectionConstants section_constants(const Section& section, const Control& control) {
  kernels::SectionConstants c{};
  c.shear_factor = section.shear_factor;
  c.n_layers = section.kind == SectionKind::shell ? section.n_layers : 1;
  gauss_points(c.n_layers, c.position, c.weight);
  c.offset = section.reference_surface;
  c.thickness_update = control.thickness_update != 0;
  return c;
}

}  // namespace

void gauss_points(int n, double* position, double* weight) {
  // Roots by bisection between the sign changes on a fine grid: only + - * /, so the same bits on every machine.
  constexpr int grid = 1000;
  int found = 0;
  for (int g = 0; g < grid; ++g) {
    double low = -1 + (2.0 * g - 0.1) / grid, high = -1 + (2.0 * g + 1.9) / grid;
    if (n > 1 && legendre(n, low).first * legendre(n, high).first > 0) continue;
    if (n == 1 && low * high > 0) continue;
    for (int k = 0; k < 80; ++k) {
      const double middle = 0.5 * (low + high);
      const bool left = (n == 1 ? low * middle : legendre(n, low).first * legendre(n, middle).first) <= 0;
      (left ? high : low) = middle;
    }
    position[found++] = 0.5 * (low + high);
  }
  for (int k = 0; k < n / 2; ++k) position[n - 1 - k] = -position[k];
  if (n % 2 == 1) position[n / 2] = 0;
  for (int k = 0; k < n; ++k) {
    const double slope = n == 1 ? 1.0 : legendre(n, position[k]).second;
    weight[k] = 2 / ((1 - position[k] * position[k]) * slope * slope);
  }
}

ElementConstants make_element_constants(const Model& model) {
  ElementConstants constants;
  for (const Material& material : model.materials) constants.hardening.push_back(curves_of(material));
  for (const Part& part : model.parts) {
    const Material& material = model.materials[part.material];
    kernels::PartConstants c{};
    c.material.density = material.density;
    c.material.young = material.young;
    c.material.poisson = material.poisson;
    std::visit([&](const auto& law) { set_law(law, c.material); }, material.law);
    c.material.hardening = constants.hardening[part.material].get();
    if (material.erosion && !material.has_no_stress()) c.material.erosion = erosion_constants(*material.erosion);
    if (part.eos) c.material.eos = eos_constants(*part.eos, material);
    c.section = section_constants(model.sections[part.section], model.control);
    const Hourglass& h = model.hourglasses[part.hourglass];
    c.hourglass = {h.type,    h.coefficient, h.bending, h.warping, yield_strain(c.material), h.bulk_quadratic,
                   h.bulk_linear};
    constants.parts.push_back(c);
  }
  return constants;
}

}  // namespace crumple
