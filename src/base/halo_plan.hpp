// The nodes that a rank shares with each other rank. Built with the decomposition, used by every exchange of nodal
// sums.
#pragma once

#include <cstdint>
#include <vector>

namespace crumple {

/// The nodes shared with one other rank, as local numbers, in the same order on both sides.
struct Neighbour {
  int rank = 0;
  std::vector<std::int32_t> nodes;
  template <class A> void serialize(A& a) { a(rank, nodes); }
};

/// All neighbours in ascending rank. A node may be shared with several.
struct HaloPlan {
  std::vector<Neighbour> neighbours;
  template <class A> void serialize(A& a) { a(neighbours); }
};

}  // namespace crumple
