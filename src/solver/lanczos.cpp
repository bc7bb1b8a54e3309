#include "solver/lanczos.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/error.hpp"
#include "base/loops.hpp"
#include "base/profile.hpp"
#include "comm/together.hpp"
#include "solver/symmetric_eigen.hpp"

namespace crumple {
namespace {

// Of the residual of an eigenvector, over its eigenvalue of the operator; the error of the eigenvalue is of its square.
// Rigid motions have eigenvalues so large that rounding is of the second size.
constexpr double tolerance = 1e-9, rounding = 1e-14;
constexpr double negligible = 1e-9;  // of a vector's length that is left by the others: it depends on them
constexpr double much_shorter = 1e-2;  // of a vector's length: it may have lost its right angles to the basis

using Vector = std::vector<double>;

/// A number in [-1/2, 1/2) that depends on its arguments alone (splitmix64: Steele, Lea and Flood 2014).
double scattered(std::uint64_t vector, std::uint64_t component) {
  std::uint64_t z = (vector << 40) + component + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return double((z ^ (z >> 31)) >> 12) * 0x1p-52 - 0.5;
}

/// Subtracts from each column the vectors, [vector][own equation], times factors [vector][column].
void subtract(ColumnBlock& block, const double* vectors, std::size_t n, const double* factors) {
  const std::size_t length = block.n_own();
  for_each("vectors", length, 256, [&](std::size_t i) {
    double* const its = block.value.data() + i * column_width;
    double rest[column_width];
    std::copy_n(its, column_width, rest);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t c = 0; c < column_width; ++c) rest[c] -= factors[k * column_width + c] * vectors[k * length + i];
    std::copy_n(rest, column_width, its);
  });
}

/// The same with the first columns of another block as vectors, from one column.
void subtract_columns(ColumnBlock& block, std::size_t column, const ColumnBlock& others,
                      std::span<const double> factors) {
  for (std::size_t i = 0; i < block.n_own(); ++i)
    for (std::size_t k = 0; k < factors.size(); ++k) block.at(i, column) -= factors[k] * others.at(i, k);
}

/// One column in all places.
ColumnBlock repeated(const ColumnBlock& block, std::size_t column) {
  ColumnBlock same(block.n_own(), int(column_width));
  for (std::size_t i = 0; i < block.n_own(); ++i)
    for (std::size_t c = 0; c < column_width; ++c) same.at(i, c) = block.at(i, column);
  return same;
}

ColumnBlock alone(const ColumnBlock& block, std::size_t column) {
  ColumnBlock one(block.n_own(), 1);
  for (std::size_t i = 0; i < block.n_own(); ++i) one.at(i, 0) = block.at(i, column);
  return one;
}

/// The basis Q of vectors that are orthonormal in the product by M, and the operator's image along them.
class LanczosVectors {
 public:
  explicit LanczosVectors(const Eigenproblem& problem) : product_(problem.product) {
    together(slices().world(), [&] { vectors_.emplace(problem.make_store(slices().n_own())); });
  }

  std::size_t size() const { return vectors_->size(); }
  const EquationSlices& slices() const { return product_.slices(); }
  /// The vectors of the last addition.
  const ColumnBlock& latest() const { return latest_; }

