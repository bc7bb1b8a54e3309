// What an element costs a rank per step, for balancing: its own arithmetic, and the contact work of its faces.
// Made from the model before the partition, used by every method and by the quality report.
#pragma once

#include <vector>

#include "decomp/options.hpp"
#include "model/model.hpp"

namespace crumple {

/// Cost of every element relative to a shell with three layers: shells first, then solids, in the order of the model.
struct ElementCosts {
  std::vector<float> element;  ///< of the element's forces
  std::vector<float> contact;  ///< of contact with its faces; 0 without
};

/// From a table of measured costs of formulations and the adjustments of `options`. Rigid elements cost little.
ElementCosts estimate_costs(const Model& model, const CostOptions& options);

}  // namespace crumple
