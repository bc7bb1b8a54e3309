// *SENSOR_SWITCH and *SENSOR_CONTROL of switches whose times are known: they set the times of what they control.
// *SENSOR_DEFINE_...: what sensors measure; none is asked. *ELEMENT_SEATBELT_ACCELEROMETER.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

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

constexpr Field switch_card[] = {
    id(IdOf::other, "SWITID", "number of the switch"),
    text("TYPE", "TIME: it switches at a given time; SENSOR is an error where the switch is used"),
    no_effect("SENSID", "used only with SENSOR"),
    text("LOGIC", "GT or blank: when the time exceeds VALUE; others are errors"),
    real("VALUE", "time", "time"),
    no_effect("FILTRID", "used only with SENSOR"),
    real("TIMWIN", "added to VALUE", "time"),
    real("TDELAY", "added to VALUE", "time")};
constexpr auto logic_card = card_of(
    id(IdOf::other, "SWITID", "number of the switch"),
    id(IdOf::other, "SWIT1", "a switch"),
    alike(id(IdOf::other, "SWIT2", "> 0: and this one; < 0: or that of this number"), "SWIT3", "SWIT4", "SWIT5",
          "SWIT6", "SWIT7"));
constexpr Field control_card_1[] = {
    id(IdOf::other, "CNTLID", "number of the control"),
    text("TYPE", "AIRBAG, BELTPRET, BELTRETRA, CONTACT, JOINT, PRESC-MOT, RWALL or SPOTWELD; others are errors"),
    id(IdOf::varies, "TYPEID", "number of what is controlled"),
    integer("TIMEOFF", "1: the curve of a prescribed motion begins when it is switched on; that of a bag always does"),
    no_effect("NREP", "a row of switches is passed once")};
constexpr auto control_card_2 = card_of(
    text("INITSTT", "ON or OFF: its state until the first switch; blank: ON"),
    id(IdOf::other, "SWIT1", "switch that changes the state"),
    alike(id(IdOf::other, "SWIT2", "the next one, looked at once the one before has switched"), "SWIT3", "SWIT4",
          "SWIT5", "SWIT6", "SWIT7"));

constexpr double never = 1e28;

/// When the switch that `field` names switches, the sign of its number apart; `depth`: of switches within switches.
double switch_time(Deck& deck, const Card& user, std::size_t field, int depth = 0) {
  const Index found = deck.find(deck.sensor_switches, user, user.field(field), std::abs(user.id(field)));
  if (found == none) return never;
  const Card card = deck.sensor_switches[found];
  if (card.field(1) == "TYPE") {
    if (upper(card.text("TYPE")) != "TIME") {
      card.error("TYPE", "found {}, expected TIME: sensors do not act on the run", card.text("TYPE"));
      return never;
    }
    if (card.given("LOGIC") && upper(card.text("LOGIC")) != "GT")
      card.error("LOGIC", "found {}, expected GT", card.text("LOGIC"));
    return card.real("VALUE") + card.real("TIMWIN") + card.real("TDELAY");
  }
  if (depth > 100) {
    card.error("", "switches refer to each other without end");
    return never;
  }
  double time = switch_time(deck, card, 1, depth + 1);
  for (std::size_t i = 2; i < card.size() && card.id(i) != 0; ++i) {
    const double other = switch_time(deck, card, i, depth + 1);
    time = card.id(i) > 0 ? std::max(time, other) : std::min(time, other);
  }
  return time;
}

/// From when to when what is controlled is on.
struct OnTimes {
  double from = 0, to = never;
};
OnTimes on_times(Deck& deck, const Card& card) {
  std::vector<double> times;
  for (std::size_t i = 1; i < card.size() && card.id(i) != 0; ++i)
    times.push_back(std::max(switch_time(deck, card, i), times.empty() ? 0.0 : times.back()));
  const std::string start = upper(card.text("INITSTT"));
  if (!start.empty() && start != "ON" && start != "OFF")
    card.error("INITSTT", "found {}, expected ON or OFF", card.text("INITSTT"));
  const bool is_on = start != "OFF";
  if (times.size() > (is_on ? 1 : 2))
    card.error(card.field(is_on ? 2 : 3), "it is switched on twice, expected one time from which to which it is on");
  if (is_on) return {0, times.empty() ? never : times[0]};
  return {times.empty() ? never : times[0], times.size() > 1 ? times[1] : never};
}

/// A copy of a curve over time that begins at `start`; before, it has the value `before`, or its first one.
Index shifted_curve(Model& model, Index curve, double start, std::optional<double> before = {}) {
  if (curve == none || start == 0) return curve;
  Curve copy = model.curves[curve];
  for (double& x : copy.x) x += start;
  if (before && copy.x.front() > 0 && copy.y.front() != *before) {
    const double last = std::min(start, copy.x.front()) * (1 - 1e-9);
    copy.x.insert(copy.x.begin(), {0, last});
    copy.y.insert(copy.y.begin(), {*before, *before});
  }
  model.curves.push_back(std::move(copy));
  return Index(model.curves.size()) - 1;
}

