// New numbers for the nodes: along a space-filling curve, so that neighbours in space are neighbours in memory, on
// every rank. Called by app/distribute before the model is cut.
#pragma once

#include <vector>

#include "model/model.hpp"

namespace crumple {

/// Gives the node that was old_of_new[i] the number i, in the list of nodes and in all references to them; ascending
/// lists of nodes stay ascending.
void renumber_nodes(Model& model, const std::vector<Index>& old_of_new);

/// Renumbers the nodes along a Morton curve (Morton 1966; 21 bits a direction over the bounding box, ties by id).
/// Results do not depend on it, memory traffic does.
void order_nodes_along_curve(Model& model);

}  // namespace crumple
