#include "physics/contact/contact.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/contact/closest_point.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_load.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/frequency_bounds.hpp"
#include "physics/contact/deletions.hpp"
#include "physics/contact/facing_of_nodes.hpp"
#include "physics/contact/initial_penetrations.hpp"
#include "physics/contact/pair_law.hpp"
#include "physics/contact/pairing.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/rendezvous.hpp"
#include "physics/contact/search.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {
namespace {

constexpr int timed_steps = 16;           // one in so many: reading the clock takes 0.3 to 0.7 us per contact
/// Edge of the rendezvous cells in mean segment sizes: several segments, so that few boxes describe a surface; limited
/// so that the largest segment does not overlap too many cells.
constexpr double cell_in_sizes = 4, cells_of_largest = 8;
/// Travel after which the shapes of solids are recomputed, in mean segment sizes: about 100 steps at crash speeds.
constexpr double shape_travel = 0.40;

/// Stiffness from masses and time step, in units of m*/dt^2; uses DTSTIF instead of the current step, if given.
double inertial_scale(const ContactPlan& plan, double dt_stable) {
  const double of_step = plan.stiffness_dt > 0 ? dt_stable / plan.stiffness_dt : 1;
  return 0.5 * of_step * of_step * plan.step_scale * plan.side_scale;
}

void clear_forces(Contacts& c) {
  for (const auto& pairing : c.pairings) pairing->forces.clear();
}

/// The harmonic mean of the segments' sizes over all ranks, dominated by fine regions. 0 if no segment has an area.
double mean_segment_size(const World& world, const std::vector<Pass>& passes, const Nodes& nodes) {
  std::vector<double> sizes;
  for (const Pass& pass : passes)
    for (const auto& s : pass.segments.nodes) {
      const std::array<Vec3, 4> corner{nodes.position[s[0]], nodes.position[s[1]], nodes.position[s[2]],
                                       nodes.position[s[3]]};
      sizes.push_back(std::sqrt(norm(area_normal(corner))));
    }
  double smallest = 1e300;
  for (const double size : sizes)
    if (size > 0) smallest = std::min(smallest, size);
  world.min({&smallest, 1});
  std::int64_t sums[2] = {std::int64_t(sizes.size()), 0};  // of integers: equal on all ranks
  for (const double size : sizes) sums[1] += std::int64_t(std::min(1.0, smallest / size) * 0x1p30);
  world.sum(std::span<std::int64_t>(sums));
  if (smallest == 1e300) return 0;  // no segment has an area
  return sums[0] ? smallest * double(sums[0]) * 0x1p30 / double(sums[1]) : 0;
}

/// Maxima over all ranks: half thickness of slave nodes, contact range of pairs, extent of segments [length].
struct Largest {
  double half_thickness = 0, range = 0, extent = 0;
  double depth = 0;  ///< 0: no solids have faces
};

double extent_of(const std::array<Index, 4>& segment, const Nodes& nodes) {
  Box box;
  for (const Index node : segment) box.include(nodes.position[node]);
  return box.longest();
}

Largest find_largest(const World& world, const std::vector<Pass>& passes, const Nodes& nodes) {
  double node = 0, face = 0, depth = 0, hold = 0, extent = 0;
  for (const Pass& pass : passes) {
    for (const SlaveConstants& s : pass.slaves.constants) node = std::max(node, s.half_thickness);
    for (const auto& s : pass.segments.nodes) extent = std::max(extent, extent_of(s, nodes));
    for (const SegmentConstants& s : pass.segments.constants) {
      face = std::max(face, s.half_thickness);
      depth = std::max(depth, s.depth);
      hold = std::max(hold, s.largest_hold);
    }
  }
  double values[5] = {node, face, depth, hold, extent};
  world.max(values);
  SegmentConstants largest;
  largest.depth = values[2];
  largest.largest_hold = values[3];
  const double distance = values[0] + values[1];
  return {values[0], std::max(largest.range(distance), largest.hold(distance)), values[4], values[2]};
}

/// The mean of the corners of a solid. Tetrahedra, wedges and pyramids repeat nodes: each counts once, wherever it is
/// repeated.
Vec3 centre_of(const Solid& solid, const NodeState& state) {
  std::array<Index, 8> corners = solid.nodes;
  std::size_t n = 0;
  for (const Index node : solid.nodes)
    if (std::find(corners.begin(), corners.begin() + n, node) == corners.begin() + n) corners[n++] = node;
  Vec3 centre;
  for (std::size_t i = 0; i < n; ++i) centre += (1.0 / double(n)) * row(state.position, corners[i]);
  return centre;
}

/// Recomputes depths: a crushed solid holds nodes less deep.
void renew_depths(const Domain& domain, const NodeState& state, Pass& pass) {
  Segments& faces = pass.segments;
  for (Index s = 0; s < faces.n_local; ++s) {
    if (faces.solid[s] == none) continue;
    const Vec3 centre = centre_of(domain.model.solids[faces.solid[s]], state);
    Vec3 face;
    for (const Index node : faces.nodes[s]) face += 0.25 * row(state.position, node);
    std::array<Vec3, 4> corner;
    for (int i = 0; i < 4; ++i) corner[i] = row(state.position, faces.nodes[s][i]);
    const double height = 2 * dot(face - centre, normalized(area_normal(corner)));
    SegmentConstants& constants = faces.constants[s];
    constants.depth = std::clamp(depth_of_height * height, 1e-6 * constants.depth_at_start, constants.depth_at_start);
  }
}

/// Recomputes data from the shape of solids, which are kept until a given travel or a deletion of elements: the times
/// depend on the motion, not on those of searches.
void renew_shapes(const World& world, Contacts& c) {
  c.gauge.since_shapes = 0;
  if (!c.has_solids) return;
  renew_facing(world, c);
  c.nodes.at_shapes.clear();
  for (Index i = 0; i < c.nodes.n_local; ++i) c.nodes.at_shapes.push_back(c.nodes.at().position(i));
}
bool shapes_due(const Contacts& c) {
  return c.gauge.search_requested || (c.has_solids && !(c.gauge.since_shapes <= c.shape_travel));
}

/// Copied faces of other ranks may have nodes of this rank.
void follow_copied_faces(Contacts& c) {
  for (const Pass& pass : c.passes)
    for (Index s = pass.segments.n_local; s < pass.segments.count(); ++s)
      for (const Index node : pass.segments.nodes[s])
        if (node < c.nodes.n_local) add_node(c.gauge, node);
}

/// [copied node] 1: a pair needs its motion.
std::vector<std::uint8_t> copies_in_pairs(const Contacts& c) {
  std::vector<std::uint8_t> in_pairs(c.nodes.ghosts.size(), 0);
  for (const auto& pairing : c.pairings)
    pairing->for_each_copy(c, [&](Index node) { in_pairs[std::size_t(node - c.nodes.n_local)] = 1; });
  return in_pairs;
}

/// Updates copies and candidates at the current positions, valid until the gauge reaches its margin.
void renew_candidates(const World& world, Contacts& c) {
  const double travel = c.gauge.since_search;
  const SearchRange range{std::max(c.gauge.last_step, c.gauge.margin - travel), travel, c.bucket_size};
  if (world.size() > 1) ++c.n_changes;
  renew_ghosts(world, c.reach, range.margin, c, c.traffic);
  follow_copied_faces(c);
  for (const auto& pairing : c.pairings) {
    const double start = thread_cpu_time();
    pairing->find(c, range);
    c.seconds[pairing->contact].search += thread_cpu_time() - start;
  }
  if (world.size() > 1) follow_copies(world, copies_in_pairs(c), c.nodes, c.traffic);
}

void restart_gauge(Contacts& c) {
  c.gauge.since_search = 0;
  c.gauge.search_requested = false;
  ++c.n_searches;
}

/// From now on pairs without initial penetration start without an offset.
void start_contact(Contacts& c, Index contact) {
  for (const auto& pairing : c.pairings)
    if (pairing->contact == contact) pairing->start(c);
  c.started[contact] = 1;
}

/// Stores the initial penetrations of contacts without birth time as offsets, and returns them.
std::vector<InitialPenetration> forgive_initial_penetrations(Contacts& c) {
  std::vector<InitialPenetration> found;
  for (const auto& pairing : c.pairings) {
    if (!c.plans[pairing->contact].acts_at_start) continue;
    const auto of_pairing = pairing->forgive_initial_penetrations(c);
    found.insert(found.end(), of_pairing.begin(), of_pairing.end());
  }
  for (Index k = 0; k < Index(c.plans.size()); ++k)
    if (c.plans[k].acts_at_start) start_contact(c, k);
  return found;
}

/// [local node] The first contact with this node; none: in no contact.
std::vector<Index> contacts_of_nodes(const ContactSurfaces& surfaces) {
  std::vector<Index> contacts(std::size_t(surfaces.nodes.n_local), none);
  const auto list = [&](Index contact, Index node) {
    if (contacts[node] == none) contacts[node] = contact;
  };
  for (const Pass& pass : surfaces.passes) {
    for (const Index node : pass.slaves.node) list(pass.contact, node);
    for (const auto& segment : pass.segments.nodes)
      for (const Index node : segment) list(pass.contact, node);
  }
  return contacts;
}

/// Books the work of the current forces over half a step of `dt` at the current velocities in the contacts' sums and in
/// `total` [energy].
template <class Sum>
void account_half_step(Contacts& c, double dt, Sum& total) {
  for (const auto& pairing : c.pairings)
    sum_work_of_half_step(pairing->forces, c, pairing->first_side, dt, c.domain->quanta.energy,
                          [&total, &of_contact = c.sums[pairing->contact]](const SlidingWork& work) {
                            of_contact += work;
                            total += work.total;
                          });
}

void add_forces(Contacts& c, Pairing& pairing, const LawInput& input, NodeState& state) {
  pairing.evaluate(c, input);
  add_forces(pairing.forces, c, state.force, c.domain->quanta.force,
             [&on_a = c.sums[pairing.contact].force_on_a, side = pairing.first_side](const RoundedVec3& on_first) {
               side == FirstSide::b ? on_a -= on_first : on_a += on_first;
             });
}

void evaluate(Contacts& c, Pairing& pairing, NodeState& state, const Clock& clock) {
  const bool is_sampled = clock.cycle % timed_steps == 0;
  const double start = is_sampled ? thread_cpu_time() : 0;
  add_forces(c, pairing, law_input(c, c.plans[pairing.contact], clock), state);
  if (is_sampled) c.seconds[pairing.contact].forces += timed_steps * (thread_cpu_time() - start);
}

}  // namespace

