#include "model/switched_things.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace crumple {
namespace {

/// A copy of a curve over time that begins at `start`; before, it has the value `before`, or its first one.
Index shifted_curve(Model& model, Index curve, double start, std::optional<double> before = {}) {
  if (curve == none || start == 0) return curve;
  Curve copy = model.curves[std::size_t(curve)];
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
void start_bag(Model& model, Airbag& bag, double start) {
  bag.start += start;
  if (bag.kind == AirbagKind::pressure_volume)
    bag.pressure.curve = shifted_curve(model, bag.pressure.curve, start, 0.0);
  bag.gas.inflow = shifted_curve(model, bag.gas.inflow, start, 0.0);
  bag.gas.inflow_temperature.curve = shifted_curve(model, bag.gas.inflow_temperature.curve, start);
  if (!bag.gas.shape_over_pressure) bag.gas.shape.curve = shifted_curve(model, bag.gas.shape.curve, start);
  bag.gas.porous_shape.curve = shifted_curve(model, bag.gas.porous_shape.curve, start);
}

/// Sets off what waits for sensors of a belt.
void set_off(Belt& belt, std::vector<int>& sensors, double start) {
  BeltSensor sensor;
  sensor.limit = start;
  sensors.push_back(int(belt.sensors.size()));
  belt.sensors.push_back(sensor);
}

/// Calls `act` with each thing that is controlled; of a belt, also with the list of sensors that set it off.
template <class AModel, class Act>
void for_each_controlled(AModel& model, const SensorControl& control, const Act& act) {
  const auto numbered = [&](auto& things) {
    for (auto& thing : things)
      if (thing.id == control.thing) act(thing);
  };
  switch (control.kind) {
    using enum SensorControl::Kind;
    case contact: return numbered(model.contacts);
    case wall: return numbered(model.walls);
    case motion: return numbered(model.motions);
    case spring: return numbered(model.springs);
    case airbag: return numbered(model.airbags);
    case weld: return numbered(model.spot_welds);
    case joint: return numbered(model.joints);
    case retractor:
      for (auto& belt : model.belts)
        for (auto& retractor : belt.retractors)
          if (retractor.id == control.thing) act(belt, retractor.sensors);
      return;
    case pretensioner:
      for (auto& belt : model.belts)
        for (auto& retractor : belt.retractors)
          if (retractor.pretensioner.id == control.thing) act(belt, retractor.pretensioner.sensors);
  }
}

/// Sets the times of each kind of thing.
struct TurnOnAndOff {
  Model& model;
  const SensorControl& control;
  const OnTimes& on;

  void operator()(Contact& contact) const { narrow(contact, on); }
  void operator()(RigidWall& wall) const { narrow(wall, on); }
  void operator()(Spring& spring) const { narrow(spring, on); }
  void operator()(PrescribedMotion& motion) const {
    narrow(motion, on);
    if (control.shifts_curve) motion.curve = shifted_curve(model, motion.curve, on.from);
  }
  void operator()(Airbag& bag) const { start_bag(model, bag, on.from); }
  void operator()(SpotWeld& weld) const { weld.failure_time = std::min(weld.failure_time, on.to); }
  void operator()(Joint& joint) const {
    if (!joint.failure) joint.failure.emplace();
    joint.failure->time = std::min(joint.failure->time, on.to);
  }
  void operator()(Belt& belt, std::vector<int>& sensors) const { set_off(belt, sensors, on.from); }
};

}  // namespace

void turn_on_and_off(Model& model, const SensorControl& control, const OnTimes& on) {
  for_each_controlled(model, control, TurnOnAndOff{model, control, on});
}

void add_control(Model& model, SensorControl control) {
  if (std::ranges::any_of(control.switches, [&](int place) { return model.sensors.asks_sensors(place); }))
    model.sensors.controls.push_back(std::move(control));
  else
    turn_on_and_off(model, control, model.sensors.times_of(control, {}));
}

int count_controlled(const Model& model, const SensorControl& control) {
  int found = 0;
  for_each_controlled(model, control, [&](const auto&...) { ++found; });
  return found;
}

void apply_switches(const std::vector<double>& switched, Model& model) {
  model.sensors.switched = switched;
  for (const SensorControl& control : model.sensors.controls)
    turn_on_and_off(model, control, model.sensors.times_of(control, switched));
}

}  // namespace crumple
