#include "solver/symmetric_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "base/error.hpp"

namespace crumple {
namespace {

/// A symmetric matrix that becomes that of the reflections, its diagonal and what is below it; then its eigenvectors.
struct Reduction {
  int n;
  std::vector<double> a;         ///< [row][column]
  std::vector<double> vectors;   ///< [vector][component from the first on]
  std::vector<double> diagonal;  ///< then the eigenvalues
  std::vector<double> below;     ///< [row] left of the diagonal; [0] is 0
  double& at(int row, int column) { return a[std::size_t(std::int64_t(row) * n + column)]; }
};

/// Reflects row i onto its last component left of the diagonal, and the rest of the matrix with it. Keeps the
/// reflection u in the row, u / h in the column. Returns h.
double reflect(Reduction& r, int i) {
  const int last = i - 1;
  double scale = 0, h = 0;
  for (int k = 0; k <= last; ++k) scale += std::abs(r.at(i, k));
  if (last == 0 || scale == 0) {
    r.below[std::size_t(i)] = r.at(i, last);
    return 0;
  }
  for (int k = 0; k <= last; ++k) {
    r.at(i, k) /= scale;
    h += r.at(i, k) * r.at(i, k);
  }
  const double f = r.at(i, last), g = f > 0 ? -std::sqrt(h) : std::sqrt(h);
  r.below[std::size_t(i)] = scale * g;
  h -= f * g;
  r.at(i, last) = f - g;
  double sum = 0;
  for (int j = 0; j <= last; ++j) {
    r.at(j, i) = r.at(i, j) / h;
    double product = 0;
    for (int k = 0; k <= j; ++k) product += r.at(j, k) * r.at(i, k);
    for (int k = j + 1; k <= last; ++k) product += r.at(k, j) * r.at(i, k);
    r.below[std::size_t(j)] = product / h;
    sum += r.below[std::size_t(j)] * r.at(i, j);
  }
  const double half = sum / (h + h);
  for (int j = 0; j <= last; ++j) {
    const double u = r.at(i, j), p = r.below[std::size_t(j)] -= half * u;
    for (int k = 0; k <= j; ++k) r.at(j, k) -= u * r.below[std::size_t(k)] + p * r.at(i, k);
  }
  return h;
}

/// `a` becomes the matrix Q with Q^T a Q tridiagonal.
void make_tridiagonal(Reduction& r) {
  std::vector<double> h(std::size_t(r.n), 0.0);
  for (int i = r.n - 1; i > 0; --i) h[std::size_t(i)] = reflect(r, i);
  r.below[0] = 0;
  std::vector<double> product;
  for (int i = 0; i < r.n; ++i) {
    if (h[std::size_t(i)] != 0) {
      product.assign(std::size_t(i), 0.0);
      for (int k = 0; k < i; ++k)
        for (int j = 0; j < i; ++j) product[std::size_t(j)] += r.at(i, k) * r.at(k, j);
      for (int k = 0; k < i; ++k)
        for (int j = 0; j < i; ++j) r.at(k, j) -= product[std::size_t(j)] * r.at(k, i);
    }
    r.diagonal[std::size_t(i)] = r.at(i, i);
    r.at(i, i) = 1;
    for (int j = 0; j < i; ++j) r.at(j, i) = r.at(i, j) = 0;
  }
}

/// One QL step with an implicit shift on the rows from l to m.
void ql_step(Reduction& r, int l, int m) {
  std::vector<double>&d = r.diagonal, &e = r.below;
  const auto at = [](std::vector<double>& v, int i) -> double& { return v[std::size_t(i)]; };
  double g = (at(d, l + 1) - at(d, l)) / (2 * at(e, l));
  double root = std::sqrt(g * g + 1);
  g = at(d, m) - at(d, l) + at(e, l) / (g + (g < 0 ? -root : root));
  double sine = 1, cosine = 1, p = 0;
  for (int i = m - 1; i >= l; --i) {
    const double f = sine * at(e, i), b = cosine * at(e, i);
    root = std::sqrt(f * f + g * g);
    at(e, i + 1) = root;
    if (root == 0) {
      at(d, i + 1) -= p;
      at(e, m) = 0;
      return;
    }
    sine = f / root;
    cosine = g / root;
    g = at(d, i + 1) - p;
    root = (at(d, i) - g) * sine + 2 * cosine * b;
    p = sine * root;
    at(d, i + 1) = g + p;
    g = cosine * root - b;
    const std::size_t length = r.vectors.size() / std::size_t(r.n);
    double *const these = r.vectors.data() + std::size_t(i) * length, *const those = these + length;
    for (std::size_t k = 0; k < length; ++k) {
      const double next = those[k];
      those[k] = sine * these[k] + cosine * next;
      these[k] = cosine * these[k] - sine * next;
    }
  }
  at(d, l) -= p;
  at(e, l) = g;
  at(e, m) = 0;
}

void diagonalise(Reduction& r) {
  std::rotate(r.below.begin(), r.below.begin() + 1, r.below.end());  // now right of the diagonal
  constexpr int most_steps = 60;
  for (int l = 0; l < r.n; ++l)
    for (int step = 0;; ++step) {
      int m = l;
      for (; m + 1 < r.n; ++m) {
        const double around = std::abs(r.diagonal[std::size_t(m)]) + std::abs(r.diagonal[std::size_t(m) + 1]);
        if (std::abs(r.below[std::size_t(m)]) <= 0x1p-52 * around) break;
      }
      if (m == l) break;
      if (step == most_steps) throw Error("eigenvalues of the projected matrix do not converge (internal error)");
      ql_step(r, l, m);
    }
}

}  // namespace

SymmetricEigen symmetric_eigen(std::vector<double> matrix, int n, int first) {
  if (n <= 0) return {};
  Reduction r{n, std::move(matrix), {}, std::vector<double>(std::size_t(n)), std::vector<double>(std::size_t(n))};
  make_tridiagonal(r);
  for (int i = 0; i < n; ++i)
    for (int k = first; k < n; ++k) r.vectors.push_back(r.at(k, i));
  diagonalise(r);
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int i) { return r.diagonal[std::size_t(i)]; });
  SymmetricEigen result;
  for (const int i : order) {
    result.value.push_back(r.diagonal[std::size_t(i)]);
    const auto its = r.vectors.begin() + std::ptrdiff_t(i) * (n - first);
    result.vector.insert(result.vector.end(), its, its + (n - first));
  }
  return result;
}

}  // namespace crumple
