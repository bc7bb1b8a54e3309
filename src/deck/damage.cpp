#include "deck/damage.hpp"

#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"
#include "deck/deck.hpp"
#include "deck/mesh.hpp"
#include "kernels/interface.hpp"
#include "kernels/materials/material_1024_damaged_plasticity.hpp"

namespace crumple::deck {
namespace {

using kernels::DamagedPlasticity;

/// The mean size of the elements with a material: of shells the root of their area, of solids the cube root of their
/// volume [length]; 0: there are none.
double mean_size(const Model& model, Index material) {
  double sum = 0;
  std::size_t n = 0;
  const auto at = [&](Index node) { return model.nodes.position[node]; };
  for (const Shell& shell : model.shells)
    if (model.material_of(shell) == material) {
      const Vec3 twice = cross(at(shell.nodes[2]) - at(shell.nodes[0]), at(shell.nodes[3]) - at(shell.nodes[1]));
      sum += std::sqrt(0.5 * norm(twice));
      ++n;
    }
  for (const Solid& solid : model.solids)
    if (model.parts[solid.part].material == material) {
      std::array<Vec3, 8> x;
      for (std::size_t k = 0; k < x.size(); ++k) x[k] = at(solid.nodes[k]);
      sum += same_bits::pow(hexahedron_volume(x), 1.0 / 3);
      ++n;
    }
  return n > 0 ? sum / double(n) : 0;
}

/// A curve that `field` names, or null after an error.
const Curve* curve_of(Deck& deck, const Card& card, std::string_view field, Id id) {
  if (deck.curve_tables.find(id) != none) {
    card.error(field, "found table {}, expected a curve over the triaxiality", id);
    return nullptr;
  }
  const Index found = deck.find(deck.curves, card, field, id);
  if (found == none) return nullptr;
  const Curve& curve = deck.model.curves[found];
  return curve.x.empty() ? nullptr : &curve;  // it has its error already
}

/// The factor on the strain at failure over the triaxiality, of elements of the mean size.
Curve size_factor(Deck& deck, const Card& card, double size) {
  const Curve one{0, "", {0}, {1}};
  const Id id = card.integer("LCREGD");
  if (id == 0) return one;
  Curve factor;
  if (id > 0) {
    const Curve* curve = curve_of(deck, card, "LCREGD", id);
    if (!curve) return one;
    factor = {0, "", {0}, {curve->evaluate(size)}};
  } else {
    const Index found = deck.find(deck.curve_tables, card, "LCREGD", -id);
    if (found == none) return one;
    const CurveTable& table = deck.curve_tables[found];
    for (std::size_t i = 0; i < table.values.size(); ++i) {
      const Curve* curve = curve_of(deck, card, "LCREGD", table.curves[i]);
      if (!curve) return one;
      factor.x.push_back(table.values[i]);
      factor.y.push_back(curve->evaluate(size));
    }
    if (factor.x.empty()) return one;
  }
  card.warn("LCREGD", "all elements have the factor of their mean size, {:.4g}", size);
  return factor;
}

/// The values of `strain` times `factor` at the points that the kernel has of each of its curves.
Curve over_triaxiality(const Curve& strain, const Curve& factor, double last) {
  constexpr int steps = kernels::curve_points - 1;
  Curve sampled;
  for (int k = 0; k <= steps; ++k) {
    const double eta = DamagedPlasticity::triaxialities * (2.0 * k / steps - 1);
    sampled.x.push_back(last * k / steps);
    sampled.y.push_back(strain.evaluate(eta) * factor.evaluate(eta));
  }
  return sampled;
}

bool is_positive(const Card& card, std::string_view field, const Curve& curve) {
  const auto bad = std::ranges::find_if(curve.y, [](double y) { return !(y > 0); });
  if (bad == curve.y.end()) return true;
  card.error(field, "curve {} has the strain {}, expected positive ones", curve.id, *bad);
  return false;
}

/// SIGY and ETAN as a curve, if there is none.
void give_curve(Material& material, const kernels::PiecewiseLinear& law) {
  if (!material.curves.empty()) return;
  material.curves = {Curve{0, "", {0, 1}, {law.yield, law.yield + kernels::plastic_modulus(material.young, law)}}};
}

/// Layers of a part have one law.
bool is_mixed(const Model& model, Index material) {
  return std::ranges::any_of(model.sections, [&](const Section& section) {
    const auto is_own = [&](const SectionLayer& layer) { return layer.material == material; };
    return std::ranges::any_of(section.layers, is_own) && !std::ranges::all_of(section.layers, is_own);
  });
}

void attach(Deck& deck, const Card& first, const Card& card, double failed_points) {
  const Index found = deck.find(deck.materials, first, "MID");
  if (found == none) return;
  Material& material = deck.model.materials[found];
  const auto* plain = material.law.as<kernels::PiecewiseLinear>();
  if (!plain)
    return first.error("MID", "material {} is of type {}, expected one that is computed as 024 (024, 081, 123)",
                       material.id, material.number());
  if (is_mixed(deck.model, found))
    return first.error("MID", "found damage in a part of several materials, expected none");
  DamagedPlasticity law;
  static_cast<kernels::PiecewiseLinear&>(law) = *plain;
  law.exponent = card.real("DMGEXP");
  law.fading = card.real("FADEXP");
  law.critical_damage = card.real("DCRIT");
  law.has_critical = card.real("ECRIT") != 0;
  for (const char* field : {"DMGEXP", "FADEXP"})
    if (!(card.real(field) > 0)) return card.error(field, "found {}, expected a positive exponent", card.real(field));
  if (law.critical_damage < 0 || law.critical_damage >= 1)
    return card.error("DCRIT", "found {}, expected 0 to less than 1", law.critical_damage);
  const Curve* failure = curve_of(deck, card, "LCSDG", card.id("LCSDG"));
  if (!failure || !is_positive(card, "LCSDG", *failure)) return;
  const double critical = card.real("ECRIT");
  Curve onset{0, "", {0}, {critical > 0 ? critical : 1}};
  if (critical < 0) {
    const Curve* curve = curve_of(deck, card, "ECRIT", card.shifted(Id(-critical), IdOf::curve));
    if (!curve || !is_positive(card, "ECRIT", *curve)) return;
    onset = *curve;
  }
  Erosion erosion = material.erosion.value_or(Erosion{});
  if (erosion.plastic_strain || erosion.conditions > 1)
    return first.error("MID", "material {} has EFFEPS < 0 or NCS > 1, expected neither beside damage", material.id);
  const Curve factor = size_factor(deck, card, mean_size(deck.model, found));
  give_curve(material, *plain);
  if (!material.rates.empty()) material.rates.insert(material.rates.end(), {1e30, 2e30});  // never reached
  double last = 0;
  for (const Curve& curve : material.curves) last = std::max(last, curve.x.back());
  material.curves.push_back(over_triaxiality(*failure, factor, last));
  material.curves.push_back(over_triaxiality(onset, {0, "", {0}, {1}}, last));
  material.law = law;
  if (!material.erosion) erosion.failed_points = failed_points;
  erosion.plastic_strain = 1;  // of the root of damage, which the law has in its place
  material.erosion = erosion;
}

}  // namespace

void add_damage(Deck& deck, const Card& first, const Card& damage, double failed_points) {
  deck.later(Phase::conditions, [&deck, first, damage, failed_points] { attach(deck, first, damage, failed_points); });
}

}  // namespace crumple::deck
