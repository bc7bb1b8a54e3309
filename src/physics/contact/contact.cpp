#include "physics/contact/contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "kernels/step/interface.hpp"
#include "physics/contact/deletions.hpp"
#include "physics/contact/edge_law.hpp"
#include "physics/contact/row_adder.hpp"
#include "physics/contact/search.hpp"
#include "physics/contact/work.hpp"

namespace crumple {
namespace {

constexpr Index block_size = 128;         // entries that one task evaluates
constexpr std::size_t block_grain = 2;    // blocks whose forces are worth waking a thread for
constexpr std::size_t node_grain = 2000;  // nodes whose velocities are
constexpr int timed_steps = 16;           // one in so many: reading the clock takes 0.3 to 0.7 us for each contact
constexpr double margin_in_sizes = 0.25;  // of the mean segment: 50 steps or so at crash speeds
constexpr double gauge_safety = 1.01;     // rigid bodies turn on arcs

Index n_blocks(const Pass& pass) { return (pass.candidates.n_entries() + block_size - 1) / block_size; }

const Contact& contact_of(const Contacts& c, const Pass& pass) { return c.domain->model.contacts[pass.contact]; }

/// Stiffness of SOFT = 1 and 2 in units of m*/dt^2: SOFSCL of the one, SLSFAC and SFS of the other; DTSTIF instead of
/// the run's own step.
double inertial_scale(const Contacts& c, const Contact& contact) {
  const double of_step = contact.stiffness_dt > 0 ? c.dt_stable / contact.stiffness_dt : 1,
               half = 0.5 * of_step * of_step;
  if (contact.soft == 1) return half * contact.soft_scale;
  const bool single = contact.kind == ContactKind::single_surface;
  const double scale =
      single ? contact.stiffness_scale_a : std::min(contact.stiffness_scale_a, contact.stiffness_scale_b);
  return half * c.domain->model.control.contact_stiffness * scale;
}

void clear_forces(Contacts& c) {
  for (auto& blocks : c.forces)
    for (auto& block : blocks) block.clear();
  for (EdgePairs& pairs : c.edges)
    for (auto& block : pairs.forces) block.clear();
}

/// The harmonic mean of the segments' sizes over all ranks: fine regions decide. 0 if there are no segments.
double mean_segment_size(const World& world, const std::vector<Pass>& passes, const Nodes& nodes) {
  std::vector<double> sizes;
  for (const Pass& pass : passes)
    for (const auto& s : pass.segment_nodes) {
      const std::array<Vec3, 4> corner{nodes.position[s[0]], nodes.position[s[1]], nodes.position[s[2]],
                                       nodes.position[s[3]]};
      sizes.push_back(std::sqrt(norm(area_normal(corner))));
    }
  double smallest = 1e300;
  for (const double size : sizes)
    if (size > 0) smallest = std::min(smallest, size);
  world.min({&smallest, 1});
  std::int64_t sums[2] = {std::int64_t(sizes.size()), 0};  // of whole numbers: equal on all ranks
  for (const double size : sizes) sums[1] += std::int64_t(std::min(1.0, smallest / size) * 0x1p30);
  world.sum(std::span<std::int64_t>(sums));
  return sums[0] ? smallest * double(sums[0]) * 0x1p30 / double(sums[1]) : 0;
}

/// The largest contact range of any pair, over all ranks.
double largest_range(const World& world, const std::vector<Pass>& passes) {
  double node = 0, face = 0, depth = 0;
  for (const Pass& pass : passes) {
    for (const SlaveConstants& s : pass.slave) node = std::max(node, s.half_thickness);
    for (const SegmentConstants& s : pass.segment)
      face = std::max(face, s.half_thickness), depth = std::max(depth, s.depth);
  }
  double values[3] = {node, face, depth};
  world.max(values);
  return std::max(values[0] + values[1], values[2]);
}

/// A crushed solid holds nodes less deep.
void renew_depths(const Domain& domain, const NodeState& state, Pass& pass) {
  for (Index s = 0; s < pass.n_local_segments; ++s) {
    if (pass.solid[s] == none) continue;
    Vec3 centre, face;
    for (const Index node : domain.model.solids[pass.solid[s]].nodes) centre += 0.125 * row(state.position, node);
    for (const Index node : pass.segment_nodes[s]) face += 0.25 * row(state.position, node);
    std::array<Vec3, 4> corner;
    for (int i = 0; i < 4; ++i) corner[i] = row(state.position, pass.segment_nodes[s][i]);
    const double height = 2 * dot(face - centre, normalized(area_normal(corner)));
    SegmentConstants& constants = pass.segment[s];
    constants.depth = std::clamp(depth_of_height * height, 1e-6 * constants.depth_at_start, constants.depth_at_start);
  }
}

/// Ghosts and candidates at the present positions, good until the gauge reads its margin.
void renew_candidates(const World& world, Contacts& c) {
  renew_ghosts(world, *c.domain, c.reach, c.passes, c.nodes, c.traffic);
  const double travel = c.gauge.since_search, margin = std::max(0.0, c.gauge.margin - travel);
  for (std::size_t p = 0; p < c.passes.size(); ++p) {
    const double start = thread_cpu_time();
    find_candidates(c.passes[p], c.nodes, margin, travel, c.bucket_size);
    c.seconds[c.passes[p].contact].search += thread_cpu_time() - start;
    c.forces[p].resize(std::max<std::size_t>(c.forces[p].size(), n_blocks(c.passes[p])));
  }
  for (EdgePairs& pairs : c.edges) {
    const double start = thread_cpu_time();
    find_edge_pairs(pairs, c.passes, c.nodes, margin, travel, c.bucket_size);
    c.seconds[pairs.contact].search += thread_cpu_time() - start;
  }
}

void restart_gauge(Contacts& c) {
  c.gauge.since_search = 0;
  c.gauge.search_requested = false;
  ++c.n_searches;
}

/// [contact] the nodes of this rank, each with the first contact that has it.
std::vector<std::vector<Index>> nodes_of_surfaces(const std::vector<Pass>& passes, const Domain& domain) {
  std::vector<std::vector<Index>> nodes(domain.model.contacts.size());
  std::vector<std::uint8_t> listed(domain.model.nodes.id.size(), 0);
  const auto list = [&](Index contact, Index node) {
    if (!std::exchange(listed[node], 1)) nodes[contact].push_back(node);
  };
  for (const Pass& pass : passes) {
    for (const Index node : pass.slave_node) list(pass.contact, node);
    for (const auto& s : pass.segment_nodes)
      for (const Index node : s) list(pass.contact, node);
  }
  for (std::vector<Index>& of_contact : nodes) std::sort(of_contact.begin(), of_contact.end());
  return nodes;
}

/// Pair forces of the blocks of a pass, each into its own list.
void evaluate_pass(Contacts& c, std::size_t p, const LawInput& input) {
  Pass& pass = c.passes[p];
  for_each("contact", std::size_t(n_blocks(pass)), block_grain, [&](std::size_t block) {
    static thread_local NearPairs near;
    static thread_local std::vector<Touch> touches;
    const Index first = Index(block) * block_size, end = std::min(pass.candidates.n_entries(), first + block_size);
    find_near_pairs(pass, c.nodes, first, end, input.travel, near);
    for (std::size_t i = 0; i < near.entry.size(); ++i) {
      find_touches(pass, c.nodes, near, i, touches);
      add_pair_forces(pass, c.nodes, near.entry[i], input, touches, c.forces[p][block]);
    }
  });
}

/// From now on nodes without initial penetration have none to be forgiven.
void start_passes(Contacts& c, Index contact) {
  for (Pass& pass : c.passes)
    if (pass.contact == contact)
      for (SlaveState& state : pass.state)
        if (state.offset == SlaveState::not_started) state.offset = 0;
  c.started[contact] = 1;
}

/// The range of velocities, component by component, with the rows' padding.
struct Extremes {
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  alignas(32) double low[4] = {infinity, infinity, infinity, infinity};
  alignas(32) double high[4] = {-infinity, -infinity, -infinity, -infinity};
  Extremes& operator+=(const Extremes& other) {
    for (int c = 0; c < 4; ++c) low[c] = std::min(low[c], other.low[c]), high[c] = std::max(high[c], other.high[c]);
    return *this;
  }
};

/// Minus `force` (rounded) onto the segment's nodes.
void react(const ContactNodes& nodes, const std::array<Index, 4>& segment, const PairForce& pair, const Vec3& force,
           const RowAdder& add, const Quantum& quantum) {
  share_among_corners(pair, force, quantum, [&](int i, const Vec3& part) {
    if (segment[i] < nodes.n_local) add(segment[i], -part);
  });
}

/// The pair forces of a pass onto the nodes of this rank, and into the contact's sum.
void scatter(Contacts& c, std::size_t p, const Rows& rows, const Quantum& quantum) {
  const Pass& pass = c.passes[p];
  const auto& blocks = c.forces[p];
  const RowAdder add{rows.data(), n_parts_of(blocks.size(), block_grain) > 1};
  const Vec3 sum =
      sum_ranges("contact scatter", blocks.size(), block_grain, Vec3{}, [&](std::size_t first, std::size_t last) {
        Vec3 here;
        for (std::size_t b = first; b < last; ++b)
          for (const PairForce& pair : blocks[b]) {
            const Vec3 force = rounded(pair.force, quantum);
            const Index slave = pass.slave_node[pair.slave];
            if (slave < c.nodes.n_local) {
              add(slave, force);
              if (c.domain->owns_node[slave]) here += force;
            }
            react(c.nodes, pass.segment_nodes[pair.segment], pair, force, add, quantum);
          }
        return here;
      });
  Vec3& on_a = c.sums[pass.contact].force_on_a;
  pass.slaves_are_a ? on_a += sum : on_a -= sum;
}

/// An initial penetration, on its way to root.
struct Penetration {
  Index contact = none;
  Id node = 0;
  double depth = 0;  ///< [length]
};

/// The initial penetrations of the slaves that this rank owns, remembered in the slaves' states.
std::vector<Penetration> find_initial_penetrations(Contacts& c) {
  std::vector<Penetration> found;
  NearPairs near;
  std::vector<Touch> touches;
  for (Pass& pass : c.passes) {
    if (contact_of(c, pass).birth > 0) continue;
    find_near_pairs(pass, c.nodes, 0, pass.candidates.n_entries(), 0, near);
    for (std::size_t i = 0; i < near.entry.size(); ++i) {
      const Index entry = near.entry[i];
      find_touches(pass, c.nodes, near, i, touches);
      double depth = 0;
      for (const Touch& touch : touches) depth = std::max(depth, touch.penetration);
      const Index slave = pass.candidates.slave[entry], node = pass.slave_node[slave];
      pass.state[slave].offset = depth;
      if (depth > 0 && node < c.nodes.n_local && c.domain->owns_node[node])
        found.push_back({pass.contact, c.domain->model.nodes.id[node], depth});
    }
  }
  for (Index k = 0; k < Index(c.sums.size()); ++k)
    if (c.domain->model.contacts[k].birth <= 0) start_passes(c, k);
  return found;
}

std::string describe(const Contact& contact, const std::vector<Penetration>& worst_first) {
  std::string text = "contact " + std::to_string(contact.id) + ": " + std::to_string(worst_first.size()) +
                     " initial penetrations, the largest " + std::to_string(worst_first[0].depth) + " at node";
  for (std::size_t i = 0; i < std::min<std::size_t>(5, worst_first.size()); ++i)
    text += (i ? ", " : " ") + std::to_string(worst_first[i].node);
  return text + (contact.ignore == 0 ? "; nodes are not moved (IGNORE=0 is treated as 1): forces start from here"
                                     : "; forces start from here (IGNORE)");
}

/// One line per contact, on root. IGNORE = 1 asks for silence.
void report_penetrations(const World& world, Contacts& c, const std::vector<Penetration>& mine) {
  std::vector<std::vector<Penetration>> all(c.sums.size());
  for (const Bytes& bytes : world.gather(to_bytes<Penetration>(mine)))
    for (const Penetration& p : from_bytes<Penetration>(bytes)) all[p.contact].push_back(p);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Contact& contact = c.domain->model.contacts[k];
    if (all[k].empty() || contact.ignore == 1) continue;
    std::sort(all[k].begin(), all[k].end(), [](const Penetration& a, const Penetration& b) {
      return a.depth != b.depth ? a.depth > b.depth : a.node < b.node;
    });
    c.warnings.push_back(describe(contact, all[k]));
  }
}

}  // namespace

