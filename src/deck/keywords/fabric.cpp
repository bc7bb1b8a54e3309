// *MAT_034 FABRIC, of shells: linear elastic (FORM = 0), isotropic or along its yarns.
#include <fmt/format.h>

#include <cstdlib>

#include "deck/keywords/keywords.hpp"
#include "deck/orthotropic.hpp"
#include "kernels/materials/material_034_fabric.hpp"

namespace crumple::deck {
namespace {

using kernels::Fabric;

constexpr auto card_1 = card_of(
    material_start,
    fills(&OrthotropicElasticity::young_a,
          real("EA", "Young's modulus along a, or that of an isotropic fabric", "force/area")),
    fills(&OrthotropicElasticity::young_b, real("EB", "along b; 0: the fabric is isotropic", "force/area")),
    no_effect("EC", "not used by LS-DYNA either"),
    fills(&OrthotropicElasticity::poisson_ba, real("PRBA", "Poisson's ratio ba, or that of an isotropic fabric", "1")),
    no_effect("PRAB", "computed as PRBA EA / EB"), blank());
constexpr auto card_2 =
    card_of(fills(&OrthotropicElasticity::shear_ab, real("GAB", "shear modulus, with EB", "force/area")), blank(),
            blank(), fills(&Fabric::slackens, integer("CSE", "1: no compressive stress; others than 0 are errors")),
            fills(&Fabric::liner_young, real("EL", "Young's modulus of a liner, with LRATIO", "force/area")),
            fills(&Fabric::liner_poisson, real("PRL", "its Poisson's ratio", "1")),
            fills(&Fabric::liner_share,
                  real("LRATIO", "share of the liner, which resists compression, in the thickness; 0: none", "1")),
            warned("DAMP", "the fabric has no additional damping"));
constexpr auto card_3 = card_of(
    real("AOPT", axes_help), alike(refused("FLC", "porosity"), "FAC"),
    no_effect("ELA", "used only with FLC, which is an error"),
    no_effect("LNRC", "used only with a reference geometry, which is an error"),
    integer("FORM", "form: 0, 1 and 2 linear with incremental strains, with a warning for 1 and 2; others are errors"),
    real("FVOPT", "used only with FLC, which is an error; < 0: a card with the constants of a leakage law follows"),
    refused("TSRFAC", "scaled strains", 0, {1, 1}));
constexpr auto leakage_card =
    card_of(alike(no_effect("L", "used only with FLC, which is an error"), "R", "C1", "C2", "C3"));
constexpr auto card_4 = card_of(
    blank(), no_effect("RGBRTH", "only for a reference geometry, which is an error"),
    no_effect("A0REF", "areas of porosity, used only with FLC, which is an error"), real("A1", "axis a, with AOPT = 2"),
    alike(real("A2", "axis a"), "A3"), alike(no_effect("X0", "used only with FLC, which is an error"), "X1"));
constexpr auto card_5 = card_of(alike(real("V1", "with AOPT = 3"), "V2", "V3"), blank(), blank(), blank(),
                                real("BETA", "angle of the axes about the normal", "degree"),
                                refused("ISREFG", "stress from a reference geometry"));

constexpr auto curves_card = card_of(alike(no_effect("LCA", "used only with other values of FORM, which are errors"),
                                           "LCB", "LCAB", "LCUA", "LCUB", "LCUAB", "RL"));
constexpr auto coating_card =
    card_of(alike(no_effect("LCAA", "used only with FORM = -14, which is an error"), "LCBB", "H", "DT"), blank(),
            alike(no_effect("ECOAT", "used only with FORM = -14, which is an error"), "SCOAT", "TCOAT"));

/// FORM, which says what cards follow: the curves of stress are not built, and their cards are passed over.
void read_form(Cards& cards, const Card& third) {
  const int form = third.integer("FORM");
  if (std::abs(form) == 14 || form == 4 || form == 24) cards.next(curves_card);
  if (form == -14) cards.next(coating_card);
  if (form > 2 || form < 0)
    third.replace("FORM", fmt::format("found {}, expected 0: curves of stress are not built", form), "0");
  else if (form != 0)
    third.warn("FORM", "found {}, computed as 0: strains are sums of increments", form);
}

/// EB = 0: the constants of a sheet alike in all directions.
void set_isotropic(const Card& first, OrthotropicElasticity& o) {
  const double young = first.real("EA"), poisson = first.real("PRBA"), shear = young / (2 * (1 + poisson));
  if (!(young > 0)) first.error("EA", "found {}, expected a positive modulus [force/area]", young);
  if (!(poisson > -1 && poisson < 1)) first.error("PRBA", "found {}, expected a ratio between -1 and 1", poisson);
  o = {young, young, young, poisson, poisson, poisson, shear, shear, shear};
}
void check_woven(const Card& first, const Card& second, const OrthotropicElasticity& o) {
  for (const auto& [card, field] : {std::pair{&first, "EA"}, std::pair{&first, "EB"}, std::pair{&second, "GAB"}})
    if (!(card->real(field) > 0))
      card->error(field, "found {}, expected a positive modulus [force/area]", card->real(field));
  if (o.young_a > 0 && o.young_b > 0 && !(o.poisson_ba * o.poisson_ba * o.young_a < o.young_b))
    first.error("PRBA", "found {}, expected less than sqrt(EB / EA)", o.poisson_ba);
}

/// A liner whose waves are faster than the fabric's determines the step.
void check_liner(const Card& second, const Fabric& law, Material& material) {
  if (law.liner_share == 0) return;
  if (!(law.liner_share > 0 && law.liner_share < 1))
    second.error("LRATIO", "found {}, expected a share of 0 to 1", law.liner_share);
  expect_positive(second, {"EL"}, "a positive modulus of the liner [force/area]");
  if (!(std::abs(law.liner_poisson) < 1))
    return second.error("PRL", "found {}, expected a ratio between -1 and 1", law.liner_poisson);
  const auto plane = [](double young, double poisson) { return young / (1 - poisson * poisson); };
  if (plane(law.liner_young, law.liner_poisson) <= plane(material.young, material.poisson)) return;
  material.young = law.liner_young;
  material.poisson = law.liner_poisson;
}

Card read_fabric(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2), third = cards.next(card_3);
  if (third.real("FVOPT") < 0) cards.next(leakage_card);
  const Card fourth = cards.next(card_4), fifth = cards.next(card_5);
  read_form(cards, third);
  start_material(first, material);
  auto law = filled<Fabric>(first, second);
  law.is_isotropic = law.young_b == 0;
  if (law.is_isotropic)
    set_isotropic(first, law);
  else
    check_woven(first, second, law);
  choice(second, "CSE", 0, 1);
  set_isotropic_equivalent(law, material);
  check_liner(second, law, material);
  material.law = law;
  read_axes(deck, {third, fourth, fifth, "BETA", fifth}, material);
  expect_section_kind(deck, first, SectionKind::shell);
  return first;
}

}  // namespace

void register_fabric(Registry& registry) {
  add_material(registry, "MAT_FABRIC", "MAT_034",
               {{"1", card_1},
                {"2", card_2},
                {"3", card_3},
                {"3, with FVOPT < 0", leakage_card},
                {"4", card_4},
                {"5", card_5},
                {"6, with FORM 4, 14, -14, 24", curves_card},
                {"7, with FORM -14", coating_card}},
               read_fabric);
}

}  // namespace crumple::deck
