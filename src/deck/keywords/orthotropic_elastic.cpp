// *MAT_002 ORTHOTROPIC_ELASTIC, of shells.
#include "deck/keywords/keywords.hpp"
#include "deck/orthotropic.hpp"
#include "kernels/materials/material_002_orthotropic_elastic.hpp"

namespace crumple::deck::orthotropic_elastic_keywords {

constexpr auto card_1 = card_of(
    material_start, fills(&OrthotropicElasticity::young_a, real("EA", "Young's modulus along a", "force/area")),
    fills(&OrthotropicElasticity::young_b, real("EB", "along b", "force/area")),
    fills(&OrthotropicElasticity::young_c, real("EC", "in the thickness direction, for thinning; 0: EB", "force/area")),
    fills(&OrthotropicElasticity::poisson_ba, real("PRBA", "Poisson's ratio ba", "1")),
    fills(&OrthotropicElasticity::poisson_ca, real("PRCA", "Poisson's ratio ca, for thinning", "1")),
    fills(&OrthotropicElasticity::poisson_cb, real("PRCB", "Poisson's ratio cb, for thinning", "1")));
constexpr auto card_2 =
    card_of(fills(&OrthotropicElasticity::shear_ab, real("GAB", "shear modulus", "force/area")),
            fills(&OrthotropicElasticity::shear_bc, real("GBC", "shear modulus; 0: GAB, with a warning", "force/area")),
            fills(&OrthotropicElasticity::shear_ca, real("GCA", "shear modulus; 0: GAB, with a warning", "force/area")),
            real("AOPT", axes_help), alike(no_effect("G", "only for damping by frequency"), "SIGF"));
constexpr auto card_3 = card_of(axes_points, refused("MACF", "interchanged axes", 1, {0, 0}),
                                refused("IHIS", "axes from *INITIAL_STRESS_SOLID"));
constexpr auto card_4 = card_of(axes_vectors, real("BETA", "angle of the axes about the normal", "degree"),
                                refused("REF", "a reference geometry"));

Card read_orthotropic_elastic(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2), third = cards.next(card_3);
  const Card fourth = cards.next(card_4);
  start_material(first, material);
  auto law = filled<kernels::OrthotropicElastic>(first, second);
  check_orthotropy(first, second, law);
  set_isotropic_equivalent(law, material);
  material.law = law;
  read_axes(deck, {second, third, fourth, "BETA", fourth}, material);
  expect_section_kind(deck, first, SectionKind::shell);
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_ORTHOTROPIC_ELASTIC", "MAT_002", numbered(card_1, card_2, card_3, card_4),
               read_orthotropic_elastic);
}

}  // namespace crumple::deck::orthotropic_elastic_keywords
