// *MAT_196 GENERAL_SPRING_DISCRETE_BEAM: springs along and about the axes of a discrete beam, each with cards of its
// own. Read as the laws of *MAT_067, if all are elastic, or of *MAT_068.
#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::general_springs_keywords {

constexpr auto first_card = card_of(material_start, blank(), blank(), blank(), blank(), blank(),
                                    no_effect("DOSPOT", "only for welds that thin their shells"));
constexpr Field spring_card[] = {
    integer("DOF", "1 to 3: along r, s, t; 4 to 6: about them"),
    integer("TYPE", "0: elastic; 1: inelastic, which yields by FLCID"),
    real("K", "stiffness; of type 1 that of unloading", "force/length or force length/rad"),
    real("D", "damping", "force time/length or force length time"),
    real("CDF", "compression, or negative rotation, at failure; an error if it differs from TDF", "length or rad"),
    real("TDF", "displacement or rotation at failure; 0: none", "length or rad")};
constexpr Field curve_card[] = {
    id(IdOf::curve, "FLCID",
       "curve of the force over the displacement, of type 1 of the yield force over the plastic one; of type 0 instead "
       "of K; one that begins at (0, 0) is used in both directions"),
    refused("HLCID", "a factor by the rate"), refused("C1", "a factor by the rate"),
    refused("C2", "a factor by the rate"), no_effect("DLE", "used only with C1 and C2, which are errors"),
    refused("GLCID", "another curve over the rate")};

/// The cards of a spring.
struct Spring {
  Card card, curve;
};

/// Through the origin, in two points.
Curve line_of(double slope) { return {0, "", {-1, 1}, {-slope, slope}}; }

void resolve_springs(Deck& deck, const Card& first, const std::vector<Spring>& springs) {
  Material& material = deck.materials[deck.materials.find(first.id("MID"))];
  auto* elastic = std::get_if<MaterialNonlinearDiscreteBeam>(&material.law);
  auto* plastic = std::get_if<MaterialPlasticDiscreteBeam>(&material.law);
  for (const auto& [card, curve] : springs) {
    const auto i = std::size_t(std::clamp(card.integer("DOF"), 1, 6) - 1);
    const Index found = deck.find_optional(deck.curves, curve, "FLCID");
    if (elastic) {
      elastic->force[i] = found != none ? deck.curves[found] : line_of(card.real("K"));
      if (card.real("D") > 0) elastic->damping[i] = line_of(card.real("D"));
      elastic->failure.displacement[i] = card.real("TDF");
    } else if (plastic) {
      plastic->stiffness[i] = card.real("K");
      plastic->damping[i] = card.real("D");
      if (found != none) plastic->yield[i] = deck.curves[found];
      plastic->failure.displacement[i] = card.real("TDF");
      if (found != none && card.integer("TYPE") == 0)
        curve.error("FLCID", "found a nonlinear elastic spring beside inelastic ones, expected it to be linear");
    }
    if (found == none) continue;
    const Curve& its = deck.curves[found];
    if (its.x.size() < 2 || its.x.front() > 0)
      curve.error("FLCID", "curve {} has one point, or begins beyond 0: expected it from 0 or below on", its.id);
  }
}

Card read_springs(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(first_card);
  start_material(first, material);
  std::vector<Spring> springs;
  bool is_plastic = false;
  while (cards.more()) {
    const Card card = cards.next(spring_card);
    springs.push_back({card, cards.next(curve_card)});
    if (card.integer("DOF") < 1 || card.integer("DOF") > 6)
      card.error("DOF", "found {}, expected 1 to 6", card.integer("DOF"));
    is_plastic = choice(card, "TYPE", 0, 1) == 1 || is_plastic;
    expect_not_negative(card, {"K", "D", "CDF", "TDF"});
    if (card.real("CDF") != 0 && card.real("CDF") != card.real("TDF"))
      card.error("CDF", "found {}, expected that of TDF, {}", card.real("CDF"), card.real("TDF"));
  }
  if (springs.empty()) first.error("", "found no spring, expected one");
  if (is_plastic)
    material.law = MaterialPlasticDiscreteBeam{};
  else
    material.law = MaterialNonlinearDiscreteBeam{};
  expect_section_kind(deck, first, SectionKind::beam, " of ELFORM 6");
  deck.later(Phase::definitions, [&deck, first, springs] { resolve_springs(deck, first, springs); });
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_GENERAL_SPRING_DISCRETE_BEAM", "MAT_196",
               {{"1", first_card}, {"2, 4, ...", spring_card}, {"3, 5, ...", curve_card}}, read_springs,
               "Computed as *MAT_067, with an inelastic spring as *MAT_068.");
}

}  // namespace crumple::deck::general_springs_keywords
