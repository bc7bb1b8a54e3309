// *MAT_018 POWER_LAW_PLASTICITY: yield stress k (e0 + ep)^n, computed as a curve of *MAT_024.
#include <cmath>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"

namespace crumple::deck::power_law_plasticity_keywords {

using kernels::PiecewiseLinear;

constexpr auto card_1 =
    card_of(elastic_start, real("K", "strength coefficient", "force/area"),
            real("N", "hardening exponent, between 0 and 1", "1"),
            fills(&PiecewiseLinear::rate_c, real("SRC", "C of Cowper and Symonds; 0: no rate effect", "1/time")),
            fills(&PiecewiseLinear::rate_p, real("SRP", "P of Cowper and Symonds", "1")));
constexpr Field card_2[] = {
    real("SIGY",
         "0: yield at the intersection of the elastic line and the power law; up to 0.02: "
         "yield strain; above: yield stress",
         "force/area"),
    fills(&PiecewiseLinear::failure_strain, real("EPSF", "plastic strain at failure; 0: none", "1")),
    fills(&PiecewiseLinear::viscoplastic,
          real("VP", "rate effect, 0: scales the yield stress; 1: viscoplastic; without SRC of no effect"))};

constexpr int points = 1024;  ///< of the curve, as many as a kernel resamples it to
constexpr double last_strain = 1;
constexpr double largest_strain_at_yield = 0.02;

/// Total strain at yield: of E e = k e^n, or as SIGY says.
double strain_at_yield(double sigy, double young, double k, double n) {
  if (sigy == 0) return same_bits::pow(young / k, 1 / (n - 1));
  return sigy > largest_strain_at_yield ? same_bits::pow(sigy / k, 1 / n) : sigy;
}

Card read_power_law(Cards& cards, Deck&, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2);
  start_elastic(first, material);
  const double k = first.real("K"), n = first.real("N");
  if (!(k > 0)) first.error("K", "found {}, expected a positive strength [force/area]", k);
  if (!(n > 0 && n < 1)) first.error("N", "found {}, expected an exponent between 0 and 1", n);
  expect_not_negative(first, {"SRC", "SRP"});
  expect_not_negative(second, {"SIGY", "EPSF"});
  if (first.real("SRC") > 0) choice(second, "VP", 0, 1);
  if (first.real("SRC") > 0 && !(first.real("SRP") > 0)) first.error("SRP", "found none, expected one with SRC");
  const double yield = strain_at_yield(second.real("SIGY"), material.young, k, n);
  Curve curve;
  for (int i = 0; i <= points; ++i) {
    curve.x.push_back(last_strain * i / points);
    curve.y.push_back(k * same_bits::pow(yield + curve.x.back(), n));
  }
  material.law = filled<PiecewiseLinear>(first, second);
  material.curves = {std::move(curve)};
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_POWER_LAW_PLASTICITY", "MAT_018", numbered(card_1, card_2), read_power_law,
               "Computed as *MAT_024 with a curve of 1,025 points up to a plastic strain of 1, extrapolated with its "
               "last slope.");
}

}  // namespace crumple::deck::power_law_plasticity_keywords
