// *MAT_005 SOIL_AND_FOAM and *MAT_014 SOIL_AND_FOAM_FAILURE, of solids.
#include <algorithm>
#include <cmath>

#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_005_soil_and_foam.hpp"

namespace crumple::deck::soil_and_foam_keywords {

using kernels::SoilAndFoam;

constexpr auto first_card = card_of(
    material_start, fills(&SoilAndFoam::shear, real("G", "shear modulus", "force/area")),
    fills(&SoilAndFoam::unloading, real("KUN", "bulk modulus of unloading", "force/area")),
    fills(&SoilAndFoam::a0, real("A0", "of J2 = A0 + A1 p + A2 p^2 at yield", "force^2/area^2")),
    fills(&SoilAndFoam::a1, real("A1", "as A0", "force/area")), fills(&SoilAndFoam::a2, real("A2", "as A0", "1")),
    fills(&SoilAndFoam::cutoff, real("PC", "least pressure, not above 0; with _FAILURE where it fails", "force/area")));
constexpr Field second_card[] = {
    fills(&SoilAndFoam::same_way_back, integer("VCR", "0: unloads by KUN; 1: along the curve")),
    refused("REF", "stresses from a reference geometry"),
    id(IdOf::curve, "LCID", "curve of the pressure over the volumetric strain, of either sign, instead of EPS and P")};
constexpr auto strain_card_1 =
    card_of(real("EPS1", "volumetric strain ln V, of either sign, ascending in magnitude", "1"),
            alike(real("EPS2", "as EPS1", "1"), "EPS3", "EPS4", "EPS5", "EPS6", "EPS7", "EPS8"));
constexpr auto strain_card_2 = card_of(alike(real("EPS9", "as EPS1", "1"), "EPS10"));
constexpr auto pressure_card_1 = card_of(real("P1", "pressure at EPS1", "force/area"),
                                         alike(real("P2", "as P1", "force/area"), "P3", "P4", "P5", "P6", "P7", "P8"));
constexpr auto pressure_card_2 = card_of(alike(real("P9", "as P1", "force/area"), "P10"));

/// Ascending from the origin on.
void check_pressures(const Card& card, std::string_view field, const Curve& curve) {
  const bool rises = std::ranges::adjacent_find(curve.x, std::greater_equal<>()) == curve.x.end() &&
                     std::ranges::is_sorted(curve.y);
  if (curve.x.size() < 2 || curve.x.front() != 0 || curve.y.front() != 0 || !rises || !(curve.y.back() > 0))
    card.error(field, "expected pressures that rise with the magnitude of the volumetric strain, from 0 on");
}

/// Takes the pressures, and E and PR of G and of the largest bulk modulus.
void take_pressures(const Card& card, std::string_view field, Curve curve, Material& material) {
  for (double& x : curve.x) x = std::abs(x);
  if (curve.x.size() > 1 && curve.x.front() > curve.x.back()) {
    std::ranges::reverse(curve.x);
    std::ranges::reverse(curve.y);
  }
  if (!curve.x.empty() && curve.x.front() > 0) {
    curve.x.insert(curve.x.begin(), 0);
    curve.y.insert(curve.y.begin(), 0);
  }
  check_pressures(card, field, curve);
  const auto& law = *material.law.as<SoilAndFoam>();
  double bulk = law.unloading;
  for (std::size_t i = 1; i < curve.x.size(); ++i)
    bulk = std::max(bulk, (curve.y[i] - curve.y[i - 1]) / (curve.x[i] - curve.x[i - 1]));
  material.young = 9 * bulk * law.shear / (3 * bulk + law.shear);
  material.poisson = (3 * bulk - 2 * law.shear) / (2 * (3 * bulk + law.shear));
  material.curves = {std::move(curve)};
}

/// The points of the cards; zeros behind the last one are none.
Curve given_points(const std::vector<double>& strains, const std::vector<double>& pressures) {
  Curve curve;
  std::size_t n = strains.size();
  while (n > 1 && strains[n - 1] == 0 && pressures[n - 1] == 0) --n;
  curve.x.assign(strains.begin(), strains.begin() + std::ptrdiff_t(n));
  curve.y.assign(pressures.begin(), pressures.begin() + std::ptrdiff_t(n));
  return curve;
}

std::vector<double> values_of(const Card& eight, const Card& two) {
  std::vector<double> values;
  for (const Card* card : {&eight, &two})
    for (std::size_t i = 0; i < card->size(); ++i) values.push_back(card->real(i));
  return values;
}

template <bool fails>
Card read_soil(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(first_card), second = cards.next(second_card);
  start_material(card, material);
  auto law = filled<SoilAndFoam>(card, second);
  law.tears = fails;
  expect_positive(card, {"G", "KUN"}, "a positive modulus [force/area]");
  if (law.cutoff > 0) card.error("PC", "found {}, expected a pressure of 0 or less [force/area]", law.cutoff);
  choice(second, "VCR", 0, 1);
  material.law = law;
  expect_section_kind(deck, card, SectionKind::solid);
  if (second.id("LCID") != 0) {
    while (cards.more()) cards.next_text();  // EPS and P, which may be left out
    deck.later(Phase::definitions, [&deck, card, second] {
      Material& own = deck.materials[deck.materials.find(card.id("MID"))];
      const Index found = deck.find(deck.curves, second, "LCID");
      if (found != none && own.law.as<SoilAndFoam>()) take_pressures(second, "LCID", deck.curves[found], own);
    });
    return card;
  }
  const Card e1 = cards.next(strain_card_1), e2 = cards.next(strain_card_2);
  const Card p1 = cards.next(pressure_card_1), p2 = cards.next(pressure_card_2);
  take_pressures(p1, "P1", given_points(values_of(e1, e2), values_of(p1, p2)), material);
  return card;
}

void add_to(Registry& registry) {
  const auto cards =
      numbered(first_card, second_card, strain_card_1, strain_card_2, pressure_card_1, pressure_card_2);
  add_material(registry, "MAT_SOIL_AND_FOAM", "MAT_005", cards, read_soil<false>,
               "Cards 3 to 6 may be left out with LCID.");
  add_material(registry, "MAT_SOIL_AND_FOAM_FAILURE", "MAT_014", cards, read_soil<true>,
               "As *MAT_005; at the pressure PC it loses all tension and, while it is not compressed, all strength.");
}

}  // namespace crumple::deck::soil_and_foam_keywords
