// How thick a shell is, for all who ask: its element, its contact, its ties and the sizes that bound the sums.
// A corner has the value of *ELEMENT_SHELL_THICKNESS where that is given, otherwise its section's (T1..T4).
#pragma once

#include "model/model.hpp"

namespace crumple {

/// Mean over the three corners of a triangle or the four of a quadrilateral [length].
double mean_thickness(const Model& model, const Shell& shell);

/// At its thickest corner [length].
double largest_thickness(const Model& model, const Shell& shell);

}  // namespace crumple
