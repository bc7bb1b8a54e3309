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

  /// `kinds` and `total`: as solve_nonlinear has them; both must outlive it.
  Convergence(const World& world, const NewtonLimits& limits, const std::vector<std::uint8_t>& kinds,
              std::vector<double>& total)
      : world_(world), limits_(limits), kinds_(kinds), total_(total) {}

  /// Of a step that changed the residual from `before` to `after`; adds it to the total. Vectors are root's.
  /// Collective.
  Verdict judge(const std::vector<double>& step, const std::vector<double>& before, const std::vector<double>& after,
                NewtonNorms& norms) {
    constexpr double diverged = 1e3;    // growth of the energy
    constexpr double rounding = 1e-11;  // of the first residual: there is nothing left to solve
    constexpr double nothing = 1e-8;    // of the displacements: nor is there in steps of constant loads
    if (total_.empty()) total_.assign(step.size(), 0.0);
    add(total_, 1, step);
    const auto size = [&](const std::vector<double>& x) { return std::sqrt(product_of_translations(x, x, kinds_)); };
    double values[5] = {size(step), size(total_), std::abs(product(step, before)), size(after), size(before)};
    world_.broadcast(std::span<double>(values));
    if (first_energy_ < 0) {
      first_energy_ = values[2];
      first_residual_ = values[4];
    }
    const auto ratio = [](double a, double b) { return b > 0 ? a / b : 0.0; };
    norms.displacement = ratio(values[0], values[1]);
    norms.energy = ratio(values[2], first_energy_);
    norms.residual = ratio(values[3], first_residual_);
    if (norms.residual < rounding || norms.displacement < nothing) return Verdict::converged;
    if (norms.displacement < limits_.displacement && norms.energy < limits_.energy &&
        norms.residual < limits_.residual)
      return Verdict::converged;
    return norms.energy < diverged ? Verdict::going_on : Verdict::diverging;
  }

 private:
  const World& world_;
  const NewtonLimits& limits_;
  const std::vector<std::uint8_t>& kinds_;
  std::vector<double>& total_;  ///< displacements, with those before
  double first_energy_ = -1, first_residual_ = 0;
};

}  // namespace crumple