ContactSurfaces::ContactSurfaces() = default;
ContactSurfaces::ContactSurfaces(ContactSurfaces&&) noexcept = default;
ContactSurfaces& ContactSurfaces::operator=(ContactSurfaces&&) noexcept = default;
ContactSurfaces::~ContactSurfaces() = default;
const ContactPlan& ContactSurfaces::plan_of(const Pass& pass) const { return plans[std::size_t(pass.contact)]; }

Contacts::Contacts() = default;
Contacts::Contacts(Contacts&&) noexcept = default;
Contacts& Contacts::operator=(Contacts&&) noexcept = default;
Contacts::~Contacts() = default;

Contacts make_contacts(const World& world, const Domain& domain, const NodeState& initial, const ContactViews& views) {
  Contacts c;
  c.domain = &domain;
  c.plans = make_contact_plans(domain.model);
  c.nodes = make_contact_nodes(domain, initial, views);
  c.traffic.sums = views.sums;
  c.passes = make_passes(world, c, initial);
  c.pairings = make_pairings(c);
  set_nodes(c.gauge, c.plans.size(), contacts_of_nodes(c));
  c.sums.assign(c.plans.size(), ContactSum(domain.quanta.energy));
  c.seconds.resize(c.plans.size());
  c.started.assign(c.plans.size(), 0);
  if (c.passes.empty()) return c;

  const double size = mean_segment_size(world, c.passes, domain.model.nodes);
  c.gauge.margin = domain.model.control.contact_margin * size;
  c.shape_travel = shape_travel * size;
  const Largest largest = find_largest(world, c.passes, domain.model.nodes);
  const double reach = largest.range + c.gauge.margin;
  c.bucket_size = std::max(size, reach);
  c.reach = {largest.half_thickness, cell_in_sizes * size};
  c.reach.cell = std::max(c.reach.cell, (largest.extent + 2 * reach) / cells_of_largest);
  c.has_solids = largest.depth > 0;
  mark_live_slaves(initial, c);
  renew_shapes(world, c);
  restart_gauge(c);
  renew_candidates(world, c);
  c.initial_penetrations = gather_initial_penetrations(world, c.plans, forgive_initial_penetrations(c));
  c.gauge.search_requested = true;  // the elements' status is not available here
  return c;
}

