// The loops of the search for pairs of nodes and faces (search.cpp). Pairs are found in any order and then listed by
// slave and segment.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/loops.hpp"
#include "physics/contact/closest_point.hpp"
#include "physics/contact/contact_views.hpp"
#include "physics/contact/grid_view.hpp"
#include "physics/contact/places_for_pairs.hpp"

namespace crumple {

/// A candidate pair of node and segment.
struct FoundPair {
  /// In the order in which an entry of Candidates lists them.
  enum class Kind : std::int32_t {
    near,  ///< may be in contact before the next search
    far,   ///< may be in contact after the node has passed another face
    own    ///< the segment is around the node
  };
  Index slave, segment;
  Kind kind;
  double distance = std::numeric_limits<double>::infinity();  ///< [length]
  double contact_distance = 0;                                ///< half thicknesses of both together [length]
  CRUMPLE_INLINE friend bool comes_before(const FoundPair& a, const FoundPair& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.segment < b.segment;
  }
};

/// What the search reads of a slave, stored together.
struct SearchedSlave {
  Index node, global;
  double half_thickness;
  Id body;
};
/// The same of all slaves, and their positions; not a number without live elements.
struct SetSearchedSlaves {
  static constexpr const char* name = "slaves to search";
  SlavesAt slaves;
  ContactNodesAt nodes;
  const std::uint8_t* live;
  const Id* body;
  SearchedSlave* to;
  Vec3* points;
  CRUMPLE_INLINE void operator()(std::size_t k) const {
    const Index node = slaves.node[k];
    to[k] = {node, nodes.global[node], slaves.constants[k].half_thickness, body[k]};
    const double nowhere = std::numeric_limits<double>::quiet_NaN();
    points[k] = live[k] ? nodes.position(node) : Vec3{nowhere, nowhere, nowhere};
  }
};
/// Minus the largest half thickness of live slaves [length].
struct ThickestSlave {
  static constexpr const char* name = "thickest slave";
  static constexpr double most = 0;
  const SearchedSlave* slaves;
  const std::uint8_t* live;
  CRUMPLE_INLINE double operator()(std::size_t k) const { return live[k] ? -slaves[k].half_thickness : 0; }
};

/// Distances up to which a pair exerts forces [length].
struct ForceRange {
  double now;     ///< in the current state
  double by_now;  ///< if the node enters through the face of a solid in this step
};
CRUMPLE_DEVICE inline ForceRange range_of(const PassAt& pass, const ContactNodesAt& nodes, const FoundPair& pair) {
  const SegmentConstants& s = pass.segments.constants[pair.segment];
  const SlaveState& state = pass.slaves.state[pair.slave];
  const double range = s.range(pair.contact_distance);
  if (s.depth == 0 && !state.is_used()) return {range, range};
  const double reach = s.reach(pair.contact_distance);
  const bool may_be_held =
      state.is_used() && (state.is_driven_through() || state.find(face_of(pass.segments, nodes, pair.segment)));
  const double now = may_be_held ? reach : range;
  return {now, s.depth > 0 ? reach : now};
}

/// The search in a pass.
struct SearchAt {
  PassAt pass;
  ContactNodesAt nodes;
  GridAt grid;                  ///< of the slaves
  const SearchedSlave* slaves;
  double margin, thickest;      ///< [length]
  PlacesFor<FoundPair> found;

