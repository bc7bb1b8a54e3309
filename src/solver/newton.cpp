#include "solver/newton.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "solver/sparse_solver.hpp"

namespace crumple {
namespace {

using Vector = std::vector<double>;

constexpr int most_searches = 8;           // residuals of a line search
constexpr double least_condition = 1e-5;   // of an update, Matthies and Strang
constexpr double diverged = 1e3;           // growth of the energy
constexpr double rounding = 1e-11;         // of the first residual: there is nothing left to solve

/// In a fixed order.
double product(const Vector& x, const Vector& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

/// Of translations.
double square(const Vector& x, const std::vector<std::uint8_t>& kinds) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (kinds[i] == 0) sum += x[i] * x[i];
  return sum;
}

void add(Vector& x, double factor, const Vector& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += factor * y[i];
}

/// Root's decision for all.
double agreed(const World& world, double value) {
  double shared[1] = {value};
  world.broadcast(std::span<double>(shared));
  return shared[0];
}

/// The inverse of the factored tangent, updated by secants: K^-1 = A^T K0^-1 A with A = product of 1 + v w^T.
class Updates {
 public:
  void clear() { v_.clear(), w_.clear(); }
  void before_solution(Vector& r) const {
    for (std::size_t k = v_.size(); k-- > 0;) add(r, product(w_[k], r), v_[k]);
  }
  void after_solution(Vector& d) const {
    for (std::size_t k = 0; k < v_.size(); ++k) add(d, product(v_[k], d), w_[k]);
  }
  /// The residual changed from `before` to `after` along the step `line` times the direction that `before` led to.
  /// False: the tangent is too far from the secant.
  bool take(const Vector& step, double line, const Vector& before, const Vector& after) {
    Vector gamma = before;
    add(gamma, -1, after);
    const double along = product(step, gamma), tangent = line * product(step, before);  // of K0 step = line before
    if (!(along > 0) || !(tangent > 0)) return false;
    const double condition = std::sqrt(along / tangent);
    if (condition > 1 / least_condition || condition < least_condition) return false;
    Vector v(gamma.size()), w = step;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = -condition * line * before[i] - gamma[i];
    for (double& component : w) component /= along;
    v_.push_back(std::move(v));
    w_.push_back(std::move(w));
    return true;
  }

 private:
  std::vector<Vector> v_, w_;
};

class Iteration {
 public:
  Iteration(const World& world, NonlinearSystem& system, const NewtonLimits& limits,
            const std::vector<std::uint8_t>& kinds, Vector& total)
      : world_(world), system_(system), limits_(limits), kinds_(kinds), total_(total) {}

  NewtonResult run(const std::function<void(int, const NewtonNorms&)>& report) {
    NewtonResult result;
    if (!system_.find_residual(residual_)) return failed(result, "an element is inverted at the start of the step");
    double first[1] = {std::sqrt(square(residual_, kinds_))};
    world_.broadcast(std::span<double>(first));
    result.first_residual = first_residual_ = first[0];
    if (is_negligible(first_residual_)) {
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
      system_.solve(direction);
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
      Vector step = direction;
      for (double& component : step) component *= norms.line;
      if (total_.empty()) total_.assign(step.size(), 0.0);
      add(total_, 1, step);
      const Verdict verdict = judge(step, before, norms);
      report(result.n_iterations, norms);
      if (verdict == Verdict::converged) {
        result.has_converged = true;
        return result;
      }
      const bool is_updated = world_.is_root() && updates_.take(step, norms.line, before, residual_);
      if (verdict == Verdict::diverging || agreed(world_, is_updated) == 0) since_factors = limits_.iterations;
    }
  }

 private:
  enum class Verdict { converged, going_on, diverging };

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
  void move(const Vector& direction, double by) {
    Vector step = direction;
    for (double& component : step) component *= by;
    system_.advance(step);
  }

  bool is_negligible(double residual) const {
    return agreed(world_, residual <= system_.negligible_residual() ? 1.0 : 0.0) > 0;
  }

  Verdict judge(const Vector& step, const Vector& before, NewtonNorms& norms) {
    double values[4] = {square(step, kinds_), square(total_, kinds_), std::abs(product(step, before)),
                        square(residual_, kinds_)};
    world_.broadcast(std::span<double>(values));
    const double residual = std::sqrt(values[3]);
    if (first_energy_ < 0) first_energy_ = values[2];
    const auto ratio = [](double a, double b) { return b > 0 ? a / b : 0.0; };
    norms.displacement = ratio(std::sqrt(values[0]), std::sqrt(values[1]));
    norms.energy = ratio(values[2], first_energy_);
    norms.residual = ratio(residual, first_residual_);
    if (norms.residual < rounding || is_negligible(residual)) return Verdict::converged;
    if (norms.displacement < limits_.displacement && norms.energy < limits_.energy &&
        norms.residual < limits_.residual)
      return Verdict::converged;
    if (!(norms.energy < diverged)) return Verdict::diverging;
    return Verdict::going_on;
  }

  const World& world_;
  NonlinearSystem& system_;
  const NewtonLimits& limits_;
  const std::vector<std::uint8_t>& kinds_;
  Vector& total_;  ///< displacements, with those before
  Updates updates_;
  Vector residual_, trial_;
  double first_energy_ = -1, first_residual_ = 0;
};

}  // namespace

NewtonResult solve_nonlinear(const World& world, NonlinearSystem& system, const NewtonLimits& limits,
                             const std::vector<std::uint8_t>& kinds, std::vector<double>& before,
                             const std::function<void(int iteration, const NewtonNorms&)>& report) {
  try {
    return Iteration(world, system, limits, kinds, before).run(report);
  } catch (const SingularMatrix& error) {
    return {.failure = error.what()};
  }
}

}  // namespace crumple