bool search_due(const Contacts& c) {
  if (c.passes.empty()) return false;
  return shapes_due(c) || !(c.gauge.since_search <= c.gauge.margin);
}

void request_search(Contacts& c) { c.gauge.search_requested = true; }

void search(const World& world, Contacts& c, const NodeState& state, const ElementStatus& status) {
  if (c.passes.empty()) return;
  Profile::Scope scope(phase<"contact search">);
  wait_for_device();
  synchronise_contact_work(c);
  if (shapes_due(c)) {  // as it is after deletions
    mark_live_slaves(state, c);
    mark_live_segments(world, status, c);
    for (Pass& pass : c.passes) renew_depths(*c.domain, state, pass);
    renew_shapes(world, c);
    ++c.n_changes;
  }
  restart_gauge(c);
  renew_candidates(world, c);
}

void synchronise_contact_work(Contacts& c) {
  if (c.passes.empty()) return;
  finish_ghost_update(c.nodes, c.traffic);
  account_half_step(c, c.dt_last, c.pending_energy);
  clear_forces(c);
  wait_for_device();
}

void resume_contacts(const World& world, Contacts& c, const NodeState& state, const ElementStatus& status) {
  if (c.passes.empty()) return;
  clear_forces(c);
  for (Index k = 0; k < Index(c.started.size()); ++k)
    if (c.started[k]) start_contact(c, k);
  mark_live_slaves(state, c);
  mark_live_segments(world, status, c);
  ++c.n_changes;
  renew_candidates(world, c);
}

