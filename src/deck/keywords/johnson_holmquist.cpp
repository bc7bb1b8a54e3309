// *MAT_110 JOHNSON_HOLMQUIST_CERAMICS and *MAT_111 JOHNSON_HOLMQUIST_CONCRETE, of solids.
#include <cmath>

#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_110_johnson_holmquist_ceramics.hpp"
#include "kernels/materials/material_111_johnson_holmquist_concrete.hpp"

namespace crumple::deck::johnson_holmquist_keywords {

using Ceramics = kernels::JohnsonHolmquistCeramics;
using Concrete = kernels::JohnsonHolmquistConcrete;

constexpr auto ceramics_1 =
    card_of(material_start, fills(&Ceramics::shear, real("G", "shear modulus", "force/area")),
            fills(&Ceramics::a, real("A", "strength of intact material over 1.5 (HEL - PHEL)", "1")),
            fills(&Ceramics::b, real("B", "strength of fractured material, as A", "1")),
            fills(&Ceramics::c, real("C", "rate effect", "1")),
            fills(&Ceramics::m, real("M", "exponent of the pressure, fractured", "1")),
            fills(&Ceramics::n, real("N", "exponent of the pressure, intact", "1")));
constexpr Field ceramics_2[] = {
    fills(&Ceramics::reference_rate, real("EPS0", "strain rate up to which there is no effect", "1/time", 1)),
    fills(&Ceramics::tension, real("T", "largest tensile pressure of intact material", "force/area")),
    fills(&Ceramics::largest_fractured,
          real("SFMAX", "largest strength of fractured material, as A; 0: no limit", "1")),
    fills(&Ceramics::elastic_limit, real("HEL", "Hugoniot elastic limit", "force/area")),
    fills(&Ceramics::elastic_limit_pressure,
          real("PHEL", "pressure at it; 0: of HEL, K1 to K3 and G", "force/area")),
    fills(&Ceramics::bulking,
          real("BETA", "share of the lost elastic energy that makes fractured material bulk", "1"))};
constexpr Field ceramics_3[] = {
    fills(&Ceramics::d1, real("D1", "plastic strain to fracture is D1 (p* + t*)^D2", "1")),
    fills(&Ceramics::d2, real("D2", "as D1", "1")), fills(&Ceramics::k1, real("K1", "bulk modulus", "force/area")),
    fills(&Ceramics::k2, real("K2", "second coefficient of the pressure", "force/area")),
    fills(&Ceramics::k3, real("K3", "third coefficient of the pressure", "force/area")),
    fills(&Ceramics::failure,
          real("FS", "0: elements stay; < 0: they are deleted at a tension beyond T; > 0: at this plastic strain",
               "1"))};

constexpr auto concrete_1 =
    card_of(material_start, fills(&Concrete::shear, real("G", "shear modulus", "force/area")),
            fills(&Concrete::a, real("A", "cohesion over FC", "1")),
            fills(&Concrete::b, real("B", "strength by pressure over FC", "1")),
            fills(&Concrete::c, real("C", "rate effect", "1")),
            fills(&Concrete::n, real("N", "exponent of the pressure", "1")),
            fills(&Concrete::strength, real("FC", "uniaxial compressive strength", "force/area")));
constexpr auto concrete_2 = card_of(
    fills(&Concrete::tension, real("T", "largest tensile pressure", "force/area")),
    fills(&Concrete::reference_rate, real("EPS0", "strain rate up to which there is no effect", "1/time", 1)),
    fills(&Concrete::least_failure_strain, real("EFMIN", "least strain to fracture", "1")),
    fills(&Concrete::largest, real("SFMAX", "largest strength over FC; 0: no limit", "1")),
    fills(&Concrete::crushing, real("PC", "pressure at which pores begin to be crushed", "force/area")),
    fills(&Concrete::crushing_compaction, real("UC", "mu = V0/V - 1 at PC", "1")),
    fills(&Concrete::locking, real("PL", "pressure at which all pores are closed", "force/area")),
    fills(&Concrete::locking_compaction, real("UL", "mu of the solid material without pressure", "1")));
constexpr Field concrete_3[] = {
    fills(&Concrete::d1, real("D1", "strain to fracture is D1 (p* + t*)^D2", "1")),
    fills(&Concrete::d2, real("D2", "as D1", "1")),
    fills(&Concrete::k1, real("K1", "bulk modulus of the solid material, over (mu - UL) / (1 + UL)", "force/area")),
    fills(&Concrete::k2, real("K2", "second coefficient of its pressure", "force/area")),
    fills(&Concrete::k3, real("K3", "third coefficient of its pressure", "force/area")),
    fills(&Concrete::failure,
          real("FS",
               "deletes elements; 0: at a tension beyond T; < 0: without strength; > 0: at this plastic strain", "1"))};

/// What both laws have: E and PR of the shear modulus and of the largest bulk modulus at the start.
void set_moduli(Material& material, double shear, double bulk) {
  material.young = 9 * bulk * shear / (3 * bulk + shear);
  material.poisson = (3 * bulk - 2 * shear) / (2 * (3 * bulk + shear));
}

/// The pressure on the Hugoniot at HEL = p + 4/3 G mu / (1 + mu), p = K1 mu + K2 mu^2 + K3 mu^3, by bisection.
double pressure_at_limit(const Ceramics& law) {
  const auto pressure = [&](double mu) { return mu * (law.k1 + mu * (law.k2 + mu * law.k3)); };
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double mu = 0.5 * (low + high);
    (pressure(mu) + 4.0 / 3 * law.shear * mu / (1 + mu) < law.elastic_limit ? low : high) = mu;
  }
  return pressure(low);
}

