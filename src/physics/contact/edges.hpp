// Edges of contact segments and the pairs of them that may come into contact before the next search: edges of solids in
// every contact between faces, edges of shells with SOFT = 2 and an edge-to-edge DEPTH (5 and the like). A search lists
// the edges of the live segments of this rank, local and copied, in the order of global numbers, unless these are still
// the same. An edge is listed once, however many segments share it, so that a deleted segment leaves a free edge at
// once. No messages are needed: with the copies of ghosting.hpp, a rank has all segments around an edge that may meet
// an edge at one of its nodes. Called by edge_pairing.cpp; the law is in edge_law.hpp.
#pragma once

#include <array>

#include "kernels/device.hpp"
#include "physics/contact/edge_views.hpp"

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
struct SearchRange;      // search.hpp

/// The edges of one side of a contact.
struct EdgeSet {
  kernels::RunVector<ContactEdge> edges;            ///< by `global`, ascending
  kernels::RunVector<Index> first_face;             ///< [edge + 1], into `across`
  kernels::RunVector<std::array<Index, 2>> across;  ///< [face of an edge] its other two nodes; of a triangle one twice

  Index size() const { return Index(edges.size()); }
  EdgeSetAt at() const { return {edges.data(), first_face.data(), across.data()}; }
};

/// The pairs of edges of a contact. In single-surface contact each pair is listed once.
struct EdgePairs {
  std::array<Index, 2> pass_of_faces{};           ///< the pass with the faces of side A, of side B
  bool solids_only = false;                       ///< edges of shells are excluded
  EdgeSet a, b;                                   ///< b is empty for single-surface contact
  kernels::RunVector<std::array<Index, 2>> pair;  ///< edges of a and b (a and a)
  kernels::RunVector<double> contact_distance;    ///< [pair] sum of half thicknesses [length]; 0: of solids
  kernels::RunVector<double> range;               ///< [pair] distance up to which they meet [length]
  kernels::RunVector<double> hold;                ///< [pair] the same once they push each other [length]
  kernels::RunVector<double> due;                 ///< [pair] travel before which there is no contact [length]
  kernels::RunVector<EdgeMemory> memory;          ///< [pair]
  kernels::RunVector<KnownEdges> loaded;          ///< from a saved state, for the pairs of the next search
  Index n_found = 0;                              ///< by the last search
  std::int64_t faces_change = -1;                 ///< ContactSurfaces::n_changes when the edges were listed

  bool meets_itself() const { return pass_of_faces[0] == pass_of_faces[1]; }
  const EdgeSet& second() const { return meets_itself() ? a : b; }
  void resize(std::size_t n) {
    pair.resize(n);
    contact_distance.resize(n);
    range.resize(n);
    hold.resize(n);
    due.resize(n);
    memory.resize(n);
  }
  EdgePairsAt at() {
    return {a.at(),       second().at(), pair.data(), contact_distance.data(),
            range.data(), hold.data(),   due.data(),  memory.data()};
  }
};

/// Lists edges and pairs again and keeps the history of pairs. Excludes pairs with a common node, a common face or a
/// common rigid body, those without a local node, and of pairs without thickness all but sharp convex edges of solids.
void find_edge_pairs(EdgePairs& pairs, const ContactSurfaces& surfaces, const SearchRange& range);

/// The histories of the pairs that are near each other, ascending by nodes. Waits for the device.
kernels::RunVector<KnownEdges> known_edges(EdgePairs& pairs);

}  // namespace crumple
