#include "physics/contact/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/loops.hpp"
#include "physics/contact/bucket_grid.hpp"
#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/passes.hpp"

namespace crumple {
namespace {

constexpr std::size_t segment_grain = 32;  // segments that are worth waking a thread for

/// A candidate pair of node and segment.
struct FoundPair {
  Index slave, segment;
  double distance;          ///< [length]
  double contact_distance;  ///< half thicknesses of both together [length]
};

/// Distances up to which a pair exerts forces [length].
struct ForceRange {
  double now;     ///< in the current state
  double by_now;  ///< if the node enters through the face of a solid in this step
};

ForceRange range_of(const Pass& pass, const ContactNodes& nodes, const FoundPair& pair) {
  const SegmentConstants& s = pass.segments.constants[pair.segment];
  const SlaveState& state = pass.slaves.state[pair.slave];
  const double range = s.range(pair.contact_distance);
  if (s.depth == 0 && !state.is_used()) return {range, range};
  const double reach = s.reach(pair.contact_distance);
  const bool may_be_held =
      state.is_used() && (state.is_driven_through() || state.find(face_of(pass.segments.at(), nodes, pair.segment)));
  const double now = may_be_held ? reach : range;
  return {now, s.depth > 0 ? reach : now};
}

/// Node and segment of one rigid body, or of one solid.
bool never_touches(const SegmentConstants& s, Id body, Index global) {
  if (s.body != 0 && s.body == body) return true;
  return s.depth > 0 && std::find(s.opposite.begin(), s.opposite.end(), global) != s.opposite.end();
}

bool has_local_node(const Pass& pass, const ContactNodes& nodes, const FoundPair& pair) {
  if (pass.slaves.node[pair.slave] < nodes.n_local) return true;
  const auto& corner = pass.segments.nodes[pair.segment];
  return std::any_of(corner.begin(), corner.end(), [&](Index node) { return node < nodes.n_local; });
}

/// A node and a segment around it.
struct OwnPair {
  Index slave, segment;
};

/// The pairs found by a thread, in the order of the segments.
struct Pairs {
  std::vector<FoundPair> found;  ///< may be in contact before the next search
  std::vector<FoundPair> far;    ///< may be in contact after the node has passed another face
  std::vector<OwnPair> own;
  std::int64_t n_tests = 0;
  void clear() {
    found.clear();
    far.clear();
    own.clear();
    n_tests = 0;
  }
};

/// Pairs with overlapping boxes, collected to compute their distances together.
class Batch {
 public:
  Batch(const Pass& pass, const ContactNodes& nodes, double margin) : pass_(pass), nodes_(nodes), margin_(margin) {}

  void add(Index slave, Index node, Index segment, double contact_distance, Pairs& pairs) {
    const auto& corner = pass_.segments.nodes[segment];
    pairs_[n_] = {slave, segment, 0, contact_distance};
    corners_[n_] = {node, {corner[0], corner[1], corner[2], corner[3]}};
    if (++n_ == size) flush(pairs);
  }
  /// Appends those within reach.
  void flush(Pairs& pairs) {
    nodes_.kernels->pair_distances(nodes_.rows(), corners_, n_, distance_);
    for (std::size_t k = 0; k < n_; ++k) {
      FoundPair& pair = pairs_[k];
      pair.distance = distance_[k];
      if (pair.distance - pass_.segments.constants[pair.segment].reach(pair.contact_distance) > margin_) continue;
      const bool is_near = pair.distance - range_of(pass_, nodes_, pair).by_now <= margin_;
      (is_near ? pairs.found : pairs.far).push_back(pair);
    }
    n_ = 0;
  }

