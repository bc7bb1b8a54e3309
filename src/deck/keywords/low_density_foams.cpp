// *MAT_057 LOW_DENSITY_FOAM, *MAT_073 LOW_DENSITY_VISCOUS_FOAM and *MAT_083 FU_CHANG_FOAM (tabulated).
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_057_low_density_foam.hpp"
#include "kernels/materials/material_073_low_density_viscous_foam.hpp"
#include "kernels/materials/material_083_fu_chang_foam.hpp"

namespace crumple::deck::low_density_foams_keywords {

using kernels::FoamParameters, kernels::FuChangFoam, kernels::LowDensityFoam, kernels::ViscousFoam;

constexpr auto urethane_card_1 = card_of(
    material_start, real("E", "Young's modulus, in tension", "force/area"),
    id(IdOf::curve, "LCID", "curve of nominal stress over nominal strain in compression"),
    fills(&FoamParameters::cutoff, real("TC", "tensile stress cutoff; 0: no limit", "force/area")),
    fills(&FoamParameters::hysteretic, real("HU", "hysteretic unloading factor; 1: no energy is dissipated", "1", 1)),
    fills(&FoamParameters::decay, real("BETA", "decay constant of the maximum energy in unloading; 0: none", "1/time")),
    fills(&FoamParameters::damping,
          real("DAMP", "linear coefficient of the bulk viscosity; < 0 (a curve) is an error", "1")));
constexpr auto unloading_fields =
    card_of(fills(&FoamParameters::shape, real("SHAPE", "shape exponent of hysteretic unloading", "1", 1)),
            fills(&FoamParameters::tears,
                  integer("FAIL", "0: tension stays at TC; 1: tension drops to zero once TC is reached")),
            fills(&FoamParameters::bulk_viscosity,
                  integer("BVFLAG", "0: no bulk viscosity except DAMP; 1: that of all solids")));
constexpr auto urethane_card_2 = card_of(unloading_fields, refused("ED", "viscoelasticity"),
                                         no_effect("BETA1", "used only with ED, which is an error"),
                                         warned("KCON", "the contact stiffness is computed from E"),
                                         refused("REF", "stresses from a reference geometry"));
constexpr auto viscous_card_2 =
    card_of(unloading_fields, warned("KCON", "the contact stiffness is computed from E"),
            refused("LCID2", "a relaxation curve to which terms are fitted, instead of GI and BETAI"),
            alike(no_effect("BSTART", "used only with LCID2, which is an error"), "TRAMP", "NV"));
constexpr Field viscous_term_card[] = {
    real("GI", "modulus of a term that relaxes: a stress of the strain along it alone", "force/area"),
    real("BETAI", "its decay", "1/time"), refused("REF", "stresses from a reference geometry")};

constexpr auto chang_card_1 =
    card_of(material_start, real("E", "Young's modulus, in tension", "force/area"),
            warned("KCON", "the contact stiffness is computed from E"),
            fills(&FoamParameters::cutoff, real("TC", "tensile stress cutoff; 0: no limit", "force/area")),
            fills(&FoamParameters::tears,
                  integer("FAIL", "0: tension stays at TC; 1: tension drops to zero once TC is reached")),
            fills(&FoamParameters::damping,
                  real("DAMP", "linear coefficient of the bulk viscosity; < 0 (a curve) is an error", "1")),
            id(IdOf::curve, "TBID", "table of such curves over strain rate, or one curve; 0 is an error"));
constexpr Field chang_card_2[] = {
    fills(&FoamParameters::bulk_viscosity,
          integer("BVFLAG", "0: no bulk viscosity except DAMP; 1: that of all solids")),
    fills(&FoamParameters::engineering_rate, integer("SFLAG", "0: true strain rate; 1: rate of the nominal strain")),
    refused("RFLAG", "strain rates of other measures", 0, {1, 1}),
    refused("TFLAG", "a curve in tension"),
    refused("PVID", "Poisson's ratio over pressure"),
    no_effect("SRAF", "the rate is an average with a mean age of six steps"),
    refused("REF", "stresses from a reference geometry"),
    fills(&FoamParameters::hysteretic, real("HU", "hysteretic unloading factor; 1: no energy is dissipated", "1", 1))};
constexpr auto without_table = "only without a table, which is an error";
constexpr auto chang_card_3 = card_of(alike(no_effect("D0", without_table), "N0", "N1", "N2", "N3", "C0", "C1", "C2"));
constexpr auto chang_card_4 =
    card_of(alike(no_effect("C3", without_table), "C4", "C5", "AIJ", "SIJ"), refused("MINR", "a minimum strain rate"),
            refused("MAXR", "a maximum strain rate"),
            fills(&FoamParameters::shape, real("SHAPE", "shape exponent of hysteretic unloading", "1", 1)));

/// TC and DAMP stand on the first card, the others where they are asked for.
void check_unloading(const Card& first, const Card& fail, const Card& hysteresis, const Card& shape) {
  expect_not_negative(first, {"TC", "DAMP"});
  if (hysteresis.real("HU") < 0 || hysteresis.real("HU") > 1)
    hysteresis.error("HU", "found {}, expected 0 to 1", hysteresis.real("HU"));
  if (shape.real("SHAPE") <= 0) shape.error("SHAPE", "found {}, expected a positive exponent", shape.real("SHAPE"));
  choice(fail, "FAIL", 0, 1);
}

/// E, and PR which there is none.
void read_young(const Card& card, Material& material) {
  material.young = card.real("E");
  if (!(material.young > 0))
    card.error("E", "found {}, expected a positive Young's modulus [force/area]", material.young);
}

/// Whether a curve has stresses in compression, positive, from the strain 0 on.
bool is_sound(const Curve& curve, const Card& card, std::string_view field) {
  if (curve.x.empty()) return false;  // it has its error already
  const bool sound = curve.x.size() > 1 && curve.x.back() > 0 && curve.evaluate(0) >= 0 && curve.y.back() > 0;
  if (!sound)
    card.error(field,
               "curve {} has no positive stresses at positive strains, which are those of "
               "compression",
               curve.id);
  return sound;
}

template <class Law>
void resolve_urethane(Deck& deck, const Card& card) {
  Material& own = deck.materials[deck.materials.find(card.id("MID"))];
  const Index found = deck.find(deck.curves, card, "LCID");
  if (own.law.as<Law>() && found != none && is_sound(deck.curves[found], card, "LCID"))
    own.curves = {deck.curves[found]};
}

/// The curve or the curves of the table TBID.
void resolve_chang(Deck& deck, const Card& card) {
  Material& own = deck.materials[deck.materials.find(card.id("MID"))];
  if (!own.law.as<FuChangFoam>()) return;
  std::vector<Id> ids{card.id("TBID")};
  if (const Index table = deck.curve_tables.find(card.id("TBID")); table != none) {
    ids = deck.curve_tables[table].curves;
    own.rates = deck.curve_tables[table].values;
  }
  for (const Id id : ids) {
    const Index curve = deck.find(deck.curves, card, "TBID", id);
    if (curve == none || !is_sound(deck.curves[curve], card, "TBID")) return;
    own.curves.push_back(deck.curves[curve]);
  }
}

/// What both laws of urethane have in common.
template <class Law>
void start_urethane(Deck& deck, const Card& card, const Card& second, Material& material) {
  start_material(card, material);
  read_young(card, material);
  expect_not_negative(card, {"BETA"});
  check_unloading(card, second, card, second);
  expect_section_kind(deck, card, SectionKind::solid);
  deck.later(Phase::definitions, [&deck, card] { resolve_urethane<Law>(deck, card); });
}

Card read_urethane(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(urethane_card_1), second = cards.next(urethane_card_2);
  material.law = filled<LowDensityFoam>(card, second);
  start_urethane<LowDensityFoam>(deck, card, second, material);
  return card;
}

/// The deviators of the terms relax behind the law (material_073_low_density_viscous_foam.hpp).
Card read_viscous(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(urethane_card_1), second = cards.next(viscous_card_2);
  auto law = filled<ViscousFoam>(card, second);
  std::size_t n = 0;
  while (cards.more()) {
    const Card term = cards.next(viscous_term_card);
    expect_not_negative(term, {"GI", "BETAI"});
    if (!(term.real("GI") > 0)) continue;
    if (n == ViscousFoam::most_terms) {
      term.error("GI", "found more than {} terms", ViscousFoam::most_terms);
      break;
    }
    law.modulus[n] = term.real("GI");
    law.rate[n++] = term.real("BETAI");
    material.relaxation.push_back({0.5 * term.real("GI"), term.real("BETAI")});
  }
  material.law = law;
  start_urethane<ViscousFoam>(deck, card, second, material);
  return card;
}

Card read_chang(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(chang_card_1), flags = cards.next(chang_card_2);
  cards.next(chang_card_3);
  const Card last = cards.next(chang_card_4);
  start_material(card, material);
  read_young(card, material);
  material.law = filled<FuChangFoam>(card, flags, last);
  check_unloading(card, card, flags, last);
  expect_section_kind(deck, card, SectionKind::solid);
  if (card.id("TBID") == 0)
    card.error("TBID", "found none, expected a table: the law without one is not supported");
  else
    deck.later(Phase::definitions, [&deck, card] { resolve_chang(deck, card); });
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_LOW_DENSITY_FOAM", "MAT_057", numbered(urethane_card_1, urethane_card_2), read_urethane);
  add_material(registry, "MAT_LOW_DENSITY_VISCOUS_FOAM", "MAT_073",
               {{"1", urethane_card_1}, {"2", viscous_card_2}, {"3 ...", viscous_term_card}}, read_viscous);
  add_material(registry, "MAT_FU_CHANG_FOAM", "MAT_083",
               numbered(chang_card_1, chang_card_2, chang_card_3, chang_card_4), read_chang);
}

}  // namespace crumple::deck::low_density_foams_keywords
