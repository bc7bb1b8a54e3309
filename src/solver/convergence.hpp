// Whether iterations to equilibrium have converged, by the norms of *CONTROL_IMPLICIT_SOLUTION. Used by newton.cpp and
// arc_length.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/world.hpp"
#include "model/implicit.hpp"
#include "solver/vectors.hpp"

namespace crumple {

/// Of an iteration, relative to the whole displacement, to the first energy and to the first residual.
struct NewtonNorms {
  double displacement = 0, energy = 0, residual = 0, line = 1;  ///< line: of the line search
};

class Convergence {
 public:
  enum class Verdict { converged, going_on, diverging };

  /// `kinds` and `total`: as solve_nonlinear has them; both must outlive it. `length`, `negligible`: as the system's
  /// length() and negligible_residual().
  Convergence(const World& world, const NewtonLimits& limits, const std::vector<std::uint8_t>& kinds,
              std::vector<double>& total, double length, double negligible = 0)
      : world_(world), limits_(limits), kinds_(kinds), total_(total), length_(length), negligible_(negligible) {}

  /// The norm of root's residual, with moments. Collective.
  double norm_of(const std::vector<double>& residual) const {
    double value[1] = {with_moments(residual)};
    world_.broadcast(std::span<double>(value));
    return value[0];
  }
  bool is_negligible(double norm) const { return norm <= negligible_; }

  /// Of a step that changed the residual from `before` to `after`; adds it to the total. Vectors are root's.
  /// Collective.
  Verdict judge(const std::vector<double>& step, const std::vector<double>& before, const std::vector<double>& after,
                NewtonNorms& norms) {
    constexpr double diverged = 1e3;    // growth of the energy
    constexpr double rounding = 1e-11;  // of the first residual: there is nothing left to solve
    if (total_.empty()) total_.assign(step.size(), 0.0);
    add(total_, 1, step);
    double values[6] = {size(step), size(total_), std::abs(product(step, before)), size_of_residual(before), 0, 0};
    values[4] = size_of_residual(after);
    values[5] = with_moments(after);
    world_.broadcast(std::span<double>(values));
    const bool began_in_equilibrium = is_negligible(values[3]);  // which motions have ended
    if (first_residual_ == 0) first_residual_ = began_in_equilibrium ? values[4] : values[3];
    if (first_energy_ == 0 && !began_in_equilibrium) first_energy_ = values[2];
    const auto ratio = [](double a, double b) { return b > 0 ? a / b : 0.0; };
    norms.displacement = ratio(values[0], values[1]);
    norms.energy = ratio(values[2], first_energy_);
    norms.residual = ratio(values[4], first_residual_);
    if (norms.residual < rounding || is_negligible(values[5])) return Verdict::converged;
    if (first_energy_ == 0) return Verdict::going_on;
    if (norms.displacement < limits_.displacement && norms.energy < limits_.energy &&
        norms.residual < limits_.residual)
      return Verdict::converged;
    return norms.energy < diverged ? Verdict::going_on : Verdict::diverging;
  }

 private:
  double size(const std::vector<double>& x) const { return std::sqrt(product_of_translations(x, x, kinds_)); }

  double with_moments(const std::vector<double>& x) const {
    const double forces = size(x), moments = std::sqrt(std::max(product(x, x) - forces * forces, 0.0)) / length_;
    return std::hypot(forces, moments);
  }
  /// Of forces; with moments where the first residual is mainly these.
  double size_of_residual(const std::vector<double>& x) {
    constexpr double little = 1e-3;
    if (counts_moments_ < 0 && with_moments(x) > 0) counts_moments_ = size(x) <= little * with_moments(x);
    return counts_moments_ > 0 ? with_moments(x) : size(x);
  }

  const World& world_;
  const NewtonLimits& limits_;
  const std::vector<std::uint8_t>& kinds_;
  std::vector<double>& total_;  ///< displacements, with those before
  double length_;
  int counts_moments_ = -1;  ///< in residuals; -1: there was none yet
  double negligible_;
  double first_energy_ = 0, first_residual_ = 0;  ///< 0: not known yet
};

}  // namespace crumple
