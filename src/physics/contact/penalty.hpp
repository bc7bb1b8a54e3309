// The node-to-segment contact law: the candidate segments in contact with a slave node, and the forces (pair_law.hpp).
// It does not depend on the partition: every rank that evaluates a slave node gets bitwise equal results. Called by
// node_face_pairing.cpp for each entry.
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

/// How the spring of a node beyond the rim of a face pushes it off that rim, and where it pushes the face.
struct RimForce {
  Vec3 force;                      ///< on the node per energy of the spring, away from the rim [1/length]
  double off_depth = 0;            ///< the same along the normal [1/length]
  double beyond = 0, depth = 0;    ///< of the node: beyond the rim, behind the face's plane [length]
  std::array<double, 4> outward{};  ///< rates of the corners' weights away from the rim [1/length]
};

/// A slave node's contact with a segment.
struct Touch {
  Index segment = none;         ///< into the pass
  ClosestPoint closest;
  Vec3 direction;               ///< unit, push direction on the node
  double penetration = 0;       ///< [length]
  bool behind = false;          ///< the node is inside a solid
  double side = 0;              ///< see TouchMemory
  RimForce off_rim;             ///< of a node beyond the rim of the face through which it has entered
  double share = 1;             ///< 0: another segment acts; < 1: a neighbour pushes in nearly the same direction
  const TouchMemory* before = nullptr;  ///< of this face, or of the one that it takes over from; null: a new touch
  Index beside = none;                  ///< the segment of the acting touch, across a fold from this one
};

/// Pairs of a range of entries within the range of forces.
struct NearPairs {
  struct alignas(64) PackOfNumbers {  ///< a std::vector<double> would not be aligned
    double values[8];
  };
  std::vector<Index> entry;        ///< [i] with pairs in range, or with a history
  std::vector<std::size_t> first;  ///< [i + 1], into `pair`
  std::vector<Index> pair;         ///< into Candidates: in range
  kernels::ClosestColumns closest{};    ///< [into `pair`] the closest point of the segment
  std::vector<PackOfNumbers> columns;   ///< storage of `closest`
  ClosestPoint closest_of(std::size_t k) const;

  std::vector<Index> checked;    ///< pairs due for a check
  std::vector<std::size_t> end;    ///< [i] of the entry's pairs in `checked`
  std::vector<kernels::ContactPair> nodes;
  std::vector<double> distance;    ///< [as checked] [length]
};

/// Computes the distances of the pairs that are due at this reading of their block's gauge, and the closest points of
/// those in range; sets when each pair and entry is due next. `last_step` is the travel of the last step, in which a
/// node may have moved from the front of a solid's face to deeper than its range.
void find_near_pairs(Pass& pass, const ContactNodes& nodes, const EntryRange& entries, double travel, double last_step,
                     NearPairs& near);

/// Velocity of the slave relative to the segment at the contact point [length/time].
Vec3 relative_velocity(const Pass& pass, const ContactNodes& nodes, Index slave, const Touch& touch);

/// A total order of a node's touches, the same on every rank: by distance, then by face_order.
bool comes_first(const Pass& pass, const ContactNodes& nodes, const Touch& a, const Touch& b);

/// Fills `touches` with the segments in contact with the node of the i-th entry of `near` that act on it (share > 0),
/// nearest first. Rules:
/// - Shells push to the side from which the node came, even if it has been driven through.
/// - Contact inside a face always acts. On an edge or corner it acts unless the node itself or a nearer face has that
///   edge or corner. So a flat mesh acts once, a node between two sheets is pushed by both.
/// - Inside a solid: the faces that the node has passed (inside_solids.hpp), to a depth of 0.3 of the solid's height
///   (depth_of_height).
/// - Neighbouring faces share the force: a second one pushes with 1 - cos of the angle between the directions. Across a
///   fold inside a solid they are weighted by distance, so that the direction of the force is continuous there.
void find_touches(const Pass& pass, const LawInput& input, const NearPairs& near, std::size_t i,
                  std::vector<Touch>& touches);

/// Appends the forces of the entry's touches and updates the history of the slave node.
void add_pair_forces(Pass& pass, Index entry, const LawInput& input, const std::vector<Touch>& touches,
                     std::vector<PairForce>& forces);

/// The stiffness of the contact, for reports.
PairStiffness touch_stiffness(const Pass& pass, Index slave, const Touch& touch, const LawInput& input);

}  // namespace crumple
