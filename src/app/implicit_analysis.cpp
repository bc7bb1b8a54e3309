#include "app/implicit_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>

#include "app/implicit_state.hpp"
#include "app/rank_load.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/mpi_profile.hpp"
#include "physics/results/energy.hpp"
#include "physics/implicit/quasi_statics.hpp"
#include "physics/results/state_hash.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {
namespace {

/// Of a step that is so long that nothing depends on rates, over the explicit one.
constexpr double quasi_static = 1e12;

Rows copy_of(const Rows& rows) {
  Rows copy("copy", rows.extent(0));
  Kokkos::deep_copy(copy, rows);
  return copy;
}

/// Sets the velocities to 0 and returns what they were.
MidVelocity set_aside(NodeState& nodes) {
  const MidVelocity aside{copy_of(nodes.velocity), copy_of(nodes.angular_velocity)};
  Kokkos::deep_copy(nodes.velocity, 0.0);
  Kokkos::deep_copy(nodes.angular_velocity, 0.0);
  return aside;
}

/// Of nonlinear statics, at the end of its first step and of the run.
std::vector<ModelForces> loads_of_run(const Implicit& implicit, double end, RankState& own,
                                      const FeatureList& features) {
  std::vector<ModelForces> loads;
  if (implicit.n_modes > 0 || implicit.is_linear) return loads;
  for (const double time : {own.clock.time + implicit.step, end})
    loads.push_back(forces_of_loads(own.step, own.clock, features, time));
  return loads;
}

void expect_double_precision(const Job& job) {
  if (job.run.precision != "double")
    throw Error("implicit analysis is computed in double precision: expected precision=double");
}

CarriedOver load(const Job& job, const SavedState* from, RankState& own, const FeatureList& features) {
  CarriedOver carried(job.run.stability);
  if (!from) return carried;
  StateArchive loading(job.world, *from);
  archive_run(loading, own, features, carried);
  for (const auto& family : own.elements.families) family->find_free_elements(own.nodes);
  for (const auto& feature : features) feature->resume(own.step);
  return carried;
}

}  // namespace

ImplicitState::ImplicitState(const Job& its_job, const SavedState* from)
    : job(its_job),
      own(job.world, job.domain, job.kernels, Precision::double_precision),
      features(make_features(own)),
      collectives(job.world, features),
      carried(load(job, from, own, features)),
      mid{Rows("velocity", own.nodes.count()), Rows("angular velocity", own.nodes.count())},
      at_start(copy_of(own.nodes.position)),
      first(own.clock),
      aside(set_aside(own.nodes)),
      bodies_aside(find<RigidBodies>(features)->motions()),
      long_step(quasi_static * own.clock.dt),
      stiffness(own.step, own.elements, features, long_step, loads_of_run(implicit(), end(), own, features)),
      equations(stiffness.equations()),
      progress(job.options.progress, job.world.is_root()),
      solver_log(job),
      solver(make_sparse_solver(job.world, solver_log.settings())),
      decided(job.world, *solver, equations.kinds(), stiffness.length(),
              job.options.bits == "same" ? DecidedSolver::Bits::same : DecidedSolver::Bits::off) {
  own.clock.dt = own.clock.dt_first = own.clock.dt_min = implicit().step;
  log(fmt::format(" implicit analysis: {} equations, {}", equations.count(), sparse_solver_name()));
}

void ImplicitState::show(const std::string& line) {
  if (!progress.due()) return;
  const std::string where =
      implicit().n_modes > 0 ? "" : fmt::format("t {:.4E} of {:.4E} ", own.clock.time, end());
  progress.show(where + line.substr(std::min(line.find_first_not_of(" \n"), line.size())));
}

void ImplicitState::end_if_asked() {
  double given[1] = {double(job.outputs.switches.poll())};
  job.world.broadcast(std::span<double>(given));
  const auto by = SenseSwitch(int(given[0]));
  if (by == SenseSwitch::none) return;
  log(describe(by));
  if (ends_run(by)) throw EndOfRun{by};
}

