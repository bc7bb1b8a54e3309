// *MAT_159 CSCM, by its parameters or, as _CONCRETE, by the strength of concrete and the size of its aggregate.
#include <algorithm>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_159_cscm.hpp"

namespace crumple::deck::cscm_keywords {

using kernels::Cscm;

constexpr auto start = card_of(
    material_start, no_effect("NPLOT", "damage is written under its name"),
    no_effect("INCRE", "steps are not divided: the return to the yield surface is iterated"),
    fills(&Cscm::rates, integer("IRATE", "1: with rate effects")),
    fills(&Cscm::erosion, real("ERODE", "1 + strain at which an element with damage above 0.99 goes; < 1: none", "1")),
    fills(&Cscm::kept, real("RECOV", "share of the damage of tension that acts in compression; from 10 on, less 10",
                            "1")),
    warned("ITRETRC", "the cap does not retract"));
constexpr Field preexisting[] = {refused("PRED", "damage at the start")};
constexpr Field strength[] = {fills(&Cscm::shear, real("G", "shear modulus", "force/area")),
                              fills(&Cscm::bulk, real("K", "bulk modulus", "force/area")),
                              fills(&Cscm::compression, 0, real("ALPHA", "of sqrt(J2) at yield", "force/area")),
                              fills(&Cscm::compression, 1, real("THETA", "its slope over J1", "1")),
                              fills(&Cscm::compression, 2, real("LAMBDA", "its part that fades", "force/area")),
                              fills(&Cscm::compression, 3, real("BETA", "fading over J1", "area/force")),
                              warned("NH", "there is no hardening before the peak", 0, {1, 1}),
                              warned("CH", "there is no hardening before the peak")};
constexpr Field ratios[] = {fills(&Cscm::torsion, 0, real("ALPHA1", "of the share in shear", "1")),
                            fills(&Cscm::torsion, 1, real("THETA1", "as THETA", "area/force")),
                            fills(&Cscm::torsion, 2, real("LAMBDA1", "as LAMBDA", "1")),
                            fills(&Cscm::torsion, 3, real("BETA1", "as BETA", "area/force")),
                            fills(&Cscm::extension, 0, real("ALPHA2", "of the share in triaxial extension", "1")),
                            fills(&Cscm::extension, 1, real("THETA2", "as THETA", "area/force")),
                            fills(&Cscm::extension, 2, real("LAMBDA2", "as LAMBDA", "1")),
                            fills(&Cscm::extension, 3, real("BETA2", "as BETA", "area/force"))};
constexpr Field cap[] = {fills(&Cscm::ratio, real("R", "aspect ratio of the cap", "1")),
                         fills(&Cscm::first_cap, real("XO", "J1 at the end of the cap at first", "force/area")),
                         fills(&Cscm::compaction, real("W", "largest plastic compaction", "1")),
                         fills(&Cscm::d1, real("D1", "compaction over J1", "area/force")),
                         fills(&Cscm::d2, real("D2", "compaction over J1^2", "area^2/force^2"))};
constexpr Field softening[] = {
    fills(&Cscm::ductile, real("B", "shape of softening in compression", "1", 100)),
    fills(&Cscm::energy_c, real("GFC", "fracture energy in compression", "energy/area")),
    fills(&Cscm::brittle, real("D", "shape of softening in tension", "1", 0.1)),
    fills(&Cscm::energy_t, real("GFT", "fracture energy in tension", "energy/area")),
    fills(&Cscm::energy_s, real("GFS", "fracture energy in shear", "energy/area")),
    fills(&Cscm::power_c, real("PWRC", "exponent from shear to compression", "1", 5)),
    fills(&Cscm::power_t, real("PWRT", "exponent from shear to tension", "1", 1)),
    fills(&Cscm::power_of_rest, real("PMOD", "exponent of softening under moderate pressure", "1"))};
constexpr Field rates[] = {
    fills(&Cscm::time_c, real("ETA0C", "relaxation time in compression", "time")),
    fills(&Cscm::rate_power_c, real("NC", "exponent of its rate", "1")),
    fills(&Cscm::time_t, real("ETA0T", "relaxation time in tension", "time")),
    fills(&Cscm::rate_power_t, real("NT", "exponent of its rate", "1")),
    fills(&Cscm::most_c, real("OVERC", "largest viscous stress in compression; 0: no limit", "force/area")),
    fills(&Cscm::most_t, real("OVERT", "largest viscous stress in tension; 0: no limit", "force/area")),
    fills(&Cscm::shear_time, real("SRATE", "relaxation time in shear over that in tension", "1", 1)),
    fills(&Cscm::energy_power, real("REPOW", "exponent by which rates raise fracture energies", "1", 1))};
constexpr Field concrete[] = {
    real("FPC", "unconfined compressive strength; 0: 30 MPa", "force/area"),
    real("DAGG", "largest size of the aggregate; 0: 19 mm", "length"),
    integer("UNITS", "0 GPa, mm, ms; 1 MPa, mm, ms; 2 MPa, mm, s; 3 psi, inch, s; 4 Pa, m, s")};

/// What all forms have: options and moduli.
void finish(Deck& deck, const Card& first, Material& material, Cscm law) {
  choice(first, "IRATE", 0, 1);
  if (law.kept >= 10) {
    law.kept -= 10;
    first.warn("RECOV", "found {}: the modulus recovers with the pressure alone", law.kept + 10);
  }
  if (law.kept < 0 || law.kept > 1) first.error("RECOV", "found {}, expected 0 to 1 or 10 to 11", law.kept);
  material.young = law.young();
  material.poisson = (3 * law.bulk - 2 * law.shear) / (2 * (3 * law.bulk + law.shear));
  material.law = law;
  expect_section_kind(deck, first, SectionKind::solid);
}

Card read_cscm(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(start);
  cards.next(preexisting);
  const Card of_strength = cards.next(strength), of_ratios = cards.next(ratios);
  const Card of_cap = cards.next(cap), of_softening = cards.next(softening);
  const Card of_rates = cards.next(rates);
  start_material(first, material);
  expect_positive(of_strength, {"G", "K", "ALPHA", "THETA"});
  expect_not_negative(of_strength, {"LAMBDA", "BETA"});
  if (!(of_strength.real("LAMBDA") < of_strength.real("ALPHA")))
    of_strength.error("LAMBDA", "found {}, expected less than ALPHA = {}: there is no strength without pressure",
                      of_strength.real("LAMBDA"), of_strength.real("ALPHA"));
  expect_positive(of_ratios, {"ALPHA1", "ALPHA2"});
  expect_positive(of_cap, {"R", "XO", "W", "D1"});
  expect_not_negative(of_cap, {"D2"});
  expect_positive(of_softening, {"B", "D", "GFC", "GFT", "GFS"});
  expect_not_negative(of_softening, {"PWRC", "PWRT"});
  expect_not_negative(of_rates, {"ETA0C", "NC", "ETA0T", "NT", "OVERC", "OVERT", "SRATE"});
  finish(deck, first, material,
         filled<Cscm>(first, of_strength, of_ratios, of_cap, of_softening, of_rates));
  return first;
}

/// Units of a system over MPa, mm and s.
struct Units {
  double stress, length, time;
};
constexpr Units units[] = {{1e-3, 1, 1e3}, {1, 1, 1e3}, {1, 1, 1}, {145.0377, 1 / 25.4, 1}, {1e6, 1e-3, 1}};

/// The parameters of normal concrete: of fc in MPa and the size of its aggregate in mm, in MPa, mm and s.
/// Sources: Murray, FHWA-HRT-05-062, section on fits, as public programs repeat its polynomials; E there is
/// 18.275 GPa (fc / 10 MPa)^(1/3), nu 0.15 (from memory); fracture energy of CEB-FIP Model Code 1990, 2.1.3.3.2, a line
/// through its three sizes of aggregate.
Cscm of_strength_in_MPa(double fc, double aggregate) {
  const auto polynomial = [fc](double a, double b, double c) { return (a * fc + b) * fc + c; };
  const double young = 18275 * same_bits::pow(fc / 10, 1.0 / 3), poisson = 0.15, psi = 145.0377;
  Cscm law;
  law.bulk = young / (3 * (1 - 2 * poisson));
  law.shear = young / (2 * (1 + poisson));
  law.compression = {polynomial(-0.003, 0.3169747, 7.7047), polynomial(1.3216e-5, 2.3548e-3, 0.2140058), 10.5,
                     1.929e-2};
  law.torsion = {0.74735, polynomial(-4.0856e-7, -1.2132e-6, 1.5593e-3), 0.17,
                 polynomial(-1.9972e-5, 2.2655e-4, 8.1748e-2)};
  law.extension = {0.66, polynomial(-4.8697e-7, -1.8883e-6, 1.8822e-3), 0.16,
                   polynomial(-1.9972e-5, 2.2655e-4, 8.2748e-2)};
  law.ratio = 5;
  law.first_cap = polynomial(8.769178e-3, -7.3302306e-2, 84.85);
  law.compaction = 0.05;
  law.d1 = 2.5e-4;
  law.d2 = 3.49e-7;
  law.energy_t = law.energy_s = (0.021 + 5.357e-4 * aggregate) * same_bits::pow(fc / 10, 0.7);
  law.energy_c = 100 * law.energy_t;
  law.time_c = (1.2772337e-11 * fc * psi - 1.0613722e-7) * fc * psi + 3.203497e-4;
  law.time_t = (8.0614774e-13 * fc * psi - 9.77736719e-10) * fc * psi + 5.0752351e-5;
  law.rate_power_c = 0.78;
  law.rate_power_t = 0.48;
  law.most_c = law.most_t = polynomial(1.309663e-2, -0.3927659, 21.45);
  return law;
}

void convert(Cscm& law, const Units& to) {
  for (double* stress : {&law.bulk, &law.shear, &law.first_cap, &law.most_c, &law.most_t, &law.compression[0],
                         &law.compression[2]})
    *stress *= to.stress;
  for (double* per_stress : {&law.compression[3], &law.torsion[1], &law.torsion[3], &law.extension[1],
                             &law.extension[3], &law.d1, &law.d2})
    *per_stress /= to.stress;
  law.d2 /= to.stress;
  for (double* energy : {&law.energy_c, &law.energy_t, &law.energy_s}) *energy *= to.stress * to.length;
  law.time_c *= same_bits::pow(to.time, 1 - law.rate_power_c);
  law.time_t *= same_bits::pow(to.time, 1 - law.rate_power_t);
}

Card read_concrete(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(start);
  cards.next(preexisting);
  const Card own = cards.next(concrete);
  start_material(first, material);
  const Units& system = units[std::size_t(choice(own, "UNITS", 0, 4))];
  expect_not_negative(own, {"FPC", "DAGG"});
  const double fc = own.real("FPC") > 0 ? own.real("FPC") / system.stress : 30;
  const double aggregate = own.real("DAGG") > 0 ? own.real("DAGG") / system.length : 19;
  if (fc < 10 || fc > 80)
    own.error("FPC", "found {}, which is {:.4g} MPa, expected 10 to 80 MPa, which the formulas are for",
              own.real("FPC"), fc);
  else if (fc < 20 || fc > 58)
    own.warn("FPC", "found {:.4g} MPa: the formulas are for 20 to 58 MPa", fc);
  if (aggregate < 4 || aggregate > 40)
    own.warn("DAGG", "found {:.4g} mm: fracture energies are for 8 to 32 mm", aggregate);
  Cscm law = of_strength_in_MPa(std::clamp(fc, 10.0, 80.0), aggregate);
  convert(law, system);
  const Cscm options = filled<Cscm>(first);
  law.rates = options.rates;
  law.erosion = options.erosion;
  law.kept = options.kept;
  finish(deck, first, material, law);
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_CSCM", "MAT_159",
               numbered(start, preexisting, strength, ratios, cap, softening, rates), read_cscm, "For solids.");
  add_material(registry, "MAT_CSCM_CONCRETE", "MAT_159_CONCRETE", numbered(start, preexisting, concrete), read_concrete,
               "For solids; parameters of normal concrete.");
}

}  // namespace crumple::deck::cscm_keywords