Contacts make_contacts(const World& world, const Domain& domain, const NodeState& initial, const Quanta&) {
  Contacts c;
  c.domain = &domain;
  c.nodes = make_contact_nodes(domain, initial);
  c.passes = make_passes(world, domain, c.nodes, initial);
  c.edges = make_edge_pairs(domain.model.contacts, c.passes);
  c.gauge_nodes = nodes_of_surfaces(c.passes, domain);
  c.forces.resize(c.passes.size());
  c.sums.resize(domain.model.contacts.size());
  c.seconds.resize(domain.model.contacts.size());
  c.started.assign(domain.model.contacts.size(), 0);
  if (c.passes.empty()) return c;

  const double size = mean_segment_size(world, c.passes, domain.model.nodes);
  c.gauge.margin = margin_in_sizes * size;
  c.reach = largest_range(world, c.passes) + c.gauge.margin;
  c.bucket_size = std::max(size, c.reach);
  mark_live_slaves(initial, c.passes);
  restart_gauge(c);
  renew_candidates(world, c);
  report_penetrations(world, c, find_initial_penetrations(c));
  c.gauge.search_requested = true;  // the elements' status is not known here
  return c;
}

void velocity_extremes(const Contacts& c, const NodeState& state, std::span<double> out) {
  const double *v = state.velocity.data(), *live = state.live_elements.data();
  for (std::size_t k = 0; k < c.gauge_nodes.size(); ++k) {
    const std::vector<Index>& gauge = c.gauge_nodes[k];
    const Extremes extremes =
        sum_ranges("velocity extremes", gauge.size(), node_grain, Extremes{}, [&](std::size_t first, std::size_t last) {
          Extremes here;
          state.kernels->row_range(v, live, gauge.data(), first, last, here.low, here.high);
          return here;
        });
    for (int i = 0; i < 3; ++i) out[6 * k + i] = -extremes.low[i], out[6 * k + 3 + i] = extremes.high[i];
  }
}

