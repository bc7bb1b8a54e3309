#include "solver/lanczos.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>

#include "base/error.hpp"
#include "solver/symmetric_eigen.hpp"

namespace crumple {
namespace {

constexpr int block_size = 8;
// Of the residual of an eigenvector, over its eigenvalue of the operator; the error of the eigenvalue is of its square.
// Rigid motions have eigenvalues so large that rounding is of the second size.
constexpr double tolerance = 1e-9, rounding = 1e-14;
constexpr double negligible = 1e-9;  // of a vector's length that is left by the others: it depends on them

using Vector = std::vector<double>;

/// sum x y in eight sums side by side, whose order is fixed.
double inner_product(std::span<const double> x, std::span<const double> y) {
  double sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= x.size(); i += 8)
    for (std::size_t k = 0; k < 8; ++k) sums[k] += x[i + k] * y[i + k];
  for (; i < x.size(); ++i) sums[i % 8] += x[i] * y[i];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

void subtract(std::span<double> x, double factor, std::span<const double> y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= factor * y[i];
}

/// A number in [-1/2, 1/2) that depends on its arguments alone (splitmix64: Steele, Lea and Flood 2014).
double scattered(std::uint64_t vector, std::uint64_t component) {
  std::uint64_t z = (vector << 40) + component + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return double((z ^ (z >> 31)) >> 12) * 0x1p-52 - 0.5;
}

/// Root's basis Q of vectors that are orthonormal in the product by M.
class Basis {
 public:
  explicit Basis(const SymmetricMatrix& mass) : mass_(mass) {}

  std::size_t size() const { return vectors_.size(); }
  const SymmetricMatrix& mass() const { return mass_; }

  /// Adds x, made orthogonal to the basis and of length 1; false: it depends on the basis and is not added.
  /// `coefficients`: what it had along each vector of the basis, the new one last.
  bool add(Vector x, Vector& coefficients) {
    coefficients.assign(vectors_.size(), 0.0);
    const double before = length_of(x);
    for (int pass = 0; pass < 2; ++pass) {  // classical Gram-Schmidt, for which twice is enough
      const Vector weighted = mass_ * x;
      for (std::size_t k = 0; k < vectors_.size(); ++k) {
        const double along = inner_product(vectors_[k], weighted);
        coefficients[k] += along;
        subtract(x, along, vectors_[k]);
      }
    }
    const double length = length_of(x);
    if (!(length > negligible * before)) return false;
    for (double& component : x) component /= length;
    coefficients.push_back(length);
    vectors_.push_back(std::move(x));
    return true;
  }
  /// Adds a vector of scattered numbers; false: the basis spans the space.
  bool add_scattered() {
    for (int trial = 0; trial < 3; ++trial) {
      Vector x(mass_.size()), coefficients;
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = mass_.diagonal()[i] > 0 ? scattered(n_scattered_, i) : 0.0;
      ++n_scattered_;
      if (add(std::move(x), coefficients)) return true;
    }
    return false;
  }
  const Vector& operator[](std::size_t k) const { return vectors_[k]; }
  Vector combination(std::span<const double> factors) const {
    Vector sum(mass_.size(), 0.0);
    for (std::size_t k = 0; k < factors.size(); ++k) subtract(sum, -factors[k], vectors_[k]);
    return sum;
  }

 private:
  double length_of(const Vector& x) const { return std::sqrt(inner_product(x, mass_ * x)); }

  const SymmetricMatrix& mass_;
  std::vector<Vector> vectors_;
  std::uint64_t n_scattered_ = 0;
};

/// The iteration on root: `next_block` gives what the operator is applied to, `take` what came of it.
class Iteration {
 public:
  Iteration(const Eigenproblem& problem, int n_wanted)
      : problem_(problem), basis_(problem.product), n_wanted_(n_wanted) {
    n_free_ = std::ranges::count_if(problem.product.diagonal(), [](double m) { return m > 0; });
    for (int k = 0; k < block_size && basis_.add_scattered(); ++k) {}
  }

  /// B times the vectors of the basis that the operator was not yet applied to.
  Vector next_block() const {
    Vector block;
    for (std::size_t k = n_applied_; k < basis_.size(); ++k)
      std::ranges::copy(problem_.operand * basis_[k], std::back_inserter(block));
    return block;
  }
  int n_columns() const { return int(basis_.size() - n_applied_); }

