// Retractors of seat belts and the sensors that lock them. Source: LS-DYNA Theory Manual, Seatbelt and Accelerometer
// Elements. The belt inside a retractor has no elements: the belt that is pulled out is added to the element at its
// mouth.
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
};

/// Checks a sensor at t(n); `lengths`: the unstretched lengths of the belt's elements.
void check_sensor(const BeltSensor& sensor, const std::vector<Retractor>& retractors,
                  const std::vector<double>& lengths, const StepState& s, SensorState& state);

/// Locks the retractor once a sensor has fired, TDEL has passed, and then PULL of belt has been pulled out.
void lock_if_due(const Retractor& retractor, std::span<const SensorState> sensors, double time, double unstretched,
                 RetractorState& state);

/// The unstretched length at which the tension of the element at its mouth, `tension(unstretched)`, which decreases,
/// equals that of the retractor; between `least` and `most`, where the tension is 0.
double feed(const Retractor& retractor, RetractorState& state, double least, double most,
            const std::function<double(double)>& tension);

}  // namespace crumple