void ImplicitState::factor(double shift) {
  end_if_asked();
  if (has_no_equations()) return;
  Profile::Scope scope(phase<"factorisation">);
  decided.factor(stiffness.shifted(shift));
  const SolverStatistics& of = solver->statistics();
  log(fmt::format(" factorisation: {:.3E} entries, {:.3E} operations, {:.0f} MB of memory, {:.2f} s, {} negative "
                  "eigenvalues", of.n_factor_entries, of.n_operations, 1e-6 * of.memory, of.factor_seconds,
                  solver->n_negative()));
}

void ImplicitState::solve(std::vector<double>& columns, int n_columns) {
  end_if_asked();
  if (has_no_equations()) return;
  Profile::Scope scope(phase<"substitution">);
  decided.solve(columns, n_columns);
}

void ImplicitState::solve(ColumnBlock& block) {
  end_if_asked();
  Profile::Scope scope(phase<"substitution">);
  decided.solve(block);
  show(fmt::format("{} right-hand sides solved", solver->statistics().n_solves));
}

void ImplicitState::strain_linearly(const NodalVector& step, double scale) {
  NodeState& nodes = own.nodes;
  const double rate = scale / own.clock.dt;
  for (Index node = 0; node < nodes.count(); ++node) {
    set_row(nodes.position, node, row(at_start, node) + (0.5 * scale) * row(step.translation, node));
    set_row(nodes.velocity, node, rate * row(step.translation, node));
    set_row(nodes.angular_velocity, node, rate * row(step.rotation, node));
  }
  NodalDilatation& volumes = *find<NodalDilatation>(features);
  volumes.find_rates(own.step, own.clock.dt);
  for (const Side side : {Side::boundary, Side::interior}) {
    const ForceStep force_step{.side = side, .time = own.clock.time, .dt = own.clock.dt,
                               .dilatation = volumes.rates(), .is_linear = true};
    add_element_forces(own.elements, force_step, nodes);
  }
  clear_forces(nodes);
  Kokkos::deep_copy(nodes.position, at_start);
  Kokkos::deep_copy(nodes.velocity, 0.0);
  Kokkos::deep_copy(nodes.angular_velocity, 0.0);
}

void ImplicitState::record(bool is_last) {
  const DueOutputs due = job.outputs.take_due(own.clock.time, is_last, false);
  if (due.recorders.empty()) return;
  Profile::Scope scope(phase<"output">);
  carried.last_energies = find_energies();
  if (own.clock.cycle == 0) {
    const Energies& first = carried.last_energies;
    carried.initial_total = first.kinetic;
    carried.last_energies.initial_total = carried.initial_total;
  }
  job.outputs.report_failures(job.world, own.failures);
  if (due.needs_interfaces) collectives.interfaces.run(own.step);
  const Moment now = moment();
  for (Recorder* recorder : due.recorders) recorder->record(now);
  for (const std::string& line : carried.stability.check(now)) {
    job.outputs.warn(line);
    is_unstable = job.run.stability.stops;
    if (is_unstable) throw Error(line + " (unstable=stop)");
  }
}

Energies ImplicitState::find_energies() {
  const std::span<double> accounts = collectives.accounts.own();
  put_parts(own.ledger.sums(), accounts.begin());
  accounts[ledger_size] = double(own.failures.size());
  accounts[ledger_size + 1] = own.added_mass;
  collectives.accounts.run(own.step);
  EnergyLedger whole(job.domain.quanta.energy);
  take_parts(whole.sums(), accounts.begin());
  ExactSum of_bodies(job.domain.quanta.energy);
  std::vector<std::uint8_t> in_bodies(std::size_t(own.nodes.count()), 0);
  if (implicit().dynamics.is_on) {
    find<RigidBodies>(features)->add_kinetic_energy(of_bodies);
    for (const auto& feature : features) feature->mark_nodes_of_whole(in_bodies);
  }
  return sum_energies(job.world, job.domain, {own.elements, own.nodes, mid},
                      {whole, in_bodies, of_bodies, carried.initial_total});
}

void ImplicitState::note_velocities(const MidVelocity& velocities) {
  Kokkos::deep_copy(mid.velocity, velocities.velocity);
  Kokkos::deep_copy(mid.angular_velocity, velocities.angular_velocity);
}

/// Collective.
bool ImplicitState::has_velocities_aside() const {
  double most[1] = {0};
  for (Index node = 0; node < own.nodes.count(); ++node)
    most[0] = std::max({most[0], norm(row(aside.velocity, node)), norm(row(aside.angular_velocity, node))});
  job.world.max(most);
  return most[0] > 0;
}

