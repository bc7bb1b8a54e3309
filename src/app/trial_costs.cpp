#include "app/trial_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "app/measured_costs.hpp"
#include "app/rank_load.hpp"
#include "app/rank_state.hpp"
#include "base/loops.hpp"
#include "base/timed_apart.hpp"
#include "comm/planned_ranks.hpp"
#include "decomp/weights.hpp"
#include "io/phase_work.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {
namespace {

constexpr double most_seconds = 0.3;
constexpr std::size_t most_elements = 16384, least_of_part = 16;  // of the piece, beyond the nearest caches
constexpr int trial_window = 8, least_windows = 3, most_windows = 64;   // steps between two readings; readings
constexpr double strain = 2e-3;                                   // of the shaken elements

using TimePoint = Profile::Clock::time_point;


std::vector<double> elements_of_parts(const Model& model) {
  std::vector<double> n(model.parts.size(), 0.0);
  model.for_each_element([&](const auto& element) { n[std::size_t(element.part)] += 1; });
  return n;
}

template <class... Lists> void keep(Model& piece, Lists ModelMembers::*... lists) {
  Model kept;
  (std::swap(kept.*lists, piece.*lists), ...);
  piece = std::move(kept);
}

/// Leaves what is tried, without neighbours.
void bare(Domain& domain) {
  using M = ModelMembers;
  keep(domain.model, &M::nodes, &M::shells, &M::solids, &M::beams, &M::springs, &M::masses, &M::parts, &M::sections,
       &M::materials, &M::hourglasses, &M::curves, &M::frames, &M::walls, &M::tied_contacts, &M::ties, &M::soft_ties,
       &M::rigid_bodies, &M::spot_welds, &M::solid_axes, &M::beam_preloads, &M::control);
  std::vector<std::uint8_t> has_element(domain.model.nodes.position.size(), 0);
  domain.model.for_each_element([&](const auto& element) {
    for (const Index node : element.nodes) has_element[std::size_t(node)] = 1;
  });
  std::erase_if(domain.model.rigid_bodies, [&](const RigidBody& body) {  // which has no mass here
    return std::ranges::none_of(body.nodes, [&](Index node) { return has_element[std::size_t(node)] != 0; });
  });
  domain.halo = {};
  std::ranges::fill(domain.owns_node, std::uint8_t(1));
}

/// Gives each node a random velocity by which elements as stiff as the one that limits the step vibrate by `strain`.
void shake(const Model& model, const Clock& clock, NodeState& nodes) {
  double shortest = std::numeric_limits<double>::max();
  model.for_each_element([&](const auto& element) {
    const double side = norm(model.nodes.position[std::size_t(element.nodes[1])] -
                             model.nodes.position[std::size_t(element.nodes[0])]);
    if (side > 0) shortest = std::min(shortest, side);
  });
  const double most = strain * shortest / clock.dt;
  std::uint32_t state = 1;
  const auto random = [&] {
    state = state * 1664525u + 1013904223u;  // Knuth and Lewis, in Numerical Recipes (1992), eq. 7.1.6
    return most * (double(state) * 0x1p-31 - 1);
  };
  for (Index i = 0; i < nodes.count(); ++i) set_row(nodes.velocity, i, {random(), random(), random()});
}

/// The rank of the piece, before its first step.
class Trial {
 public:
  Trial(const World& world, Domain& domain, const kernels::KernelTable& kernels, Precision precision)
      : state_(world, domain, kernels, precision) {
    shake(domain.model, state_.clock, state_.nodes);
    features_ = make_features(state_);
  }

  /// The work of a step on one rank, as in Simulation::step: no agreement, no control, no outputs.
  void step(PartSeconds& seconds) {
    StepState& s = state_.step;
    Clock& clock = state_.clock;
    for_features(&Feature::begin_step);
    ForceStep forces{Side::boundary, clock.time, clock.dt_previous, &seconds, state_.elements.dilatation.data()};
    add_element_forces(state_.elements, forces, state_.nodes);
    for_features(&Feature::add_local_forces);
    forces.side = Side::interior;
    add_element_forces(state_.elements, forces, state_.nodes);
    for_features(&Feature::add_replicated_forces);
    for_features(&Feature::add_total_forces);
    for_features(&Feature::begin_sums);
    kick(s, [](SumRange, const Quanta&) {});
    for_features(&Feature::set_velocities);
    for_features(&Feature::enter_work);
    smallest_dt(state_.elements);
    drift(s);
    for_features(&Feature::set_positions);
    clock.time += clock.dt;
    clock.dt_previous = clock.dt;
    ++clock.cycle;
  }

  RankLoad load() const { return describe_rank(state_.domain, features_); }

 private:
  void for_features(void (Feature::*phase)(StepState&)) {
    for (const auto& feature : features_) (feature.get()->*phase)(state_.step);
  }

