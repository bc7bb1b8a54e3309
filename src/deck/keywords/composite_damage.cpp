// *MAT_022 COMPOSITE_DAMAGE of shells, by the law of *MAT_054: its criteria of fibre tension and of the matrix are
// those of Chang and Chang that 054 has (kernels/materials/material_054_enhanced_composite_damage.hpp), with linear
// shear.
#include "deck/keywords/keywords.hpp"
#include "deck/orthotropic.hpp"
#include "kernels/materials/material_054_enhanced_composite_damage.hpp"

namespace crumple::deck::composite_damage_keywords {

using kernels::CompositeParameters, kernels::EnhancedComposite;

constexpr auto card_1 = card_of(material_start, fibre_moduli);
constexpr auto card_2 = card_of(
    shear_moduli,
    no_effect("KFAIL", "only for solids"),
    real("AOPT", axes_help),
    no_effect("MACF", "only for solids"),
    no_effect("ATRACK", "axes follow the first side, or the fibres' rotation in the plane"));
constexpr auto card_3 = card_of(axes_points);
constexpr auto card_4 = card_of(axes_vectors, real("BETA", "angle of the axes about the normal", "degree"));
constexpr auto card_5 = card_of(
    fills(&CompositeParameters::strength, kernels::ab_shear, real("SC", "shear strength; 0: unlimited", "force/area")),
    fills(&CompositeParameters::strength, kernels::a_tension,
          real("XT", "strength along a in tension; 0: unlimited", "force/area")),
    fills(&CompositeParameters::strength, kernels::b_tension,
          real("YT", "strength along b in tension; 0: unlimited", "force/area")),
    fills(&CompositeParameters::strength, kernels::b_compression,
          real("YC", "in compression; 0: unlimited", "force/area")),
    warned("ALPH", "shear is linear"), alike(no_effect("SN", "only for solids"), "SYZ", "SZX"));

/// A point fails when the fibres reach XT, with shear fully weighted (BETA = 1 of 054). Fibres do not fail in
/// compression.
Card read_composite_damage(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2), third = cards.next(card_3);
  const Card fourth = cards.next(card_4), strengths = cards.next(card_5);
  start_material(first, material);
  auto law = filled<EnhancedComposite>(first, second, strengths);
  law.shear_weight = 1;
  expect_not_negative(strengths, {"SC", "XT", "YT", "YC"});
  check_orthotropy(first, second, law);
  set_isotropic_equivalent(law, material);
  material.law = law;
  read_axes(deck, {second, third, fourth, "BETA", fourth}, material);
  expect_section_kind(deck, first, SectionKind::shell);
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_COMPOSITE_DAMAGE", "MAT_022", numbered(card_1, card_2, card_3, card_4, card_5),
               read_composite_damage,
               "Computed by the law of *MAT_054: stresses stay at the strength of the matrix, and a point fails where "
               "the fibres reach theirs.");
}

}  // namespace crumple::deck::composite_damage_keywords
