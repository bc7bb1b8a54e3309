// Spot welds: *CONSTRAINED_SPOTWELD, rigid massless links of two nodes. Welds that share nodes form a cluster, which
// moves as a small rigid body; a rank that has one node of a cluster has all, so no communication is needed.
// Source: constraint with the angular momentum of the nodes, sum of m r(n) x v + J w, conserved exactly (SHAKE: Ryckaert,
// Ciccotti, Berendsen 1977) and Cayley's rotation, which keeps lengths with + - * / only. Failure: LS-DYNA Keyword
// Manual, *CONSTRAINED_SPOTWELD.
//
// After the kick and what fixes or prescribes velocities; before bodies, walls and drift.
#pragma once

#include <array>
#include <vector>

#include "physics/conditions/constraints.hpp"
#include "physics/state/feature.hpp"
#include "physics/state/results.hpp"

namespace crumple {

/// Nodes that move together, as ranges of the flat arrays of WeldState; a place is a position in WeldState::nodes.
struct WeldCluster {
  std::size_t first_node = 0, last_node = 0;
  std::size_t first_link = 0, last_link = 0;
  std::size_t first_tie = 0, last_tie = 0;
};

/// A weld that holds its cluster together (one of a spanning tree). Welds that would close a ring carry no force.
struct WeldLink {
  Index weld = none;
  std::array<Index, 2> nodes{none, none};
  std::vector<std::size_t> side;  ///< places of the nodes on one side of it, the one without ties if possible
  double sign = 1;                ///< 1: the side of nodes[1], -1: of nodes[0]
};

/// A direction in which a node of a cluster is fixed or prescribed; the cluster takes it over. A node tied in three
/// directions is a pivot.
struct WeldTie {
  std::size_t place = 0;
  bool rotation = false;
  Vec3 direction;
  Index motion = none;  ///< none: fixed
};

/// Welds of two nodes that belong to no other weld and have no ties: nearly all, and advanced a pack at a time.
struct WeldBlocks {
  std::vector<Index> nodes;        ///< [block][2][lane]; lanes past the last repeat the first
  std::vector<double> from_first;  ///< [block][lane] 1: SpotWeld::nodes are in this order, -1: the other way
  std::vector<Index> weld;         ///< [block][lane], without the padding
  std::vector<double> normal_force, shear_force;  ///< [block][lane], as those of WeldState
  std::vector<std::size_t> that_may_fail;         ///< places in `weld`
};

struct WeldState {
  std::vector<std::uint8_t> failed;          ///< [weld] 1: gone
  std::vector<double> normal_force;          ///< [weld] along the link, tension positive, at t(n) [force]
  std::vector<double> shear_force;           ///< [weld] across it [force]
  WorkAhead ahead;
  // Follow from `failed`: rebuilt after a failure or a restart.
  std::vector<WeldCluster> clusters;
  WeldBlocks pairs;
  std::vector<std::size_t> other_clusters;   ///< into `clusters`: not in `pairs`
  std::vector<Index> nodes;                  ///< of all clusters, in global order within each
  std::vector<Vec3> constraint_force;        ///< [place] on each node, m a - f [force]
  std::vector<WeldLink> links;               ///< of the other clusters
  std::vector<WeldTie> ties;
  std::vector<Index> cluster_of;             ///< [node] into `clusters`; none: not welded
};

/// Clusters of the welds that have not failed, in an order that is the same on all ranks.
void rebuild_clusters(const Domain& domain, WeldState& state);

class SpotWelds final : public Feature, public Gives<WeldForce> {
 public:
  /// `in_body`: mark_body_nodes. Errors: a weld to a rigid body's node.
  SpotWelds(const Domain& domain, const std::vector<std::uint8_t>& in_body);

  const WeldState& state() const { return state_; }

  /// Replaces v and w of clusters' nodes by a rigid motion with the same momentum and angular momentum; a node fixed by
  /// constraints or motions stays as it is and the others turn about it. Nodes without rotational inertia keep their w.
  /// The link direction serves as the normal of the weld: fn is the constraint force along it, fs across it; as in
  /// LS-DYNA fn counts in tension only (a link of no length: all force counts as tension). A weld that fails holds for
  /// this step and is gone in the next. EP is not checked.
  void set_velocities(StepState& s) override;
  /// Of the welds whose first node this rank owns.
  void add_rows(std::vector<WeldForce>& rows) const override;
  void archive(StateArchive& a, StepState& s) override;

 private:
  const Domain& domain_;
  WeldState state_;
};

}  // namespace crumple
