#include "physics/contact/ghosting.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <span>
#include <type_traits>
#include <utility>

#include "base/number_map.hpp"
#include "base/profile.hpp"
#include "physics/contact/bucket_grid.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/rendezvous.hpp"

namespace crumple {
namespace {

/// A segment in a message; nodes by global number and by the sender's local number.
struct SegmentCopy {
  Index pass = none;
  std::array<Index, 4> global{}, local{};
  SegmentConstants constants;
};

/// A slave node in a message; most have no contact history to send.
struct SlaveCopy {
  Index pass = none;
  Index global = none, local = none;
  std::int16_t has_memory = 0, n_ranks = 0;  ///< that evaluate it
  SlaveConstants constants;
  Id body = 0;
  Vec3 position;
};

using TouchMemories = decltype(SlaveState::touch);

/// The data that another rank needs from this one, in two messages: slave nodes, with all the ranks that evaluate them,
/// and faces.
struct Parcel {
  std::vector<SlaveCopy> slaves;
  std::vector<TouchMemories> memories;  ///< of the slaves with a history, in their order
  std::vector<std::int32_t> ranks;      ///< of all slaves, in their order
  std::vector<SegmentCopy> segments;

  void add(SlaveCopy copy, const SlaveState& state, const std::vector<std::int32_t>& evaluating) {
    copy.has_memory = state.is_used();
    copy.n_ranks = std::int16_t(evaluating.size());
    slaves.push_back(copy);
    if (state.is_used()) memories.push_back(state.touch);
    ranks.insert(ranks.end(), evaluating.begin(), evaluating.end());
  }
};
using Parcels = std::map<int, Parcel>;  ///< by rank

/// Slave nodes of a pass that several ranks evaluate: all these ranks need the faces around them.
struct SharedSlaves {
  std::vector<Vec3> position;
  std::vector<std::size_t> first{0};  ///< [slave + 1] into `ranks`
  std::vector<std::int32_t> ranks;

  void add(const Vec3& at, std::span<const std::int32_t> evaluating) {
    position.push_back(at);
    ranks.insert(ranks.end(), evaluating.begin(), evaluating.end());
    first.push_back(ranks.size());
  }
  std::span<const std::int32_t> ranks_of(Index slave) const {
    return std::span(ranks).subspan(first[slave], first[slave + 1] - first[slave]);
  }
};

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

/// Objects that may be in contact before the next search have overlapping boxes.
struct Reach {
  double thickest = 0, margin = 0;

  Box of(const ContactNodes& nodes, const std::array<Index, 4>& segment, const SegmentConstants& constants) const {
    Box box;
    for (const Index node : segment) box.include(nodes.position(node));
    return box.padded(constants.reach(constants.half_thickness + thickest) + margin);
  }
  static Box of(const ContactNodes& nodes, Index slave_node) {
    Box box;
    box.include(nodes.position(slave_node));
    return box;
  }
};

void drop_ghosts(std::vector<Pass>& passes, ContactNodes& nodes) {
  nodes.global.resize(nodes.n_local);
  nodes.ghosts = std::vector<ContactNodes::GhostRow>();  // = {} would keep its memory
  nodes.followed.clear();
  const auto drop = [&](auto& column) {
    if (!column.empty()) column.resize(std::size_t(nodes.n_local));
  };
  drop(nodes.sides_b);
  drop(nodes.body_mass);
  drop(nodes.facing);
  drop(nodes.at_shapes);
  for (Pass& pass : passes) {
    pass.slaves.drop_copies();
    pass.segments.drop_copies();
  }
}

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
    visits_.begin();
    places_.for_each_met(grid_, contact, box, [&](int rank) {
      if (visits_.is_first(rank)) ranks_.push_back(rank);
    });
    return ranks_;
  }

