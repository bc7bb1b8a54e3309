// *SENSOR_DEFINE_NODE, _ELEMENT, _FORCE and _CALC-MATH, *SENSOR_SWITCH, *SENSOR_CONTROL, *TERMINATION_SENSOR, and
// *ELEMENT_SEATBELT_ACCELEROMETER. Controls whose switches have known times set the times of what they control.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "deck/keywords/keywords.hpp"
#include "deck/numbers.hpp"
#include "model/switched_things.hpp"

namespace crumple::deck::sensors_keywords {

constexpr Field accelerometer_card[] = {id(IdOf::other, "SBACID", "number of the accelerometer"),
                                        id(IdOf::node, "NID1", "location; nodout gives its motion in global axes"),
                                        id(IdOf::node, "NID2", "on its first axis"),
                                        id(IdOf::node, "NID3", "in the plane of its first two axes"),
                                        no_effect("IGRAV", "the reported acceleration does not include body loads"),
                                        no_effect("INTOPT", "only for velocities in its local axes"),
                                        real("MASS", "its mass, one third at each node", "mass")};

void read_accelerometers(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(accelerometer_card);
  expect_not_negative(card, {"MASS"});
  card.warn("NID1", "nodout gives the motion of node {} in global axes, not in the accelerometer's", card.id("NID1"));
  deck.later(Phase::conditions, [&deck, card] {
    for (const char* field : {"NID1", "NID2", "NID3"}) {
      const Index node = deck.find_node(card, field);
      if (node != none && card.real("MASS") > 0)
        deck.model.masses.push_back({card.id("SBACID"), node, card.real("MASS") / 3});
    }
  });
}

constexpr Field node_sensor_card[] = {
    id(IdOf::other, "SENSID", "number of the sensor"),
    id(IdOf::node, "NODE1", "node at which it measures"),
    id(IdOf::node, "NODE2", "node whose values are subtracted; 0: none"),
    id(IdOf::definition, "VID", "vector along which it measures; 0: the size of the vector"),
    blank(),
    text("CTYPE", "ACC or blank: acceleration; VEL: velocity; COORD: coordinate; others are errors")};
constexpr Field element_sensor_card[] = {
    id(IdOf::other, "SENSID", "number of the sensor"),
    text("ETYPE", "SHELL, SOLID, BEAM or DISC-ELE; blank: BEAM; others are errors"),
    id(IdOf::element, "ELEMID", "element"),
    text("COMP", "of stresses XX, YY, ZZ, XY, YZ, ZX: global of solids, of shells with x along the first side and z "
                 "along the normal; of beams AXIAL, SHEARS, SHEART"),
    text("CTYPE", "STRESS of shells and solids, FORCE of beams and springs, MOMENT of beams; FAIL of shells and "
                  "solids: 1 once it is deleted; STRAIN (blank) and others are errors"),
    text("LAYER", "of shells, BOT: lowest integration point; TOP: highest"),
    real("SF", "factor; 0: 1"),
    real("PWR", "power of the value; 0 and 1: none, others are errors")};
constexpr Field force_sensor_card[] = {
    id(IdOf::other, "SENSID", "number of the sensor"),
    text("FTYPE", "CONTACT: force on side A; RWALL: of the nodes on a rigid wall; JOINT: on its first body; AIRBAG or "
                  "CPM: absolute pressure; others are errors"),
    id(IdOf::other, "TYPEID", "number of the contact, wall, joint or airbag"),
    text("VID", "X, Y, Z: component along an axis of CRD; M: magnitude; XMOMENT, YMOMENT, ZMOMENT, MMOMENT: the same "
                "of the moment of a joint; or the number of a vector. Of a pressure not read"),
    id(IdOf::definition, "CRD", "coordinate system, as it is at t = 0; 0: global"),
    no_effect("CPMPID", "an airbag of particles has one pressure")};
constexpr auto calculation_card = card_of(
    id(IdOf::other, "SENSID", "number of the sensor"),
    text("CALC", "SUM, ABSSUM, MULTIPLY, MIN, MAX, MINMAG, MAXMAG, SQRE, SQRTSQRE or SQRT; others are errors"),
    id(IdOf::other, "SENS1", "a sensor; < 0: subtracted, or in MULTIPLY a divisor"),
    alike(id(IdOf::other, "SENS2", "the next one, in the same way"), "SENS3", "SENS4", "SENS5", "SENS6"));
constexpr Field switch_card[] = {
    id(IdOf::other, "SWITID", "number of the switch"),
    text("TYPE", "TIME: it switches at a given time; SENSOR: when a sensor is beyond VALUE; others are errors"),
    id(IdOf::other, "SENSID", "the sensor of SENSOR"),
    text("LOGIC", "GT or blank: above VALUE; LT: below it, an error with TIME; others are errors"),
    real("VALUE", "limit, or time"),
    warned("FILTRID", "the sensor is not filtered", 0, {}),
    real("TIMWIN", "for so long the sensor must be beyond VALUE; with TIME added to it", "time"),
    real("TDELAY", "from then until it switches", "time")};
constexpr auto logic_card = card_of(
    id(IdOf::other, "SWITID", "number of the switch"),
    id(IdOf::other, "SWIT1", "a switch"),
    alike(id(IdOf::other, "SWIT2", "> 0: and this one; < 0: or that of this number"), "SWIT3", "SWIT4", "SWIT5",
          "SWIT6", "SWIT7"));
constexpr Field control_card_1[] = {
    id(IdOf::other, "CNTLID", "number of the control"),
    text("TYPE", "AIRBAG, BELTPRET, BELTRETRA, CONTACT, DISC-ELE, JOINT, PRESC-MOT, RWALL or SPOTWELD; others are "
                 "errors"),
    id(IdOf::other, "TYPEID", "number of what is controlled"),
    integer("TIMEOFF", "1: the curve of a prescribed motion begins when it is switched on; that of a bag always does"),
    no_effect("NREP", "a row of switches is passed once")};
constexpr auto control_card_2 = card_of(
    text("INITSTT", "ON or OFF: its state until the first switch; blank: ON"),
    id(IdOf::other, "SWIT1", "switch that changes the state"),
    alike(id(IdOf::other, "SWIT2", "the next one, looked at once the one before has switched"), "SWIT3", "SWIT4",
          "SWIT5", "SWIT6", "SWIT7"));

constexpr auto end_card = card_of(id(IdOf::other, "SWID1", "switch that ends the run"),
                                  alike(id(IdOf::other, "SWID2", "another one"), "SWID3", "SWID4"));

/// References of switches, or sensors, to each other beyond which they are taken for endless.
constexpr int most_depth = 100;

Sensor::Kind kind_of_node_sensor(const Card& card) {
  const std::string type = upper(card.text("CTYPE"));
  if (type == "VEL") return Sensor::Kind::velocity;
  if (type == "COORD") return Sensor::Kind::place;
  if (!type.empty() && type != "ACC")
    card.error("CTYPE", "found {}, expected ACC, VEL or COORD", card.text("CTYPE"));
  return Sensor::Kind::acceleration;
}

Sensor node_sensor(Deck& deck, const Card& card) {
  Sensor sensor;
  sensor.id = card.id("SENSID");
  sensor.kind = kind_of_node_sensor(card);
  sensor.nodes[0] = deck.find_node(card, "NODE1");
  sensor.is_difference = card.id("NODE2") != 0;
  if (sensor.is_difference) sensor.nodes[1] = deck.find_node(card, "NODE2");
  if (const Index vector = deck.find_optional(deck.vectors, card, "VID"); vector != none)
    sensor.direction = deck.vectors[vector];
  return sensor;
}

/// The place of a word among others; an error and 0 if it is none of them.
int place_of(const Card& card, std::string_view field, std::span<const std::string_view> words) {
  const std::string word = upper(card.text(field));
  const auto found = std::ranges::find(words, word);
  if (found != words.end()) return int(found - words.begin());
  card.error(field, "found {}, expected {}", word.empty() ? "none" : word, fmt::format("{}", fmt::join(words, ", ")));
  return 0;
}

void expect_element(Deck& deck, const Card& card, SectionKind kind) {
  const auto has = [&](const auto& elements) {
    return std::ranges::any_of(elements, [&](const auto& one) { return one.id == card.id("ELEMID"); });
  };
  const Model& model = deck.model;
  const bool is_there = kind == SectionKind::shell   ? has(model.shells)
                        : kind == SectionKind::solid ? has(model.solids)
                        : kind == SectionKind::beam  ? has(model.beams)
                                                     : has(model.springs);
  if (!is_there) card.error("ELEMID", "{} {} is not defined", name_of(kind), card.id("ELEMID"));
}

Sensor element_sensor(Deck& deck, const Card& card) {
  constexpr std::string_view types[] = {"SHELL", "SOLID", "BEAM", "DISC-ELE"};  // as SectionKind
  constexpr std::string_view stresses[] = {"XX", "YY", "ZZ", "XY", "YZ", "ZX"};
  constexpr std::string_view axes[] = {"AXIAL", "SHEARS", "SHEART"}, layers[] = {"", "BOT", "TOP"};
  constexpr std::string_view of_stresses[] = {"STRESS", "FAIL"}, of_beams[] = {"FORCE", "MOMENT"};
  Sensor sensor;
  sensor.id = card.id("SENSID");
  sensor.kind = Sensor::Kind::element;
  Sensor::OfElement& its = sensor.element;
  its.kind = card.text("ETYPE").empty() ? SectionKind::beam : SectionKind(place_of(card, "ETYPE", types));
  its.id = card.id("ELEMID");
  expect_element(deck, card, its.kind);
  its.scale = card.real("SF") == 0 ? 1 : card.real("SF");
  if (card.real("PWR") != 0 && card.real("PWR") != 1)
    card.error("PWR", "found {}, expected 0 or 1", card.real("PWR"));
  its.at_top = place_of(card, "LAYER", layers) == 2;
  if (its.kind == SectionKind::shell || its.kind == SectionKind::solid) {
    its.is_failure = place_of(card, "CTYPE", of_stresses) == 1;
    if (!its.is_failure) its.component = place_of(card, "COMP", stresses);
  } else if (its.kind == SectionKind::beam) {
    its.component = place_of(card, "COMP", axes) + 3 * place_of(card, "CTYPE", of_beams);
  } else {
    place_of(card, "CTYPE", std::span(of_beams).first(1));
  }
  return sensor;
}

bool is_there(const Model& model, const Sensor::OfForce& its) {
  const auto has = [&](const auto& list) {
    return std::ranges::any_of(list, [&](const auto& one) { return one.id == its.id; });
  };
  switch (its.source) {
    using enum Sensor::OfForce::Source;
    case bag: return has(model.airbags);
    case contact: return has(model.contacts) || has(model.tied_contacts) || has(model.transducers);
    case joint: return has(model.joints);
    case wall: return has(model.walls);
  }
  return false;
}

/// The unit vector of VID; 0: the magnitude.
Vec3 direction_of_force(Deck& deck, const Card& card, bool has_moments, bool& is_moment) {
  constexpr std::string_view names[] = {"X", "Y", "Z", "M"};
  std::string word = upper(card.text("VID"));
  is_moment = has_moments && word.ends_with("MOMENT");
  if (is_moment) word.resize(word.size() - 6);
  if (word == "M") return {};
  Vec3 direction;
  if (const auto found = std::ranges::find(names, word); found != std::end(names)) {
    direction[int(found - std::begin(names))] = 1;
  } else if (const auto number = parse_integer(word); number && *number != 0 && !is_moment) {
    const Index vector = deck.find(deck.vectors, card, "VID", card.shifted(*number, IdOf::definition));
    if (vector != none) direction = deck.vectors[vector];
  } else {
    card.error("VID", "found {}, expected X, Y, Z, M{} or the number of a vector", word.empty() ? "none" : word,
               has_moments ? ", XMOMENT, YMOMENT, ZMOMENT, MMOMENT" : "");
  }
  return to_global(deck, frame_of_user(deck, card, "CRD", true), direction);
}

Sensor force_sensor(Deck& deck, const Card& card) {
  using enum Sensor::OfForce::Source;
  constexpr std::string_view types[] = {"AIRBAG", "CPM", "CONTACT", "JOINT", "RWALL"};
  constexpr Sensor::OfForce::Source sources[] = {bag, bag, contact, joint, wall};
  Sensor sensor;
  sensor.id = card.id("SENSID");
  sensor.kind = Sensor::Kind::force;
  Sensor::OfForce& its = sensor.force;
  its.source = sources[place_of(card, "FTYPE", types)];
  its.id = card.id("TYPEID");
  if (!is_there(deck.model, its)) card.error("TYPEID", "there is no {} {}", upper(card.text("FTYPE")), its.id);
  if (its.source != bag) sensor.direction = direction_of_force(deck, card, its.source == joint, its.is_moment);
  return sensor;
}

int sensor_of(Deck& deck, const Card& user, std::string_view field, int depth = 0);

Sensor calculation(Deck& deck, const Card& card, int depth) {
  using enum Sensor::Operation;
  constexpr std::pair<const char*, Sensor::Operation> operations[] = {
      {"SUM", sum},           {"ABSSUM", absolute_sum},   {"MULTIPLY", product}, {"MIN", least},
      {"MAX", largest},       {"MINMAG", least_size},     {"MAXMAG", largest_size}, {"SQRE", squares},
      {"SQRTSQRE", root_of_squares}, {"SQRT", roots}};
  Sensor sensor;
  sensor.id = card.id("SENSID");
  sensor.kind = Sensor::Kind::calculation;
  const std::string name = upper(card.text("CALC"));
  const auto found = std::ranges::find_if(operations, [&](const auto& one) { return one.first == name; });
  if (found == std::end(operations))
    card.error("CALC", "found {}, expected SUM, ABSSUM, MULTIPLY, MIN, MAX, MINMAG, MAXMAG, SQRE, SQRTSQRE or SQRT",
               card.text("CALC"));
  else
    sensor.operation = found->second;
  for (std::size_t i = 2; i < card.size() && card.id(i) != 0; ++i)
    sensor.operands.push_back({sensor_of(deck, card, card.field(i), depth + 1), card.id(i) < 0});
  if (sensor.operands.empty()) card.error("SENS1", "found none, expected the number of a sensor");
  return sensor;
}

/// The sensor, in the model, that a field names, the sign of its number apart.
int sensor_of(Deck& deck, const Card& user, std::string_view field, int depth) {
  std::vector<Sensor>& all = deck.model.sensors.sensors;
  const Id number = std::abs(user.id(field));
  const auto known = std::ranges::find(all, number, &Sensor::id);
  if (known != all.end()) return int(known - all.begin());
  const Index found = deck.find(deck.sensors, user, field, number);
  if (found == none) return 0;
  const Card card = deck.sensors[found];
  if (depth > most_depth) {
    card.error("", "sensors refer to each other without end");
    return 0;
  }
  Sensor sensor = card.field(1) == "CALC"    ? calculation(deck, card, depth)
                  : card.field(1) == "ETYPE" ? element_sensor(deck, card)
                  : card.field(1) == "FTYPE" ? force_sensor(deck, card)
                                             : node_sensor(deck, card);
  all.push_back(std::move(sensor));
  return int(all.size()) - 1;
}

int switch_of(Deck& deck, const Card& user, std::string_view field, int depth = 0);

SensorSwitch simple_switch(Deck& deck, const Card& card) {
  SensorSwitch its;
  its.id = card.id("SWITID");
  const std::string type = upper(card.text("TYPE")), logic = upper(card.text("LOGIC"));
  its.if_below = logic == "LT";
  if (!logic.empty() && logic != "GT" && (logic != "LT" || type == "TIME"))
    card.error("LOGIC", "found {}, expected {}", card.text("LOGIC"), type == "TIME" ? "GT" : "GT or LT");
  its.limit = card.real("VALUE");
  its.duration = card.real("TIMWIN");
  its.delay = card.real("TDELAY");
  if (type == "TIME") {
    its.limit += its.duration + its.delay;
  } else if (type == "SENSOR") {
    its.kind = SensorSwitch::Kind::sensor;
    its.sensor = sensor_of(deck, card, "SENSID");
  } else {
    card.error("TYPE", "found {}, expected TIME or SENSOR", card.text("TYPE"));
  }
  return its;
}

SensorSwitch logic_of_switches(Deck& deck, const Card& card, int depth) {
  SensorSwitch its;
  its.id = card.id("SWITID");
  its.kind = SensorSwitch::Kind::logic;
  for (std::size_t i = 1; i < card.size() && card.id(i) != 0; ++i)
    its.operands.push_back({switch_of(deck, card, card.field(i), depth + 1), i > 1 && card.id(i) < 0});
  return its;
}

/// The switch, in the model, that a field names, the sign of its number apart.
int switch_of(Deck& deck, const Card& user, std::string_view field, int depth) {
  std::vector<SensorSwitch>& all = deck.model.sensors.switches;
  const Id number = std::abs(user.id(field));
  const auto known = std::ranges::find(all, number, &SensorSwitch::id);
  if (known != all.end()) return int(known - all.begin());
  const Index found = deck.find(deck.sensor_switches, user, field, number);
  if (found == none) return 0;
  const Card card = deck.sensor_switches[found];
  if (depth > most_depth) {
    card.error("", "switches refer to each other without end");
    return 0;
  }
  SensorSwitch its = card.field(1) == "TYPE" ? simple_switch(deck, card) : logic_of_switches(deck, card, depth);
  all.push_back(std::move(its));
  return int(all.size()) - 1;
}

struct TypeOfControl {
  const char* name;
  SensorControl::Kind kind;
  bool may_start, may_end;  ///< it may be switched on, off
};
constexpr TypeOfControl types_of_control[] = {{"AIRBAG", SensorControl::Kind::airbag, true, false},
                                              {"BELTPRET", SensorControl::Kind::pretensioner, true, true},
                                              {"BELTRETRA", SensorControl::Kind::retractor, true, true},
                                              {"CONTACT", SensorControl::Kind::contact, true, true},
                                              {"DISC-ELE", SensorControl::Kind::spring, true, true},
                                              {"JOINT", SensorControl::Kind::joint, false, true},
                                              {"PRESC-MOT", SensorControl::Kind::motion, true, true},
                                              {"RWALL", SensorControl::Kind::wall, true, true},
                                              {"SPOTWELD", SensorControl::Kind::weld, false, true}};

/// An error if it is not one time from which to which it is on, or if such a thing is not switched so.
void check_states(const Card& card, const Card& states, const TypeOfControl& type, const SensorControl& control) {
  const std::string start = upper(states.text("INITSTT"));
  if (!start.empty() && start != "ON" && start != "OFF")
    states.error("INITSTT", "found {}, expected ON or OFF", states.text("INITSTT"));
  const std::size_t n = control.switches.size(), most = control.starts_on ? 1 : 2;
  if (n > most)
    states.error(states.field(most + 1), "it is switched on twice, expected one time from which to which it is on");
  const bool ends = n == most;
  if (!type.may_start && !control.starts_on)
    card.error("TYPE", "it is not switched on, expected one that is on at first");
  if (!type.may_end && ends) card.error("TYPE", "an airbag is not switched off, expected one that is switched on");
}

void check_bags(const Card& card, const Model& model, const SensorControl& control) {
  for (const Airbag& bag : model.airbags)
    if (bag.id == control.thing && bag.kind == AirbagKind::adiabatic_gas)
      card.error("TYPEID", "airbag {} has no flow that could begin, expected one with curves over time", bag.id);
}

void resolve_control(Deck& deck, const Card& card, const Card& states) {
  Model& model = deck.model;
  const std::string name = upper(card.text("TYPE"));
  const auto type = std::ranges::find_if(types_of_control, [&](const auto& one) { return name == one.name; });
  if (type == std::end(types_of_control))
    return card.error("TYPE",
                      "found {}, expected AIRBAG, BELTPRET, BELTRETRA, CONTACT, DISC-ELE, JOINT, PRESC-MOT, RWALL or "
                      "SPOTWELD",
                      card.text("TYPE"));
  SensorControl control{type->kind, card.id("TYPEID"), upper(states.text("INITSTT")) != "OFF",
                        card.integer("TIMEOFF") == 1, {}};
  for (std::size_t i = 1; i < states.size() && states.id(i) != 0; ++i)
    control.switches.push_back(switch_of(deck, states, states.field(i)));
  check_states(card, states, *type, control);
  if (type->kind == SensorControl::Kind::airbag) check_bags(card, model, control);
  if (count_controlled(model, control) == 0)
    return card.error("TYPEID", "there is no {} {}", card.text("TYPE"), control.thing);
  if (!deck.log.failed()) add_control(model, std::move(control));
}

/// Keeps the card for those who ask for the sensor.
Reader sensor_reader(std::span<const Field> fields) {
  return each([fields](Cards& cards, const Options&, Deck& deck) {
    const Card card = cards.next(fields);
    deck.sensors.add(card.id("SENSID"), card, card);
  });
}

/// Switches that are missing have been reported; none is asked then.
void resolve_end(Deck& deck, const Card& card) {
  for (std::size_t i = 0; i < card.size() && card.id(i) != 0; ++i) {
    const int place = switch_of(deck, card, card.field(i));
    deck.model.sensors.ends.push_back({place, fmt::format("sensor switch {} has switched (*TERMINATION_SENSOR)",
                                                          card.id(i))});
  }
}

void read_switches(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(switch_card);
  deck.sensor_switches.add(card.id("SWITID"), card, card);
}

void read_logic(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(logic_card);
  deck.sensor_switches.add(card.id("SWITID"), card, card);
}

void read_controls(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(control_card_1), states = cards.next(control_card_2);
  deck.later(Phase::switches, [&deck, card, states] { resolve_control(deck, card, states); });
}

void add_to(Registry& registry) {
  registry.ignore_family("SENSOR_DEFINE_",
                         "switches ask sensors of nodes, elements, forces and calculations alone; others are errors");
  registry.add("SENSOR_DEFINE_NODE", {}, numbered(node_sensor_card), sensor_reader(node_sensor_card));
  registry.add("SENSOR_DEFINE_ELEMENT", {}, numbered(element_sensor_card), sensor_reader(element_sensor_card));
  registry.add("SENSOR_DEFINE_FORCE", {}, numbered(force_sensor_card), sensor_reader(force_sensor_card));
  registry.add("SENSOR_DEFINE_CALC-MATH", {}, numbered(calculation_card), sensor_reader(calculation_card));
  registry.add("SENSOR_SWITCH", {}, numbered(switch_card), each(read_switches));
  registry.add("SENSOR_SWITCH_CALC-LOGIC", {}, numbered(logic_card), each(read_logic));
  registry.add("SENSOR_CONTROL", {}, numbered(control_card_1, control_card_2), each(read_controls),
               "It sets from when to when what it controls is on: birth and death of contacts, walls, motions "
               "and springs, the start of the gas of a bag, the sensor of a retractor or pretensioner, the failure "
               "time of joints and spot welds. A switch that has switched stays so; what a sensor measures in a cycle "
               "acts from the second cycle after it.");
  registry.add("TERMINATION_SENSOR", {}, {{"1 ...", end_card}},
               each_card(end_card, Phase::switches, resolve_end), "The run ends when one of them has switched.");
  registry.add("ELEMENT_SEATBELT_ACCELEROMETER", {}, {{"1 ...", accelerometer_card}}, each(read_accelerometers));
}

}  // namespace crumple::deck::sensors_keywords
