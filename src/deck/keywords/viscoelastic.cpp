// *MAT_006 VISCOELASTIC, *MAT_061 KELVIN-MAXWELL_VISCOELASTIC, *MAT_164 BRAIN_LINEAR_VISCOELASTIC and *MAT_076
// GENERAL_VISCOELASTIC, of solids.
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_006_viscoelastic.hpp"
#include "kernels/materials/material_077_hyperelastic.hpp"

namespace crumple::deck::viscoelastic_keywords {

using kernels::Viscoelastic;

constexpr auto card_fields = card_of(
    material_start,
    fills(&Viscoelastic::bulk, real("BULK", "bulk modulus; < 0 (a curve over temperature) is an error", "force/area")),
    fills(&Viscoelastic::short_shear, real("G0", "short-time shear modulus; < 0 (a curve) is an error", "force/area")),
    fills(&Viscoelastic::long_shear, real("GI", "long-time shear modulus; < 0 (a curve) is an error", "force/area")),
    fills(&Viscoelastic::decay, real("BETA", "decay constant; < 0 (a curve) is an error", "1/time")));

constexpr auto maxwell_fields =
    card_of(material_start, fills(&Viscoelastic::bulk, real("BULK", "bulk modulus", "force/area")),
            fills(&Viscoelastic::short_shear, real("G0", "short-time shear modulus", "force/area")),
            fills(&Viscoelastic::long_shear, real("GI", "long-time shear modulus", "force/area")),
            fills(&Viscoelastic::decay, real("DC", "decay constant", "1/time")),
            refused("FO", "a Kelvin solid (only Maxwell's, FO = 0, is there)"),
            no_effect("SO", "the strains of elout do not depend on it"));
constexpr auto general_card_1 =
    card_of(material_start, real("BULK", "bulk modulus", "force/area"),
            no_effect("PCF", "only for pressure in tension"),
            no_effect("EF", "viscous and elastic layers are not distinguished"),
            alike(no_effect("TREF", "there is no temperature"), "A", "B"));
constexpr auto general_card_2 =
    card_of(refused("LCID", "constants fitted to a relaxation test"),
            alike(no_effect("NT", "used only with LCID or LCIDK, which are errors"), "BSTART", "TRAMP"),
            refused("LCIDK", "constants fitted to a relaxation test"),
            alike(no_effect("NTK", "used only with LCID or LCIDK, which are errors"), "BSTARTK", "TRAMPK"));
constexpr Field term_card[] = {real("GI", "shear modulus of a term", "force/area"),
                               real("BETAI", "its decay; 0: it does not relax", "1/time"),
                               refused("KI", "a bulk modulus that relaxes"),
                               no_effect("BETAKI", "used only with KI, which is an error")};

/// E and PR of the moduli K and G.
void set_moduli(Material& material, double k, double g) {
  material.young = 9 * k * g / (3 * k + g);
  material.poisson = (3 * k - 2 * g) / (2 * (3 * k + g));
}

template <const auto& fields, const char* decay>
Card read_viscoelastic(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(fields);
  start_material(card, material);
  const auto law = filled<Viscoelastic>(card);
  expect_positive(card, {"BULK", "G0"}, "a positive modulus [force/area]");
  expect_not_negative(card, {"GI", decay});
  if (law.long_shear > law.short_shear)
    card.error("GI", "found {}, expected at most G0 = {}", law.long_shear, law.short_shear);
  set_moduli(material, law.bulk, law.short_shear);
  material.law = law;
  expect_section_kind(deck, card, SectionKind::solid);
  return card;
}

/// A rubber without a shear modulus of its own, to which the terms are added.
Card read_general(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(general_card_1);
  if (cards.more()) cards.next(general_card_2);
  start_material(card, material);
  expect_positive(card, {"BULK"}, "a positive bulk modulus [force/area]");
  double shear = 0;
  while (cards.more()) {
    const Card term = cards.next(term_card);
    expect_not_negative(term, {"GI", "BETAI"});
    if (!(term.real("GI") > 0)) continue;
    shear += term.real("GI");
    material.relaxation.push_back({term.real("GI"), term.real("BETAI")});
    if (material.relaxation.size() == kernels::MaterialConstants::most_relaxing + 1)
      term.error("GI", "found more than {} terms", int(kernels::MaterialConstants::most_relaxing));
  }
  if (!(shear > 0)) card.error("", "found no term GI, expected one [force/area]");
  set_moduli(material, card.real("BULK"), shear);
  kernels::Hyperelastic law;
  law.bulk = card.real("BULK");
  material.law = law;
  expect_section_kind(deck, card, SectionKind::solid);
  return card;
}

constexpr char decay_of_viscoelastic[] = "BETA", decay_of_maxwell[] = "DC";

void add_to(Registry& registry) {
  add_material(registry, "MAT_VISCOELASTIC", "MAT_006", numbered(card_fields),
               read_viscoelastic<card_fields, decay_of_viscoelastic>);
  add_material(registry, "MAT_KELVIN-MAXWELL_VISCOELASTIC", "MAT_061", numbered(maxwell_fields),
               read_viscoelastic<maxwell_fields, decay_of_maxwell>, "Computed as *MAT_006.");
  add_material(registry, "MAT_BRAIN_LINEAR_VISCOELASTIC", "MAT_164", numbered(maxwell_fields),
               read_viscoelastic<maxwell_fields, decay_of_maxwell>, "Computed as *MAT_006.");
  add_material(registry, "MAT_GENERAL_VISCOELASTIC", "MAT_076",
               {{"1", general_card_1}, {"2", general_card_2}, {"3 ...", term_card}}, read_general,
               "Solids; the pressure is K (1 - V).");
}

}  // namespace crumple::deck::viscoelastic_keywords