  /// Adds what the columns have that is orthogonal to the basis, each of length 1; those that depend on the basis are
  /// not added. Returns for each column what it had along each vector of the basis, its new one last. Collective.
  std::vector<Vector> add(ColumnBlock x) {
    Profile::Scope scope(phase<"orthogonalisation">);
    const std::size_t n_before = size();
    std::vector<Vector> along(std::size_t(x.n_columns), Vector(n_before, 0.0));
    ColumnBlock weighted = product_ * x;
    const Vector before = slices().products(x, weighted);
    for (int pass = 0; pass < 2; ++pass) subtract_basis(x, weighted, along.data());  // for which twice is enough
    latest_ = ColumnBlock(slices().n_own(), 0);
    ColumnBlock latest_weighted = latest_;
    for (std::size_t c = 0; c < along.size(); ++c) {
      const double length_before = length_of(x, weighted, c);
      for (int pass = 0; pass < 2; ++pass) subtract_latest(x, weighted, c, latest_weighted, along[c]);
      double length = length_of(x, weighted, c);
      if (length < much_shorter * length_before) {
        ColumnBlock rest = alone(x, c), rest_weighted = alone(weighted, c);
        subtract_basis(rest, rest_weighted, &along[c]);
        subtract_latest(rest, rest_weighted, 0, latest_weighted, along[c]);
        length = length_of(rest, rest_weighted, 0);
        for (std::size_t i = 0; i < x.n_own(); ++i) {
          x.at(i, c) = rest.at(i, 0);
          weighted.at(i, c) = rest_weighted.at(i, 0);
        }
      }
      if (!(length > negligible * std::sqrt(std::max(before[c], 0.0)))) continue;
      const auto next = std::size_t(latest_.n_columns++);
      for (std::size_t i = 0; i < x.n_own(); ++i) {
        latest_.at(i, next) = x.at(i, c) / length;
        latest_weighted.at(i, next) = weighted.at(i, c) / length;
      }
      along[c].push_back(length);
    }
    together(slices().world(), [&] { vectors_->append(latest_, std::size_t(latest_.n_columns)); });
    return along;
  }

  /// Adds up to `n` vectors of scattered numbers; false: the basis spans the space. Collective.
  bool add_scattered(int n) {
    for (int trial = 0; trial < 3; ++trial) {
      ColumnBlock x(slices().n_own(), n);
      for (std::size_t c = 0; c < std::size_t(n); ++c, ++n_scattered_)
        for (std::size_t i = 0; i < x.n_own(); ++i)
          if (product_.diagonal()[i] > 0)
            x.at(i, c) = scattered(n_scattered_, std::uint64_t(slices().first()) + i);
      add(std::move(x));
      if (latest_.n_columns > 0) return true;
    }
    return false;
  }

  /// Sums of the first vectors times factors, [column][vector]. Collective.
  ColumnBlock combinations(const std::vector<Vector>& factors) const {
    ColumnBlock sum(slices().n_own(), int(factors.size()));
    const std::size_t n = factors[0].size();
    Vector negative(n * column_width, 0.0);
    for (std::size_t c = 0; c < factors.size(); ++c)
      for (std::size_t k = 0; k < n; ++k) negative[k * column_width + c] = -factors[c][k];
    subtract_all(sum, n, negative);
    return sum;
  }

 private:
  void subtract_all(ColumnBlock& block, std::size_t n, const Vector& factors) const {
    std::size_t n_done = 0;
    together(slices().world(), [&] {
      vectors_->for_each(0, n, [&](const double* vectors, std::size_t n_of_part) {
        subtract(block, vectors, n_of_part, factors.data() + n_done * column_width);
        n_done += n_of_part;
      });
    });
  }

  /// Classical Gram-Schmidt for all columns.
  void subtract_basis(ColumnBlock& x, ColumnBlock& weighted, Vector* along) const {
    const auto each = [&](const EquationSlices::TakeVectors& take) { vectors_->for_each(0, size(), take); };
    const Vector factors = slices().products(size(), each, weighted);
    for (std::size_t c = 0; c < std::size_t(x.n_columns); ++c)
      for (std::size_t k = 0; k < size(); ++k) along[c][k] += factors[k * column_width + c];
    subtract_all(x, size(), factors);
    weighted = product_ * x;
  }

  /// The same for a column and those that were added before it.
  void subtract_latest(ColumnBlock& x, ColumnBlock& weighted, std::size_t column, const ColumnBlock& latest_weighted,
                       Vector& along) const {
    if (latest_.n_columns == 0) return;
    Vector factors = slices().products(latest_, repeated(weighted, column));
    factors.resize(std::size_t(latest_.n_columns));
    along.resize(size() + factors.size(), 0.0);
    for (std::size_t k = 0; k < factors.size(); ++k) along[size() + k] += factors[k];
    subtract_columns(x, column, latest_, factors);
    subtract_columns(weighted, column, latest_weighted, factors);
  }