void start_ghost_update(Contacts& c) {
  Profile::Scope scope(phase<"contact", Stage::forces>);
  start_ghost_update(c.nodes, c.traffic);
}

LawInput law_input(const Contacts& c, const ContactPlan& plan, const Clock& clock) {
  LawInput input;
  input.nodes = c.nodes;
  input.rule = plan.stiffness;
  input.damping = plan.damping;
  input.travel = c.gauge.since_search;
  input.last_step = c.gauge.last_step;
  input.dt_stable = c.dt_stable;
  input.dt_previous = clock.dt_previous;
  input.inertial_scale = inertial_scale(plan, c.dt_stable);
  if (!plan.friction_table.empty()) input.frictions = {plan.friction_table.data(), plan.n_friction_groups};
  return input;
}

void add_contact_forces(Contacts& c, NodeState& state, const Clock& clock, EnergyLedger& ledger) {
  if (c.passes.empty()) return;
  Profile::Scope scope(phase<"contact", Stage::forces>);
  finish_ghost_update(c.nodes, c.traffic);
  update_ranges_of_copies(c.gauge, c.nodes);
  ledger.sliding += std::exchange(c.pending_energy, {});
  account_half_step(c, c.dt_last, ledger.sliding);
  clear_forces(c);
  for (ContactSum& sum : c.sums) sum.force_on_a = {};

  c.dt_stable = std::max(c.dt_stable, clock.dt);
  for (const auto& pairing : c.pairings)
    if (c.plans[pairing->contact].acts_at(clock.time)) evaluate(c, *pairing, state, clock);
  renew_frequency_bounds(c.pairings, c.dt_stable, c.nodes);
  for (Index k = 0; k < Index(c.started.size()); ++k)
    if (!c.started[k] && clock.time >= c.plans[k].birth) start_contact(c, k);
  account_half_step(c, clock.dt_previous, ledger.sliding);
  c.dt_last = clock.dt;
}

