// The inverse of a factored tangent, updated by secants (BFGS): K^-1 = A^T K0^-1 A with A = product of 1 + v w^T.
// Matthies and Strang (1979), "The solution of nonlinear finite element equations". Vectors are root's. Used by
// newton.cpp and arc_length.cpp.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "solver/vectors.hpp"

namespace crumple {

class Secants {
 public:
  void clear() { v_.clear(), w_.clear(); }
  void before_solution(std::vector<double>& r) const {
    for (std::size_t k = v_.size(); k-- > 0;) add(r, product(w_[k], r), v_[k]);
  }
  void after_solution(std::vector<double>& d) const {
    for (std::size_t k = 0; k < v_.size(); ++k) add(d, product(v_[k], d), w_[k]);
  }
  /// The residual changed from `before` to `after` along the step `line` times the direction that `before` led to.
  /// False: the tangent is too far from the secant.
  bool take(const std::vector<double>& step, double line, const std::vector<double>& before,
            const std::vector<double>& after) {
    constexpr double least_condition = 1e-5;  // Matthies and Strang
    std::vector<double> gamma = before;
    add(gamma, -1, after);
    const double along = product(step, gamma), tangent = line * product(step, before);  // of K0 step = line before
    if (!(along > 0) || !(tangent > 0)) return false;
    const double condition = std::sqrt(along / tangent);
    if (condition > 1 / least_condition || condition < least_condition) return false;
    std::vector<double> v(gamma.size());
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = -condition * line * before[i] - gamma[i];
    v_.push_back(std::move(v));
    w_.push_back(scaled(step, 1 / along));
    return true;
  }

 private:
  std::vector<std::vector<double>> v_, w_;
};

}  // namespace crumple
