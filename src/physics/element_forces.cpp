#include "physics/element_forces.hpp"

#include <algorithm>
#include <tuple>

#include "base/profile.hpp"

namespace crumple {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

template <class Real>
void run(const ElementGroup<Real>& group, const ColouredRanges& colours, const kernels::NodeRows& rows, double dt) {
  const kernels::ElementBlocks<Real> blocks = group.blocks();
  for (const std::vector<BlockRange>& ranges : colours) {
    if (ranges.size() == 1) {
      group.kernel->forces(blocks, rows, dt, ranges[0].first, ranges[0].last);
      continue;
    }
    Kokkos::parallel_for("element forces", Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(0, ranges.size()),
                         [&](std::size_t r) { group.kernel->forces(blocks, rows, dt, ranges[r].first, ranges[r].last); });
  }
}

}  // namespace

template <class Real>
void add_element_forces(const Elements<Real>& elements, Side side, NodeState& state, const Quanta& quanta, double dt) {
  const kernels::NodeRows rows = node_rows(state, quanta);
  for (const bool shells : {true, false}) {
    Profile::Scope scope(shells ? "shells" : "solids");  // around all groups: a scope takes 0.1 us
    for (const ElementGroup<Real>& group : elements.groups)
      if (!group.rigid && group.shell == shells)
        run(group, side == Side::boundary ? group.boundary : group.interior, rows, dt);
  }
}

template <class Real> double smallest_dt(const Elements<Real>& elements) {
  Profile::Scope scope("time step");
  Real smallest = Real(1e30);
  for (const ElementGroup<Real>& group : elements.groups) {
    if (group.rigid) continue;
    Real of_group = Real(1e30);
    const auto& dt = group.dt;
    Kokkos::parallel_reduce(
        "smallest dt", Kokkos::RangePolicy<Space>(0, group.n_blocks),
        [&](int b, Real& least) {
          for (int lane = 0; lane < group.lanes; ++lane) least = std::min(least, dt(b * group.lanes + lane));
        },
        Kokkos::Min<Real>(of_group));
    smallest = std::min(smallest, of_group);
  }
  return double(smallest);
}

namespace {

/// The lower of `limit` and the group's.
template <class Real> StepLimit lower(StepLimit limit, const ElementGroup<Real>& group, const Model& model) {
  auto order = [](const StepLimit& l) { return std::tuple(l.dt, !l.shell, l.element); };
  for (int i = 0; i < group.n_lanes(); ++i) {
    if (group.element[i] == none || double(group.dt(i)) > limit.dt) continue;
    const StepLimit candidate{double(group.dt(i)), group.shell, group.element_id(model, i),
                              model.parts[group.part_of(i)].id};
    if (limit.element == 0 || order(candidate) < order(limit)) limit = candidate;
  }
  return limit;
}

}  // namespace

template <class Real> StepLimit find_step_limit(const Elements<Real>& elements, const Model& model) {
  StepLimit limit;
  for (const ElementGroup<Real>& group : elements.groups)
    if (!group.rigid) limit = lower(limit, group, model);
  return limit;
}

template <class Real>
StepLimit find_rigid_step_limit(const Elements<Real>& elements, const Model& model, NodeState& state, const Quanta& quanta) {
  StepLimit limit;
  for (const ElementGroup<Real>& group : elements.groups) {
    if (!group.rigid) continue;
    group.kernel->forces(group.blocks(), node_rows(state, quanta), 0.0, 0, group.n_blocks);
    limit = lower(limit, group, model);
  }
  return limit;
}

StepLimit global_step_limit(const World& world, StepLimit limit) {
  double dt[1] = {limit.dt};
  world.min(dt);
  // Among the ranks that hold this dt: shells before solids, then the smallest element id. Ids are exact in double.
  double key[2] = {limit.shell ? 0.0 : 1.0, double(limit.element)};
  if (limit.dt != dt[0]) key[0] = key[1] = 1e300;
  world.min(std::span(key, 1));
  if (limit.dt == dt[0] && (limit.shell ? 0.0 : 1.0) != key[0]) key[1] = 1e300;
  world.min(std::span(key + 1, 1));
  const bool mine = limit.dt == dt[0] && double(limit.element) == key[1];
  double part[1] = {mine ? double(limit.part) : 1e300};
  world.min(part);
  return {dt[0], key[0] == 0, Id(key[1]), Id(part[0])};
}

template <class Real>
std::int64_t note_deletions(Elements<Real>& elements, const Domain& domain, double smallest_allowed_dt,
                            ElementStatus& status, EnergyLedger& ledger) {
  std::int64_t deleted = 0;
  const Quantum& quantum = domain.quanta.energy;
  for (ElementGroup<Real>& group : elements.groups) {
    if (!group.can_fail) continue;
    for (int i = 0; i < group.n_lanes(); ++i) {
      if (!group.was_alive[i]) continue;
      if (smallest_allowed_dt > 0 && double(group.dt(i)) < smallest_allowed_dt) {
        group.alive(i) = 0;
        group.dt(i) = Real(1e30);
      }
      if (group.alive(i) != 0) continue;
      group.was_alive[i] = 0;
      (group.shell ? status.shell_alive : status.solid_alive)[group.element[i]] = 0;
      ledger.eroded_internal += quantum.round(double(group.internal_energy(i)));
      ledger.eroded_hourglass += quantum.round(double(group.hourglass_energy(i)));
      ++deleted;
    }
  }
  return deleted;
}

template <class Real>
void count_live_elements(const Elements<Real>& elements, HaloExchange& halo, NodeState& state) {
  Rows counts("live elements", std::size_t(state.count()));
  for (const ElementGroup<Real>& group : elements.groups)
    for (int i = 0; i < group.n_lanes(); ++i)
      if (group.element[i] != none && group.was_alive[i])
        for (int k = 0; k < group.kernel->nodes_per_element; ++k) counts(group.node(i, k), 0) += 1;
  halo.sum({counts.data()});
  for (Index i = 0; i < state.count(); ++i) state.live_elements(i) = counts(i, 0);
}

#define CRUMPLE_INSTANTIATE(Real)                                                                                     \
  template void add_element_forces(const Elements<Real>&, Side, NodeState&, const Quanta&, double);                   \
  template double smallest_dt(const Elements<Real>&);                                                                 \
  template StepLimit find_step_limit(const Elements<Real>&, const Model&);                                            \
  template StepLimit find_rigid_step_limit(const Elements<Real>&, const Model&, NodeState&, const Quanta&);           \
  template std::int64_t note_deletions(Elements<Real>&, const Domain&, double, ElementStatus&, EnergyLedger&);        \
  template void count_live_elements(const Elements<Real>&, HaloExchange&, NodeState&);
CRUMPLE_INSTANTIATE(float)
CRUMPLE_INSTANTIATE(double)

}  // namespace crumple
