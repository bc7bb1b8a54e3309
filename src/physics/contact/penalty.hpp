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
#include "physics/contact/passes.hpp"

namespace crumple {

struct ContactNodes;  // contact_nodes.hpp

/// A segment that a node penetrates.
struct Touch {
  Index segment = none;         ///< into the pass
  ClosestPoint closest;
  Vec3 direction;               ///< unit, in which the segment pushes the node
  double penetration = 0;       ///< [length]
  bool behind = false;          ///< the node is inside of a solid
  double side = 0;              ///< see TouchMemory
  double share = 1;             ///< 0: another segment answers; < 1: a neighbour pushes in nearly the same direction
  const TouchMemory* before = nullptr;  ///< of this face, or of the one that it takes over from; null: a new touch
  Index beside = none;                  ///< segment of the touch that answers, this one being across a fold from it
};

/// The pairs of a range of entries that a look has found near each other.
struct NearPairs {
  struct alignas(64) PackOfNumbers {  ///< a std::vector<double> would not be aligned
    double values[8];
  };
  std::vector<Index> entry;        ///< [i] with pairs that may touch, or with memory of a touch
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

/// Measures those pairs of the entries that may touch at this reading of their block's gauge, and finds the closest
/// points of those near each other; notes when each pair and entry needs the next look. In `last_step`, the travel of
/// the last step, a node may have come from in front of a solid's face to deeper than its range.
void find_near_pairs(Pass& pass, const ContactNodes& nodes, const EntryRange& entries, double travel, double last_step,
                     NearPairs& near);

/// Velocity of the slave relative to the touch's segment at the point of contact [length/time].
Vec3 relative_velocity(const Pass& pass, const ContactNodes& nodes, Index slave, const Touch& touch);

/// A total order of a node's touches that is the same on every rank: by distance, then by face_order.
bool comes_first(const Pass& pass, const ContactNodes& nodes, const Touch& a, const Touch& b);

/// Fills `touches` with the segments near the node of the i-th entry of `near` that it penetrates now and that answer
/// for it (share > 0), nearest first. Rules:
/// - Shells push to the side on which the node has come, even if it has been driven through.
/// - Inside a face: always counts. On an edge or corner: counts unless the node itself or a nearer face has that edge
///   or corner. So a flat mesh answers once, a node between two sheets is pushed by both.
/// - Inside of a solid: the faces through which the node has come in (inside_solids.hpp), to a depth of 0.3 of their
///   height (depth_of_height).
/// - Neighbouring faces share the work: a second one pushes with 1 - cos of the angle between the directions. Across
///   a fold inside of a solid they push by nearness, so that the direction of the force does not jump there.
void find_touches(const Pass& pass, const LawInput& input, const NearPairs& near, std::size_t i,
                  std::vector<Touch>& touches);

/// Forces of the entry's touches; updates the node's memory of them.
void add_pair_forces(Pass& pass, Index entry, const LawInput& input, const std::vector<Touch>& touches,
                     std::vector<PairForce>& forces);

/// The stiffness with which the segment pushes the slave, for reports.
PairStiffness touch_stiffness(const Pass& pass, Index slave, const Touch& touch, const LawInput& input);

}  // namespace crumple
