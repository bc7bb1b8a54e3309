#include "physics/elements/element_constants.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "model/laws.hpp"
#include "model/springs.hpp"
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

/// The curves of a material resampled at equal steps up to the end of the longest, as in LS-DYNA; null if there are
/// none.
std::unique_ptr<kernels::HardeningCurves> tabulate(const Material& material) {
  const std::vector<Curve>& curves = material.curves;
  if (curves.empty()) return nullptr;
  const bool has_range = material.curve_range.has_value();
  auto [first, last] = material.curve_range.value_or(CurveRange{});
  for (const Curve& curve : curves) {
    if (has_range) first = std::min(first, curve.x.front());
    last = std::max(last, curve.x.back());
  }
  std::vector<double> rates = material.rates;
  for (std::size_t r = rates.size(); r < curves.size(); ++r) rates.push_back(double(r));
  const double step = (last - first) / (kernels::curve_points - 1);
  auto table = std::make_unique<kernels::HardeningCurves>(step, rates, first);
  for (std::size_t r = 0; r < curves.size(); ++r)
    for (int k = 0; k < kernels::curve_points; ++k) {
      const double at = first + k * step;
      table->curve(int(r))[k] = has_range ? extended_value(curves[r], at) : value_with_last_slope(curves[r], at);
    }
  return table;
}