void advance(Contacts& c, std::span<const double> global_extremes, double dt) {
  const auto extreme = [&](int i) {
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < c.gauge_nodes.size(); ++k) largest = std::max(largest, global_extremes[6 * k + i]);
    return largest;
  };
  const auto range = [&](int i) { return std::max(0.0, extreme(i) + extreme(i + 3)); };
  c.gauge.since_search += gauge_safety * dt * norm(Vec3{range(0), range(1), range(2)});
}

bool search_due(const Contacts& c) {
  if (c.passes.empty()) return false;
  return c.gauge.search_requested || !(c.gauge.since_search <= c.gauge.margin);
}

void request_search(Contacts& c) { c.gauge.search_requested = true; }

void search(const World& world, Contacts& c, const NodeState& state, const ElementStatus& status,
            const Quanta& quanta) {
  if (c.passes.empty()) return;
  Profile::Scope scope{"contact search"};
  settle_contacts(c, state, quanta);
  mark_live_slaves(state, c.passes);
  mark_live_segments(world, *c.domain, status, c.passes);
  for (Pass& pass : c.passes) renew_depths(*c.domain, state, pass);
  restart_gauge(c);
  renew_candidates(world, c);
}

void settle_contacts(Contacts& c, const NodeState& state, const Quanta& quanta) {
  if (c.passes.empty()) return;
  c.nodes.look_at(state);
  finish_ghost_update(c.nodes, c.traffic);
  c.pending_energy += account_half_step(c, c.dt_last, quanta);
  clear_forces(c);
}

