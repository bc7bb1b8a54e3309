#include "physics/elements/packed_elements.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "base/same_bits.hpp"
#include "kernels/softening.hpp"
#include "kernels/step/interface.hpp"
#include "model/wedge.hpp"
#include "physics/elements/elements.hpp"
#include "physics/elements/material_axes.hpp"
#include "physics/elements/preload.hpp"
#include "physics/state/model_extremes.hpp"
#include "physics/elements/shell_frame.hpp"

namespace crumple {
namespace {

constexpr std::size_t element_block_grain = 500;  // blocks, with one value per lane, that are worth waking a thread for

double squared_longest_side(const Model& model, const Shell& shell) {
  double longest = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 side = model.nodes.position[std::size_t(shell.nodes[(k + 1) % 4])] -
                      model.nodes.position[std::size_t(shell.nodes[k])];
    longest = std::max(longest, dot(side, side));
  }
  return longest;
}

/// Deletions of one range of a group.
struct Deletions {
  StepSum internal, hourglass;  ///< [energy]
  std::vector<int> lanes;       ///< of the group
  Deletions& operator+=(const Deletions& other) {
    internal += other.internal;
    hourglass += other.hourglass;
    lanes.insert(lanes.end(), other.lanes.begin(), other.lanes.end());
    return *this;
  }
};

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
  if (!has_held && smallest_dt() >= scaling.below) return added;
  wait_for_device();
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

/// Interpolates between points through the thickness, ascending; constant beyond the last ones.
ShellStress::Point stress_at(const std::vector<ShellStress::Point>& points, double place) {
  const auto above = std::ranges::lower_bound(points, place, {}, &ShellStress::Point::place);
  if (above == points.begin()) return points.front();
  if (above == points.end()) return points.back();
  const ShellStress::Point& below = above[-1];
  const double share = (place - below.place) / (above->place - below.place);
  ShellStress::Point point = below;
  for (std::size_t c = 0; c < 6; ++c) point.stress[c] += share * (above->stress[c] - below.stress[c]);
  point.plastic_strain += share * (above->plastic_strain - below.plastic_strain);
  return point;
}

/// The stress components stored by shells, xx, yy, xy, yz, zx, in the axes that are the rows of `axes`.
std::array<double, 5> stress_of_shell(const std::array<double, 6>& stress, const Mat3& axes) {
  const auto [xx, yy, zz, xy, yz, zx] = stress;
  const Mat3 tensor{{Vec3{xx, xy, zx}, Vec3{xy, yy, yz}, Vec3{zx, yz, zz}}};
  const Mat3 own = axes * tensor * transpose(axes);
  return {own(0, 0), own(1, 1), own(0, 1), own(1, 2), own(2, 0)};
}

template <class Real>
void PackedElements<Real>::set_first_stresses() {
  const Model& model = domain_.model;
  for (const ShellStress& given : model.shell_stresses) {
    const auto& [g, lane] = places_[std::size_t(given.shell)];
    Group& group = groups_[std::size_t(g)];
    if (group.no_stress && !group.held) continue;
    std::array<Vec3, 4> corner;
    for (std::size_t k = 0; k < 4; ++k)
      corner[k] = model.nodes.position[std::size_t(model.shells[std::size_t(given.shell)].nodes[k])];
    const Mat3 frame = shell_frame(corner);
    for (int layer = 0; layer < group.n_layers(lane); ++layer) {
      const auto [c, s] = group.angle_of(lane, layer);
      const Mat3 turn{{Vec3{c, s, 0}, Vec3{-s, c, 0}, Vec3{0, 0, 1}}};
      const auto there = stress_at(given.points, group.constants_of(lane).section.position[layer]);
      const std::array<double, 5> values = stress_of_shell(there.stress, turn * frame);
      for (int point = 0; point < group.n_points(); ++point) {
        const LaneHistory<Real> stress = group.stress(lane, layer, point);
        for (int k = 0; k < 5; ++k) stress.first[std::int64_t(k) * stress.stride] = Real(values[std::size_t(k)]);
        if (group.kernel->layout.has_plastic_strain)
          group.material_history(lane, layer, point).first[0] = Real(there.plastic_strain);
      }
    }
  }
}

/// Corners in the plane of their own frame, relative to the first one; components x and y.
std::array<Vec3, 4> in_own_plane(const std::array<Vec3, 4>& corner) {
  const Mat3 frame = shell_frame(corner);
  std::array<Vec3, 4> flat;
  for (std::size_t k = 0; k < 4; ++k) flat[k] = frame * (corner[k] - corner[0]);
  return flat;
}

/// The logarithmic strain ln(F F^T) / 2 in the plane of a shell at its middle, in the frame that it has now.
Mat3 strain_from(const std::array<Vec3, 4>& reference, const std::array<Vec3, 4>& now) {
  const auto sides = [](const std::array<Vec3, 4>& x) {  // along both directions at the middle, up to a factor
    if (x[2] == x[3]) return std::array{x[1] - x[0], x[2] - x[0]};
    return std::array{x[1] - x[0] + (x[2] - x[3]), x[3] - x[0] + (x[2] - x[1])};
  };
  const auto [A, B] = sides(in_own_plane(reference));
  const auto [a, b] = sides(in_own_plane(now));
  const double per_area = 1 / (A.x * B.y - A.y * B.x);
  // columns of F, of the reference's x and y
  const Vec3 f1 = per_area * (B.y * a - A.y * b), f2 = per_area * (A.x * b - B.x * a);
  const double xx = f1.x * f1.x + f2.x * f2.x, yy = f1.y * f1.y + f2.y * f2.y, xy = f1.x * f1.y + f2.x * f2.y;
  const double mean = 0.5 * (xx + yy), half = 0.5 * (xx - yy), radius = std::sqrt(half * half + xy * xy);
  const double first = 0.5 * same_bits::log(mean + radius), second = 0.5 * same_bits::log(mean - radius);
  const double middle = 0.5 * (first + second), scale = radius > 0 ? 0.5 * (first - second) / radius : 0;
  return {{Vec3{middle + scale * half, scale * xy, 0}, Vec3{scale * xy, middle - scale * half, 0}, Vec3{}}};
}

template <class Real>
void PackedElements<Real>::set_first_strains() {
  const Model& model = domain_.model;
  for (const ShellReference& given : model.shell_references) {
    const auto& [g, lane] = places_[std::size_t(given.shell)];
    Group& group = groups_[std::size_t(g)];
    if (group.no_stress && !group.held) continue;
    std::array<Vec3, 4> corner;
    for (std::size_t k = 0; k < 4; ++k)
      corner[k] = model.nodes.position[std::size_t(model.shells[std::size_t(given.shell)].nodes[k])];
    const Mat3 strain = strain_from(given.corners, corner);
    for (int layer = 0; layer < group.n_layers(lane); ++layer) {
      const auto [c, s] = group.angle_of(lane, layer);
      const Mat3 turn{{Vec3{c, s, 0}, Vec3{-s, c, 0}, Vec3{0, 0, 1}}}, own = turn * strain * transpose(turn);
      for (int point = 0; point < group.n_points(); ++point) {
        const LaneHistory<Real> history = group.material_history(lane, layer, point);
        history[0] = Real(own(0, 0));
        history[1] = Real(own(1, 1));
        history[2] = Real(2 * own(0, 1));
      }
    }
  }
}

template <class Real>
void PackedElements<Real>::set_first_stresses_of_solids() {
  for (const SolidStress& given : domain_.model.solid_stresses) {
    const auto& [g, lane] = places_[std::size_t(given.solid)];
    Group& group = groups_[std::size_t(g)];
    if (group.no_stress && !group.held) continue;
    for (int point = 0; point < group.n_points(); ++point) {
      const LaneHistory<Real> stress = group.stress(lane, 0, point);
      for (int k = 0; k < 6; ++k) stress[k] = Real(given.stress[std::size_t(k)]);
      if (group.kernel->layout.has_plastic_strain)
        group.material_history(lane, 0, point)[0] = Real(given.plastic_strain);
    }
  }
}

template <class Real>
void PackedElements<Real>::set_first_axes() {
  std::vector<const SolidAxes*> own(domain_.model.solid_axes.empty() ? 0 : domain_.model.solids.size());
  for (const SolidAxes& of : domain_.model.solid_axes) own[std::size_t(of.solid)] = &of;
  for (Group& group : groups_) {
    if (group.no_stress && !group.held) continue;
    const auto names = group.kernel->layout.material_names;
    const auto first = std::ranges::find(names, std::string_view(kernels::first_axis_name));
    if (first == names.end()) continue;
    const int field = int(first - names.begin());
    for (int i = 0; i < group.n_lanes(); ++i) {
      const Index element = group.element[i] != none ? group.element[i] : group.element[i - i % int(Group::lanes)];
      const Mat3 axes = material_axes(domain_.model, domain_.model.solids[std::size_t(element)],
                                      own.empty() ? nullptr : own[std::size_t(element)]);
      for (int point = 0; point < group.n_points(); ++point)
        for (int k = 0; k < 6; ++k) group.material_history(i, 0, point)[field + k] = Real(axes(k / 3, k % 3));
    }
  }
}

/// The solids of each section with a preload.
template <class Real> void PackedElements<Real>::list_preloaded() {
  for (const SectionPreload& section : domain_.model.section_preloads) {
    preloads_.push_back(Preload(domain_.model.curves[std::size_t(section.curve)]));
    preloaded_points_.add_row();
    for (auto& of_side : preloaded_steps_) of_side.add_row();
    for (const Index solid : section.solids) {
      const auto& [g, lane] = places_[std::size_t(solid)];
      const Group& group = groups_[std::size_t(g)];
      const Side side = lane / int(Group::lanes) < group.n_boundary_blocks ? Side::boundary : Side::interior;
      preloaded_steps_[std::size_t(side)].push_back(reals(&group.dt(lane)));
      for (int point = 0; point < group.n_points(); ++point) {
        const LaneHistory<Real> own = group.stress(lane, 0, point);
        preloaded_points_.push_back({reals(own.first), std::size_t(own.stride)});
      }
    }
  }
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
  shorten_damped_steps(step.side);
  for (std::size_t g = 0; g < groups_.size(); ++g)
    if (const auto& free = free_elements_[std::size_t(step.side)][g]; !free.empty())
      lanes_.shorten(groups_[g].dt.data(), free.data(), 0, free.size());
  for_each_preload(step.time, [&](std::size_t section) {
    const auto steps = preloaded_steps_[std::size_t(step.side)][section];
    run_loop(ShortenPreloaded{steps.data()}, steps.size());
  });
}

template <class Real>
void PackedElements<Real>::shorten_damped_steps(Side side) {
  for (const Group& group : groups_) {
    if (group.no_stress || !group.is_damped) continue;
    const bool is_boundary = side == Side::boundary;
    const int first = is_boundary ? 0 : group.n_boundary_blocks;
    const int last = is_boundary ? group.n_boundary_blocks : group.n_blocks;
    constexpr auto lanes = std::size_t(Group::lanes);
    run_loop(ShortenDampedSteps{reals(group.dt.data()), group.part.data(), group.constants->entries.data(),
                                std::size_t(first) * lanes, lanes},
             std::size_t(last - first) * lanes);
  }
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

template <class Real>
void PackedElements<Real>::soften(const NodeState& nodes) {
  const auto softens = [](const Group& group, int i) { return group.constants_of(i).material.soft < 1; };
  const bool first = live_before_.empty();
  bool any = false;
  for_each_lane([&](const Group& group, int i) {
    if (!softens(group, i)) return;
    any = true;
    bool lost = false;
    for (int k = 0; !first && k < group.n_nodes(); ++k) {
      const Index node = group.node(i, k);
      lost = lost || nodes.live_elements(node) < live_before_[std::size_t(node)];
    }
    if (!lost) return;
    const auto names = group.kernel->layout.material_names;
    const int field = int(std::ranges::find(names, std::string_view(kernels::softened_name)) - names.begin());
    for (int point = 0; point < group.n_points(); ++point)
      for (int layer = 0; layer < group.n_layers(i); ++layer) group.material_history(i, layer, point)[field] = 1;
  });
  if (!any) return;
  live_before_.resize(std::size_t(nodes.count()));
  for (Index node = 0; node < nodes.count(); ++node)
    live_before_[std::size_t(node)] = double(nodes.live_elements(node));
}

template <class Real> double PackedElements<Real>::smallest_dt() const {
  Least smallest{1e30};
  for (const Group& group : groups_) {
    if (group.no_stress) continue;
    smallest += launch_sum("smallest dt", std::size_t(group.n_blocks), element_block_grain, smallest,
                           [&](std::size_t first, std::size_t last) {
                             constexpr std::size_t lanes = Group::lanes;
                             return Least{double(lanes_.least(group.dt.data(), lanes * first, lanes * last))};
                           });
  }
  return smallest.value;
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

template <class Real>
void PackedElements<Real>::list_deaths() {
  for (const ElementDeath& death : domain_.model.element_deaths) {
    const Index element = kind() == SectionKind::shell ? death.shell : death.solid;
    if (element == none) continue;
    const Place& place = places_[std::size_t(element)];
    Group& group = groups_[std::size_t(place.group)];
    if (group.no_stress) continue;
    group.can_fail = true;
    deaths_.push_back({death.time, place});
  }
  std::ranges::stable_sort(deaths_, {}, &Death::time);
}

template <class Real>
void PackedElements<Real>::let_die(double time) {
  if (next_death_ == deaths_.size() || time < deaths_[next_death_].time) return;
  wait_for_device();
  for (; next_death_ < deaths_.size() && time >= deaths_[next_death_].time; ++next_death_) {
    const auto [group, lane] = deaths_[next_death_].place;
    groups_[std::size_t(group)].alive(lane) = 0;
  }
}

/// Whether no element of blocks first <= b < last that was alive at the last check has failed since.
template <class Real>
bool PackedElements<Real>::none_failed(const Group& group, std::size_t first, std::size_t last) const {
  constexpr std::size_t lanes = Group::lanes;
  return lanes_.count_failed(group.alive.data(), group.was_alive.data(), lanes * first, lanes * last) == 0;
}

template <class Real> bool PackedElements<Real>::note_deletions(DeletionNotes& notes, ElementStatus& status) {
  const Quantum& quantum = domain_.quanta.energy;
  const double smallest_dt = erodes(domain_.model.control, packed_.erode) ? notes.smallest_allowed_dt : 0;
  const double time = notes.clock.time;
  bool any = false;
  let_die(time);
  for (Group& group : groups_) {
    if (!group.can_fail) continue;
    const auto deletions_of_blocks = [&](std::size_t first, std::size_t last) {
      Deletions here;
      for (std::size_t b = first, end = first; b < last; b = end) {
        while (end < last && group.part(end) == group.part(b)) ++end;
        const DeletionLimits limits(group.constants_of(int(b) * group.lanes).material, smallest_dt);
        // on a device some have failed: its loops are launched once, not from the threads of another loop
        if (limits.never_met(time) && !runs_on_device() && none_failed(group, b, end)) continue;
        for (int i = int(b) * group.lanes; i < int(end) * group.lanes; ++i) {
          if (!group.was_alive[i] || (group.alive(i) != 0 && !limits.are_met(double(group.dt(i)), time))) continue;
          group.alive(i) = 0;
          group.dt(i) = Real(1e30);
          group.was_alive[i] = 0;
          (status.*packed_.alive)[group.element[i]] = 0;
          here.internal.add(double(group.internal_energy(i)), quantum);
          here.hourglass.add(double(group.hourglass_energy(i)), quantum);
          here.lanes.push_back(i);
        }
      }
      return here;
    };
    if (runs_on_device()) {
      const CountDeletions count{reals(group.alive.data()), reals(group.dt.data()), group.was_alive.data(),
                                 group.part.data(), group.constants->entries.data(), std::size_t(Group::lanes),
                                 smallest_dt, time};
      if (sum_loop(count, std::size_t(group.n_lanes())) == 0) continue;
    }
    const Deletions deleted =
        sum_ranges("deletions", std::size_t(group.n_blocks), element_block_grain, Deletions{}, deletions_of_blocks);
    notes.ledger.eroded_internal += deleted.internal;
    notes.ledger.eroded_hourglass += deleted.hourglass;
    any = any || !deleted.lanes.empty();
    for (const int i : deleted.lanes)
      notes.failures.push_back({notes.clock.cycle, time, failure_of(kind()), id(group.element[i]),
                                domain_.model.parts[group.part_of(i)].id});
  }
  return any;
}

template <class Real> void PackedElements<Real>::count_live(const Rows& counts) const {
  for_each_lane([&](const Group& group, int i) {
    for (int k = 0; group.was_alive[i] && k < group.n_nodes(); ++k) counts(group.node(i, k), 0) += 1;
  });
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
