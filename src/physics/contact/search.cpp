#include "physics/contact/search.hpp"

#include <algorithm>
#include <limits>

#include "base/loops.hpp"
#include "physics/contact/bucket_grid.hpp"
#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/found_pairs.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/search_loops.hpp"
#include "physics/state/running_sums.hpp"

namespace crumple {
namespace {

// That are worth waking a thread for.
constexpr std::size_t segment_grain = 32, entry_grain = 100, search_block_grain = 2;

/// The pairs that a thread of the host has found. The distances of many are computed together, in packs.
class Batch {
 public:
  Batch(const SearchAt& search, const ContactNodes& nodes) : search_(search), nodes_(nodes) {}
  ~Batch() {
    measure();
    hand_over();
  }
  void add_own(const FoundPair& pair) {
    found_[n_found_] = pair;
    if (++n_found_ == size) hand_over();
  }
  void add(const FoundPair& pair, Index node) {
    const SegmentNodes& corner = search_.pass.segments.nodes[pair.segment];
    pairs_[n_] = pair;
    corners_[n_] = {node, {corner[0], corner[1], corner[2], corner[3]}};
    if (++n_ == size) measure();
  }

 private:
  static constexpr std::int32_t size = 256;

  /// Keeps those within reach.
  void measure() {
    nodes_.kernels->pair_distances(nodes_.rows(), corners_, std::size_t(n_), distance_);
    for (std::int32_t k = 0; k < n_; ++k) {
      pairs_[k].distance = distance_[k];
      if (search_.is_in_reach(pairs_[k])) add_own(pairs_[k]);
    }
    n_ = 0;
  }
  void hand_over() {
    search_.found.add(found_, n_found_);
    n_found_ = 0;
  }

  const SearchAt& search_;
  const ContactNodes& nodes_;
  std::int32_t n_ = 0, n_found_ = 0;
  FoundPair pairs_[size], found_[size];
  kernels::ContactPair corners_[size];
  double distance_[size];
};

/// Finds all pairs within reach.
void run_search(const SearchAt& search, const Segments& segments, const ContactNodes& nodes) {
  const std::size_t n = std::size_t(segments.count());
  if (runs_on_device()) return run_loop(FindPairs{search, segments.live.data()}, n, segment_grain);
  for_ranges(FindPairs::name, n, segment_grain, [&](std::size_t first, std::size_t last) {
    Batch batch(search, nodes);
    for (std::size_t s = first; s < last; ++s)
      if (segments.live[s])
        search.visit_slaves_around(
            Index(s), [&](const FoundPair& pair) { batch.add_own(pair); },
            [&](const FoundPair& pair, Index node) { batch.add(pair, node); });
  });
}

/// The pairs of live slaves and segments, searched in a grid of the slaves.
FoundPairs<FoundPair> find_pairs(Pass& pass, const ContactNodes& nodes, const SearchRange& range,
                                 std::size_t last_time) {
  Slaves& slaves = pass.slaves;
  const std::size_t n = std::size_t(slaves.count());
  kernels::RunVector<kernels::RoomFor<SearchedSlave>> searched(n);
  kernels::RunVector<Vec3> points(n);
  SearchedSlave* const first = kernels::first_of(searched);
  run_loop(SetSearchedSlaves{slaves.at(), nodes, slaves.live.data(), slaves.body.data(), first, points.data()}, n);
  const double thickest = -least_loop(ThickestSlave{first, slaves.live.data()}, n);
  const BucketGrid grid(points, range.cell);
  const std::size_t expected = std::max(2 * last_time, 32 * std::size_t(pass.segments.count()));
  return FoundPairs<FoundPair>(expected, [&](const PlacesFor<FoundPair>& places) {
    run_search({pass.at(), nodes, grid.at(), first, range.margin, thickest, places}, pass.segments, nodes);
  });
}

/// Lists the pairs by slave.
void list_candidates(Pass& pass, const ContactNodes& nodes, const SearchRange& range,
                     const FoundPairs<FoundPair>& found) {
  Candidates& c = pass.candidates;
  const std::size_t n_slaves = std::size_t(pass.slaves.count());
  kernels::RunVector<std::uint8_t> may_pass(n_slaves, 0);
  kernels::RunVector<Index> count(n_slaves, 0), first_entry(n_slaves + 1, 0);
  const EntryOf entry_of{first_entry.data()};
  run_loop(MarkPassing{found.data(), range.margin, may_pass.data()}, found.size());
  run_loop(CountPairs{pass.at(), nodes.n_local, found.data(), may_pass.data(), count.data(), first_entry.data()},
           found.size());
  c.resize_entries(std::size_t(running_sums(first_entry)));
  run_loop(MakeEntries{entry_of, count.data(), c.slave.data(), c.first.data()}, n_slaves);
  c.resize_pairs(std::size_t(running_sums(c.first)));
  kernels::RunVector<Index> next = c.first, order(c.segment.size());
  run_loop(PutPairs{found.data(), may_pass.data(), entry_of, next.data(), order.data()}, found.size());
  run_loop(FillEntry{pass.at(), nodes, found.data(), order.data(), range.travel, c.columns()}, c.slave.size(),
           entry_grain);
  wait_for_device();
}

}  // namespace

void find_candidates(Pass& pass, const ContactNodes& nodes, const SearchRange& range) {
  Candidates& c = pass.candidates;
  const std::size_t last_time = std::size_t(c.n_found);
  c = {};  // frees memory for the pairs found
  {
    const FoundPairs<FoundPair> found = find_pairs(pass, nodes, range, last_time);
    c.n_found = Index(found.size());
    list_candidates(pass, nodes, range, found);
  }
  pass.slaves.state.keep(c.slave);
}

void start_block_gauges(Pass& pass, const TravelGauge& gauge) {
  Candidates& c = pass.candidates;
  c.blocks.resize(std::size_t((c.n_entries() + block_size - 1) / block_size));
  c.ranges.resize(c.blocks.size() * StartBlock::most_ranges);
  const StartBlock start{pass.at(), c.n_entries(), gauge.ranges_of(), gauge.since_search, c.blocks.data(),
                         c.ranges.data()};
  run_loop(start, c.blocks.size(), search_block_grain);
  wait_for_device();
}

}  // namespace crumple
