// Contact as its law sees it in a step (contact_nodes.hpp, passes.hpp): plain data, in memory of the run, valid until
// the next search. Read by the law in loops, on hosts and devices.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/index.hpp"
#include "base/vec3.hpp"
#include "kernels/loops.hpp"
#include "physics/contact/block_travel.hpp"
#include "physics/contact/facing.hpp"
#include "physics/contact/kept_stiffness.hpp"
#include "physics/contact/surface_constants.hpp"

namespace crumple {

/// The contact nodes of this rank as the law sees them.
struct ContactNodesAt {
  static constexpr int ghost_stride = 8;  ///< x, v, frequency bound, mass: one cache line
  const double *x, *v, *m;      ///< of local nodes: rows of positions and velocities, masses
  const double* frequency_bound;  ///< [local node]
  const double* ghosts;         ///< [ghost] rows of ghost_stride
  Index n_local;
  const Index* global;          ///< [node]
  const double* body_mass;      ///< [node]; null: no rigid bodies
  const Facing* facing;         ///< [node]; null: no solids

  CRUMPLE_INLINE const double* ghost(Index i) const { return ghosts + ghost_stride * std::ptrdiff_t(i - n_local); }
  CRUMPLE_INLINE const double* position_row(Index i) const {
    return i < n_local ? x + std::ptrdiff_t(i) * 4 : ghost(i);
  }
  CRUMPLE_INLINE Vec3 position(Index i) const {
    const double* row = position_row(i);
    return {row[0], row[1], row[2]};
  }
  CRUMPLE_INLINE Vec3 velocity(Index i) const {
    const double* row = i < n_local ? v + std::ptrdiff_t(i) * 4 : ghost(i) + 3;
    return {row[0], row[1], row[2]};
  }
  /// Upper bound of the squared frequency of the contact springs at the node or its rigid body [1/time^2].
  CRUMPLE_INLINE double frequency_bound_of(Index i) const { return i < n_local ? frequency_bound[i] : ghost(i)[6]; }
  CRUMPLE_INLINE double mass(Index i) const { return i < n_local ? m[i] : ghost(i)[7]; }
  /// The effective mass at the node, with its rigid body [mass].
  CRUMPLE_INLINE double effective_mass(Index i) const {
    return !body_mass || body_mass[i] == 0 ? mass(i) : body_mass[i];
  }
  /// See Facing::towards.
  CRUMPLE_INLINE double faces_towards(Index i, const Vec3& normal) const {
    return facing ? facing[i].towards(normal) : 1;
  }
};

using SegmentNodes = std::array<Index, 4>;  ///< triangles repeat the third

CRUMPLE_INLINE bool is_triangle(const SegmentNodes& nodes) { return nodes[2] == nodes[3]; }
CRUMPLE_INLINE bool contains(const SegmentNodes& nodes, Index node) {
  return nodes[0] == node || nodes[1] == node || nodes[2] == node || nodes[3] == node;
}
CRUMPLE_INLINE bool share_a_node(const SegmentNodes& a, const SegmentNodes& b) {
  return contains(b, a[0]) || contains(b, a[1]) || contains(b, a[2]) || contains(b, a[3]);
}
CRUMPLE_INLINE std::array<Vec3, 4> corners_of(const ContactNodesAt& nodes, const SegmentNodes& segment) {
  return {nodes.position(segment[0]), nodes.position(segment[1]), nodes.position(segment[2]),
          nodes.position(segment[3])};
}

/// History of a slave node's contact with a segment.
struct TouchMemory {
  SegmentNodes face{none, none, none, none};  ///< global numbers of its nodes
  double side = 0;         ///< side to which the node is pushed: 1 front, -1 back (shells only), also after it has been
                           ///< driven through; 0: unknown, as it has only touched the rim
  double offset = 0;       ///< part of the penetration that causes no force, as no motion has caused it [length]
  double penetration = 0;  ///< in the last step [length]
  double energy = 0;       ///< of the spring in the last step [energy]
  KeptStiffness stiffness;  ///< since there has been a force
  Vec3 friction;           ///< force of the tangential spring on the node in the last step [force]
  bool has_pushed = false;  ///< there was a force in the last step, so that frequency_bounds.hpp has counted the pair
  bool is_driven_through = false;  ///< the node is on the wrong side of the face
  bool is_beside = false;  ///< it acted only across a fold from another one, see Touch::beside

