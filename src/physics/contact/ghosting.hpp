// Copies of segments and slave nodes of other ranks, updated at each search. A rank pads the boxes of the segments on
// its nodes; other ranks, found by a rendezvous (rendezvous.hpp), send the slave nodes inside them, with the list of
// all ranks that evaluate the node. Then each rank sends its segments whose padded boxes hold such a node to all these
// ranks. A rank then has every slave node that can contact a segment on one of its nodes, and all segments that such a
// node can contact, because the choice among them must not depend on the rank. Where edges meet, which they do between
// their nodes, segments are sent if their boxes overlap. Called by search in contact.cpp. Collective.
#pragma once

#include <memory>
#include <vector>

#include "comm/row_exchange.hpp"
#include "model/mesh.hpp"
#include "physics/contact/ghost_reach.hpp"

namespace crumple {

class HaloExchange;      // comm/halo.hpp
struct ContactNodes;     // contact_nodes.hpp
struct ContactSurfaces;  // contact_surfaces.hpp

/// Copies received from one rank.
struct GhostSource {
  int rank = 0;
  std::vector<std::int32_t> ghosts;  ///< into ContactNodes::ghosts
  std::vector<Index> at_sender;      ///< [as ghosts] local numbers on that rank
};

/// The communication between two searches.
struct GhostTraffic {
  std::vector<GhostSource> sources;  ///< of all copies, by rank; cleared by follow_copies
  std::unique_ptr<RowExchange> exchange;  ///< of the followed copies; null on a single rank
  HaloExchange* sums = nullptr;           ///< ContactViews::sums
};

/// Replaces the copies by those that may contact this rank's surface before two nodes have moved relative to each other
/// by `margin` [length], with their kinematics.
void renew_ghosts(const World& world, const GhostReach& reach, double margin, ContactSurfaces& surfaces,
                  GhostTraffic& traffic);

/// From now on only the copies with `is_followed` [ghost] are updated in each step. Many boxes overlap long before a
/// pair is listed, and along a partition boundary inside a surface most of them always do. Collective.
void follow_copies(const World& world, const std::vector<std::uint8_t>& is_followed, ContactNodes& nodes,
                   GhostTraffic& traffic);

/// Updates positions, velocities and frequency bounds of the followed copies, between ranks that share any. Split into
/// start and finish to overlap with other work: their motion leaves with the sums of the step. Finishing an
/// update that was not started starts it first.
void start_ghost_update(const ContactNodes& nodes, GhostTraffic& traffic);
void finish_ghost_update(ContactNodes& nodes, GhostTraffic& traffic);

}  // namespace crumple
