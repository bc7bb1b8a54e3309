// *TERMINATION_NODE, _BODY and _CURVE: what ends the run before ENDTIM. Others are in other_physics.cpp.
#include <fmt/format.h>

#include <optional>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::terminations_keywords {

constexpr Field node_card[] = {
    id(IdOf::node, "NID", "node"),
    integer("STOP", "1 x, 2 y, 3 z: the coordinate that is monitored; 4 (contact) and others are errors"),
    real("MAXC", "the run ends above this coordinate; 0: no limit", "length"),
    real("MINC", "the run ends below this coordinate; 0: no limit", "length")};
constexpr Field body_card[] = {
    id(IdOf::part, "PID", "rigid body"),
    integer("STOP", "1 x, 2 y, 3 z: displacement of its centre along that axis; 4: its size; others are errors"),
    real("MAXC", "the run ends above this displacement; 0: no limit", "length"),
    real("MINC", "the run ends below this displacement, not with STOP = 4; 0: no limit", "length")};
constexpr Field curve_card[] = {
    id(IdOf::curve, "LCID", "the run ends when this curve over time is 0"),
    real("ATIME", "from when on; 0: once it has been another than 0", "time")};

/// Ends the run for that reason when the last sensor of the model is beyond a limit.
void end_beyond(Sensors& sensors, double limit, bool if_below, const std::string& what) {
  SensorSwitch its;
  its.kind = SensorSwitch::Kind::sensor;
  its.sensor = int(sensors.sensors.size()) - 1;
  its.limit = limit;
  its.if_below = if_below;
  sensors.ends.push_back(
      {int(sensors.switches.size()), fmt::format("{} is {} {:.6g}", what, if_below ? "below" : "above", limit)});
  sensors.switches.push_back(its);
}

/// A sensor of that kind along the axis STOP, 1 to 3, or of a size, 4.
void end_by_motion(Deck& deck, const Card& card, Sensor sensor, int most, const std::string& what) {
  const int axis = choice(card, "STOP", 1, most);
  if (axis < 1 || axis > most) return;
  if (axis < 4) sensor.direction[axis - 1] = 1;
  deck.model.sensors.sensors.push_back(sensor);
  const std::string name = what + (axis < 4 ? std::string(" along ") + "xyz"[axis - 1] : "");
  if (card.real("MAXC") != 0) end_beyond(deck.model.sensors, card.real("MAXC"), false, name);
  if (card.real("MINC") != 0 && axis < 4) end_beyond(deck.model.sensors, card.real("MINC"), true, name);
}

void end_by_node(Deck& deck, const Card& card) {
  Sensor sensor;
  sensor.nodes[0] = deck.find_node(card, "NID");
  end_by_motion(deck, card, sensor, 3, fmt::format("the place of node {}", card.id("NID")));
}

void end_by_body(Deck& deck, const Card& card) {
  Sensor sensor;
  sensor.kind = Sensor::Kind::displacement;
  sensor.body = rigid_body_of(deck, card, "PID");
  end_by_motion(deck, card, sensor, 4, fmt::format("the displacement of rigid body {}", card.id("PID")));
}

/// The first time from `start` on at which the curve, which is piecewise linear, is 0.
std::optional<double> zero_from(const Curve& curve, double start) {
  double last = start, value = curve.evaluate(start);
  if (value == 0) return start;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (curve.x[i] <= start) continue;
    if (curve.y[i] * value <= 0) return last + (curve.x[i] - last) * value / (value - curve.y[i]);
    last = curve.x[i];
    value = curve.y[i];
  }
  return {};
}

void end_by_curve(Deck& deck, const Card& card) {
  const Index number = deck.find(deck.curves, card, "LCID");
  if (number == none) return;
  const Curve& curve = deck.model.curves[std::size_t(number)];
  double start = card.real("ATIME");
  for (std::size_t i = 0; start == 0 && i < curve.x.size(); ++i)
    if (curve.y[i] != 0 && curve.x[i] > 0) start = curve.x[i];
  const std::optional<double> end = start > 0 ? zero_from(curve, start) : std::nullopt;
  if (!end) return;
  Sensors& sensors = deck.model.sensors;
  sensors.ends.push_back({int(sensors.switches.size()), fmt::format("curve {} is 0 (*TERMINATION_CURVE)", curve.id)});
  SensorSwitch its;
  its.limit = *end;
  sensors.switches.push_back(its);
}

void add_to(Registry& registry) {
  registry.add("TERMINATION_NODE", {}, {{"1 ...", node_card}}, each_card(node_card, Phase::switches, end_by_node),
               "A place that is reached in a cycle ends the run in the second one after it.");
  registry.add("TERMINATION_BODY", {}, {{"1 ...", body_card}}, each_card(body_card, Phase::switches, end_by_body),
               "As *TERMINATION_NODE.");
  registry.add("TERMINATION_CURVE", {}, {{"1 ...", curve_card}}, each_card(curve_card, Phase::switches, end_by_curve));
}

}  // namespace crumple::deck::terminations_keywords
