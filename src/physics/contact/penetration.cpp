#include "physics/contact/penetration.hpp"

#include <algorithm>
#include <cmath>

#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr double deep_share = 0.5;  ///< of the distance over which a pair acts

/// The deeper of two, by share, then by depth; the smaller id of two equal ones, so that the order does not matter.
bool is_deeper(const PenetrationCount& a, const PenetrationCount& b) {
  if (a.share != b.share) return a.share > b.share;
  if (a.depth != b.depth) return a.depth > b.depth;
  return a.node != 0 && (b.node == 0 || a.node < b.node);
}

void take_deepest(const PenetrationCount& from, PenetrationCount& to) {
  if (!is_deeper(from, to)) return;
  to.share = from.share, to.depth = from.depth, to.node = from.node, to.part = from.part;
}

void merge(const PenetrationCount& from, PenetrationCount& to) {
  to.id = from.id;
  to.n_nodes += from.n_nodes, to.n_deep += from.n_deep, to.n_limited += from.n_limited;
  take_deepest(from, to);
}

/// Stiffness over mass around each local node, in multiples of a quantum, so that threads and ranks agree on the sum.
struct NodeStiffness {
  Quantum quantum;               ///< [1/time^2]
  std::vector<double> per_mass;  ///< [local node] sum of 2 k w / m: bounds the square of the frequency (Gershgorin)

  NodeStiffness(const Contacts& c)
      : quantum(std::exp2(std::ceil(std::log2(1 / (c.dt_stable * c.dt_stable))) - 40)),
        per_mass(c.nodes.n_local, 0.0) {}

  void add(const Contacts& c, Index node, double stiffness, double weight) {
    if (node >= c.nodes.n_local || !(stiffness * weight > 0)) return;
    per_mass[node] += quantum.round(2 * stiffness * weight / c.nodes.mass(node));
  }
};

PenetrationCount look_at_touch(const Pass& pass, Index slave, const Touch& touch) {
  const SegmentConstants& segment = pass.segment[touch.segment];
  PenetrationCount look;
  look.depth = touch.penetration;
  look.share = touch.penetration / (pass.slave[slave].half_thickness + segment.half_thickness + segment.depth);
  look.part = segment.part;
  return look;
}

void count_nodes(const Contacts& c, const Pass& pass, PenetrationCount& count) {
  for (Index k = 0; k < pass.n_local_slaves; ++k)
    count.n_nodes += pass.slave_live[k] && c.domain->owns_node[pass.slave_node[k]];
}

/// Looks at the slaves in touch that this rank owns; adds the stiffness of all touches to the nodes.
void look_at_pass(Contacts& c, Pass& pass, const LawInput& input, PenetrationCount& count, NodeStiffness& stiffness) {
  NearPairs near;
  std::vector<Touch> touches;
  for (Index entry = 0; entry < pass.candidates.n_entries(); ++entry) {
    const Index slave = pass.candidates.slave[entry], node = pass.slave_node[slave];
    if (!(pass.state[slave].penetration > 0)) continue;
    find_near_pairs(pass, c.nodes, entry, entry + 1, input.travel, near);
    if (near.entry.empty()) continue;
    find_touches(pass, c.nodes, near, 0, touches);
    PenetrationCount deepest;
    bool limited = false;
    for (const Touch& touch : touches) {
      take_deepest(look_at_touch(pass, slave, touch), deepest);
      const PairStiffness k = touch_stiffness(pass, c.nodes, slave, touch, input);
      limited = limited || k.is_limited;
      stiffness.add(c, node, k.value, 1);
      for (int i = 0; i < 4; ++i)
        stiffness.add(c, pass.segment_nodes[touch.segment][i], k.value, touch.closest.weight[i]);
    }
    if (touches.empty() || node >= c.nodes.n_local || !c.domain->owns_node[node]) continue;
    deepest.node = c.domain->model.nodes.id[node];
    deepest.n_deep = deepest.share > deep_share;
    deepest.n_limited = limited;
    deepest.id = count.id;
    merge(deepest, count);
  }
}

/// The nodes behind a wall that it should hold.
PenetrationCount count_behind(const Domain& domain, const RigidWall& wall, const RigidWalls::Wall& held,
                              const WallState::Wall& state, const Clock& clock, double tolerance,
                              const NodeState& nodes) {
  PenetrationCount count;
  count.id = wall.id;
  if (!is_on(wall, clock)) return count;
  const double displacement = state.displacement - clock.dt * state.velocity;  // the state is that of t(n+1)
  const WallSurface surface = make_wall_surface(wall, displacement, state.velocity, clock.dt);
  for (const std::vector<Index>* list : {&held.nodes, &held.body_nodes}) {
    for (const Index node : *list) count.n_nodes += domain.owns_node[node];
    for_each_behind(surface, *list, 0, list->size(), nodes, [&](Index node) {
      PenetrationCount look{wall.id};
      look.depth = depth_behind(surface, row(nodes.position, node)).depth;
      if (!(look.depth > 0) || !domain.owns_node[node]) return;
      look.n_deep = look.depth > tolerance;
      look.node = domain.model.nodes.id[node];
      merge(look, count);
    });
  }
  return count;
}

