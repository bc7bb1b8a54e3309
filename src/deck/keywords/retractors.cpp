// *ELEMENT_SEATBELT_RETRACTOR, _PRETENSIONER, _SENSOR.
#include <algorithm>

#include "deck/belts.hpp"
#include "deck/keywords/keywords.hpp"
#include "model/switched_things.hpp"

namespace crumple::deck::retractors_keywords {

constexpr auto retractor_card_1 = card_of(
    id(IdOf::other, "SBRID", "number of the retractor"),
    id(IdOf::node, "SBRNID", "retractor node; the adjacent node of the element is replaced by it"),
    id(IdOf::element, "SBID", "belt element at its mouth"), id(IdOf::other, "SID1", "sensor that triggers locking"),
    alike(id(IdOf::other, "SID2", "another sensor"), "SID3", "SID4"));
constexpr Field retractor_card_2[] = {
    real("TDEL", "delay from the first sensor until it may lock", "time"),
    real("PULL", "pay-out of belt from then on before it locks", "length"),
    id(IdOf::curve, "LLCID", "curve of force over pay-out since locking; its first force applies before locking"),
    id(IdOf::curve, "ULCID", "the same for pull-in, shifted to where unloading begins; 0: LLCID"),
    no_effect("LFED", "belt inside the retractor has no elements")};
constexpr auto pretensioner_card_1 = card_of(
    id(IdOf::other, "SBPRID", "number of the pretensioner"),
    integer("SBPRTY",
            "1: draws belt in, up to the retractor's largest force; 5: up to LMTFRC; 4: pulls with a force; 7: pulls "
            "with a force in addition to the retractor's; 2: a spring begins to act; 3: a spring ends to; others are "
            "errors"),
    id(IdOf::other, "SBSID1", "sensor that sets it off"),
    alike(id(IdOf::other, "SBSID2", "another sensor"), "SBSID3", "SBSID4"));
constexpr Field pretensioner_card_2[] = {
    id(IdOf::varies, "SBRID", "its retractor; of 2 and 3, its spring"),
    real("TIME", "time from the first sensor until it acts", "time"),
    id(IdOf::curve, "PTLCID", "curve of belt drawn in, or of force, over time since it acts; of 2 and 3 not read"),
    real("LMTFRC", "limiting force, of type 7 of the sum: at it the retractor takes over; 0: none", "force")};
constexpr Field sensor_card[] = {id(IdOf::other, "SBSID", "number of the sensor"),
                                 integer("SBSTYP", "1 acceleration, 2 rate of a retractor, 3 time, 4 distance"),
                                 no_effect("SBSFL", "only for dynamic relaxation")};
constexpr Field acceleration_card[] = {id(IdOf::node, "NID", "node"), integer("DOF", "1 to 3: x, y, z"),
                                       real("ACC", "acceleration", "length/time^2"),
                                       real("ATIME", "duration for which it must be exceeded", "time")};
constexpr Field rate_card[] = {id(IdOf::other, "SBRID", "retractor"),
                               real("PULRAT", "rate of pay-out of belt", "length/time"),
                               real("PULTIM", "duration for which it must be exceeded", "time")};
constexpr Field time_card[] = {real("TIME", "time of activation", "time")};
constexpr auto distance_card =
    card_of(alike(id(IdOf::node, "NID1", "node"), "NID2"), real("DMX", "maximum distance", "length"),
            real("DMN", "minimum distance", "length"));

/// The card with what a sensor of that type looks at.
std::span<const Field> card_of_sensor(int type) {
  if (type == 1) return acceleration_card;
  if (type == 2) return rate_card;
  return type == 4 ? std::span<const Field>(distance_card) : time_card;
}

/// A sensor as it was read; `axis` of one that looks at a retractor is set when that is known.
BeltSensor sensor_of(Deck& deck, const Card& card, const Card& limits) {
  using enum BeltSensor::Kind;
  BeltSensor sensor;
  sensor.id = card.id("SBSID");
  const int type = card.integer("SBSTYP");
  if (type == 1) {
    sensor.kind = acceleration;
    sensor.nodes = {deck.find_node(limits, "NID")};
    sensor.axis = limits.integer("DOF") - 1;
    if (sensor.axis < 0 || sensor.axis > 2) limits.error("DOF", "found {}, expected 1, 2 or 3", sensor.axis + 1);
    sensor.limit = limits.real("ACC");
    sensor.duration = limits.real("ATIME");
  } else if (type == 2) {
    sensor.kind = payout;
    sensor.limit = limits.real("PULRAT");
    sensor.duration = limits.real("PULTIM");
  } else if (type == 3) {
    sensor.limit = limits.real("TIME");
  } else {
    sensor.kind = distance;
    sensor.nodes = {deck.find_node(limits, "NID1"), deck.find_node(limits, "NID2")};
    sensor.limit = limits.real("DMX");
    sensor.least = limits.real("DMN");
  }
  return sensor;
}

/// The sensor of that number as one of the belt, which has it from then on; -1 after an error.
int sensor_in(Deck& deck, Belt& belt, const Card& card, const char* field) {
  const Id wanted = card.id(field);
  const auto known = std::ranges::find(belt.sensors, wanted, &BeltSensor::id);
  if (known != belt.sensors.end()) return int(known - belt.sensors.begin());
  const Index found = deck.find(deck.belt_sensors, card, field);
  if (found == none) return -1;
  const auto [first, limits] = deck.belt_sensors[found];
  BeltSensor sensor = sensor_of(deck, first, limits);
  if (sensor.kind == BeltSensor::Kind::payout) {
    const auto of = std::ranges::find(belt.retractors, limits.id("SBRID"), &Retractor::id);
    if (of == belt.retractors.end())
      limits.error("SBRID",
                   "found {}, expected a retractor of the belt, that which the sensor locks or one "
                   "before it",
                   limits.id("SBRID"));
    sensor.axis = int(of - belt.retractors.begin());
  }
  belt.sensors.push_back(std::move(sensor));
  return int(belt.sensors.size()) - 1;
}

/// Rising from zero belt on.
Curve curve_of_retractor(Deck& deck, const Card& card, const char* field) {
  const Index found = deck.find(deck.curves, card, field);
  if (found == none) return {};
  const Curve& curve = deck.model.curves[found];
  const bool rises = std::ranges::adjacent_find(curve.y, std::greater_equal<>()) == curve.y.end();
  if (curve.x.size() < 2 || curve.x.front() != 0 || curve.y.front() < 0 || !rises)
    card.error(field, "curve {}: expected rising forces, from pay-out 0", curve.id);
  return curve;
}

void resolve_retractor(Deck& deck, const Card& card, const Card& curves) {
  const Index node = deck.find_node(card, "SBRNID");
  const auto [found, element] = find_belt_element(deck.model, card.id("SBID"));
  if (found == none) return card.error("SBID", "belt element {} is not defined", card.id("SBID"));
  Belt& belt = deck.model.belts[found];
  if (!ends_at(deck.model, belt.elements[element], node))
    return card.error("SBID", "element {} does not end at node {}", card.id("SBID"), card.id("SBRNID"));
  Retractor retractor;
  retractor.id = card.id("SBRID");
  retractor.element = element;
  retractor.delay = curves.real("TDEL");
  retractor.pull = curves.real("PULL");
  retractor.loading = curve_of_retractor(deck, curves, "LLCID");
  if (curves.id("ULCID") != 0) retractor.unloading = curve_of_retractor(deck, curves, "ULCID");
  const std::size_t own = belt.retractors.size();
  belt.retractors.push_back(std::move(retractor));
  for (const char* field : {"SID1", "SID2", "SID3", "SID4"})
    if (card.id(field) != 0) belt.retractors[own].sensors.push_back(sensor_in(deck, belt, card, field));
}

void read_retractors(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(retractor_card_1), curves = cards.next(retractor_card_2);
  expect_not_negative(curves, {"TDEL", "PULL"});
  deck.later(Phase::belts, [&deck, card, curves] { resolve_retractor(deck, card, curves); });
}

/// Starts at 0; belt that is drawn in does not come out again.
Curve curve_of_pretensioner(Deck& deck, const Card& card, bool is_length) {
  const Index found = deck.find(deck.curves, card, "PTLCID");
  if (found == none) return {};
  const Curve& curve = deck.model.curves[found];
  const bool is_sound = is_length ? curve.y.front() == 0 && std::ranges::is_sorted(curve.y)
                                  : std::ranges::all_of(curve.y, [](double force) { return force >= 0; });
  if (curve.x.size() < 2 || curve.x.front() != 0 || !is_sound)
    card.error("PTLCID", "curve {}: expected {} over time from 0 on", curve.id,
               is_length ? "a length that grows from 0" : "forces that are not negative");
  return curve;
}

void resolve_pretensioner(Deck& deck, const Card& card, const Card& curve, Pretensioner device) {
  for (Belt& belt : deck.model.belts) {
    const auto its = std::ranges::find(belt.retractors, curve.id("SBRID", IdOf::other), &Retractor::id);
    if (its == belt.retractors.end()) continue;
    if (its->pretensioner.kind != Pretensioner::Kind::none)
      return curve.error("SBRID", "retractor {} has a pretensioner already, expected one", its->id);
    device.curve = curve_of_pretensioner(deck, curve, device.kind == Pretensioner::Kind::pull_in);
    if (card.integer("SBPRTY") == 1 && !its->loading.y.empty()) device.limit = its->loading.y.back();
    for (const char* field : {"SBSID1", "SBSID2", "SBSID3", "SBSID4"})
      if (card.id(field) != 0) device.sensors.push_back(sensor_in(deck, belt, card, field));
    its->pretensioner = std::move(device);
    return;
  }
  curve.error("SBRID", "retractor {} is not defined", curve.id("SBRID", IdOf::other));
}

/// The switch of the model that switches with a sensor of a belt, `delay` later.
int switch_of_belt_sensor(Deck& deck, const Card& card, const char* field, double delay) {
  const Index found = deck.find(deck.belt_sensors, card, field);
  if (found == none) return 0;
  const auto& [first, limits] = deck.belt_sensors[found];
  const BeltSensor its = sensor_of(deck, first, limits);
  Sensors& all = deck.model.sensors;
  const auto add = [&all](const SensorSwitch& one) {
    all.switches.push_back(one);
    return int(all.switches.size()) - 1;
  };
  SensorSwitch one;
  one.id = -its.id;  // no deck's number
  if (its.kind == BeltSensor::Kind::time) {
    one.limit = its.limit + delay;
    return add(one);
  }
  Sensor sensor;
  sensor.id = -its.id;
  if (its.kind == BeltSensor::Kind::acceleration) {
    sensor.kind = Sensor::Kind::acceleration;
    sensor.nodes[0] = its.nodes[0];
    sensor.direction[its.axis] = 1;
  } else if (its.kind == BeltSensor::Kind::distance) {
    sensor.nodes = {its.nodes[0], its.nodes[1]};
    sensor.is_difference = true;
  } else {
    card.error(field, "sensor {} is of the rate of a retractor, expected another one for a spring", its.id);
  }
  one.kind = SensorSwitch::Kind::sensor;
  one.sensor = int(all.sensors.size());
  all.sensors.push_back(sensor);
  one.limit = its.limit;
  one.duration = its.duration;
  one.delay = delay;
  const int beyond = add(one);
  if (its.kind != BeltSensor::Kind::distance || !(its.least > 0)) return beyond;
  one.if_below = true;
  one.limit = its.least;
  const int below = add(one);
  SensorSwitch either;
  either.id = -its.id;
  either.kind = SensorSwitch::Kind::logic;
  either.operands = {{beyond, false}, {below, true}};
  return add(either);
}

/// A spring that begins (type 2) or ends (3) to act with the first of the sensors.
void resolve_spring_pretensioner(Deck& deck, const Card& card, const Card& spring) {
  SensorControl control;
  control.kind = SensorControl::Kind::spring;
  control.thing = spring.id("SBRID", IdOf::element);
  control.starts_on = card.integer("SBPRTY") == 3;
  if (count_controlled(deck.model, control) == 0)
    return spring.error("SBRID", "spring {} is not defined", control.thing);
  SensorSwitch first;
  first.kind = SensorSwitch::Kind::logic;
  for (const char* field : {"SBSID1", "SBSID2", "SBSID3", "SBSID4"})
    if (card.id(field) != 0)
      first.operands.push_back(
          {switch_of_belt_sensor(deck, card, field, spring.real("TIME")), !first.operands.empty()});
  if (first.operands.empty()) return card.error("SBSID1", "found none, expected the number of a sensor");
  control.switches = {int(deck.model.sensors.switches.size())};
  deck.model.sensors.switches.push_back(first);
  if (!deck.log.failed()) add_control(deck.model, std::move(control));
}

void read_pretensioners(Cards& cards, const Options&, Deck& deck) {
  using enum Pretensioner::Kind;
  const Card card = cards.next(pretensioner_card_1), curve = cards.next(pretensioner_card_2);
  Pretensioner device;
  device.id = card.id("SBPRID");
  const int type = card.integer("SBPRTY");
  if (type == 2 || type == 3) {
    expect_not_negative(curve, {"TIME"});
    return deck.later(Phase::switches, [&deck, card, curve] { resolve_spring_pretensioner(deck, card, curve); });
  }
  if (type != 1 && type != 4 && type != 5 && type != 7)
    return card.error("SBPRTY", "found {}, expected 1, 4, 5 or 7 (at a retractor), 2 or 3 (of a spring)", type);
  device.kind = type == 4 ? force : type == 7 ? additional : pull_in;
  device.delay = curve.real("TIME");
  if (type != 1) device.limit = curve.real("LMTFRC");
  expect_not_negative(curve, {"TIME", "LMTFRC"});
  deck.later(Phase::results, [&deck, card, curve, device] { resolve_pretensioner(deck, card, curve, device); });
}

void read_sensors(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(sensor_card);
  const int type = choice(card, "SBSTYP", 1, 4);
  deck.belt_sensors.add(card.id("SBSID"), {card, cards.next(card_of_sensor(type))}, card);
}

void add_to(Registry& registry) {
  registry.add("ELEMENT_SEATBELT_RETRACTOR", {}, numbered(retractor_card_1, retractor_card_2), each(read_retractors));
  registry.add("ELEMENT_SEATBELT_PRETENSIONER", {}, numbered(pretensioner_card_1, pretensioner_card_2),
               each(read_pretensioners));
  registry.add("ELEMENT_SEATBELT_SENSOR", {},
               {{"1", sensor_card},
                {"2, SBSTYP = 1", acceleration_card},
                {"2, SBSTYP = 2", rate_card},
                {"2, SBSTYP = 3", time_card},
                {"2, SBSTYP = 4", distance_card}},
               each(read_sensors));
}

}  // namespace crumple::deck::retractors_keywords
