#include "physics/elements/element_forces.hpp"

#include <algorithm>
#include <atomic>
#include <tuple>

#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t block_grain = 500;  // blocks whose one value per lane is read

struct Smallest {
  double value = 1e30;
  Smallest& operator+=(const Smallest& other) {
    value = std::min(value, other.value);
    return *this;
  }
};

/// Deletions of one range of a group.
struct Deletions {
  double internal = 0, hourglass = 0;  ///< [energy]
  std::vector<int> lanes;              ///< of the group
  Deletions& operator+=(const Deletions& other) {
    internal += other.internal, hourglass += other.hourglass;
    lanes.insert(lanes.end(), other.lanes.begin(), other.lanes.end());
    return *this;
  }
};

/// The forces of a range, part by part, with the time of each. Sums of forces are exact: pieces change no bit.
template <class Real>
void add_timed_forces(const ElementGroup<Real>& group, const BlockRange& range, const kernels::NodeRows& rows, double dt,
                      PartSeconds& seconds) {
  for (int first = range.first; first < range.last;) {
    int last = first + 1;
    while (last < range.last && group.part(last) == group.part(first)) ++last;
    const double start = thread_cpu_time();
    group.kernel->forces(group.blocks(), rows, dt, first, last);
    std::atomic_ref<double>(seconds[std::size_t(group.part(first))]).fetch_add(thread_cpu_time() - start);
    first = last;
  }
}

}  // namespace

template <class Real>
void add_element_forces(const Elements<Real>& elements, Side side, NodeState& state, const Quanta& quanta, double dt,
                        PartSeconds* seconds) {
  const kernels::NodeRows rows = node_rows(state, quanta);
  for (const bool shells : {true, false}) {
    Profile::Scope scope(shells ? "shells" : "solids");  // around all groups: a scope takes 0.1 us
    for (const auto& turn : (side == Side::boundary ? elements.boundary : elements.interior)[!shells])
      for_parts("element forces", turn.size(), [&](std::size_t thread) {
        for (const BlockRange& range : turn[thread]) {
          const ElementGroup<Real>& group = elements.groups[range.group];
          if (seconds) add_timed_forces(group, range, rows, dt, *seconds);
          else group.kernel->forces(group.blocks(), rows, dt, range.first, range.last);
        }
      });
  }
}

template <class Real>
void add_beam_forces(Elements<Real>& elements, const Domain& domain, NodeState& state, double time, double dt,
                     PartSeconds* seconds) {
  const double start = seconds ? thread_cpu_time() : 0;
  add_beam_forces(elements.beams, domain, state, time, dt);
  if (!seconds) return;
  // one beam costs as much as another
  const double each = (thread_cpu_time() - start) / double(std::max<std::size_t>(domain.model.beams.size(), 1));
  for (const Beam& beam : domain.model.beams) (*seconds)[std::size_t(beam.part)] += each;
}

template <class Real>
double smallest_dt(const Elements<Real>& elements) {
  Profile::Scope scope("time step");
  Smallest smallest;
  for (const ElementGroup<Real>& group : elements.groups) {
    if (group.no_stress) continue;
    const Real* dt = group.dt.data();
    smallest += sum_ranges("smallest dt", std::size_t(group.n_blocks), block_grain, Smallest{},
                           [=](std::size_t first, std::size_t last) {
                             constexpr std::size_t lanes = ElementGroup<Real>::lanes;
                             Real least[lanes];  // of each lane: vectorised
                             std::fill_n(least, lanes, Real(1e30));
                             for (std::size_t i = lanes * first; i < lanes * last; i += lanes)
                               for (std::size_t lane = 0; lane < lanes; ++lane)
                                 least[lane] = std::min(least[lane], dt[i + lane]);
                             return Smallest{double(*std::min_element(least, least + lanes))};
                           });
  }
  return std::min(smallest.value, smallest_dt(elements.beams));
}

namespace {

/// The lower of `limit` and the group's.
template <class Real>
StepLimit lower(StepLimit limit, const ElementGroup<Real>& group, const Model& model) {
  auto order = [](const StepLimit& l) { return std::tuple(l.dt, l.kind, l.element); };
  for (int i = 0; i < group.n_lanes(); ++i) {
    if (group.element[i] == none || double(group.dt(i)) > limit.dt) continue;
    const StepLimit candidate{double(group.dt(i)), group.shell ? SectionKind::shell : SectionKind::solid,
                              group.element_id(model, i), model.parts[group.part_of(i)].id};
    if (limit.element == 0 || order(candidate) < order(limit)) limit = candidate;
  }
  return limit;
}

/// The lower of `limit` and the beams'; they ascend by id.
StepLimit lower(StepLimit limit, const Beams& beams, const Model& model) {
  for (std::size_t b = 0; b < beams.history.size(); ++b) {
    const double dt = beams.history[b].dt;
    if (dt < limit.dt) limit = {dt, SectionKind::beam, model.beams[b].id, model.parts[model.beams[b].part].id};
  }
  return limit;
}

}  // namespace

