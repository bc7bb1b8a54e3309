#include "physics/elements/packed_elements.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "kernels/step/interface.hpp"
#include "model/wedge.hpp"
#include "physics/elements/elements.hpp"
#include "physics/elements/preload.hpp"
#include "physics/state/model_extremes.hpp"

namespace crumple {
namespace {

double squared_longest_side(const Model& model, const Shell& shell) {
  double longest = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 side = model.nodes.position[std::size_t(shell.nodes[(k + 1) % 4])] -
                      model.nodes.position[std::size_t(shell.nodes[k])];
    longest = std::max(longest, dot(side, side));
  }
  return longest;
}

/// The forces of a range, part by part, with the time of each. Sums of forces are exact: the division does not change a
/// bit.
template <class Real>
void add_timed_forces(const ElementGroup<Real>& group, const BlockRange& range, const kernels::NodeRows& rows,
                      double dt, PartSeconds& seconds) {
  for (int first = range.first; first < range.last;) {
    int last = first + 1;
    while (last < range.last && group.part(last) == group.part(first)) ++last;
    const double start = thread_cpu_time();
    group.kernel->forces(group.blocks(), rows, dt, first, last);
    std::atomic_ref<double>(seconds[std::size_t(group.part_of_block(first))]).fetch_add(thread_cpu_time() - start);
    first = last;
  }
}

/// Distances between the centres of opposite faces, at the start [length].
std::array<double, 3> lengths_between_faces(const Model& model, const Solid& solid) {
  constexpr int first[3][4] = {{0, 3, 4, 7}, {0, 1, 4, 5}, {0, 1, 2, 3}},
                second[3][4] = {{1, 2, 5, 6}, {3, 2, 7, 6}, {4, 5, 6, 7}};
  std::array<double, 3> lengths;
  for (int d = 0; d < 3; ++d) {
    Vec3 difference;
    for (int k = 0; k < 4; ++k)
      difference +=
          0.25 * (model.nodes.position[solid.nodes[second[d][k]]] - model.nodes.position[solid.nodes[first[d][k]]]);
    lengths[d] = norm(difference);
  }
  return lengths;
}

}  // namespace

template <class Real>
PackedElements<Real>::PackedElements(const FamilyInput& input, const PackedKind& kind)
    : ElementFamily(input.domain, kind.kind, kind.first(input.domain.model), kind.count(input.domain.model)),
      packed_(kind),
      constants_(input.constants),
      lanes_(input.kernels.step->lanes<Real>()),
      groups_(make_groups<Real>(input, kind)),
      places_(kind.count(input.domain.model)) {
  for (auto& of_side : free_elements_) of_side.resize(groups_.size());
  std::vector<BlocksOfGroup> blocks;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    for (int i = 0; i < group.n_lanes(); ++i)
      if (group.element[i] != none) places_[group.element[i]] = {int(g), i};
    blocks.push_back({group.nodes.data(), std::size_t(group.n_nodes()) * group.lanes});
    known_factors_.add_row(group.no_stress ? 0 : std::size_t(group.n_lanes()));
    if (group.no_stress) continue;
    blocks.back().n_blocks = group.n_blocks;
    blocks.back().n_boundary_blocks = group.n_boundary_blocks;
  }
  if (kind.is_shell) {
    set_first_stresses();
    set_first_strains();
  } else {
    set_first_stresses_of_solids();
    set_first_axes();
    set_sizes();
    list_preloaded();
  }
  list_deaths();
  for (const Side side : {Side::boundary, Side::interior})
    schedules_[std::size_t(side)] = make_schedule(blocks, side, input.nodes.count());
  for (std::size_t thread = 0; n_threads() > 1 && thread < std::size_t(n_threads()); ++thread)
    of_threads_.emplace_back(input.nodes.count());
}

template <class Real> void PackedElements<Real>::find_first_steps(NodeState& state) {
  for (const Side side : {Side::boundary, Side::interior}) add_forces({.side = side}, state);
  for (const Group& group : groups_)
    if (group.held) group.kernel->forces(group.blocks(), node_rows(state, domain_.quanta), 0.0, 0, group.n_blocks);
  wait_for_device();
}

