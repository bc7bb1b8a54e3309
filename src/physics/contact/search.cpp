#include "physics/contact/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/loops.hpp"

namespace crumple {
namespace {

constexpr double cells_per_point = 16;  // at most: a cell costs about a tenth of a point

constexpr std::size_t segment_grain = 32;  // segments worth waking a thread for

struct Found {
  Index slave, segment;
  double contact_distance, range;
  double due;
};

bool never_touches(const Pass& pass, const ContactNodes& nodes, Index slave, Index segment) {
  const SegmentConstants& s = pass.segment[segment];
  if (s.body != 0 && s.body == pass.slave_body[slave]) return true;
  if (s.depth == 0) return false;
  const Index global = nodes.global[pass.slave_node[slave]];
  return std::find(s.opposite.begin(), s.opposite.end(), global) != s.opposite.end();
}

bool has_local_node(const Pass& pass, const ContactNodes& nodes, const Found& pair) {
  if (pass.slave_node[pair.slave] < nodes.n_local) return true;
  const auto& corner = pass.segment_nodes[pair.segment];
  return std::any_of(corner.begin(), corner.end(), [&](Index node) { return node < nodes.n_local; });
}

/// The live slave nodes, as points of the grid.
void collect_slaves(const Pass& pass, const ContactNodes& nodes, std::vector<Vec3>& points, std::vector<Index>& slaves,
                    double& thickest) {
  for (Index k = 0; k < Index(pass.slave_node.size()); ++k) {
    if (!pass.slave_live[k]) continue;
    slaves.push_back(k);
    points.push_back(nodes.position(pass.slave_node[k]));
    thickest = std::max(thickest, pass.slave[k].half_thickness);
  }
}

/// Pairs in the order of the segments.
struct Pairs {
  std::vector<Found> found;  ///< in range
  std::vector<Found> own;    ///< of nodes with their own segments
  std::int64_t n_tests = 0;
  Pairs& operator+=(const Pairs& next) {
    found.insert(found.end(), next.found.begin(), next.found.end());
    own.insert(own.end(), next.own.begin(), next.own.end());
    n_tests += next.n_tests;
    return *this;
  }
};

/// Pairs whose boxes meet, until there are enough to measure their distances together.
class Batch {
 public:
  Batch(const ContactNodes& nodes, double margin, double travel) : nodes_(nodes), margin_(margin), travel_(travel) {}

  void add(const Found& pair, Index node, const std::array<Index, 4>& segment, Pairs& pairs) {
    pairs_[n_] = pair;
    corners_[n_] = {node, {segment[0], segment[1], segment[2], segment[3]}};
    if (++n_ == size) flush(pairs);
  }
  /// Appends those in range.
  void flush(Pairs& pairs) {
    nodes_.kernels->pair_distances(nodes_.rows(), corners_, n_, distance_);
    for (std::size_t k = 0; k < n_; ++k) {
      Found& pair = pairs_[k];
      const double gap = distance_[k] - pair.range;
      pair.due = travel_ + gap;
      if (gap <= margin_) pairs.found.push_back(pair);
    }
    n_ = 0;
  }

