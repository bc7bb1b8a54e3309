// The nodes of rigid bodies: conditions, welds and walls skip them.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace crumple {

/// [node] 1 if it belongs to a rigid body in the model's stage of PartSwitches. Errors: a node in two bodies.
std::vector<std::uint8_t> mark_body_nodes(const Model& model);
/// Errors: in some stage a node is in two bodies.
void check_body_nodes(const Model& model);

}  // namespace crumple
