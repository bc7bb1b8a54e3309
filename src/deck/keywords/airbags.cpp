// *AIRBAG_SIMPLE_PRESSURE_VOLUME, _SIMPLE_AIRBAG_MODEL, _ADIABATIC_GAS_MODEL, _LOAD_CURVE, _WANG_NEFSKE, _HYBRID: bags
// of gas with one pressure.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string_view>

#include "deck/gas_bags.hpp"
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::airbags_keywords {

constexpr Field skin_card[] = {id(IdOf::varies, "SID", "set of the skin: segments or parts, as SIDTYP says"),
                               integer("SIDTYP", "0: segment set; others: part set, whose shells are the skin"),
                               refused("RBID", "activation by a sensor"),
                               real("VSCA", "scale of the volume; 0: 1", "1"),
                               real("PSCA", "scale of the pressure; 0: 1", "1"),
                               real("VINI", "volume filled in addition to that enclosed by the skin", "length^3"),
                               refused("MWD", "damping by mass"),
                               refused("SPSF", "stagnation pressure")};
constexpr Field pressure_volume_card[] = {
    real("CN", "pressure at relative volume 1; < 0: its curve over time", "force/area"),
    real("BETA", "scale of the pressure", "1", 1),
    id(IdOf::curve, "LCID", "curve of the pressure over relative volume, instead of CN"),
    no_effect("LCIDDR", "there is no dynamic relaxation")};
constexpr Field simple_gas_card[] = {
    real("CV", "specific heat at constant volume; 0: from the next card", "energy/(mass temperature)"),
    real("CP", "specific heat at constant pressure", "energy/(mass temperature)"),
    real("T", "temperature of the inflowing gas", "temperature"),
    id(IdOf::curve, "LCID", "curve of the mass rate over time"),
    real("MU", "shape factor of the vent; < 0: its curve over absolute pressure", "1"),
    real("AREA", "area of the vent; < 0: its curve over absolute pressure", "length^2"),
    real("PE", "ambient pressure", "force/area"),
    real("RO", "ambient density", "mass/volume")};
constexpr Field simple_gas_card_2[] = {
    id(IdOf::curve, "LOU", "curve of the outflow mass rate over the pressure above PE, instead of the vent"),
    no_effect("TEXT", "the molar heat capacity is taken at T"),
    real("A", "molar heat capacity", "energy/(mole temperature)"),
    real("B", "derivative of the molar heat capacity with respect to temperature", "energy/(mole temperature^2)"),
    real("MW", "molar mass", "mass/mole"),
    real("GASC", "universal gas constant", "energy/(mole temperature)")};
constexpr Field adiabatic_card[] = {
    real("PSF", "scale of the pressure", "1", 1),  refused("LCID", "a preload by a curve"),
    real("GAMMA", "ratio of specific heats", "1"), real("P0", "pressure at the start above PE", "force/area"),
    real("PE", "ambient pressure", "force/area"),  no_effect("RO", "the pressure follows from the volume alone")};
constexpr auto load_curve_card = card_of(real("STIME", "start of the curve", "time"),
                                         id(IdOf::curve, "LCID", "curve of the pressure over time since STIME"),
                                         alike(no_effect("RO", "the pressure is given"), "PE", "P0", "T", "T0"));
constexpr auto wang_card_1 =
    card_of(real("CV", "specific heat at constant volume; 0: from the last card", "energy/(mass temperature)"),
            real("CP", "specific heat at constant pressure", "energy/(mass temperature)"),
            real("T", "temperature of the inflowing gas, if LCT is 0", "temperature"),
            id(IdOf::curve, "LCT", "curve of that temperature over time"),
            id(IdOf::curve, "LCMT", "curve of the mass rate over time; 0, a tank test, is an error"),
            alike(no_effect("TVOL", "tank test only"), "LCDT", "IABT"));
constexpr Field wang_card_2[] = {real("C23", "shape factor of the vent", "1"),
                                 id(IdOf::curve, "LCC23", "its curve over time"),
                                 real("A23", "area of the vent; < 0: that of the shells of part -A23 at the start",
                                      "length^2"),
                                 id(IdOf::curve, "LCA23", "its curve over absolute pressure"),
                                 real("CP23", "shape factor of the fabric's leakage", "1"),
                                 id(IdOf::curve, "LCCP23", "its curve over time"),
                                 real("AP23", "leakage area of the fabric; < 0: as A23", "length^2"),
                                 id(IdOf::curve, "LCAP23", "its curve over absolute pressure")};
constexpr Field wang_card_3[] = {real("PE", "ambient pressure", "force/area"),
                                 real("RO", "ambient density", "mass/volume"),
                                 real("GC", "gravitational conversion factor; 0: 1", "1"),
                                 id(IdOf::curve, "LCEFR",
                                    "curve of the outflow mass rate over the pressure above PE, instead of vent and "
                                    "leakage"),
                                 no_effect("POVER", "the gas at the start has the pressure PE"),
                                 real("PPOP", "pressure above PE from which vent and LCEFR are open, for good",
                                      "force/area"),
                                 refused("OPT", "a leakage law of the fabric"),
                                 no_effect("KNKDN", "the fabric keeps its stiffness when the vent opens")};
constexpr auto wang_card_4 = card_of(alike(no_effect("IOC", "tank test only"), "IOA", "IVOL", "IRO", "IT", "LCBF"));
constexpr Field wang_card_5[] = {
    real("TEXT", "ambient temperature", "temperature"), real("A", "molar heat capacity", "energy/(mole temperature)"),
    real("B", "derivative of the molar heat capacity with respect to temperature", "energy/(mole temperature^2)"),
    real("MW", "molar mass", "mass/mole"), real("GASC", "universal gas constant", "energy/(mole temperature)")};

constexpr Field hybrid_card_1[] = {
    no_effect("ATMOST", "ambient pressure and density give the temperature at the start"),
    real("ATMOSP", "ambient pressure", "force/area"), real("ATMOSD", "ambient density", "mass/volume"),
    real("GC", "universal gas constant", "energy/(mole temperature)"),
    real("CC", "conversion constant; 0: 1", "1", 1), refused("HCONV", "heat through the skin")};
constexpr Field hybrid_card_3[] = {refused("OPT", "a leakage law of the fabric"),
                                   real("PVENT", "pressure above ATMOSP from which vent and LCEFR are open, for good",
                                        "force/area"),
                                   integer("NGAS", "number of gases, each with two cards"),
                                   id(IdOf::curve, "LCEFR",
                                      "curve of the outflow mass rate over the pressure above ATMOSP, instead of vent "
                                      "and leakage"),
                                   refused("LCIDM0", "mole fractions of one mass rate"),
                                   refused("VNTOPT", "a vent area by parts")};
constexpr Field hybrid_gas_card[] = {
    id(IdOf::curve, "LCIDM", "curve of the mass rate over time; 0: in the bag at the start, which is left out"),
    id(IdOf::curve, "LCIDT", "curve of its temperature over time"), blank(), real("MW", "molar mass", "mass/mole"),
    no_effect("INITM", "the gas at the start has the density ATMOSD and the specific heats of the others"),
    real("A", "molar heat capacity at constant pressure", "energy/(mole temperature)"),
    real("B", "its derivative with respect to temperature", "energy/(mole temperature^2)"),
    real("C", "half its second derivative", "energy/(mole temperature^3)")};
constexpr auto jet_card = card_of(alike(no_effect("XJFP", "jets do not push"), "YJFP", "ZJFP", "XJFH", "YJFH", "ZJFH",
                                        "CA", "BETA"));
constexpr Field hybrid_share_card[] = {refused("FMASS", "a share that is blown in (aspiration)")};

/// A negative number is that of a curve.
void set_curve_or(Deck& deck, const Card& card, std::string_view field, double scale, CurveOr& number) {
  const double value = card.real(field);
  if (!(value < 0))
    number.constant = scale * value;
  else
    deck.later(Phase::conditions, [&deck, card, field, value, &number] {
      const Id id = card.shifted(Id(-value), IdOf::curve);
      number.curve = deck.curves.find(id);
      if (number.curve == none) card.error(field, "curve {} is not defined", id);
    });
}

/// Specific heats, from those of a mole if the first card gives none.
void set_heats(const Card& card, const Card* of_a_mole, double temperature, BagGas& gas) {
  gas.cv = card.real("CV");
  gas.cp = card.real("CP");
  if (of_a_mole) {
    const double mole = of_a_mole->real("MW");
    if (!(mole > 0)) return of_a_mole->error("MW", "found no positive molar mass, expected one where CV is 0");
    gas.cp = (of_a_mole->real("A") + of_a_mole->real("B") * temperature) / mole;
    gas.cv = gas.cp - of_a_mole->real("GASC") / mole;
  }
  if (!(gas.cv > 0) || !(gas.cp > gas.cv))
    card.error("CV",
               "found specific heats {} at constant volume and {} at constant pressure, expected "
               "positive ones, the second larger",
               gas.cv, gas.cp);
}

void read_pressure_volume(Cards& cards, Deck& deck, Airbag& bag) {
  const Card card = cards.next(pressure_volume_card);
  bag.kind = AirbagKind::pressure_volume;
  bag.pressure_scale *= card.real("BETA");
  set_curve_or(deck, card, "CN", 1, bag.pressure);
  set_curve(deck, card, "LCID", bag.over_volume);
}

void read_simple_gas(Cards& cards, Deck& deck, Airbag& bag) {
  const Card card = cards.next(simple_gas_card), more = cards.next(simple_gas_card_2);
  bag.ambient_pressure = card.real("PE");
  BagGas& gas = bag.gas;
  set_heats(card, card.real("CV") == 0 ? &more : nullptr, card.real("T"), gas);
  gas.inflow_temperature.constant = card.real("T");
  gas.shape_over_pressure = card.real("MU") < 0;
  set_curve_or(deck, card, "MU", 1, gas.shape);
  set_curve(deck, more, "LOU", gas.outflow);
  gas.ambient_density = card.real("RO");
  set_curve_or(deck, card, "AREA", 1, gas.area);
  set_curve(deck, card, "LCID", gas.inflow);
  expect_not_negative(card, {"T", "PE", "RO"});
}

void read_adiabatic(Cards& cards, Deck&, Airbag& bag) {
  const Card card = cards.next(adiabatic_card);
  bag.kind = AirbagKind::adiabatic_gas;
  bag.pressure_scale *= card.real("PSF");
  bag.gamma = card.real("GAMMA");
  bag.initial_pressure = card.real("P0");
  bag.ambient_pressure = card.real("PE");
  if (!(bag.gamma > 1)) card.error("GAMMA", "found {}, expected more than 1", bag.gamma);
  expect_not_negative(card, {"P0", "PE"});
}

void read_load_curve(Cards& cards, Deck& deck, Airbag& bag) {
  const Card card = cards.next(load_curve_card);
  bag.kind = AirbagKind::load_curve;
  bag.start = card.real("STIME");
  set_curve(deck, card, "LCID", bag.pressure.curve);
}

/// An area, or less than 0 the part whose shells have it at the start.
void set_area(Deck& deck, const Card& card, std::string_view field, double& area) {
  const double value = card.real(field);
  if (!(value < 0))
    area = value;
  else
    deck.later(Phase::conditions, [&deck, card, field, &area] {
      const Index part = deck.find(deck.parts, card, field, card.shifted(Id(-card.real(field)), IdOf::part));
      if (part != none) area = area_of_shells(deck, part);
    });
}

/// Vent and leakage of a card of *AIRBAG_WANG_NEFSKE or _HYBRID.
void set_vents(Deck& deck, const Card& vent, BagGas& gas) {
  gas.shape.constant = vent.real("C23");
  set_area(deck, vent, "A23", gas.area.constant);
  set_curve(deck, vent, "LCC23", gas.shape.curve);
  set_curve(deck, vent, "LCA23", gas.area.curve);
  gas.porous_shape.constant = vent.real("CP23");
  set_area(deck, vent, "AP23", gas.porous_area.constant);
  set_curve(deck, vent, "LCCP23", gas.porous_shape.curve);
  set_curve(deck, vent, "LCAP23", gas.porous_area.curve);
  expect_not_negative(vent, {"C23", "CP23"});
}

/// Fields: pressure and density around the bag, and the factor from energy to work, 1 if 0.
void set_surroundings(const Card& card, const std::array<std::string_view, 3>& fields, Airbag& bag) {
  const auto [pressure, density, conversion] = fields;
  bag.ambient_pressure = card.real(pressure);
  bag.gas.ambient_density = card.real(density);
  bag.gas.conversion = card.real(conversion) > 0 ? card.real(conversion) : 1;
  expect_not_negative(card, {pressure, density, conversion});
}

void read_wang_nefske(Cards& cards, Deck& deck, Airbag& bag) {
  const Card flow = cards.next(wang_card_1), vent = cards.next(wang_card_2), ambient = cards.next(wang_card_3);
  cards.next(wang_card_4);
  BagGas& gas = bag.gas;
  if (flow.real("CV") == 0) {
    const Card mole = cards.next(wang_card_5);
    set_heats(flow, &mole, flow.id("LCT") == 0 ? flow.real("T") : mole.real("TEXT"), gas);
  } else {
    set_heats(flow, nullptr, 0, gas);
  }
  gas.inflow_temperature.constant = flow.real("T");
  set_curve(deck, flow, "LCT", gas.inflow_temperature.curve);
  set_curve(deck, flow, "LCMT", gas.inflow);
  if (flow.id("LCMT") == 0) flow.error("LCMT", "found 0 (a tank test), expected the curve of the mass rate");
  set_vents(deck, vent, gas);
  set_curve(deck, ambient, "LCEFR", gas.outflow);
  gas.opens_at = ambient.real("PPOP");
  expect_not_negative(ambient, {"PPOP"});
  set_surroundings(ambient, {"PE", "RO", "GC"}, bag);
}

void read_hybrid(Cards& cards, Deck& deck, Airbag& bag) {
  const Card ambient = cards.next(hybrid_card_1), vent = cards.next(wang_card_2), flow = cards.next(hybrid_card_3);
  BagGas& gas = bag.gas;
  set_vents(deck, vent, gas);
  set_curve(deck, flow, "LCEFR", gas.outflow);
  gas.opens_at = flow.real("PVENT");
  expect_not_negative(flow, {"PVENT"});
  set_surroundings(ambient, {"ATMOSP", "ATMOSD", "CC"}, bag);
  expect_positive(ambient, {"GC"}, "a gas constant > 0");
  std::vector<BlownGas> gases;
  for (int k = 0; k < flow.integer("NGAS"); ++k) {
    const Card card = cards.next(hybrid_gas_card);
    if (cards.more()) cards.next(hybrid_share_card);
    if (card.id("LCIDM") == 0) continue;
    expect_positive(card, {"MW", "A"});
    if (card.real("MW") > 0)
      gases.push_back({card, "LCIDM", "LCIDT", "A", card.real("MW"), {card.real("A"), card.real("B"), card.real("C")}});
  }
  if (gases.empty()) return flow.error("NGAS", "found no gas that flows in (LCIDM), expected one");
  if (gases.size() > 1)
    flow.warn("NGAS", "the {} gases that flow in are one, with the mean of their specific heats", gases.size());
  deck.later(Phase::conditions, [&deck, gases, constant = ambient.real("GC"), &gas] {
    mix_gases(deck, gases, constant, gas);
  });
}

std::vector<std::array<Index, 4>> skin_of(Deck& deck, const Card& card) {
  if (card.integer("SIDTYP") == 0) return segments_of_set(deck, card, "SID");
  std::vector<std::array<Index, 4>> skin;
  for (const Index part : parts_of_set(deck, card, "SID"))
    for (const Index shell : deck.part_elements.shells[part]) skin.push_back(deck.model.shells[shell].nodes);
  if (skin.empty()) card.error("SID", "its parts have no shells, expected the skin of a bag");
  return skin;
}

using BagReader = void (*)(Cards& cards, Deck& deck, Airbag& bag);

Reader airbag_reader(BagReader read_law) {
  return [read_law](Cards& cards, const Options& options, Deck& deck) {
    const auto bag = std::make_shared<Airbag>();
    std::tie(bag->id, bag->title) = options.count("ID") ? read_id_card(cards) : std::pair<Id, std::string>{};
    const Card card = cards.next(skin_card);
    bag->volume_scale = card.real("VSCA") != 0 ? card.real("VSCA") : 1;
    bag->pressure_scale = card.real("PSCA") != 0 ? card.real("PSCA") : 1;
    bag->initial_volume = card.real("VINI");
    read_law(cards, deck, *bag);
    if (options.count("JETTING")) {
      card.warn("SID", "the jets do not push: the pressure is uniform");
      while (cards.more()) cards.next(jet_card);
    }
    cards.expect_end();
    expect_not_negative(card, {"VSCA", "PSCA", "VINI"});
    deck.later(Phase::conditions, [&deck, card, bag] {
      bag->segments = skin_of(deck, card);
      check_closed(card, "SID", bag->segments, deck.model.nodes.id);
      if (bag->id == 0) bag->id = Id(deck.model.airbags.size()) + 1;
      deck.model.airbags.push_back(*bag);
    });
  };
}

void add_to(Registry& registry) {
  const auto add = [&](const char* name, std::vector<CardForm> cards, BagReader reader, bool has_jets = false) {
    cards.insert(cards.begin(), {{"_ID", id_card}, {"1", skin_card}});
    if (has_jets) cards.push_back({"_JETTING", jet_card});
    std::vector<std::string> options{"ID"};
    if (has_jets) options.insert(options.end(), {"JETTING", "MULTIPLE", "CM"});
    registry.add(name, std::move(options), std::move(cards), airbag_reader(reader));
  };
  add("AIRBAG_SIMPLE_PRESSURE_VOLUME", {{"2", pressure_volume_card}}, read_pressure_volume);
  add("AIRBAG_SIMPLE_AIRBAG_MODEL", {{"2", simple_gas_card}, {"3", simple_gas_card_2}}, read_simple_gas);
  add("AIRBAG_ADIABATIC_GAS_MODEL", {{"2", adiabatic_card}}, read_adiabatic);
  add("AIRBAG_LOAD_CURVE", {{"2", load_curve_card}}, read_load_curve);
  add("AIRBAG_WANG_NEFSKE",
      {{"2", wang_card_1}, {"3", wang_card_2}, {"4", wang_card_3}, {"5", wang_card_4}, {"6, CV = 0", wang_card_5}},
      read_wang_nefske, true);
  add("AIRBAG_HYBRID",
      {{"2", hybrid_card_1}, {"3", wang_card_2}, {"4", hybrid_card_3}, {"5 ...", hybrid_gas_card},
       {"6 ...", hybrid_share_card}},
      read_hybrid, true);
}

}  // namespace crumple::deck::airbags_keywords
