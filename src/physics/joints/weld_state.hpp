// The spot welds of a rank and the clusters they form. Read by the update of welds (spot_welds.cpp) and by walls;
// clusters are found in spot_weld_clusters.cpp.
#pragma once

#include <array>
#include <vector>

#include "kernels/device.hpp"
#include "physics/joints/weld_cluster.hpp"
#include "physics/joints/weld_loops.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/half_steps.hpp"

namespace crumple {

/// Welds of two nodes without other welds and without ties: nearly all, advanced a SIMD block at a time.
struct WeldBlocks {
  kernels::RunVector<Index> nodes;        ///< [block][2][lane]; lanes past the last repeat the first
  kernels::RunVector<double> from_first;  ///< [block][lane] 1: in the order of SpotWeld::nodes, -1: reversed
  kernels::RunVector<Index> weld;         ///< [block][lane], without the padding
  kernels::RunVector<double> normal_force, shear_force;  ///< [block][lane], as those of WeldState
};

struct WeldState {
  static constexpr std::uint8_t deleted = 1;
  static constexpr std::array<std::uint8_t, 2> lets_go{2, 4};  ///< in the next step, by its first or second node
  kernels::RunVector<std::uint8_t> failed;   ///< [weld] 0: no; deleted; lets_go, of one node or the sum of both
  kernels::RunVector<double> normal_force;   ///< [weld] along the link, tension positive, at t(n) [force]
  kernels::RunVector<double> shear_force;    ///< [weld] normal to it [force]
  kernels::RunVector<WeldStrength> strength; ///< [weld]
  WorkAhead ahead;
  // Derived from `failed`: rebuilt after a failure or a restart.
  kernels::RunVector<WeldCluster> clusters;
  WeldBlocks pairs;
  kernels::RunVector<Index> that_may_fail;   ///< live welds that transmit a force, ascending
  kernels::RunVector<std::size_t> other_clusters;  ///< into `clusters`: not in `pairs`
  kernels::RunVector<Index> nodes;           ///< of all clusters, in global order within each
  kernels::RunVector<Vec3> constraint_force; ///< [place] on each node, m a - f [force]
  kernels::RunVector<WeldLink> links;        ///< of the other clusters
  kernels::RunVector<std::size_t> sides;     ///< places, by link
  kernels::RunVector<WeldTie> ties;
  kernels::RunVector<Vec3> tie_impulse;      ///< [tie] on its cluster in the last step, see ClustersNow
  double dt_mid = 0;                         ///< of that step; 0: none yet [time]
  kernels::RunVector<Index> cluster_of;      ///< [node] into `clusters`; none: not welded
};

/// Rebuilds the clusters of the welds that have not failed, in the same order on all ranks.
void rebuild_clusters(const Domain& domain, WeldState& state);

}  // namespace crumple