  double length_of(const ColumnBlock& x, const ColumnBlock& weighted, std::size_t column) const {
    return std::sqrt(std::max(slices().products(x, weighted)[column], 0.0));
  }

  const SymmetricMatrix& product_;
  std::optional<VectorStore> vectors_;
  ColumnBlock latest_;
  std::uint64_t n_scattered_ = 0;
};

class LanczosIteration {
 public:
  LanczosIteration(const Eigenproblem& problem, const WantedModes& wanted)
      : problem_(problem), wanted_(wanted), basis_(problem) {
    std::int64_t n_free[1] = {std::ranges::count_if(problem.product.diagonal(), [](double m) { return m > 0; })};
    problem.product.slices().world().sum(n_free);
    n_free_ = n_free[0];
    basis_.add_scattered(int(column_width));
  }

  LanczosResult run() {
    const std::size_t most = 20 * std::size_t(wanted_.count()) + 200;
    for (;;) {
      ColumnBlock block = problem_.operand * basis_.latest();
      if (block.n_columns > 0) {
        problem_.solve(block);
        n_applied_ = basis_.size();
        for (Vector& column : basis_.add(std::move(block))) columns_.push_back(std::move(column));
      }
      const bool is_complete = basis_.size() == n_applied_;  // the space is invariant
      if (is_complete && std::int64_t(n_applied_) < n_free_ && basis_.add_scattered(1)) continue;
      if (const std::vector<int> chosen = converged(is_complete); !chosen.empty() || is_complete)
        return result(chosen);
      if (n_applied_ > most) throw Error("modes do not converge");
    }
  }

 private:
  double coefficient(std::size_t row, std::size_t column) const {
    return row < columns_[column].size() ? columns_[column][row] : 0.0;
  }
  /// The lower triangle of Q^T M A Q, A the operator: what the later of two vectors takes from the earlier one.
  Vector projection() const {
    const std::size_t m = n_applied_;
    Vector matrix(m * m, 0.0);
    for (std::size_t row = 0; row < m; ++row)
      for (std::size_t column = 0; column <= row; ++column) matrix[row * m + column] = coefficient(column, row);
    return matrix;
  }

  /// The wanted ones of the projected operator's eigenvalues; fewer where there are no more.
  std::vector<int> choose(const Vector& values) const {
    std::vector<int> chosen;
    const auto add = [&](int n, auto size_of) {  // of those with a positive size, the largest
      std::vector<int> order;
      for (int k = 0; k < int(values.size()); ++k)
        if (size_of(values[std::size_t(k)]) > 0) order.push_back(k);
      std::ranges::stable_sort(order, std::greater(), [&](int k) { return size_of(values[std::size_t(k)]); });
      order.resize(std::min(order.size(), std::size_t(n)));
      chosen.insert(chosen.end(), order.begin(), order.end());
    };
    add(wanted_.above, [](double value) { return value; });
    add(wanted_.below, [](double value) { return -value; });
    add(wanted_.nearest, [&](double value) {
      const double lambda = problem_.shift + 1 / value;
      return lambda > wanted_.from && lambda <= wanted_.to ? std::abs(value) : 0;
    });
    return chosen;
  }

  /// The wanted ones, once they have converged or there are no more; otherwise none.
  std::vector<int> converged(bool is_complete) {
    Profile::Scope scope(phase<"projected problem">);
    const std::size_t m = n_applied_, n_wanted = std::size_t(wanted_.count());
    if (!is_complete && (m < next_check_ || m < std::min(n_wanted + column_width, std::size_t(n_free_)))) return {};
    next_check_ = m + m / 16;
    std::size_t first = m;  // of the vectors whose images have parts outside of the space
    while (!is_complete && first > 0 && columns_[first - 1].size() > m) --first;
    const SymmetricEigen projected = symmetric_eigen(projection(), int(m), is_complete ? 0 : int(first));
    std::vector<int> chosen = choose(projected.value);
    if (is_complete) return chosen;
    if (chosen.size() < n_wanted) return {};
    double largest = 0;
    for (const int k : chosen) largest = std::max(largest, std::abs(projected.value[std::size_t(k)]));
    for (const int k : chosen)
      if (residual(projected, k, first) > std::max(tolerance * std::abs(projected.value[std::size_t(k)]),
                                                   rounding * largest))
        return {};
    return chosen;
  }

