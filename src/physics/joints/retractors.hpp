// Retractors of seat belts, their pretensioners, and the sensors that set off both, as part of loops. Source: LS-DYNA
// Theory Manual, Seatbelt and Accelerometer Elements; pretensioners: the card in LS-DYNA's keyword manual. The belt
// inside a retractor has no elements: the belt that is pulled out is added to the element at its mouth.
#pragma once

#include <algorithm>
#include <cstdint>

#include "physics/joints/belt_curves.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

/// A sensor of a belt (BeltSensor).
struct BeltSensorHere {
  enum class Kind : std::uint8_t { acceleration, payout, time, distance };
  Kind kind;
  Index node[2];
  int axis;  ///< of the acceleration; of the payout the element at the mouth of the retractor
  double limit, least, duration;
};

/// A retractor and its pretensioner (Retractor, Pretensioner). `sensors`, of the belt, any of which sets it off.
struct RetractorHere {
  struct Sensors {
    const int* first;
    std::size_t n;
  };
  enum class Pull : std::uint8_t { none, pull_in, force, additional };
  int element;
  Sensors sensors;
  double delay, pull;
  CurvePoints loading, unloading;
  Pull kind;
  Sensors pull_sensors;
  double pull_delay, limit;
  CurvePoints pull_curve;
};

struct SensorState {
  bool has_fired = false;
  double since = never;  ///< start of the current exceedance of the limit [time]
  double known = 0;      ///< velocity or length in the last step [length/time], [length]
  bool knows = false;
  static constexpr double never = 1e300;
};

struct RetractorState {
  double triggered = SensorState::never;  ///< when a sensor fired [time]
  bool is_armed = false, is_locked = false;
  double length = 0;  ///< unstretched, of the element at its mouth, when armed, then when locked [length]
  double shift = 0;   ///< of the unloading curve [length]
  double pulled_out = 0;  ///< total belt pulled out [length]
  double fired = SensorState::never;  ///< when a sensor of the pretensioner fired [time]
  bool is_tensioning = false, has_tensioned = false;
  double length_before = 0;  ///< unstretched, of the element at its mouth, when the pretensioner began to act [length]
  double tension = 0;        ///< of that element in the last step, while the pretensioner acts [force]
};

/// The element at the mouth of a retractor.
struct Mouth {
  double unstretched;  ///< at the start of the step [length]
  double least;        ///< LMIN [length]
  double length;       ///< at which its tension is 0 [length]
  CurvePoints loading, unloading;  ///< of its law
  double shift;
  /// Over its unstretched length, with which it decreases [force].
  CRUMPLE_DEVICE double tension(double of_unstretched) const {
    return force_along(loading, unloading, length / of_unstretched - 1, shift);
  }
};

/// The force of a retractor over the unstretched length at its mouth: its own with what is given, up to a limit, or a
/// number.
struct PullOfRetractor {
  const RetractorHere* retractor;  ///< null: only what is given
  double length, shift;            ///< RetractorState
  bool is_locked;
  double given, most;
  CRUMPLE_DEVICE double operator()(double unstretched) const {
    if (!retractor) return given;
    const double own = is_locked ? force_along(retractor->loading, retractor->unloading, unstretched - length, shift)
                                 : retractor->loading.y[0];
    return std::min(own + given, most);
  }
};

/// The unstretched length at which the belt's tension is the force of the retractor over that length.
CRUMPLE_DEVICE inline double length_where(const Mouth& mouth, const PullOfRetractor& force) {
  double low = mouth.least, high = std::max(mouth.length, mouth.least);
  if (!(mouth.tension(low) > force(low))) return low;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (low + high);
    (mouth.tension(middle) > force(middle) ? low : high) = middle;
  }
  return low;
}
CRUMPLE_DEVICE inline double length_at(const Mouth& mouth, double force) {
  return length_where(mouth, {nullptr, 0, 0, false, force, 0});
}