/// The area under a resampled curve, at its points.
std::unique_ptr<kernels::HardeningCurves> area_under(const kernels::HardeningConstants& curve) {
  auto area = std::make_unique<kernels::HardeningCurves>(curve.strain_step, std::vector{0.0});
  for (int k = 1; k < kernels::curve_points; ++k)
    area->curve(0)[k] = area->curve(0)[k - 1] + 0.5 * curve.strain_step * (curve.stress[k - 1] + curve.stress[k]);
  return area;
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

/// Initial yield strain; very large without yielding.
double yield_strain(const kernels::MaterialConstants& m) {
  return m.first_yield > 0 && m.young > 0 ? m.first_yield / m.young : 1e15;
}

/// An integration point in each layer: in its middle, or where a rule has it.
void stack_layers(const Section& section, kernels::SectionConstants& c) {
  double total = 0, below = 0;
  for (const SectionLayer& layer : section.layers) total += layer.thickness;
  for (std::size_t k = 0; k < section.layers.size(); ++k) {
    const SectionLayer& layer = section.layers[k];
    const double thickness = layer.thickness;
    c.position[k] = layer.is_placed ? layer.place : (2 * below + thickness) / total - 1;
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

/// A limit beyond all: a point with this criterion alone stores its strain and never fails.
constexpr double unreached = 1e38;

kernels::MaterialConstants material_constants(const Material& material, const kernels::HardeningConstants* hardening,
                                              const kernels::HardeningConstants* energy, bool keeps_strain) {
  kernels::MaterialConstants c{};
  c.density = material.density;
  c.young = material.young;
  c.poisson = material.poisson;
  c.hardening = hardening;
  c.energy = energy;
  if (const auto* law = std::get_if<kernels::LawParameters>(&material.law)) c.law = *law;
  set_up_law(c);
  for (const RelaxingShear& term : material.relaxation) {
    c.relaxing_shear[std::size_t(c.n_relaxing)] = term.shear;
    c.relaxing_decay[std::size_t(c.n_relaxing++)] = term.decay;
  }
  if (material.erosion && !material.has_no_stress()) c.erosion = erosion_constants(*material.erosion);
  if (keeps_strain && !material.has_no_stress() && c.erosion.n_criteria == 0)
    c.erosion.criteria[c.erosion.n_criteria++] = {kernels::ErosionMeasure::plastic_strain, unreached};
  return c;
}

/// For parts with material axes, or with a material for each layer; empty for others.
std::vector<kernels::LayerConstants> layer_constants(const Model& model, Index part_material, const Section& section,
                                                     const kernels::RunVector<kernels::MaterialConstants>& materials) {
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

/// The values that physics reads for a part with layers of several materials: the mean density, the wave speed of the
/// stiffest layer, and whether any layer fails.
void take_layers(kernels::PartConstants& part) {
  const auto modulus = [](const kernels::MaterialConstants& m) { return m.young / (1 - m.poisson * m.poisson); };
  kernels::MaterialConstants& whole = part.material;
  double change = 0, total = 0;
  for (int k = 0; k < part.section.n_layers; ++k) {
    const kernels::MaterialConstants& layer = *part.section.layers[k].material;
    change += part.section.weight[k] * (layer.density - whole.density);
    total += part.section.weight[k];
    whole.can_fail = whole.can_fail || layer.can_fail;
    whole.soft = std::min(whole.soft, layer.soft);
    whole.least_step = std::max(whole.least_step, layer.least_step);
    if (modulus(layer) <= modulus(whole)) continue;
    whole.young = layer.young;
    whole.poisson = layer.poisson;
  }
  whole.density += change / total;
}

/// For the elements of a part with this section, and this material in their bottom layer. Its layers are added later.
void add_entry(const Model& model, Index p, Index bottom, const Section& section, ElementConstants& constants) {
  const Part& part = model.parts[p];
  const Material& material = model.materials[bottom];
  kernels::PartConstants c{};
  c.material = constants.materials[bottom];
  if (part.eos) c.material.eos = eos_constants(*part.eos, material);
  c.section = section_constants(section, model.control);
  const auto layers = layer_constants(model, bottom, section, constants.materials);
  constants.layers.add_row();
  for (const kernels::LayerConstants& layer : layers) constants.layers.push_back(layer);
  c.section.layers = layers.empty() ? nullptr : layers.data();
  if (c.section.layers) take_layers(c);
  const Hourglass& h = model.hourglasses[part.hourglass];
  c.hourglass = {h.type,           h.coefficient, h.bending, h.warping, yield_strain(c.material),
                 h.bulk_quadratic, h.bulk_linear};
  if (section.is_membrane()) c.hourglass.bending = c.hourglass.warping = 0;
  if (!c.material.bulk_viscosity) c.hourglass.bulk_quadratic = c.hourglass.bulk_linear = 0;
  if (c.material.linear_viscosity > 0)
    c.hourglass.bulk_linear = std::max(c.hourglass.bulk_linear, c.material.linear_viscosity);
  // slow motion: no viscosity; the hourglass control is that of the whole run
  if (model.implicit.is_used() && h.type < 4) c.hourglass.type = section.kind == SectionKind::shell ? 4 : 6;
  if (model.implicit.is_on) c.hourglass.bulk_quadratic = c.hourglass.bulk_linear = 0;
  if (!material.has_no_stress()) {
    c.material.damping = std::max(0.0, part.stiffness_damping);
    c.material.damping_time = std::max(0.0, -part.stiffness_damping);
    // a share of critical damping is made for explicit steps; the history keeps its fields
    if (model.implicit.is_on && c.material.damping > 0) c.material.damping = 0, c.material.damping_time = 1e-200;
  }
  constants.part.push_back(p);
  constants.entries.push_back(c);
}

}  // namespace

void gauss_points(int n, double* position, double* weight) {
  // Roots by bisection between the sign changes on a fine grid: only + - * /, so bitwise equal on every machine.
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
  return material.erosion.n_criteria > 0 && material.erosion.criteria[0].limit == unreached;
}

WaveModuli wave_moduli(const Model& model, const Part& part) {
  const Material& material = model.materials[part.material];
  const kernels::MaterialConstants c = material_constants(material, nullptr, nullptr, false);
  const double shear = c.young / (2 * (1 + c.poisson));
  if (part.eos) return {eos_constants(*part.eos, material).wave_modulus, shear};
  return {c.young * (1 - c.poisson) / ((1 + c.poisson) * (1 - 2 * c.poisson)), shear};
}

ElementConstants make_element_constants(const Model& model) {
  ElementConstants constants;
  for (const Material& material : model.materials) {
    constants.hardening.push_back(tabulate(material));
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
  for (std::size_t e = 0; e < constants.entries.size(); ++e)
    if (const auto layers = constants.layers[e]; !layers.empty()) constants.entries[e].section.layers = layers.data();
  return constants;
}

}  // namespace crumple