template <class Real>
double PackedElements<Real>::scale_masses(const MassScaling& scaling) {
  double added = 0;
  if (!(scaling.dt > 0)) return added;
  const bool has_held = std::ranges::any_of(groups_, &Group::held);
  if (!has_held && scaling.smallest >= scaling.below) return added;
  for (Group& group : groups_) {
    if (group.no_stress && !group.held) continue;
    for (int i = 0; i < group.n_lanes(); ++i) {
      const double dt = double(group.dt(i));
      if (group.element[i] == none || dt >= scaling.below || dt <= 0) continue;
      const double scale = (scaling.dt / dt) * (scaling.dt / dt);
      group.mass_scale(i) *= Real(scale);
      group.dt(i) = Real(scaling.dt);
      added += domain_.quanta.body_mass.round((scale - 1) * group.lane_mass[i]);
      group.lane_mass[i] *= scale;
      group.lane_inertia[i] *= scale;
    }
  }
  return added;
}

template <class Real>
void PackedElements<Real>::add_masses(const Rows& sums, PartChoice of) const {
  const Quanta& quanta = domain_.quanta;
  for_each_lane([&](const Group& group, int i) {
    if (!of.has(group.part_of(i))) return;
    const double inertia = quanta.inertia.round(group.lane_inertia[i]);
    for (int k = 0; k < group.n_nodes(); ++k) {
      sums(group.node(i, k), 0) += quanta.mass.round(group.mass_at(i, k));
      sums(group.node(i, k), 1) += inertia;
    }
  });
}

/// Calls use(section) for those whose preload acts.
template <class Real> template <class Use>
void PackedElements<Real>::for_each_preload(double time, const Use& use) const {
  for (std::size_t section = 0; section < preloads_.size(); ++section)
    if (preloads_[section].acts(time)) use(section);
}

/// Before the step.
template <class Real> void PackedElements<Real>::preload_sections(double time) {
  for_each_preload(time, [&](std::size_t section) {
    run_loop(SetTraction{preloaded_points_[section].data(), domain_.model.section_preloads[section].normal,
                         preloads_[section].at(time)},
             preloaded_points_[section].size());
  });
}

namespace {

/// Adds the rows of a thread to those of a node, which is exact in any order, and clears them.
void add_and_clear(const ThreadRows& of_thread, Index node, const kernels::NodeRows& to) {
  const std::size_t at = 4 * std::size_t(node);
  const auto move = [](double* from, double* sum) {
    for (int c = 0; c < 4; ++c) sum[c] += std::exchange(from[c], 0.0);
  };
  move(of_thread.force() + at, to.force + at);
  move(of_thread.moment() + at, to.moment + at);
}

}  // namespace

template <class Real>
void PackedElements<Real>::add_scheduled_forces(const ForceStep& step, const kernels::NodeRows& rows) {
  const Schedule& blocks = schedule(step.side);
  for_parts("element forces", blocks.n_threads(), [&](std::size_t thread) {
    kernels::NodeRows own = rows;
    if (blocks.n_threads() > 1) own.force = of_threads_[thread].force(), own.moment = of_threads_[thread].moment();
    for (const BlockRange& range : blocks.ranges[thread]) {
      const Group& group = groups_[range.group];
      const kernels::NodeRows& to = range.is_shared ? own : rows;
      if (step.seconds) add_timed_forces(group, range, to, step.dt, *step.seconds);
      else group.kernel->forces(group.blocks(), to, step.dt, range.first, range.last);
    }
    for (const Index node : blocks.own_nodes[thread]) add_and_clear(of_threads_[thread], node, rows);
  });
  constexpr std::size_t grain = 50;  // nodes that are worth waking a thread for
  for_each("forces of threads", blocks.shared_nodes.size(), grain, [&](std::size_t i) {
    for (const std::int32_t thread : blocks.sharers[i])
      add_and_clear(of_threads_[std::size_t(thread)], blocks.shared_nodes[i], rows);
  });
}

