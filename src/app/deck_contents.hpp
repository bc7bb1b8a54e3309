// What a deck holds, as lists for `crumple check`: parts with their masses, materials, contacts, walls, welds, joints,
// loads.
#pragma once

#include <string>

#include "model/model.hpp"

namespace crumple {

/// Mass and time step before the run, and a line for each part. Of a model without errors.
std::string format_masses(const Model& model, double end_time);

/// All other lists, also of a model as far as it came. Those without items are left out.
std::string format_contents(const Model& model);

}  // namespace crumple
