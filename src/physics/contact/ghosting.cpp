#include "physics/contact/ghosting.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <span>
#include <type_traits>
#include <utility>

#include "base/number_map.hpp"
#include "base/profile.hpp"
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
  bool has_memory = false;
  SlaveConstants constants;
  Id body = 0;
};

using TouchMemories = decltype(SlaveState::touch);

struct Parcel {
  std::vector<SegmentCopy> segments;
  std::vector<SlaveCopy> slaves;
  std::vector<TouchMemories> memories;  ///< of the slaves with a history, in their order

  void add(const SlaveCopy& copy, const SlaveState& state) {
    slaves.push_back(copy);
    slaves.back().has_memory = state.is_used();
    if (slaves.back().has_memory) memories.push_back(state.touch);
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

Bytes bytes_of(const Parcel& parcel) {
  Bytes bytes;
  bytes.reserve(3 * sizeof(std::int64_t) + parcel.segments.size() * sizeof(SegmentCopy) +
                parcel.slaves.size() * sizeof(SlaveCopy) + parcel.memories.size() * sizeof(TouchMemories));
  append(bytes, parcel.segments);
  append(bytes, parcel.slaves);
  append(bytes, parcel.memories);
  return bytes;
}

Parcel parcel_of(const Bytes& bytes) {
  std::size_t at = 0;
  Parcel parcel;
  parcel.segments = take<SegmentCopy>(bytes, at);
  parcel.slaves = take<SlaveCopy>(bytes, at);
  parcel.memories = take<TouchMemories>(bytes, at);
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

/// The boxes of slave nodes and of the live segments around them, by rank. Segments around a node may be on other
/// ranks: a rank registers its segments for all ranks with which it shares their nodes.
SurfacePlaces places_of_surfaces(const ContactSurfaces& all, const CellGrid& grid, const Reach& reach) {
  const Sharers sharers(all.domain->halo, all.nodes.n_local);
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

/// The data that other ranks need from this one, by rank.
using Parcels = std::map<int, Parcel>;

void pack_segments(const ContactSurfaces& all, Index p, const Reach& reach, RanksAround& around, Parcels& parcels) {
  const Segments& segments = all.passes[p].segments;
  for (Index s = 0; s < segments.n_local; ++s) {
    if (!segments.live[s]) continue;
    const auto& local = segments.nodes[s];
    for (const int rank : around.find(all.passes[p].contact, reach.of(all.nodes, local, segments.constants[s]))) {
      SegmentCopy copy{p, {}, local, segments.constants[s]};
      for (int i = 0; i < 4; ++i) copy.global[i] = all.nodes.global[local[i]];
      parcels[rank].segments.push_back(copy);
    }
  }
}

void pack_slaves(const ContactSurfaces& all, Index p, const Reach& reach, RanksAround& around, Parcels& parcels) {
  const Slaves& slaves = all.passes[p].slaves;
  for (Index k = 0; k < slaves.n_local; ++k) {
    const Index node = slaves.node[k];
    if (!all.domain->owns_node[node] || !slaves.live[k]) continue;
    for (const int rank : around.find(all.passes[p].contact, reach.of(all.nodes, node)))
      parcels[rank].add({.pass = p,
                         .global = all.nodes.global[node],
                         .local = node,
                         .constants = slaves.constants[k],
                         .body = slaves.body[k]},
                        slaves.state[k]);
  }
}

/// Finds and packs the data that other ranks need. The search data are freed before the messages are sent. Collective.
std::vector<Message> pack_copies(const World& world, const GhostReach& ranges, double margin,
                                 const ContactSurfaces& surfaces) {
  const CellGrid grid(ranges.cell);
  const Reach reach{ranges.thickest, margin};
  const MeetingPlaces places = find_meeting_places(world, grid, places_of_surfaces(surfaces, grid, reach));
  RanksAround around(places, grid);
  Parcels parcels;
  for (Index p = 0; p < Index(surfaces.passes.size()); ++p) {
    pack_segments(surfaces, p, reach, around, parcels);
    pack_slaves(surfaces, p, reach, around, parcels);
  }
  std::vector<Message> outgoing;
  for (const auto& [rank, parcel] : parcels) outgoing.push_back({rank, bytes_of(parcel)});
  return outgoing;
}

/// Numbers the nodes of received copies and records their source.
struct GhostNumbering {
  ContactNodes& nodes;
  std::vector<GhostSource>& sources;
  NumberMap<Index> number = {};  ///< of ghosts plus 1, by global number

  Index number_of(Index global, Index at_sender, GhostSource& source) {
    const auto own_end = nodes.global.begin() + nodes.n_local;
    if (const auto own = std::lower_bound(nodes.global.begin(), own_end, global); own != own_end && *own == global)
      return Index(own - nodes.global.begin());
    Index& known = number[std::uint64_t(global)];
    if (known == 0) {
      source.ghosts.push_back(Index(nodes.global.size()) - nodes.n_local);
      source.at_sender.push_back(at_sender);
      nodes.global.push_back(global);
      known = Index(nodes.global.size());
    }
    return known - 1;
  }

  void add(std::vector<Pass>& passes, int from, const Parcel& parcel) {
    GhostSource source{from, {}, {}};
    for (const SegmentCopy& copy : parcel.segments) {
      std::array<Index, 4> here{};
      for (int i = 0; i < 4; ++i) here[i] = number_of(copy.global[i], copy.local[i], source);
      passes[copy.pass].segments.add_copy(here, copy.constants);
    }
    auto memory = parcel.memories.begin();
    for (const SlaveCopy& copy : parcel.slaves) {
      SlaveState state;
      if (copy.has_memory) state.touch = *memory++;
      const Index here = number_of(copy.global, copy.local, source);
      if (here >= nodes.n_local) passes[copy.pass].slaves.add_copy(here, copy.constants, state, copy.body);
    }
    if (!source.ghosts.empty()) sources.push_back(std::move(source));
  }
};

void add_copies(std::vector<Message> arrived, ContactSurfaces& surfaces, std::vector<GhostSource>& sources) {
  GhostNumbering numbering{surfaces.nodes, sources};
  for (Message& message : arrived)
    numbering.add(surfaces.passes, message.rank, parcel_of(std::exchange(message.bytes, {})));
}

void pack_rows(const ContactNodes& nodes, GhostTraffic& traffic) {
  constexpr int stride = ContactNodes::ghost_stride;
  for (std::size_t k = 0; k < traffic.nodes.size(); ++k) {
    const Index node = traffic.nodes[k];
    const Vec3 x = nodes.position(node), v = nodes.velocity(node);
    const double row[stride] = {x.x, x.y, x.z, v.x, v.y, v.z, nodes.frequency_bound_of(node), nodes.mass(node)};
    std::copy_n(row, stride, &traffic.rows[k * stride]);
  }
}

/// Exchanges messages and waits. Collective.
std::vector<Message> exchange(const World& world, std::vector<Message> messages) {
  Profile::Scope scope(phase<"halo">);
  return world.exchange(std::move(messages));
}

/// Requests the nodes of the sources; the requests of other ranks become send lists, each node once in the rows.
/// Collective.
std::vector<RowLists> make_plan(const World& world, const ContactNodes& nodes,
                                const std::vector<GhostSource>& sources, GhostTraffic& traffic) {
  std::map<int, RowLists> plan;
  std::vector<Message> requests;
  for (const GhostSource& source : sources) {
    plan[source.rank].received = source.ghosts;
    requests.push_back({source.rank, to_bytes<Index>(source.at_sender)});
  }
  traffic.nodes.clear();
  std::vector<Index> row(std::size_t(nodes.n_local), none);  // [local node]
  for (const Message& message : exchange(world, std::move(requests))) {
    for (const Index node : from_bytes<Index>(message.bytes)) {
      Index& its_row = row[std::size_t(node)];
      if (its_row == none) {
        its_row = Index(traffic.nodes.size());
        traffic.nodes.push_back(node);
      }
      plan[message.rank].sent.push_back(its_row);
    }
  }
  traffic.rows.resize(traffic.nodes.size() * ContactNodes::ghost_stride);
  std::vector<RowLists> lists;
  for (auto& [rank, rows] : plan) lists.push_back({rank, std::move(rows.sent), std::move(rows.received)});
  return lists;
}

void exchange_once(const World& world, const std::vector<RowLists>& plan, int width, double* sent, double* received) {
  Profile::Scope scope(phase<"halo">);
  RowExchange exchange(world, transport_mode("p2p"), plan, {width, width});
  exchange.start({sent});
  exchange.finish({received}, Arrival::replaces);
}

/// Sends the copies of each node's entry in `column`; an empty one stays empty. T: a whole number of doubles.
template <class T>
void copy_column(const World& world, const std::vector<RowLists>& plan, const ContactNodes& nodes,
                 const GhostTraffic& traffic, std::vector<T>& column) {
  static_assert(sizeof(T) % sizeof(double) == 0 && std::is_trivially_copyable_v<T>);
  constexpr std::size_t width = sizeof(T) / sizeof(double);
  if (column.empty()) return;
  column.resize(nodes.global.size());
  std::vector<double> sent(width * traffic.nodes.size()), received(width * (nodes.global.size() - nodes.n_local));
  for (std::size_t k = 0; k < traffic.nodes.size(); ++k)
    std::memcpy(&sent[width * k], &column[traffic.nodes[k]], sizeof(T));
  exchange_once(world, plan, int(width), sent.data(), received.data());
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
  add_copies(exchange(world, pack_copies(world, ranges, margin, surfaces)), surfaces, traffic.sources);
  const std::vector<RowLists> plan = make_plan(world, nodes, traffic.sources, traffic);

  nodes.ghosts.assign(nodes.global.size() - nodes.n_local, {});
  pack_rows(nodes, traffic);
  constexpr int stride = ContactNodes::ghost_stride;
  exchange_once(world, plan, stride, traffic.rows.data(), nodes.ghost_values());  // masses are sent only once
  copy_column(world, plan, nodes, traffic, nodes.sides_b);
  copy_column(world, plan, nodes, traffic, nodes.body_mass);
  copy_column(world, plan, nodes, traffic, nodes.facing);
  copy_column(world, plan, nodes, traffic, nodes.at_shapes);
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
  traffic.exchange =
      std::make_unique<RowExchange>(world, world.transport(), make_plan(world, nodes, followed, traffic),
                                    RowShape{ContactNodes::ghost_motion, ContactNodes::ghost_stride});
}

void start_ghost_update(const ContactNodes& nodes, GhostTraffic& traffic) {
  if (!traffic.exchange || traffic.exchange->is_started()) return;
  pack_rows(nodes, traffic);
  traffic.exchange->start({traffic.rows.data()});
}

void finish_ghost_update(ContactNodes& nodes, GhostTraffic& traffic) {
  if (!traffic.exchange) return;
  start_ghost_update(nodes, traffic);
  Profile::Scope scope(phase<"halo">);  // mostly waiting
  traffic.exchange->finish({nodes.ghost_values()}, Arrival::replaces);
}

}  // namespace crumple
