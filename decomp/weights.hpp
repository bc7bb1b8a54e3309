// What an element costs a rank per step, for balancing: its own arithmetic, and the contact work of its faces.
// Made from the model before the partition, used by every method and by the quality report.
#pragma once

#include <vector>

#include "decomp/options.hpp"
#include "model/model.hpp"

namespace crumple {

/// Cost of every element relative to a shell of material 024 with three layers: shells first, then solids, then beams,
/// in the order of the model.
struct ElementCosts {
  std::vector<float> element;  ///< of the element's forces
  std::vector<float> contact;  ///< of contact with its faces; 0 without
  double unit = 21;            ///< time that cost 1 stands for, on the machine of the table or of `timing_file` [ns]
};

/// Elements cost what a table says of their formulation, layers and material, or what was measured for their part
/// (`timing_file`); contact costs the same for each face of each interface, or what was measured for faces of the part.
/// Then the adjustments of `options` apply: those of materials, those of parts, those of contacts, each in the order
/// written. Rigid and null elements cost little: only their motion. Errors: an adjustment of a part, material type or
/// contact that the deck does not have; a file that is missing, broken or says nothing of a part.
ElementCosts estimate_costs(const Model& model, const CostOptions& options);

}  // namespace crumple
