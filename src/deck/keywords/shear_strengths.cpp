// *MAT_173 MOHR_COULOMB and *MAT_193 DRUCKER_PRAGER, of solids.
#include <cmath>
#include <numbers>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_173_mohr_coulomb.hpp"
#include "kernels/materials/material_193_drucker_prager.hpp"

namespace crumple::deck::shear_strengths_keywords {

using kernels::DruckerPrager;
using kernels::MohrCoulomb;

constexpr auto moduli = card_of(material_start, real("GMOD", "shear modulus", "force/area"),
                                real("RNU", "Poisson's ratio", "1"));
constexpr auto strengths = card_of(real("PHI", "angle of friction", "rad"), real("CVAL", "cohesion", "force/area"),
                                   real("PSI", "angle of dilation, up to PHI", "rad"));
constexpr auto coulomb_card_1 = card_of(moduli, blank(), strengths);
constexpr auto coulomb_card_2 =
    card_of(fills(&MohrCoulomb::opens_no_voids,
                  integer("NOVOID",
                          "0: tension beyond the apex opens voids, which close before there is pressure; 1: none")),
            refused("NPLANES", "planes of joints"), refused("EXTRA", "strengths that change"),
            alike(refused("LCCPDR", "a cohesion that changes with time"), "LCCPT", "LCCJDR", "LCCJT"),
            refused("LCSFAC", "a strength that changes with time"));
constexpr Field coulomb_card_3[] = {no_effect("GMODDP", "used only with GMODGR and CVALGR"),
                                    refused("GMODGR", "a modulus that depends on the depth"),
                                    refused("LCGMEP", "a modulus that changes with the strain"),
                                    refused("LCPHIEP", "a friction that changes with the strain"),
                                    refused("LCPSIEP", "a dilation that changes with the strain"),
                                    refused("LCGMST", "a modulus that changes with the stress"),
                                    refused("CVALGR", "a cohesion that depends on the depth"),
                                    refused("ANISO", "another stiffness along z", 1)};
constexpr auto prager_card_1 =
    card_of(moduli, refused("RKF", "a cone that is not round", 1), strengths);
constexpr Field prager_card_2[] = {no_effect("STR_LIM", "the strength ends at the apex of the cone")};
constexpr auto prager_card_3 =
    card_of(alike(no_effect("GMODDP", "a depth, used only with a gradient"), "PHIDP", "CVALDP", "PSIDP"),
            alike(refused("GMODGR", "properties that depend on the depth"), "PHIGR", "CVALGR", "PSIGR"));

/// GMOD and RNU, and what the angles must be.
void take_moduli(const Card& card, Material& material) {
  start_material(card, material);
  const double shear = card.real("GMOD"), poisson = card.real("RNU");
  expect_positive(card, {"GMOD"}, "a shear modulus [force/area]");
  expect_not_negative(card, {"PHI", "CVAL", "PSI"});
  if (poisson <= -1 || poisson >= 0.5)
    card.error("RNU", "found {}, expected Poisson's ratio between -1 and 0.5", poisson);
  material.poisson = poisson;
  material.young = 2 * shear * (1 + poisson);
  const double friction = card.real("PHI"), dilation = card.real("PSI");
  if (friction >= std::numbers::pi / 2)
    card.error("PHI", "found {}, expected an angle in radians, below pi/2", friction);
  if (dilation > friction) card.error("PSI", "found {}, expected at most PHI, {}", dilation, friction);
  if (friction == 0 && card.real("CVAL") == 0)
    card.error("CVAL", "found neither friction nor cohesion, expected a strength");
}

Card read_mohr_coulomb(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(coulomb_card_1), second = cards.next(coulomb_card_2);
  cards.pass({coulomb_card_3});
  take_moduli(card, material);
  choice(second, "NOVOID", 0, 1);
  auto law = filled<MohrCoulomb>(second);
  law.cohesion = card.real("CVAL");
  law.sine = same_bits::sin(card.real("PHI"));
  law.cosine = same_bits::cos(card.real("PHI"));
  law.flow_sine = same_bits::sin(card.real("PSI"));
  material.law = law;
  expect_section_kind(deck, card, SectionKind::solid);
  return card;
}

/// eta of an angle, of the cone through triaxial compression.
double slope_of(double angle) {
  const double sine = same_bits::sin(angle);
  return 6 * sine / (std::numbers::sqrt3 * (3 - sine));
}

Card read_drucker_prager(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(prager_card_1);
  cards.pass({prager_card_2, prager_card_3});
  take_moduli(card, material);
  const double friction = card.real("PHI");
  DruckerPrager law;
  law.slope = slope_of(friction);
  law.dilation = slope_of(card.real("PSI"));
  law.strength = 6 * same_bits::cos(friction) / (std::numbers::sqrt3 * (3 - same_bits::sin(friction))) *
                 card.real("CVAL");
  material.law = law;
  expect_section_kind(deck, card, SectionKind::solid);
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_MOHR_COULOMB", "MAT_173", numbered(coulomb_card_1, coulomb_card_2, coulomb_card_3),
               read_mohr_coulomb, "For solids.");
  add_material(registry, "MAT_DRUCKER_PRAGER", "MAT_193", numbered(prager_card_1, prager_card_2, prager_card_3),
               read_drucker_prager,
               "For solids; a round cone through the strengths of Mohr-Coulomb in triaxial compression.");
}

}  // namespace crumple::deck::shear_strengths_keywords
