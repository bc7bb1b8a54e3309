#include "solver/decided_solver.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/exact_sum.hpp"
#include "base/profile.hpp"
#include "solver/double_double.hpp"

namespace crumple {
namespace {

constexpr int most_refinements = 10;
constexpr int digits = 40;  // bits of the largest component
constexpr double residual_tolerance = 1e-10;  // of residuals without the same bits

}  // namespace

DecidedSolver::DecidedSolver(const World& world, SparseSolver& solver, const std::vector<std::uint8_t>& kind,
                             double length, Bits bits)
    : solver_(solver), slices_(world, 0), length_(length), bits_(bits) {
  Bytes all = to_bytes(std::span<const std::uint8_t>(kind));
  world.broadcast(all);
  slices_ = EquationSlices(world, std::int32_t(all.size()));
  const std::vector<std::uint8_t> kinds = from_bytes<std::uint8_t>(all);
  const auto first = kinds.begin() + slices_.first();
  kind_.assign(first, first + std::ptrdiff_t(slices_.n_own()));
}

/// Adds the correction of a component; returns its value.
double DecidedSolver::Approximation::correct(std::size_t equation, std::size_t column, double correction) {
  const DoubleDouble sum =
      DoubleDouble{high.at(equation, column), low.at(equation, column)} + DoubleDouble{correction, 0};
  high.at(equation, column) = sum.high;
  low.at(equation, column) = sum.low;
  return sum.high;
}

void DecidedSolver::factor(SymmetricMatrix matrix) {
  matrix_.emplace(std::move(matrix));
  contraction_[0] = contraction_[1] = 0;
  is_measured_ = false;
  solver_.factor(matrix_->entries());
}

/// Those whose residuals are not small enough, by the squares of right-hand sides, without the same bits. Collective.
std::vector<int> DecidedSolver::above_tolerance(const ColumnBlock& residual, const std::vector<double>& squared) const {
  const std::vector<double> left = slices_.products(residual, residual);
  std::vector<int> open;
  for (int c = 0; c < residual.n_columns; ++c)
    if (left[std::size_t(c)] > residual_tolerance * residual_tolerance * squared[std::size_t(c)]) open.push_back(c);
  return open;
}

/// Corrects the open columns and rounds them. Returns those for which the error that is left could round a component
/// otherwise: that of the next correction, which is smaller than this one by the contraction so far, or that of the
/// residuals, whose digits are twice those of doubles. A component that is as near to the middle of two multiples as
/// the latter rounds to the even one. Collective.
std::vector<int> DecidedSolver::round(Approximation& x, const ColumnBlock& correction, std::span<const int> open,
                                      ColumnBlock& rounded) {
  double sizes[ColumnBlock::width][4] = {};  // of columns: largest components of the kinds, of their corrections
  for (std::size_t i = 0; i < kind_.size(); ++i)
    for (std::size_t o = 0; o < open.size(); ++o) {
      const auto c = std::size_t(open[o]);
      double &largest = sizes[c][kind_[i]], &change = sizes[c][2 + kind_[i]];
      largest = std::max(largest, std::abs(x.correct(i, c, correction.at(i, o))));
      change = std::max(change, std::abs(correction.at(i, o)));
    }
  const World& world = slices_.world();
  world.max(std::span<double>(&sizes[0][0], ColumnBlock::width * 4));
  double is_open[ColumnBlock::width] = {};
  for (const int column : open) {
    const auto c = std::size_t(column);
    double *const largest = sizes[c], *const change = sizes[c] + 2;
    if (largest[0] == 0 && largest[1] == 0) continue;
    largest[1] = std::max(largest[1], largest[0] / length_);
    double error[2] = {0, 0}, least_error[2] = {0, 0};
    Quantum quantum[2];
    bool is_exhausted = true, converges = true;  // exhausted: further corrections would be those of rounding errors
    for (std::size_t kind = 0; kind < 2 && converges; ++kind) {
      if (largest[kind] == 0) continue;
      quantum[kind] = Quantum(std::ldexp(1.0, std::ilogb(largest[kind]) - digits));
      double& contraction = contraction_[kind];
      const bool is_first = x.change[c][kind] == 0;
      const double before = is_first ? largest[kind] : x.change[c][kind];
      if (before > 8 * 0x1p-51 * contraction * largest[kind])
        contraction = std::max(contraction, change[kind] / before);
      is_measured_ = is_measured_ || !is_first || change[kind] == 0;
      x.change[c][kind] = change[kind];
      converges = contraction <= 0.5;
      least_error[kind] = 8 * 0x1p-51 * contraction * largest[kind];
      error[kind] = std::max(16 * change[kind] * contraction, least_error[kind]);
      is_exhausted = is_exhausted && change[kind] <= least_error[kind];
    }
    if (!converges || !is_measured_) is_open[c] = 1;
    if (!converges) continue;
    bool is_decided = true;
    for (std::size_t i = 0; i < kind_.size(); ++i) {
      const std::size_t kind = kind_[i];
      if (largest[kind] == 0) continue;
      const double q = quantum[kind].q;
      double value = quantum[kind].round(x.high.at(i, c));
      double rest = (x.high.at(i, c) - value) + x.low.at(i, c);
      if (std::abs(rest) > 0.5 * q) {
        value += std::copysign(q, rest);
        rest -= std::copysign(q, rest);
      }
      const double margin = 0.5 * q - std::abs(rest);
      if (margin <= error[kind]) is_decided = false;
      if (margin <= least_error[kind] && std::fmod(value, 2 * q) != 0) value += std::copysign(q, rest);
      rounded.at(i, c) = value;
    }
    if (!is_decided && !is_exhausted) is_open[c] = 1;
  }
  world.max(is_open);
  std::vector<int> left;
  for (const int c : open)
    if (is_open[c] > 0) left.push_back(c);
  return left;
}

void DecidedSolver::solve(ColumnBlock& block) {
  const auto solved = [&](std::vector<double> columns, int n) {  // root's right-hand sides
    solver_.solve(columns, n);
    return slices_.from_root(columns, 0, n);
  };
  const ColumnBlock right_side = block;
  const std::vector<double> squared = slices_.products(right_side, right_side);
  Approximation x;
  x.high = solved(slices_.to_root(block), block.n_columns);
  x.low = ColumnBlock(slices_.n_own(), block.n_columns);
  if (bits_ == Bits::off) block = x.high;
  std::vector<int> open(std::size_t(block.n_columns));
  std::iota(open.begin(), open.end(), 0);
  for (n_refinements_ = 0; !open.empty(); ++n_refinements_) {
    std::vector<double> rest;
    {
      Profile::Scope scope(phase<"refinement">);
      const ColumnBlock residual = matrix_->residual(right_side, x.high, x.low);
      if (bits_ == Bits::off) open = above_tolerance(residual, squared);
      if (open.empty()) return;
      rest = slices_.to_root(residual, open);
    }
    if (n_refinements_ == most_refinements)
      throw SingularMatrix("the stiffness matrix is singular, or too ill conditioned for a solution of 12 digits: "
                           "expected constraints that hold the model");
    const ColumnBlock correction = solved(std::move(rest), int(open.size()));
    Profile::Scope scope(phase<"refinement">);
    if (bits_ == Bits::same) {
      open = round(x, correction, open, block);
      continue;
    }
    for (std::size_t i = 0; i < kind_.size(); ++i)
      for (std::size_t o = 0; o < open.size(); ++o)
        block.at(i, std::size_t(open[o])) = x.correct(i, std::size_t(open[o]), correction.at(i, o));
  }
}

void DecidedSolver::solve(std::vector<double>& columns, int n_columns) {
  for (int from = 0, to = 0; from < n_columns; from = to) {
    to = std::min(from + int(ColumnBlock::width), n_columns);
    ColumnBlock block = slices_.from_root(columns, from, to);
    solve(block);
    const std::vector<double> solution = slices_.to_root(block);
    std::ranges::copy(solution, columns.begin() + std::ptrdiff_t(from) * slices_.n_equations());
  }
}

}  // namespace crumple
