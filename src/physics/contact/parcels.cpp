#include "physics/contact/parcels.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "physics/contact/bucket_grid.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/rendezvous.hpp"

namespace crumple {
namespace {

template <class T> void append(Bytes& bytes, const std::vector<T>& values) {
  const std::int64_t n = std::int64_t(values.size());
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof n + values.size() * sizeof(T));
  std::memcpy(bytes.data() + at, &n, sizeof n);
  if (n) std::memcpy(bytes.data() + at + sizeof n, values.data(), values.size() * sizeof(T));
}

template <class T> std::vector<T> take(const Bytes& bytes, std::size_t& at) {
  std::int64_t n = 0;
  std::memcpy(&n, bytes.data() + at, sizeof n);
  std::vector<T> values(static_cast<std::size_t>(n));
  if (n) std::memcpy(static_cast<void*>(values.data()), bytes.data() + at + sizeof n, values.size() * sizeof(T));
  at += sizeof n + values.size() * sizeof(T);
  return values;
}

/// Objects that may be in contact before the next search have overlapping boxes.
struct Reach {
  double thickest = 0, margin = 0;

  Box of(const ContactNodes& nodes, const std::array<Index, 4>& segment, const SegmentConstants& constants) const {
    Box box;
    for (const Index node : segment) box.include(nodes.at().position(node));
    return box.padded(constants.reach(constants.half_thickness + thickest) + margin);
  }
  static Box of(const ContactNodes& nodes, Index slave_node) {
    Box box;
    box.include(nodes.at().position(slave_node));
    return box;
  }
};

/// For each local node, the other ranks with it.
class Sharers {
 public:
  Sharers(const HaloPlan& halo, Index n_local) : first_(std::size_t(n_local) + 1) {
    for (const Neighbour& neighbour : halo.neighbours)
      for (const Index node : neighbour.nodes) ++first_[std::size_t(node) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<Index> next(first_.begin(), first_.end() - 1);
    ranks_.resize(std::size_t(first_.back()));
    for (const Neighbour& neighbour : halo.neighbours)
      for (const Index node : neighbour.nodes) ranks_[std::size_t(next[std::size_t(node)]++)] = neighbour.rank;
  }
  std::span<const int> of(Index node) const {
    const auto first = std::size_t(first_[std::size_t(node)]), last = std::size_t(first_[std::size_t(node) + 1]);
    return std::span(ranks_).subspan(first, last - first);
  }

 private:
  std::vector<Index> first_;  // [local node + 1]
  std::vector<int> ranks_;
};

/// The boxes of slave nodes, which must be in cells of this rank to be met, and of the live segments around them, by
/// rank. Segments around a node may be on other ranks: a rank registers its segments for all ranks with which it shares
/// their nodes.
SurfacePlaces places_of_surfaces(const ContactSurfaces& all, const Sharers& sharers, const CellGrid& grid,
                                 const Reach& reach) {
  const int mine = all.domain->rank;
  SurfacePlaces places(grid);
  for (const Pass& pass : all.passes) {
    for (const Index node : pass.slaves.node) places.add(mine, pass.contact, reach.of(all.nodes, node));
    for (Index s = 0; s < pass.segments.n_local; ++s) {
      if (!pass.segments.live[s]) continue;
      const Box box = reach.of(all.nodes, pass.segments.nodes[s], pass.segments.constants[s]);
      places.add(mine, pass.contact, box);
      for (const Index node : pass.segments.nodes[s])
        for (const int rank : sharers.of(node)) places.add(rank, pass.contact, box);
    }
  }
  return places;
}

/// The ranks with a place of a contact that a box overlaps, each once.
class RanksAround {
 public:
  RanksAround(const MeetingPlaces& places, const CellGrid& grid) : places_(places), grid_(grid) {}

  const std::vector<int>& find(Index contact, const Box& box) {
    ranks_.clear();
    visited_.begin();
    places_.for_each_met(grid_, contact, box, [&](int rank) {
      if (visited_.insert(rank)) ranks_.push_back(rank);
    });
    return ranks_;
  }