  /// Node and segment of one rigid body, or of one solid.
  CRUMPLE_INLINE static bool never_touches(const SegmentConstants& s, const SearchedSlave& slave) {
    if (s.body != 0 && s.body == slave.body) return true;
    return s.depth > 0 && (s.opposite[0] == slave.global || s.opposite[1] == slave.global ||
                           s.opposite[2] == slave.global || s.opposite[3] == slave.global);
  }
  /// Calls own(pair) for pairs of a segment with its own nodes, and test(pair, node) for those with other nodes around
  /// its box; their kinds and distances are not known yet.
  template <class Own, class Test>
  CRUMPLE_INLINE void visit_slaves_around(Index segment, Own own, Test test) const {
    const SegmentConstants& s = pass.segments.constants[segment];
    const SegmentNodes& corners = pass.segments.nodes[segment];
    const double pad = s.reach(s.half_thickness + thickest) + margin;
    grid.visit(box_of(corners_of(nodes, corners)).padded(pad), [&](Index k) {
      const SearchedSlave& slave = slaves[k];
      if (contains(corners, slave.node))
        own(FoundPair{.slave = k, .segment = segment, .kind = FoundPair::Kind::own});
      else if (!never_touches(s, slave))
        test(FoundPair{.slave = k,
                       .segment = segment,
                       .kind = FoundPair::Kind::far,
                       .contact_distance = s.half_thickness + slave.half_thickness},
             slave.node);
    });
  }
  /// Whether the pair is in reach at its distance; sets its kind.
  CRUMPLE_INLINE bool is_in_reach(FoundPair& pair) const {
    if (pair.distance - pass.segments.constants[pair.segment].reach(pair.contact_distance) > margin) return false;
    if (pair.distance - range_of(pass, nodes, pair).by_now <= margin) pair.kind = FoundPair::Kind::near;
    return true;
  }
};

/// Adds the pairs of a live segment, on a device. A CPU computes the distances in packs.
struct FindPairs {
  static constexpr const char* name = "contact search";
  SearchAt search;
  const std::uint8_t* live;
  CRUMPLE_INLINE void operator()(std::size_t segment) const {
    if (!live[segment]) return;
    const SegmentNodes& corners = search.pass.segments.nodes[segment];
    const std::array<Vec3, 4> corner = corners_of(search.nodes, corners);
    search.visit_slaves_around(
        Index(segment), [&](const FoundPair& pair) { search.found.add(&pair, 1); },
        [&](FoundPair pair, Index node) {
          pair.distance = closest_point(search.nodes.position(node), corner, is_triangle(corners)).distance;
          if (search.is_in_reach(pair)) search.found.add(&pair, 1);
        });
  }
};

/// Marks the nodes that may pass a face before the next search. Far pairs are kept only for them.
struct MarkPassing {
  static constexpr const char* name = "contact search, passing";
  const FoundPair* pairs;
  double margin;  ///< [length]
  std::uint8_t* may_pass;  ///< [slave]
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    if (pairs[i].kind == FoundPair::Kind::near && pairs[i].distance <= margin)
      kernels::set_atomically(may_pass[pairs[i].slave]);
  }
};
CRUMPLE_INLINE bool is_kept(const FoundPair& pair, const std::uint8_t* may_pass) {
  return pair.kind != FoundPair::Kind::far || may_pass[pair.slave];
}

/// Counts the pairs of each slave, and marks those that need an entry: with a pair that is not with one of their own
/// segments and that concerns this rank.
struct CountPairs {
  static constexpr const char* name = "contact search, counts";
  PassAt pass;
  Index n_local;
  const FoundPair* pairs;
  const std::uint8_t* may_pass;
  Index *count, *needs_entry;  ///< [slave]
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const FoundPair& pair = pairs[i];
    if (!is_kept(pair, may_pass)) return;
    kernels::count_atomically(count[pair.slave]);
    if (pair.kind != FoundPair::Kind::own && has_local_node(pair)) kernels::set_atomically(needs_entry[pair.slave]);
  }
  CRUMPLE_INLINE bool has_local_node(const FoundPair& pair) const {
    if (pass.slaves.node[pair.slave] < n_local) return true;
    const SegmentNodes& corner = pass.segments.nodes[pair.segment];
    return corner[0] < n_local || corner[1] < n_local || corner[2] < n_local || corner[3] < n_local;
  }
};

/// The numbers of slaves' entries.
struct EntryOf {
  const Index* first;  ///< [slave + 1] the entries of the slaves before it
  CRUMPLE_INLINE bool exists(std::size_t slave) const { return first[slave] < first[slave + 1]; }
  CRUMPLE_INLINE Index operator()(std::size_t slave) const { return first[slave]; }
};
/// Makes the entries, with the numbers of their pairs.
struct MakeEntries {
  static constexpr const char* name = "contact search, entries";
  EntryOf entry_of;
  const Index* count;      ///< [slave]
  Index *slave, *n_pairs;  ///< [entry]
  CRUMPLE_INLINE void operator()(std::size_t k) const {
    if (!entry_of.exists(k)) return;
    slave[entry_of(k)] = Index(k);
    n_pairs[entry_of(k)] = count[k];
  }
};

