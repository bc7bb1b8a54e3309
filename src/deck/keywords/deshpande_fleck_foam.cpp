// *MAT_154 DESHPANDE_FLECK_FOAM, of solids.
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_154_deshpande_fleck_foam.hpp"

namespace crumple::deck::deshpande_fleck_foam_keywords {

using kernels::DeshpandeFleckFoam;

constexpr auto first_card =
    card_of(elastic_start,
            fills(&DeshpandeFleckFoam::alpha,
                  real("ALPHA", "shape of the yield surface; ALPHA^2 = 4.5 (1 - 2 n) / (1 + n), n the plastic "
                                "Poisson's ratio", "1")),
            fills(&DeshpandeFleckFoam::gamma, real("GAMMA", "linear hardening up to EPSD", "force/area")));
constexpr Field second_card[] = {
    fills(&DeshpandeFleckFoam::densification, real("EPSD", "strain of densification", "1")),
    fills(&DeshpandeFleckFoam::alpha2, real("ALPHA2", "hardening near EPSD", "force/area")),
    fills(&DeshpandeFleckFoam::beta, real("BETA", "its exponent", "1")),
    fills(&DeshpandeFleckFoam::yield, real("SIGP", "yield stress", "force/area")),
    no_effect("DERFI", "how the yield surface is differentiated: in closed form"),
    fills(&DeshpandeFleckFoam::failure,
          real("CFAIL", "plastic volumetric strain, in tension, at which elements are deleted; 0: none", "1")),
    refused("PFAIL", "deletion at a principal stress"),
    no_effect("NUM", "only with PFAIL, which is an error")};

Card read_foam(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(first_card), second = cards.next(second_card);
  start_elastic(card, material);
  const auto law = filled<DeshpandeFleckFoam>(card, second);
  expect_positive(card, {"ALPHA"});
  expect_not_negative(card, {"GAMMA"});
  expect_positive(second, {"EPSD", "SIGP"});
  expect_not_negative(second, {"ALPHA2", "CFAIL"});
  if (law.alpha2 > 0) expect_positive(second, {"BETA"});
  material.law = law;
  expect_section_kind(deck, card, SectionKind::solid);
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_DESHPANDE_FLECK_FOAM", "MAT_154", numbered(first_card, second_card), read_foam);
}

}  // namespace crumple::deck::deshpande_fleck_foam_keywords
