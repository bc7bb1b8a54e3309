// Masses and stable steps of elements, estimated from the mesh before the run: for the quanta of sums, and for
// summaries of decks.
#pragma once

#include "model/model.hpp"

namespace crumple {

struct ElementEstimate {
  double mass = 0;  ///< without mass scaling [mass]
  double step = 0;  ///< stable, without TSSFAC; 0: rigid, null or flat [time]
};
ElementEstimate estimate_element(const Model& model, const Shell& shell);
ElementEstimate estimate_element(const Model& model, const Solid& solid);

/// Twice the mass with which the stable step is |DT2MS|, a margin for the estimate; more where mass is added to
/// elements that shrink; 0 for an element that is not scaled [mass].
double most_scaled_mass(const Model& model, const Shell& shell);
double most_scaled_mass(const Model& model, const Solid& solid);

}  // namespace crumple
