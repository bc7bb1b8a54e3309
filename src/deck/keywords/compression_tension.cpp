// *MAT_124 PLASTICITY_COMPRESSION_TENSION.
#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_124_compression_tension.hpp"

namespace crumple::deck::compression_tension_keywords {

using kernels::CompressionTension;

constexpr auto card_1 = card_of(
    elastic_start,
    fills(&CompressionTension::rate_c, real("C", "C of Cowper and Symonds; 0: no rate effect", "1/time")),
    fills(&CompressionTension::rate_p, real("P", "P of Cowper and Symonds", "1")),
    fills(&CompressionTension::failure_strain,
          real("FAIL", "plastic strain at failure; 0: none; < 0 (a user subroutine) is an error", "1")),
    fills(&CompressionTension::least_step,
          real("TDEL", "step below which an element is deleted; 0: none", "time")));
constexpr auto card_2 = card_of(
    id(IdOf::curve, "LCIDC", "curve of yield stress over plastic strain in compression"),
    id(IdOf::curve, "LCIDT", "the same in tension"), 
    id(IdOf::curve, "LCSRC", "curve of a factor on LCIDC over the effective strain rate; 0: none"),
    id(IdOf::curve, "LCSRT", "the same of LCIDT"),
    no_effect("SRFLAG", "total and deviatoric rates hardly differ in flow"),
    refused("LCFAIL", "failure that depends on the rate"),
    refused("EC", "another Young's modulus in compression"), no_effect("RPCT", "only for EC, which is an error"));
constexpr Field card_3[] = {
    fills(&CompressionTension::compression,
          real("PC", "mean compressive stress from which LCIDC holds", "force/area")),
    fills(&CompressionTension::tension, real("PT", "mean tensile stress from which LCIDT holds", "force/area")),
    no_effect("PCUTC", "only for PCUTF, which is an error"), no_effect("PCUTT", "only for PCUTF, which is an error"),
    refused("PCUTF", "limits of the pressure"), blank(), blank(),
    warned("SRFILT", "strain rates are not filtered")};
constexpr Field card_4[] = {refused("K", "viscoelasticity")};
constexpr Field terms_card[] = {refused("GI", "viscoelasticity"), no_effect("BETAI", "only for GI, which is an error")};

/// Positive stresses, or factors, up to a positive strain, or rate.
bool is_sound(const Card& card, const char* field, const Curve& curve) {
  if (curve.x.empty()) return false;  // it has its error already
  for (const double stress : curve.y)
    if (!(stress > 0)) {
      card.error(field, "curve {} has the value {}, expected positive ones", curve.id, stress);
      return false;
    }
  if (curve.x.size() > 1 && curve.x.back() > 0) return true;
  card.error(field, "curve {} does not reach a positive abscissa", curve.id);
  return false;
}

/// Appends the factors over the rate, if there are any, on the strains of the others. False: after an error.
bool add_rate_factors(Deck& deck, const Card& card, std::vector<Curve>& curves, double& last_rate) {
  std::vector<Curve> factors;
  for (const char* field : {"LCSRC", "LCSRT"}) {
    Curve factor{0, "", {0, 1}, {1, 1}};
    if (card.id(field) != 0) {
      const Index found = deck.find(deck.curves, card, field);
      if (found == none || !is_sound(card, field, deck.curves[found])) return false;
      factor = deck.curves[found];
      last_rate = std::max(last_rate, factor.x.back());
    }
    factors.push_back(std::move(factor));
  }
  if (!(last_rate > 0)) return true;
  const double last_strain = std::max(curves[0].x.back(), curves[1].x.back());
  for (Curve& factor : factors) {
    Curve scaled{0, "", {0}, {factor.evaluate(0)}};
    for (std::size_t i = 0; i < factor.x.size(); ++i) {
      if (!(factor.x[i] > 0)) continue;
      scaled.x.push_back(factor.x[i] / last_rate * last_strain);
      scaled.y.push_back(factor.y[i]);
    }
    if (scaled.x.back() < last_strain) {
      scaled.x.push_back(last_strain);
      scaled.y.push_back(scaled.y.back());
    }
    curves.push_back(std::move(scaled));
  }
  return true;
}

void resolve_curves(Deck& deck, const Card& card, Id material) {
  std::vector<Curve> curves;
  for (const char* field : {"LCIDC", "LCIDT"}) {
    const Index found = deck.find(deck.curves, card, field);
    if (found == none || !is_sound(card, field, deck.curves[found])) return;
    curves.push_back(deck.curves[found]);
  }
  Material& own = deck.materials[deck.materials.find(material)];
  auto* law = own.law.as<CompressionTension>();
  if (!law || !add_rate_factors(deck, card, curves, law->last_rate)) return;
  own.curves = std::move(curves);
}

Card read_compression_tension(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2), third = cards.next(card_3);
  if (cards.more()) cards.next(card_4);
  while (cards.more()) cards.next(terms_card);
  start_elastic(first, material);
  const auto law = filled<CompressionTension>(first, third);
  expect_not_negative(first, {"C", "P", "FAIL", "TDEL"});
  expect_not_negative(third, {"PC", "PT"});
  if (law.rate_c > 0 && law.rate_p == 0)
    first.error("P", "found 0 with C = {}, expected a positive exponent", law.rate_c);
  material.law = law;
  deck.later(Phase::definitions, [&deck, second, id = material.id] { resolve_curves(deck, second, id); });
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_PLASTICITY_COMPRESSION_TENSION", "MAT_124",
               {{"1", card_1}, {"2", card_2}, {"3", card_3}, {"4", card_4}, {"5 ...", terms_card}},
               read_compression_tension);
}

}  // namespace crumple::deck::compression_tension_keywords
