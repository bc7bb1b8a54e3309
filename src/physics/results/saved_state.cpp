#include "physics/results/saved_state.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "physics/contact/contact_saved.hpp"

namespace crumple {
namespace {

using Rest = std::span<const std::byte>;

/// Calls f on each number that every rank adds up for itself, always in the same order.
template <class Real, class F> void for_each_sum(RunState<Real>& run, F f) {
  EnergyLedger& ledger = run.ledger;
  for (double* sum : {&ledger.sliding, &ledger.rigid_wall, &ledger.damping, &ledger.external_work, &ledger.eroded_kinetic,
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

template <class Real> GlobalState save_global(const World& world, RunState<Real>& run) {
  GlobalState global;
  global.real_size = int(sizeof(Real));
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
template <class Real> void load_global(const World& world, const GlobalState& global, RunState<Real>& run) {
  if (global.real_size != int(sizeof(Real))) throw Error("a saved state of the other precision cannot be loaded");
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

/// [node] 1: its tie has been released.
std::vector<std::uint8_t> released_nodes(const Domain& domain, const TieState& ties) {
  std::vector<std::uint8_t> released(domain.global_node.size(), 0);
  for (std::size_t t = 0; t < ties.released.size(); ++t) released[domain.model.ties[t].node] = ties.released[t];
  return released;
}

/// Position, velocities, live elements, whether the node's tie is gone.
template <class Real> Records save_nodes(const World& world, const Domain& domain, const RunState<Real>& run) {
  const NodeState& nodes = run.nodes;
  const std::vector<std::uint8_t> released = released_nodes(domain, run.tie_state);
  Records records;
  for (Index i = 0; i < nodes.count(); ++i) {
    if (!domain.owns_node[i]) continue;
    for (const Rows& rows : {nodes.position, nodes.velocity, nodes.angular_velocity}) put(records.bytes, row(rows, i));
    put(records.bytes, nodes.live_elements(i));
    put(records.bytes, released[i]);
    records.close(domain.global_node[i]);
  }
  return to_blocks(world, domain.n_global_nodes, records);
}

template <class Real>
void load_nodes(const World& world, const Domain& domain, const Records& block, RunState<Real>& run) {
  NodeState& nodes = run.nodes;
  std::vector<std::uint8_t> released(domain.global_node.size());
  const std::vector<std::int64_t> wanted(domain.global_node.begin(), domain.global_node.end());
  const Records records = from_blocks(world, domain.n_global_nodes, block, wanted);
  for (Index i = 0; i < nodes.count(); ++i) {
    Rest rest = records[i];
    for (const Rows& rows : {nodes.position, nodes.velocity, nodes.angular_velocity}) set_row(rows, i, take<Vec3>(rest));
    nodes.live_elements(i) = take<double>(rest);
    released[i] = take<std::uint8_t>(rest);
  }
  std::vector<std::uint8_t> going;
  for (const Tie& tie : domain.model.ties) going.push_back(released[tie.node]);
  release_ties(run.ties, domain, going, run.halo, nodes, run.tie_state);
}

/// Calls f(group, lane index, local element) on all elements of the rank, in an order of its own.
template <class Real, class F> void for_each_element(const Domain& domain, Elements<Real>& elements, F f) {
  const Index n_shells = Index(domain.model.shells.size());
  for (ElementGroup<Real>& group : elements.groups)
    for (int i = 0; i < group.n_lanes(); ++i)
      if (group.element[i] != none) f(group, i, group.element[i] + (group.shell ? 0 : n_shells));
}

/// Calls f on each value of the state of an element.
template <class Real, class F> void for_each_value(ElementGroup<Real>& g, int i, F f) {
  for (auto* values : {&g.thickness, &g.alive, &g.internal_energy, &g.hourglass_energy, &g.dt}) f((*values)(i));
  const int b = i / g.lanes, lane = i % g.lanes;
  const std::int64_t end = b + 1 < g.n_blocks ? g.history_start(b + 1) : std::int64_t(g.history.extent(0));
  for (std::int64_t at = g.history_start(b) + lane; at < end; at += g.lanes) f(g.history(at));
}

/// Calls f on each value of the state of a beam.
template <class F>
void for_each_value(Beams& beams, std::size_t b, F f) {
  f(beams.history[b]);
  for (Resultants& resultants : beams.filter[b]) f(resultants);
}

template <class Real> Records save_elements(const World& world, const Domain& domain, RunState<Real>& run) {
  Records records;
  for_each_element(domain, run.elements, [&](ElementGroup<Real>& group, int i, Index element) {
    put(records.bytes, group.was_alive[i]);
    for_each_value(group, i, [&](Real value) { put(records.bytes, value); });
    records.close(domain.global_element[element]);
  });
  for (std::size_t b = 0; b < domain.model.beams.size(); ++b) {
    for_each_value(run.elements.beams, b, [&](const auto& value) { put(records.bytes, value); });
    records.close(domain.global_element[domain.model.first_beam() + b]);
  }
  return to_blocks(world, domain.n_global_elements(), records);
}

template <class Real>
void load_elements(const World& world, const Domain& domain, const Records& block, RunState<Real>& run) {
  std::vector<std::int64_t> wanted;
  for_each_element(domain, run.elements,
                   [&](auto&, int, Index element) { wanted.push_back(domain.global_element[element]); });
  for (std::size_t b = domain.model.first_beam(); b < domain.model.n_elements(); ++b)
    wanted.push_back(domain.global_element[b]);
  const Records records = from_blocks(world, domain.n_global_elements(), block, wanted);
  std::size_t next = 0;
  for_each_element(domain, run.elements, [&](ElementGroup<Real>& group, int i, Index) {
    Rest rest = records[next++];
    group.was_alive[i] = take<std::uint8_t>(rest);
    (group.shell ? run.status.shell_alive : run.status.solid_alive)[group.element[i]] = group.was_alive[i];
    for_each_value(group, i, [&](Real& value) { value = take<Real>(rest); });
  });
  for (std::size_t b = 0; b < domain.model.beams.size(); ++b) {
    Rest rest = records[next++];
    for_each_value(run.elements.beams, b,
                   [&](auto& value) { value = take<std::remove_reference_t<decltype(value)>>(rest); });
  }
}

SavedState::Contact save_contact(const World& world, const Domain& domain, Contacts& contacts) {
  return {to_blocks(world, domain.n_global_nodes, save_pair_memory(contacts)),
          to_blocks(world, domain.n_global_solids, save_face_depths(contacts))};
}

void load_contact(const World& world, const Domain& domain, const SavedState::Contact& saved, Contacts& contacts) {
  const std::vector<std::int64_t> nodes(domain.global_node.begin(), domain.global_node.end());
  load_pair_memory(from_blocks(world, domain.n_global_nodes, saved.pairs, nodes), contacts);
  const std::vector<std::int64_t> solids = global_solids(domain);
  load_face_depths(from_blocks(world, domain.n_global_solids, saved.face_depths, solids), contacts);
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

template <class Real> SavedState save_state(const World& world, const Domain& domain, RunState<Real> run) {
  settle_contacts(run.contacts, run.nodes);
  return {save_global(world, run), save_nodes(world, domain, run), save_elements(world, domain, run),
          save_welds(world, domain, run.welds), save_contact(world, domain, run.contacts)};
}

template <class Real>
void load_state(const World& world, const Domain& domain, const SavedState& saved, RunState<Real> run) {
  load_global(world, saved.global, run);
  load_nodes(world, domain, saved.nodes, run);
  load_elements(world, domain, saved.elements, run);
  load_welds(world, domain, saved.spot_welds, run.welds);
  load_contact(world, domain, saved.contact, run.contacts);
  resume_contacts(world, run.contacts, run.nodes, run.status);
}

template SavedState save_state(const World&, const Domain&, RunState<float>);
template SavedState save_state(const World&, const Domain&, RunState<double>);
template void load_state(const World&, const Domain&, const SavedState&, RunState<float>);
template void load_state(const World&, const Domain&, const SavedState&, RunState<double>);

}  // namespace crumple
