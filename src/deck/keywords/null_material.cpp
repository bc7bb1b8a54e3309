// *MAT_009 NULL: of shells mass, faces and stiffness for contact, of beams mass and radius, no stress; of solids a
// fluid with an equation of state.
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_009_null.hpp"

namespace crumple::deck::null_material_keywords {

using kernels::NullMaterial;

constexpr auto card_fields = card_of(
    material_start, real("PC", "solids: pressure cutoff; 0: none", "force/area"),
    fills(&NullMaterial::viscosity, real("MU", "solids: viscosity", "force time/area")),
    fills(&NullMaterial::largest_volume, real("TEROD", "solids: relative volume at erosion in tension; 0: none", "1")),
    fills(&NullMaterial::least_volume,
          real("CEROD", "solids: relative volume at erosion in compression; 0: none", "1")),
    real("YM", "shells: Young's modulus, for contact", "force/area"),
    real("PR", "shells: Poisson's ratio, for contact", "1"));

/// Of a fluid in the estimates that ask for one, for its change of shape costs nothing.
constexpr double poisson_of_fluid = 0.499;

/// The law of shells and beams or that of solids, once the parts are known.
void resolve(Deck& deck, const Card& card) {
  Material& material = deck.model.materials[std::size_t(deck.materials.find(card.id("MID")))];
  bool has_shells = false, has_beams = false, is_fluid = false;
  for (const Part& part : deck.parts_in_use()) {
    if (part.section == none || part.material != deck.materials.find(card.id("MID"))) continue;
    const SectionKind kind = deck.model.sections[part.section].kind;
    has_shells = has_shells || kind == SectionKind::shell;
    has_beams = has_beams || kind == SectionKind::beam;
    is_fluid = is_fluid || kind == SectionKind::solid;
    if (kind == SectionKind::spring)
      card.error("MID", "part {} has {}s, expected shells, beams or solids", part.id, name_of(kind));
    else if (kind == SectionKind::solid && !part.eos)
      card.error("MID", "the solids of part {} have no equation of state, expected one (EOSID)", part.id);
  }
  const bool has_no_stress = has_shells || has_beams;
  if (has_no_stress && is_fluid)
    card.error("MID", "both solids and shells or beams have this material, expected one of them");
  for (const auto field : {"MU", "TEROD", "CEROD"})
    if (has_no_stress && card.real(field) != 0)
      card.error(field, "found {}, expected 0: shells and beams of this material have no stress", card.real(field));
  if (is_fluid) {
    material.is_empty = false;
    material.young = 0;
    material.poisson = poisson_of_fluid;
    material.pressure_cutoff = card.real("PC");
  } else if ((has_shells || !has_beams) && material.young == 0) {
    card.warn("YM", "found none: contact with these shells has no stiffness of theirs");
  }
}

Card read_null(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(card_fields);
  start_material(card, material);
  material.young = card.real("YM");
  material.poisson = card.real("PR");
  material.law = filled<NullMaterial>(card);
  material.is_empty = true;
  expect_not_negative(card, {"MU", "TEROD", "CEROD", "YM"});
  if (card.real("PC") > 0) card.error("PC", "found {}, expected a pressure <= 0", card.real("PC"));
  if (material.poisson <= -1 || material.poisson >= 0.5)
    card.error("PR", "expected Poisson's ratio between -1 and 0.5");
  material.uses_eos = true;
  deck.later(Phase::bodies, [&deck, card] { resolve(deck, card); });
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_NULL", "MAT_009", numbered(card_fields), read_null);
}

}  // namespace crumple::deck::null_material_keywords
