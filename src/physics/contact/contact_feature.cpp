#include "physics/contact/contact_feature.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/profile.hpp"
#include "physics/contact/work.hpp"

namespace crumple {
namespace {

using Rest = std::span<const std::byte>;

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

/// What each pass remembers of the node as its slave, then the edges at it.
Records save_nodes(const Domain& domain, const Contacts& contacts) {
  const auto edges = edge_memories(contacts);
  Records records;
  for (std::size_t i = 0; i < domain.global_node.size(); ++i) {
    if (!domain.owns_node[i]) continue;
    std::vector<SlaveMemory> slaves;
    for (std::size_t p = 0; p < contacts.passes.size(); ++p)
      if (const Index slave = slave_of(contacts.passes[p], Index(i)); slave != none)
        slaves.push_back({std::int64_t(p), contacts.passes[p].state[slave]});
    put(records.bytes, std::int64_t(slaves.size()));
    for (const SlaveMemory& memory : slaves) put(records.bytes, memory);
    for (auto [at, end] = edges.equal_range(domain.global_node[i]); at != end; ++at) put(records.bytes, at->second);
    records.close(domain.global_node[i]);
  }
  return records;
}

void load_nodes(const Records& records, Contacts& contacts) {
  for (std::size_t i = 0; i < records.count(); ++i) {
    Rest rest = records[i];
    for (auto n_slaves = take<std::int64_t>(rest); n_slaves > 0; --n_slaves) {
      const auto memory = take<SlaveMemory>(rest);
      Pass& pass = contacts.passes.at(std::size_t(memory.pass));
      pass.state.at(std::size_t(slave_of(pass, Index(i)))) = memory.state;
    }
    while (!rest.empty()) {
      const auto memory = take<EdgeMemoryOfNode>(rest);
      std::array<Index, 4> key{};
      for (int k = 0; k < 4; ++k) key[k] = Index(memory.nodes[k]);
      contacts.edges.at(std::size_t(memory.pairs)).loaded[key] = {memory.friction, memory.offset, memory.side, true};
    }
  }
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

/// The numbers of this rank's solids among all solids.
std::vector<std::int64_t> numbers_of_solids(const Domain& domain) {
  std::vector<std::int64_t> numbers;
  for (std::size_t e = domain.model.first_solid(); e < domain.model.first_beam(); ++e)
    numbers.push_back(domain.global_element[e] - domain.n_global_shells);
  return numbers;
}

Records save_faces(const Domain& domain, Contacts& contacts) {
  const std::vector<std::int64_t> numbers = numbers_of_solids(domain);
  const auto faces = faces_of_solids(contacts, numbers.size());
  Records records;
  for (std::size_t e = 0; e < numbers.size(); ++e) {
    for (const SegmentConstants* face : faces[e]) put(records.bytes, face->depth);
    records.close(numbers[e]);
  }
  return records;
}

void load_faces(const Records& records, const Domain& domain, Contacts& contacts) {
  const auto faces = faces_of_solids(contacts, domain.model.solids.size());
  for (std::size_t e = 0; e < records.count(); ++e) {
    Rest rest = records[e];
    for (SegmentConstants* face : faces[e]) face->depth = take<double>(rest);
  }
}

}  // namespace

ContactFeature::ContactFeature(StepState& s)
    : contacts_(make_contacts(s.world, s.domain, s.nodes, s.domain.quanta)) {}

void ContactFeature::begin_step(StepState& s) { start_ghost_update(contacts_, s.nodes); }

void ContactFeature::drop_dead_elements(StepState&) { request_search(contacts_); }

void ContactFeature::search(StepState& s) {
  if (!search_due(contacts_)) return;
  Profile::Scope scope("contact search");
  crumple::search(s.world, contacts_, s.nodes, s.status, s.domain.quanta);
}

void ContactFeature::add_forces(StepState& s) {
  Profile::Scope scope("contact");
  add_contact_forces(contacts_, s.nodes, s.clock, s.domain.quanta, s.ledger);
}

std::vector<std::size_t> ContactFeature::widths(Exchange exchange) const {
  const std::size_t n = contacts_.sums.size();
  if (exchange == Exchange::step) return std::vector<std::size_t>(n, 6);
  if (exchange == Exchange::interfaces) return std::vector<std::size_t>(n, n_contact_partials);
  return {};
}

void ContactFeature::put(Exchange exchange, StepState& s, std::span<double> out) {
  if (exchange == Exchange::step) velocity_extremes(contacts_, s.nodes, out);
  else std::ranges::copy(contact_partials(contacts_), out.begin());
}

void ContactFeature::take(Exchange exchange, StepState& s, std::span<const double> values) {
  if (exchange == Exchange::step) advance(contacts_, values, s.clock.dt_previous);
  else forces_ = contact_forces(contacts_, values);
}

void ContactFeature::add_rows(std::vector<ContactForce>& rows) const {
  rows.insert(rows.end(), forces_.begin(), forces_.end());
}

void ContactFeature::settle(StepState& s) { settle_contacts(contacts_, s.nodes, s.domain.quanta); }

void ContactFeature::archive(StateArchive& a, StepState& s) {
  Contacts& c = contacts_;
  a.same(c.gauge.since_search);
  a.same(c.gauge.search_requested);
  a.same(c.dt_stable);
  a.same(c.dt_last);
  a.same(c.n_searches);
  a.same(c.started);
  a.sum(c.pending_energy);
  for (ContactSum& sum : c.sums) {
    a.sums(sum.force_on_a.x, sum.force_on_a.y, sum.force_on_a.z);
    a.sums(sum.energy.total, sum.energy.of_a, sum.energy.friction);
  }
  if (c.sums.empty()) return;
  const Domain& domain = s.domain;
  if (!a.is_loading()) {
    a.put_records("contact nodes", domain.n_global_nodes, save_nodes(domain, c));
    a.put_records("contact faces", domain.n_global_solids, save_faces(domain, c));
    return;
  }
  const std::vector<std::int64_t> nodes(domain.global_node.begin(), domain.global_node.end());
  load_nodes(a.get_records("contact nodes", domain.n_global_nodes, nodes), c);
  load_faces(a.get_records("contact faces", domain.n_global_solids, numbers_of_solids(domain)), domain, c);
}

void ContactFeature::resume(StepState& s) { resume_contacts(s.world, contacts_, s.nodes, s.status); }

}  // namespace crumple