template <class Real>
void PackedElements<Real>::launch_forces(const ForceStep& step, const kernels::NodeRows& rows) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    if (group.no_stress) continue;
    const bool is_boundary = step.side == Side::boundary;
    const BlockRange range{g, is_boundary ? 0 : group.n_boundary_blocks,
                           is_boundary ? group.n_boundary_blocks : group.n_blocks};
    if (step.seconds) add_timed_forces(group, range, rows, step.dt, *step.seconds);
    else group.kernel->forces(group.blocks(), rows, step.dt, range.first, range.last);
  }
}

template <class Real> void PackedElements<Real>::add_forces(const ForceStep& step, NodeState& state) {
  if (!packed_.is_shell && step.side == Side::boundary) preload_sections(step.time);
  if (schedule(step.side).n_threads() == 0) return;
  kernels::NodeRows rows = node_rows(state, domain_.quanta);
  rows.dilatation = step.dilatation;
  Profile::Scope scope(packed_.phase);
  if (runs_on_device()) launch_forces(step, rows);
  else add_scheduled_forces(step, rows);
  if (packed_.is_shell && domain_.model.control.step_length != 0) take_other_lengths(step.side, state);
  shorten_damped_steps(step.side);
  for (std::size_t g = 0; g < groups_.size(); ++g)
    if (const auto& free = free_elements_[std::size_t(step.side)][g]; !free.empty())
      lanes_.shorten(groups_[g].dt.data(), free.data(), 0, free.size());
  for_each_preload(step.time, [&](std::size_t section) {
    const auto steps = preloaded_steps_[std::size_t(step.side)][section];
    run_loop(ShortenPreloaded{steps.data()}, steps.size());
  });
}

/// Calls use(group, first lane, number of lanes) for those of a side that have stress.
template <class Real> template <class Use>
void PackedElements<Real>::for_each_range(Side side, const Use& use) const {
  for (const Group& group : groups_) {
    if (group.no_stress) continue;
    const bool is_boundary = side == Side::boundary;
    const int first = is_boundary ? 0 : group.n_boundary_blocks;
    const int last = is_boundary ? group.n_boundary_blocks : group.n_blocks;
    use(group, std::size_t(first) * lanes_of_block, std::size_t(last - first) * lanes_of_block);
  }
}

template <class Real>
void PackedElements<Real>::take_other_lengths(Side side, const NodeState& state) {
  for_each_range(side, [&](const Group& group, std::size_t first, std::size_t n) {
    run_loop(StepsByOtherLength{domain_.model.control.step_length, reals(group.dt.data()), group.nodes.data(),
                                group.n_nodes(), rows_at(state.position), group.part.data(),
                                group.constants->entries.data(), first, lanes_of_block},
             n);
  });
}

template <class Real>
void PackedElements<Real>::shorten_damped_steps(Side side) {
  for_each_range(side, [&](const Group& group, std::size_t first, std::size_t n) {
    if (!group.is_damped) return;
    run_loop(ShortenDampedSteps{reals(group.dt.data()), group.part.data(), group.constants->entries.data(), first,
                                lanes_of_block},
             n);
  });
}

template <class Real>
double PackedElements<Real>::step_factor(const Group& group, int i, const Neighbours& around) const {
  const Model& model = domain_.model;
  if (!packed_.is_shell) {
    const double poisson = model.materials[model.parts[group.part_of(i)].material].poisson;
    const Solid& solid = model.solids[group.element[i]];
    if (solid.has_side_nodes()) return 1;  // its step is a lower bound
    if (solid.is_tetrahedron()) return tetrahedron_step_factor(around, poisson);
    if (computed_as_wedge(model, solid)) return 1;  // its step is a lower bound
    const double linear = group.constants_of(i).hourglass.bulk_linear;
    return hex_step_factor(around, poisson, lengths_between_faces(model, solid), linear);
  }
  const Shell& shell = model.shells[group.element[i]];
  const double poisson = model.materials[model.material_of(shell)].poisson;
  // initial: the factor does not depend on the time of its computation
  const double thickness = double(Real(packed_.thickness(model, group.element[i])));
  const double area = group.area_of_inertia(i, thickness);
  const double offset = 0.5 * thickness * group.constants_of(i).section.offset;
  const double shear_factor = model.section_of(shell).shear_factor, slenderness = thickness * thickness / area;
  const double flat = group.n_nodes() == 3 ? triangle_step_factor(around, poisson, shear_factor, slenderness,
                                                                  squared_longest_side(model, shell) / area)
                                           : shell_step_factor(around, poisson, shear_factor, slenderness);
  return flat * offset_step_factor(area, thickness, offset);
}

