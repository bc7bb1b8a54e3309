// The bucket search for pairs of slave nodes and segments that can be in contact before the next search. Nodes are
// sorted into the cells of a regular grid (bucket sort), then each segment visits the cells that its padded bounding
// box overlaps; the cost is linear in the number of nodes and segments. Called by the pairing of nodes and faces.
#pragma once

namespace crumple {

struct ContactNodes;  // contact_nodes.hpp
struct Pass;          // passes.hpp
struct TravelGauge;   // travel_gauge.hpp

/// Distances of a search.
struct SearchRange {
  double margin = 0;  ///< beyond the contact range of a pair, at least the travel of a step [length]
  double travel = 0;  ///< current reading of the travel gauge [length]
  double cell = 0;    ///< edge of the buckets [length]
};

/// Lists all pairs that can be in contact before the next search, so that results do not depend on the times of
/// searches: pairs no farther apart than their range plus the margin or, for nodes that may be driven through a face,
/// the reach of the segment (SegmentConstants::reach) plus the margin. Excluded are deleted segments, free nodes, nodes
/// of a solid against its own faces, and nodes and segments of one rigid body. Segments around the node itself are
/// listed, too, with an infinite `due`. Entries without any local node are dropped.
void find_candidates(Pass& pass, const ContactNodes& nodes, const SearchRange& range);

/// After find_candidates: creates the gauge of each block of candidates, starting at the reading of the gauge of all
/// nodes.
void start_block_gauges(Pass& pass, const TravelGauge& gauge);

}  // namespace crumple
