// *MAT_177 HILL_FOAM, by given constants.
#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_177_hill_foam.hpp"

namespace crumple::deck::hill_foam_keywords {

using kernels::HillFoam;

constexpr auto first_card = card_of(
    material_start,
    real("K", "bulk modulus for contact and step; at least that of the constants is taken", "force/area"),
    fills(&HillFoam::n, real("N", "of the lateral contraction; 0: none", "1")),
    warned("MU", "damping is provided by the bulk viscosity of solids", 0.1, {0.05, 0.5}),
    refused("LCID", "constants fitted to a test"), no_effect("FITTYPE", "used only with LCID, which is an error"),
    no_effect("LCSR", "used only with LCID, which is an error"));
constexpr Field c_card[] = {fills(&HillFoam::c, 0, real("C1", "coefficient of the energy", "force/area")),
                            fills(&HillFoam::c, 1, real("C2", "as C1", "force/area")),
                            fills(&HillFoam::c, 2, real("C3", "as C1", "force/area")),
                            fills(&HillFoam::c, 3, real("C4", "as C1", "force/area")),
                            fills(&HillFoam::c, 4, real("C5", "as C1", "force/area")),
                            fills(&HillFoam::c, 5, real("C6", "as C1", "force/area")),
                            fills(&HillFoam::c, 6, real("C7", "as C1", "force/area")),
                            fills(&HillFoam::c, 7, real("C8", "as C1", "force/area"))};
constexpr Field b_card[] = {fills(&HillFoam::b, 0, real("B1", "exponent of C1")),
                            fills(&HillFoam::b, 1, real("B2", "as B1")),
                            fills(&HillFoam::b, 2, real("B3", "as B1")),
                            fills(&HillFoam::b, 3, real("B4", "as B1")),
                            fills(&HillFoam::b, 4, real("B5", "as B1")),
                            fills(&HillFoam::b, 5, real("B6", "as B1")),
                            fills(&HillFoam::b, 6, real("B7", "as B1")),
                            fills(&HillFoam::b, 7, real("B8", "as B1"))};
constexpr auto last_card = card_of(alike(refused("R", "softening by the largest energy"), "M"));

Card read_hill_foam(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(first_card), c = cards.next(c_card), b = cards.next(b_card);
  if (cards.more()) cards.next(last_card);
  start_material(card, material);
  expect_section_kind(deck, card, SectionKind::solid);
  expect_not_negative(card, {"K", "N"});
  const auto law = filled<HillFoam>(card, c, b);
  double shear = 0;
  for (std::size_t j = 0; j < law.c.size(); ++j) shear += 0.5 * law.c[j] * law.b[j];
  if (!(shear > 0))
    c.error("C1", "the shear modulus at rest, the sum of C B / 2, is {}, expected a positive one", shear);
  const double bulk = std::max(card.real("K"), 2 * shear * (law.n + 1.0 / 3));
  material.young = 9 * bulk * shear / (3 * bulk + shear);
  material.poisson = (3 * bulk - 2 * shear) / (2 * (3 * bulk + shear));
  material.law = law;
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_HILL_FOAM", "MAT_177",
               {{"1", first_card}, {"2", c_card}, {"3", b_card}, {"4, may be left out", last_card}}, read_hill_foam);
}

}  // namespace crumple::deck::hill_foam_keywords