 private:
  const MeetingPlaces& places_;
  const CellGrid& grid_;
  std::vector<int> ranks_;
  FirstVisits visits_;
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
void pack_slaves(const ContactSurfaces& all, Index p, const Sharers& sharers, const Reach& reach, RanksAround& around,
                 Parcels& parcels, SharedSlaves& shared) {
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
    shared.add(all.nodes.position(node), evaluating);
    for (const int rank : found)
      parcels[rank].add({.pass = p,
                         .global = all.nodes.global[node],
                         .local = node,
                         .constants = slaves.constants[k],
                         .body = slaves.body[k],
                         .position = all.nodes.position(node)},
                        slaves.state[k], evaluating);
  }
}

/// Segments whose boxes hold slave nodes that other ranks evaluate.
void pack_segments(const ContactSurfaces& all, Index p, const Reach& reach, double cell, const SharedSlaves& shared,
                   Parcels& parcels) {
  const Segments& segments = all.passes[p].segments;
  const BucketGrid slaves(shared.position, cell);
  std::vector<int> ranks;
  FirstVisits visits;
  for (Index s = 0; s < segments.n_local; ++s) {
    if (!segments.live[s]) continue;
    ranks.clear();
    visits.begin();
    visits.is_first(all.domain->rank);
    slaves.visit(reach.of(all.nodes, segments.nodes[s], segments.constants[s]), [&](Index slave) {
      for (const std::int32_t rank : shared.ranks_of(slave))
        if (visits.is_first(rank)) ranks.push_back(rank);
    });
    for (const int rank : ranks) parcels[rank].segments.push_back(copy_of(all, p, s));
  }
}

/// Numbers the nodes of received copies and records their source.
class GhostNumbering {
 public:
  explicit GhostNumbering(ContactNodes& nodes) : nodes_(nodes) {}

  void add_slaves(std::vector<Pass>& passes, int from, const Parcel& parcel, std::vector<SharedSlaves>& shared) {
    auto memory = parcel.memories.begin();
    auto ranks = parcel.ranks.begin();
    for (const SlaveCopy& copy : parcel.slaves) {
      SlaveState state;
      if (copy.has_memory) state.touch = *memory++;
      const Index here = number_of(copy.global, copy.local, from);
      if (here >= nodes_.n_local) passes[copy.pass].slaves.add_copy(here, copy.constants, state, copy.body);
      shared[std::size_t(copy.pass)].add(copy.position, {ranks, ranks + copy.n_ranks});
      ranks += copy.n_ranks;
    }
  }
  void add_segments(std::vector<Pass>& passes, int from, const std::vector<SegmentCopy>& segments) {
    for (const SegmentCopy& copy : segments) {
      std::array<Index, 4> here{};
      for (int i = 0; i < 4; ++i) here[i] = number_of(copy.global[i], copy.local[i], from);
      passes[copy.pass].segments.add_copy(here, copy.constants);
    }
  }
  std::vector<GhostSource> sources() {
    std::vector<GhostSource> all;
    for (auto& [rank, source] : source_) all.push_back(std::move(source));
    return all;
  }

 private:
  Index number_of(Index global, Index at_sender, int from) {
    const auto own_end = nodes_.global.begin() + nodes_.n_local;
    if (const auto own = std::lower_bound(nodes_.global.begin(), own_end, global); own != own_end && *own == global)
      return Index(own - nodes_.global.begin());
    Index& known = number_[std::uint64_t(global)];
    if (known == 0) {
      GhostSource& source = source_.try_emplace(from, GhostSource{from, {}, {}}).first->second;
      source.ghosts.push_back(Index(nodes_.global.size()) - nodes_.n_local);
      source.at_sender.push_back(at_sender);
      nodes_.global.push_back(global);
      known = Index(nodes_.global.size());
    }
    return known - 1;
  }

  ContactNodes& nodes_;
  std::map<int, GhostSource> source_;  ///< by rank
  NumberMap<Index> number_;            ///< of ghosts plus 1, by global number
};

