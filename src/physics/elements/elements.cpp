#include "physics/elements/elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/error.hpp"
#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/elements/nodal_dilatation.hpp"
#include "physics/state/element_output.hpp"

namespace crumple {
namespace {

/// Ties go to the families in their order, then to the smallest id.
bool is_lower(const StepLimit& a, const StepLimit& b) {
  if (a.element == 0 || b.element == 0) return b.element == 0 && a.element != 0;
  return std::tuple(a.dt, a.kind, a.element) < std::tuple(b.dt, b.kind, b.element);
}

/// Contributions to masses are positive: if the sum is in the exact range, so were all contributions.
void require_exact_masses(const World& world, const Domain& domain, const NodeState& state) {
  const double most_mass = 2 * domain.quanta.mass.limit(), most_inertia = 2 * domain.quanta.inertia.limit();
  double bad[1] = {0};  // also for NaN
  for (Index i = 0; i < state.count(); ++i)
    if (!(state.mass(i) <= most_mass && state.inertia(i) <= most_inertia))
      bad[0] = std::max(bad[0], double(domain.model.nodes.id[i]));
  world.max(bad);
  if (bad[0] > 0)
    throw Error(
        fmt::format("node {}: its mass is not a number or more than {:.4E}, or its rotational inertia more than "
                    "{:.4E}, up to which sums are exact",
                    Id(bad[0]), most_mass, most_inertia));
}

}  // namespace

Elements make_elements(const Domain& domain, const kernels::KernelTable& table, Precision precision,
                       const NodeState& state, const Column& own_mass) {
  const auto constants = std::make_shared<const ElementConstants>(make_element_constants(domain.model));
  const Model& model = domain.model;
  return {precision,
          make_families({domain, table, precision, state, own_mass, constants}),
          {kernels::RunVector<std::uint8_t>(model.shells.size(), 1),
           kernels::RunVector<std::uint8_t>(model.solids.size(), 1)},
          Column("dilatation", has_averaged_volumes(model) ? std::size_t(state.count()) : 0)};
}

void find_first_steps(Elements& elements, NodeState& state) {
  for (const auto& family : elements.families) family->find_first_steps(state);
}

double scale_masses(Elements& elements, const MassScaling& scaling) {
  double added = 0;
  for (const auto& family : elements.families) added += family->scale_masses(scaling);
  return added;
}

MassScaling first_mass_scaling(const Control& control) {
  return {control.mass_scaling_dt, control.mass_scaling_of_all ? no_step_limit : control.mass_scaling_dt};
}

MassScaling later_mass_scaling(const Control& control, double smallest_dt) {
  constexpr double reserve = 1.01, rounding = 1e-5;
  return {reserve * control.mass_scaling_dt, (1 - rounding) * control.mass_scaling_dt, smallest_dt};
}

void lump_masses(const World& world, const Elements& elements, const Domain& domain, HaloExchange& halo,
                 NodeState& state) {
  Rows sums("mass, inertia", std::size_t(state.count()));
  for (const auto& family : elements.families) family->add_masses(sums, {});
  for (const PointMass& mass : domain.model.masses) {
    sums(mass.node, 0) += domain.quanta.mass.round(mass.mass);
    sums(mass.node, 1) += domain.quanta.inertia.round(mass.mean_inertia());
  }
  halo.sum({sums.data()});
  for (Index i = 0; i < state.count(); ++i) {
    state.mass(i) = sums(i, 0);
    state.inertia(i) = sums(i, 1);
  }
  require_exact_masses(world, domain, state);
}

std::vector<double> mass_shares(const Elements& elements, HaloExchange& halo, Index n_nodes, PartChoice of) {
  const Rows all("mass", std::size_t(n_nodes)), chosen("mass of parts", std::size_t(n_nodes));
  for (const auto& family : elements.families) {
    family->add_masses(all, {});
    family->add_masses(chosen, of);
  }
  halo.sum({all.data(), chosen.data()});
  std::vector<double> shares;
  for (Index i = 0; i < n_nodes; ++i) shares.push_back(all(i, 0) > 0 ? chosen(i, 0) / all(i, 0) : 0);
  return shares;
}

void add_element_forces(Elements& elements, const ForceStep& step, NodeState& state) {
  for (const auto& family : elements.families) family->add_forces(step, state);
}

double smallest_dt(const Elements& elements) {
  Profile::Scope scope(phase<"time step", Stage::forces>);
  double smallest = 1e30;
  for (const auto& family : elements.families) family->find_smallest_dt(smallest);
  wait_for_device();
  return smallest;
}

void check_elements(Elements& elements, const DeletionNotes& notes, ElementChecks& checks) {
  for (const auto& family : elements.families) family->count_failed(notes, checks.n_failed);
  Profile::Scope scope(phase<"time step", Stage::forces>);
  for (const auto& family : elements.families) family->find_smallest_dt(checks.smallest_dt);
}

StepLimit find_step_limit(const Elements& elements) {
  StepLimit limit;
  for (const auto& family : elements.families)
    if (const StepLimit its = family->find_step_limit(); is_lower(its, limit)) limit = its;
  return limit;
}

std::vector<StepLimit> smallest_steps(const Elements& elements, std::size_t n) {
  std::vector<StepLimit> steps;
  for (const auto& family : elements.families) {
    for (Index e = 0; e < family->count(); ++e)
      if (const double dt = family->facts(e).stable_step; dt < no_step_limit)
        steps.push_back({dt, family->kind(), family->id(e), family->part_id(e)});
    keep_smallest(steps, n);
  }
  return steps;
}

void keep_smallest(std::vector<StepLimit>& steps, std::size_t n) {
  const auto end = steps.begin() + std::ptrdiff_t(std::min(n, steps.size()));
  std::ranges::partial_sort(steps, end, is_lower);
  steps.erase(end, steps.end());
}

StepLimit find_rigid_step_limit(Elements& elements, NodeState& state) {
  StepLimit limit;
  for (const auto& family : elements.families)
    if (const StepLimit its = family->find_rigid_step_limit(state); is_lower(its, limit)) limit = its;
  return limit;
}

StepLimit global_step_limit(const World& world, StepLimit limit) {
  double dt[1] = {limit.dt};
  world.min(dt);
  // Among the ranks with this dt: the first family, then the smallest element id. Ids are exact in double.
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

bool note_deletions(Elements& elements, DeletionNotes& notes) {
  double n_failed = 0;
  for (const auto& family : elements.families) family->count_failed(notes, n_failed);
  wait_for_device();
  if (n_failed == 0) return false;
  for (const auto& family : elements.families) family->note_deletions(notes, elements.status);
  return true;
}

void count_live_elements(Elements& elements, HaloExchange& halo, NodeState& state) {
  Rows counts("live elements", std::size_t(state.count()));
  for (const auto& family : elements.families) family->count_live(counts);
  halo.sum({counts.data()});
  for (Index i = 0; i < state.count(); ++i) state.live_elements(i) = counts(i, 0);
  for (const auto& family : elements.families) family->find_free_elements(state);
}

std::string describe_element_at(const Elements& elements, const Model& model, Index node) {
  for (const auto& family : elements.families)
    for (Index e = 0; e < family->count(); ++e) {
      const Part& part = model.parts[family->part(e)];
      if (model.materials[part.material].has_no_stress()) continue;
      if (family->has_node(e, node))
        return fmt::format("{} {} of part {}", family->name(), family->id(e), part.id);
    }
  return "no element";
}

ElementEnergies element_energies(const Elements& elements) {
  ElementEnergies sum;
  for (const auto& family : elements.families) {
    const ElementEnergies its = family->energies();
    sum.internal += its.internal;
    sum.hourglass += its.hourglass;
  }
  return sum;
}

ElementOutput element_output(const Elements& elements, const Model& model) {
  ElementOutput out(model.n_elements());
  for (const auto& family : elements.families) family->output(out);
  return out;
}

ElementStress element_stress(const Elements& elements, Index item) {
  for (const auto& family : elements.families)
    if (const Index e = item - Index(family->first_element()); e >= 0 && e < family->count()) return family->stress(e);
  return {};
}

ElementHistory element_history(const Elements& elements, Index item) {
  for (const auto& family : elements.families)
    if (const Index e = item - Index(family->first_element()); e >= 0 && e < family->count()) return family->history(e);
  return {};
}

}  // namespace crumple
