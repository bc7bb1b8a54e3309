#include "physics/contact/penetration.hpp"

#include <algorithm>
#include <cmath>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/contact/contact.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/pairing.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/near_pairs.hpp"
#include "physics/contact/penalty.hpp"
#include "physics/contact/touches.hpp"

namespace crumple {
namespace {

PenetrationCount count_of_touch(const Pass& pass, Index slave, const Touch& touch) {
  const SegmentConstants& segment = pass.segments.constants[touch.segment];
  PenetrationCount count;
  count.depth = touch.penetration;
  const double half_thickness = pass.slaves.constants[slave].half_thickness;
  count.share = touch.penetration / (half_thickness + segment.half_thickness + segment.depth);
  count.part = segment.part;
  return count;
}

void count_penetrating(const Contacts& c, const Pass& pass, PenetrationCount& count) {
  for (Index k = 0; k < pass.slaves.n_local; ++k)
    count.n_nodes += pass.slaves.live[k] && c.domain->owns_node[pass.slaves.node[k]];
}

/// Counts the slaves in contact that this rank owns.
void count_pass(Contacts& c, Pass& pass, const LawInput& input, PenetrationCount& count) {
  NearPairs near;
  TouchFinder finder;
  const PassAt at = pass.at();
  for (Index entry = 0; entry < pass.candidates.n_entries(); ++entry) {
    const Index slave = pass.candidates.slave[entry], node = pass.slaves.node[slave];
    if (node >= c.nodes.n_local || !c.domain->owns_node[node] || !pass.slaves.state[slave].is_used()) continue;
    const double travel = pass.candidates.travel_of(std::size_t(entry / block_size), c.gauge.at());
    find_near_pairs(at, c.nodes, {entry, entry + 1}, travel, input.last_step, near);
    if (near.entry.empty()) continue;
    const Touches touches = finder.find(at, input, near.of_entry(0));
    PenetrationCount deepest;
    bool limited = false;
    for (const Touch& touch : touches) {
      keep_deepest(count_of_touch(pass, slave, touch), deepest);
      limited = limited || touch_stiffness(at, slave, touch, input).is_limited;
    }
    if (touches.empty()) continue;
    deepest.node = c.domain->model.nodes.id[node];
    deepest.n_deep = deepest.share > deep_share;
    deepest.n_limited = limited;
    deepest.id = count.id;
    merge(deepest, count);
  }
}

struct NodeStep {
  double frequency_bound = 0;  ///< [1/time^2]
  Id node = 0;
};

/// The stiffest node over all ranks.
NodeStep gather_stiffest(const World& world, const Contacts& c) {
  const auto stiffer = [](const NodeStep& a, const NodeStep& b) {
    return a.frequency_bound != b.frequency_bound ? a.frequency_bound > b.frequency_bound : a.node < b.node;
  };
  NodeStep mine, stiffest;
  for (Index i = 0; i < c.nodes.n_local; ++i)
    if (const NodeStep here{c.nodes.frequency_bound[i], c.domain->model.nodes.id[i]};
        here.frequency_bound > 0 && stiffer(here, mine))
      mine = here;
  for (const Bytes& bytes : world.gather(to_bytes<NodeStep>({&mine, 1})))
    if (const NodeStep here = from_bytes<NodeStep>(bytes)[0]; here.frequency_bound > 0 && stiffer(here, stiffest))
      stiffest = here;
  return stiffest;
}

}  // namespace

PenetrationCounts count_penetrations(const World& world, Contacts& c, const Clock& clock) {
  Profile::Scope scope(phase<"contact watch", Stage::forces>);
  wait_for_device();
  const Domain& domain = *c.domain;
  PenetrationCounts counts;
  for (const Contact& contact : domain.model.contacts) counts.contacts.push_back({contact.id});
  if (!c.passes.empty() && c.dt_stable > 0) {
    for (Pass& pass : c.passes) {
      const ContactPlan& plan = c.plan_of(pass);
      count_penetrating(c, pass, counts.contacts[pass.contact]);
      if (plan.acts_at(clock.time)) count_pass(c, pass, law_input(c, plan, clock), counts.contacts[pass.contact]);
    }
    const NodeStep stiffest = gather_stiffest(world, c);
    if (stiffest.frequency_bound > 0) {
      counts.contact_dt = 2 / std::sqrt(stiffest.frequency_bound);
      counts.contact_dt_node = stiffest.node;
    }
  }
  gather_counts(world, counts.contacts);
  return counts;
}

}  // namespace crumple