  RankState state_;
  FeatureList features_;
};

/// By windows, the seconds of each phase work and of each part in it.
struct Readings {
  std::vector<std::vector<double>> of_phases{phase_works().size()}, of_parts;
  RankLoad load;
};

std::vector<double> phases_so_far() {
  std::vector<double> seconds(phase_works().size(), 0.0);
  for (const auto& [phase, cost] : Profile::costs())
    if (const PhaseWork* work = work_of_phase(phase))
      seconds[std::size_t(work - phase_works().data())] += n_threads() * cost.wall;
  return seconds;
}

Readings step_trial(Trial& trial, std::size_t n_parts, TimePoint start) {
  Readings readings;
  readings.of_parts.resize(n_parts);
  PartSeconds warm_up(n_parts, 0.0);
  for (int i = 0; i < trial_window; ++i) trial.step(warm_up);
  for (int w = 0; w < least_windows || (w < most_windows && seconds_since(start) < most_seconds); ++w) {
    PartSeconds parts(n_parts, 0.0);
    const std::vector<double> before = phases_so_far();
    for (int i = 0; i < trial_window; ++i) trial.step(parts);
    const std::vector<double> after = phases_so_far();
    for (std::size_t p = 0; p < after.size(); ++p) readings.of_phases[p].push_back(after[p] - before[p]);
    for (std::size_t p = 0; p < n_parts; ++p) readings.of_parts[p].push_back(parts[p]);
  }
  readings.load = trial.load();
  return readings;
}

/// Costs of phases by what they count, but for those that need contact or other ranks.
std::map<std::string, UnitCost> costs_of_phases(const Readings& readings) {
  std::map<std::string, UnitCost> costs;
  for (std::size_t p = 0; p < phase_works().size(); ++p) {
    const PhaseWork& work = phase_works()[p];
    const bool is_balanced = work.cost.ns == 0;
    const double count = is_balanced ? 1 : work.count(readings.load);
    const std::string_view name = work.name;
    if (count == 0 || name == "contact" || name == "exchange") continue;
    const UnitCost cost = unit_cost(readings.of_phases[p], trial_window * count);
    if (cost.ns > 0) costs[work.name] = {is_balanced ? 0 : cost.ns, cost.spread};
  }
  return costs;
}

/// [part] Of one element [ns]: those whose family times parts by these times, others by their kind; 0 without elements.
std::vector<double> costs_of_parts(const Model& piece, const Readings& readings) {
  const std::vector<double> n = elements_of_parts(piece);
  std::vector<double> costs(n.size(), 0.0);
  for (std::size_t p = 0; p < n.size(); ++p)
    if (n[p] > 0) costs[p] = unit_cost(readings.of_parts[p], trial_window * n[p]).ns;
  const auto take_kind = [&](const char* kind, const auto& elements) {
    const std::size_t work = std::size_t(work_of_phase(kind) - phase_works().data());
    for (const auto& element : elements)
      costs[std::size_t(element.part)] = unit_cost(readings.of_phases[work], trial_window * double(elements.size())).ns;
  };
  take_kind("beams", piece.beams);
  take_kind("springs", piece.springs);
  return costs;
}

/// [part] By the table, the mean of its elements in the piece [ns].
std::vector<double> table_of_parts(const Model& piece) {
  const ElementCosts table = estimate_costs(piece, {});
  const std::vector<double> n = elements_of_parts(piece);
  std::vector<double> costs(n.size(), 0.0);
  std::size_t e = 0;
  piece.for_each_element([&](const auto& element) {
    const std::size_t part = std::size_t(element.part);
    costs[part] += table.unit * table.element[e++] / n[part];
  });
  return costs;
}

}  // namespace

Partition elements_to_try(const Model& model) {
  const std::vector<double> n_of_part = elements_of_parts(model);
  const std::size_t n_parts = n_of_part.size() - std::size_t(std::ranges::count(n_of_part, 0.0));
  const std::size_t most = std::max(least_of_part, most_elements / std::max<std::size_t>(n_parts, 1));
  std::vector<std::size_t> taken(n_of_part.size(), 0);
  Partition sample{2, "", {}, {}};
  model.for_each_element(
      [&](const auto& element) { sample.rank.push_back(taken[std::size_t(element.part)]++ < most ? 0 : 1); });
  return sample;
}

TrialCosts measure_by_trial(const Model& model, Domain piece, const kernels::KernelTable& kernels,
                            Precision precision) {
  const TimedApart apart;
  const TimePoint start = Profile::Clock::now();
  bare(piece);
  Readings readings;
  run_planned_ranks(1, {.steps = true}, [&](World& world) {
    Trial trial(world, piece, kernels, precision);
    readings = step_trial(trial, model.parts.size(), start);
  });
  const std::vector<double> n = elements_of_parts(model), measured = costs_of_parts(piece.model, readings),
                            table = table_of_parts(piece.model);
  TrialCosts trial;
  MeasuredCosts& costs = trial.costs;
  double sum = 0, sum_of_table = 0, count = 0;
  for (std::size_t p = 0; p < n.size(); ++p) {
    if (n[p] == 0 || model.materials[std::size_t(model.parts[p].material)].has_no_stress()) continue;
    const double cost = measured[p] > 0 ? measured[p] : table[p];
    costs.part[model.parts[p].id] = cost;
    sum += n[p] * cost;
    sum_of_table += n[p] * table[p];
    count += n[p];
  }
  const double ratio = sum_of_table > 0 && sum > 0 ? sum / sum_of_table : 1;
  costs.phase = costs_of_phases(readings);
  const UnitCost exchange = table_cost("exchange");
  costs.phase["exchange"] = {ratio * exchange.ns, exchange.spread};
  if (!model.contacts.empty()) costs.face = ratio * table_cost_of_face();
  trial.note = fmt::format(
      "costs measured in {:.2f} s: an element {:.1f} ns (by the table {:.1f}), a node {:.1f} ns (by the table {:.1f})",
      seconds_since(start), sum / std::max(count, 1.0), sum_of_table / std::max(count, 1.0), costs.phase["nodes"].ns,
      table_cost("nodes").ns);
  return trial;
}

}  // namespace crumple