template <class Thing>
void narrow(Thing& thing, const OnTimes& on) {
  thing.birth = std::max(thing.birth, on.from);
  thing.death = std::min(thing.death, on.to);
}

/// The times of a bag's gas count from when it is switched on.
void start_bag(Deck& deck, const Card& card, Airbag& bag, const OnTimes& on) {
  if (on.to < never) return card.error("TYPE", "an airbag is not switched off, expected one that is switched on");
  if (bag.kind == AirbagKind::adiabatic_gas)
    return card.error("TYPEID", "airbag {} has no flow that could begin, expected one with curves over time", bag.id);
  Model& model = deck.model;
  bag.start += on.from;
  if (bag.kind == AirbagKind::pressure_volume)
    bag.pressure.curve = shifted_curve(model, bag.pressure.curve, on.from, 0.0);
  bag.gas.inflow = shifted_curve(model, bag.gas.inflow, on.from, 0.0);
  bag.gas.inflow_temperature.curve = shifted_curve(model, bag.gas.inflow_temperature.curve, on.from);
  if (!bag.gas.shape_over_pressure) bag.gas.shape.curve = shifted_curve(model, bag.gas.shape.curve, on.from);
  bag.gas.porous_shape.curve = shifted_curve(model, bag.gas.porous_shape.curve, on.from);
}

/// It ends when it is switched off.
template <class Thing>
void release(const Card& card, Thing& end, const OnTimes& on) {
  if (on.from > 0) return card.error("TYPE", "it is not switched on, expected one that is on at first");
  end = std::min(end, on.to);
}

/// Sets off what waits for sensors of a belt.
void set_off(Belt& belt, std::vector<int>& sensors, const OnTimes& on) {
  BeltSensor sensor;
  sensor.limit = on.from;
  sensors.push_back(int(belt.sensors.size()));
  belt.sensors.push_back(sensor);
}

void resolve_control(Deck& deck, const Card& card, const Card& states) {
  const OnTimes on = on_times(deck, states);
  const std::string type = upper(card.text("TYPE"));
  const Id number = card.id("TYPEID");
  Model& model = deck.model;
  bool found = false;
  const auto each_of = [&](auto& things, const auto& act) {
    for (auto& thing : things)
      if (thing.id == number) act(thing), found = true;
  };
  if (type == "CONTACT") {
    each_of(model.contacts, [&](Contact& contact) { narrow(contact, on); });
  } else if (type == "RWALL") {
    each_of(model.walls, [&](RigidWall& wall) { narrow(wall, on); });
  } else if (type == "PRESC-MOT") {
    each_of(model.motions, [&](PrescribedMotion& motion) {
      narrow(motion, on);
      if (card.integer("TIMEOFF") == 1) motion.curve = shifted_curve(model, motion.curve, on.from);
    });
  } else if (type == "AIRBAG") {
    each_of(model.airbags, [&](Airbag& bag) { start_bag(deck, card, bag, on); });
  } else if (type == "SPOTWELD") {
    each_of(model.spot_welds, [&](SpotWeld& weld) { release(card, weld.failure_time, on); });
  } else if (type == "JOINT") {
    each_of(model.joints, [&](Joint& joint) {
      if (!joint.failure) joint.failure.emplace();
      release(card, joint.failure->time, on);
    });
  } else if (type == "BELTRETRA" || type == "BELTPRET") {
    for (Belt& belt : model.belts)
      for (Retractor& retractor : belt.retractors) {
        const bool is_lock = type == "BELTRETRA";
        if ((is_lock ? retractor.id : retractor.pretensioner.id) != number) continue;
        found = true;
        set_off(belt, is_lock ? retractor.sensors : retractor.pretensioner.sensors, on);
      }
  } else {
    return card.error("TYPE",
                      "found {}, expected AIRBAG, BELTPRET, BELTRETRA, CONTACT, JOINT, PRESC-MOT, RWALL or SPOTWELD",
                      card.text("TYPE"));
  }
  if (!found) card.error("TYPEID", "there is no {} {}", card.text("TYPE"), number);
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

}  // namespace

void register_sensors(Registry& registry) {
  registry.ignore_family("SENSOR_DEFINE_", "switches ask no sensor but the time");
  registry.add("SENSOR_SWITCH", {}, numbered(switch_card), each(read_switches));
  registry.add("SENSOR_SWITCH_CALC-LOGIC", {}, numbered(logic_card), each(read_logic));
  registry.add("SENSOR_CONTROL", {}, numbered(control_card_1, control_card_2), each(read_controls),
               "It sets, before the run, from when to when what it controls is on: birth and death of contacts, walls "
               "and motions, the start of the gas of a bag, the sensor of a retractor or pretensioner, the failure "
               "time of joints and spot welds. All its switches must have a time.");
  registry.add("ELEMENT_SEATBELT_ACCELEROMETER", {}, {{"1 ...", accelerometer_card}}, each(read_accelerometers));
}

}  // namespace crumple::deck
