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

double feed(const Retractor& retractor, RetractorState& state, double least, double most,
            const std::function<double(double)>& tension) {
  const auto force = [&](double unstretched) {
    if (!state.is_locked) return retractor.loading.y.front();
    return force_along(retractor.loading, retractor.unloading, unstretched - state.length, state.shift);
  };
  const auto too_tight = [&](double unstretched) { return tension(unstretched) > force(unstretched); };
  double low = least, high = std::max(most, least);
  if (too_tight(low)) {
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = 0.5 * (low + high);
      (too_tight(middle) ? low : high) = middle;
    }
  }
  if (state.is_locked) state.shift = shift_at(retractor.loading, retractor.unloading, low - state.length, state.shift);
  return low;
}

}  // namespace crumple
