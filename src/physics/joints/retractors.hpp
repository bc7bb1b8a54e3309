// Retractors of seat belts, their pretensioners, and the sensors that set off both. Source: LS-DYNA Theory Manual,
// Seatbelt and Accelerometer Elements; pretensioners: the card in LS-DYNA's keyword manual. The belt inside a
// retractor has no elements: the belt that is pulled out is added to the element at its mouth.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "model/belts.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

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

/// Checks a sensor at t(n); `lengths`: the unstretched lengths of the belt's elements.
void check_sensor(const BeltSensor& sensor, const std::vector<Retractor>& retractors,
                  const std::vector<double>& lengths, const StepState& s, SensorState& state);

/// Locks the retractor once a sensor has fired, TDEL has passed, and then PULL of belt has been pulled out.
void lock_if_due(const Retractor& retractor, std::span<const SensorState> sensors, double time, double unstretched,
                 RetractorState& state);

/// The element at the mouth of a retractor.
struct Mouth {
  double unstretched = 0;  ///< at the start of the step [length]
  double least = 0;        ///< LMIN [length]
  double length = 0;       ///< at which its tension is 0 [length]
  std::function<double(double)> tension;  ///< over its unstretched length, with which it decreases [force]
};

/// Starts the pretensioner once TIME has passed since one of its sensors fired, and ends it behind its curve, or where
/// the belt pulls with its limiting force. It leaves the retractor locked, at the belt's tension.
void advance_pretensioner(const Retractor& retractor, std::span<const SensorState> sensors, double time,
                          const Mouth& mouth, RetractorState& state);

/// The unstretched length at which the tension of the element at the mouth equals that of the retractor, or which the
/// pretensioner has drawn it to; at least LMIN.
double feed(const Retractor& retractor, RetractorState& state, double time, const Mouth& mouth);

}  // namespace crumple
