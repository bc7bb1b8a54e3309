// The contact law: which of the segments in reach a node touches, and with what force they push it away (pair_law.hpp).
// It knows nothing of ranks; every rank that evaluates a node gets the same bits. Called by node_face_pairing.cpp for
// each entry.
#pragma once

#include <array>
#include <vector>

#include "physics/contact/closest_point.hpp"
#include "kernels/step/interface.hpp"
#include "physics/contact/pair_force.hpp"
#include "physics/contact/pair_law.hpp"

namespace crumple {

struct ContactNodes;  // contact_nodes.hpp
struct Pass;          // passes.hpp

/// A segment that a node penetrates.
struct Touch {
  Index segment = none;         ///< into the pass
  ClosestPoint closest;
  Vec3 direction;               ///< unit, in which the segment pushes the node
  double penetration = 0;       ///< [length]
  bool behind = false;          ///< the node is inside of a solid
  double share = 1;             ///< 0: another segment answers; < 1: a neighbour pushes in nearly the same direction
};

/// Entries of Candidates first <= e < last.
struct EntryRange {
  Index first = 0, last = 0;
};

/// The pairs of a range of entries that a look has found near each other.
struct NearPairs {
  struct alignas(64) PackOfNumbers {  ///< a std::vector<double> would not be aligned
    double values[8];
  };
  std::vector<Index> entry;        ///< [i] whose pairs were due for a look
  std::vector<std::size_t> first;  ///< [i + 1], into `pair`
  std::vector<Index> pair;         ///< into Candidates: may touch
  kernels::ClosestColumns closest{};    ///< [into `pair`] the closest point of the segment
  std::vector<PackOfNumbers> columns;   ///< that `closest` is in
  ClosestPoint closest_of(std::size_t k) const;

  std::vector<Index> looked_at;    ///< pairs
  std::vector<std::size_t> end;    ///< [i] of the entry's pairs in `looked_at`
  std::vector<kernels::ContactPair> nodes;
  std::vector<double> distance;    ///< of the pairs looked at [length]
};

/// Measures those pairs of the entries that may touch at this reading of the travel gauge, and finds the closest points
/// of those near each other; notes when each pair and entry needs the next look.
void find_near_pairs(Pass& pass, const ContactNodes& nodes, const EntryRange& entries, double travel, NearPairs& near);

/// Fills `touches` with the segments near the node of the i-th entry of `near` that it penetrates now and that answer
/// for it (share > 0), nearest first. Rules:
/// - Shells push to the side on which the node is, solids outward to a depth of 0.3 of their height (depth_of_height).
/// - Inside a face: always counts. On an edge or corner: counts unless the node itself or a nearer face has that edge
///   or corner. So a flat mesh answers once, a node between two sheets is pushed by both.
/// - Inside of a solid: the nearest face of each part counts. Its edges only where two faces meet on the node's way
///   out (a concave edge).
/// - Neighbouring faces share the work: a second one pushes with 1 - cos of the angle between the directions.
/// - Equal distances: the segment with smaller global node numbers, then smaller element id, comes first.
void find_touches(const Pass& pass, const ContactNodes& nodes, const NearPairs& near, std::size_t i,
                  std::vector<Touch>& touches);

/// Forces of the entry's touches; updates the node's memory: the tangential spring, which belongs to the nearest touch,
/// and the penetration that is forgiven.
void add_pair_forces(Pass& pass, Index entry, const LawInput& input, const std::vector<Touch>& touches,
                     std::vector<PairForce>& forces);

/// The stiffness with which the segment pushes the slave, for reports.
PairStiffness touch_stiffness(const Pass& pass, Index slave, const Touch& touch, const LawInput& input);

}  // namespace crumple
