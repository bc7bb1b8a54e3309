// *MAT_022 COMPOSITE_DAMAGE and *MAT_059 COMPOSITE_FAILURE_SHELL_MODEL, of shells, by the law of *MAT_054: criteria of
// Chang and Chang (kernels/materials/material_054_enhanced_composite_damage.hpp), with linear shear.
#include <cmath>

#include "deck/composite_cards.hpp"
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
    shear_strength,
    fills(&CompositeParameters::strength, kernels::a_tension,
          real("XT", "strength along a in tension; 0: unlimited", "force/area")),
    fills(&CompositeParameters::strength, kernels::b_tension,
          real("YT", "strength along b in tension; 0: unlimited", "force/area")),
    fills(&CompositeParameters::strength, kernels::b_compression,
          real("YC", "in compression; 0: unlimited", "force/area")),
    warned("ALPH", "shear is linear"), alike(no_effect("SN", "only for solids"), "SYZ", "SZX"));

constexpr auto shell_card_2 = card_of(shear_moduli, no_effect("KF", "only for solids"), real("AOPT", axes_help),
                                      no_effect("MACF", "only for solids"));
constexpr auto shell_card_5 = card_of(
    fills(&CompositeParameters::least_step,
          real("TSIZE", "time step below which the element is deleted; 0: none", "time")),
    warned("ALP", "shear is linear"),
    fills(&CompositeParameters::soft,
          real("SOFT", "fraction of XT, XC, YT and YC that remains next to deleted elements; 0: 1", "1")),
    tension_after_crush,
    warned("SR", "stresses stay at the strength of the matrix", 0.447, {0.447}),
    warned("SF", "stresses stay at the strength of the matrix"));
constexpr auto shell_card_6 = card_of(
    strengths_in_plane,
    real("SC", "shear strength; 0: unlimited; < 0: the same, not an ellipsoid, with a warning", "force/area"));

/// A point fails when the fibres reach XT, with shear fully weighted as in 022.
Card read_failure_of_shells(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(shell_card_2), third = cards.next(card_3);
  const Card fourth = cards.next(card_4), failure = cards.next(shell_card_5), strengths = cards.next(shell_card_6);
  start_material(first, material);
  auto law = filled<EnhancedComposite>(first, second, failure, strengths);
  const double shear = strengths.real("SC");
  law.strength[kernels::ab_shear] = std::abs(shear);
  law.shear_weight = 1;
  if (shear < 0) strengths.warn("SC", "found {}: each criterion acts by itself, there is no ellipsoid", shear);
  if (law.soft == 0) law.soft = 1;
  if (!(law.soft > 0 && law.soft <= 1)) failure.error("SOFT", "found {}, expected 0 to 1", law.soft);
  expect_not_negative(failure, {"TSIZE", "FBRT"});
  expect_not_negative(strengths, {"XC", "XT", "YC", "YT"});
  check_orthotropy(first, second, law);
  set_isotropic_equivalent(law, material);
  material.law = law;
  read_axes(deck, {second, third, fourth, "BETA", fourth}, material);
  expect_section_kind(deck, first, SectionKind::shell);
  return first;
}

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
  add_material(registry, "MAT_COMPOSITE_FAILURE_SHELL_MODEL", "MAT_059",
               numbered(card_1, shell_card_2, card_3, card_4, shell_card_5, shell_card_6), read_failure_of_shells,
               "Computed by the law of *MAT_054: stresses stay at the strength of the matrix, and a point fails where "
               "the fibres reach theirs in tension. (LS-DYNA softens.)");
}

}  // namespace crumple::deck::composite_damage_keywords
