#include "physics/contact/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/loops.hpp"
#include "physics/contact/bucket_grid.hpp"
#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/penalty.hpp"

namespace crumple {
namespace {

constexpr std::size_t segment_grain = 32;  // segments worth waking a thread for

struct FoundPair {
  Index slave, segment;
  double due;
  bool may_be_passed;  ///< so near that the node may be on the other side before the next search
};

/// Half thicknesses of both together [length].
double contact_distance_of(const Pass& pass, Index slave, Index segment) {
  return pass.segments.constants[segment].half_thickness + pass.slaves.constants[slave].half_thickness;
}

/// Distance up to which the pair can exert forces at present [length].
double range_of(const Pass& pass, const ContactNodes& nodes, Index slave, Index segment) {
  const SegmentConstants& s = pass.segments.constants[segment];
  const SlaveState& state = pass.slaves.state[slave];
  const double contact_distance = contact_distance_of(pass, slave, segment);
  const bool may_be_held =
      state.is_used() && (state.is_driven_through() || state.find(face_of(pass, nodes, segment)));
  return may_be_held ? s.reach(contact_distance) : s.range(contact_distance);
}

bool never_touches(const Pass& pass, const ContactNodes& nodes, Index slave, Index segment) {
  const SegmentConstants& s = pass.segments.constants[segment];
  if (s.body != 0 && s.body == pass.slaves.body[slave]) return true;
  if (s.depth == 0) return false;
  const Index global = nodes.global[pass.slaves.node[slave]];
  return std::find(s.opposite.begin(), s.opposite.end(), global) != s.opposite.end();
}

bool has_local_node(const Pass& pass, const ContactNodes& nodes, const FoundPair& pair) {
  if (pass.slaves.node[pair.slave] < nodes.n_local) return true;
  const auto& corner = pass.segments.nodes[pair.segment];
  return std::any_of(corner.begin(), corner.end(), [&](Index node) { return node < nodes.n_local; });
}

/// A node and a segment of its own.
struct OwnPair {
  Index slave, segment;
};

/// Pairs in the order of the segments.
struct Pairs {
  std::vector<FoundPair> found;  ///< may touch before the next search
  std::vector<FoundPair> far;    ///< may do so once their node has come through another face
  std::vector<OwnPair> own;
  std::int64_t n_tests = 0;
  Pairs& operator+=(const Pairs& next) {
    found.insert(found.end(), next.found.begin(), next.found.end());
    far.insert(far.end(), next.far.begin(), next.far.end());
    own.insert(own.end(), next.own.begin(), next.own.end());
    n_tests += next.n_tests;
    return *this;
  }
};

/// Pairs whose boxes meet, until there are enough to measure their distances together.
class Batch {
 public:
  Batch(const ContactNodes& nodes, const SearchRange& range) : nodes_(nodes), range_(range) {}

  /// Distances up to which the two exert forces [length]: `range` as things are, `reach` whatever happens.
  void add(const FoundPair& pair, double range, double reach, Index node, const std::array<Index, 4>& segment,
           Pairs& pairs) {
    pairs_[n_] = pair;
    force_range_[n_] = range;
    reach_[n_] = reach;
    corners_[n_] = {node, {segment[0], segment[1], segment[2], segment[3]}};
    if (++n_ == size) flush(pairs);
  }
  /// Appends those in reach.
  void flush(Pairs& pairs) {
    nodes_.kernels->pair_distances(nodes_.rows(), corners_, n_, distance_);
    for (std::size_t k = 0; k < n_; ++k) {
      FoundPair& pair = pairs_[k];
      const double gap = distance_[k] - force_range_[k];
      pair.due = range_.travel + gap;
      pair.may_be_passed = distance_[k] <= range_.margin;
      if (gap <= range_.margin) pairs.found.push_back(pair);
      else if (distance_[k] - reach_[k] <= range_.margin) pairs.far.push_back(pair);
    }
    n_ = 0;
  }

 private:
  static constexpr std::size_t size = 256;
  const ContactNodes& nodes_;
  SearchRange range_;
  std::size_t n_ = 0;
  FoundPair pairs_[size];
  kernels::ContactPair corners_[size];
  double force_range_[size], reach_[size], distance_[size];
};

/// The live slave nodes of a pass in a grid, and the search through it.
class SlaveGrid {
 public:
  SlaveGrid(const Pass& pass, const ContactNodes& nodes, const SearchRange& range)
      : pass_(pass), nodes_(nodes), range_(range) {
    std::vector<Vec3> points;
    for (Index k = 0; k < pass.slaves.count(); ++k) {
      if (!pass.slaves.live[k]) continue;
      slaves_.push_back(k);
      points.push_back(nodes.position(pass.slaves.node[k]));
      thickest_ = std::max(thickest_, pass.slaves.constants[k].half_thickness);
    }
    grid_ = BucketGrid(points, range.cell);
  }

  /// All pairs in reach, in the order of the segments.
  Pairs find_pairs() const {
    return sum_ranges("contact search", std::size_t(pass_.segments.count()), segment_grain, Pairs{},
                      [&](std::size_t first, std::size_t last) {
                        Pairs here;
                        Batch batch(nodes_, range_);
                        for (std::size_t s = first; s < last; ++s)
                          if (pass_.segments.live[s]) find_pairs_of(Index(s), batch, here);
                        batch.flush(here);
                        return here;
                      });
  }

