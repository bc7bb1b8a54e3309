#include "physics/elements/element_constants.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/error.hpp"
#include "base/same_bits.hpp"
#include "physics/elements/material_axes.hpp"

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

/// As value_with_last_slope, at both ends.
double evaluate_with_end_slopes(const Curve& curve, double at) {
  if (at >= curve.x.front() || curve.x.size() < 2) return value_with_last_slope(curve, at);
  const double slope = (curve.y[1] - curve.y[0]) / (curve.x[1] - curve.x[0]);
  return curve.y[0] + slope * (at - curve.x[0]);
}

/// The range of ln l in which the function of MAT_181 is tabulated: that of the test and of l^(-1/2), which a pull of
/// one axis makes of the others, and somewhat more; beyond it the last slopes go on.
std::pair<double, double> log_stretches(const Curve& test) {
  const double least = same_bits::log1p(std::max(test.x.front(), -0.95)), largest = same_bits::log1p(test.x.back());
  const double reach = 1.2 * std::max({-least, largest, 0.5});
  return {-reach, reach};
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

/// Of MAT_181, g(l) = sum over x of l^q f0(l^q), q = (-1/2)^x, over ln l (Kolling et al. 2007): from the logarithm
/// `first` on.
std::unique_ptr<kernels::HardeningCurves> rubber_curve(const Curve& test) {
  const auto [first, last] = log_stretches(test);
  const double step = (last - first) / (kernels::curve_points - 1);
  auto curve = std::make_unique<kernels::HardeningCurves>(step, std::vector{0.0});
  for (int k = 0; k < kernels::curve_points; ++k) {
    double sum = 0;
    for (double log_stretch = first + k * step; std::abs(log_stretch) > 1e-6; log_stretch *= -0.5)
      sum += same_bits::exp(log_stretch) * evaluate_with_end_slopes(test, same_bits::expm1(log_stretch));
    curve->curve(0)[k] = sum;
  }
  return curve;
}

/// The strengths of MAT_026 over the volumetric strain, each with its end slopes from where the first begins to where
/// the last ends.
double first_strain(const MaterialHoneycomb& law) {
  double first = 0;
  for (const Curve& curve : law.strength) first = std::min(first, curve.x.front());
  return first;
}
std::unique_ptr<kernels::HardeningCurves> strengths(const MaterialHoneycomb& law) {
  const double first = first_strain(law);
  double last = 1 - law.compact_volume;
  for (const Curve& curve : law.strength) last = std::max(last, curve.x.back());
  const double step = (last - first) / (kernels::curve_points - 1);
  auto curves = std::make_unique<kernels::HardeningCurves>(step, std::vector<double>{0, 1, 2, 3, 4, 5});
  for (int c = 0; c < 6; ++c)
    for (int k = 0; k < kernels::curve_points; ++k)
      curves->curve(c)[k] = evaluate_with_end_slopes(law.strength[std::size_t(c)], first + k * step);
  return curves;
}

/// The area under a resampled curve, at its points.
std::unique_ptr<kernels::HardeningCurves> area_under(const kernels::HardeningConstants& curve) {
  auto area = std::make_unique<kernels::HardeningCurves>(curve.strain_step, std::vector{0.0});
  for (int k = 1; k < kernels::curve_points; ++k)
    area->curve(0)[k] = area->curve(0)[k - 1] + 0.5 * curve.strain_step * (curve.stress[k - 1] + curve.stress[k]);
  return area;
}

std::unique_ptr<kernels::HardeningCurves> curves_of(const Material& material) {
  if (const auto* law = std::get_if<MaterialTransverselyAnisotropic>(&material.law)) return resample(law->hardening);
  if (const auto* law = std::get_if<MaterialLowDensityFoam>(&material.law)) return resample(law->stress);
  if (const auto* law = std::get_if<MaterialFuChangFoam>(&material.law)) return resample(law->stress, law->rate_strain);
  if (const auto* law = std::get_if<MaterialSimplifiedRubber>(&material.law)) return rubber_curve(law->test.front());
  if (const auto* law = std::get_if<MaterialPiecewiseLinearPlasticity>(&material.law))
    return resample(law->hardening, law->rate_strain);
  if (const auto* law = std::get_if<MaterialCrushableFoam>(&material.law)) return resample(law->yield);
  if (const auto* law = std::get_if<MaterialHoneycomb>(&material.law)) return strengths(*law);
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
/// Stable steps follow the modulus, which grows as it is crushed.
void set_law(const MaterialHoneycomb& law, kernels::MaterialConstants& c) {
  auto& h = c.honeycomb;
  std::copy(law.young.begin(), law.young.end(), h.young);
  std::copy(law.shear.begin(), law.shear.end(), h.shear);
  h.compact_young = c.young;
  h.compact_poisson = c.poisson;
  h.compact_yield = law.yield;
  h.compact_strain = 1 - law.compact_volume;
  h.first_strain = first_strain(law);
  h.tensile_failure = law.tensile_failure;
  h.shear_failure = law.shear_failure;
  c.young = *std::max_element(law.young.begin(), law.young.end());
  c.poisson = 0;
}
void set_law(const MaterialSpotWeld&, kernels::MaterialConstants&) {}
void set_law(const MaterialLinearDiscreteBeam&, kernels::MaterialConstants&) {}
void set_law(const MaterialNonlinearDiscreteBeam&, kernels::MaterialConstants&) {}
void set_law(const MaterialPlasticDiscreteBeam&, kernels::MaterialConstants&) {}
void set_law(const MaterialSeatbelt&, kernels::MaterialConstants&) {}
void set_law(const MaterialCable&, kernels::MaterialConstants&) {}
void set_law(const MaterialElasticSpringBeam&, kernels::MaterialConstants&) {}
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

void set_law(const MaterialTransverselyAnisotropic& law, kernels::MaterialConstants& c) {
  c.yield = law.yield;
  c.tangent = c.young * law.hardening_modulus / (c.young + law.hardening_modulus);
  c.beta = 1;
  c.lankford = law.lankford;
}
void set_law(const MaterialMooneyRivlin& law, kernels::MaterialConstants& c) {
  c.rubber.c10 = law.a;
  c.rubber.c01 = law.b;
}
void set_law(const MaterialBlatzKo& law, kernels::MaterialConstants& c) { c.rubber.c10 = 0.5 * law.shear; }
void set_law(const MaterialViscoelastic& law, kernels::MaterialConstants& c) {
  c.viscoelastic = {law.bulk, law.short_shear, law.long_shear, law.decay};
}
void set_law(const MaterialHyperelastic& law, kernels::MaterialConstants& c) {
  auto& r = c.rubber;
  r.c10 = law.c[0], r.c01 = law.c[1], r.c11 = law.c[2], r.c20 = law.c[3], r.c02 = law.c[4], r.c30 = law.c[5];
  std::copy(law.mu.begin(), law.mu.end(), r.mu);
  std::copy(law.alpha.begin(), law.alpha.end(), r.alpha);
  r.bulk = law.bulk;
}
void set_law(const MaterialSimplifiedRubber& law, kernels::MaterialConstants& c) {
  c.rubber.bulk = law.bulk;
  c.rubber.first_log_stretch = log_stretches(law.test.front()).first;
}
void set_unloading(const FoamUnloading& unloading, kernels::MaterialConstants& c) {
  c.poisson = 0;  // these laws know no lateral contraction
  c.foam.cutoff = unloading.cutoff > 0 ? unloading.cutoff : 1e20;
  c.foam.tears = unloading.tears;
  c.foam.hysteretic = unloading.hysteretic;
  c.foam.shape = unloading.shape;
}
void set_law(const MaterialLowDensityFoam& law, kernels::MaterialConstants& c) {
  set_unloading(law.unloading, c);
  c.foam.decay = law.decay;
}
void set_law(const MaterialFuChangFoam& law, kernels::MaterialConstants& c) {
  set_unloading(law.unloading, c);
  c.foam.engineering_rate = law.engineering_rate;
}

kernels::OrthotropicConstants orthotropic(const Orthotropy& o) {
  const double young_c = o.young_c > 0 ? o.young_c : o.young_b;
  return {o.young_a,  o.young_b,  o.poisson_ba,           o.shear_ab,
          o.shear_bc, o.shear_ca, o.poisson_ca / young_c, o.poisson_cb / young_c};
}
void set_law(const MaterialOrthotropicElastic& law, kernels::MaterialConstants& c) {
  c.orthotropic = orthotropic(law.elastic);
}
void set_strength(const CompositeStrength& strength, kernels::CompositeConstants& c) {
  c.strength[kernels::a_tension] = strength.xt;
  c.strength[kernels::a_compression] = strength.xc;
  c.strength[kernels::b_tension] = strength.yt;
  c.strength[kernels::b_compression] = strength.yc;
  c.strength[kernels::ab_shear] = strength.sc;
  c.soft = strength.soft;
  c.least_step = strength.least_step;
  c.effective_strain = strength.effective_strain;
}
void set_law(const MaterialEnhancedComposite& law, kernels::MaterialConstants& c) {
  c.orthotropic = orthotropic(law.elastic);
  set_strength(law.strength, c.composite);
  c.composite.fails = true;
  c.composite.tsai_wu = law.tsai_wu;
  c.composite.shear_in_fibre_tension = law.shear_weight;
  c.composite.tension_after_crush = law.tension_after_crush;
  c.composite.compression_after_crush = law.compression_after_crush;
  c.composite.a_strain = law.a_strain;
  c.composite.a_shortening = law.a_shortening;
  c.composite.b_strain = law.b_strain;
  c.composite.shear_strain = law.shear_strain;
}
/// m of the damage from the strain at the peak: 1 / ln(E e / X); of unlimited strengths any.
void set_law(const MaterialLaminatedFabric& law, kernels::MaterialConstants& c) {
  c.orthotropic = orthotropic(law.elastic);
  set_strength(law.strength, c.composite);
  c.composite.fails = law.strength.effective_strain > 0;
  c.composite.surface = law.surface;
  const double stiffness[] = {law.elastic.young_a, law.elastic.young_a, law.elastic.young_b, law.elastic.young_b,
                              law.elastic.shear_ab};
  for (int mode = 0; mode < kernels::n_composite_modes; ++mode) {
    const double strength = c.composite.strength[mode], strain = law.peak_strain[std::size_t(mode)];
    c.composite.exponent[mode] = strength > 0 ? 1 / same_bits::log(stiffness[mode] * strain / strength) : 1;
    c.composite.remainder[mode] = law.remainder[std::size_t(mode)];
  }
}
void set_law(const MaterialFabric& law, kernels::MaterialConstants& c) {
  c.orthotropic = orthotropic(law.elastic);
  c.composite.slackens = law.slackens;
  c.composite.isotropic = law.is_isotropic;
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
  add(thinning, erosion.thinning);
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

/// That of foams is given with their law.
void set_bulk_viscosity(const FoamUnloading& foam, kernels::HourglassConstants& c) {
  if (!foam.bulk_viscosity) c.bulk_quadratic = c.bulk_linear = 0;
  c.bulk_linear = std::max(c.bulk_linear, foam.damping);
}

/// At the start; huge if the material does not yield.
double yield_strain(const kernels::MaterialConstants& m) {
  if (m.rubber.bulk > 0 || m.foam.cutoff > 0) return 1e15;  // whose curves are no yield stresses
  const double stress = m.hardening ? m.hardening->stress[0] : std::max(m.yield, m.johnson_cook.a);
  return stress > 0 && m.young > 0 ? stress / m.young : 1e15;
}

/// A point in the middle of each layer.
void stack_layers(const Section& section, kernels::SectionConstants& c) {
  double total = 0, below = 0;
  for (const SectionLayer& layer : section.layers) total += layer.thickness;
  for (std::size_t k = 0; k < section.layers.size(); ++k) {
    const double thickness = section.layers[k].thickness;
    c.position[k] = (2 * below + thickness) / total - 1;
    c.weight[k] = 2 * thickness / total;
    below += thickness;
  }
}

kernels::SectionConstants section_constants(const Section& section, const Control& control) {
  kernels::SectionConstants c{};
  c.shear_factor = section.shear_factor;
  c.n_layers = section.kind == SectionKind::shell ? section.n_layers : 1;
  if (c.n_layers > kernels::max_layers)
    throw Error("a shell section has " + std::to_string(c.n_layers) + " layers, expected up to " +
                std::to_string(kernels::max_layers));
  if (section.layers.empty() || section.layers.front().thickness == 0)
    gauss_points(c.n_layers, c.position, c.weight);
  else
    stack_layers(section, c);
  c.offset = section.reference_surface;
  c.thickness_update = control.thickness_update != 0;
  if (section.is_membrane()) c.shear_factor = c.offset = 0;
  return c;
}

/// A limit that no plastic strain reaches: a point with this criterion alone keeps its strain and never fails.
constexpr double never = 1e38;

kernels::MaterialConstants material_constants(const Material& material, const kernels::HardeningConstants* hardening,
                                              const kernels::HardeningConstants* energy, bool keeps_strain) {
  kernels::MaterialConstants c{};
  c.density = material.density;
  c.young = material.young;
  c.poisson = material.poisson;
  std::visit([&](const auto& law) { set_law(law, c); }, material.law);
  c.hardening = hardening;
  if (c.foam.hysteretic < 1) c.foam.energy = energy;
  if (material.erosion && !material.has_no_stress()) c.erosion = erosion_constants(*material.erosion);
  if (keeps_strain && !material.has_no_stress() && c.erosion.n_criteria == 0)
    c.erosion.criteria[c.erosion.n_criteria++] = {kernels::ErosionMeasure::plastic_strain, never};
  return c;
}

/// Of parts whose material has axes, or whose layers have materials of their own; empty for others.
std::vector<kernels::LayerConstants> layer_constants(const Model& model, Index part_material, const Section& section,
                                                     const std::vector<kernels::MaterialConstants>& materials) {
  const bool has_axes = !section.layers.empty() || model.materials[part_material].axes;
  if (section.kind != SectionKind::shell || !has_axes) return {};
  std::vector<kernels::LayerConstants> layers;
  for (int k = 0; k < section.n_layers; ++k) {
    const SectionLayer layer = section.layers.empty() ? SectionLayer{} : section.layers[std::size_t(k)];
    const Index material = layer.material != none ? layer.material : part_material;
    const Direction turn = direction_of(layer.angle);
    layers.push_back({&materials[material], turn.cosine, turn.sine});
  }
  return layers;
}

/// What physics reads of a part whose layers are of several materials: the mean density, the stiffest layer's waves,
/// and whether any layer fails.
void take_layers(kernels::PartConstants& part) {
  const auto modulus = [](const kernels::MaterialConstants& m) { return m.young / (1 - m.poisson * m.poisson); };
  kernels::MaterialConstants& whole = part.material;
  double change = 0, total = 0;
  for (int k = 0; k < part.section.n_layers; ++k) {
    const kernels::MaterialConstants& layer = *part.section.layers[k].material;
    change += part.section.weight[k] * (layer.density - whole.density);
    total += part.section.weight[k];
    whole.composite.fails = whole.composite.fails || layer.composite.fails;
    whole.composite.soft = std::min(whole.composite.soft, layer.composite.soft);
    whole.composite.least_step = std::max(whole.composite.least_step, layer.composite.least_step);
    if (modulus(layer) <= modulus(whole)) continue;
    whole.young = layer.young;
    whole.poisson = layer.poisson;
  }
  whole.density += change / total;
}

/// Of the elements of a part that have this section, and this material in their bottom layer.
void add_entry(const Model& model, Index p, Index bottom, const Section& section, ElementConstants& constants) {
  const Part& part = model.parts[p];
  const Material& material = model.materials[bottom];
  kernels::PartConstants c{};
  c.material = constants.materials[bottom];
  if (part.eos) c.material.eos = eos_constants(*part.eos, material);
  c.section = section_constants(section, model.control);
  constants.layers.push_back(layer_constants(model, bottom, section, constants.materials));
  if (!constants.layers.back().empty()) {
    c.section.layers = constants.layers.back().data();
    take_layers(c);
  }
  const Hourglass& h = model.hourglasses[part.hourglass];
  c.hourglass = {h.type,           h.coefficient, h.bending, h.warping, yield_strain(c.material),
                 h.bulk_quadratic, h.bulk_linear};
  if (section.is_membrane()) c.hourglass.bending = c.hourglass.warping = 0;
  if (const auto* urethane = std::get_if<MaterialLowDensityFoam>(&material.law))
    set_bulk_viscosity(urethane->unloading, c.hourglass);
  if (const auto* chang = std::get_if<MaterialFuChangFoam>(&material.law))
    set_bulk_viscosity(chang->unloading, c.hourglass);
  if (const auto* honeycomb = std::get_if<MaterialHoneycomb>(&material.law); honeycomb && !honeycomb->bulk_viscosity)
    c.hourglass.bulk_quadratic = c.hourglass.bulk_linear = 0;
  if (!material.has_no_stress()) {
    c.material.damping = std::max(0.0, part.stiffness_damping);
    c.material.damping_time = std::max(0.0, -part.stiffness_damping);
  }
  constants.part.push_back(p);
  constants.entries.push_back(c);
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

bool keeps_strain_for_outputs(const kernels::MaterialConstants& material) {
  return material.erosion.n_criteria > 0 && material.erosion.criteria[0].limit == never;
}

ElementConstants make_element_constants(const Model& model) {
  ElementConstants constants;
  for (const Material& material : model.materials) {
    constants.hardening.push_back(curves_of(material));
    constants.energy.push_back(constants.hardening.back() ? area_under(*constants.hardening.back()) : nullptr);
    constants.materials.push_back(material_constants(material, constants.hardening.back().get(),
                                                     constants.energy.back().get(), model.output.plots_strains));
  }
  const auto add_elements = [&](const auto& elements) {
    for (const auto& element : elements) {
      const auto key = ElementConstants::key_of(element);
      if (!constants.entry.try_emplace(key, Index(constants.entries.size())).second) continue;
      const auto [part, own_section] = key;
      const Index section = own_section != none ? own_section : model.parts[part].section;
      add_entry(model, part, model.material_of(element), model.sections[section], constants);
    }
  };
  add_elements(model.shells);
  add_elements(model.solids);
  return constants;
}

}  // namespace crumple
