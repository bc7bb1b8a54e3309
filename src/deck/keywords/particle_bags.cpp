// *AIRBAG_PARTICLE: the gas of a bag as particles, which is computed as one of uniform pressure.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <set>

#include "deck/gas_bags.hpp"
#include "deck/keywords/keywords.hpp"
#include "deck/numbers.hpp"

namespace crumple::deck::particle_bags_keywords {

constexpr auto skin_card = card_of(
    id(IdOf::varies, "SID1", "part, or part set with STYPE1 = 1, whose shells are the bag"),
    integer("STYPE1", "0: part; 1: part set; others are errors"),
    id(IdOf::varies, "SID2", "part or part set inside the bag, which bounds no volume"),
    integer("STYPE2", "0: part; 1: part set; 2: SID2 is the number of lines that list them"),
    no_effect("BLOCK", "leakage through contact is not blocked"),
    integer("NPDATA", "number of lines with heat through parts"),
    alike(no_effect("FRIC", "there are no particles"), "IRDP"));
constexpr auto gas_card = card_of(
    no_effect("NP", "there are no particles"),
    integer("UNIT", "units of the deck, with K: 0 kg, mm, ms; 1 kg, m, s; 2 t, mm, s; 3 those of one more line"),
    no_effect("VISFLG", "output"), real("TATM", "ambient temperature", "temperature", 293),
    real("PATM", "ambient pressure; 0: that of the atmosphere", "force/area"),
    integer("NVENT", "number of lines with vents"),
    alike(no_effect("TEND", "there are no particles"), "TSW"));
constexpr auto plus_card = card_of(alike(no_effect("TSTOP", "lines that begin with +: there are no particles"), "TSMTH",
                                         "OCCUP", "REBL", "SIDSV", "PSID1", "TSPLIT", "SFFDC"));
constexpr auto unit_card = card_of(blank(), real("MASS", "kg in a unit of mass"), blank(),
                                   real("TIME", "s in a unit of time"), blank(),
                                   real("LENGTH", "m in a unit of length"));
constexpr auto flow_card = card_of(integer("IAIR", "not 0: a line describes the air in the bag"),
                                   integer("NGAS", "number of gases, a line each"),
                                   integer("NORIF", "number of orifices, a line each"),
                                   alike(no_effect("NID1", "jets do not push"), "NID2", "NID3", "CHM", "CD_EXT"));
constexpr auto inner_card = card_of(id(IdOf::varies, "SIDUP", "part or part set inside the bag"),
                                    integer("STYUP", "0: part; 1: part set"),
                                    alike(no_effect("PFRAC", "there are no particles"), "LINKING"));
constexpr auto heat_card = card_of(alike(no_effect("SIDH", "only for HCONV"), "STYPEH"),
                                   warned("HCONV", "no heat passes the skin"),
                                   alike(no_effect("PFRIC", "there are no particles"), "SDFBLK", "KP", "INIP", "CP"));
constexpr auto vent_card = card_of(
    id(IdOf::varies, "SID3", "part or part set whose shells, at the start, are the area of a vent"),
    integer("STYPE3", "0: part; 1: part set; others are errors"), real("C23", "factor of that area; 0: 1", "1", 1),
    id(IdOf::curve, "LCTC23", "curve of a factor over time; with several vents an error"),
    refused("LCPC23", "a factor over the pressure"), no_effect("ENH_V", "there are no particles"),
    real("PPOP", "pressure above PATM from which the vents are open, the same for all", "force/area"));
constexpr auto air_card = card_of(
    real("PAIR", "pressure in the bag at the start; 0: PATM, others are errors", "force/area"),
    real("TAIR", "its temperature; 0: TATM", "temperature"),
    real("XMAIR", "its molar mass; 0: that of air", "mass/mole"),
    alike(no_effect("AAIR", "the air has the specific heats of the gases"), "BAIR", "CAIR", "NPAIR", "NPRLX"));
constexpr auto blown_card = card_of(
    id(IdOf::curve, "LCMI", "curve of the mass rate over time"),
    id(IdOf::curve, "LCTI", "curve of its temperature over time"), real("XMI", "molar mass", "mass/mole"),
    real("AI", "molar heat capacity at constant pressure", "energy/(mole temperature)"),
    real("BI", "its derivative with respect to temperature", "energy/(mole temperature^2)"),
    real("CI", "half its second derivative", "energy/(mole temperature^3)"), no_effect("INFGI", "inflators are one"));
constexpr auto orifice_card = card_of(alike(no_effect("NIDI", "jets do not push"), "ANI", "VDI", "CAI", "INFOI",
                                            "IMOM", "IANG", "CHM_ID"));

/// Units of a deck [kg, s, m].
struct BagUnits {
  double mass, time, length;
};
constexpr BagUnits usual_units[] = {{1, 1e-3, 1e-3}, {1, 1, 1}, {1e3, 1, 1e-3}};

/// CODATA 2018 [J/(mol K)]; the standard atmosphere [Pa]; the molar mass of its dry air [kg/mol] (ISO 2533:1975).
constexpr double gas_constant = 8.314462618, atmosphere = 101325, molar_mass_of_air = 0.0289644;

/// A part, or the parts of a set.
struct Shells {
  Card card;
  std::string_view id, type;
};

std::vector<Index> parts_of_shells(Deck& deck, const Shells& its) {
  return named_parts(deck, its.card, its.id, choice(its.card, its.type, 0, 1) == 1);
}

struct ParticleBag {
  Card skin, gas;
  Shells all{skin, "SID1", "STYPE1"};
  Airbag bag{};
  std::vector<Shells> inner{}, vents{};
  std::vector<BlownGas> gases{};
  double gas_constant = 0;
};

/// The skin: the shells of its parts but for those inside; the vents' areas, those at the start.
void build_skin(Deck& deck, ParticleBag& its) {
  std::set<Index> inner;
  for (const Shells& shells : its.inner)
    for (const Index part : parts_of_shells(deck, shells)) inner.insert(part);
  for (const Index part : parts_of_shells(deck, its.all))
    if (!inner.contains(part))
      for (const Index shell : deck.part_elements.shells[part])
        its.bag.segments.push_back(deck.model.shells[shell].nodes);
  if (its.bag.segments.empty()) its.skin.error("SID1", "its parts have no shells, expected the skin of a bag");
  check_closed(its.skin, "SID1", its.bag.segments, deck.model.nodes.id);
  BagGas& gas = its.bag.gas;
  gas.shape.constant = 1;
  for (const Shells& vent : its.vents) {
    double area = 0;
    for (const Index part : parts_of_shells(deck, vent)) area += area_of_shells(deck, part);
    if (!(area > 0)) vent.card.error("SID3", "has no shells, expected those of a vent in the skin");
    gas.area.constant += vent.card.real("C23") * area;
    gas.opens_at = vent.card.real("PPOP");
    if (gas.opens_at != its.vents.front().card.real("PPOP"))
      vent.card.error("PPOP", "found {}, expected that of the first vent, {}", gas.opens_at,
                      its.vents.front().card.real("PPOP"));
    if (vent.card.id("LCTC23") == 0) continue;
    gas.shape.curve = deck.find(deck.curves, vent.card, "LCTC23");
    if (its.vents.size() > 1)
      vent.card.error("LCTC23", "found {} vents, expected one where a factor is over the time", its.vents.size());
  }
}

/// Pressure and density around the bag and in it.
void set_air(ParticleBag& its, const BagUnits& unit, const std::optional<Card>& air) {
  const double given = its.gas.real("PATM");
  double &pressure = its.bag.ambient_pressure, temperature = its.gas.real("TATM");
  pressure = given > 0 ? given : atmosphere * unit.length * unit.time * unit.time / unit.mass;
  double molar_mass = molar_mass_of_air / unit.mass;
  if (air) {
    const double inside = air->real("PAIR");
    if (inside != 0 && std::abs(inside - pressure) > 1e-3 * pressure)
      air->error("PAIR", "found {}, expected the pressure outside, {}", inside, pressure);
    if (air->real("TAIR") > 0) temperature = air->real("TAIR");
    if (air->real("XMAIR") > 0) molar_mass = air->real("XMAIR");
  }
  its.bag.gas.ambient_density = pressure * molar_mass / (its.gas_constant * temperature);
}

BagUnits units_of(Cards& cards, const Card& gas) {
  const int unit = choice(gas, "UNIT", 0, 3);
  if (unit != 3) return usual_units[std::clamp(unit, 0, 2)];
  const Card card = cards.next(unit_card);
  expect_positive(card, {"MASS", "TIME", "LENGTH"}, "a positive factor");
  return {card.real("MASS"), card.real("TIME"), card.real("LENGTH")};
}

void read_inner_parts(Cards& cards, ParticleBag& its) {
  if (its.skin.integer("STYPE2") != 2) {
    if (its.skin.id("SID2") != 0) its.inner.push_back({its.skin, "SID2", "STYPE2"});
    return;
  }
  for (Id k = 0; k < its.skin.id("SID2"); ++k) its.inner.push_back({cards.next(inner_card), "SIDUP", "STYUP"});
}

void read_particle_bag(Cards& cards, const Options& options, Deck& deck) {
  const auto [number, title] =
      options.count("ID") || options.count("TITLE") ? read_id_card(cards) : std::pair<Id, std::string>{};
  if (options.count("MPP")) cards.next_text();
  const Card skin = cards.next(skin_card), gas = cards.next(gas_card);
  const auto its = std::make_shared<ParticleBag>(ParticleBag{skin, gas});
  its->bag.id = number;
  its->bag.title = title;
  while (cards.more() && trim(cards.peek()).starts_with('+')) cards.next_text();
  const BagUnits unit = units_of(cards, gas);
  const Card flow = cards.next(flow_card);
  read_inner_parts(cards, *its);
  for (int k = 0; k < skin.integer("NPDATA"); ++k) cards.next(heat_card);
  for (int k = 0; k < gas.integer("NVENT"); ++k) {
    its->vents.push_back({cards.next(vent_card), "SID3", "STYPE3"});
    expect_not_negative(its->vents.back().card, {"C23", "PPOP"});
  }
  std::optional<Card> air;
  if (flow.integer("IAIR") != 0) air = cards.next(air_card);
  its->gas_constant = gas_constant * unit.time * unit.time / (unit.mass * unit.length * unit.length);
  set_air(*its, unit, air);
  for (int k = 0; k < flow.integer("NGAS"); ++k) {
    const Card card = cards.next(blown_card);
    expect_positive(card, {"XMI", "AI"});
    if (card.real("XMI") > 0)
      its->gases.push_back({card, "LCMI", "LCTI", "AI", card.real("XMI"),
                            {card.real("AI"), card.real("BI"), card.real("CI")}});
  }
  for (int k = 0; k < flow.integer("NORIF"); ++k) cards.next(orifice_card);
  cards.expect_end();
  if (its->gases.empty()) return flow.error("NGAS", "found no gas, expected one");
  skin.warn("SID1", "the gas is not computed as particles but has one pressure, and jets do not push");
  deck.later(Phase::conditions, [&deck, its] {
    build_skin(deck, *its);
    mix_gases(deck, its->gases, its->gas_constant, its->bag.gas);
    if (its->bag.id == 0) its->bag.id = Id(deck.model.airbags.size()) + 1;
    deck.model.airbags.push_back(its->bag);
  });
}

void add_to(Registry& registry) {
  registry.add("AIRBAG_PARTICLE", {"ID", "TITLE", "MPP", "DECOMPOSITION"},
               {{"_ID", id_card},
                {"1", skin_card},
                {"2", gas_card},
                {"+", plus_card},
                {"3, UNIT = 3", unit_card},
                {"4", flow_card},
                {"5 ..., STYPE2 = 2", inner_card},
                {"6 ..., NPDATA", heat_card},
                {"7 ..., NVENT", vent_card},
                {"8, IAIR", air_card},
                {"9 ..., NGAS", blown_card},
                {"10 ..., NORIF", orifice_card}},
               read_particle_bag, "Computed as a bag of uniform pressure, with a warning.");
}

}  // namespace crumple::deck::particle_bags_keywords
