// The pairs of node and face within the range of forces, among the candidates that are due for a check. A CPU checks
// the entries of a block together, in packs; a device checks an entry in each thread. Called by node_face_pairing.cpp.
#pragma once

#include <vector>

#include "physics/contact/in_front.hpp"
#include "physics/contact/touch.hpp"

namespace crumple {

struct ContactNodes;  // contact_nodes.hpp

/// Whether a pair at this distance is to be looked at: in the range of its forces, but for the distance's rounding, or
/// a solid's face, from the front of which the node may have moved to deeper than that in the last step.
CRUMPLE_INLINE bool is_in_range(const PassAt& pass, Index p, double distance, double last_step) {
  constexpr double slack = 1e-3;  // of the range
  const double range = pass.candidates.range[p], gap = distance - range;
  return gap < slack * range ||
         (gap < last_step && pass.segments.constants[pass.candidates.segment[p]].depth > 0);
}

/// A node in front of a solid's face, within the range if it were behind, is checked again when it may be at the
/// contact distance, or behind the face. `travel`: now [length].
CRUMPLE_DEVICE inline void postpone_in_front(const PassAt& pass, const ContactNodesAt& nodes, Index node, Index p,
                                             double distance, double side, double travel) {
  const CandidatesAt& c = pass.candidates;
  const SegmentConstants& s = pass.segments.constants[c.segment[p]];
  if (!(s.depth > 0 && distance > c.contact_distance[p] && side > 0)) return;
  const SegmentNodes& corners = pass.segments.nodes[c.segment[p]];
  const InFrontOfSegment in_front(corners_of(nodes, corners), is_triangle(corners));
  const double until_behind = in_front.travel(nodes.position(node), s.reach(c.contact_distance[p]));
  c.due[p] = std::max(c.due[p], travel + std::min(distance - c.contact_distance[p], until_behind));
}

/// Checks the pairs of an entry that are due at `travel`: sets when each of them, and the entry, is due next. Writes
/// those in range to `pair` and their closest points to `closest`, from first[entry] on. `last_step`: the travel of the
/// last step [length].
CRUMPLE_DEVICE inline NearPairsAt near_pairs_of_entry(const PassAt& pass, const ContactNodesAt& nodes, Index entry,
                                                      double travel, double last_step, Index* pair,
                                                      const kernels::ClosestColumns& closest) {
  using Column = kernels::ClosestColumns;
  const CandidatesAt& c = pass.candidates;
  const Index node = pass.slaves.node[c.slave[entry]];
  const std::size_t first = std::size_t(c.first[entry]);
  std::size_t last = first;
  double entry_due = 1e300;
  for (Index p = c.first[entry]; p < c.first_far[entry]; ++p) {
    if (travel >= c.due[p]) {
      const SegmentNodes& corners = pass.segments.nodes[c.segment[p]];
      const ClosestPoint point = closest_point(nodes.position(node), corners_of(nodes, corners), is_triangle(corners));
      c.due[p] = travel + (point.distance - c.range[p]);
      if (is_in_range(pass, p, point.distance, last_step)) {
        postpone_in_front(pass, nodes, node, p, point.distance, point.side, travel);
        pair[last] = p;
        for (int i = 0; i < 3; ++i) closest[Column::Column(Column::offset_x + i)][last] = point.offset[i];
        closest[Column::distance][last] = point.distance;
        closest[Column::side][last] = point.side;
        for (int i = 0; i < 4; ++i) closest[Column::Column(Column::weight_0 + i)][last] = point.weight[i];
        closest[Column::corners][last++] = point.corners;
      }
    }
    entry_due = std::min(entry_due, c.due[p]);
  }
  c.entry_due[entry] = entry_due;
  return {entry, first, last, pair, closest};
}

/// The pairs of a range of entries within the range of forces.
struct NearPairs {
  struct alignas(64) PackOfNumbers {  ///< a std::vector<double> would not be aligned
    double values[8];
  };
  std::vector<Index> entry;        ///< [i] with pairs in range, or with a history
  std::vector<std::size_t> first;  ///< [i + 1], into `pair`
  std::vector<Index> pair;         ///< into Candidates: in range
  kernels::ClosestColumns closest{};    ///< [into `pair`] the closest point of the segment
  std::vector<PackOfNumbers> columns;   ///< storage of `closest`

  NearPairsAt of_entry(std::size_t i) const { return {entry[i], first[i], first[i + 1], pair.data(), closest}; }

  std::vector<Index> checked;    ///< pairs due for a check
  std::vector<std::size_t> end;    ///< [i] of the entry's pairs in `checked`
  std::vector<kernels::ContactPair> nodes;
  std::vector<double> distance;    ///< [as checked] [length]
};

/// Computes the distances of the pairs that are due at this reading of their block's gauge, and the closest points of
/// those in range; sets when each pair and entry is due next. `last_step`: the travel of the last step [length].
void find_near_pairs(const PassAt& pass, const ContactNodes& nodes, const EntryRange& entries, double travel,
                     double last_step, NearPairs& near);

}  // namespace crumple
