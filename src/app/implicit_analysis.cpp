#include "app/implicit_analysis.hpp"

#include <fmt/format.h>

#include <chrono>

#include "app/implicit_state.hpp"
#include "app/rank_load.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "physics/results/energy.hpp"
#include "physics/results/state_hash.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {
namespace {

/// Of a step that is so long that nothing depends on rates, over the explicit one.
constexpr double quasi_static = 1e12;

/// Initial velocities have no part in implicit analysis. Returns the positions.
Rows stop(NodeState& nodes) {
  Kokkos::deep_copy(nodes.velocity, 0.0);
  Kokkos::deep_copy(nodes.angular_velocity, 0.0);
  Rows position("positions at the start", std::size_t(nodes.count()));
  Kokkos::deep_copy(position, nodes.position);
  return position;
}

}  // namespace

ImplicitState::ImplicitState(const Job& its_job)
    : job(its_job),
      own(job.world, job.domain, job.kernels, Precision::double_precision),
      features(make_features(own)),
      mid{Rows("velocity", own.nodes.count()), Rows("angular velocity", own.nodes.count())},
      at_start(stop(own.nodes)),
      long_step(quasi_static * own.clock.dt),
      stiffness(own.step, own.elements, features, long_step),
      equations(stiffness.equations()),
      solver(make_sparse_solver(
          job.world, {job.prefix.substr(0, job.prefix.rfind('/') + 1), job.domain.model.implicit.is_out_of_core})),
      decided(job.world, *solver, equations.kinds(), stiffness.length()) {
  own.clock.dt = own.clock.dt_first = own.clock.dt_min = implicit().step;
  log(fmt::format(" implicit analysis: {} equations, {}", equations.count(), sparse_solver_name()));
}

void ImplicitState::factor(double shift) {
  Profile::Scope scope(phase<"factorisation">);
  decided.factor(stiffness.shifted(shift));
  const SolverStatistics& of = solver->statistics();
  log(fmt::format(" factorisation: {:.3E} entries, {:.3E} operations, {:.0f} MB of memory, {:.2f} s",
                  of.n_factor_entries, of.n_operations, 1e-6 * of.memory, of.factor_seconds));
}

void ImplicitState::solve(std::vector<double>& columns, int n_columns) {
  Profile::Scope scope(phase<"substitution">);
  decided.solve(columns, n_columns);
}

void ImplicitState::solve(ColumnBlock& block) {
  Profile::Scope scope(phase<"substitution">);
  decided.solve(block);
}

void ImplicitState::strain_linearly(const NodalVector& step, double scale) {
  NodeState& nodes = own.nodes;
  const double rate = scale / own.clock.dt;
  for (Index node = 0; node < nodes.count(); ++node) {
    set_row(nodes.position, node, row(at_start, node) + (0.5 * scale) * row(step.translation, node));
    set_row(nodes.velocity, node, rate * row(step.translation, node));
    set_row(nodes.angular_velocity, node, rate * row(step.rotation, node));
  }
  for (const Side side : {Side::boundary, Side::interior})
    add_element_forces(own.elements, {side, own.clock.time, own.clock.dt}, nodes);
  clear_forces(nodes);
  Kokkos::deep_copy(nodes.position, at_start);
  Kokkos::deep_copy(nodes.velocity, 0.0);
  Kokkos::deep_copy(nodes.angular_velocity, 0.0);
}

void ImplicitState::record(bool is_last) {
  const DueOutputs due = job.outputs.take_due(own.clock.time, is_last, false);
  if (due.recorders.empty()) return;
  Profile::Scope scope(phase<"output">);
  ExactSum kinetic(job.domain.quanta.energy);
  energies = sum_energies(job.world, job.domain, {own.elements, own.nodes, mid}, {own.ledger, {}, kinetic, 0});
  const Moment now = moment();
  for (Recorder* recorder : due.recorders) recorder->record(now);
}

RunResult run_implicit(const Job& job) {
  RunResult result;
  const auto begin = Profile::Clock::now();
  try {
    if (job.run.precision != "double")
      throw Error("implicit analysis is computed in double precision: expected precision=double");
    if (job.dump) throw Error("implicit analysis does not go on from a dump");
    ImplicitState state(job);
    job.outputs.start(state.moment());
    const bool is_modal = state.implicit().n_modes > 0;
    result.reason = is_modal ? "no modes" : "termination time reached";
    try {
      if (is_modal) find_modes_of_model(state, result);
      else if (state.implicit().is_linear) solve_linear_statics(state);
      else solve_nonlinear_statics(state);
    } catch (const Error& error) {  // on all ranks
      result.termination = Termination::error;
      result.reason = error.what();
    }
    if (!is_modal)
      result.state_hash =
          fmt::format("{:016x}", state_hash(job.world, job.domain, state.own.elements, state.own.nodes));
    result.clock = state.own.clock;
    result.energies = state.energies;
    result.own_load = describe_rank(job.domain, state.features);
    job.outputs.finish(result);
  } catch (const Error& error) {  // on all ranks
    result.termination = Termination::error;
    result.reason = error.what();
  }
  result.wall_step_loop = std::chrono::duration<double>(Profile::Clock::now() - begin).count();
  return result;
}

}  // namespace crumple
