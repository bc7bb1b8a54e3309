#include "physics/joints/retractors.hpp"

#include <algorithm>

#include "physics/joints/belt_curves.hpp"

namespace crumple {
namespace {

/// Whether the quantity that the sensor measures exceeds its limit.
bool exceeds(const BeltSensor& sensor, const std::vector<Retractor>& retractors, const std::vector<double>& lengths,
             const StepState& s, SensorState& state) {
  using enum BeltSensor::Kind;
  if (sensor.kind == time) return s.clock.time >= sensor.limit;
  if (sensor.kind == distance) {
    const double apart = norm(row(s.nodes.position, sensor.nodes[0]) - row(s.nodes.position, sensor.nodes[1]));
    return apart > sensor.limit || apart < sensor.least;
  }
  const double now = sensor.kind == acceleration ? row(s.nodes.velocity, sensor.nodes[0])[sensor.axis]
                                                 : lengths[std::size_t(retractors[std::size_t(sensor.axis)].element)];
  const double change = now - state.known, dt = s.clock.dt_previous;
  const bool exceeds = state.knows && change > sensor.limit * dt;
  state.known = now;
  state.knows = true;
  return exceeds;
}

/// The unstretched length at which the belt's tension is the force of the retractor over that length.
double length_where(const Mouth& mouth, const std::function<double(double)>& force) {
  const auto too_tight = [&](double unstretched) { return mouth.tension(unstretched) > force(unstretched); };
  double low = mouth.least, high = std::max(mouth.length, mouth.least);
  if (!too_tight(low)) return low;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (low + high);
    (too_tight(middle) ? low : high) = middle;
  }
  return low;
}

/// While the pretensioner draws belt in: to its length or force, but not to more than its limit, and none out.
double drawn_in(const Pretensioner& device, double given, const Mouth& mouth, RetractorState& state) {
  double length = std::max(state.length_before - given, mouth.least);
  if (device.kind == Pretensioner::Kind::force) length = length_where(mouth, [given](double) { return given; });
  if (device.limit > 0) length = std::max(length, length_where(mouth, [&device](double) { return device.limit; }));
  length = std::min(length, mouth.unstretched);
  state.tension = mouth.tension(length);
  return length;
}

}  // namespace

void check_sensor(const BeltSensor& sensor, const std::vector<Retractor>& retractors,
                  const std::vector<double>& lengths, const StepState& s, SensorState& state) {
  if (state.has_fired) return;
  if (!exceeds(sensor, retractors, lengths, s, state)) {
    state.since = SensorState::never;
    return;
  }
  state.since = std::min(state.since, s.clock.time);
  state.has_fired = s.clock.time - state.since >= sensor.duration;
}

void lock_if_due(const Retractor& retractor, std::span<const SensorState> sensors, double time, double unstretched,
                 RetractorState& state) {
  for (const int sensor : retractor.sensors)
    if (sensors[std::size_t(sensor)].has_fired) state.triggered = std::min(state.triggered, time);
  if (!state.is_armed && time >= state.triggered + retractor.delay) {
    state.is_armed = true;
    state.length = unstretched;
  }
  if (state.is_armed && !state.is_locked && unstretched - state.length >= retractor.pull) {
    state.is_locked = true;
    state.length = unstretched;
    if (!retractor.unloading.x.empty()) state.shift = -place_of(retractor.unloading, retractor.loading.y.front());
  }
}

void advance_pretensioner(const Retractor& retractor, std::span<const SensorState> sensors, double time,
                          const Mouth& mouth, RetractorState& state) {
  const Pretensioner& device = retractor.pretensioner;
  if (device.kind == Pretensioner::Kind::none || state.has_tensioned) return;
  for (const int sensor : device.sensors)
    if (sensors[std::size_t(sensor)].has_fired) state.fired = std::min(state.fired, time);
  if (!state.is_tensioning && time >= state.fired + device.delay) {
    state.is_tensioning = true;
    state.length_before = mouth.unstretched;
    state.tension = mouth.tension(mouth.unstretched);
  }
  if (!state.is_tensioning || device.kind == Pretensioner::Kind::additional) return;
  const bool is_at_limit = device.limit > 0 && state.tension >= (1 - 1e-9) * device.limit;
  if (time - state.fired - device.delay < device.curve.x.back() && !is_at_limit) return;
  state.has_tensioned = true;
  state.is_tensioning = false;
  state.is_armed = state.is_locked = true;
  state.length = mouth.unstretched - std::max(place_of(retractor.loading, state.tension), 0.0);
  if (!retractor.unloading.x.empty())
    state.shift = mouth.unstretched - state.length - place_of(retractor.unloading, state.tension);
}

double feed(const Retractor& retractor, RetractorState& state, double time, const Mouth& mouth) {
  using enum Pretensioner::Kind;
  const Pretensioner& device = retractor.pretensioner;
  const double given = state.is_tensioning ? device.curve.evaluate(time - state.fired - device.delay) : 0;
  const auto own_force = [&](double unstretched) {
    if (!state.is_locked) return retractor.loading.y.front();
    return force_along(retractor.loading, retractor.unloading, unstretched - state.length, state.shift);
  };
  if (state.is_tensioning && device.kind != additional) return drawn_in(device, given, mouth, state);
  const double most = device.limit > 0 ? device.limit : 1e300;
  const double length = length_where(mouth, [&](double unstretched) {
    return state.is_tensioning ? std::min(own_force(unstretched) + given, most) : own_force(unstretched);
  });
  if (state.is_locked)
    state.shift = shift_at(retractor.loading, retractor.unloading, length - state.length, state.shift);
  return length;
}

}  // namespace crumple
