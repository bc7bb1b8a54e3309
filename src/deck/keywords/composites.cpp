// *MAT_054 and 055 ENHANCED_COMPOSITE_DAMAGE, *MAT_058 LAMINATED_COMPOSITE_FABRIC, of shells.
#include "base/same_bits.hpp"
#include "deck/composite_cards.hpp"
#include "deck/keywords/keywords.hpp"
#include "deck/orthotropic.hpp"
#include "kernels/materials/material_054_enhanced_composite_damage.hpp"
#include "kernels/materials/material_058_laminated_composite_fabric.hpp"

namespace crumple::deck::composites_keywords {

using kernels::CompositeParameters, kernels::EnhancedComposite, kernels::LaminatedFabric;

constexpr auto damage_1 = card_of(material_start, fibre_moduli);
constexpr auto damage_2 = card_of(
    shear_moduli,
    no_effect("KF", "not used by LS-DYNA either"),
    real("AOPT", axes_help),
    refused("2WAY", "fibres along b"),
    no_effect("TI", "only for solids"));
constexpr auto damage_3 = card_of(axes_points, real("MANGLE", "angle of the axes about the normal", "degree"));
constexpr auto damage_4 = card_of(
    axes_vectors,
    fills(&EnhancedComposite::b_strain, real("DFAILM", "absolute strain bb at failure, with DFAILT; 0: none", "1")),
    fills(&EnhancedComposite::shear_strain,
          real("DFAILS", "tensor shear strain at failure, with DFAILT; 0: none", "1")));
constexpr auto damage_5 = card_of(
    fills(
        &CompositeParameters::least_step,
        real("TFAIL",
             "time step below which the element is deleted; 0: none; above 0.1 (fraction of the first time step) is an "
             "error",
             "time")),
    refused("ALPH", "nonlinear shear"),
    fills(&CompositeParameters::soft,
          real("SOFT", "fraction of XT, XC, YT and YC that remains next to deleted elements, with TFAIL", "1", 1)),
    tension_after_crush,
    fills(&EnhancedComposite::compression_after_crush,
          real("YCFAC", "after compressive matrix failure, XC is YC times this factor", "1", 2)),
    fills(&EnhancedComposite::a_strain,
          real("DFAILT", "strain aa at failure; 0: failure when the fibres reach XT", "1")),
    real("DFAILC", "strain aa at failure in compression, < 0; 0: none", "1"),
    fills(&CompositeParameters::effective_strain, real("EFS", "effective strain at failure; 0: none", "1")));
constexpr auto damage_6 = card_of(
    strengths_in_plane, shear_strength,
    fills(&EnhancedComposite::criterion, real("CRIT", "matrix failure: 54 Chang and Chang, 55 Tsai and Wu", "1", 54)),
    fills(&EnhancedComposite::shear_weight, real("BETA", "weight of shear in fibre tension", "1")));
constexpr auto damage_7 = card_of(refused("PFL", "failure by a percentage of layers", 0, {100, 100}),
                                  alike(refused("EPSF", "damage by transverse shear"), "EPSR", "TSMD"),
                                  refused("SOFT2", "softening in the transverse direction", 0, {1, 1}));
constexpr auto damage_8 =
    card_of(alike(refused("SLIMT1", "stress limits after failure"), "SLIMC1", "SLIMT2", "SLIMC2", "SLIMS"),
            refused("NCYRED", "reduction over cycles"), refused("SOFTG", "softening of transverse shear", 0, {1, 1}));

constexpr auto fabric_1 = card_of(
    material_start, fills(&OrthotropicElasticity::young_a, real("EA", "Young's modulus along a", "force/area")),
    fills(&OrthotropicElasticity::young_b, real("EB", "along b", "force/area")),
    fills(&OrthotropicElasticity::young_c, real("EC", "in the thickness direction, for thinning; 0: EB", "force/area")),
    fills(&OrthotropicElasticity::poisson_ba, real("PRBA", "Poisson's ratio ba", "1")),
    alike(refused("TAU1", "nonlinear shear"), "GAMMA1"));
constexpr Field fabric_2[] = {
    fills(&OrthotropicElasticity::shear_ab, real("GAB", "shear modulus", "force/area")),
    fills(&OrthotropicElasticity::shear_bc, real("GBC", "shear modulus; 0: GAB, with a warning", "force/area")),
    fills(&OrthotropicElasticity::shear_ca, real("GCA", "shear modulus; 0: GAB, with a warning", "force/area")),
    fills(&LaminatedFabric::remainder, kernels::a_tension,
          real("SLIMT1", "minimum stress after failure as a fraction of XT", "1")),
    fills(&LaminatedFabric::remainder, kernels::a_compression, real("SLIMC1", "the same for XC", "1")),
    fills(&LaminatedFabric::remainder, kernels::b_tension, real("SLIMT2", "the same for YT", "1")),
    fills(&LaminatedFabric::remainder, kernels::b_compression, real("SLIMC2", "the same for YC", "1")),
    fills(&LaminatedFabric::remainder, kernels::ab_shear, real("SLIMS", "the same for SC", "1"))};
constexpr auto fabric_3 =
    card_of(real("AOPT", axes_help),
            fills(&CompositeParameters::least_step,
                  real("TSIZE", "time step below which the element is deleted; 0: none", "time")),
            fills(&CompositeParameters::effective_strain,
                  real("ERODS", "effective strain at failure; 0: none; < 0 is an error", "1")),
            fills(&CompositeParameters::soft,
                  real("SOFT", "fraction of XT, XC, YT, YC and SC that remains next to deleted elements", "1", 1)),
            fills(&LaminatedFabric::surface,
                  integer("FS", "failure surface: 1 smooth for a and b, 0 smooth for b, -1 independent modes")),
            alike(refused("EPSF", "damage by transverse shear"), "EPSR"),
            refused("TSMD", "damage by transverse shear", 0, {0.9, 0.9}));
constexpr auto fabric_4 = card_of(
    axes_points, fills(&OrthotropicElasticity::poisson_ca, real("PRCA", "Poisson's ratio ca, for thinning", "1")),
    fills(&OrthotropicElasticity::poisson_cb, real("PRCB", "Poisson's ratio cb, for thinning", "1")));
constexpr auto fabric_5 = card_of(axes_vectors, real("BETA", "angle of the axes about the normal", "degree"),
                                  refused("LCDFAIL", "failure by a curve"));
constexpr Field fabric_6[] = {real("E11C", "strain aa at the compressive strength XC", "1"),
                              real("E11T", "strain aa at the tensile strength XT", "1"),
                              real("E22C", "strain bb at the compressive strength YC", "1"),
                              real("E22T", "strain bb at the tensile strength YT", "1"),
                              real("GMS", "engineering shear strain at the shear strength SC", "1")};
constexpr auto fabric_7 = card_of(strengths_in_plane, shear_strength);

/// SOFT is of the card `soft`.
void check_strength(const Card& card, const Card& soft, const CompositeParameters& law) {
  expect_not_negative(card, {"XC", "XT", "YC", "YT", "SC"});
  if (!(law.soft > 0 && law.soft <= 1)) soft.error("SOFT", "found {}, expected more than 0, up to 1", law.soft);
}

void check_damage(const Card& strains, const Card& failure, const Card& strengths, EnhancedComposite& law) {
  check_strength(strengths, failure, law);
  law.least_step = std::max(law.least_step, 0.0);
  if (law.least_step > 0.1)
    failure.error("TFAIL", "found {}, expected up to 0.1 (larger ones, fractions of the first step, are not supported)",
                  law.least_step);
  if (law.least_step == 0) law.soft = 1;
  if (law.criterion != 54 && law.criterion != 55) strengths.error("CRIT", "found {}, expected 54 or 55", law.criterion);
  if (law.criterion == 55 && !(law.strength[kernels::b_tension] > 0 && law.strength[kernels::b_compression] > 0))
    strengths.error("YT", "found no strengths YT and YC, which CRIT = 55 needs");
  if (failure.real("DFAILC") > 0)
    failure.error("DFAILC", "found {}, expected a negative strain or 0", failure.real("DFAILC"));
  expect_not_negative(failure, {"FBRT", "YCFAC", "DFAILT", "EFS"});
  expect_not_negative(strains, {"DFAILM", "DFAILS"});
  law.a_shortening = -failure.real("DFAILC");
  if (!(law.a_strain > 0)) law.a_shortening = law.b_strain = law.shear_strain = 0;
}

Card read_enhanced_composite(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(damage_1), second = cards.next(damage_2), third = cards.next(damage_3);
  const Card strains = cards.next(damage_4), failure = cards.next(damage_5), strengths = cards.next(damage_6);
  cards.pass({damage_7, damage_8});
  cards.expect_end();
  start_material(first, material);
  auto law = filled<EnhancedComposite>(first, second, strains, failure, strengths);
  check_damage(strains, failure, strengths, law);
  check_orthotropy(first, second, law);
  set_isotropic_equivalent(law, material);
  material.law = law;
  read_axes(deck, {second, third, strains, "MANGLE", third}, material);
  expect_section_kind(deck, first, SectionKind::shell);
  return first;
}

/// m of the damage from the strain at the peak: 1 / ln(E e / X); of unlimited strengths any. A peak strain must lie
/// beyond the elastic one, or there is no damage that has its peak there.
void set_exponents(const Card& peaks, LaminatedFabric& law) {
  const double stiffness[] = {law.young_a, law.young_a, law.young_b, law.young_b, law.shear_ab};
  const char* fields[] = {"E11T", "E11C", "E22T", "E22C", "GMS"};
  for (std::size_t mode = 0; mode < law.exponent.size(); ++mode) {
    const double strength = law.strength[mode], strain = peaks.real(fields[mode]);
    if (strength > 0 && !(stiffness[mode] * strain > strength))
      peaks.error(fields[mode], "found {}, expected more than the elastic strain at the strength, {}", strain,
                  strength / stiffness[mode]);
    law.exponent[mode] = strength > 0 ? 1 / same_bits::log(stiffness[mode] * strain / strength) : 1;
  }
}

Card read_laminated_fabric(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(fabric_1), second = cards.next(fabric_2), third = cards.next(fabric_3);
  const Card fourth = cards.next(fabric_4), fifth = cards.next(fabric_5);
  const Card peaks = cards.next(fabric_6), strengths = cards.next(fabric_7);
  cards.expect_end();
  start_material(first, material);
  auto law = filled<LaminatedFabric>(first, second, third, fourth, strengths);
  check_orthotropy(first, second, law);
  set_isotropic_equivalent(law, material);
  check_strength(strengths, third, law);
  expect_not_negative(third, {"TSIZE", "ERODS"});
  expect_not_negative(second, {"SLIMT1", "SLIMC1", "SLIMT2", "SLIMC2", "SLIMS"});
  if (law.surface < -1 || law.surface > 1) third.error("FS", "found {}, expected 1, 0 or -1", law.surface);
  set_exponents(peaks, law);
  material.law = law;
  read_axes(deck, {third, fourth, fifth, "BETA", fifth}, material);
  expect_section_kind(deck, first, SectionKind::shell);
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_ENHANCED_COMPOSITE_DAMAGE", "MAT_054",
               numbered(damage_1, damage_2, damage_3, damage_4, damage_5, damage_6, damage_7, damage_8),
               read_enhanced_composite);
  registry.alias("MAT_055", "MAT_ENHANCED_COMPOSITE_DAMAGE");
  add_material(registry, "MAT_LAMINATED_COMPOSITE_FABRIC", "MAT_058",
               numbered(fabric_1, fabric_2, fabric_3, fabric_4, fabric_5, fabric_6, fabric_7), read_laminated_fabric);
}

}  // namespace crumple::deck::composites_keywords
