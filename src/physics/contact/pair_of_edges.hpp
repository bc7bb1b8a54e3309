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
  double share_beyond = 1;  ///< of a pair that goes on beyond an end
  Vec3 off_end;             ///< force on the first per energy of the spring, off that end [1/length]
};

/// The pair of this number, with its closest points.
PairOfEdges pair_at(const EdgePairs& pairs, std::size_t p, const ContactNodes& nodes);

/// Direction, penetration and share of a pair with its closest points between the ends. `side` is set at first contact.
void look_across(PairOfEdges& pair, double contact_distance, const ContactNodes& nodes, double& side);

/// The same for two edges of solids: they penetrate if the first is further inside along the outward direction of the
/// second.
void look_across_solids(PairOfEdges& pair, const ContactNodes& nodes);

/// Lets two edges of solids that push each other go on beyond the ends of either, as straight lines, where no edge
/// continues it. False if they have left these, too.
bool go_beyond_ends(PairOfEdges& pair, const ContactNodes& nodes);

}  // namespace crumple
