// *MAT_006 VISCOELASTIC, of solids.
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_006_viscoelastic.hpp"

namespace crumple::deck {
namespace {

using kernels::Viscoelastic;

constexpr auto card_fields = card_of(
    material_start,
    fills(&Viscoelastic::bulk, real("BULK", "bulk modulus; < 0 (a curve over temperature) is an error", "force/area")),
    fills(&Viscoelastic::short_shear, real("G0", "short-time shear modulus; < 0 (a curve) is an error", "force/area")),
    fills(&Viscoelastic::long_shear, real("GI", "long-time shear modulus; < 0 (a curve) is an error", "force/area")),
    fills(&Viscoelastic::decay, real("BETA", "decay constant; < 0 (a curve) is an error", "1/time")));

Card read_viscoelastic(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(card_fields);
  start_material(card, material);
  const auto law = filled<Viscoelastic>(card);
  expect_positive(card, {"BULK", "G0"}, "a positive modulus [force/area]");
  expect_not_negative(card, {"GI", "BETA"});
  if (law.long_shear > law.short_shear)
    card.error("GI", "found {}, expected at most G0 = {}", law.long_shear, law.short_shear);
  const double k = law.bulk, g = law.short_shear;
  material.young = 9 * k * g / (3 * k + g);
  material.poisson = (3 * k - 2 * g) / (2 * (3 * k + g));
  material.law = law;
  expect_section_kind(deck, card, SectionKind::solid);
  return card;
}

}  // namespace

void register_viscoelastic(Registry& registry) {
  add_material(registry, "MAT_VISCOELASTIC", "MAT_006", numbered(card_fields), read_viscoelastic);
}

}  // namespace crumple::deck
