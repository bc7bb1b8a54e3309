// The loops of the search for pairs of edges (edges.cpp). Edges are found as midpoints of pieces; pairs are found in
// any order and then listed by their edges.
#pragma once

#include <algorithm>
#include <array>

#include "physics/contact/contact_views.hpp"
#include "physics/contact/edge_distance.hpp"
#include "physics/contact/edge_views.hpp"
#include "physics/contact/grid_view.hpp"
#include "physics/contact/places_for_pairs.hpp"

namespace crumple {

CRUMPLE_INLINE std::array<Vec3, 2> ends_of(const ContactEdge& edge, const ContactNodesAt& nodes) {
  return {nodes.position(edge.nodes[0]), nodes.position(edge.nodes[1])};
}

/// The number of pieces of an edge that are no longer than `piece` [length].
struct CountPieces {
  static constexpr const char* name = "pieces of edges";
  const ContactEdge* edges;
  ContactNodesAt nodes;
  double piece;
  Index* count;  ///< [edge]
  CRUMPLE_INLINE void operator()(std::size_t e) const {
    const std::array<Vec3, 2> end = ends_of(edges[e], nodes);
    count[e] = Index(norm(end[1] - end[0]) / piece) + 1;
  }
};
struct SetPieces {
  static constexpr const char* name = "midpoints of pieces";
  const ContactEdge* edges;
  ContactNodesAt nodes;
  const Index* first;  ///< [edge + 1] its pieces
  Vec3* points;        ///< [piece]
  Index* edge_of;      ///< [piece]
  CRUMPLE_INLINE void operator()(std::size_t e) const {
    const std::array<Vec3, 2> end = ends_of(edges[e], nodes);
    const Index n = first[e + 1] - first[e];
    for (Index k = 0; k < n; ++k) {
      points[first[e] + k] = end[0] + ((k + 0.5) / n) * (end[1] - end[0]);
      edge_of[first[e] + k] = Index(e);
    }
  }
};

/// Minus the largest half thickness of edges, and minus the largest depth up to which they hold others [length].
struct ThickestEdge {
  static constexpr const char* name = "thickest edge";
  static constexpr double most = 0;
  const ContactEdge* edges;
  CRUMPLE_INLINE double operator()(std::size_t e) const { return -edges[e].half_thickness; }
};
struct DeepestEdge {
  static constexpr const char* name = "deepest edge";
  static constexpr double most = 0;
  const ContactEdge* edges;
  CRUMPLE_INLINE double operator()(std::size_t e) const { return -edges[e].hold; }
};

struct FoundEdgePair {
  std::array<Index, 2> pair;
  double contact_distance, range, hold, due;
  CRUMPLE_INLINE friend bool comes_before(const FoundEdgePair& a, const FoundEdgePair& b) {
    return a.pair[1] < b.pair[1];
  }
};

/// Whether the edges share a node, or a face of the first contains the other, or both are on one rigid body.
CRUMPLE_INLINE bool belong_together(const EdgeSetAt& set, Index e, const ContactEdge& other) {
  const ContactEdge& one = set.edges[e];
  if (one.body != 0 && one.body == other.body) return true;
  for (int i = 0; i < 2; ++i)
    if (one.nodes[i] == other.nodes[0] || one.nodes[i] == other.nodes[1]) return true;
  for (Index f = set.first_face[e]; f < set.first_face[e + 1]; ++f) {
    const std::array<Index, 2>& across = set.across[f];
    if ((across[0] == other.nodes[0] && across[1] == other.nodes[1]) ||
        (across[0] == other.nodes[1] && across[1] == other.nodes[0]))
      return true;
  }
  return false;
}

/// Finds the edges that an edge of side a may meet before the next search.
struct FindEdgePairs {
  static constexpr const char* name = "edge search";
  EdgeSetAt a, second;
  bool meets_itself;
  ContactNodesAt nodes;
  GridAt grid;            ///< of the pieces of the second side
  const Vec3* points;     ///< [piece]
  const Index* edge_of;   ///< [piece]
  const Index* first_piece;  ///< [edge + 1]
  double pad, thickest, deepest, margin, travel;  ///< [length]
  PlacesFor<FoundEdgePair> found;

  CRUMPLE_INLINE void operator()(std::size_t e) const {
    const ContactEdge& one = a.edges[e];
    const std::array<Vec3, 2> end = ends_of(one, nodes);
    const double range = std::max(one.half_thickness + thickest, std::min(one.hold, deepest));
    const Box box = box_of(end).padded(range + pad);
    grid.visit(box, [&](Index piece) {
      if (is_first_in(box, piece)) test(Index(e), end, edge_of[piece]);
    });
  }