/// Exchanges messages and waits. Collective.
std::vector<Message> exchange(const World& world, std::vector<Message> messages) {
  Profile::Scope scope(phase<"halo">);
  return world.exchange(std::move(messages));
}

/// Copies of slave nodes, then of faces: which faces a rank needs follows from the slave nodes that it evaluates. The
/// search data are freed before messages are sent. Collective.
std::vector<GhostSource> add_copies(const World& world, const GhostReach& ranges, double margin,
                                    ContactSurfaces& surfaces) {
  const Reach reach{ranges.thickest, margin};
  const auto n_passes = Index(surfaces.passes.size());
  std::vector<SharedSlaves> shared(surfaces.passes.size());
  Parcels parcels;
  {
    const CellGrid grid(ranges.cell);
    const Sharers sharers(surfaces.domain->halo, surfaces.nodes.n_local);
    const MeetingPlaces places = find_meeting_places(world, grid, places_of_surfaces(surfaces, sharers, grid, reach));
    RanksAround around(places, grid);
    for (Index p = 0; p < n_passes; ++p) {
      pack_slaves(surfaces, p, sharers, reach, around, parcels, shared[std::size_t(p)]);
      if (surfaces.plan_of(surfaces.passes[p]).has_edges)
        pack_segments_with_edges(surfaces, p, reach, around, parcels);
    }
  }
  GhostNumbering numbering(surfaces.nodes);
  std::vector<Message> outgoing;
  for (auto& [rank, parcel] : parcels)
    if (!parcel.slaves.empty()) {
      outgoing.push_back({rank, bytes_of_slaves(parcel)});
      parcel = {{}, {}, {}, std::move(parcel.segments)};
    }
  for (Message& message : exchange(world, std::move(outgoing)))
    numbering.add_slaves(surfaces.passes, message.rank, slaves_of(std::exchange(message.bytes, {})), shared);
  for (Index p = 0; p < n_passes; ++p)
    if (!surfaces.plan_of(surfaces.passes[p]).has_edges)
      pack_segments(surfaces, p, reach, ranges.cell, std::exchange(shared[std::size_t(p)], {}), parcels);
  outgoing.clear();
  for (auto& [rank, parcel] : parcels)
    if (!parcel.segments.empty())
      outgoing.push_back({rank, to_bytes<SegmentCopy>(std::exchange(parcel.segments, {}))});
  for (const Message& message : exchange(world, std::move(outgoing)))
    numbering.add_segments(surfaces.passes, message.rank, from_bytes<SegmentCopy>(message.bytes));
  return numbering.sources();
}

/// Writes the first `width` numbers of a node's row, of all (ContactNodes::ghost_stride) or of its motion.
template <int width> void put_row(const ContactNodes& nodes, Index node, double* row) {
  const Vec3 x = nodes.position(node), v = nodes.velocity(node);
  const double all[] = {x.x, x.y, x.z, v.x, v.y, v.z, nodes.frequency_bound_of(node), nodes.mass(node)};
  std::copy_n(all, width, row);
}

/// Requests the nodes of the sources; the requests of other ranks become send lists of local nodes. Collective.
std::vector<RowLists> make_plan(const World& world, const std::vector<GhostSource>& sources) {
  std::map<int, RowLists> plan;
  std::vector<Message> requests;
  for (const GhostSource& source : sources) {
    plan[source.rank].received = source.ghosts;
    requests.push_back({source.rank, to_bytes<Index>(source.at_sender)});
  }
  for (const Message& message : exchange(world, std::move(requests)))
    plan[message.rank].sent = from_bytes<Index>(message.bytes);
  std::vector<RowLists> lists;
  for (auto& [rank, rows] : plan) lists.push_back({rank, std::move(rows.sent), std::move(rows.received)});
  return lists;
}

