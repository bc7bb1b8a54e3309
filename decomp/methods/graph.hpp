// Which items are neighbours: for the methods that cut a graph (metis, greedy). Built from the mesh, with cost and
// memory linear in its size.
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/methods/methods.hpp"

namespace crumple {

/// Neighbours of item i: `neighbour[k]` with `shared[k]` nodes in common, first[i] <= k < first[i + 1]; symmetric.
struct Graph {
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> neighbour, shared;
};

/// Shells are neighbours over an edge, solids over a face, a shell and a solid over an edge; so are items joined by a
/// spot weld. Errors: more than 2^31 neighbours.
Graph graph_of(const Cut& cut);

}  // namespace crumple
