// What an element costs a rank per step, for balancing: its own arithmetic, the contact work of its faces, and its
// share of the work at its nodes. Made from the model before the partition, used by every method and by the quality
// report.
#pragma once

#include <string_view>
#include <vector>

#include "decomp/options.hpp"
#include "decomp/timing_file.hpp"
#include "model/model.hpp"

namespace crumple {

/// Cost of every element relative to a shell of material 024 with three layers: shells first, then solids, then beams,
/// in the order of the model. Work at a node is shared by its elements. A stage is what ranks do between two points
/// where they wait for each other (docs/load-balance.md).
struct ElementCosts {
  std::vector<float> element;  ///< of the element's forces
  std::vector<float> contact;  ///< of contact with its faces; 0 without
  std::vector<float> motion;   ///< at its nodes in the stage of forces: positions, walls, rigid bodies
  std::vector<float> nodes;    ///< at its nodes in the stage of nodes: velocities, spot welds, ties
  double unit = 21;            ///< time that cost 1 stands for, on the machine of the table or of `timing_file` [ns]

  ElementCosts() = default;
  explicit ElementCosts(std::size_t n_elements)
      : element(n_elements), contact(n_elements), motion(n_elements), nodes(n_elements) {}
  float total(std::size_t e) const { return element[e] + contact[e] + motion[e] + nodes[e]; }
};

/// What one thing takes in a phase that no element has: a node, a welded node, a node at a wall; by the name of its
/// PhaseWork (io/phase_work.hpp). Of the cars of inputs/generate.py on one rank.
UnitCost table_cost(std::string_view phase);
/// The same for a face of an interface in contact [ns].
double table_cost_of_face();

/// Elements cost what a table says of their formulation, layers and material, or what was measured for their part
/// (`timing_file`); contact costs the same for each face of each interface, or what was measured for faces of the part.
/// Then the adjustments of `options` apply: those of materials, those of parts, those of contacts, each in the order
/// written. Rigid and null elements cost little: only their motion. Nodes cost what table_cost says, or what was
/// measured; rigid bodies by their nodes. Errors: an adjustment of a part, material type or contact that the deck does
/// not have; a file that is missing, broken or says nothing of a part.
ElementCosts estimate_costs(const Model& model, const CostOptions& options);

}  // namespace crumple
