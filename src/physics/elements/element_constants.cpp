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
      hardening->curve(int(r))[k] = value_with_last_slope(curves[r], k * step);
  return hardening;
}

std::unique_ptr<kernels::HardeningCurves> curves_of(const Material& material) {
  if (const auto* law = std::get_if<MaterialPiecewiseLinearPlasticity>(&material.law))
    return resample(law->hardening, law->rate_strain);
  if (const auto* law = std::get_if<MaterialCrushableFoam>(&material.law)) return resample(law->yield);
  return nullptr;
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

double value_with_last_slope(const Curve& curve, double at) {
  const std::size_t n = curve.x.size();
  if (at <= curve.x.back() || n < 2) return curve.evaluate(at);
  const double slope = (curve.y[n - 1] - curve.y[n - 2]) / (curve.x[n - 1] - curve.x[n - 2]);
  return curve.y[n - 1] + slope * (at - curve.x[n - 1]);
}

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
    c.section = section_constants(model.sections[part.section], model.control);
    const Hourglass& h = model.hourglasses[part.hourglass];
    c.hourglass = {h.type,    h.coefficient, h.bending, h.warping, yield_strain(c.material), h.bulk_quadratic,
                   h.bulk_linear};
    constants.parts.push_back(c);
  }
  return constants;
}

}  // namespace crumple