  /// Of an eigenvector: its part along the vectors that the operator was not yet applied to.
  double residual(const SymmetricEigen& projected, int which, std::size_t first) const {
    const std::size_t m = n_applied_;
    double sum = 0;
    for (std::size_t row = m; row < basis_.size(); ++row) {
      double component = 0;
      for (std::size_t column = first; column < m; ++column)
        component += coefficient(row, column) * projected.vector[std::size_t(which) * (m - first) + column - first];
      sum += component * component;
    }
    return std::sqrt(sum);
  }

  LanczosResult result(std::vector<int> chosen) const {
    Profile::Scope scope(phase<"shapes">);
    const EquationSlices& slices = basis_.slices();
    const std::size_t m = n_applied_;
    const SymmetricEigen projected = symmetric_eigen(projection(), int(m));
    const auto eigenvalue = [&](int k) { return problem_.shift + 1 / projected.value[std::size_t(k)]; };
    std::ranges::stable_sort(chosen, {}, eigenvalue);
    std::optional<VectorStore> shapes;
    together(slices.world(), [&] { shapes.emplace(problem_.make_store(slices.n_own())); });
    for (std::size_t from = 0; from < chosen.size(); from += column_width) {
      std::vector<Vector> factors;
      for (std::size_t k = from; k < std::min(from + column_width, chosen.size()); ++k) {
        const auto its = projected.vector.begin() + std::ptrdiff_t(std::size_t(chosen[k]) * m);
        factors.emplace_back(its, its + std::ptrdiff_t(m));
      }
      ColumnBlock block = basis_.combinations(factors);
      make_largest_positive(block);
      together(slices.world(), [&] { shapes->append(block, factors.size()); });
    }
    LanczosResult found{{}, std::move(*shapes), int(m)};
    for (const int k : chosen) found.eigenvalues.push_back(eigenvalue(k));
    return found;
  }

  /// The first of those that are equally large.
  void make_largest_positive(ColumnBlock& block) const {
    const EquationSlices& slices = basis_.slices();
    std::array<double, column_width> largest{}, of_rank{}, place;  // twice the equation, one more where it is negative
    place.fill(1e300);
    for (std::size_t i = 0; i < block.n_own(); ++i)
      for (std::size_t c = 0; c < column_width; ++c)
        if (std::abs(block.at(i, c)) > of_rank[c]) {
          of_rank[c] = std::abs(block.at(i, c));
          place[c] = 2 * (double(slices.first()) + double(i)) + (block.at(i, c) < 0);
        }
    largest = of_rank;
    slices.world().max(largest);
    for (std::size_t c = 0; c < column_width; ++c)
      if (of_rank[c] < largest[c]) place[c] = 1e300;
    slices.world().min(place);
    for (std::size_t c = 0; c < column_width; ++c)
      if (largest[c] > 0 && std::fmod(place[c], 2) != 0)
        for (std::size_t i = 0; i < block.n_own(); ++i) block.at(i, c) = -block.at(i, c);
  }

  const Eigenproblem& problem_;
  WantedModes wanted_;
  LanczosVectors basis_;
  std::int64_t n_free_ = 0;     ///< equations with mass
  std::size_t n_applied_ = 0;   ///< vectors of the basis that the operator was applied to
  std::size_t next_check_ = 0;  ///< vectors at which convergence is looked at: that costs the cube of their number
  std::vector<Vector> columns_;  ///< [vector] the operator's image along the basis
};

}  // namespace

LanczosResult find_modes(const Eigenproblem& problem, const WantedModes& wanted) {
  return LanczosIteration(problem, wanted).run();
}

}  // namespace crumple
