// *MAT_093 and *MAT_095: discrete beams whose components are the springs of other parts, *MAT_074 and *MAT_094, by the
// laws of *MAT_067 and *MAT_068.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::spring_parts_keywords {

constexpr auto card_fields =
    card_of(id(IdOf::material, "MID", "number of the material"),
            real("RO", "density, multiplied by VOL of *SECTION_BEAM", "mass/volume"),
            id(IdOf::part, "TPIDR", "part whose spring acts along r; 0: none"),
            id(IdOf::part, "TPIDS", "along s; 0: none"), id(IdOf::part, "TPIDT", "along t; 0: none"),
            id(IdOf::part, "RPIDR", "about r, with rotations [rad] for lengths; 0: none"),
            id(IdOf::part, "RPIDS", "about s; 0: none"), id(IdOf::part, "RPIDT", "about t; 0: none"));

Curve line(double slope) {
  Curve curve;
  if (slope > 0) {
    curve.x = {-1, 1};
    curve.y = {-slope, slope};
  }
  return curve;
}

/// The spring of the part that a field names; null for none or after an error.
const MaterialElasticSpringBeam* spring_of(Deck& deck, const Card& card, std::string_view field, bool yields) {
  if (card.id(field) == 0) return nullptr;
  const Index part = deck.find(deck.parts, card, field);
  if (part == none || deck.model.parts[part].material == none) return nullptr;
  const Material& material = deck.model.materials[deck.model.parts[part].material];
  const auto* spring = std::get_if<MaterialElasticSpringBeam>(&material.law);
  if (!spring || spring->yield.empty() == yields)
    card.error(field, "part {} is not of {}", card.id(field),
               yields ? "*MAT_094 with a curve of yield forces" : "*MAT_074");
  else if (spring->c1 != 0 || spring->c2 != 0 || !spring->damping_scale.empty())
    card.error(field, "the spring of part {} has C1, C2 or GLCID, expected none here", card.id(field));
  else {
    if (spring->compression_at_failure > 0 || spring->tension_at_failure > 0)
      card.warn(field, "the spring of part {} does not fail here (CDF, TDF)", card.id(field));
    return spring;
  }
  return nullptr;
}

/// The force over the rate: by HLCID, or D.
Curve damping_of(const Card& card, std::string_view field, const MaterialElasticSpringBeam& spring) {
  if (spring.damping_force.empty()) return line(spring.damping);
  if (spring.damping > 0)
    card.error(field, "the spring of part {} has D and HLCID, expected one of them", card.id(field));
  return spring.damping_force;
}

/// As law_of, when the tables have become arrays of the model.
template <class Law>
Law* own_law(Deck& deck, const Card& card) {
  return std::get_if<Law>(&deck.model.materials[deck.materials.find(card.id("MID"))].law);
}

void resolve_elastic(Deck& deck, const Card& card) {
  auto* own = own_law<MaterialNonlinearDiscreteBeam>(deck, card);
  for (std::size_t i = 0; own && i < 6; ++i) {
    const std::string_view field = card.field(2 + i);
    const auto* spring = spring_of(deck, card, field, false);
    if (!spring) continue;
    own->force[i] = spring->force.empty() ? line(spring->stiffness) : spring->force;
    for (double& y : own->force[i].y)
      if (!spring->force.empty()) y *= spring->stiffness;
    own->damping[i] = damping_of(card, field, *spring);
  }
}

void resolve_inelastic(Deck& deck, const Card& card) {
  auto* own = own_law<MaterialPlasticDiscreteBeam>(deck, card);
  for (std::size_t i = 0; own && i < 6; ++i) {
    const std::string_view field = card.field(2 + i);
    const auto* spring = spring_of(deck, card, field, true);
    if (!spring) continue;
    if (!spring->damping_force.empty())
      card.error(field, "the spring of part {} has HLCID, expected D alone here", card.id(field));
    own->stiffness[i] = spring->stiffness;
    own->damping[i] = spring->damping;
    own->yield[i] = spring->yield;
  }
}

template <class Law, void (*resolve)(Deck&, const Card&)>
Card read_components(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(card_fields);
  start_material(card, material);
  material.law = Law{};
  expect_section_kind(deck, card, SectionKind::beam, " of ELFORM 6");
  deck.later(Phase::moves, [&deck, card] { resolve(deck, card); });
  return card;
}

void add_to(Registry& registry) {
  constexpr auto note = "F0 of the parts' springs has no effect here, as in LS-DYNA.";
  add_material(registry, "MAT_ELASTIC_6DOF_SPRING_DISCRETE_BEAM", "MAT_093", numbered(card_fields),
               read_components<MaterialNonlinearDiscreteBeam, resolve_elastic>, note);
  add_material(registry, "MAT_INELASTIC_6DOF_SPRING_DISCRETE_BEAM", "MAT_095", numbered(card_fields),
               read_components<MaterialPlasticDiscreteBeam, resolve_inelastic>, note);
}

}  // namespace crumple::deck::spring_parts_keywords
