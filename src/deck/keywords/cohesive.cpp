// *MAT_138 COHESIVE_MIXED_MODE, and laws of cohesive elements that are computed as it: 184 and 240.

#include "deck/cohesive.hpp"

#include <cmath>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::cohesive_keywords {

constexpr auto card_1 = card_of(
    id(IdOf::material, "MID", "number of the material"),
    real("RO", "density, per area with ROFLG 1", "mass/volume"), integer("ROFLG", "0: density per volume; 1: per area"),
    no_effect("INTFAIL", "the ties at the nodes of an element fail one by one"),
    real("EN", "stiffness of opening; it is at most half of the mass over the step squared", "force/length^3"),
    real("ET", "stiffness of sliding", "force/length^3"),
    real("GIC", "energy to failure in opening; 0: T UND / 2", "energy/length^2"),
    real("GIIC", "energy to failure in sliding; 0: S UTD / 2", "energy/length^2"));
constexpr Field card_2[] = {
    real("XMU", "exponent of the mixture of modes, > 0: power law, < 0: of Benzeggagh and Kenane", "1", 1),
    real("T", "strength in opening; 0: 2 GIC / UND; < 0 (a curve) is an error", "force/length^2"),
    real("S", "strength in sliding; 0: 2 GIIC / UTD; < 0 (a curve) is an error", "force/length^2"),
    real("UND", "separation at failure in opening", "length"),
    real("UTD", "separation at failure in sliding", "length"),
    refused("GAMMA", "an exponent besides XMU", 1)};

constexpr auto density_fields = card_of(
    id(IdOf::material, "MID", "number of the material"), real("RO", "density, per area with ROFLG 1", "mass/volume"),
    integer("ROFLG", "0: density per volume; 1: per area"),
    no_effect("INTFAIL", "the ties at the nodes of an element fail one by one"));
constexpr auto elastic_card =
    card_of(density_fields, real("ET", "stiffness of sliding", "force/length^3"),
            real("EN", "stiffness of opening", "force/length^3"),
            real("FN_FAIL", "strength in opening; 0: it does not fail so", "force/length^2"),
            real("FT_FAIL", "strength in sliding; 0: it does not fail so", "force/length^2"));
constexpr auto rate_card_1 =
    card_of(density_fields, real("EMOD", "Young's modulus of the adhesive", "force/area"),
            real("GMOD", "its shear modulus", "force/area"),
            real("THICK", "its thickness; 0 (that of the elements) is an error", "length"),
            no_effect("OUTPUT", "the elements are in no output"));
constexpr Field rate_card_2[] = {
    real("G1C_0", "energy to failure in opening", "energy/length^2"),
    warned("G1C_INF", "energies do not depend on the rate"),
    no_effect("EDOT_G1", "only with G1C_INF"),
    real("T0", "strength in opening; its size", "force/area"),
    warned("T1", "strengths do not depend on the rate"),
    no_effect("EDOT_T", "only with T1"),
    warned("FG1", "without a plateau: strength and energy are those given, the way to failure is longer")};
constexpr Field rate_card_3[] = {
    real("G2C_0", "energy to failure in sliding", "energy/length^2"),
    warned("G2C_INF", "energies do not depend on the rate"),
    no_effect("EDOT_G2", "only with G2C_INF"),
    real("S0", "strength in sliding; its size", "force/area"),
    warned("S1", "strengths do not depend on the rate"),
    no_effect("EDOT_S", "only with S1"),
    warned("FG2", "without a plateau: strength and energy are those given, the way to failure is longer")};

/// A strength and an energy, of which one may follow from the separation at failure.
void complete_mode(const Card& card, const char* field, double& strength, double& energy, double separation) {
  if (!(energy > 0)) energy = 0.5 * strength * separation;
  else if (!(strength > 0) && separation > 0) strength = 2 * energy / separation;
  if (!(strength > 0) || !(energy > 0))
    card.error(field, "found {}, expected two of the strength, the energy and the separation at failure, all > 0",
               card.real(field));
}

/// Makes the elements of a material ties of this law.
void settle(Deck& deck, const Card& card, Material& material, const CohesiveLaw& law) {
  material.young = law.strength.softening.stiffness;  // of no element
  deck.cohesive_laws.insert_or_assign(material.id, law);
  deck.later(Phase::results, [&deck, card] { tie_cohesive(deck, card); });
}

