// The spot welds of a rank and the clusters they form. Read by the update of welds (spot_welds.cpp,
// weld_cluster_motion.cpp) and by walls; clusters are found in spot_weld_clusters.cpp.
#pragma once

#include <array>
#include <vector>

#include "physics/state/domain.hpp"
#include "physics/state/half_steps.hpp"

namespace crumple {

/// Nodes that move together, as ranges of the flat arrays of WeldState; a place is an index into WeldState::nodes.
struct WeldCluster {
  std::size_t first_node = 0, last_node = 0;
  std::size_t first_link = 0, last_link = 0;
  std::size_t first_tie = 0, last_tie = 0;
};

/// A weld in a cluster's spanning tree. Welds that would close a loop transmit no force.
struct WeldLink {
  Index weld = none;
  std::array<Index, 2> nodes{none, none};
  std::vector<std::size_t> side;  ///< places of the nodes on one side, the one without ties if possible
  double sign = 1;                ///< 1: the side of nodes[1], -1: of nodes[0]
};

/// A direction in which a node of a cluster is fixed or prescribed; it constrains the whole cluster. A node tied in
/// three directions is a pivot.
struct WeldTie {
  std::size_t place = 0;
  bool rotation = false;
  Vec3 direction;
  Index motion = none;  ///< none: fixed
};

/// Welds of two nodes without other welds and without ties: nearly all, advanced a SIMD block at a time.
struct WeldBlocks {
  std::vector<Index> nodes;        ///< [block][2][lane]; lanes past the last repeat the first
  std::vector<double> from_first;  ///< [block][lane] 1: in the order of SpotWeld::nodes, -1: reversed
  std::vector<Index> weld;         ///< [block][lane], without the padding
  std::vector<double> normal_force, shear_force;  ///< [block][lane], as those of WeldState
  std::vector<std::size_t> that_may_fail;         ///< places in `weld`
};

struct WeldState {
  std::vector<std::uint8_t> failed;          ///< [weld] 1: deleted
  std::vector<double> normal_force;          ///< [weld] along the link, tension positive, at t(n) [force]
  std::vector<double> shear_force;           ///< [weld] normal to it [force]
  WorkAhead ahead;
  // Derived from `failed`: rebuilt after a failure or a restart.
  std::vector<WeldCluster> clusters;
  WeldBlocks pairs;
  std::vector<std::size_t> other_clusters;   ///< into `clusters`: not in `pairs`
  std::vector<Index> nodes;                  ///< of all clusters, in global order within each
  std::vector<Vec3> constraint_force;        ///< [place] on each node, m a - f [force]
  std::vector<WeldLink> links;               ///< of the other clusters
  std::vector<WeldTie> ties;
  std::vector<Index> cluster_of;             ///< [node] into `clusters`; none: not welded
};

/// Rebuilds the clusters of the welds that have not failed, in the same order on all ranks.
void rebuild_clusters(const Domain& domain, WeldState& state);

}  // namespace crumple
