// *MAT_062 VISCOUS_FOAM.
#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_062_viscous_foam.hpp"

namespace crumple::deck::viscous_foam_keywords {

using kernels::DampedFoam;

constexpr auto card_fields = card_of(
    material_start, fills(&DampedFoam::young, real("E1", "Young's modulus before the foam is crushed", "force/area")),
    fills(&DampedFoam::stiffening, real("N1", "power of the relative volume by which E1 grows", "1")),
    fills(&DampedFoam::viscosity, real("V2", "viscosity, times a power of the crush", "force time/area")),
    fills(&DampedFoam::viscous_young,
          real("E2", "Young's modulus in series with the viscosity, also of the step and of contact", "force/area")),
    fills(&DampedFoam::thickening, real("N2", "power of the crush by which the viscosity grows", "1")),
    real("PR", "Poisson's ratio", "1"));

Card read_viscous_foam(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(card_fields);
  start_material(card, material);
  const auto law = filled<DampedFoam>(card);
  material.law = law;
  material.young = std::max(law.young, law.viscous_young);
  material.poisson = card.real("PR");
  expect_positive(card, {"E1"}, "Young's modulus [force/area]");
  expect_not_negative(card, {"N1", "V2", "E2", "N2"});
  if (law.viscosity > 0 && law.viscous_young == 0)
    card.error("E2", "found 0 with V2 = {}, expected the modulus in series with the viscosity", law.viscosity);
  if (material.poisson <= -1 || material.poisson >= 0.5)
    card.error("PR", "found {}, expected Poisson's ratio between -1 and 0.5", material.poisson);
  expect_section_kind(deck, card, SectionKind::solid);
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_VISCOUS_FOAM", "MAT_062", numbered(card_fields), read_viscous_foam, "For solids.");
}

}  // namespace crumple::deck::viscous_foam_keywords
