#include "physics/contact/penetration.hpp"

#include <algorithm>
#include <cmath>

#include "base/profile.hpp"
#include "physics/contact/contact.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/pairing.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/penalty.hpp"

namespace crumple {
namespace {

constexpr double deep_share = 0.5;  ///< of the distance over which a pair acts

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
  const SegmentConstants& segment = pass.segments.constants[touch.segment];
  PenetrationCount look;
  look.depth = touch.penetration;
  const double half_thickness = pass.slaves.constants[slave].half_thickness;
  look.share = touch.penetration / (half_thickness + segment.half_thickness + segment.depth);
  look.part = segment.part;
  return look;
}

void count_nodes(const Contacts& c, const Pass& pass, PenetrationCount& count) {
  for (Index k = 0; k < pass.slaves.n_local; ++k)
    count.n_nodes += pass.slaves.live[k] && c.domain->owns_node[pass.slaves.node[k]];
}

/// Looks at the slaves in touch that this rank owns; adds the stiffness of all touches to the nodes.
void look_at_pass(Contacts& c, Pass& pass, const LawInput& input, PenetrationCount& count, NodeStiffness& stiffness) {
  NearPairs near;
  std::vector<Touch> touches;
  for (Index entry = 0; entry < pass.candidates.n_entries(); ++entry) {
    const Index slave = pass.candidates.slave[entry], node = pass.slaves.node[slave];
    if (!(pass.slaves.state[slave].touch[0].is_used())) continue;
    find_near_pairs(pass, c.nodes, {entry, entry + 1}, input.travel, near);
    if (near.entry.empty()) continue;
    find_touches(pass, input, near, 0, touches);
    PenetrationCount deepest;
    bool limited = false;
    for (const Touch& touch : touches) {
      keep_deepest(look_at_touch(pass, slave, touch), deepest);
      const PairStiffness k = touch_stiffness(pass, slave, touch, input);
      limited = limited || k.is_limited;
      stiffness.add(c, node, k.value, 1);
      for (int i = 0; i < 4; ++i)
        stiffness.add(c, pass.segments.nodes[touch.segment][i], k.value, touch.closest.weight[i]);
    }
    if (touches.empty() || node >= c.nodes.n_local || !c.domain->owns_node[node]) continue;
    deepest.node = c.domain->model.nodes.id[node];
    deepest.n_deep = deepest.share > deep_share;
    deepest.n_limited = limited;
    deepest.id = count.id;
    merge(deepest, count);
  }
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

}  // namespace

PenetrationCounts count_penetrations(const World& world, Contacts& c, const Clock& clock) {
  Profile::Scope scope{"contact watch"};
  const Domain& domain = *c.domain;
  PenetrationCounts counts;
  for (const Contact& contact : domain.model.contacts) counts.contacts.push_back({contact.id});
  if (!c.passes.empty() && c.dt_stable > 0) {
    NodeStiffness stiffness(c);
    for (Pass& pass : c.passes) {
      const ContactPlan& plan = c.plan_of(pass);
      count_nodes(c, pass, counts.contacts[pass.contact]);
      if (plan.acts_at(clock.time))
        look_at_pass(c, pass, law_input(c, plan, clock), counts.contacts[pass.contact], stiffness);
    }
    const NodeStep stiffest = gather_stiffest(world, domain, stiffness);
    if (stiffest.per_mass > 0) {
      counts.contact_dt = 2 / std::sqrt(stiffest.per_mass);
      counts.contact_dt_node = stiffest.node;
    }
  }
  gather_counts(world, counts.contacts);
  return counts;
}

}  // namespace crumple