double ImplicitState::end_of_detour(double explicit_dt) const {
  const ExplicitDetours& detours = implicit().detours;
  const double until = own.clock.time + std::max(explicit_for_, detours.n_cycles * explicit_dt);
  return detours.end_before_last_step ? std::min(until, end() - implicit().step) : until;
}

SavedState ImplicitState::save() {
  const bool goes_on_moving = implicit().dynamics.is_on && (begins_moving() || !has_velocities_aside());
  if (!goes_on_moving) {
    Kokkos::deep_copy(own.nodes.velocity, aside.velocity);
    Kokkos::deep_copy(own.nodes.angular_velocity, aside.angular_velocity);
    find<RigidBodies>(features)->set_velocities(bodies_aside);
  }
  double stable[1] = {smallest_dt(own.elements)};
  job.world.min(stable);
  Clock next = first;
  next.time = own.clock.time;
  next.cycle = own.clock.cycle;
  next.dt = own.limited_dt(stable[0]);
  next.dt_min = std::min(next.dt_min, next.dt);
  next.dt_previous = 0;
  if (leaves()) carried.explicit_until = end_of_detour(next.dt);
  own.clock = next;
  StateArchive saving(job.world);
  archive_run(saving, own, features, carried);
  return saving.finish();
}

RunResult run_implicit(const Job& job, ImplicitPhase* phase) {
  RunResult result;
  const auto begin = Profile::Clock::now();
  if (!phase) start_mpi_steps();
  try {
    expect_double_precision(job);
    if (job.dump && !phase) throw Error("implicit analysis does not go on from a dump");
    std::optional<Profile::Scope> scope(std::in_place, crumple::phase<"initialization">);
    if (!phase) job.stages.begin("initialising");
    ImplicitState state(job, phase ? &phase->state : nullptr);
    job.stages.finish();
    scope.reset();
    job.outputs.start(state.moment());
    const bool is_modal = state.implicit().n_modes > 0;
    result.reason = is_modal ? "no modes" : "termination time reached";
    try {
      if (is_modal) find_modes_of_model(state, result);
      else if (state.implicit().is_linear) solve_linear_statics(state);
      else result.reason = solve_nonlinear_statics(state);
    } catch (const Error& error) {  // on all ranks
      result.termination = state.is_unstable ? Termination::unstable : Termination::error;
      result.reason = error.what();
    } catch (const EndOfRun& end) {  // on all ranks
      result.termination = termination_by(end.by);
      result.reason = describe(end.by);
    }
    state.progress.close();
    if (!is_modal)
      result.state_hash =
          fmt::format("{:016x}", state_hash(job.world, job.domain, state.own.elements, state.own.nodes));
    result.clock = state.own.clock;
    result.energies = state.carried.last_energies;
    result.own_load = describe_rank(job.domain, state.features);
    result.solver = state.solver_log.totals(state.equations.count());
    if (!phase) end_mpi_steps();
    const bool goes_on = state.leaves() || state.end() < job.domain.model.control.end_time;
    if (phase && result.termination == Termination::normal && goes_on) {
      *phase = {state.save(), false};
      return result;
    }
    job.outputs.finish(result);
  } catch (const Error& error) {  // on all ranks
    result.termination = Termination::error;
    result.reason = error.what();
  }
  job.stages.finish();
  result.wall_step_loop = seconds_since(begin);
  return result;
}

ModesFound find_modes_on_the_way(const Job& job, const SavedState& from, int n_modes, const std::string& file) {
  Implicit& implicit = job.domain.model.implicit;
  implicit.is_on = true;
  implicit.n_modes = n_modes;
  ModesFound found;
  try {
    expect_double_precision(job);
    ImplicitState state(job, &from);
    found.text = write_frequencies(state, file);
    state.progress.close();
  } catch (const Error& error) {  // on all ranks
    found = {error.what(), Termination::error};
  } catch (const EndOfRun& end) {  // on all ranks
    found = {describe(end.by), termination_by(end.by)};
  }
  implicit.is_on = false;
  implicit.n_modes = 0;
  return found;
}

}  // namespace crumple
