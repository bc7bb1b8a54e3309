// Solutions of nonlinear equations r(q) = 0 by Newton's method with line searches and BFGS updates between
// factorisations. Matthies and Strang (1979), "The solution of nonlinear finite element equations". Vectors are on
// root, which decides; all ranks take part in residuals, factorisations and solutions. Used by app/implicit_statics.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "model/implicit.hpp"
#include "solver/convergence.hpp"

namespace crumple {

/// What is solved. All functions are collective; vectors are root's.
class NonlinearSystem {
 public:
  virtual ~NonlinearSystem() = default;
  /// Factors the tangent at the current state. Errors, here and below: SingularMatrix.
  virtual void factor() = 0;
  /// In place: the factored tangent's solutions of residuals, one after the other.
  virtual void solve(std::vector<double>& residuals, int n) = 0;
  /// Moves by q.
  virtual void advance(const std::vector<double>& q) = 0;
  /// At the current state. Empty on all ranks: there is none.
  virtual bool find_residual(std::vector<double>& residual) = 0;
  /// Whether advance() moves the system by more than its q, so that a state without residual is no equilibrium yet.
  virtual bool is_to_move() const { return false; }
  /// The norm of a residual that is none.
  virtual double negligible_residual() const { return 0; }
  /// Moments over forces of the same weight [length].
  virtual double length() const { return 1; }
};

struct NewtonResult {
  bool has_converged = false;
  int n_iterations = 0, n_factorisations = 0;
  double first_residual = 0;  ///< norm of that at the start
  std::string failure;  ///< empty: none
};

/// `kinds` [equation] on root: norms are over those of kind 0, translations; those of residuals over the others where
/// the first has moments alone. `before`: what displacements are compared
/// with beside those of this call; it gets them added. `report`: after each iteration. Collective.
NewtonResult solve_nonlinear(const World& world, NonlinearSystem& system, const NewtonLimits& limits,
                             const std::vector<std::uint8_t>& kinds, std::vector<double>& before,
                             const std::function<void(int iteration, const NewtonNorms&)>& report);

}  // namespace crumple
