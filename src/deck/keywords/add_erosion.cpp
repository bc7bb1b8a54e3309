// *MAT_ADD_EROSION: criteria of failure behind the law of a material that is defined elsewhere.
#include <cmath>

#include "deck/damage.hpp"
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::add_erosion_keywords {

constexpr Field card_1[] = {
    id(IdOf::material, "MID", "the material"),
    real("EXCL", "criteria with this value are inactive, as are those with 0"),
    real("MXPRES", "pressure at failure", "force/area"),
    real("MNEPS", "minimum principal strain at failure", "1"),
    real("EFFEPS", "effective strain at failure; < 0: minus the plastic strain", "1"),
    real("VOLEPS", "volumetric strain at failure; < 0: in compression", "1"),
    real("NUMFIP", "number of failed points at which the element is deleted; < 0: percentage of them", {}, 1),
    real("NCS", "criteria that a point must meet to fail", {}, 1)};
constexpr Field card_2[] = {
    real("MNPRES", "minimum pressure at failure (tension)", "force/area"),
    real("SIGP1", "maximum principal stress at failure; < 0 (a curve) is an error", "force/area"),
    real("SIGVM", "von Mises stress at failure; < 0 (a curve) is an error", "force/area"),
    real("MXEPS", "maximum principal strain at failure; < 0 (a curve) is an error", "1"),
    real("EPSSH", "shear strain at failure, half the difference of the principal strains", "1"),
    real("SIGTH", "principal stress above which the impulse is accumulated", "force/area"),
    real("IMPULSE", "impulse at failure: time integral of the squared excess over SIGTH"),
    real("FAILTM", "failure time; < 0: the same", "time")};
constexpr auto card_3 = card_of(
    integer("IDAM", "0: no damage, 1: GISSMO; others (DIEM) are errors"),
    integer("DMGTYP", "with IDAM, 1: damage acts and points fail; 0: it does neither, and is not computed"),
    damage_fields);
constexpr auto damage_card = card_of(alike(no_effect("SIZFLG", "sizes are those at the start"), "REFSZ"),
                                     no_effect("NAHSV", "outputs name what a law keeps"), damage_limits);
constexpr auto card_4 = card_of(refused("LCFLD", "forming limit diagrams"),
                                refused("NSFF", "forming limit diagrams", 10), refused("EPSTHIN", "thinning strain"),
                                refused("ENGCRT", "critical energy"), refused("RADCRT", "non-local critical energy"),
                                alike(refused("LCEPS12", "curves of shear strain"), "LCEPS13"),
                                refused("LCEPSMX", "curves of major strain"));

/// A limit that is given: neither blank nor 0 nor the value of EXCL.
std::optional<double> limit(const Card& card, std::string_view field, double excluded) {
  const double value = card.real(field);
  if (value == 0 || (excluded != 0 && value == excluded)) return {};
  return value;
}
std::optional<double> positive_limit(const Card& card, std::string_view field, double excluded) {
  const std::optional<double> value = limit(card, field, excluded);
  if (value && *value < 0) card.error(field, "found {}, expected a value >= 0 (no curve)", *value);
  return value;
}

/// EFFEPS is of all strain or, negative, of plastic strain.
void read_effective_strain(const Card& card, double excluded, Erosion& erosion) {
  const std::optional<double> value = limit(card, "EFFEPS", excluded);
  if (!value) return;
  if (*value > 0)
    erosion.effective_strain = value;
  else
    erosion.plastic_strain = -*value;
}

Erosion read_criteria(const Card& first, const Card& second) {
  const double excluded = first.real("EXCL");
  Erosion erosion;
  erosion.largest_pressure = limit(first, "MXPRES", excluded);
  erosion.least_principal_strain = limit(first, "MNEPS", excluded);
  read_effective_strain(first, excluded, erosion);
  erosion.volumetric_strain = limit(first, "VOLEPS", excluded);
  erosion.failed_points = limit(first, "NUMFIP", excluded).value_or(1);
  erosion.conditions = int(limit(first, "NCS", excluded).value_or(1));
  erosion.least_pressure = limit(second, "MNPRES", excluded);
  erosion.principal_stress = positive_limit(second, "SIGP1", excluded);
  erosion.von_mises = positive_limit(second, "SIGVM", excluded);
  erosion.largest_principal_strain = positive_limit(second, "MXEPS", excluded);
  erosion.shear_strain = positive_limit(second, "EPSSH", excluded);
  erosion.threshold_stress = limit(second, "SIGTH", excluded).value_or(0);
  erosion.impulse = positive_limit(second, "IMPULSE", excluded);
  erosion.failure_time = std::abs(limit(second, "FAILTM", excluded).value_or(0));
  return erosion;
}

void check(const Card& first, const Card& second, const Erosion& erosion) {
  if (erosion.conditions < 1)
    first.error("NCS", "found {}, expected a positive number of criteria", erosion.conditions);
  if (erosion.conditions > 1 && erosion.failure_time > 0)
    second.error("FAILTM", "found {} with NCS = {}, expected 0: the time is not counted with other criteria",
                 erosion.failure_time, erosion.conditions);
  if (erosion.failed_points < -100)
    first.error("NUMFIP", "found {}, expected at least -100 (per cent)", erosion.failed_points);
}

bool has_plastic_strain(const Material& material) {
  return material.number() != 1 && material.number() != 9 && material.number() != 63;
}

void attach(Deck& deck, const Card& card, const Erosion& erosion) {
  const Index found = deck.find(deck.materials, card, "MID");
  if (found == none) return;
  Material& material = deck.materials[found];
  if (material.erosion) return card.error("MID", "material {} has erosion already", material.id);
  if (material.is_rigid() || material.is_of_springs() || material.number() == MaterialSpotWeld::number)
    return card.error("MID", "material {} is of type {}, expected one of shells or solids that deform", material.id,
                      material.number());
  if (erosion.plastic_strain && !has_plastic_strain(material))
    return card.error("EFFEPS", "found {}, but material {} (type {}) has no plastic strain", -*erosion.plastic_strain,
                      material.id, material.number());
  material.erosion = erosion;
}

/// Cards 3 and 4; whether there is damage.
bool read_damage(Cards& cards, Deck& deck, const Card& first) {
  if (!cards.more()) return false;
  const Card card = cards.next(card_3);
  if (card.integer("IDAM") == 0) {
    if (card.integer("LCREGD") != 0)
      card.replace("LCREGD", fmt::format("found {}: limits that depend on element size", card.integer("LCREGD")), "0");
    return false;
  }
  if (card.integer("IDAM") != 1) {
    card.replace("IDAM", fmt::format("found {}, expected 0 or 1 (GISSMO)", card.integer("IDAM")), "0");
    return false;
  }
  if (cards.more()) cards.next(damage_card);
  if (choice(card, "DMGTYP", 0, 1) == 0) {
    card.warn("DMGTYP", "found 0: damage has no effect and is not computed");
    return false;
  }
  const double failed_points = limit(first, "NUMFIP", first.real("EXCL")).value_or(1);
  add_damage(deck, first, card, failed_points);
  return true;
}

bool has_criteria(const Erosion& e) {
  return e.largest_pressure || e.least_pressure || e.largest_principal_strain || e.least_principal_strain ||
         e.effective_strain || e.plastic_strain || e.shear_strain || e.volumetric_strain || e.principal_stress ||
         e.von_mises || e.impulse || e.failure_time > 0;
}

void read_erosion(Cards& cards, const Options& options, Deck& deck) {
  take_title(cards, options);
  const Card first = cards.next(card_1), second = cards.next(card_2);
  const Erosion erosion = read_criteria(first, second);
  check(first, second, erosion);
  const bool has_damage = read_damage(cards, deck, first);
  cards.pass({card_4});
  if (has_damage && !has_criteria(erosion)) return;
  deck.later(Phase::definitions, [&deck, first, erosion] { attach(deck, first, erosion); });
}

constexpr Field gissmo_card_1[] = {
    id(IdOf::material, "MID", "the material"), blank(),
    integer("DTYP", "1: damage of the plastic strain acts, and points fail; 0: it does neither, and is not computed; "
                    "others are errors"),
    no_effect("REFSZ", "an output that Crumple does not write"),
    real("NUMFIP", "number of failed points at which the element is deleted; < 0: percentage of them", {}, 1)};
constexpr auto gissmo_card_2 = card_of(damage_fields, refused("INSTF", "another measure of instability"));
constexpr auto gissmo_card_3 =
    card_of(damage_limits, refused("HISVN", "failure strains that depend on a history variable"),
            refused("SOFT", "softening beside deleted elements"), refused("LP2BI", "bending"));

void read_gissmo(Cards& cards, const Options& options, Deck& deck) {
  take_title(cards, options);
  const Card first = cards.next(gissmo_card_1), second = cards.next(gissmo_card_2);
  cards.pass({gissmo_card_3});
  const double points = first.real("NUMFIP");
  if (points < -100) first.error("NUMFIP", "found {}, expected at least -100 (per cent)", points);
  if (choice(first, "DTYP", 0, 1) == 0) return first.warn("DTYP", "found 0: damage has no effect and is not computed");
  add_damage(deck, first, second, points);
}

void add_to(Registry& registry) {
  registry.add("MAT_ADD_EROSION", {"TITLE"},
               {{"1", card_1}, {"2", card_2}, {"3", card_3}, {"4, with IDAM 1", damage_card}, {"4 or 5", card_4}},
               read_erosion,
               "Of shells and solids with any law. The strain is the sum of the increments, which turn with the "
               "stress; through a shell's thickness it is that of the whole shell.");
  registry.add("MAT_ADD_DAMAGE_GISSMO", {"TITLE"}, numbered(gissmo_card_1, gissmo_card_2, gissmo_card_3), read_gissmo,
               "Of materials that are computed as 024.");
}

}  // namespace crumple::deck::add_erosion_keywords
