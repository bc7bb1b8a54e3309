// *MAT_015 JOHNSON_COOK and *MAT_098 SIMPLIFIED_JOHNSON_COOK. Solids of MAT_015 without an equation of state have an
// elastic volume, from E and PR, which a warning says.
#include <fmt/format.h>

#include <cmath>

#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_015_johnson_cook.hpp"
#include "kernels/materials/material_098_simplified_johnson_cook.hpp"

namespace crumple::deck::johnson_cook_keywords {

using kernels::JohnsonCook, kernels::JohnsonCookFlow, kernels::SimplifiedJohnsonCook;

constexpr auto full_card_1 = card_of(
    material_start, real("G", "shear modulus, if E is 0", "force/area"), real("E", "Young's modulus", "force/area"),
    real("PR", "Poisson's ratio", "1"), refused("DTF", "deletion at a minimum time step"),
    fills(&JohnsonCookFlow::viscoplastic,
          integer("VP", "0: total strain rate; 1: plastic strain rate; others are errors")),
    refused("RATEOP", "other forms of the rate effect"));
constexpr auto flow_fields = card_of(fills(&JohnsonCookFlow::a, real("A", "yield stress", "force/area")),
                                     fills(&JohnsonCookFlow::b, real("B", "hardening", "force/area")),
                                     fills(&JohnsonCookFlow::n, real("N", "exponent of hardening", "1")),
                                     fills(&JohnsonCookFlow::c, real("C", "rate effect", "1")));
constexpr auto full_card_2 =
    card_of(flow_fields, fills(&JohnsonCookFlow::m, real("M", "exponent of thermal softening", "1")),
            fills(&JohnsonCookFlow::melting, real("TM", "melting temperature", "temperature")),
            fills(&JohnsonCookFlow::room, real("TR", "room temperature", "temperature")),
            fills(&JohnsonCookFlow::reference_rate, real("EPSO", "reference strain rate of A and B", "1/time", 1)));
constexpr Field full_card_3[] = {
    fills(&JohnsonCookFlow::specific_heat,
          real("CP", "specific heat; 0: no heating, with a warning", "energy/(mass temperature)")),
    real("PC", "pressure cutoff of solids with an equation of state; 0: none", "force/area"),
    integer("SPALL", "1: tension is limited at PC; others are treated as 1, with a warning"),
    no_effect("IT", "the plastic strain is always iterated"),
    fills(&JohnsonCook::fracture, 0, real("D1", "fracture strain", "1")),
    fills(&JohnsonCook::fracture, 1, real("D2", "fracture strain", "1")),
    fills(&JohnsonCook::fracture, 2, real("D3", "fracture strain", "1")),
    fills(&JohnsonCook::fracture, 3, real("D4", "fracture strain", "1"))};
constexpr Field full_card_4[] = {
    fills(&JohnsonCook::fracture, 4, real("D5", "fracture strain", "1")),
    no_effect("C2/P", "only for other RATEOP, which are errors"), refused("EROD", "failed elements that are kept"),
    fills(&JohnsonCook::least_fracture_strain, real("EFMIN", "minimum fracture strain", "1", 1e-6)),
    integer("NUMINT",
            "number of failed layers at which a shell is deleted: 0, or all of them; others are errors; solids have no "
            "layers")};

constexpr auto simplified_card_1 =
    card_of(elastic_start, fills(&JohnsonCookFlow::viscoplastic,
                                 integer("VP", "0: total strain rate; 1: plastic strain rate; others are errors")));
constexpr auto simplified_card_2 = card_of(
    flow_fields, fills(&JohnsonCookFlow::failure_strain, real("PSFAIL", "plastic strain at failure; 0: none", "1")),
    fills(&JohnsonCookFlow::largest_static_stress,
          real("SIGMAX", "maximum stress without the rate effect; 0: none", "force/area")),
    fills(&JohnsonCookFlow::largest_stress, real("SIGSAT", "maximum stress; 0: none", "force/area")),
    fills(&JohnsonCookFlow::reference_rate, real("EPSO", "reference strain rate of A and B", "1/time", 1)));

/// VP is on the first card, the rest on the second.
void check_flow(const Card& first, const Card& second, const JohnsonCookFlow& flow) {
  if (flow.a <= 0) second.error("A", "found {}, expected a positive yield stress [force/area]", flow.a);
  if (flow.b > 0 && flow.n <= 0) second.error("N", "found {}, expected a positive exponent", flow.n);
  if (flow.reference_rate < 0)
    second.error("EPSO", "found {}, expected a positive strain rate [1/time]", flow.reference_rate);
  choice(first, "VP", 0, 1);
  expect_not_negative(second, {"B", "C"});
}

/// E and PR; E may be left out where G is given.
void read_moduli(const Card& card, Material& material) {
  const double shear = card.real("G");
  expect_not_negative(card, {"G"});
  if (card.real("E") != 0 || shear <= 0) {
    read_elastic_constants(card, material);
    const double own = material.young / (2 * (1 + material.poisson));
    if (shear > 0 && std::abs(shear / own - 1) > 0.01)
      card.warn("G", "found {}, E / (2 (1 + PR)) = {} is used", shear, own);
    return;
  }
  material.poisson = card.real("PR");
  material.young = 2 * (1 + material.poisson) * shear;
  if (material.poisson <= 0 || material.poisson >= 0.5)
    card.error("PR", "found {}, expected Poisson's ratio between 0 and 0.5: with G it gives the bulk modulus",
               material.poisson);
}

void check_heat(const Card& flow, const Card& heat, const JohnsonCook& law) {
  expect_not_negative(heat, {"CP"});
  if (law.specific_heat == 0) {
    if (law.melting != 0) heat.warn("CP", "found 0: plastic work makes no heat, the temperature stays TR");
    return;
  }
  if (law.m <= 0) flow.error("M", "found {}, expected a positive exponent (CP is given)", law.m);
  if (law.melting <= law.room)
    flow.error("TM", "found {}, expected more than TR = {} (CP is given)", law.melting, law.room);
}

void check_fracture(const Card& first, const Card& second, const JohnsonCook& law) {
  if (law.least_fracture_strain < 0)
    second.error("EFMIN", "found {}, expected a positive strain", law.least_fracture_strain);
  if (law.fracture[1] != 0 && law.fracture[2] > 0)
    first.warn("D3", "found {}: tension makes the material more ductile; Johnson and Cook's D3 is negative",
               law.fracture[2]);
}

/// Once parts are known: what solids of the material do without an equation of state, and with one.
void warn_of_solids(const Deck& deck, const Card& card, const Card& heat) {
  const Index material = deck.materials.find(card.id("MID"));
  for (const Part& part : deck.parts_in_use()) {
    if (part.material != material || part.section == none) continue;
    if (deck.model.sections[part.section].kind != SectionKind::solid) continue;
    if (part.eos && heat.real("PC") != 0 && heat.integer("SPALL") != 1)
      heat.warn("SPALL", "found another than 1, 1 is used: at PC the tension does not grow further");
    if (part.eos) continue;
    card.warn("", "the solids of part {} have no equation of state: their volume is elastic with E and PR", part.id);
    if (heat.real("PC") != 0) heat.warn("PC", "the tension that these solids carry has no limit");
    return;
  }
}

/// Shells are deleted when all of their layers have failed.
void check_failed_layers(const Deck& deck, const Card& card, const Card& fracture) {
  const int wanted = fracture.integer("NUMINT");
  if (wanted == 0) return;
  const Index material = deck.materials.find(card.id("MID"));
  for (const Part& part : deck.parts_in_use()) {
    const Section& section = deck.model.sections[part.section];
    if (part.material != material || section.kind != SectionKind::shell || section.n_layers == wanted) continue;
    fracture.replace("NUMINT",
                     fmt::format("found {}, but the shells of part {} have {} layers, expected 0 or that number: "
                                 "deletion before all layers have failed is not supported",
                                 wanted, part.id, section.n_layers),
                     "0");
    return;
  }
}

Card read_johnson_cook(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(full_card_1), flow = cards.next(full_card_2);
  const Card heat = cards.next(full_card_3), fracture = cards.next(full_card_4);
  start_material(card, material);
  read_moduli(card, material);
  const auto law = filled<JohnsonCook>(card, flow, heat, fracture);
  check_flow(card, flow, law);
  check_heat(flow, heat, law);
  check_fracture(heat, fracture, law);
  material.law = law;
  material.uses_eos = true;
  material.pressure_cutoff = heat.real("PC");
  if (material.pressure_cutoff > 0) heat.error("PC", "found {}, expected a pressure <= 0", material.pressure_cutoff);
  deck.later(Phase::bodies, [&deck, card, heat, fracture] {
    warn_of_solids(deck, card, heat);
    check_failed_layers(deck, card, fracture);
  });
  return card;
}

Card read_simplified(Cards& cards, Deck&, Material& material) {
  const Card card = cards.next(simplified_card_1), flow = cards.next(simplified_card_2);
  start_elastic(card, material);
  const auto law = filled<SimplifiedJohnsonCook>(card, flow);
  check_flow(card, flow, law);
  expect_not_negative(flow, {"PSFAIL"});
  for (const auto field : {"SIGMAX", "SIGSAT"})
    if (flow.real(field) != 0 && flow.real(field) < law.a)
      flow.error(field, "found {}, expected at least A = {} or 0", flow.real(field), law.a);
  material.law = law;
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_JOHNSON_COOK", "MAT_015", numbered(full_card_1, full_card_2, full_card_3, full_card_4),
               read_johnson_cook);
  add_material(registry, "MAT_SIMPLIFIED_JOHNSON_COOK", "MAT_098", numbered(simplified_card_1, simplified_card_2),
               read_simplified);
}

}  // namespace crumple::deck::johnson_cook_keywords