/// Sends rows of `width` numbers, which put(node, numbers) writes.
template <class Put>
void exchange_once(const World& world, const std::vector<RowLists>& plan, int width, Put&& put, double* received) {
  Profile::Scope scope(phase<"halo">);
  RowExchange exchange(world, transport_mode("p2p"), plan, {width, width});
  exchange.start_with(put);
  exchange.finish({received}, Arrival::replaces);
}

/// Sends the copies of each node's entry in `column`; an empty one stays empty. T: a whole number of doubles.
template <class T>
void copy_column(const World& world, const std::vector<RowLists>& plan, const ContactNodes& nodes,
                 std::vector<T>& column) {
  static_assert(sizeof(T) % sizeof(double) == 0 && std::is_trivially_copyable_v<T>);
  constexpr std::size_t width = sizeof(T) / sizeof(double);
  if (column.empty()) return;
  column.resize(nodes.global.size());
  std::vector<double> received(width * (nodes.global.size() - nodes.n_local));
  exchange_once(
      world, plan, int(width), [&](Index node, double* row) { std::memcpy(row, &column[node], sizeof(T)); },
      received.data());
  if (!received.empty())
    std::memcpy(static_cast<void*>(column.data() + nodes.n_local), received.data(), received.size() * sizeof(double));
}

}  // namespace

void renew_ghosts(const World& world, const GhostReach& ranges, double margin, ContactSurfaces& surfaces,
                  GhostTraffic& traffic) {
  ContactNodes& nodes = surfaces.nodes;
  drop_ghosts(surfaces.passes, nodes);
  traffic = {};
  if (world.size() == 1) return;
  traffic.sources = add_copies(world, ranges, margin, surfaces);
  const std::vector<RowLists> plan = make_plan(world, traffic.sources);

  nodes.ghosts.assign(nodes.global.size() - nodes.n_local, {});
  constexpr int stride = ContactNodes::ghost_stride;
  const auto put = [&](Index node, double* row) { put_row<stride>(nodes, node, row); };
  exchange_once(world, plan, stride, put, nodes.ghost_values());  // masses are sent only once
  copy_column(world, plan, nodes, nodes.sides_b);
  copy_column(world, plan, nodes, nodes.body_mass);
  copy_column(world, plan, nodes, nodes.facing);
  copy_column(world, plan, nodes, nodes.at_shapes);
}

void follow_copies(const World& world, const std::vector<std::uint8_t>& is_followed, ContactNodes& nodes,
                   GhostTraffic& traffic) {
  if (world.size() == 1) return;
  std::vector<GhostSource> followed;
  for (const GhostSource& all : std::exchange(traffic.sources, {})) {
    GhostSource source{all.rank, {}, {}};
    for (std::size_t k = 0; k < all.ghosts.size(); ++k) {
      if (!is_followed[std::size_t(all.ghosts[k])]) continue;
      source.ghosts.push_back(all.ghosts[k]);
      source.at_sender.push_back(all.at_sender[k]);
    }
    nodes.followed.insert(nodes.followed.end(), source.ghosts.begin(), source.ghosts.end());
    if (!source.ghosts.empty()) followed.push_back(std::move(source));
  }
  std::ranges::sort(nodes.followed);
  traffic.exchange = std::make_unique<RowExchange>(world, world.transport(), make_plan(world, followed),
                                                   RowShape{ContactNodes::ghost_motion, ContactNodes::ghost_stride});
}

void start_ghost_update(const ContactNodes& nodes, GhostTraffic& traffic) {
  if (!traffic.exchange || traffic.exchange->is_started()) return;
  traffic.exchange->start_with(
      [&](Index node, double* row) { put_row<ContactNodes::ghost_motion>(nodes, node, row); });
}

void finish_ghost_update(ContactNodes& nodes, GhostTraffic& traffic) {
  if (!traffic.exchange) return;
  start_ghost_update(nodes, traffic);
  Profile::Scope scope(phase<"halo">);  // mostly waiting
  traffic.exchange->finish({nodes.ghost_values()}, Arrival::replaces);
}

}  // namespace crumple
