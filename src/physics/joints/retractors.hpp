// Retractors of seat belts and the sensors that lock them. Source: LS-DYNA Theory Manual, Seatbelt and Accelerometer
// Elements. The belt inside a retractor is not made of elements: that at its mouth has as much as it takes.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "model/belts.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

struct SensorState {
  bool has_fired = false;
  double since = never;  ///< when the measured quantity has exceeded its limit [time]
  double known = 0;      ///< velocity or length of the step before [length/time], [length]
  bool knows = false;
  static constexpr double never = 1e300;
};

struct RetractorState {
  double triggered = SensorState::never;  ///< by a sensor [time]
  bool is_armed = false, is_locked = false;
  double length = 0;  ///< unstretched, of the element at its mouth, when it was armed, then when it was locked [length]
  double shift = 0;   ///< of the unloading curve [length]
  double pulled_out = 0;  ///< belt that came out in all [length]
};

/// Looks at t(n); `lengths` are the unstretched ones of the belt's elements.
void check_sensor(const BeltSensor& sensor, const std::vector<Retractor>& retractors,
                  const std::vector<double>& lengths, const StepState& s, SensorState& state);

/// Locks it once a sensor has fired, TDEL has passed, and PULL of belt has come out since.
void lock_if_due(const Retractor& retractor, std::span<const SensorState> sensors, double time, double unstretched,
                 RetractorState& state);

/// The unstretched length at which the element at its mouth, of the tension `tension(unstretched)`, which falls, pulls
/// as the retractor does; between `least` and `most`, where there is no tension.
double feed(const Retractor& retractor, RetractorState& state, double least, double most,
            const std::function<double(double)>& tension);

}  // namespace crumple