 private:
  /// An edge counts once, whatever the number of its pieces in the box.
  CRUMPLE_INLINE bool is_first_in(const Box& box, Index piece) const {
    for (Index k = first_piece[edge_of[piece]]; k < piece; ++k)
      if (box.contains(points[k])) return false;
    return true;
  }
  CRUMPLE_INLINE void test(Index e, const std::array<Vec3, 2>& end, Index f) const {
    if (meets_itself && f <= e) return;
    const ContactEdge &one = a.edges[e], &other = second.edges[f];
    const double distance_of_contact = one.half_thickness + other.half_thickness;
    const double range = distance_of_contact > 0 ? distance_of_contact : std::min(one.depth, other.depth);
    if (range == 0 || !has_local_node(one, other) || belong_together(a, e, other)) return;
    const double distance = closest_on_edges(end, ends_of(other, nodes)).distance, gap = distance - range;
    const double hold = distance_of_contact > 0 ? range : std::max(range, std::min(one.hold, other.hold));
    if (distance - hold > margin) return;
    const FoundEdgePair pair{{e, f}, distance_of_contact, range, hold, travel + gap};
    found.add(&pair, 1);
  }
  CRUMPLE_INLINE bool has_local_node(const ContactEdge& one, const ContactEdge& other) const {
    return one.nodes[0] < nodes.n_local || one.nodes[1] < nodes.n_local || other.nodes[0] < nodes.n_local ||
           other.nodes[1] < nodes.n_local;
  }
};

/// Counts the pairs of each edge of side a.
struct CountEdgePairs {
  static constexpr const char* name = "edge search, counts";
  const FoundEdgePair* pairs;
  Index* count;  ///< [edge]
  CRUMPLE_INLINE void operator()(std::size_t i) const { kernels::count_atomically(count[pairs[i].pair[0]]); }
};
struct PutEdgePairs {
  static constexpr const char* name = "edge search, lists";
  const FoundEdgePair* pairs;
  Index* next;   ///< [edge] at first its first place
  Index* order;  ///< [place] the pair
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    order[kernels::count_atomically(next[pairs[i].pair[0]])] = Index(i);
  }
};

/// Global numbers of the nodes of a pair, by which histories are known.
CRUMPLE_INLINE std::array<Index, 4> nodes_of_pair(const EdgePairsAt& pairs, std::size_t p) {
  const ContactEdge &one = pairs.a.edges[pairs.pair[p][0]], &other = pairs.second.edges[pairs.pair[p][1]];
  return {one.global[0], one.global[1], other.global[0], other.global[1]};
}

/// Sorts the pairs of an edge and lists them, with what is known of them.
struct FillEdgePairs {
  static constexpr const char* name = "edge search, pairs";
  const FoundEdgePair* found;
  const Index* first;  ///< [edge + 1]
  Index* order;
  double travel;       ///< now [length]
  const KnownEdges* known;
  std::size_t n_known;
  EdgePairsAt pairs;   ///< whose columns are filled
  std::array<Index, 2>* pair;
  double *contact_distance, *range, *hold;
  CRUMPLE_INLINE void operator()(std::size_t e) const {
    sort_few(found, order + first[e], order + first[e + 1]);
    for (Index at = first[e]; at < first[e + 1]; ++at) {
      const FoundEdgePair& f = found[order[at]];
      pair[at] = f.pair;
      contact_distance[at] = f.contact_distance;
      range[at] = f.range;
      hold[at] = f.hold;
      const EdgeMemory memory = memory_of(nodes_of_pair(pairs, std::size_t(at)));
      const bool has_left = f.due > travel && !memory.has_pushed;  // not checked until it may be near again
      pairs.due[at] = memory.has_pushed ? travel : f.due;
      pairs.memory[at] = has_left ? EdgeMemory{} : memory;
    }
  }
  CRUMPLE_INLINE EdgeMemory memory_of(const std::array<Index, 4>& nodes) const {
    std::size_t low = 0, high = n_known;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (is_less(known[middle].nodes, nodes)) low = middle + 1;
      else high = middle;
    }
    return low < n_known && !is_less(nodes, known[low].nodes) ? known[low].memory : EdgeMemory{};
  }
  CRUMPLE_INLINE static bool is_less(const std::array<Index, 4>& a, const std::array<Index, 4>& b) {
    for (std::size_t i = 0; i < 4; ++i)
      if (a[i] != b[i]) return a[i] < b[i];
    return false;
  }
};

/// 1 for pairs near each other.
struct CountNearEdges {
  static constexpr const char* name = "near edges";
  const EdgeMemory* memory;
  Index* place;  ///< [pair]
  CRUMPLE_INLINE void operator()(std::size_t p) const { place[p] = memory[p].is_near; }
};
struct TakeNearEdges {
  static constexpr const char* name = "histories of near edges";
  EdgePairsAt pairs;
  const Index* place;  ///< [pair]
  KnownEdges* known;
  CRUMPLE_INLINE void operator()(std::size_t p) const {
    if (pairs.memory[p].is_near) known[place[p]] = {nodes_of_pair(pairs, p), pairs.memory[p]};
  }
};

using EdgeSearchLoops =
    kernels::Loops<CountPieces, SetPieces, ThickestEdge, DeepestEdge, FindEdgePairs, CountEdgePairs, PutEdgePairs,
                   FillEdgePairs, CountNearEdges, TakeNearEdges>;

}  // namespace crumple