  CRUMPLE_INLINE bool is_used() const { return face[0] != none; }
};

/// History of a slave node, identical on every rank that evaluates it.
struct SlaveState {
  std::array<TouchMemory, 3> touch;  ///< faces in contact in the last step, nearest first, at most three

  CRUMPLE_INLINE bool is_used() const { return touch[0].is_used(); }
  CRUMPLE_INLINE bool is_driven_through() const {
    return touch[0].is_driven_through || touch[1].is_driven_through || touch[2].is_driven_through;
  }
  CRUMPLE_INLINE const TouchMemory* find(const SegmentNodes& face) const {
    for (const TouchMemory& memory : touch)
      if (memory.is_used() && memory.face == face) return &memory;
    return nullptr;
  }
};

/// Histories of the slave nodes of a pass, as the law sees them. Those that have none share an empty one.
struct SlaveStatesAt {
  Index* place;        ///< [slave] into `states`
  SlaveState* states;  ///< the first is the empty one; then a place for each entry of Candidates
  CRUMPLE_INLINE const SlaveState& operator[](Index slave) const { return states[place[slave]]; }
  /// Of the slave of an entry.
  CRUMPLE_INLINE void put(Index slave, Index entry, const SlaveState& state) const {
    place[slave] = entry + 1;
    states[entry + 1] = state;
  }
};

/// Entries of Candidates first <= e < last.
struct EntryRange {
  Index first = 0, last = 0;
};

/// A block of candidates: entries that are evaluated together, usually neighbours.
inline constexpr Index block_size = 128;
struct CandidateBlock {
  BlockTravel gauge;                                ///< of all nodes of its pairs
  double due = 0;                                   ///< travel at which the next entry is due for a check [length]
  std::size_t first_range = 0, last_range = 0;      ///< into Candidates::ranges
};

/// A pass as the law sees it. What the arrays hold stands at Slaves, Segments and Candidates.
struct SlavesAt {
  const Index* node;
  const SlaveConstants* constants;
  SlaveStatesAt state;
  double depth_unseen;
};
struct SegmentsAt {
  const SegmentNodes* nodes;
  const SegmentConstants* constants;
};
struct CandidatesAt {
  const Index* slave;
  double* entry_due;
  std::uint8_t* remembers;
  const Index* first;
  Index* first_far;
  const Index *first_own, *segment;
  const double* contact_distance;
  double *range, *due;
};
/// Columns of Candidates as a search fills them.
struct CandidateColumns {
  const Index *slave, *first;
  Index *first_far, *first_own, *segment;
  double *contact_distance, *range, *due, *entry_due;
  std::uint8_t* remembers;
};
struct PassAt {
  SlavesAt slaves;
  SegmentsAt segments;
  CandidatesAt candidates;
};

/// Global numbers of a segment's nodes: the face, on every rank and after each search.
CRUMPLE_INLINE SegmentNodes face_of(const SegmentsAt& segments, const ContactNodesAt& nodes, Index segment) {
  const SegmentNodes& n = segments.nodes[segment];
  return {nodes.global[n[0]], nodes.global[n[1]], nodes.global[n[2]], nodes.global[n[3]]};
}

/// Orders the segments of a pass in the same way on every rank and after each search. Only segments listed twice are
/// equal.
struct FaceOrder {
  SegmentNodes face;
  bool is_of_solid;
  Id element;
  CRUMPLE_INLINE friend bool operator<(const FaceOrder& a, const FaceOrder& b) {
    for (std::size_t i = 0; i < 4; ++i)
      if (a.face[i] != b.face[i]) return a.face[i] < b.face[i];
    return a.is_of_solid != b.is_of_solid ? b.is_of_solid : a.element < b.element;
  }
};
CRUMPLE_INLINE FaceOrder face_order(const SegmentsAt& segments, const ContactNodesAt& nodes, Index segment) {
  const SegmentConstants& constants = segments.constants[segment];
  return {face_of(segments, nodes, segment), constants.depth > 0, constants.element};
}

}  // namespace crumple
