// A cluster of welded nodes, as loops see it.
#pragma once

#include <array>
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
  double birth = never, death = -never;  ///< of the motion, none of a fixed node [time]
  static constexpr double never = -1e300;
  bool is_fixed() const { return birth == never; }
};

/// A weld in a cluster's spanning tree. Welds that would close a loop transmit no force.
struct WeldLink {
  Index weld = none;
  std::array<Index, 2> nodes{none, none};
  std::size_t first_place = 0, last_place = 0;  ///< in WeldState::sides, of the nodes on one side, the one without ties
                                                ///< if possible
  double sign = 1;                              ///< 1: the side of nodes[1], -1: of nodes[0]
};

}  // namespace crumple