 private:
  const MeetingPlaces& places_;
  const CellGrid& grid_;
  std::vector<int> ranks_;
  VisitedRanks visited_;
};

SegmentCopy copy_of(const ContactSurfaces& all, Index pass, Index segment) {
  const Segments& segments = all.passes[pass].segments;
  SegmentCopy copy{pass, {}, segments.nodes[segment], segments.constants[segment]};
  for (int i = 0; i < 4; ++i) copy.global[i] = all.nodes.global[copy.local[i]];
  return copy;
}

/// Edges meet between their nodes: what the boxes of other ranks' segments overlap.
void pack_segments_with_edges(const ContactSurfaces& all, Index p, const Reach& reach, RanksAround& around,
                              Parcels& parcels) {
  const Segments& segments = all.passes[p].segments;
  for (Index s = 0; s < segments.n_local; ++s)
    if (segments.live[s])
      for (const int rank :
           around.find(all.passes[p].contact, reach.of(all.nodes, segments.nodes[s], segments.constants[s])))
        parcels[rank].segments.push_back(copy_of(all, p, s));
}

/// Slave nodes in the boxes of other ranks' segments.
void pack_slaves_of(const ContactSurfaces& all, Index p, const Sharers& sharers, const Reach& reach,
                    RanksAround& around, Parcels& parcels, SharedSlaves& shared) {
  const Slaves& slaves = all.passes[p].slaves;
  std::vector<std::int32_t> evaluating;
  for (Index k = 0; k < slaves.n_local; ++k) {
    const Index node = slaves.node[k];
    if (!all.domain->owns_node[node] || !slaves.live[k]) continue;
    const std::vector<int>& found = around.find(all.passes[p].contact, reach.of(all.nodes, node));
    evaluating.assign(found.begin(), found.end());
    for (const int rank : sharers.of(node))
      if (std::ranges::find(found, rank) == found.end()) evaluating.push_back(rank);
    if (evaluating.empty()) continue;
    evaluating.push_back(all.domain->rank);
    shared.add(all.nodes.at().position(node), evaluating);
    for (const int rank : found)
      parcels[rank].add({.pass = p,
                         .global = all.nodes.global[node],
                         .local = node,
                         .constants = slaves.constants[k],
                         .body = slaves.body[k],
                         .position = all.nodes.at().position(node)},
                        slaves.state[k], evaluating);
  }
}

/// Segments whose boxes hold slave nodes that other ranks evaluate.
void pack_segments_of(const ContactSurfaces& all, Index p, const Reach& reach, double cell,
                      const SharedSlaves& shared, Parcels& parcels) {
  const Segments& segments = all.passes[p].segments;
  const BucketGrid slaves(shared.position, cell);
  std::vector<int> ranks;
  VisitedRanks visited;
  for (Index s = 0; s < segments.n_local; ++s) {
    if (!segments.live[s]) continue;
    ranks.clear();
    visited.begin();
    visited.insert(all.domain->rank);
    slaves.visit(reach.of(all.nodes, segments.nodes[s], segments.constants[s]), [&](Index slave) {
      for (const std::int32_t rank : shared.ranks[std::size_t(slave)])
        if (visited.insert(rank)) ranks.push_back(rank);
    });
    for (const int rank : ranks) parcels[rank].segments.push_back(copy_of(all, p, s));
  }
}

}  // namespace

Bytes bytes_of_slaves(const Parcel& parcel) {
  Bytes bytes;
  append(bytes, parcel.slaves);
  append(bytes, parcel.memories);
  append(bytes, parcel.ranks);
  return bytes;
}

Parcel slaves_of(const Bytes& bytes) {
  std::size_t at = 0;
  Parcel parcel;
  parcel.slaves = take<SlaveCopy>(bytes, at);
  parcel.memories = take<TouchMemories>(bytes, at);
  parcel.ranks = take<std::int32_t>(bytes, at);
  return parcel;
}

Parcels pack_slaves(const World& world, const GhostReach& ranges, double margin, const ContactSurfaces& surfaces,
                    std::vector<SharedSlaves>& shared) {
  const Reach reach{ranges.thickest, margin};
  const CellGrid grid(ranges.cell);
  const Sharers sharers(surfaces.domain->halo, surfaces.nodes.n_local);
  const MeetingPlaces places = find_meeting_places(world, grid, places_of_surfaces(surfaces, sharers, grid, reach));
  RanksAround around(places, grid);
  Parcels parcels;
  for (Index p = 0; p < Index(surfaces.passes.size()); ++p) {
    pack_slaves_of(surfaces, p, sharers, reach, around, parcels, shared[std::size_t(p)]);
    if (surfaces.plan_of(surfaces.passes[p]).has_edges) pack_segments_with_edges(surfaces, p, reach, around, parcels);
  }
  return parcels;
}

void pack_segments(const GhostReach& ranges, double margin, const ContactSurfaces& surfaces,
                   const std::vector<SharedSlaves>& shared, Parcels& parcels) {
  const Reach reach{ranges.thickest, margin};
  for (Index p = 0; p < Index(surfaces.passes.size()); ++p)
    if (!surfaces.plan_of(surfaces.passes[p]).has_edges)
      pack_segments_of(surfaces, p, reach, ranges.cell, shared[std::size_t(p)], parcels);
}

}  // namespace crumple
