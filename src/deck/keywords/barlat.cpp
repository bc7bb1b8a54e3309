// *MAT_036 3-PARAMETER_BARLAT, of shells.
#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"
#include "deck/orthotropic.hpp"
#include "kernels/materials/material_036_barlat.hpp"

namespace crumple::deck::barlat_keywords {

using kernels::Barlat;

constexpr auto card_1 = card_of(
    elastic_start,
    integer("HR", "hardening, 1: bilinear, P1 and P2; 2: P1 (E0 + plastic strain)^P2; 3: curve LCID; others are errors",
            1),
    real("P1", "with HR 1 slope of the stress over the whole strain [force/area]; with 2 strength [force/area]", "", 1),
    real("P2", "with HR 1 yield stress [force/area]; with 2 exponent", "", 1),
    no_effect("ITER", "each point iterates until it is at the surface"));
constexpr Field card_2[] = {
    fills(&Barlat::exponent, real("M", "exponent of the surface; 6 for bcc, 8 for fcc metals", "1")),
    real("R00", "width over thickness strain in a pull along a; without PB", "1"),
    real("R45", "at 45 degrees; without PB", "1"),
    real("R90", "along b; without PB", "1"),
    id(IdOf::curve, "LCID", "curve of yield stress over plastic strain, with HR 3; tables are errors"),
    real("E0", "with HR 2, strain at yield; 0: as SPI says", "1"),
    real("SPI", "with HR 2, 0: yield at the intersection with the elastic line; up to 0.02: strain at yield; above: "
                "yield stress"),
    no_effect("P3", "only with HR 5 and 6, which are errors")};
constexpr Field card_3[] = {
    real("AOPT", axes_help),
    fills(&Barlat::rate_c, real("C", "of Cowper and Symonds, of the total strain rate; 0: no rate effect", "1/time")),
    fills(&Barlat::rate_p, real("P", "of Cowper and Symonds", "1")),
    refused("VLCID", "a change of volume"),
    blank(),
    real("PB", "factor of shear in the surface; > 0: then R00, R45 and R90 are A, C and H", "1"),
    no_effect("NLP", "only for a forming limit that is printed"),
    refused("HTA", "heat treatment")};
constexpr auto card_4 = card_of(axes_points, alike(refused("HTC", "heat treatment"), "HTD"));
constexpr auto card_5 =
    card_of(axes_vectors, real("BETA", "angle of the axes about the normal", "degree"),
            refused("HTFLAG", "heat treatment"));

constexpr int points = 1024;  ///< of a curve, as many as a kernel resamples it to
constexpr double last_strain = 1;

/// The stress at 45 degrees over that of a pull along a, and the ratio R45, for a factor p of shear.
struct Diagonal {
  double stress, ratio;
};
Diagonal diagonal_of(const Barlat& law, double p) {
  // a pull of 1 has aa = bb = ab = 1/2; the derivatives of q^m = sum by a, b and the width follow from K1 and K2
  const double m = law.exponent, c = 2 - law.a;
  const double k1 = 0.25 * (1 + law.h), d = 0.25 * (1 - law.h), k2 = std::sqrt(d * d + 0.25 * p * p);
  const auto raised = [m](double x) { return x == 0 ? 0.0 : same_bits::pow(std::abs(x), m - 1) * (x < 0 ? -1 : 1); };
  const double up = raised(k1 + k2), down = raised(k1 - k2), twice = raised(2 * k2);
  const double sum = 0.5 * (law.a * (up * (k1 + k2) + down * (k1 - k2)) + c * twice * 2 * k2);
  const double by_k1 = 0.5 * law.a * (up + down), by_k2 = 0.5 * (law.a * (up - down) + 2 * c * twice);
  const double along = by_k2 * d / (2 * k2), aa = 0.5 * by_k1 + along, bb = law.h * (0.5 * by_k1 - along);
  // q is of degree 1: the rate of strain along the pull is sum / stress, that across is aa + bb less that
  return {1 / same_bits::pow(sum, 1 / m), sum / (aa + bb) - 1};
}

/// p with which R45 is the given one, by halving: the ratio grows with it.
double shear_factor(const Barlat& law, double ratio) {
  double low = 1e-3, high = 1e3;
  for (int i = 0; i < 200; ++i) {
    const double p = std::sqrt(low * high);
    (diagonal_of(law, p).ratio < ratio ? low : high) = p;
  }
  return std::sqrt(low * high);
}

/// A, H and PB of the strain ratios, or as given.
void set_surface(const Card& card, const Card& third, Barlat& law) {
  if (law.exponent < 2) return card.error("M", "found {}, expected 2 or more", law.exponent);
  expect_positive(card, {"R00", "R45", "R90"});
  const double r00 = card.real("R00"), r45 = card.real("R45"), r90 = card.real("R90");
  if (!(r00 > 0 && r45 > 0 && r90 > 0)) return;
  if (third.real("PB") > 0) {
    law.a = r00;
    law.h = r90;
    law.p = third.real("PB");
    if (std::abs(law.a + r45 - 2) > 1e-3) card.error("R45", "found C = {}, expected 2 - A = {}", r45, 2 - law.a);
    return;
  }
  const double of_00 = r00 / (1 + r00), of_90 = r90 / (1 + r90);
  law.a = 2 - 2 * std::sqrt(of_00 * of_90);
  law.h = std::sqrt(of_00 / of_90);
  law.p = shear_factor(law, r45);
}

/// P1 (E0 + plastic strain)^P2.
void add_power_law(const Card& first, const Card& second, Material& material) {
  const double k = first.real("P1"), n = first.real("P2"), spi = second.real("SPI");
  if (!(k > 0)) return first.error("P1", "found {}, expected a positive strength [force/area]", k);
  if (!(n > 0 && n < 1)) return first.error("P2", "found {}, expected an exponent between 0 and 1", n);
  double yield = second.real("E0");
  if (yield == 0 && spi == 0) yield = same_bits::pow(material.young / k, 1 / (n - 1));
  else if (yield == 0) yield = spi > 0.02 ? same_bits::pow(spi / k, 1 / n) : spi;
  Curve curve;
  for (int i = 0; i <= points; ++i) {
    curve.x.push_back(last_strain * i / points);
    curve.y.push_back(k * same_bits::pow(yield + curve.x.back(), n));
  }
  material.curves = {std::move(curve)};
}

void read_hardening(Deck& deck, const Card& first, const Card& second, Material& material, Barlat& law) {
  const int rule = choice(first, "HR", 1, 3);
  if (rule == 2) return add_power_law(first, second, material);
  if (rule == 3) {
    deck.later(Phase::definitions, [&deck, first, second] {
      Material& own = deck.materials[deck.materials.find(first.id("MID"))];
      const Index found = deck.find(deck.curves, second, "LCID");
      if (!own.law.as<Barlat>() || found == none) return;
      own.curves = {deck.curves[found]};
      const Curve& curve = own.curves.front();
      if (curve.x.size() < 2 || curve.x.back() <= 0 ||
          std::ranges::any_of(curve.y, [](double y) { return !(y > 0); }))
        second.error("LCID", "curve {}: expected positive yield stresses up to a positive plastic strain", curve.id);
    });
    return;
  }
  expect_positive(first, {"P2"}, "a yield stress");
  expect_not_negative(first, {"P1"});
  law.yield = first.real("P2");
  law.tangent = first.real("P1");
  if (law.tangent >= material.young) first.error("P1", "found {}, expected less than E", law.tangent);
}

Card read_barlat(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2);
  if (second.real("M") < 0) second.error("M", "found {}, expected a positive exponent", second.real("M"));
  const Card third = cards.next(card_3), fourth = cards.next(card_4), fifth = cards.next(card_5);
  start_elastic(first, material);
  auto law = filled<Barlat>(second, third);
  set_surface(second, third, law);
  expect_not_negative(third, {"C", "P"});
  if (law.rate_c > 0 && !(law.rate_p > 0)) third.error("P", "found none, expected one with C");
  read_hardening(deck, first, second, material, law);
  material.law = law;
  read_axes(deck, {third, fourth, fifth, "BETA", fifth}, material);
  expect_section_kind(deck, first, SectionKind::shell);
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_3-PARAMETER_BARLAT", "MAT_036", numbered(card_1, card_2, card_3, card_4, card_5),
               read_barlat, "A curve is extrapolated with its last slope.");
}

}  // namespace crumple::deck::barlat_keywords
