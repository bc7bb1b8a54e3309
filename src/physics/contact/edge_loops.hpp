// The loop of pairs of edges (edge_pairing.cpp).
#pragma once

#include "physics/contact/edge_law.hpp"

namespace crumple {

/// Evaluates the pairs that are due.
struct EvaluateEdges {
  static constexpr const char* name = "edges";
  EdgePairsAt pairs;
  LawInput input;
  PlacesForForces forces;
  CRUMPLE_INLINE void operator()(std::size_t p) const {
    if (input.travel >= pairs.due[p]) evaluate_edges(pairs, p, input, forces);
  }
};

using EdgeLoops = kernels::Loops<EvaluateEdges>;

}  // namespace crumple