template <class Real> void PackedElements<Real>::find_free_elements(const NodeState& nodes) {
  soften(nodes);
  for (auto& of_side : free_elements_) of_side.assign(groups_.size(), {});
  for (int g = 0; g < int(groups_.size()); ++g) {
    const Group& group = groups_[std::size_t(g)];
    if (group.no_stress) continue;
    const std::span<KnownFactor> known_factors = known_factors_[std::size_t(g)];
    for (int i = 0; i < group.n_lanes(); ++i) {
      if (group.element[i] == none || group.alive(i) == Real(0)) continue;
      Neighbours around;
      for (int k = 0; k < group.n_nodes(); ++k) {
        const int here = int(nodes.live_elements(group.node(i, k)));
        around = {std::max(around.most, here), std::min(around.fewest, here)};
      }
      KnownFactor& known = known_factors[std::size_t(i)];
      if (around != known.around) known = {around, Real(step_factor(group, i, around))};
      const Real factor = known.factor;
      const Side side = i / int(Group::lanes) < group.n_boundary_blocks ? Side::boundary : Side::interior;
      if (factor < 1) free_elements_[std::size_t(side)][std::size_t(g)].push_back({i, factor});
    }
  }
}

template <class Real> void PackedElements<Real>::find_smallest_dt(double& dt) const {
  constexpr std::size_t lanes = Group::lanes;
  for (const Group& group : groups_)
    if (!group.no_stress)
      launch_sum(
          "smallest dt", std::size_t(group.n_blocks), element_block_grain, Least{1e30},
          [&](std::size_t first, std::size_t last, Least& least) {
            lanes_.least(group.dt.data(), lanes * first, lanes * last, least.value);
          },
          [&dt](const Least& least) { dt = std::min(dt, least.value); });
}

/// The smaller of `limit` and the group's.
template <class Real> StepLimit PackedElements<Real>::lower(StepLimit limit, const Group& group) const {
  auto order = [](const StepLimit& l) { return std::tuple(l.dt, l.element); };
  for (int i = 0; i < group.n_lanes(); ++i) {
    const double dt = double(group.dt(i));
    if (group.element[i] == none || dt > limit.dt || dt >= no_step_limit) continue;
    const StepLimit candidate{dt, kind(), id(group.element[i]),
                              domain_.model.parts[group.part_of(i)].id};
    if (limit.element == 0 || order(candidate) < order(limit)) limit = candidate;
  }
  return limit;
}

template <class Real> StepLimit PackedElements<Real>::find_step_limit() const {
  StepLimit limit;
  for (const Group& group : groups_)
    if (!group.no_stress) limit = lower(limit, group);
  return limit;
}

template <class Real> StepLimit PackedElements<Real>::find_rigid_step_limit(NodeState& state) {
  StepLimit limit;
  for (const Group& group : groups_) {
    if (!group.no_stress) continue;
    group.kernel->forces(group.blocks(), node_rows(state, domain_.quanta), 0.0, 0, group.n_blocks);
    wait_for_device();
    limit = lower(limit, group);
  }
  return limit;
}

template class PackedElements<float>;
template class PackedElements<double>;

namespace {

std::unique_ptr<ElementFamily> make_packed(const FamilyInput& input, const PackedKind& kind) {
  if (input.precision == Precision::single_precision) return std::make_unique<PackedElements<float>>(input, kind);
  return std::make_unique<PackedElements<double>>(input, kind);
}

}  // namespace

const FamilyKind shell_family{[](const FamilyInput& input) { return make_packed(input, shell_kind); },
                              bound_shells, AddsNoForces::bound_forces};
const FamilyKind solid_family{[](const FamilyInput& input) { return make_packed(input, solid_kind); },
                              bound_solids, AddsNoForces::bound_forces};

}  // namespace crumple
