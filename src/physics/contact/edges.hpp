// Edges of contact segments and the pairs of them that may come into contact before the next search: edges of solids in
// every contact between faces, edges of shells with SOFT = 2 and an edge-to-edge DEPTH (5 and the like). Each search
// lists the edges of the live segments of this rank, local and copied, in the order of global numbers. An edge is
// listed once, however many segments share it, so that a deleted segment leaves a free edge at once. No messages are
// needed: with the copies of ghosting.hpp, a rank has all segments around an edge that may contact an edge at one of
// its nodes. Called by edge_pairing.cpp; the law is in edge_law.hpp.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "base/index.hpp"
#include "base/vec3.hpp"
#include "kernels/device.hpp"
#include "physics/contact/friction.hpp"
#include "physics/contact/kept_stiffness.hpp"

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
struct SearchRange;      // search.hpp

/// An edge with the maxima over the faces around it.
struct ContactEdge {
  std::array<Index, 2> nodes{};   ///< of ContactNodes, the smaller global number first
  std::array<Index, 2> global{};  ///< their numbers in the whole model
  double half_thickness = 0;      ///< [length]; 0: faces of solids only
  double depth = 0;               ///< of a sharp convex edge of solids: up to which it meets another [length]; else 0
  double hold = 0;                ///< the same once they push each other [length]
  double stiffness = 0;           ///< [force/length]
  Friction friction;
  Id body = 0;                    ///< rigid body of a face; 0: none
  std::array<bool, 2> goes_on{};  ///< [end] of a sharp edge of solids: another continues it straight
};

/// [edge of a pair][end] ContactEdge::goes_on.
using EndsThatGoOn = std::array<std::array<bool, 2>, 2>;

/// The edges of one side of a contact as the law sees them.
struct EdgeSetAt {
  const ContactEdge* edges;
  const Index* first_face;
  const std::array<Index, 2>* across;
};

/// The edges of one side of a contact.
struct EdgeSet {
  kernels::RunVector<ContactEdge> edges;            ///< by `global`, ascending
  kernels::RunVector<Index> first_face;             ///< [edge + 1], into `across`
  kernels::RunVector<std::array<Index, 2>> across;  ///< [face of an edge] its other two nodes; of a triangle one twice

  Index size() const { return Index(edges.size()); }
  EdgeSetAt at() const { return {edges.data(), first_face.data(), across.data()}; }
};

/// The history of a pair of edges. Every rank with one of its nodes evaluates the pair and computes the same.
struct EdgeMemory {
  Vec3 friction;            ///< force of the tangential spring on the first edge in the last step [force]
  double offset = 0;        ///< ignored penetration [length]
  KeptStiffness stiffness;  ///< since the edges push
  double side = 0;   ///< of shells, 1 or -1: push direction along the cross product of the edges; 0: they have not
                     ///< crossed
  double share = 0;  ///< of the edges, the largest since they push
  EndsThatGoOn ends_that_go_on{};  ///< when they began to push
  bool has_pushed = false;         ///< in the last step, so that crowding includes the pair (pair_law.hpp)
  bool overlapped = false;         ///< of solids: at the start, even if only beyond the end of a straight edge
  bool is_near = false;            ///< within the contact distance in the last step; otherwise the rest is invalid
};

/// Keyed by the global numbers of a pair: nodes of its first, then of its second edge.
using EdgeMemories = std::map<std::array<Index, 4>, EdgeMemory>;

/// The pairs of edges of a contact as the law sees them, for a step: plain data, on hosts and devices.
struct EdgePairsAt {
  EdgeSetAt a, second;
  const std::array<Index, 2>* pair;
  const double *contact_distance, *range, *hold;
  double* due;
  EdgeMemory* memory;
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
  EdgeMemories loaded;                            ///< from a saved state, for the pairs of the next search

  bool meets_itself() const { return pass_of_faces[0] == pass_of_faces[1]; }
  const EdgeSet& second() const { return meets_itself() ? a : b; }
  EdgePairsAt at() {
    return {a.at(),       second().at(), pair.data(), contact_distance.data(),
            range.data(), hold.data(),   due.data(),  memory.data()};
  }
  std::array<Index, 4> key(std::size_t p) const {
    const auto &one = a.edges[pair[p][0]].global, &other = second().edges[pair[p][1]].global;
    return {one[0], one[1], other[0], other[1]};
  }
};

/// Lists edges and pairs again and keeps the history of pairs. Excludes pairs with a common node, a common face or a
/// common rigid body, those without a local node, and of pairs without thickness all but sharp convex edges of solids.
void find_edge_pairs(EdgePairs& pairs, const ContactSurfaces& surfaces, const SearchRange& range);

/// The history of the pairs that are near each other.
EdgeMemories near_memories(const EdgePairs& pairs);

}  // namespace crumple