void resume_contacts(const World& world, Contacts& c, const NodeState& state, const ElementStatus& status) {
  if (c.passes.empty()) return;
  c.nodes.look_at(state);
  clear_forces(c);
  mark_live_slaves(state, c.passes);
  mark_live_segments(world, *c.domain, status, c.passes);
  renew_candidates(world, c);
}

void start_ghost_update(Contacts& c, const NodeState& state) {
  Profile::Scope scope{"contact"};
  c.nodes.look_at(state);
  start_ghost_update(c.nodes, c.traffic);
}

LawInput law_input(const Contacts& c, const Contact& contact, const Clock& clock) {
  return {&contact, c.gauge.since_search, c.dt_stable, clock.dt_previous, inertial_scale(c, contact)};
}

void add_contact_forces(Contacts& c, NodeState& state, const Clock& clock, const Quanta& quanta, EnergyLedger& ledger) {
  if (c.passes.empty()) return;
  Profile::Scope scope{"contact"};
  c.nodes.look_at(state);
  finish_ghost_update(c.nodes, c.traffic);
  ledger.sliding += c.pending_energy + account_half_step(c, c.dt_last, quanta);
  c.pending_energy = 0;
  clear_forces(c);
  for (ContactSum& sum : c.sums) sum.force_on_a = {};

  c.dt_stable = std::max(c.dt_stable, clock.dt);
  const auto is_on = [&](const Contact& contact) { return clock.time >= contact.birth && clock.time <= contact.death; };
  const auto timed = [&](Index contact, auto&& work) {
    const bool is_sampled = clock.cycle % timed_steps == 0;
    const double start = is_sampled ? thread_cpu_time() : 0;
    work();
    if (is_sampled) c.seconds[contact].forces += timed_steps * (thread_cpu_time() - start);
  };
  for (std::size_t p = 0; p < c.passes.size(); ++p) {
    const Contact& contact = contact_of(c, c.passes[p]);
    if (!is_on(contact)) continue;
    timed(c.passes[p].contact, [&] {
      evaluate_pass(c, p, law_input(c, contact, clock));
      scatter(c, p, state.force, quanta.force);
    });
  }
  for (EdgePairs& pairs : c.edges) {
    const Contact& contact = c.domain->model.contacts[pairs.contact];
    if (!is_on(contact)) continue;
    timed(pairs.contact, [&] {
      LawInput input = law_input(c, contact, clock);
      input.inertial_scale *= contact.edge_scale;
      find_edge_forces(pairs, c.nodes, input);
      c.sums[pairs.contact].force_on_a += add_edge_forces(pairs, c.nodes, c.domain->owns_node, state.force, quanta.force);
    });
  }
  for (Index k = 0; k < Index(c.started.size()); ++k)
    if (!c.started[k] && clock.time >= c.domain->model.contacts[k].birth) start_passes(c, k);
  ledger.sliding += account_half_step(c, clock.dt_previous, quanta);
  c.dt_last = clock.dt;
}

