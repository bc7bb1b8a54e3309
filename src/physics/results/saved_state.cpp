#include "physics/results/saved_state.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/error.hpp"

namespace crumple {
namespace {

using Rest = std::span<const std::byte>;

/// Calls f on each number that every rank adds up for itself, always in the same order.
template <class F> void for_each_sum(RunState& run, F f) {
  EnergyLedger& ledger = run.ledger;
  for (double* sum : {&ledger.sliding, &ledger.rigid_wall, &ledger.damping, &ledger.external_work,
                      &ledger.eroded_internal, &ledger.eroded_hourglass})
    f(*sum);
  for (WorkAhead* ahead : {&run.loads.ahead, &run.motions.ahead, &run.body_state.ahead, &run.welds.ahead})
    f(ahead->external), f(ahead->damping);
  for (WallState::Wall& wall : run.walls.walls) {
    for (int c = 0; c < 3; ++c) f(wall.impulse[c]);
    f(wall.energy), f(wall.energy_ahead);
  }
  f(run.contacts.pending_energy);
  for (ContactSum& sum : run.contacts.sums) {
    for (int c = 0; c < 3; ++c) f(sum.force_on_a[c]);
    f(sum.energy.total), f(sum.energy.of_a), f(sum.energy.friction);
  }
}

GlobalState save_global(const World& world, RunState& run) {
  GlobalState global;
  global.precision = run.elements.precision;
  global.clock = run.clock;
  global.deletions = run.deletions;
  global.initial_total = run.initial_total;
  global.bodies = gather_motions(world, run.bodies, run.body_state);
  for (const WallState::Wall& wall : run.walls.walls)
    global.walls.push_back({wall.displacement, wall.velocity, wall.duration});
  const Contacts& c = run.contacts;
  global.contact = {c.gauge.since_search, c.dt_stable, c.dt_last, c.gauge.search_requested, c.n_searches, c.started};
  for_each_sum(run, [&](double sum) { global.sums.push_back(sum); });
  world.sum(std::span<double>(global.sums));
  return global;
}

/// Root takes the sums, the others start from zero.
void load_global(const World& world, const GlobalState& global, RunState& run) {
  if (global.precision != run.elements.precision) throw Error("a saved state of the other precision cannot be loaded");
  if (global.bodies.size() != run.body_state.motions.size() || global.walls.size() != run.walls.walls.size())
    throw Error("a saved state of another model cannot be loaded");
  run.clock = global.clock;
  run.deletions = global.deletions;
  run.initial_total = global.initial_total;
  run.body_state.motions = global.bodies;
  for (std::size_t w = 0; w < global.walls.size(); ++w) {
    WallState::Wall& wall = run.walls.walls[w];
    wall.displacement = global.walls[w].displacement;
    wall.velocity = global.walls[w].velocity;
    wall.duration = global.walls[w].duration;
  }
  Contacts& contacts = run.contacts;
  contacts.gauge.since_search = global.contact.since_search;
  contacts.gauge.search_requested = global.contact.search_requested;
  contacts.dt_stable = global.contact.dt_stable;
  contacts.dt_last = global.contact.dt_last;
  contacts.n_searches = global.contact.n_searches;
  contacts.started = global.contact.started;
  std::size_t next = 0;
  for_each_sum(run, [&](double& sum) { sum = world.is_root() ? global.sums.at(next) : 0.0, ++next; });
}

/// What contact remembers of a node as the slave of one pass.
struct SlaveMemory {
  std::int64_t pass = 0;
  SlaveState state;
};

/// The place of a local node among the local slaves of a pass; none: it is no slave there.
Index slave_of(const Pass& pass, Index node) {
  const auto end = pass.slave_node.begin() + pass.n_local_slaves;
  const auto at = std::lower_bound(pass.slave_node.begin(), end, node);
  return at != end && *at == node ? Index(at - pass.slave_node.begin()) : none;
}

/// What contact remembers of a pair of edges that are near each other; with each of their nodes.
struct EdgeMemoryOfNode {
  std::int64_t pairs = 0;                ///< into Contacts::edges
  std::array<std::int64_t, 4> nodes{};   ///< global
  Vec3 friction;
  double offset = 0, side = 0;
};

/// By global node.
std::multimap<Index, EdgeMemoryOfNode> edge_memories(const Contacts& contacts) {
  std::multimap<Index, EdgeMemoryOfNode> of_node;
  for (std::size_t k = 0; k < contacts.edges.size(); ++k)
    for (const auto& [nodes, memory] : near_memories(contacts.edges[k]))
      for (const Index node : nodes)
        of_node.insert({node, {std::int64_t(k), {nodes[0], nodes[1], nodes[2], nodes[3]}, memory.friction, memory.offset, memory.side}});
  return of_node;
}

/// [node] 1: its tie has been released.
std::vector<std::uint8_t> released_nodes(const Domain& domain, const TieState& ties) {
  std::vector<std::uint8_t> released(domain.global_node.size(), 0);
  for (std::size_t t = 0; t < ties.released.size(); ++t) released[domain.model.ties[t].node] = ties.released[t];
  return released;
}

/// Position, velocities, live elements, whether the node's tie is gone, then what contact remembers.
Records save_nodes(const World& world, const Domain& domain, const RunState& run) {
  const NodeState& nodes = run.nodes;
  const Contacts& contacts = run.contacts;
  const std::vector<std::uint8_t> released = released_nodes(domain, run.tie_state);
  const auto edges = edge_memories(contacts);
  Records records;
  for (Index i = 0; i < nodes.count(); ++i) {
    if (!domain.owns_node[i]) continue;
    for (const Rows& rows : {nodes.position, nodes.velocity, nodes.angular_velocity}) put(records.bytes, row(rows, i));
    put(records.bytes, nodes.live_elements(i));
    put(records.bytes, released[i]);
    std::vector<SlaveMemory> slaves;
    for (std::size_t p = 0; p < contacts.passes.size(); ++p)
      if (const Index slave = slave_of(contacts.passes[p], i); slave != none)
        slaves.push_back({std::int64_t(p), contacts.passes[p].state[slave]});
    put(records.bytes, std::int64_t(slaves.size()));
    for (const SlaveMemory& memory : slaves) put(records.bytes, memory);
    for (auto [at, end] = edges.equal_range(domain.global_node[i]); at != end; ++at) put(records.bytes, at->second);
    records.close(domain.global_node[i]);
  }
  return to_blocks(world, domain.n_global_nodes, records);
}

void load_nodes(const World& world, const Domain& domain, const Records& block, RunState& run) {
  NodeState& nodes = run.nodes;
  std::vector<std::uint8_t> released(domain.global_node.size());
  const std::vector<std::int64_t> wanted(domain.global_node.begin(), domain.global_node.end());
  const Records records = from_blocks(world, domain.n_global_nodes, block, wanted);
  for (Index i = 0; i < nodes.count(); ++i) {
    Rest rest = records[i];
    for (const Rows& rows : {nodes.position, nodes.velocity, nodes.angular_velocity}) set_row(rows, i, take<Vec3>(rest));
    nodes.live_elements(i) = take<double>(rest);
    released[i] = take<std::uint8_t>(rest);
    for (auto n_slaves = take<std::int64_t>(rest); n_slaves > 0; --n_slaves) {
      const auto memory = take<SlaveMemory>(rest);
      Pass& pass = run.contacts.passes.at(std::size_t(memory.pass));
      pass.state.at(std::size_t(slave_of(pass, i))) = memory.state;
    }
    while (!rest.empty()) {
      const auto memory = take<EdgeMemoryOfNode>(rest);
      std::array<Index, 4> key{};
      for (int k = 0; k < 4; ++k) key[k] = Index(memory.nodes[k]);
      run.contacts.edges.at(std::size_t(memory.pairs)).loaded[key] = {memory.friction, memory.offset, memory.side, true};
    }
  }
  std::vector<std::uint8_t> going;
  for (const Tie& tie : domain.model.ties) going.push_back(released[tie.node]);
  release_ties(run.ties, domain, going, run.halo, nodes, run.tie_state);
}

/// The faces of each solid in the passes of contact, in an order that follows from the model: their depth belongs to
/// the state, as it is renewed at searches only.
std::vector<std::vector<SegmentConstants*>> faces_of_solids(Contacts& contacts, std::size_t n_solids) {
  std::vector<std::vector<SegmentConstants*>> faces(n_solids);
  for (Pass& pass : contacts.passes)
    for (Index s = 0; s < pass.n_local_segments; ++s)
      if (pass.solid[s] != none) faces[pass.solid[s]].push_back(&pass.segment[s]);
  return faces;
}

/// Solids have what contact remembers of their faces after their own values.
Records save_elements(const World& world, const Domain& domain, RunState& run) {
  const auto faces = faces_of_solids(run.contacts, domain.model.solids.size());
  Records records;
  for (const auto& family : run.elements.families)
    for (Index e = 0; e < family->count(); ++e) {
      family->save(e, records.bytes);
      if (family->kind() == SectionKind::solid)
        for (const SegmentConstants* face : faces[e]) put(records.bytes, face->depth);
      records.close(domain.global_element[family->first_element() + std::size_t(e)]);
    }
  return to_blocks(world, domain.n_global_elements(), records);
}

void load_elements(const World& world, const Domain& domain, const Records& block, RunState& run) {
  const auto faces = faces_of_solids(run.contacts, domain.model.solids.size());
  const std::vector<std::int64_t> wanted(domain.global_element.begin(), domain.global_element.end());
  const Records records = from_blocks(world, domain.n_global_elements(), block, wanted);
  for (const auto& family : run.elements.families)
    for (Index e = 0; e < family->count(); ++e) {
      Rest rest = records[family->first_element() + std::size_t(e)];
      family->load(e, rest, run.elements.status);
      if (family->kind() == SectionKind::solid)
        for (SegmentConstants* face : faces[e]) face->depth = take<double>(rest);
    }
}

struct WeldRecord {
  double normal_force = 0, shear_force = 0;
  std::uint64_t failed = 0;
};

Records save_welds(const World& world, const Domain& domain, const WeldState& welds) {
  Records records;
  for (std::size_t w = 0; w < domain.global_spot_weld.size(); ++w) {
    if (!domain.owns_node[domain.model.spot_welds[w].nodes[0]]) continue;
    put(records.bytes, WeldRecord{welds.normal_force[w], welds.shear_force[w], welds.failed[w]});
    records.close(domain.global_spot_weld[w]);
  }
  return to_blocks(world, domain.n_global_spot_welds, records);
}

void load_welds(const World& world, const Domain& domain, const Records& block, WeldState& welds) {
  const std::vector<std::int64_t> wanted(domain.global_spot_weld.begin(), domain.global_spot_weld.end());
  const Records records = from_blocks(world, domain.n_global_spot_welds, block, wanted);
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    Rest rest = records[w];
    const auto record = take<WeldRecord>(rest);
    welds.normal_force[w] = record.normal_force;
    welds.shear_force[w] = record.shear_force;
    welds.failed[w] = std::uint8_t(record.failed);
  }
  rebuild_clusters(domain, welds);
}

}  // namespace

SavedState save_state(const World& world, const Domain& domain, RunState run) {
  settle_contacts(run.contacts, run.nodes, domain.quanta);
  return {save_global(world, run), save_nodes(world, domain, run), save_elements(world, domain, run),
          save_welds(world, domain, run.welds)};
}

void load_state(const World& world, const Domain& domain, const SavedState& saved, RunState run) {
  load_global(world, saved.global, run);
  load_nodes(world, domain, saved.nodes, run);
  load_elements(world, domain, saved.elements, run);
  load_welds(world, domain, saved.spot_welds, run.welds);
  resume_contacts(world, run.contacts, run.nodes, run.elements.status);
}

}  // namespace crumple
