// *MAT_138 COHESIVE_MIXED_MODE.
#include "deck/cohesive.hpp"

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

/// A strength and an energy, of which one may follow from the separation at failure.
void complete_mode(const Card& card, const char* field, double& strength, double& energy, double separation) {
  if (!(energy > 0)) energy = 0.5 * strength * separation;
  else if (!(strength > 0) && separation > 0) strength = 2 * energy / separation;
  if (!(strength > 0) || !(energy > 0))
    card.error(field, "found {}, expected two of the strength, the energy and the separation at failure, all > 0",
               card.real(field));
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
  material.young = first.real("EN");  // of no element
  deck.cohesive_laws.insert_or_assign(material.id, law);
  deck.later(Phase::results, [&deck, first] { tie_cohesive(deck, first); });
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_COHESIVE_MIXED_MODE", "MAT_138", numbered(card_1, card_2), read_cohesive,
               "Of solids between two faces, N1 to N4 and N5 to N8, which may lie in one place. Each node above is "
               "tied to the face below by this law, with the area of the elements around it; what is pressed is held "
               "with EN. The elements are in no output; rcforc lists the force of all of them.");
}

}  // namespace crumple::deck::cohesive_keywords