Card read_ceramics(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(ceramics_1), limits = cards.next(ceramics_2), moduli = cards.next(ceramics_3);
  start_material(card, material);
  auto law = filled<Ceramics>(card, limits, moduli);
  expect_positive(card, {"G", "A"});
  expect_not_negative(card, {"B", "C", "M", "N"});
  expect_positive(limits, {"EPS0", "HEL"});
  expect_not_negative(limits, {"T", "SFMAX", "PHEL", "BETA"});
  expect_not_negative(moduli, {"D1", "D2"});
  expect_positive(moduli, {"K1"}, "a positive modulus [force/area]");
  if (law.elastic_limit_pressure == 0 && law.k1 > 0 && law.elastic_limit > 0)
    law.elastic_limit_pressure = pressure_at_limit(law);
  if (law.elastic_limit_pressure >= law.elastic_limit && law.elastic_limit > 0)
    limits.error("PHEL", "found {}, expected less than HEL = {}", law.elastic_limit_pressure, law.elastic_limit);
  if (limits.real("BETA") > 1) limits.error("BETA", "found {}, expected a share from 0 to 1", law.bulking);
  material.law = law;
  set_moduli(material, law.shear, law.k1);
  expect_section_kind(deck, card, SectionKind::solid);
  return card;
}

void check_pores(const Card& card, const Card& moduli, const Concrete& law) {
  const double closed = law.closed(), slope = (law.locking - law.crushing) / (closed - law.crushing_compaction);
  if (!std::isfinite(closed) || !(closed > law.crushing_compaction))
    card.error("UL", "found {}: the solid material has the pressure PL at mu = {}, expected more than UC = {}",
               law.locking_compaction, closed, law.crushing_compaction);
  else if (law.locking < law.crushing)
    card.error("PL", "found {}, expected at least PC = {}", law.locking, law.crushing);
  else if (slope > std::min(law.elastic(), law.solid_slope()))
    card.error("PL", "found {}: crushing has the slope {}, expected less than PC / UC = {} and K1 / (1 + UL) = {}",
               law.locking, slope, law.elastic(), law.solid_slope());
  if (law.k2 < 0 && law.k2 * law.k2 > 3 * law.k1 * law.k3)
    moduli.error("K2", "found {}: the pressure of the solid material falls, expected one that rises", law.k2);
}

Card read_concrete(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(concrete_1), limits = cards.next(concrete_2), moduli = cards.next(concrete_3);
  start_material(card, material);
  const auto law = filled<Concrete>(card, limits, moduli);
  expect_positive(card, {"G", "A", "FC"});
  expect_not_negative(card, {"B", "C", "N"});
  expect_positive(limits, {"T", "EPS0", "PC", "UC", "PL", "UL"});
  expect_not_negative(limits, {"EFMIN", "SFMAX"});
  expect_not_negative(moduli, {"D1", "D2"});
  expect_positive(moduli, {"K1"}, "a positive modulus [force/area]");
  check_pores(limits, moduli, law);
  material.law = law;
  set_moduli(material, law.shear, law.elastic());
  expect_section_kind(deck, card, SectionKind::solid);
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_JOHNSON_HOLMQUIST_CERAMICS", "MAT_110", numbered(ceramics_1, ceramics_2, ceramics_3),
               read_ceramics);
  add_material(registry, "MAT_JOHNSON_HOLMQUIST_CONCRETE", "MAT_111", numbered(concrete_1, concrete_2, concrete_3),
               read_concrete);
}

}  // namespace crumple::deck::johnson_holmquist_keywords