 private:
  void find_pairs_of(Index s, Batch& batch, Pairs& pairs) const {
    const SegmentConstants& constants = pass_.segments.constants[s];
    const auto& segment_nodes = pass_.segments.nodes[s];
    const auto corner = corners_of(nodes_, segment_nodes);
    const double pad = constants.reach(constants.half_thickness + thickest_) + range_.margin;
    grid_.visit(box_of(corner).padded(pad), [&](Index point) {
      ++pairs.n_tests;
      const Index slave = slaves_[point], node = pass_.slaves.node[slave];
      if (contains(segment_nodes, node)) {
        pairs.own.push_back({slave, s});
        return;
      }
      if (never_touches(pass_, nodes_, slave, s)) return;
      const double reach = constants.reach(contact_distance_of(pass_, slave, s));
      // in this very step a node may have come in through the face of a solid to beyond its range
      const double range = constants.depth > 0 ? reach : range_of(pass_, nodes_, slave, s);
      batch.add({slave, s, 0, false}, range, reach, node, segment_nodes, pairs);
    });
  }

  const Pass& pass_;
  const ContactNodes& nodes_;
  SearchRange range_;
  std::vector<Index> slaves_;  // [point]
  double thickest_ = 0;
  BucketGrid grid_;
};

/// Pairs that are far concern only nodes that may come through a face.
void drop_far_pairs_of_others(const Pass& pass, Pairs& pairs) {
  std::vector<std::uint8_t> may_pass(pass.slaves.node.size(), 0);
  for (const FoundPair& pair : pairs.found) may_pass[pair.slave] |= pair.may_be_passed;
  std::erase_if(pairs.far, [&](const FoundPair& pair) { return !may_pass[pair.slave]; });
}

/// Which slaves are worth an entry: with a pair that is not one of their own segments and that concerns this rank.
std::vector<std::uint8_t> find_active(const Pass& pass, const ContactNodes& nodes, const Pairs& pairs) {
  std::vector<std::uint8_t> active(pass.slaves.node.size(), 0);
  for (const auto* list : {&pairs.found, &pairs.far})
    for (const FoundPair& pair : *list)
      if (!active[pair.slave] && has_local_node(pass, nodes, pair)) active[pair.slave] = 1;
  return active;
}

/// Sorts the pairs of active slaves by slave.
void list_candidates(const Pairs& pairs, const std::vector<std::uint8_t>& active, const ContactNodes& nodes,
                     Pass& pass) {
  Candidates& c = pass.candidates;
  std::vector<Index> entry(active.size(), none);
  c.slave.clear();
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
  count(pairs.found);
  count(pairs.far);
  count(pairs.own);
  for (std::size_t e = 0; e < c.slave.size(); ++e) c.first[e + 1] += c.first[e];

  std::vector<Index> next(c.first.begin(), c.first.end() - 1);
  c.resize_pairs(std::size_t(c.first.back()));
  const auto set = [&](Index slave, Index segment, double contact_distance, double range, double due) {
    if (!active[slave]) return;
    const Index at = next[entry[slave]]++;
    c.segment[at] = segment;
    c.contact_distance[at] = contact_distance;
    c.range[at] = range;
    c.due[at] = due;
  };
  const auto set_found = [&](const std::vector<FoundPair>& list) {
    for (const FoundPair& pair : list)
      set(pair.slave, pair.segment, contact_distance_of(pass, pair.slave, pair.segment),
          range_of(pass, nodes, pair.slave, pair.segment), pair.due);
  };
  set_found(pairs.found);
  c.first_far = next;
  set_found(pairs.far);
  c.first_own = next;
  for (const OwnPair& pair : pairs.own)
    set(pair.slave, pair.segment, 0, 0, std::numeric_limits<double>::infinity());
}

}  // namespace

void find_candidates(Pass& pass, const ContactNodes& nodes, const SearchRange& range) {
  Candidates& c = pass.candidates;
  c = {};  // its memory is for what is found
  {
    Pairs pairs = SlaveGrid(pass, nodes, range).find_pairs();
    drop_far_pairs_of_others(pass, pairs);
    list_candidates(pairs, find_active(pass, nodes, pairs), nodes, pass);
    c.n_tests = pairs.n_tests;
  }
  c.entry_due.assign(c.slave.size(), range.travel);  // everyone is looked at once
  c.remembers.resize(c.slave.size());
  for (std::size_t e = 0; e < c.slave.size(); ++e) c.remembers[e] = pass.slaves.state[c.slave[e]].is_used();
  pass.slaves.state.keep(c.slave, Candidates::block_size);
}

void start_block_gauges(Pass& pass, const ContactNodes& nodes, const TravelGauge& gauge) {
  Candidates& c = pass.candidates;
  c.blocks.reserve(std::size_t(c.n_entries() / Candidates::block_size) + 1);
  std::vector<std::size_t> last_block(std::size_t(range_of(gauge, Index(nodes.global.size()))) + 1);  // [range]
  for (Index e = 0; e < c.n_entries(); ++e) {
    if (e % Candidates::block_size == 0)
      c.blocks.push_back({{gauge.since_search, gauge.since_search}, gauge.since_search, c.ranges.size()});
    const auto add = [&](Index node) {
      const Index range = range_of(gauge, node);
      if (std::exchange(last_block[range], c.blocks.size()) != c.blocks.size()) c.ranges.push_back(range);
    };
    add(pass.slaves.node[c.slave[e]]);
    for (Index p = c.first[e]; p < c.first_own[e]; ++p)
      for (const Index corner : pass.segments.nodes[c.segment[p]]) add(corner);
  }
}

}  // namespace crumple
