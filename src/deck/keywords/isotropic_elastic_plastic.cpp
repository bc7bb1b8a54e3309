// *MAT_012 ISOTROPIC_ELASTIC_PLASTIC: computed as *MAT_003 with isotropic hardening.
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_003_plastic_kinematic.hpp"

namespace crumple::deck::isotropic_elastic_plastic_keywords {

using kernels::PlasticKinematic;

constexpr auto card_fields =
    card_of(material_start, real("G", "shear modulus", "force/area"),
            fills(&PlasticKinematic::yield, real("SIGY", "yield stress", "force/area")),
            fills(&PlasticKinematic::tangent, real("ETAN", "tangent modulus", "force/area")),
            real("BULK", "bulk modulus", "force/area"));

Card read_isotropic(Cards& cards, Deck&, Material& material) {
  const Card card = cards.next(card_fields);
  start_material(card, material);
  expect_positive(card, {"G", "BULK"}, "a positive modulus [force/area]");
  expect_positive(card, {"SIGY"}, "a positive yield stress [force/area]");
  expect_not_negative(card, {"ETAN"});
  const double g = card.real("G"), k = card.real("BULK");
  material.young = 9 * k * g / (3 * k + g);
  material.poisson = (3 * k - 2 * g) / (2 * (3 * k + g));
  auto law = filled<PlasticKinematic>(card);
  if (law.tangent >= material.young)
    card.error("ETAN", "found {}, expected less than E = {}", law.tangent, material.young);
  law.beta = 1;
  material.law = law;
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_ISOTROPIC_ELASTIC_PLASTIC", "MAT_012", numbered(card_fields), read_isotropic,
               "Computed as *MAT_003 with BETA = 1.");
}

}  // namespace crumple::deck::isotropic_elastic_plastic_keywords
