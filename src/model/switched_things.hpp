// What *SENSOR_CONTROL turns on and off in a model, or in a piece of one.
#pragma once

#include <vector>

#include "model/model.hpp"

namespace crumple {

/// Sets the times of what is controlled: birth and death of contacts, walls, motions and springs, the start of a bag's
/// gas, the sensor of a retractor or pretensioner, the failure time of joints and spot welds.
void turn_on_and_off(Model& model, const SensorControl& control, const OnTimes& on);
/// The same at once where the times do not depend on what sensors measure, else whenever these switch.
void add_control(Model& model, SensorControl control);
/// How many things of that kind and number there are.
int count_controlled(const Model& model, const SensorControl& control);

/// To a model, or a piece of one, as it was at t = 0: `switched` as above.
void apply_switches(const std::vector<double>& switched, Model& model);

}  // namespace crumple
