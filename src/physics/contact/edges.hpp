// Edges of contact segments and the pairs of them that may meet before the next search: edges of solids in every
// contact between faces, edges of shells with SOFT = 2 and an edge-to-edge DEPTH (5 and the like). Each search lists
// the edges of the live segments of this rank, local and copied, in the order of global numbers. An edge is listed
// once, however many segments share it, so that a deleted segment leaves a free edge at once. No messages are needed:
// with the copies of ghosting.hpp, a rank has all segments around an edge that may meet an edge at one of its nodes.
// Called by edge_pairing.cpp; the law is in edge_law.hpp.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "base/vec3.hpp"
#include "model/mesh.hpp"
#include "physics/contact/friction.hpp"

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
struct SearchRange;      // search.hpp

/// The largest of the faces around the edge decides.
struct ContactEdge {
  std::array<Index, 2> nodes{};   ///< of ContactNodes, the smaller global number first
  std::array<Index, 2> global{};  ///< their numbers in the whole model
  double half_thickness = 0;      ///< [length]; 0: faces of solids only
  double depth = 0;               ///< of a sharp convex edge of solids: to which it holds another [length]; else 0
  double stiffness = 0;           ///< [force/length]
  Friction friction;
  Id body = 0;  ///< rigid body of a face; 0: none
  std::array<bool, 2> goes_on{};  ///< [end] of a sharp edge of solids: another goes straight on
};

/// The edges of one side of a contact.
struct EdgeSet {
  std::vector<ContactEdge> edges;            ///< by `global`, ascending
  std::vector<Index> first_face;             ///< [edge + 1], into `across`
  std::vector<std::array<Index, 2>> across;  ///< [face of an edge] its other two nodes; of a triangle the one twice

  Index size() const { return Index(edges.size()); }
};

/// What a pair of edges remembers. Every rank that has one of its nodes evaluates the pair and computes the same.
struct EdgeMemory {
  Vec3 friction;         ///< force of the tangential spring on the first edge in the last step [force]
  double offset = 0;     ///< penetration that is forgiven [length]
  double side = 0;       ///< of shells, 1 or -1: the way out along the cross product of the edges; 0: they have not
                         ///< crossed
  bool has_pushed = false;  ///< in the last step, so rigid bodies know of the pair (pair_law.hpp)
  bool overlapped = false;  ///< of solids: at the start, if only where a straight edge goes on beyond its end
  bool is_near = false;  ///< within the contact distance in the last step; otherwise the rest says nothing
};

/// By the global numbers of a pair: nodes of its first, then of its second edge.
using EdgeMemories = std::map<std::array<Index, 4>, EdgeMemory>;

/// Edges of a contact against each other. In contact of a surface with itself each pair is listed once.
struct EdgePairs {
  std::array<Index, 2> pass_of_faces{};        ///< whose segments are the faces of side A and of side B
  bool solids_only = false;                    ///< edges of shells do not take part
  EdgeSet a, b;                                ///< b is empty if the surface meets itself
  std::vector<std::array<Index, 2>> pair;      ///< edges of a and b (a and a)
  std::vector<double> contact_distance;        ///< [pair] half thicknesses together [length]; 0: two edges of solids
  std::vector<double> range;                   ///< [pair] distance up to which the two may exert forces [length]
  std::vector<double> due;                     ///< [pair] travel before which the two can't touch [length]
  std::vector<EdgeMemory> memory;              ///< [pair]
  EdgeMemories loaded;                         ///< of a saved state, for the pairs of the next search

  bool meets_itself() const { return pass_of_faces[0] == pass_of_faces[1]; }
  const EdgeSet& second() const { return meets_itself() ? a : b; }
  std::array<Index, 4> key(std::size_t p) const {
    const auto &one = a.edges[pair[p][0]].global, &other = second().edges[pair[p][1]].global;
    return {one[0], one[1], other[0], other[1]};
  }
};

/// Lists edges and pairs anew, with the memory of the old ones. Leaves out pairs with a common node, a common face or a
/// common rigid body, those that no local node takes part in, and of pairs without thickness all but sharp convex edges
/// of solids.
void find_edge_pairs(EdgePairs& pairs, const ContactSurfaces& surfaces, const SearchRange& range);

/// Memory of the pairs that are near each other.
EdgeMemories near_memories(const EdgePairs& pairs);

}  // namespace crumple
