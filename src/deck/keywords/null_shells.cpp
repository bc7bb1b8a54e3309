// *MAT_009 NULL of shells: mass, faces and stiffness for contact, no stress.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field card_fields[] = {id(IdOf::material, "MID", "number of the material"),
                                 real("RO", "density", "mass/volume"),
                                 no_effect("PC", "of solids, which are refused"),
                                 refused("MU", "viscosity"),
                                 refused("TEROD", "erosion"),
                                 refused("CEROD", "erosion"),
                                 real("YM", "Young's modulus, for contact", "force/area"),
                                 real("PR", "Poisson's ratio, for contact", "1")};

void read_null(Cards& cards, const Options& options, Deck& deck) {
  while (cards.more()) {
    std::string title = take_title(cards, options);
    const Card card = cards.next(card_fields);
    Material material = start_material(card, std::move(title));
    material.young = card.real("YM");
    material.poisson = card.real("PR");
    material.law = MaterialNull{};
    expect_not_negative(card, {"YM"});
    if (material.poisson <= -1 || material.poisson >= 0.5)
      card.error("PR", "expected Poisson's ratio between -1 and 0.5");
    if (material.young == 0) card.warn("YM", "found none: contact with these shells has no stiffness of theirs");
    deck.materials.add(material.id, material, card.where(), card.keyword());
    expect_section_kind(deck, card, SectionKind::shell,
                        ": solids of this material need an equation of state, which is not supported");
  }
}

}  // namespace

void register_null_shells(Registry& registry) {
  registry.add("MAT_NULL", {"TITLE"}, {{"_TITLE", title_card}, {"1", card_fields}}, read_null);
  registry.alias("MAT_009", "MAT_NULL");
}

}  // namespace crumple::deck