/// Puts the number of each pair in the list of its entry.
struct PutPairs {
  static constexpr const char* name = "contact search, lists";
  const FoundPair* pairs;
  const std::uint8_t* may_pass;
  EntryOf entry_of;
  Index* next;   ///< [entry] at first its first place
  Index* order;  ///< [place] the pair
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const FoundPair& pair = pairs[i];
    if (entry_of.exists(std::size_t(pair.slave)) && is_kept(pair, may_pass))
      order[kernels::count_atomically(next[entry_of(std::size_t(pair.slave))])] = Index(i);
  }
};

/// Sorts the pairs of an entry and fills its candidates.
struct FillEntry {
  static constexpr const char* name = "contact search, candidates";
  PassAt pass;
  ContactNodesAt nodes;
  const FoundPair* pairs;
  Index* order;   ///< see PutPairs
  double travel;  ///< now [length]
  CandidateColumns to;
  CRUMPLE_INLINE void operator()(std::size_t e) const {
    const Index first = to.first[e], last = to.first[e + 1];
    sort_few(pairs, order + first, order + last);
    Index n[3] = {0, 0, 0};
    for (Index at = first; at < last; ++at) {
      const FoundPair& pair = pairs[order[at]];
      ++n[int(pair.kind)];
      const bool is_own = pair.kind == FoundPair::Kind::own;
      const ForceRange range = is_own ? ForceRange{0, 0} : range_of(pass, nodes, pair);
      to.segment[at] = pair.segment;
      to.contact_distance[at] = pair.contact_distance;
      to.range[at] = range.now;
      to.due[at] = travel + (pair.distance - range.by_now);
    }
    to.first_far[e] = first + n[0];
    to.first_own[e] = first + n[0] + n[1];
    to.entry_due[e] = travel;  // every entry is checked once
    to.remembers[e] = pass.slaves.state[to.slave[e]].is_used();
  }
};

/// Moves the history of an entry's slave to the place of the entry.
struct KeepHistory {
  static constexpr const char* name = "contact histories";
  const Index* slaves;  ///< [entry]
  const Index* place_before;
  const SlaveState* before;
  SlaveStatesAt now;
  CRUMPLE_INLINE void operator()(std::size_t e) const {
    const SlaveState& state = before[place_before[slaves[e]]];
    if (state.is_used()) now.put(slaves[e], Index(e), state);
  }
};

/// Lists the ranges of velocities (TravelGauge) of the nodes of a block of candidates, and starts its gauge.
struct StartBlock {
  static constexpr const char* name = "contact blocks";
  static constexpr Index most_ranges = 64;  ///< with more, the block follows the gauge of all nodes
  static constexpr Index all_nodes = std::numeric_limits<Index>::max();  ///< a range that does not exist
  PassAt pass;
  Index n_entries;
  RangesOfNodes ranges_of;
  double travel;  ///< now [length]
  CandidateBlock* blocks;
  Index* ranges;  ///< [block][most_ranges]
  CRUMPLE_INLINE void operator()(std::size_t b) const {
    const CandidatesAt& c = pass.candidates;
    List list{ranges + b * most_ranges};
    const Index first = Index(b) * block_size, last = std::min(n_entries, first + block_size);
    for (Index e = first; e < last; ++e) {
      list.add(ranges_of(pass.slaves.node[c.slave[e]]));
      for (Index p = c.first[e]; p < c.first_own[e]; ++p)
        for (int i = 0; i < 4; ++i) list.add(ranges_of(pass.segments.nodes[c.segment[p]][i]));
    }
    if (list.n > most_ranges) list.n = 1, list.to[0] = all_nodes;
    const std::size_t first_range = b * most_ranges;
    blocks[b] = {{travel, travel}, travel, first_range, first_range + std::size_t(list.n)};
  }

 private:
  /// Different ranges, each found at once if it was the last of those that share its slot.
  struct List {
    Index* to;
    Index n = 0;
    Index slot[64] = {};  ///< of a range plus 1
    CRUMPLE_INLINE void add(Index range) {
      Index& known = slot[unsigned(range) % 64];
      if (known == range + 1 || n > most_ranges) return;
      known = range + 1;
      for (Index i = 0; i < n; ++i)
        if (to[i] == range) return;
      if (n < most_ranges) to[n] = range;
      ++n;
    }
  };
};

using SearchLoops =
    kernels::Loops<SetSearchedSlaves, ThickestSlave, FindPairs, MarkPassing, CountPairs, MakeEntries, PutPairs,
                   FillEntry, KeepHistory, StartBlock>;

}  // namespace crumple
