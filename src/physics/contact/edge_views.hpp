// Edges of contact and pairs of them (edges.hpp) as their law and their search see them: plain data, in memory of the
// run.
#pragma once

#include <array>

#include "base/index.hpp"
#include "base/vec3.hpp"
#include "physics/contact/friction.hpp"
#include "physics/contact/kept_stiffness.hpp"

namespace crumple {

/// An edge with the maxima over the faces around it.
struct ContactEdge {
  std::array<Index, 2> nodes{};   ///< of ContactNodes, the smaller global number first
  std::array<Index, 2> global{};  ///< their numbers in the whole model
  double half_thickness = 0;      ///< [length]; 0: faces of solids only
  double depth = 0;               ///< of a sharp convex edge of solids: up to which it meets another [length]; else 0
  double hold = 0;                ///< the same once they push each other [length]
  double stiffness = 0;           ///< [force/length]
  Friction friction{};
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

/// The history of a pair of edges. Every rank with one of its nodes evaluates the pair and computes the same.
struct EdgeMemory {
  Vec3 friction;            ///< force of the tangential spring on the first edge in the last step [force]
  double offset = 0;        ///< ignored penetration [length]
  KeptStiffness stiffness;  ///< since the edges push
  double side = 0;   ///< of shells, 1 or -1: push direction along the cross product of the edges; 0: they have not
                     ///< crossed
  double share = 0;  ///< of the edges, the largest since they push
  EndsThatGoOn ends_that_go_on{};  ///< when they began to push
  bool has_pushed = false;         ///< in the last step, so that frequency bounds include the pair (pair_law.hpp)
  bool overlapped = false;         ///< of solids: at the start, even if only beyond the end of a straight edge
  bool is_near = false;            ///< within the contact distance in the last step; otherwise the rest is invalid
};

/// The history of a pair near each other.
struct KnownEdges {
  std::array<Index, 4> nodes{};  ///< in the whole model, of the first, then of the second edge
  EdgeMemory memory;
};

/// The pairs of edges of a contact as the law sees them, for a step: plain data, on hosts and devices.
struct EdgePairsAt {
  EdgeSetAt a, second;
  const std::array<Index, 2>* pair;
  const double *contact_distance, *range, *hold;
  double* due;
  EdgeMemory* memory;
};

}  // namespace crumple
