// *MAT_034 FABRIC, of shells: linear elastic, isotropic or along its yarns, or by curves along its yarns.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "deck/keywords/keywords.hpp"
#include "deck/orthotropic.hpp"
#include "kernels/interface.hpp"
#include "kernels/materials/material_034_fabric.hpp"
#include "model/springs.hpp"

namespace crumple::deck::fabric_keywords {

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
    integer("FORM",
            "0: linear, with incremental strains; 14, 24, -14: curves of nominal stress over nominal strain; 4: of the "
            "second Piola-Kirchhoff stress over Green's strain; 1, 2, 3, 12, 13: as 0, 24: without contraction "
            "across, with a warning"),
    real("FVOPT", "used only with FLC, which is an error; < 0: a card with the constants of a leakage law follows"),
    refused("TSRFAC", "scaled strains", 0, {1, 1}));
constexpr auto leakage_card =
    card_of(alike(no_effect("L", "used only with FLC, which is an error"), "R", "C1", "C2", "C3"));
constexpr auto card_4 = card_of(
    blank(), warned("RGBRTH", "a reference geometry acts from the start"),
    no_effect("A0REF", "areas of porosity, used only with FLC, which is an error"), real("A1", "axis a, with AOPT = 2"),
    alike(real("A2", "axis a"), "A3"), alike(no_effect("X0", "used only with FLC, which is an error"), "X1"));
constexpr auto card_5 = card_of(alike(real("V1", "with AOPT = 3"), "V2", "V3"), blank(), blank(), blank(),
                                real("BETA", "angle of the axes about the normal", "degree"),
                                refused("ISREFG", "stress from a reference geometry"));

constexpr auto curves_card = card_of(
    id(IdOf::curve, "LCA", "curve of stress over strain along a; 0: linear with EA"),
    id(IdOf::curve, "LCB", "along b; 0: linear with EB"), id(IdOf::curve, "LCAB", "in shear; 0: linear with GAB"),
    id(IdOf::curve, "LCUA", "curve of unloading and reloading along a, from the origin, moved to the largest strain so "
                            "far; 0: LCA"),
    id(IdOf::curve, "LCUB", "along b; 0: LCB"), id(IdOf::curve, "LCUAB", "in shear; 0: LCAB"),
    refused("RL", "reloading off the unloading curve"));
constexpr auto coating_card =
    card_of(alike(refused("LCAA", "stress over biaxial strain"), "LCBB"), refused("H", "hysteresis without curves"),
            no_effect("DT", "there are no strain rates"), blank(),
            alike(refused("ECOAT", "a coating"), "SCOAT", "TCOAT"));

/// What stands behind FORM: curves, or none if all are linear.
std::optional<Card> read_form(Cards& cards, const Card& third) {
  const int form = third.integer("FORM");
  std::optional<Card> curves;
  if (std::abs(form) == 14 || form == 4 || form == 24) curves = cards.next(curves_card);
  if (form == -14) cards.next(coating_card);
  const bool is_linear = form == 1 || form == 2 || form == 3 || form == 12 || form == 13;
  if (is_linear) third.warn("FORM", "found {}, computed as 0: strains are sums of increments", form);
  if (form == 24) third.warn("FORM", "found 24, computed as 14: a yarn does not contract as the other is pulled");
  if (!curves && !is_linear && form != 0) third.error("FORM", "found {}, expected 0 to 4, 12 to 14, -14 or 24", form);
  if (curves && curves->id("LCA") == 0 && curves->id("LCB") == 0 && curves->id("LCAB") == 0) return std::nullopt;
  return curves;
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

void check_liner(const Card& second, const Fabric& law) {
  if (law.liner_share == 0) return;
  if (!(law.liner_share > 0 && law.liner_share < 1))
    second.error("LRATIO", "found {}, expected a share of 0 to 1", law.liner_share);
  expect_positive(second, {"EL"}, "a positive modulus of the liner [force/area]");
  if (!(std::abs(law.liner_poisson) < 1))
    second.error("PRL", "found {}, expected a ratio between -1 and 1", law.liner_poisson);
}

/// The material of the step is that of the faster waves, the fabric's or the liner's.
void set_waves(const Fabric& law, Material& material) {
  set_isotropic_equivalent(law, material);
  const auto plane = [](double young, double poisson) { return young / (1 - poisson * poisson); };
  if (law.liner_share == 0 || plane(law.liner_young, law.liner_poisson) <= plane(material.young, material.poisson))
    return;
  material.young = law.liner_young;
  material.poisson = law.liner_poisson;
}

constexpr const char* loading_names[] = {"LCA", "LCB", "LCAB"};
constexpr const char* unloading_names[] = {"LCUA", "LCUB", "LCUAB"};

/// The curve of a field, through the origin. Of a table, which LS-DYNA reads over strain rate, the first curve.
std::optional<Curve> curve_of_yarn(Deck& deck, const Card& card, const char* field) {
  Id wanted = card.id(field);
  if (const Index table = deck.curve_tables.find(wanted); table != none && !deck.curve_tables[table].curves.empty()) {
    card.warn(field, "table {}: its first curve holds for all strain rates", wanted);
    wanted = deck.curve_tables[table].curves.front();
  }
  const Index found = deck.find(deck.curves, card, field, wanted);
  if (found == none || deck.curves[found].x.empty()) return std::nullopt;  // it has its error already
  const Curve& curve = deck.curves[found];
  const double largest = std::max(std::abs(curve.y.front()), std::abs(curve.y.back()));
  if (curve.x.size() > 1 && curve.x.back() > 0 && curve.y.back() > 0 &&
      std::abs(extended_value(curve, 0)) <= 1e-6 * largest)
    return curve;
  card.error(field, "curve {}: expected stresses through the origin, up to a positive strain and stress", curve.id);
  return std::nullopt;
}

/// Of strains up to one half, in the current state: the nominal modulus times the square of the stretch.
double steepest_modulus(const Curve& curve) {
  double steepest = 0;
  for (std::size_t i = 1; i < curve.x.size(); ++i) {
    const double slope = (curve.y[i] - curve.y[i - 1]) / (curve.x[i] - curve.x[i - 1]);
    const double stretch = 1 + std::clamp(curve.x[i], 0.0, 0.5);
    steepest = std::max(steepest, std::abs(slope) * stretch * stretch);
  }
  return steepest;
}

/// How much steeper a curve is than the line to its end.
double steepness(const Curve& curve) {
  return std::max(1.0, steepest_slope(curve) * curve.x.back() / curve.y.back());
}

/// A range of all the curves with 0 at one of the kernel's points.
CurveRange range_of(const std::vector<Curve>& curves) {
  double least = 0, largest = 0;
  for (const Curve& curve : curves) {
    least = std::min(least, curve.x.front());
    largest = std::max(largest, curve.x.back());
  }
  const int steps = kernels::curve_points - 1;
  const double below = std::min(std::ceil(steps * -least / (largest - least)), steps - 1.0);
  const double step = std::max(largest / (steps - below), below > 0 ? -least / below : 0);
  return {-below * step, (steps - below) * step};
}

/// The part of a curve from 0 on, up to 1 at that end.
Curve scaled_to(double end, const Curve& curve) {
  Curve scaled{0, "", {0}, {0}};
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (!(curve.x[i] > 0)) continue;
    scaled.x.push_back(i + 1 < curve.x.size() ? end * curve.x[i] / curve.x.back() : end);
    scaled.y.push_back(curve.y[i] / curve.y.back());
  }
  return scaled;
}

