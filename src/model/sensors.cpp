#include "model/sensors.hpp"

#include <algorithm>

namespace crumple {

double Sensors::time_of(int place, std::span<const double> switched_at) const {
  const SensorSwitch& its = switches[std::size_t(place)];
  if (its.kind == SensorSwitch::Kind::time) return its.limit;
  if (its.kind == SensorSwitch::Kind::sensor)
    return std::size_t(place) < switched_at.size() ? switched_at[std::size_t(place)] : never;
  double time = 0;
  for (const SensorSwitch::Operand& operand : its.operands) {
    const double other = time_of(operand.place, switched_at);
    time = operand.is_alternative ? std::min(time, other) : std::max(time, other);
  }
  return time;
}

OnTimes Sensors::times_of(const SensorControl& control, std::span<const double> switched_at) const {
  std::vector<double> times;
  for (const int place : control.switches)
    times.push_back(std::max(time_of(place, switched_at), times.empty() ? 0.0 : times.back()));
  const double first = times.empty() ? never : times[0];
  if (control.starts_on) return {0, first};
  return {first, times.size() > 1 ? times[1] : never};
}

bool Sensors::ask_interfaces() const {
  using enum Sensor::OfForce::Source;
  const auto asks = [](const Sensor& sensor) {
    return sensor.kind == Sensor::Kind::force && (sensor.force.source == contact || sensor.force.source == wall);
  };
  return any() && std::ranges::any_of(sensors, asks);
}

bool Sensors::asks_sensors(int place) const {
  const SensorSwitch& its = switches[std::size_t(place)];
  return its.kind == SensorSwitch::Kind::sensor ||
         std::ranges::any_of(its.operands, [&](const auto& operand) { return asks_sensors(operand.place); });
}

}  // namespace crumple