  void take(const Vector& block) {
    const std::size_t n = basis_.mass().size(), n_columns = n == 0 ? 0 : block.size() / n;
    for (std::size_t k = 0; k < n_columns; ++k, ++n_applied_) {
      const auto begin = block.begin() + std::ptrdiff_t(k * n);
      basis_.add(Vector(begin, begin + std::ptrdiff_t(n)), columns_.emplace_back());
    }
  }

  /// Whether the wanted modes have converged, or there are no more. Then `modes` are the result.
  bool is_done(std::vector<Mode>& modes) {
    const bool is_complete = n_columns() == 0;  // the space is invariant
    if (is_complete && std::ptrdiff_t(n_applied_) < n_free_ && basis_.add_scattered()) return false;
    if (!is_complete && std::ptrdiff_t(n_applied_) < std::min<std::ptrdiff_t>(n_wanted_ + block_size, n_free_))
      return false;
    const int m = int(n_applied_);
    const SymmetricEigen projected = symmetric_eigen(projection(), m);
    std::vector<int> order(static_cast<std::size_t>(m));
    for (int k = 0; k < m; ++k) order[std::size_t(k)] = k;
    const auto size_of_value = [&](int k) {
      const double value = projected.value[std::size_t(k)];
      return problem_.only_above ? std::max(value, 0.0) : std::abs(value);
    };
    std::ranges::stable_sort(order, std::greater(), size_of_value);
    const auto size_of = [&](int k) { return size_of_value(order[std::size_t(k)]); };
    int n = std::min(n_wanted_, m);
    while (n > 0 && size_of(n - 1) == 0) --n;
    if (n < n_wanted_ && !is_complete) return false;
    for (int k = 0; k < n; ++k)
      if (!is_complete &&
          residual(projected, order[std::size_t(k)]) > std::max(tolerance * size_of(k), rounding * size_of(0)))
        return false;
    for (int k = 0; k < n; ++k) {
      const auto which = std::size_t(order[std::size_t(k)]);
      Mode mode{problem_.shift + 1 / projected.value[which],
                basis_.combination(std::span(projected.vector).subspan(which * std::size_t(m), std::size_t(m)))};
      const auto largest = std::ranges::max_element(mode.shape, {}, [](double x) { return std::abs(x); });
      if (largest != mode.shape.end() && *largest < 0)
        for (double& x : mode.shape) x = -x;
      modes.push_back(std::move(mode));
    }
    std::ranges::stable_sort(modes, {}, &Mode::eigenvalue);
    return true;
  }
  int size() const { return int(n_applied_); }

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
  /// Of an eigenvector: its part along the vectors that the operator was not yet applied to.
  double residual(const SymmetricEigen& projected, int which) const {
    const std::size_t m = n_applied_;
    double sum = 0;
    for (std::size_t row = m; row < basis_.size(); ++row) {
      double component = 0;
      for (std::size_t column = 0; column < m; ++column)
        component += coefficient(row, column) * projected.vector[std::size_t(which) * m + column];
      sum += component * component;
    }
    return std::sqrt(sum);
  }

  const Eigenproblem& problem_;
  Basis basis_;
  int n_wanted_;
  std::ptrdiff_t n_free_ = 0;     ///< equations with mass
  std::size_t n_applied_ = 0;     ///< vectors of the basis that the operator was applied to
  std::vector<Vector> columns_;   ///< [vector] the operator's image along the basis
};

}  // namespace

LanczosResult find_modes(const World& world, const Eigenproblem& problem, int n_wanted) {
  LanczosResult result;
  std::unique_ptr<Iteration> iteration;
  if (world.is_root()) iteration = std::make_unique<Iteration>(problem, n_wanted);
  const int most = 20 * n_wanted + 200;
  for (;;) {
    Vector block;
    double state[2] = {0, 0};  // columns; whether to stop
    if (iteration) {
      block = iteration->next_block();
      state[0] = iteration->n_columns();
    }
    world.broadcast(std::span<double>(state));
    if (state[0] > 0) problem.solve(block, int(state[0]));
    if (iteration) {
      iteration->take(block);
      state[1] = iteration->is_done(result.modes) ? 1 : iteration->size() > most ? 2 : 0;
      result.n_vectors = iteration->size();
    }
    world.broadcast(std::span<double>(state));
    if (state[1] == 2) throw Error("modes do not converge");
    if (state[1] == 1) return result;
  }
}

}  // namespace crumple