 private:
  static constexpr std::size_t size = 256;
  const Pass& pass_;
  const ContactNodes& nodes_;
  double margin_;
  std::size_t n_ = 0;
  FoundPair pairs_[size];
  kernels::ContactPair corners_[size];
  double distance_[size];
};

/// The live slave nodes of a pass in a grid, and the search in it.
class SlaveGrid {
 public:
  SlaveGrid(const Pass& pass, const ContactNodes& nodes, const SearchRange& range)
      : pass_(pass), nodes_(nodes), margin_(range.margin) {
    std::vector<Vec3> points;
    for (Index k = 0; k < pass.slaves.count(); ++k) {
      if (!pass.slaves.live[k]) continue;
      const double half_thickness = pass.slaves.constants[k].half_thickness;
      const Index node = pass.slaves.node[k];
      slaves_.push_back({k, node, nodes.global[node], half_thickness, pass.slaves.body[k]});
      points.push_back(nodes.at().position(node));
      thickest_ = std::max(thickest_, half_thickness);
    }
    grid_ = BucketGrid(points, range.cell);
  }

  /// All pairs within reach, a list for each thread.
  std::vector<Pairs> find_pairs() const {
    std::vector<Pairs> pairs;
    fill_ranges("contact search", std::size_t(pass_.segments.count()), segment_grain, pairs,
                [&](std::size_t first, std::size_t last, Pairs& here) {
                  Batch batch(pass_, nodes_, margin_);
                  for (std::size_t s = first; s < last; ++s)
                    if (pass_.segments.live[s]) find_pairs_of(Index(s), batch, here);
                  batch.flush(here);
                });
    return pairs;
  }

 private:
  /// The data of a slave for the search, stored together.
  struct SlavePoint {
    Index slave, node, global;
    double half_thickness;
    Id body;
  };

  void find_pairs_of(Index s, Batch& batch, Pairs& pairs) const {
    const SegmentConstants& constants = pass_.segments.constants[s];
    const auto& segment_nodes = pass_.segments.nodes[s];
    const double pad = constants.reach(constants.half_thickness + thickest_) + margin_;
    grid_.visit(box_of(corners_of(nodes_, segment_nodes)).padded(pad), [&](Index point) {
      ++pairs.n_tests;
      const SlavePoint& slave = slaves_[point];
      if (contains(segment_nodes, slave.node)) pairs.own.push_back({slave.slave, s});
      else if (!never_touches(constants, slave.body, slave.global))
        batch.add(slave.slave, slave.node, s, constants.half_thickness + slave.half_thickness, pairs);
    });
  }

