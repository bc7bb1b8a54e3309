// *MAT_053 CLOSED_CELL_FOAM.
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_053_closed_cell_foam.hpp"

namespace crumple::deck::closed_cell_foam_keywords {

using kernels::ClosedCellFoam;

constexpr auto first_card = card_of(
    material_start, real("E", "Young's modulus", "force/area"),
    fills(&ClosedCellFoam::a, real("A", "of the yield stress A + B (1 + C gamma), gamma = V - 1 + GAMMA0",
                                   "force/area")),
    fills(&ClosedCellFoam::b, real("B", "of the yield stress", "force/area")),
    fills(&ClosedCellFoam::c, real("C", "of the yield stress; < 0: it rises in compression", "1")),
    fills(&ClosedCellFoam::air_pressure, real("P0", "pressure of the air in the cells; 0: none", "force/area")),
    fills(&ClosedCellFoam::solid_share, real("PHI", "density of the foam over that of the polymer", "1")));
constexpr Field second_card[] = {
    fills(&ClosedCellFoam::volume_strain, real("GAMMA0", "volumetric strain gamma at the start", "1")),
    refused("LCID", "a curve of yield stress over -gamma")};

Card read_closed_cell_foam(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(first_card), second = cards.next(second_card);
  start_material(card, material);
  expect_positive(card, {"E"}, "a positive Young's modulus [force/area]");
  expect_not_negative(card, {"P0", "PHI"});
  material.young = card.real("E");
  const auto law = filled<ClosedCellFoam>(card, second);
  if (law.yield_at_start() <= 0)
    card.error("A", "the yield stress at the start, A + B (1 + C GAMMA0), is {}, expected a positive one",
               law.yield_at_start());
  if (law.solid_share >= 1 + law.volume_strain)
    card.error("PHI", "found {}, expected less than 1 + GAMMA0 = {}", law.solid_share, 1 + law.volume_strain);
  material.law = law;
  expect_section_kind(deck, card, SectionKind::solid);
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_CLOSED_CELL_FOAM", "MAT_053", numbered(first_card, second_card), read_closed_cell_foam);
}

}  // namespace crumple::deck::closed_cell_foam_keywords
