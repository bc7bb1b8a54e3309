// Nodes and bodies that are held and moved in the same direction.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace crumple::deck {

/// Where a node is fixed along a global axis in which a motion is prescribed, too, the motion counts: takes away the
/// fixed degree of freedom. Returns a warning for each kind that it meets; those of rigid bodies, whose motions count
/// in any case, too. Constraints must be ascending in node and frame.
std::vector<std::string> release_held_motions(Model& model);

}  // namespace crumple::deck
