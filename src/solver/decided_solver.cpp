#include "solver/decided_solver.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/exact_sum.hpp"

namespace crumple {
namespace {

constexpr int most_refinements = 10;
constexpr int digits = 40;  // bits of the largest component

}  // namespace

DecidedSolver::DecidedSolver(const World& world, SparseSolver& solver, std::vector<std::uint8_t> kind,
                             double length)
    : world_(world), solver_(solver), kind_(std::move(kind)), length_(length) {}

void DecidedSolver::factor(const SymmetricEntries& matrix) {
  matrix_ = matrix;
  used_ = matrix.row;
  used_.insert(used_.end(), matrix.column.begin(), matrix.column.end());
  std::ranges::sort(used_);
  used_.erase(std::ranges::unique(used_).begin(), used_.end());
  const auto place = [&](std::int32_t equation) {
    return std::int32_t(std::ranges::lower_bound(used_, equation) - used_.begin());
  };
  row_.clear();
  column_.clear();
  for (std::size_t i = 0; i < matrix.row.size(); ++i) {
    row_.push_back(place(matrix.row[i]));
    column_.push_back(place(matrix.column[i]));
  }
  used_by_rank_.clear();
  for (const Bytes& bytes : world_.gather(to_bytes(std::span<const std::int32_t>(used_))))
    used_by_rank_.push_back(from_bytes<std::int32_t>(bytes));
  contraction_[0] = contraction_[1] = 0;
  is_measured_ = false;
  solver_.factor(matrix);
}

/// b - K x of some columns, on root. Each rank multiplies its entries with the components that it needs.
void DecidedSolver::residuals(std::vector<Column>& columns, std::span<const int> which, std::vector<double>& out) {
  std::vector<Message> messages;
  for (std::size_t rank = 0; rank < used_by_rank_.size(); ++rank) {
    std::vector<DoubleDouble> needed;
    for (const int k : which)
      for (const std::int32_t equation : used_by_rank_[rank])
        needed.push_back(columns[std::size_t(k)].x[std::size_t(equation)]);
    messages.push_back({int(rank), to_bytes(std::span<const DoubleDouble>(needed))});
  }
  std::vector<DoubleDouble> x;
  for (const Message& message : world_.exchange(std::move(messages))) x = from_bytes<DoubleDouble>(message.bytes);
  std::vector<DoubleDouble> product(x.size());
  for (std::size_t first = 0; first < x.size(); first += used_.size())
    for (std::size_t i = 0; i < row_.size(); ++i) {
      const std::size_t r = first + std::size_t(row_[i]), c = first + std::size_t(column_[i]);
      product[r] = product[r] + matrix_.value[i] * x[c];
      if (r != c) product[c] = product[c] + matrix_.value[i] * x[r];
    }
  const std::vector<Bytes> products = world_.gather(to_bytes(std::span<const DoubleDouble>(product)));
  if (!world_.is_root()) return;
  const auto n = std::size_t(matrix_.n_equations);
  std::vector<DoubleDouble> sum(n * which.size());
  for (std::size_t k = 0; k < which.size(); ++k)
    for (std::size_t i = 0; i < n; ++i) sum[k * n + i].high = columns[std::size_t(which[k])].right_side[i];
  for (std::size_t rank = 0; rank < products.size(); ++rank) {
    const std::vector<DoubleDouble> of_rank = from_bytes<DoubleDouble>(products[rank]);
    const std::vector<std::int32_t>& used = used_by_rank_[rank];
    for (std::size_t k = 0; k < which.size(); ++k)
      for (std::size_t i = 0; i < used.size(); ++i) {
        const DoubleDouble& part = of_rank[k * used.size() + i];
        DoubleDouble& total = sum[k * n + std::size_t(used[i])];
        total = total + DoubleDouble{-part.high, -part.low};
      }
  }
  out.resize(sum.size());
  for (std::size_t i = 0; i < sum.size(); ++i) out[i] = sum[i].high + sum[i].low;
}

/// Corrects the column and rounds it. Returns whether the error that is left could round no component otherwise: that
/// of the next correction, which is smaller than this one by the contraction so far, or that of the residuals, whose
/// digits are twice those of doubles. A component that is as near to the middle of two multiples as the latter rounds
/// to the even one.
bool DecidedSolver::round(Column& column, std::span<const double> correction, std::span<double> rounded) {
  double largest[2] = {0, 0}, change[2] = {0, 0};
  for (std::size_t i = 0; i < column.x.size(); ++i) {
    column.x[i] = column.x[i] + DoubleDouble{correction[i], 0};
    double& of_kind = largest[kind_[i]];
    of_kind = std::max(of_kind, std::abs(column.x[i].high));
    change[kind_[i]] = std::max(change[kind_[i]], std::abs(correction[i]));
  }
  if (largest[0] == 0 && largest[1] == 0) return true;
  largest[1] = std::max(largest[1], largest[0] / length_);
  double error[2] = {0, 0}, least_error[2] = {0, 0};
  Quantum quantum[2];
  bool is_exhausted = true;  // further corrections would be those of rounding errors
  for (std::size_t kind = 0; kind < 2; ++kind) {
    if (largest[kind] == 0) continue;
    quantum[kind] = Quantum(std::ldexp(1.0, std::ilogb(largest[kind]) - digits));
    double& contraction = contraction_[kind];
    const bool is_first = column.change[kind] == 0;
    const double before = is_first ? largest[kind] : column.change[kind];
    if (before > 8 * 0x1p-51 * contraction * largest[kind]) contraction = std::max(contraction, change[kind] / before);
    is_measured_ = is_measured_ || !is_first || change[kind] == 0;
    column.change[kind] = change[kind];
    if (contraction > 0.5) return false;
    least_error[kind] = 8 * 0x1p-51 * contraction * largest[kind];
    error[kind] = std::max(16 * change[kind] * contraction, least_error[kind]);
    is_exhausted = is_exhausted && change[kind] <= least_error[kind];
  }
  bool is_decided = true;
  for (std::size_t i = 0; i < column.x.size(); ++i) {
    const std::size_t kind = kind_[i];
    if (largest[kind] == 0) continue;
    const double q = quantum[kind].q;
    const DoubleDouble& x = column.x[i];
    double value = quantum[kind].round(x.high);
    double rest = (x.high - value) + x.low;
    if (std::abs(rest) > 0.5 * q) {
      value += std::copysign(q, rest);
      rest -= std::copysign(q, rest);
    }
    const double margin = 0.5 * q - std::abs(rest);
    if (margin <= error[kind]) is_decided = false;
    if (margin <= least_error[kind] && std::fmod(value, 2 * q) != 0) value += std::copysign(q, rest);
    rounded[i] = value;
  }
  return is_measured_ && (is_decided || is_exhausted);
}

void DecidedSolver::solve(std::vector<double>& columns, int n_columns) {
  const auto n = std::size_t(matrix_.n_equations);
  std::vector<Column> all(world_.is_root() ? std::size_t(n_columns) : 0);
  for (std::size_t k = 0; k < all.size(); ++k)
    all[k].right_side.assign(columns.begin() + std::ptrdiff_t(k * n), columns.begin() + std::ptrdiff_t((k + 1) * n));
  solver_.solve(columns, n_columns);
  for (std::size_t k = 0; k < all.size(); ++k)
    for (std::size_t i = 0; i < n; ++i) all[k].x.push_back({columns[k * n + i], 0});
  std::vector<int> open(std::size_t(n_columns), 0);
  for (int k = 0; k < n_columns; ++k) open[std::size_t(k)] = k;
  for (n_refinements_ = 0; !open.empty(); ++n_refinements_) {
    if (n_refinements_ == most_refinements)
      throw SingularMatrix("the stiffness matrix is singular, or too ill conditioned for a solution of 12 digits: "
                           "expected constraints that hold the model");
    std::vector<double> correction;
    residuals(all, open, correction);
    solver_.solve(correction, int(open.size()));
    std::vector<double> left;
    if (world_.is_root())
      for (std::size_t o = 0; o < open.size(); ++o) {
        const auto k = std::size_t(open[o]);
        const std::span<const double> its(correction.data() + o * n, n);
        if (!round(all[k], its, std::span(columns).subspan(k * n, n))) left.push_back(double(k));
      }
    Bytes bytes = to_bytes(std::span<const double>(left));
    world_.broadcast(bytes);
    open.clear();
    for (const double k : from_bytes<double>(bytes)) open.push_back(int(k));
  }
}

}  // namespace crumple
