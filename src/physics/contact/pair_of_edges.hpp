// Two edges that may touch, at the current positions: where, how deep, in which direction they push each other, with
// which share of the stiffness. Called by the law (edge_law.cpp).
#pragma once

#include <array>

#include "physics/contact/edge_distance.hpp"
#include "physics/contact/edges.hpp"

namespace crumple {

struct ContactNodes;  // contact_nodes.hpp

/// A pair at the current positions.
struct PairOfEdges {
  const EdgeSet &first, &second;
  std::array<Index, 2> edge;
  std::array<Index, 4> nodes{};
  ClosestOnEdges closest;
  Vec3 direction;           ///< unit, push direction of the first
  double penetration = 0;   ///< [length]
  double share = 0;
  double share_at_ends = 1;  ///< of a pair whose closest points are near an end, or beyond
  Vec3 off_end;              ///< force on the first along the edges, to where that share is smaller, per energy of the
                             ///< spring [1/length]
  double off_depth = 0;      ///< the same along `direction` [1/length]
  std::array<double, 2> lever{};  ///< how far `off_end` moves the normal force along each edge, in units of the edge's
                                  ///< length and of the spring's energy over the normal force [1/length]
};

/// The pair of this number, with its closest points.
PairOfEdges pair_at(const EdgePairs& pairs, std::size_t p, const ContactNodes& nodes);

/// Direction, penetration and share of a pair with its closest points between the ends. `side` is set at first contact.
void look_across(PairOfEdges& pair, double contact_distance, const ContactNodes& nodes, double& side);

/// The same for two edges of solids: they penetrate if the first is further inside along the outward direction of the
/// second.
void look_across_solids(PairOfEdges& pair, const ContactNodes& nodes);

/// Sets the share of two edges of solids near their ends, beyond which they go on as straight lines. Where another edge
/// continues one, the two take over from each other; where none does, edges that push each other (`are_held`) fade out
/// beyond the end. False if the edges do not meet: they are beyond these ranges.
bool meet_at_ends(PairOfEdges& pair, bool are_held, const EndsThatGoOn& ends_that_go_on, const ContactNodes& nodes);

}  // namespace crumple
