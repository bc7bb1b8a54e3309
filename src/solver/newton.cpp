#include "solver/newton.hpp"

#include <algorithm>
#include <cmath>

#include "solver/secants.hpp"
#include "solver/sparse_solver.hpp"

namespace crumple {
namespace {

using Vector = std::vector<double>;

constexpr int most_searches = 8;  // residuals of a line search

class NewtonIteration {
 public:
  NewtonIteration(const World& world, NonlinearSystem& system, const NewtonLimits& limits,
            const std::vector<std::uint8_t>& kinds, Vector& total)
      : world_(world),
        system_(system),
        limits_(limits),
        convergence_(world, limits, kinds, total, system.length(), system.negligible_residual()) {}

  NewtonResult run(const std::function<void(int, const NewtonNorms&)>& report) {
    NewtonResult result;
    if (!system_.find_residual(residual_)) return failed(result, "an element is inverted at the start of the step");
    result.first_residual = convergence_.norm_of(residual_);
    if (convergence_.is_negligible(result.first_residual) && !system_.is_to_move()) {
      result.has_converged = true;
      return result;
    }
    int since_factors = limits_.iterations;
    for (;;) {
      if (since_factors >= limits_.iterations) {
        if (result.n_factorisations == limits_.factorisations)
          return failed(result, "equilibrium was not found with MAXREF stiffness matrices");
        system_.factor();
        ++result.n_factorisations;
        updates_.clear();
        since_factors = 0;
      }
      Vector direction = residual_;
      updates_.before_solution(direction);
      system_.solve(direction, 1);
      updates_.after_solution(direction);
      const Vector before = residual_;
      NewtonNorms norms;
      if (!search(direction, norms.line)) {
        if (since_factors > 0) {  // of an old tangent: another one may lead elsewhere
          since_factors = limits_.iterations;
          continue;
        }
        return failed(result, "the elements are inverted, or the forces grow, along the direction of the solution");
      }
      ++result.n_iterations;
      ++since_factors;
      const Vector step = scaled(direction, norms.line);
      const auto verdict = convergence_.judge(step, before, residual_, norms);
      report(result.n_iterations, norms);
      if (verdict == Convergence::Verdict::converged) {
        result.has_converged = true;
        return result;
      }
      const bool is_updated = world_.is_root() && updates_.take(step, norms.line, before, residual_);
      if (verdict == Convergence::Verdict::diverging || agreed(world_, is_updated) == 0)
        since_factors = limits_.iterations;
    }
  }

 private:
  static NewtonResult failed(NewtonResult& result, const char* why) {
    result.failure = why;
    return result;
  }

  /// Moves along the direction to where its power against the residual is small, LSTOL of that at the start: by
  /// halving while there is no residual, then by false position (Illinois). False: there is no such place, and nothing
  /// has moved.
  bool search(const Vector& direction, double& line) {
    const double at_start = agreed(world_, product(direction, residual_));
    double at = 0, left = 0, left_power = at_start, right = -1, right_power = 0;
    double next = 1;
    for (int n = 0; n < most_searches; ++n) {
      move(direction, next - at);
      at = next;
      if (!system_.find_residual(trial_)) {
        right = -1;
        next = left + 0.5 * (at - left);
        continue;
      }
      const double power = agreed(world_, product(direction, trial_));
      if (std::abs(power) <= limits_.line_search * std::abs(at_start) || at_start == 0) {
        residual_ = trial_;
        line = at;
        return true;
      }
      if ((power > 0) == (at_start > 0)) {
        left = at;
        left_power = power;
        if (right > 0) right_power *= 0.5;
      } else {
        right = at;
        right_power = power;
      }
      if (right < 0) {
        if (at >= 1) {  // softer than the tangent: the whole step, unless the force grows
          if (std::abs(power) > 10 * std::abs(at_start)) break;
          residual_ = trial_;
          line = at;
          return true;
        }
        next = std::min(1.0, 2 * at);
      } else {
        next = left + (right - left) * left_power / (left_power - right_power);
      }
    }
    move(direction, -at);
    return false;
  }
  void move(const Vector& direction, double by) { system_.advance(scaled(direction, by)); }

  const World& world_;
  NonlinearSystem& system_;
  const NewtonLimits& limits_;
  Convergence convergence_;
  Secants updates_;
  Vector residual_, trial_;
};

}  // namespace

NewtonResult solve_nonlinear(const World& world, NonlinearSystem& system, const NewtonLimits& limits,
                             const std::vector<std::uint8_t>& kinds, std::vector<double>& before,
                             const std::function<void(int iteration, const NewtonNorms&)>& report) {
  try {
    return NewtonIteration(world, system, limits, kinds, before).run(report);
  } catch (const SingularMatrix& error) {
    return {.failure = error.what()};
  }
}

}  // namespace crumple
