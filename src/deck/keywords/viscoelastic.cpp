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

void read_viscoelastic(Cards& cards, const Options& options, Deck& deck) {
  while (cards.more()) {
    std::string title = take_title(cards, options);
    const Card card = cards.next(card_fields);
    Material material = start_material(card, std::move(title));
    const auto law = filled<Viscoelastic>(card);
    for (const auto field : {"BULK", "G0"})
      if (!(card.real(field) > 0))
        card.error(field, "found {}, expected a positive modulus [force/area]", card.real(field));
    expect_not_negative(card, {"GI", "BETA"});
    if (law.long_shear > law.short_shear)
      card.error("GI", "found {}, expected at most G0 = {}", law.long_shear, law.short_shear);
    const double k = law.bulk, g = law.short_shear;
    material.young = 9 * k * g / (3 * k + g);
    material.poisson = (3 * k - 2 * g) / (2 * (3 * k + g));
    material.law = law;
    deck.materials.add(material.id, material, card.where(), card.keyword());
    expect_section_kind(deck, card, SectionKind::solid, "");
  }
}

}  // namespace

void register_viscoelastic(Registry& registry) {
  registry.add("MAT_VISCOELASTIC", {"TITLE"}, {{"_TITLE", title_card}, {"1", card_fields}}, read_viscoelastic);
  registry.alias("MAT_006", "MAT_VISCOELASTIC");
}

}  // namespace crumple::deck