Card read_cohesive(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2);
  start_material(first, material);
  expect_positive(first, {"EN", "ET"}, "a stiffness");
  expect_not_negative(first, {"GIC", "GIIC"});
  expect_not_negative(second, {"T", "S", "UND", "UTD"});
  CohesiveLaw law;
  law.density = first.real("RO");
  law.per_area = choice(first, "ROFLG", 0, 1) == 1;
  TieStrength& strength = law.strength;
  strength.of_stress = true;
  strength.normal = second.real("T");
  strength.shear = second.real("S");
  TieSoftening& soft = strength.softening;
  soft = {first.real("GIC"), first.real("GIIC"), second.real("XMU") == 0 ? 1 : second.real("XMU"), 0, first.real("EN"),
          first.real("ET") / first.real("EN"), true, none};
  complete_mode(second, "T", strength.normal, soft.normal_energy, second.real("UND"));
  complete_mode(second, "S", strength.shear, soft.shear_energy, second.real("UTD"));
  settle(deck, first, material, law);
  return first;
}

CohesiveLaw with_density(const Card& card) {
  CohesiveLaw law;
  law.density = card.real("RO");
  law.per_area = choice(card, "ROFLG", 0, 1) == 1;
  law.strength.of_stress = true;
  law.strength.softening.resists_pressure = true;
  return law;
}

/// Fails at once at its strengths: the energy is what it holds there and a hundredth. One that does not fail has a
/// strength that no separation reaches.
Card read_elastic(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(elastic_card);
  start_material(card, material);
  expect_positive(card, {"EN", "ET"}, "a stiffness");
  expect_not_negative(card, {"FN_FAIL", "FT_FAIL"});
  CohesiveLaw law = with_density(card);
  const double normal = card.real("EN"), shear = card.real("ET");
  constexpr double never = 1e10;  // lengths of separation
  TieStrength& strength = law.strength;
  strength.normal = card.real("FN_FAIL") > 0 ? card.real("FN_FAIL") : never * normal;
  strength.shear = card.real("FT_FAIL") > 0 ? card.real("FT_FAIL") : never * shear;
  TieSoftening& soft = strength.softening;
  soft.stiffness = normal;
  soft.shear_ratio = shear / normal;
  soft.normal_energy = 1.01 * strength.normal * strength.normal / (2 * normal);
  soft.shear_energy = 1.01 * strength.shear * strength.shear / (2 * shear);
  settle(deck, card, material, law);
  return card;
}

Card read_rate_dependent(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(rate_card_1), opening = cards.next(rate_card_2), sliding = cards.next(rate_card_3);
  start_material(first, material);
  expect_positive(first, {"EMOD", "GMOD", "THICK"});
  expect_positive(opening, {"G1C_0"}, "a positive energy");
  expect_positive(sliding, {"G2C_0"}, "a positive energy");
  for (const auto& [card, field] : {std::pair{&opening, "T0"}, std::pair{&sliding, "S0"}})
    if (card->real(field) == 0) card->error(field, "found 0, expected a strength");
  CohesiveLaw law = with_density(first);
  law.strength.normal = std::abs(opening.real("T0"));
  law.strength.shear = std::abs(sliding.real("S0"));
  TieSoftening& soft = law.strength.softening;
  soft.normal_energy = opening.real("G1C_0");
  soft.shear_energy = sliding.real("G2C_0");
  soft.stiffness = first.real("EMOD") / first.real("THICK");
  soft.shear_ratio = first.real("GMOD") / first.real("EMOD");
  settle(deck, first, material, law);
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_COHESIVE_ELASTIC", "MAT_184", numbered(elastic_card), read_elastic,
               "Computed as *MAT_138 with energies that end it at its strengths; in mixed modes both count together.");
  add_material(registry, "MAT_COHESIVE_MIXED_MODE_ELASTOPLASTIC_RATE", "MAT_240",
               numbered(rate_card_1, rate_card_2, rate_card_3), read_rate_dependent,
               "Computed as *MAT_138 with XMU 1: without plateau, rates and plastic separation.");
  add_material(registry, "MAT_COHESIVE_MIXED_MODE", "MAT_138", numbered(card_1, card_2), read_cohesive,
               "Of solids between two faces, N1 to N4 and N5 to N8, which may lie in one place. Each node above is "
               "tied to the face below by this law, with the area of the elements around it; what is pressed is held "
               "with EN. The elements are in no output; rcforc lists the force of all of them.");
}

}  // namespace crumple::deck::cohesive_keywords
