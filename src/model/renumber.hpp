// Node numbers that follow a space-filling curve, so that neighbours in space are neighbours in memory, on every rank.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// Renumbers the nodes along a Morton curve (Morton 1966; 21 bits a direction over the bounding box, ties by id) and
/// all references to them; lists of nodes that were ascending stay so. Results do not depend on it, memory traffic does.
void order_nodes_along_curve(Model& model);

}  // namespace crumple
