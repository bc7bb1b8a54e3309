// *MAT_019 STRAIN_RATE_DEPENDENT_PLASTICITY: yield stress over the strain rate and linear hardening, computed as a
// table of *MAT_024. Source: LS-DYNA's keyword manual: s_y = s_0(rate) + E_h ep, E_h = E ETAN / (E - ETAN).
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"

namespace crumple::deck::rate_dependent_plasticity_keywords {

using kernels::PiecewiseLinear;

constexpr auto card_1 =
    card_of(elastic_start,
            fills(&PiecewiseLinear::viscoplastic, integer("VP", "1: rate of the plastic strain, 0: of the total")));
constexpr Field card_2[] = {id(IdOf::curve, "LC1", "curve of yield stress over strain rate"),
                            real("ETAN", "tangent modulus", "force/area"),
                            refused("LC2", "a modulus that depends on the rate"),
                            refused("LC3", "a tangent modulus that depends on the rate"),
                            refused("LC4", "failure by a stress that depends on the rate"),
                            fills(&PiecewiseLinear::least_step,
                                  real("TDEL", "time step below which an element is deleted; 0: none", "time")),
                            no_effect("RDEF", "only with LC4, which is an error")};

/// A straight line of the yield stress for each point of LC1.
void resolve_rates(Deck& deck, const Card& card, const Card& second) {
  Material& own = deck.materials[deck.materials.find(card.id("MID"))];
  const Index found = deck.find(deck.curves, second, "LC1");
  if (!own.law.as<PiecewiseLinear>() || found == none) return;
  const Curve& stress = deck.curves[found];
  const double tangent = second.real("ETAN"), hardening = own.young * tangent / (own.young - tangent);
  for (std::size_t i = 0; i < stress.x.size(); ++i) {
    if (stress.x[i] < 0 || !(stress.y[i] > 0))
      return second.error("LC1", "curve {} has the stress {} at the rate {}, expected positive ones at rates from 0",
                          stress.id, stress.y[i], stress.x[i]);
    own.curves.push_back({0, "", {0, 1}, {stress.y[i], stress.y[i] + hardening}});
    own.rates.push_back(stress.x[i]);
  }
  if (own.rates.size() == 1) own.rates.clear();
}

Card read_rate_dependent(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(card_1), second = cards.next(card_2);
  start_elastic(card, material);
  material.law = filled<PiecewiseLinear>(card, second);
  choice(card, "VP", 0, 1);
  expect_not_negative(second, {"ETAN"});
  if (second.real("ETAN") >= material.young && material.young > 0)
    second.error("ETAN", "found {}, expected less than E = {}", second.real("ETAN"), material.young);
  else
    deck.later(Phase::definitions, [&deck, card, second] { resolve_rates(deck, card, second); });
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_STRAIN_RATE_DEPENDENT_PLASTICITY", "MAT_019", numbered(card_1, card_2),
               read_rate_dependent, "Computed as *MAT_024 with a table.");
}

}  // namespace crumple::deck::rate_dependent_plasticity_keywords
