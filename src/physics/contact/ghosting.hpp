// Copies of other ranks' segments and slave nodes, renewed at each search. Ranks exchange boxes: that of a rank holds
// all segments touching their nodes; whoever has a segment within two reaches of the box, or a slave node within one,
// sends it. Then a rank holds every slave node that can touch a segment on one of its nodes, and all segments which
// that node can touch (the choice among them must not depend on the rank). Called by search in contact.cpp. Collective.
#pragma once

#include <memory>
#include <vector>

#include "comm/ghosts.hpp"
#include "model/mesh.hpp"

namespace crumple {

struct ContactNodes;     // contact_nodes.hpp
struct ContactSurfaces;  // contact_surfaces.hpp

/// The traffic between two searches.
struct GhostTraffic {
  std::unique_ptr<GhostExchange> exchange;  ///< its sends index rows of `rows`; null on a single rank
  std::vector<Index> nodes;     ///< [row] local node to be sent
  std::vector<double> rows;     ///< [row][ContactNodes::ghost_stride]
};

/// Drops the old copies, fetches those that lie within `reach` [length] of this rank's surface, and their kinematics.
void renew_ghosts(const World& world, double reach, ContactSurfaces& surfaces, GhostTraffic& traffic);

/// Brings positions, velocities and frequency bounds of the copies up to date. Only between ranks that share copies. In
/// two parts, so that other work is done in between; finishing what was not started starts it.
void start_ghost_update(const ContactNodes& nodes, GhostTraffic& traffic);
void finish_ghost_update(ContactNodes& nodes, GhostTraffic& traffic);

}  // namespace crumple