/// The curves of the law; its moduli are then the largest slopes, for the stable step.
void resolve_curves(Deck& deck, const Card& card, Id material) {
  Material& own = deck.materials[deck.materials.find(material)];
  auto* law = own.law.as<Fabric>();
  if (!law) return;
  std::array<double*, 3> moduli{&law->young_a, &law->young_b, &law->shear_ab};
  std::array<std::optional<Curve>, 3> back;
  std::vector<Curve> curves;
  for (std::size_t i = 0; i < 3; ++i) {
    Curve loading{0, "", {0, 0.5}, {0, 0.5 * *moduli[i]}};
    if (card.id(loading_names[i]) != 0) {
      const auto given = curve_of_yarn(deck, card, loading_names[i]);
      if (!given) return;
      loading = *given;
    }
    *moduli[i] = steepest_modulus(loading);
    if (card.id(unloading_names[i]) != 0) {
      back[i] = curve_of_yarn(deck, card, unloading_names[i]);
      if (!back[i]) return;
      *moduli[i] *= steepness(*back[i]);
    }
    curves.push_back(std::move(loading));
  }
  law->has_curves = 1;
  law->poisson_ba = law->poisson_ca = law->poisson_cb = 0;
  own.curve_range = range_of(curves);
  for (std::size_t i = 0; i < 3; ++i) {
    law->unloads[i] = back[i] ? 1 : 0;
    curves.push_back(back[i] ? scaled_to(own.curve_range->last, *back[i])
                             : Curve{0, "", {0, own.curve_range->last}, {0, 1}});
  }
  own.curves = std::move(curves);
  set_waves(*law, own);
}

Card read_fabric(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2), third = cards.next(card_3);
  if (third.real("FVOPT") < 0) cards.next(leakage_card);
  const Card fourth = cards.next(card_4), fifth = cards.next(card_5);
  const std::optional<Card> curves = read_form(cards, third);
  start_material(first, material);
  auto law = filled<Fabric>(first, second);
  law.is_isotropic = law.young_b == 0;
  if (law.is_isotropic)
    set_isotropic(first, law);
  else
    check_woven(first, second, law);
  choice(second, "CSE", 0, 1);
  check_liner(second, law);
  set_waves(law, material);
  if (curves) {
    law.is_isotropic = 0;
    law.green_strain = third.integer("FORM") == 4;
    deck.later(Phase::definitions, [&deck, curves, id = material.id] { resolve_curves(deck, *curves, id); });
  }
  material.law = law;
  read_axes(deck, {third, fourth, fifth, "BETA", fifth}, material);
  expect_section_kind(deck, first, SectionKind::shell);
  return first;
}

void add_to(Registry& registry) {
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

}  // namespace crumple::deck::fabric_keywords
