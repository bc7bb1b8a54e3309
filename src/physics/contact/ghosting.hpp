// Copies of other ranks' segments and slave nodes, renewed at each search. Segments that touch a rank's nodes, and its
// slave nodes, have padded boxes; by a rendezvous (rendezvous.hpp) whoever has a segment whose padded box meets one of
// them, or a slave node in one, sends it. Then a rank holds every slave node that can touch a segment on one of its
// nodes, and all segments which that node can touch (the choice among them must not depend on the rank). Called by
// search in contact.cpp. Collective.
#pragma once

#include <memory>
#include <vector>

#include "comm/row_exchange.hpp"
#include "model/mesh.hpp"

namespace crumple {

struct ContactNodes;     // contact_nodes.hpp
struct ContactSurfaces;  // contact_surfaces.hpp

/// Copies that a rank has from another.
struct GhostSource {
  int rank = 0;
  std::vector<std::int32_t> ghosts;  ///< into ContactNodes::ghosts
  std::vector<Index> at_sender;      ///< [as ghosts] local numbers there
};

/// The traffic between two searches.
struct GhostTraffic {
  std::vector<GhostSource> sources;  ///< of all copies, by rank; empty once follow_copies has chosen among them
  std::unique_ptr<RowExchange> exchange;  ///< what it sends are rows of `rows`; null on a single rank
  std::vector<Index> nodes;     ///< [row] local node to be sent
  std::vector<double> rows;     ///< [row][ContactNodes::ghost_stride]
};

/// What decides who may touch, and how the search for it is cut; the same on all ranks.
struct GhostReach {
  double thickest = 0;  ///< of all slave nodes, half thickness [length]
  double cell = 0;      ///< edge of the cells in which ranks meet: several segments [length]
};

/// Drops the old copies, fetches those that may touch this rank's surface before two nodes have moved relative to each
/// other by `margin` [length], and their kinematics.
void renew_ghosts(const World& world, const GhostReach& reach, double margin, ContactSurfaces& surfaces,
                  GhostTraffic& traffic);

/// From now on only some copies are brought up to date: what `is_followed` [ghost] says. The boxes of segments meet
/// long before a pair is listed, and along a cut through a surface most of them meet for good. Collective.
void follow_copies(const World& world, const std::vector<std::uint8_t>& is_followed, ContactNodes& nodes,
                   GhostTraffic& traffic);

/// Brings positions, velocities and frequency bounds of the followed copies up to date. Only between ranks that share
/// some. In two parts, so that other work is done in between; finishing what was not started starts it.
void start_ghost_update(const ContactNodes& nodes, GhostTraffic& traffic);
void finish_ghost_update(ContactNodes& nodes, GhostTraffic& traffic);

}  // namespace crumple