std::vector<float> contact_activity(const Contacts& c) {
  std::vector<float> activity(c.domain->global_node.size(), 0.0f);
  const auto add = [&](Index node, float share) {
    if (node < c.nodes.n_local) activity[node] += share;
  };
  for (const Pass& pass : c.passes)
    for (Index entry = 0; entry < pass.candidates.n_entries(); ++entry)
      for (Index p = pass.candidates.first[entry]; p < pass.candidates.first[entry + 1]; ++p) {
        add(pass.slave_node[pass.candidates.slave[entry]], 0.5f);
        for (const Index node : pass.segment_nodes[pass.candidates.segment[p]]) add(node, 0.125f);
      }
  for (const EdgePairs& pairs : c.edges)
    for (const auto& pair : pairs.pair) {
      for (const Index node : pairs.a.edges[pair[0]].nodes) add(node, 0.25f);
      for (const Index node : pairs.second().edges[pair[1]].nodes) add(node, 0.25f);
    }
  return activity;
}

std::vector<ContactLoad> contact_loads(const Contacts& c) {
  std::vector<ContactLoad> loads(c.sums.size());
  for (std::size_t p = 0; p < c.passes.size(); ++p) {
    const Pass& pass = c.passes[p];
    ContactLoad& load = loads[pass.contact];
    for (Index k = 0; k < pass.n_local_slaves; ++k) load.nodes += c.domain->owns_node[pass.slave_node[k]];
    load.faces += std::count(pass.segment_alive.begin(), pass.segment_alive.begin() + pass.n_local_segments, 1);
    load.ghost_nodes += double(pass.slave_node.size()) - pass.n_local_slaves;
    load.ghost_faces += double(pass.segment.size()) - pass.n_local_segments;
    load.pairs += double(pass.candidates.segment.size());
    for (const std::vector<PairForce>& block : c.forces[p]) load.touches += double(block.size());
    load.seconds = c.seconds[pass.contact];
  }
  for (const EdgePairs& pairs : c.edges) {
    loads[pairs.contact].pairs += double(pairs.pair.size());
    for (const std::vector<EdgeForce>& block : pairs.forces) loads[pairs.contact].touches += double(block.size());
  }
  return loads;
}

}  // namespace crumple
