// A cluster of welded nodes, as loops see it.
#pragma once

#include <cstddef>

#include "base/index.hpp"
#include "base/vec3.hpp"

namespace crumple {

/// Nodes that move together, as ranges of the flat arrays of WeldState; a place is an index into WeldState::nodes.
struct WeldCluster {
  std::size_t first_node = 0, last_node = 0;
  std::size_t first_link = 0, last_link = 0;
  std::size_t first_tie = 0, last_tie = 0;
};

/// A direction in which a node of a cluster is fixed or prescribed; it constrains the whole cluster. A node tied in
/// three directions is a pivot.
struct WeldTie {
  std::size_t place = 0;
  bool rotation = false;
  Vec3 direction;
  Index motion = none;  ///< none: fixed
};

}  // namespace crumple
