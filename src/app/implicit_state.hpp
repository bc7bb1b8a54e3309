// What the kinds of implicit analysis have in common: the state of a rank, the equations, the solver, outputs. Used by
// implicit_modes.cpp and implicit_statics.cpp, which implicit_analysis.cpp calls.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/job.hpp"
#include "app/progress.hpp"
#include "app/rank_state.hpp"
#include "app/run_archive.hpp"
#include "app/sense_switch.hpp"
#include "app/solver_log.hpp"
#include "app/step_collectives.hpp"
#include "io/run_result.hpp"
#include "physics/bodies/rigid_bodies.hpp"
#include "physics/implicit/stiffness.hpp"
#include "solver/decided_solver.hpp"

namespace crumple {

/// Thrown on all ranks where a sense switch, a signal or maxtime= ends the run.
struct EndOfRun {
  SenseSwitch by;
};

class ImplicitState {
 public:
  /// The model at t = 0, or in that state. Errors: constraints that contradict each other. Collective.
  ImplicitState(const Job& job, const SavedState* from);

  const Implicit& implicit() const { return job.domain.model.implicit; }
  Moment moment() {
    const double added_mass = collectives.accounts.own()[ledger_size + 1];
    return {own.step, own.elements, features, mid, carried.last_energies, 0, added_mass};
  }
  /// The time at which the run ends or becomes explicit.
  double end() const { return implicit().end_of_phase(first.time, job.domain.model.control.end_time); }
  /// A line of mes0000, and of progress.
  void log(const std::string& line) {
    job.outputs.messages.line(line);
    show(line);
  }
  void show(const std::string& line);

  /// Factors K - shift M. Errors, here and in solve: EndOfRun. Collective.
  void factor(double shift = 0);
  /// In place, root's columns. Collective.
  void solve(std::vector<double>& columns, int n_columns);
  /// The same for distributed columns.
  void solve(ColumnBlock& block);
  /// Strains the elements by displacements of the nodes from their positions at the start, times `scale`, during
  /// clock.dt. The stresses follow from strains that are linear in them: the kernels evaluate them on the geometry at
  /// mid-step, which here is the initial one.
  void strain_linearly(const NodalVector& step, double scale = 1);
  /// Whether inertia acts and the motion so far goes on: always where explicit steps came before.
  bool begins_moving() const {
    return implicit().dynamics.is_on &&
           (carried.has_initial_total || !implicit().has_phases() || implicit().detours.are_on);
  }
  /// For the outputs.
  void note_velocities(const MidVelocity& velocities);
  /// Of the whole model. Collective.
  Energies find_energies();
  /// Writes the outputs that are due. Collective.
  void record(bool is_last);
  /// The run is to be explicit for that time.
  void leave_for(double duration) { explicit_for_ = duration; }
  bool leaves() const { return explicit_for_ > 0; }
  /// The state from which an explicit run goes on, with the velocities that this analysis set aside. Collective.
  SavedState save();

  const Job& job;
  RankState own;
  FeatureList features;
  StepCollectives collectives;
  CarriedOver carried;
  MidVelocity mid;
  Rows at_start;               ///< positions [length]
  Clock first;                 ///< that of the explicit step at the start
  MidVelocity aside;           ///< velocities at the start; initial ones begin with the first explicit step
  RigidBodies::Motions bodies_aside;  ///< the same of rigid bodies
  double long_step;  ///< so long that nothing depends on rates [time]
  Stiffness stiffness;
  const Equations& equations;
  ProgressLine progress;
  SolverLog solver_log;
  std::unique_ptr<SparseSolver> solver;
  DecidedSolver decided;
  bool is_unstable = false;  ///< what ended the run

 private:
  void end_if_asked();
  /// As where all that can move is driven.
  bool has_no_equations() const { return equations.count() == 0 && implicit().n_modes == 0; }
  bool has_velocities_aside() const;
  double end_of_detour(double explicit_dt) const;

  double explicit_for_ = 0;  ///< [time]
};

/// Finds modes of vibration or buckling and writes them. Collective.
void find_modes_of_model(ImplicitState& state, RunResult& result);
/// Writes the frequencies of vibration alone, to a file; returns what it has found. Collective.
std::string write_frequencies(ImplicitState& state, const std::string& file);
/// Steps to ENDTIM. Linear: the displacements under the loads of each step, with the stiffness of t = 0. Otherwise by
/// equilibrium iterations, perhaps by the arc length method or to ENDCYC only; returns why the run ended. Errors: where
/// they fail, or leave_for an explicit part of the run. Collective.
void solve_linear_statics(ImplicitState& state);
const char* solve_nonlinear_statics(ImplicitState& state);

}  // namespace crumple