  const Pass& pass_;
  const ContactNodes& nodes_;
  double margin_;
  std::vector<SlavePoint> slaves_;  // [point]
  double thickest_ = 0;
  BucketGrid grid_;
};

/// Keeps far pairs only for nodes that may pass a face, so close to it that they may be on the other side before the
/// next search.
void drop_far_pairs_of_others(std::size_t n_slaves, double margin, std::vector<Pairs>& lists) {
  std::vector<std::uint8_t> may_pass(n_slaves, 0);
  for (const Pairs& pairs : lists)
    for (const FoundPair& pair : pairs.found) may_pass[pair.slave] |= pair.distance <= margin;
  for (Pairs& pairs : lists) std::erase_if(pairs.far, [&](const FoundPair& pair) { return !may_pass[pair.slave]; });
}

/// Slaves that need an entry: with a pair that is not with one of their own segments and that concerns this rank.
std::vector<std::uint8_t> find_active(const Pass& pass, const ContactNodes& nodes, const std::vector<Pairs>& lists) {
  std::vector<std::uint8_t> active(pass.slaves.node.size(), 0);
  for (const Pairs& pairs : lists)
    for (const auto* list : {&pairs.found, &pairs.far})
      for (const FoundPair& pair : *list)
        if (!active[pair.slave] && has_local_node(pass, nodes, pair)) active[pair.slave] = 1;
  return active;
}

/// Counting sort of the pairs of active slaves by slave.
void list_candidates(const std::vector<Pairs>& lists, const std::vector<std::uint8_t>& active,
                     const ContactNodes& nodes, double travel, Pass& pass) {
  Candidates& c = pass.candidates;
  std::vector<Index> entry(active.size(), none);
  for (Index k = 0; k < Index(active.size()); ++k)
    if (active[k]) {
      entry[k] = Index(c.slave.size());
      c.slave.push_back(k);
    }
  c.first.assign(c.slave.size() + 1, 0);
  const auto count = [&](const auto& list) {
    for (const auto& pair : list)
      if (active[pair.slave]) ++c.first[entry[pair.slave] + 1];
  };
  for (const Pairs& pairs : lists) {
    count(pairs.found);
    count(pairs.far);
    count(pairs.own);
  }
  for (std::size_t e = 0; e < c.slave.size(); ++e) c.first[e + 1] += c.first[e];

  kernels::RunVector<Index> next(c.first.begin(), c.first.end() - 1);
  c.resize_pairs(std::size_t(c.first.back()));
  const auto set = [&](const auto& pair, double contact_distance, double range, double due) {
    const Index at = next[entry[pair.slave]]++;
    c.segment[at] = pair.segment;
    c.contact_distance[at] = contact_distance;
    c.range[at] = range;
    c.due[at] = due;
  };
  const auto set_found = [&](const std::vector<FoundPair>& list) {
    for (const FoundPair& pair : list) {
      if (!active[pair.slave]) continue;
      const ForceRange range = range_of(pass, nodes, pair);
      set(pair, pair.contact_distance, range.now, travel + (pair.distance - range.by_now));
    }
  };
  for (const Pairs& pairs : lists) set_found(pairs.found);
  c.first_far = next;
  for (const Pairs& pairs : lists) set_found(pairs.far);
  c.first_own = next;
  for (const Pairs& pairs : lists)
    for (const OwnPair& pair : pairs.own)
      if (active[pair.slave]) set(pair, 0, 0, std::numeric_limits<double>::infinity());
}

}  // namespace

void find_candidates(Pass& pass, const ContactNodes& nodes, const SearchRange& range) {
  Candidates& c = pass.candidates;
  c = {};  // frees memory for the pairs found
  {
    std::vector<Pairs> lists = SlaveGrid(pass, nodes, range).find_pairs();
    drop_far_pairs_of_others(pass.slaves.node.size(), range.margin, lists);
    list_candidates(lists, find_active(pass, nodes, lists), nodes, range.travel, pass);
    for (const Pairs& pairs : lists) c.n_tests += pairs.n_tests;
  }
  c.entry_due.assign(c.slave.size(), range.travel);  // every entry is checked once
  c.remembers.resize(c.slave.size());
  for (std::size_t e = 0; e < c.slave.size(); ++e) c.remembers[e] = pass.slaves.state[c.slave[e]].is_used();
  pass.slaves.state.keep(c.slave);
}

void start_block_gauges(Pass& pass, const ContactNodes& nodes, const TravelGauge& gauge) {
  Candidates& c = pass.candidates;
  c.blocks.reserve(std::size_t(c.n_entries() / block_size) + 1);
  // for each range and each segment, the number of the last block with it
  std::vector<Index> block_of_range(std::size_t(range_of(gauge, Index(nodes.global.size()))) + 1, 0);
  std::vector<Index> block_of_segment(pass.segments.nodes.size(), 0);
  Index n_blocks = 0;
  const auto add = [&](Index node) {
    const Index range = range_of(gauge, node);
    if (std::exchange(block_of_range[range], n_blocks) != n_blocks) c.ranges.push_back(range);
  };
  for (Index e = 0; e < c.n_entries(); ++e) {
    if (e % block_size == 0) {
      c.blocks.push_back({{gauge.since_search, gauge.since_search}, gauge.since_search, c.ranges.size(), 0});
      ++n_blocks;
    }
    add(pass.slaves.node[c.slave[e]]);
    for (Index p = c.first[e]; p < c.first_own[e]; ++p)
      if (std::exchange(block_of_segment[c.segment[p]], n_blocks) != n_blocks)
        for (const Index corner : pass.segments.nodes[c.segment[p]]) add(corner);
    c.blocks.back().last_range = c.ranges.size();
  }
}

}  // namespace crumple