template <class Real>
StepLimit find_step_limit(const Elements<Real>& elements, const Model& model) {
  StepLimit limit;
  for (const ElementGroup<Real>& group : elements.groups)
    if (!group.no_stress) limit = lower(limit, group, model);
  return lower(limit, elements.beams, model);
}

template <class Real>
StepLimit find_rigid_step_limit(const Elements<Real>& elements, const Model& model, NodeState& state,
                                const Quanta& quanta) {
  StepLimit limit;
  for (const ElementGroup<Real>& group : elements.groups) {
    if (!group.no_stress) continue;
    group.kernel->forces(group.blocks(), node_rows(state, quanta), 0.0, 0, group.n_blocks);
    limit = lower(limit, group, model);
  }
  return limit;
}

StepLimit global_step_limit(const World& world, StepLimit limit) {
  double dt[1] = {limit.dt};
  world.min(dt);
  // Among the ranks that hold this dt: shells before solids before beams, then the smallest element id. Ids are exact
  // in double.
  double key[2] = {double(limit.kind), double(limit.element)};
  if (limit.dt != dt[0]) key[0] = key[1] = 1e300;
  world.min(std::span(key, 1));
  if (limit.dt == dt[0] && double(limit.kind) != key[0]) key[1] = 1e300;
  world.min(std::span(key + 1, 1));
  const bool mine = limit.dt == dt[0] && double(limit.element) == key[1];
  double part[1] = {mine ? double(limit.part) : 1e300};
  world.min(part);
  return {dt[0], SectionKind(int(key[0])), Id(key[1]), Id(part[0])};
}

template <class Real>
bool note_deletions(Elements<Real>& elements, const Domain& domain, double smallest_allowed_dt, const Clock& clock,
                    ElementStatus& status, EnergyLedger& ledger, std::vector<Failure>& failures) {
  const Quantum& quantum = domain.quanta.energy;
  bool any = false;
  for (ElementGroup<Real>& group : elements.groups) {
    if (!group.can_fail) continue;
    const auto deletions_of_range = [&](std::size_t first, std::size_t last) {
      Deletions here;
      for (std::size_t i = first; i < last; ++i) {
        if (!group.was_alive[i]) continue;
        if (smallest_allowed_dt > 0 && double(group.dt(i)) < smallest_allowed_dt)
          group.alive(i) = 0, group.dt(i) = Real(1e30);
        if (group.alive(i) != 0) continue;
        group.was_alive[i] = 0;
        (group.shell ? status.shell_alive : status.solid_alive)[group.element[i]] = 0;
        here.internal += quantum.round(double(group.internal_energy(i)));
        here.hourglass += quantum.round(double(group.hourglass_energy(i)));
        here.lanes.push_back(int(i));
      }
      return here;
    };
    const Deletions deleted = sum_ranges("deletions", std::size_t(group.n_lanes()), group.lanes * block_grain, Deletions{},
                                         deletions_of_range);
    ledger.eroded_internal += deleted.internal;
    ledger.eroded_hourglass += deleted.hourglass;
    any = any || !deleted.lanes.empty();
    for (const int i : deleted.lanes)
      failures.push_back({clock.cycle, clock.time, group.shell ? FailureKind::shell : FailureKind::solid,
                          group.element_id(domain.model, i), domain.model.parts[group.part_of(i)].id});
  }
  any = note_failed_beams(elements.beams, domain, clock, ledger, failures) || any;
  return any;
}

template <class Real>
void count_live_elements(const Elements<Real>& elements, const Domain& domain, HaloExchange& halo, NodeState& state) {
  Rows counts("live elements", std::size_t(state.count()));
  for (const ElementGroup<Real>& group : elements.groups)
    for (int i = 0; i < group.n_lanes(); ++i)
      if (group.element[i] != none && group.was_alive[i])
        for (int k = 0; k < group.kernel->nodes_per_element; ++k) counts(group.node(i, k), 0) += 1;
  count_live_beams(elements.beams, domain, counts);
  halo.sum({counts.data()});
  for (Index i = 0; i < state.count(); ++i) state.live_elements(i) = counts(i, 0);
}

#define CRUMPLE_INSTANTIATE(Real)                                                                                   \
  template void add_element_forces(const Elements<Real>&, Side, NodeState&, const Quanta&, double, PartSeconds*);   \
  template void add_beam_forces(Elements<Real>&, const Domain&, NodeState&, double, double, PartSeconds*);          \
  template double smallest_dt(const Elements<Real>&);                                                               \
  template StepLimit find_step_limit(const Elements<Real>&, const Model&);                                          \
  template StepLimit find_rigid_step_limit(const Elements<Real>&, const Model&, NodeState&, const Quanta&);         \
  template bool note_deletions(Elements<Real>&, const Domain&, double, const Clock&, ElementStatus&, EnergyLedger&, \
                               std::vector<Failure>&);                                                              \
  template void count_live_elements(const Elements<Real>&, const Domain&, HaloExchange&, NodeState&);
CRUMPLE_INSTANTIATE(float)
CRUMPLE_INSTANTIATE(double)

}  // namespace crumple