/// Each rank's counts, one after the other, merged on root.
void gather_counts(const World& world, std::vector<PenetrationCount>& counts) {
  std::vector<PenetrationCount> all(counts.size());
  for (const Bytes& bytes : world.gather(to_bytes<PenetrationCount>(counts))) {
    const std::vector<PenetrationCount> of_rank = from_bytes<PenetrationCount>(bytes);
    for (std::size_t k = 0; k < all.size(); ++k) merge(of_rank[k], all[k]);
  }
  counts = std::move(all);
}

struct NodeStep {
  double per_mass = 0;
  Id node = 0;
};

/// The stiffest node of all ranks.
NodeStep gather_stiffest(const World& world, const Domain& domain, const NodeStiffness& stiffness) {
  const auto stiffer = [](const NodeStep& a, const NodeStep& b) {
    return a.per_mass != b.per_mass ? a.per_mass > b.per_mass : a.node < b.node;
  };
  NodeStep mine, stiffest;
  for (Index i = 0; i < Index(stiffness.per_mass.size()); ++i)
    if (const NodeStep here{stiffness.per_mass[i], domain.model.nodes.id[i]}; here.per_mass > 0 && stiffer(here, mine))
      mine = here;
  for (const Bytes& bytes : world.gather(to_bytes<NodeStep>({&mine, 1})))
    if (const NodeStep here = from_bytes<NodeStep>(bytes)[0]; here.per_mass > 0 && stiffer(here, stiffest))
      stiffest = here;
  return stiffest;
}

void note_all(const std::vector<PenetrationCount>& counts, double time, std::vector<PenetrationRecord>& records) {
  records.resize(counts.size());
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const PenetrationCount& now = counts[k];
    PenetrationRecord& record = records[k];
    record.last = now;
    record.most_limited = std::max(record.most_limited, now.n_limited);
    if (now.n_deep > record.worst.n_deep) record.worst = now, record.worst_time = time;
    if (is_deeper(now, record.deepest)) record.deepest = now, record.deepest_time = time;
  }
}

}  // namespace

double wall_tolerance(const World& world, const Model& model) {
  double extremes[6] = {-1e300, -1e300, -1e300, -1e300, -1e300, -1e300};  // -low, high
  for (const Vec3& x : model.nodes.position)
    for (int c = 0; c < 3; ++c)
      extremes[c] = std::max(extremes[c], -x[c]), extremes[3 + c] = std::max(extremes[3 + c], x[c]);
  world.max(extremes);
  return 1e-4 * norm(Vec3{extremes[0] + extremes[3], extremes[1] + extremes[4], extremes[2] + extremes[5]});
}

PenetrationCounts count_penetrations(const World& world, Contacts& c, const Clock& clock, const RigidWalls& walls,
                                     const WallState& wall_state, double wall_tolerance, const NodeState& nodes) {
  Profile::Scope scope{"contact watch"};
  const Domain& domain = *c.domain;
  PenetrationCounts counts;
  for (const Contact& contact : domain.model.contacts) counts.contacts.push_back({contact.id});
  if (!c.passes.empty() && c.dt_stable > 0) {
    NodeStiffness stiffness(c);
    for (Pass& pass : c.passes) {
      const Contact& contact = domain.model.contacts[pass.contact];
      count_nodes(c, pass, counts.contacts[pass.contact]);
      if (clock.time >= contact.birth && clock.time <= contact.death)
        look_at_pass(c, pass, law_input(c, contact, clock), counts.contacts[pass.contact], stiffness);
    }
    const NodeStep stiffest = gather_stiffest(world, domain, stiffness);
    if (stiffest.per_mass > 0)
      counts.contact_dt = 2 / std::sqrt(stiffest.per_mass), counts.contact_dt_node = stiffest.node;
  }
  for (std::size_t w = 0; w < walls.walls.size(); ++w)
    counts.walls.push_back(
        count_behind(domain, domain.model.walls[w], walls.walls[w], wall_state.walls[w], clock, wall_tolerance, nodes));
  gather_counts(world, counts.contacts);
  gather_counts(world, counts.walls);
  return counts;
}

void note(const PenetrationCounts& counts, double time, PenetrationRecords& records) {
  note_all(counts.contacts, time, records.contacts);
  note_all(counts.walls, time, records.walls);
  std::int64_t n_deep = 0;
  for (const PenetrationCount& contact : counts.contacts) n_deep += contact.n_deep;
  records.most_deep = std::max(records.most_deep, n_deep);
  if (counts.contact_dt > 0 && (records.contact_dt == 0 || counts.contact_dt < records.contact_dt))
    records.contact_dt = counts.contact_dt, records.contact_dt_time = time,
    records.contact_dt_node = counts.contact_dt_node;
}

}  // namespace crumple
