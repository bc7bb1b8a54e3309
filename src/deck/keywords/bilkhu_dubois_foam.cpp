// *MAT_075 BILKHU/DUBOIS_FOAM, of solids.
#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_075_bilkhu_dubois_foam.hpp"

namespace crumple::deck::bilkhu_dubois_foam_keywords {

using kernels::BilkhuDuboisFoam;

constexpr auto first_card = card_of(
    material_start, real("YM", "Young's modulus", "force/area"),
    id(IdOf::curve, "LCPY", "curve of the pressure at yield over the volumetric strain -ln V"),
    id(IdOf::curve, "LCUYS",
       "curve of the uniaxial compressive yield stress over the same; tensile strains, < 0, are an error"),
    warned("VC", "damping is provided by the bulk viscosity of solids", 0.05, {0.05, 0.5}),
    fills(&BilkhuDuboisFoam::tension,
          real("PC", "hydrostatic tension at yield; 0 with VPC, TC and VTC of 0: a tenth of the pressure at strain 0",
               "force/area")),
    fills(&BilkhuDuboisFoam::tension_share, real("VPC", "the same over the pressure at yield, instead of PC", "1")));
constexpr Field second_card[] = {
    fills(&BilkhuDuboisFoam::uniaxial, real("TC", "uniaxial tension at yield, instead of PC", "force/area")),
    fills(&BilkhuDuboisFoam::uniaxial_share,
          real("VTC", "the same over the uniaxial yield stress in compression, instead of TC", "1")),
    refused("LCRATE", "strengths that depend on the strain rate"),
    real("PR", "Poisson's ratio, elastic and plastic", "1"),
    warned("KCON", "the contact stiffness is computed from YM"),
    no_effect("ISFLG", "only for tensile strains in LCUYS, which are an error"),
    no_effect("NCYCLE", "used only with LCRATE, which is an error")};

/// Whether they are positive, from the strain 0 on.
bool is_sound(const Card& card, std::string_view field, const Curve& curve) {
  const bool sound = curve.x.size() > 1 && curve.x.front() >= 0 && std::ranges::min(curve.y) > 0;
  if (!sound) card.error(field, "curve {}: expected positive stresses over strains from 0 on", curve.id);
  return sound;
}

void resolve_strengths(Deck& deck, const Card& card) {
  Material& own = deck.materials[deck.materials.find(card.id("MID"))];
  auto* law = own.law.as<BilkhuDuboisFoam>();
  const Index pressure = deck.find(deck.curves, card, "LCPY"), uniaxial = deck.find(deck.curves, card, "LCUYS");
  if (!law || pressure == none || uniaxial == none) return;
  const Curve &p = deck.curves[pressure], &u = deck.curves[uniaxial];
  if (!is_sound(card, "LCPY", p) || !is_sound(card, "LCUYS", u)) return;
  if (law->uniaxial <= 0 && law->uniaxial_share <= 0 && law->tension <= 0 && law->tension_share <= 0)
    law->tension = 0.1 * p.y.front();
  for (const Curve* curve : {&p, &u})
    for (const double x : curve->x)
      if (!(p.evaluate(x) > u.evaluate(x) / 3))
        return card.error("LCPY",
                          "at the strain {} the pressure at yield, {}, is not more than a third of the uniaxial "
                          "stress, {}",
                          x, p.evaluate(x), u.evaluate(x));
  own.curves = {p, u};
}

Card read_bilkhu_dubois(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(first_card), second = cards.next(second_card);
  start_material(card, material);
  expect_positive(card, {"YM"}, "a positive Young's modulus [force/area]");
  expect_not_negative(card, {"PC", "VPC"});
  expect_not_negative(second, {"TC", "VTC"});
  material.young = card.real("YM");
  material.poisson = second.real("PR");
  if (material.poisson < 0 || material.poisson >= 0.5)
    second.error("PR", "found {}, expected Poisson's ratio between 0 and 0.5", material.poisson);
  material.law = filled<BilkhuDuboisFoam>(card, second);
  expect_section_kind(deck, card, SectionKind::solid);
  deck.later(Phase::definitions, [&deck, card] { resolve_strengths(deck, card); });
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_BILKHU/DUBOIS_FOAM", "MAT_075", numbered(first_card, second_card), read_bilkhu_dubois);
}

}  // namespace crumple::deck::bilkhu_dubois_foam_keywords