/// While the pretensioner draws belt in: to its length or force, but not to more than its limit, and none out.
CRUMPLE_DEVICE inline double drawn_in(const RetractorHere& retractor, double given, const Mouth& mouth,
                                      RetractorState& state) {
  double length = std::max(state.length_before - given, mouth.least);
  if (retractor.kind == RetractorHere::Pull::force) length = length_at(mouth, given);
  if (retractor.limit > 0) length = std::max(length, length_at(mouth, retractor.limit));
  length = std::min(length, mouth.unstretched);
  state.tension = mouth.tension(length);
  return length;
}

CRUMPLE_DEVICE inline bool any_has_fired(const RetractorHere::Sensors& of, const SensorState* sensors) {
  for (std::size_t i = 0; i < of.n; ++i)
    if (sensors[of.first[i]].has_fired) return true;
  return false;
}

/// Locks the retractor once a sensor has fired, TDEL has passed, and then PULL of belt has been pulled out.
CRUMPLE_DEVICE inline void lock_if_due(const RetractorHere& retractor, const SensorState* sensors, double time,
                                       double unstretched, RetractorState& state) {
  if (any_has_fired(retractor.sensors, sensors)) state.triggered = std::min(state.triggered, time);
  if (!state.is_armed && time >= state.triggered + retractor.delay) {
    state.is_armed = true;
    state.length = unstretched;
  }
  if (state.is_armed && !state.is_locked && unstretched - state.length >= retractor.pull) {
    state.is_locked = true;
    state.length = unstretched;
    if (!retractor.unloading.empty()) state.shift = -place_of(retractor.unloading, retractor.loading.y[0]);
  }
}

/// Starts the pretensioner once TIME has passed since one of its sensors fired, and ends it behind its curve, or where
/// the belt pulls with its limiting force. It leaves the retractor locked, at the belt's tension.
CRUMPLE_DEVICE inline void advance_pretensioner(const RetractorHere& retractor, const SensorState* sensors, double time,
                                                const Mouth& mouth, RetractorState& state) {
  if (retractor.kind == RetractorHere::Pull::none || state.has_tensioned) return;
  if (any_has_fired(retractor.pull_sensors, sensors)) state.fired = std::min(state.fired, time);
  if (!state.is_tensioning && time >= state.fired + retractor.pull_delay) {
    state.is_tensioning = true;
    state.length_before = mouth.unstretched;
    state.tension = mouth.tension(mouth.unstretched);
  }
  if (!state.is_tensioning || retractor.kind == RetractorHere::Pull::additional) return;
  const bool is_at_limit = retractor.limit > 0 && state.tension >= (1 - 1e-9) * retractor.limit;
  const double end = retractor.pull_curve.x[retractor.pull_curve.n - 1];
  if (time - state.fired - retractor.pull_delay < end && !is_at_limit) return;
  state.has_tensioned = true;
  state.is_tensioning = false;
  state.is_armed = state.is_locked = true;
  state.length = mouth.unstretched - std::max(place_of(retractor.loading, state.tension), 0.0);
  if (!retractor.unloading.empty())
    state.shift = mouth.unstretched - state.length - place_of(retractor.unloading, state.tension);
}

/// The unstretched length at which the tension of the element at the mouth equals that of the retractor, or which the
/// pretensioner has drawn it to; at least LMIN.
CRUMPLE_DEVICE inline double feed(const RetractorHere& retractor, RetractorState& state, double time,
                                  const Mouth& mouth) {
  const bool pulls = state.is_tensioning;
  const double given = pulls ? retractor.pull_curve.evaluate(time - state.fired - retractor.pull_delay) : 0;
  if (pulls && retractor.kind != RetractorHere::Pull::additional) return drawn_in(retractor, given, mouth, state);
  const double most = pulls && retractor.limit > 0 ? retractor.limit : 1e300;
  const double length =
      length_where(mouth, {&retractor, state.length, state.shift, state.is_locked, given, most});
  if (state.is_locked)
    state.shift = shift_at(retractor.loading, retractor.unloading, length - state.length, state.shift);
  return length;
}

}  // namespace crumple
