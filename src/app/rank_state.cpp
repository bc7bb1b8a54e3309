#include "app/rank_state.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/isa.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/together.hpp"
#include "physics/features.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {

RankState::RankState(const World& world, Domain& its_domain, const kernels::StepKernels& kernels)
    : domain(its_domain),
      nodes(make_node_state(domain.model.nodes)),
      halo(world, domain.halo),
      before(nodes.count()),
      ledger(domain.quanta.energy),
      step{world,  domain,          nodes, Column("own mass", std::size_t(nodes.count())), clock, before,
           ledger, elements.status, halo,  failures,                                       kernels} {}

RankState::RankState(const World& world, Domain& its_domain, const kernels::KernelTable& kernels, Precision precision)
    : RankState(world, its_domain, *kernels.step) {
  Profile::Scope scope(phase<"initialization">);
  together(world, [&] { elements = make_elements(domain, kernels, precision, nodes, step.own_mass); });
  find_first_step(world);
}

RankState::RankState(const World& world, Domain& its_domain, const RankState& whole)
    : RankState(world, its_domain, whole.step.kernels) {
  for (Index i = 0; i < nodes.count(); ++i) {
    const Index in_whole = domain.global_node[i];
    nodes.mass(i) = whole.nodes.mass(in_whole);
    nodes.inertia(i) = whole.nodes.inertia(in_whole);
    nodes.live_elements(i) = whole.nodes.live_elements(in_whole);
  }
  Kokkos::deep_copy(step.own_mass, nodes.mass);
  elements.status.shell_alive.assign(domain.model.shells.size(), 1);
  elements.status.solid_alive.assign(domain.model.solids.size(), 1);
  clock = whole.clock;
}

/// Also computes the masses, as mass scaling depends on the first step.
void RankState::find_first_step(const World& world) {
  const Control& control = domain.model.control;
  count_live_elements(elements, halo, nodes);
  find_first_steps(elements, nodes);
  const Implicit& implicit = domain.model.implicit;
  const bool is_all_implicit = implicit.is_on && !implicit.has_phases();
  added_mass = scale_masses(elements, first_mass_scaling(control));
  lump_masses(world, elements, domain, halo, nodes);
  Kokkos::deep_copy(step.own_mass, nodes.mass);
  StepLimit limit = global_step_limit(world, find_step_limit(elements));
  if (limit.dt >= no_step_limit) limit = global_step_limit(world, find_rigid_step_limit(elements, nodes));
  if (limit.dt >= no_step_limit && is_all_implicit)
    limit.dt = implicit.step > 0 ? implicit.step : 1;  // which is not used
  if (limit.dt >= no_step_limit && control.initial_dt <= 0)
    throw Error(
        "no element limits the time step: expected DTINIT of *CONTROL_TIMESTEP, or YM of the null shells' *MAT_009");
  if (limit.dt <= 0)
    throw Error(
        fmt::format("{} {} of part {} has no volume at the start", name_of(limit.kind), limit.element, limit.part));
  clear_forces(nodes);  // as after each kick
  set_limit(limit);
  clock.dt = control.initial_dt > 0 ? std::min(control.initial_dt, limited_dt(limit.dt)) : limited_dt(limit.dt);
  clock.dt_first = clock.dt_min = clock.dt;
}

double RankState::limited_dt(double stable) const {
  const Control& control = domain.model.control;
  // without a deformable element the step is unchanged
  double dt = stable < no_step_limit ? control.dt_scale * stable : clock.dt;
  const PartSwitches& switches = domain.model.part_switches;
  if (const double most = switches.any() ? switches.most_dt[switches.stage] : 0; most > 0) dt = std::min(dt, most);
  if (control.dt_limit_curve == none) return dt;
  return std::min(dt, domain.model.curves[control.dt_limit_curve].evaluate(clock.time));
}

void RankState::set_limit(const StepLimit& limit) {
  clock.limiting_kind = limit.kind;
  clock.limiting_element = limit.element;
  clock.limiting_part = limit.part;
}

FeatureList make_features(RankState& state) {
  Profile::Scope scope(phase<"initialization">);
  return make_features(state.step, state.elements);
}

}  // namespace crumple
