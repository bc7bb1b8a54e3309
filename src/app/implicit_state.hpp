// What the kinds of implicit analysis have in common: the state of a rank, the equations, the solver, outputs. Used by
// implicit_modes.cpp and implicit_statics.cpp, which implicit_analysis.cpp calls.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/job.hpp"
#include "app/rank_state.hpp"
#include "io/run_result.hpp"
#include "physics/implicit/stiffness.hpp"
#include "solver/decided_solver.hpp"

namespace crumple {

class ImplicitState {
 public:
  /// The model at t = 0. Errors: constraints that contradict each other. Collective.
  explicit ImplicitState(const Job& job);

  const Implicit& implicit() const { return job.domain.model.implicit; }
  Moment moment() { return {own.step, own.elements, features, mid, energies}; }
  void log(const std::string& line) { job.outputs.messages.line(line); }

  /// Factors K - shift M. Collective.
  void factor(double shift = 0);
  /// In place, root's columns. Collective.
  void solve(std::vector<double>& columns, int n_columns);
  /// The same for distributed columns.
  void solve(ColumnBlock& block);
  /// Strains the elements by displacements of the nodes from their positions at the start, times `scale`, during
  /// clock.dt. The stresses follow from strains that are linear in them: the kernels evaluate them on the geometry at
  /// mid-step, which here is the initial one.
  void strain_linearly(const NodalVector& step, double scale = 1);
  /// Writes the outputs that are due. Collective.
  void record(bool is_last);

  const Job& job;
  RankState own;
  FeatureList features;
  MidVelocity mid;
  Energies energies;
  Rows at_start;  ///< positions [length]
  double long_step;  ///< so long that nothing depends on rates [time]
  Stiffness stiffness;
  const Equations& equations;
  std::unique_ptr<SparseSolver> solver;
  DecidedSolver decided;
};

/// Finds modes of vibration or buckling and writes them. Collective.
void find_modes_of_model(ImplicitState& state, RunResult& result);
/// Steps to ENDTIM. Linear: the displacements under the loads of each step, with the stiffness of t = 0. Otherwise by
/// equilibrium iterations; ends with an error where they fail. Collective.
void solve_linear_statics(ImplicitState& state);
void solve_nonlinear_statics(ImplicitState& state);

}  // namespace crumple
