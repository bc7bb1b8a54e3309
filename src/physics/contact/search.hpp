// The bucket search: which slave nodes can touch which segments before the next search. Nodes are sorted into the cells
// of a regular grid, then each segment looks through the cells under its padded bounding box; the cost is linear in the
// number of nodes and segments. Called by the pairing of nodes and faces.
#pragma once

namespace crumple {

struct ContactNodes;  // contact_nodes.hpp
struct Pass;          // passes.hpp
struct TravelGauge;   // travel_gauge.hpp

/// How far a search must look.
struct SearchRange {
  double margin = 0;  ///< beyond the contact range of a pair, at least the travel of a step [length]
  double travel = 0;  ///< present reading of the travel gauge [length]
  double cell = 0;    ///< edge of the buckets [length]
};

/// Lists the pairs that may touch before the next search, whatever happens until then, so that no answer depends on
/// when it is made: those whose distance is at most their contact range plus the margin, and, of nodes that may be
/// driven through a face, the reach of the face (SegmentConstants::reach) plus the margin. Leaves out what never
/// touches: dead segments, free nodes, nodes of a solid against its own faces, nodes and segments of one rigid body.
/// Nodes' own segments stay in the list, marked by an infinite `due`. Entries that no local node takes part in are
/// dropped.
void find_candidates(Pass& pass, const ContactNodes& nodes, const SearchRange& range);

/// After find_candidates: gives each block of the candidates its gauge, which begins at the reading of the gauge of all
/// nodes.
void start_block_gauges(Pass& pass, const ContactNodes& nodes, const TravelGauge& gauge);

}  // namespace crumple