 private:
  static constexpr std::size_t size = 256;
  const ContactNodes& nodes_;
  double margin_, travel_;
  std::size_t n_ = 0;
  Found pairs_[size];
  kernels::ContactPair corners_[size];
  double distance_[size];
};

/// What find_pairs looks through.
struct SlaveGrid {
  std::vector<Index> slaves;
  double thickest = 0;
  BucketGrid grid;
};

/// The pairs of one segment.
void find_pairs_of(Index s, const Pass& pass, const ContactNodes& nodes, const SlaveGrid& points, double margin,
                   Batch& batch, Pairs& pairs) {
  const SegmentConstants& constants = pass.segment[s];
  const auto& segment_nodes = pass.segment_nodes[s];
  const auto corner = corners_of(nodes, segment_nodes);
  const double pad = contact_range(constants, constants.half_thickness + points.thickest) + margin;
  Vec3 low = corner[0], high = corner[0];
  for (int i = 1; i < 4; ++i)
    for (int c = 0; c < 3; ++c) low[c] = std::min(low[c], corner[i][c]), high[c] = std::max(high[c], corner[i][c]);
  const Vec3 padding{pad, pad, pad};
  points.grid.visit(low - padding, high + padding, [&](Index point) {
    ++pairs.n_tests;
    const Index slave = points.slaves[point], node = pass.slave_node[slave];
    if (contains(segment_nodes, node)) {
      pairs.own.push_back({slave, s, 0, 0, std::numeric_limits<double>::infinity()});
      return;
    }
    if (never_touches(pass, nodes, slave, s)) return;
    const double distance_of_contact = constants.half_thickness + pass.slave[slave].half_thickness;
    batch.add({slave, s, distance_of_contact, contact_range(constants, distance_of_contact), 0}, node, segment_nodes,
              pairs);
  });
}

/// All pairs in range, in the order of the segments.
Pairs find_pairs(Pass& pass, const ContactNodes& nodes, double margin, double travel, double cell) {
  std::vector<Vec3> positions;
  SlaveGrid points;
  collect_slaves(pass, nodes, positions, points.slaves, points.thickest);
  points.grid = BucketGrid(positions, cell);
  Pairs pairs = sum_ranges("contact search", pass.segment.size(), segment_grain, Pairs{},
                           [&](std::size_t first, std::size_t last) {
                             Pairs here;
                             Batch batch(nodes, margin, travel);
                             for (std::size_t s = first; s < last; ++s)
                               if (pass.segment_alive[s])
                                 find_pairs_of(Index(s), pass, nodes, points, margin, batch, here);
                             batch.flush(here);
                             return here;
                           });
  return pairs;
}

/// Which slaves are worth an entry: with a pair that is not one of their own segments and that concerns this rank.
std::vector<std::uint8_t> find_active(const Pass& pass, const ContactNodes& nodes, const std::vector<Found>& pairs) {
  std::vector<std::uint8_t> active(pass.slave_node.size(), 0);
  for (const Found& pair : pairs)
    if (!active[pair.slave] && has_local_node(pass, nodes, pair)) active[pair.slave] = 1;
  return active;
}

}  // namespace

BucketGrid::BucketGrid(std::span<const Vec3> points, double cell) {
  if (points.empty()) return;
  low_ = high_ = points[0];
  for (const Vec3& p : points)
    for (int c = 0; c < 3; ++c) low_[c] = std::min(low_[c], p[c]), high_[c] = std::max(high_[c], p[c]);
  const auto n_cells = [&](double edge) {
    double n = 1;
    for (int c = 0; c < 3; ++c) n *= std::floor((high_[c] - low_[c]) / edge) + 1;
    return n;
  };
  while (n_cells(cell) > 64 + cells_per_point * double(points.size())) cell *= 1.25;
  inverse_cell_ = 1 / cell;
  for (int c = 0; c < 3; ++c) n_[c] = Index((high_[c] - low_[c]) * inverse_cell_) + 1;

  std::vector<std::size_t> bucket(points.size());
  first_.assign(bucket_of(n_[0] - 1, n_[1] - 1, n_[2] - 1) + 2, 0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Cell at = cell_of(points[i]);
    bucket[i] = bucket_of(at[0], at[1], at[2]);
    ++first_[bucket[i] + 1];
  }
  for (std::size_t b = 0; b + 1 < first_.size(); ++b) first_[b + 1] += first_[b];
  std::vector<Index> next(first_.begin(), first_.end() - 1);
  entries_.resize(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) entries_[next[bucket[i]]++] = {points[i], Index(i)};
}

/// Points outside count to the outermost cells.
BucketGrid::Cell BucketGrid::cell_of(const Vec3& p) const {
  Cell cell{};
  for (int c = 0; c < 3; ++c) {
    const double inside = std::max(low_[c], std::min(high_[c], p[c]));  // within, even if not a number
    cell[c] = std::min(Index((inside - low_[c]) * inverse_cell_), n_[c] - 1);
  }
  return cell;
}

void find_candidates(Pass& pass, const ContactNodes& nodes, double margin, double travel, double cell) {
  Candidates& c = pass.candidates;
  const Pairs pairs = find_pairs(pass, nodes, margin, travel, cell);
  const auto active = find_active(pass, nodes, pairs.found);

  std::vector<Index> entry(active.size(), none);
  c.slave.clear();
  for (Index k = 0; k < Index(active.size()); ++k)
    if (active[k]) entry[k] = Index(c.slave.size()), c.slave.push_back(k);
  c.first.assign(c.slave.size() + 1, 0);
  for (const std::vector<Found>* list : {&pairs.found, &pairs.own})
    for (const Found& pair : *list)
      if (active[pair.slave]) ++c.first[entry[pair.slave] + 1];
  for (std::size_t e = 0; e < c.slave.size(); ++e) c.first[e + 1] += c.first[e];

  std::vector<Index> next(c.first.begin(), c.first.end() - 1);
  c.segment.resize(c.first.back()), c.contact_distance.resize(c.first.back());
  c.range.resize(c.first.back()), c.due.resize(c.first.back());
  for (const std::vector<Found>* list : {&pairs.found, &pairs.own})
    for (const Found& pair : *list) {
      if (!active[pair.slave]) continue;
      const Index at = next[entry[pair.slave]]++;
      c.segment[at] = pair.segment, c.contact_distance[at] = pair.contact_distance;
      c.range[at] = pair.range, c.due[at] = pair.due;
    }
  c.entry_due.assign(c.slave.size(), travel);  // everyone is looked at once
  c.n_tests = pairs.n_tests;
  for (std::size_t k = 0; k < active.size(); ++k)
    if (!active[k] && pass.state[k].offset != SlaveState::not_started) pass.state[k] = {{}, 0};
}

}  // namespace crumple
