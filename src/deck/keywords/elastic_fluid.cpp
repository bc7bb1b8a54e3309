// *MAT_001_FLUID, option FLUID of *MAT_ELASTIC.
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_1001_elastic_fluid.hpp"

namespace crumple::deck::elastic_fluid_keywords {

using kernels::ElasticFluid;

constexpr auto card_1 = card_of(
    material_start, real("E", "with PR the bulk modulus, where K is 0", "force/area"), real("PR", "with E", "1"),
    alike(no_effect("DA", "only for beams"), "DB"),
    fills(&ElasticFluid::bulk, real("K", "bulk modulus; 0: E / (3 (1 - 2 PR))", "force/area")));
constexpr auto card_2 = card_of(
    fills(&ElasticFluid::viscosity,
          real("VC", "viscosity, times the element's size, wave speed and density", "1")),
    fills(&ElasticFluid::cavitation, real("CP", "tension that the fluid withstands; 0: any", "force/area", 1e20)));

/// Poisson's ratio of a fluid where one is needed, as in estimates of contact and of the step.
constexpr double nearly_incompressible = 0.499;

Card read_elastic_fluid(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2);
  start_material(first, material);
  auto law = filled<ElasticFluid>(first, second);
  if (law.bulk == 0) {
    if (first.real("PR") >= 0.5 || first.real("PR") <= -1)
      first.error("PR", "found {}, expected Poisson's ratio between -1 and 0.5", first.real("PR"));
    law.bulk = first.real("E") / (3 * (1 - 2 * first.real("PR")));
  }
  if (!(law.bulk > 0)) first.error("K", "found {}, expected a positive bulk modulus, here or by E and PR", law.bulk);
  expect_not_negative(second, {"VC", "CP"});
  material.law = law;
  material.young = 3 * law.bulk * (1 - 2 * nearly_incompressible);
  material.poisson = nearly_incompressible;
  expect_section_kind(deck, first, SectionKind::solid);
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_ELASTIC_FLUID", "MAT_001_FLUID", numbered(card_1, card_2), read_elastic_fluid,
               "For solids.");
}

}  // namespace crumple::deck::elastic_fluid_keywords
