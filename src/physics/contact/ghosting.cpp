#include "physics/contact/ghosting.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <type_traits>
#include <utility>

#include "base/number_map.hpp"
#include "base/profile.hpp"
#include "comm/halo.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/parcels.hpp"

namespace crumple {
namespace {

void drop_ghosts(std::vector<Pass>& passes, ContactNodes& nodes) {
  nodes.global.resize(nodes.n_local);
  nodes.ghosts = kernels::RunVector<ContactNodes::GhostRow>();  // = {} would keep its memory
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
  std::vector<SharedSlaves> shared(surfaces.passes.size());
  Parcels parcels = pack_slaves(world, ranges, margin, surfaces, shared);
  GhostNumbering numbering(surfaces.nodes);
  std::vector<Message> outgoing;
  for (auto& [rank, parcel] : parcels)
    if (!parcel.slaves.empty()) {
      outgoing.push_back({rank, bytes_of_slaves(parcel)});
      parcel = {{}, {}, {}, std::move(parcel.segments)};
    }
  for (Message& message : exchange(world, std::move(outgoing)))
    numbering.add_slaves(surfaces.passes, message.rank, slaves_of(std::exchange(message.bytes, {})), shared);
  pack_segments(ranges, margin, surfaces, std::exchange(shared, {}), parcels);
  outgoing.clear();
  for (auto& [rank, parcel] : parcels)
    if (!parcel.segments.empty())
      outgoing.push_back({rank, to_bytes<SegmentCopy>(std::exchange(parcel.segments, {}))});
  for (const Message& message : exchange(world, std::move(outgoing)))
    numbering.add_segments(surfaces.passes, message.rank, from_bytes<SegmentCopy>(message.bytes));
  return numbering.sources();
}

/// Writes the first `width` numbers of a node's row, of all (ContactNodes::ghost_stride) or of its motion.
template <int width> void put_row(const ContactNodesAt& nodes, Index node, double* row) {
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
template <class Vector>
void copy_column(const World& world, const std::vector<RowLists>& plan, const ContactNodes& nodes, Vector& column) {
  using T = typename Vector::value_type;
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
  traffic.sources.clear();
  traffic.exchange.reset();
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
  constexpr RowShape shape{ContactNodes::ghost_motion, ContactNodes::ghost_stride};
  std::vector<RowLists> lists = make_plan(world, followed);
  std::vector<Partner> partners = partners_of(lists, shape);
  auto exchange =
      traffic.sums ? traffic.sums->join(std::move(partners)) : world.neighbour_exchange(std::move(partners));
  traffic.exchange = std::make_unique<RowExchange>(std::move(exchange), std::move(lists), shape);
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
