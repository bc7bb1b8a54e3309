// *MAT_010 ELASTIC_PLASTIC_HYDRO: plasticity of a shear modulus and an equation of state, computed as *MAT_024.
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"

namespace crumple::deck::elastic_plastic_hydro_keywords {

using kernels::PiecewiseLinear;

constexpr auto card_1 =
    card_of(material_start, real("G", "shear modulus", "force/area"),
            fills(&PiecewiseLinear::yield, real("SIGY", "yield stress, without EPS and ES", "force/area")),
            real("EH", "plastic hardening modulus, with SIGY", "force/area"),
            real("PC", "pressure cutoff; 0: none", "force/area"),
            fills(&PiecewiseLinear::failure_strain, real("FS", "plastic strain at failure; 0: none", "1")),
            no_effect("CHARL", "only for two-dimensional elements"));
constexpr auto card_2 = card_of(alike(refused("A1", "a yield stress that depends on pressure"), "A2"),
                                warned("SPALL", "tension is limited at PC (SPALL = 1)", 0, {1, 1}));
constexpr auto strain_card = card_of(real("EPS1", "plastic strain"),
                                     alike(real("EPS2", "as EPS1"), "EPS3", "EPS4", "EPS5", "EPS6", "EPS7", "EPS8"));
constexpr auto stress_card =
    card_of(real("ES1", "yield stress at EPS", "force/area"),
            alike(real("ES2", "as ES1", "force/area"), "ES3", "ES4", "ES5", "ES6", "ES7", "ES8"));

/// EPS and ES, as long as strains grow; empty without them.
Curve points_of(const std::vector<double>& strain, const std::vector<double>& stress) {
  Curve curve;
  for (std::size_t i = 0; i < strain.size() && stress[i] > 0 && (i == 0 || strain[i] > strain[i - 1]); ++i) {
    curve.x.push_back(strain[i]);
    curve.y.push_back(stress[i]);
  }
  return curve.x.size() > 1 ? curve : Curve{};
}

/// E and PR of G and the bulk modulus at rest, and with them the tangent modulus.
void resolve(Deck& deck, const Card& card) {
  Material& material = deck.model.materials[std::size_t(deck.materials.find(card.id("MID")))];
  for (const Part& part : deck.parts_in_use())
    if (part.section != none && part.material == deck.materials.find(card.id("MID")) && !part.eos)
      card.error("MID", "part {} has no equation of state, expected one (EOSID)", part.id);
  const double bulk = material.bulk_modulus > 0 ? material.bulk_modulus : card.real("G"), shear = card.real("G");
  material.young = 9 * bulk * shear / (3 * bulk + shear);
  material.poisson = (3 * bulk - 2 * shear) / (2 * (3 * bulk + shear));
  auto& law = *material.law.as<PiecewiseLinear>();
  law.tangent = material.young * card.real("EH") / (material.young + card.real("EH"));
}

Card read_hydro(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(card_1);
  cards.next(card_2);
  const std::vector<double> strain = read_two_cards(cards, strain_card), stress = read_two_cards(cards, stress_card);
  start_material(card, material);
  const auto law = filled<PiecewiseLinear>(card);
  if (Curve points = points_of(strain, stress); !points.x.empty()) material.curves = {std::move(points)};
  expect_positive(card, {"G"}, "a positive shear modulus [force/area]");
  if (material.curves.empty() && !(law.yield > 0))
    card.error("SIGY", "found {}, expected a positive yield stress (no EPS and ES given)", law.yield);
  if (card.real("PC") > 0) card.error("PC", "found {}, expected a pressure <= 0", card.real("PC"));
  expect_not_negative(card, {"EH", "FS"});
  material.law = law;
  material.uses_eos = true;
  material.pressure_cutoff = card.real("PC");
  expect_section_kind(deck, card, SectionKind::solid);
  deck.later(Phase::bodies, [&deck, card] { resolve(deck, card); });
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_ELASTIC_PLASTIC_HYDRO", "MAT_010",
               {{"1", card_1}, {"2", card_2}, {"3, 4", strain_card}, {"5, 6", stress_card}}, read_hydro,
               "Computed as *MAT_024, with the pressure of the equation of state.");
}

}  // namespace crumple::deck::elastic_plastic_hydro_keywords