namespace {

/// Sets the force to nodes that the pairs exert at the current positions, after a search.
void evaluate_statically(const World& world, Contacts& c, NodeState& state, const ElementStatus& status,
                         const Clock& clock) {
  clear_forces(c);
  request_search(c);
  search(world, c, state, status);
  start_ghost_update(c.nodes, c.traffic);
  finish_ghost_update(c.nodes, c.traffic);
  update_ranges_of_copies(c.gauge, c.nodes);
  for (ContactSum& sum : c.sums) sum.force_on_a = {};
  for (const auto& pairing : c.pairings) {
    const ContactPlan& plan = c.plans[pairing->contact];
    if (!plan.acts_at(clock.time)) continue;
    LawInput input = law_input(c, plan, clock);
    input.dt_stable = input.inertial_scale = 0;
    input.is_static = true;
    add_forces(c, *pairing, input, state);
  }
  wait_for_device();
}

}  // namespace

void start_static_contacts(const World& world, Contacts& c, NodeState& state, const ElementStatus& status,
                           const Clock& clock) {
  std::vector<Index> born;
  for (Index k = 0; k < Index(c.started.size()); ++k)
    if (!c.started[k] && clock.time >= c.plans[k].birth) born.push_back(k);
  if (c.passes.empty() || born.empty()) return;
  evaluate_statically(world, c, state, status, clock);
  for (const Index k : born) start_contact(c, k);
  clear_forces(state);
}

void add_static_contact_forces(const World& world, Contacts& c, NodeState& state, const ElementStatus& status,
                               const Clock& clock) {
  if (!c.passes.empty()) evaluate_statically(world, c, state, status, clock);
}

void add_contact_springs(const Contacts& c, double dt, const TakeSharedSpring& take) {
  for (std::size_t p = 0; p < c.pairings.size(); ++p)
    for (const PairForce& pair : c.pairings[p]->forces) {
      const Vec3 push = pair.force - pair.friction;
      if (!(norm(push) > 0)) continue;
      const Vec3 normal = normalized(push);
      Vec3 slip;
      for (int i = 0; i < pair.n; ++i)
        slip += (i < pair.n_first ? dt : -dt) * pair.weight[i] * c.nodes.at().velocity(pair.node[i]);
      slip -= dot(slip, normal) * normal;
      const auto add = [&](const Vec3& direction, int number, double stiffness) {
        SharedSpring spring;
        spring.stiffness = stiffness;
        spring.key = {std::int64_t(p), number};
        for (int i = 0; i < pair.n; ++i) {
          const Index node = pair.node[i];
          spring.key[std::size_t(2 + i)] = c.nodes.global[node] + 1;
          if (node >= c.nodes.n_local || !c.domain->owns_node[node] || pair.weight[i] == 0) continue;
          spring.ends.push_back({node, (i < pair.n_first ? pair.weight[i] : -pair.weight[i]) * direction});
        }
        take(spring);
      };
      add(normal, 0, pair.stiffness);
      const double friction = norm(pair.friction);
      if (!(friction > 0)) continue;
      const bool sticks = pair.sticks || friction > pair.stiffness * norm(slip);
      const double across_stiffness = sticks ? pair.stiffness : friction / norm(slip);
      const Vec3 across = normalized(cross(normal, std::abs(normal.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
      add(across, 1, across_stiffness);
      add(cross(normal, across), 2, across_stiffness);
    }
}

std::vector<float> contact_activity(const Contacts& c) {
  std::vector<float> activity(c.domain->global_node.size(), 0.0f);
  for (const auto& pairing : c.pairings) pairing->add_activity(c, activity);
  return activity;
}

std::vector<ContactLoad> contact_loads(const Contacts& c) {
  std::vector<ContactLoad> loads(c.plans.size());
  for (std::size_t k = 0; k < loads.size(); ++k) loads[k].seconds = c.seconds[k];
  for (const auto& pairing : c.pairings) {
    ContactLoad& load = loads[pairing->contact];
    pairing->add_load(c, load);
    load.touches += double(pairing->forces.size());
  }
  return loads;
}

}  // namespace crumple
