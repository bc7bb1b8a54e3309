// How heavy mass scaling (DT2MS) will make an element, estimated from the mesh before the run: for the quanta of sums.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// Twice the mass with which the stable step is |DT2MS|, room for what the estimate leaves out; more where mass is
/// added to elements that shrink; 0 for an element that is not scaled [mass].
double most_scaled_mass(const Model& model, const Shell& shell);
double most_scaled_mass(const Model& model, const Solid& solid);

}  // namespace crumple
