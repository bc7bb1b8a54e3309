// *MAT_187 SAMP-1.
#include <algorithm>
#include <cmath>

#include "deck/keywords/keywords.hpp"
#include "kernels/interface.hpp"
#include "kernels/materials/material_187_samp.hpp"

namespace crumple::deck::samp_keywords {

using kernels::Samp;

constexpr auto card_1 = card_of(
    material_start, alike(no_effect("BULK", "EMOD and NUE give the stable step"), "GMOD"),
    real("EMOD", "Young's modulus", "force/area"), real("NUE", "Poisson's ratio", "1"),
    refused("RBCFAC", "a surface of several lines"),
    real("NUMINT", "number of failed points at which the element is deleted; 0: 1; < 0: percentage of them"));
constexpr auto card_2 = card_of(
    id(IdOf::curve, "LCID-T", "curve of yield stress over plastic strain in tension, or table of such over its rate"),
    id(IdOf::curve, "LCID-C", "curve in compression; 0: with LCID-S such that the surface is a cone, else LCID-T"),
    id(IdOf::curve, "LCID-S", "curve in shear; 0: such that the surface is a cone"),
    refused("LCID-B", "a curve of biaxial tension"),
    fills(&Samp::plastic_poisson, real("NUEP", "plastic Poisson's ratio, 0 to 0.5; < 0 (associated flow) is an error",
                                       "1")),
    refused("LCID-P", "a plastic Poisson's ratio that varies"), blank(),
    no_effect("INCDAM", "only for LCID-D, which is an error"));
constexpr auto card_3 = card_of(
    refused("LCID-D", "a curve of damage"),
    fills(&Samp::fading, real("EPFAIL", "plastic strain at failure; < 0 (a curve) is an error", "1", 1e5)),
    fills(&Samp::fading_width, real("DEPRPT", "further plastic strain over which stresses fade", "1")),
    refused("LCID-TRI", "failure that depends on the triaxiality"),
    refused("LCID-LC", "failure that depends on the size"));
constexpr auto card_4 = card_of(
    alike(no_effect("MITER", "the root is found to rounding"), "MIPDS"), blank(),
    no_effect("INCFAIL", "only for LCID-TRI, which is an error"),
    warned("ICONV", "the surface is as given, be it convex or not"), no_effect("ASAF", "only for ICONV"), blank(),
    no_effect("NHSV", "outputs name what a law keeps"));
constexpr Field card_5[] = {refused("LCEMOD", "a modulus that depends on the rate"),
                            refused("BETA", "viscoelasticity"), warned("FILT", "strain rates are not filtered")};

/// A curve of positive stresses up to a positive strain, or null after an error.
const Curve* strength_of(Deck& deck, const Card& card, const char* field, Id id) {
  const Index found = deck.find(deck.curves, card, field, id);
  if (found == none) return nullptr;
  const Curve& curve = deck.curves[found];
  if (curve.x.size() < 2 || !(curve.x.back() > 0) || std::ranges::any_of(curve.y, [](double y) { return !(y > 0); })) {
    card.error(field, "curve {}: expected positive yield stresses up to a positive plastic strain", id);
    return nullptr;
  }
  return &curve;
}

double extended(const Curve& curve, double x) {
  const std::size_t n = curve.x.size();
  const double slope = (curve.y[n - 1] - curve.y[n - 2]) / (curve.x[n - 1] - curve.x[n - 2]);
  return curve.evaluate(x) + slope * std::max(x - curve.x.back(), 0.0);
}

void resolve_strengths(Deck& deck, const Card& card, Id material) {
  Material& own = deck.materials[deck.materials.find(material)];
  if (!own.law.as<Samp>()) return;
  std::vector<Curve> tension;
  if (const Index table = deck.curve_tables.find(card.id("LCID-T")); table != none) {
    const CurveTable& curves = deck.curve_tables[table];
    if (curves.values.empty()) return;  // it has its error already
    if (curves.values.front() < 0) return card.error("LCID-T", "found rates below 0, expected none (no logarithms)");
    for (const Id id : curves.curves)
      if (const Curve* curve = strength_of(deck, card, "LCID-T", id)) tension.push_back(*curve);
      else return;
    if (tension.size() > 1) own.rates = curves.values;
  } else if (const Curve* curve = strength_of(deck, card, "LCID-T", card.id("LCID-T"))) {
    tension.push_back(*curve);
  } else {
    return;
  }
  const Curve *pressed = nullptr, *sheared = nullptr;
  if (card.id("LCID-C") != 0 && !(pressed = strength_of(deck, card, "LCID-C", card.id("LCID-C")))) return;
  if (card.id("LCID-S") != 0 && !(sheared = strength_of(deck, card, "LCID-S", card.id("LCID-S")))) return;
  double last = 0;
  for (const Curve& curve : tension) last = std::max(last, curve.x.back());
  for (const Curve* curve : {pressed, sheared})
    if (curve) last = std::max(last, curve->x.back());
  constexpr int steps = kernels::curve_points - 1;
  const double root = std::sqrt(3.0);
  Curve compression, shear;
  for (int k = 0; k <= steps; ++k) {
    const double x = last * k / steps, t = extended(tension.front(), x);
    double c = pressed ? extended(*pressed, x) : t, s = sheared ? extended(*sheared, x) : 2 * c * t / (root * (c + t));
    if (!pressed && sheared) {
      if (!(root * s < 2 * t))
        return card.error("LCID-S", "found {} at the plastic strain {}, expected less than 2 / sqrt(3) of LCID-T", s,
                          x);
      c = root * s * t / (2 * t - root * s);
    }
    compression.x.push_back(x);
    compression.y.push_back(c);
    shear.x.push_back(x);
    shear.y.push_back(s);
  }
  own.curves = std::move(tension);
  own.curves.push_back(std::move(compression));
  own.curves.push_back(std::move(shear));
  if (!own.rates.empty()) own.rates.insert(own.rates.end(), {1e30, 2e30});  // never reached
}

Card read_samp(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2), third = cards.next(card_3);
  cards.pass({card_4, card_5});
  start_material(first, material);
  material.young = first.real("EMOD");
  material.poisson = first.real("NUE");
  expect_positive(first, {"EMOD"}, "a modulus > 0 [force/area]");
  if (!(material.poisson >= 0 && material.poisson < 0.5))
    first.error("NUE", "found {}, expected 0 to less than 0.5", material.poisson);
  auto law = filled<Samp>(second, third);
  if (law.plastic_poisson < 0 || law.plastic_poisson > 0.5)
    second.error("NUEP", "found {}, expected 0 to 0.5", law.plastic_poisson);
  if (!(law.fading > 0)) third.error("EPFAIL", "found {}, expected a plastic strain > 0", law.fading);
  expect_not_negative(third, {"DEPRPT"});
  const double points = first.real("NUMINT") != 0 ? first.real("NUMINT") : 1;
  if (points < -100) first.error("NUMINT", "found {}, expected at least -100 (per cent)", points);
  if (law.fading < 1e4) {
    Erosion erosion;
    erosion.plastic_strain = law.fading + law.fading_width;
    erosion.failed_points = points;
    material.erosion = erosion;
  }
  material.law = law;
  deck.later(Phase::definitions, [&deck, second, id = material.id] { resolve_strengths(deck, second, id); });
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_SAMP-1", "MAT_187", numbered(card_1, card_2, card_3, card_4, card_5), read_samp,
               "The yield stress depends on the pressure by the curves of tension, compression and shear.");
  registry.alias("MAT_SAMP_1", "MAT_SAMP-1");
}

}  // namespace crumple::deck::samp_keywords
