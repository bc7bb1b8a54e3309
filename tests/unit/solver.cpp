// The parts of implicit analysis that need no model: arithmetic in twice the precision, dense and sparse eigenvalue
// problems, solutions whose bits do not depend on the solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <numeric>

#include "base/error.hpp"
#include "runtime.hpp"
#include "solver/decided_solver.hpp"
#include "solver/double_double.hpp"
#include "solver/elimination_tree.hpp"
#include "solver/spectrum.hpp"
#include "solver/symmetric_eigen.hpp"

namespace crumple::test::solver {
namespace {

TEST(DoubleDouble, KeepsWhatADoubleLoses) {
  const DoubleDouble sum = two_sum(1, 0x1p-80);
  EXPECT_EQ(sum.high, 1);
  EXPECT_EQ(sum.low, 0x1p-80);
  const double a = 1 + 0x1p-30, b = 1 - 0x1p-40;  // a b = 1 + 2^-30 - 2^-40 - 2^-70
  const DoubleDouble product = two_product(a, b);
  EXPECT_EQ(product.high, 1 + 0x1p-30 - 0x1p-40);
  EXPECT_EQ(product.low, -0x1p-70);
  const DoubleDouble back = a * sum + DoubleDouble{-a, 0};
  EXPECT_EQ(back.high, a * 0x1p-80);
}

/// The stiffness of n springs in a row, held at both ends: eigenvalues 2 - 2 cos(k pi / (n + 1)).
double of_chain(int k, int n) { return 2 - 2 * std::cos(k * std::numbers::pi / (n + 1)); }

TEST(SymmetricEigen, OfAChainAndOfMultiples) {
  constexpr int n = 40;
  std::vector<double> matrix(n * n, 0.0);
  for (int i = 0; i < n; ++i) {
    matrix[std::size_t(i * n + i)] = 2;
    if (i > 0) matrix[std::size_t(i * n + i - 1)] = -1;
  }
  const SymmetricEigen eigen = symmetric_eigen(matrix, n);
  constexpr double rounding = 1e-14;  // some dozen units in the last place of the largest, 4
  for (int k = 0; k < n; ++k) {
    EXPECT_NEAR(eigen.value[std::size_t(k)], of_chain(k + 1, n), rounding);
    double length = 0, image = 0;
    for (int i = 0; i < n; ++i) {
      const auto at = [&](int j) { return j < 0 || j >= n ? 0.0 : eigen.vector[std::size_t(k * n + j)]; };
      length += at(i) * at(i);
      image = std::max(image, std::abs(2 * at(i) - at(i - 1) - at(i + 1) - eigen.value[std::size_t(k)] * at(i)));
    }
    EXPECT_NEAR(length, 1, rounding);
    EXPECT_LT(image, 10 * rounding);
  }
  const SymmetricEigen same = symmetric_eigen({3, 0, 0, 0, 3, 0, 0, 0, 3}, 3);
  EXPECT_EQ(same.value, (std::vector<double>{3, 3, 3}));
  EXPECT_TRUE(symmetric_eigen({}, 0).value.empty());
}

SymmetricMatrix distributed(const SymmetricEntries& entries) {
  return {EquationSlices(world(), entries.n_equations), entries};
}

SymmetricMatrix diagonal(const std::vector<double>& values) {
  SymmetricEntries entries;
  entries.n_equations = std::int32_t(values.size());
  for (std::int32_t i = 0; i < entries.n_equations; ++i) entries.add(i, i, values[std::size_t(i)]);
  return distributed(entries);
}

VectorTraffic traffic;
const MakeStore in_memory = [](std::size_t length) { return VectorStore(length, "", traffic); };
const MakeStore in_a_file = [](std::size_t length) { return VectorStore(length, "lanczos-vectors", traffic); };

/// Modes of a diagonal K with a mass of 2, among them one eigenvalue five times.
TEST(Lanczos, FindsMultipleEigenvalues) {
  constexpr int n = 300;
  std::vector<double> stiffness(n), mass(n, 2.0);
  for (int i = 0; i < n; ++i) stiffness[std::size_t(i)] = 2.0 * (i < 5 ? 1 : i);
  mass[7] = 0;  // no mode
  stiffness[7] = 1;
  const double shift = -0.5;
  const SymmetricMatrix diagonal_mass = diagonal(mass);
  const ShiftedSolve solve = [&](ColumnBlock& block) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < ColumnBlock::width; ++c) block.at(i, c) /= stiffness[i] - shift * mass[i];
  };
  const double expected[10] = {1, 1, 1, 1, 1, 5, 6, 8, 9, 10};
  std::vector<std::vector<double>> shapes[2];
  for (const MakeStore* make_store : {&in_memory, &in_a_file}) {
    const LanczosResult result = find_modes({solve, diagonal_mass, diagonal_mass, shift, *make_store}, {.above = 10});
    ASSERT_EQ(result.eigenvalues.size(), 10u);
    for (std::size_t k = 0; k < 10; ++k) {
      EXPECT_NEAR(result.eigenvalues[k], expected[k], 1e-12 * expected[k]);
      const std::vector<double>& shape = shapes[make_store == &in_a_file].emplace_back(result.shapes.vector(k));
      double length = 0;
      for (std::size_t i = 0; i < n; ++i) length += shape[i] * mass[i] * shape[i];
      EXPECT_NEAR(length, 1, 1e-12);
    }
  }
  EXPECT_EQ(shapes[0], shapes[1]);
  EXPECT_FALSE(std::filesystem::exists("lanczos-vectors"));
  EXPECT_GT(traffic.read, 0);
}

TEST(Lanczos, EndsWhereThereAreNoMoreModes) {
  const std::vector<double> mass(5, 1.0);
  const SymmetricMatrix diagonal_mass = diagonal(mass);
  const ShiftedSolve solve = [&](ColumnBlock& block) {
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t c = 0; c < ColumnBlock::width; ++c) block.at(i, c) /= double(i + 1);
  };
  const LanczosResult result = find_modes({solve, diagonal_mass, diagonal_mass, 0, in_memory}, {.above = 20});
  ASSERT_EQ(result.eigenvalues.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(result.eigenvalues[k], double(k + 1), 1e-13);
}

/// Modes of a diagonal matrix, by many shifts.
struct Slices {
  std::vector<double> stiffness;  ///< the mass is 1
  std::int64_t too_many = 0;      ///< that the factors tell of above 50
  int n_shifts = 0;
  std::vector<ModeCount> counts{};

  Spectrum find(const SpectrumRange& range, int per_shift) {
    double shift = 0;
    const SpectrumTools tools{
        [&](double its_shift) {
          shift = its_shift;
          return std::ranges::count_if(stiffness, [&](double k) { return k < shift; }) + (shift > 50 ? too_many : 0);
        },
        [&](ColumnBlock& block) {
          for (std::size_t i = 0; i < stiffness.size(); ++i)
            for (std::size_t c = 0; c < ColumnBlock::width; ++c) block.at(i, c) /= stiffness[i] - shift;
        },
        in_memory, [&](double, const LanczosResult&) { ++n_shifts; },
        [&](const ModeCount& count) { counts.push_back(count); }};
    return find_spectrum(diagonal(std::vector<double>(stiffness.size(), 1.0)), range, tools, per_shift);
  }
};

/// 300 of them, near to the numbers from 5 on, with three each around 60, and five at 1.
std::vector<double> with_multiples() {
  std::vector<double> values;
  const auto near_to = [](int i) { return i + 0.3 * std::sin(double(i)); };
  for (int i = 0; i < 294; ++i) values.push_back(near_to(i < 5 ? 1 : i));
  for (int i = 0; i < 6; ++i) values.push_back(near_to(59 + i / 2));
  return values;
}

/// The `n` lowest modes above `from`, each once.
void expect_modes(const Spectrum& found, std::vector<double> all, double from, std::size_t n) {
  std::ranges::sort(all);
  const auto first = std::ranges::upper_bound(all, from);
  ASSERT_EQ(found.eigenvalues.size(), n);
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_NEAR(found.eigenvalues[k], first[std::ptrdiff_t(k)], 1e-12 * first[std::ptrdiff_t(k)]);
    const std::vector<double> a = found.shape(k);
    for (std::size_t other = k < 5 ? 0 : k - 5; other <= k; ++other) {
      const std::vector<double> b = found.shape(other);
      constexpr double error = 1e-7;  // of shapes, a hundred times the tolerance of the iteration
      EXPECT_NEAR(std::inner_product(a.begin(), a.end(), b.begin(), 0.0), other == k, error);
    }
  }
  EXPECT_EQ(found.n_missing, 0);
}

TEST(Spectrum, IsCutWithoutLossOrRepetition) {
  for (const int per_shift : {10, 20, 33, 70}) {
    Slices slices{with_multiples()};
    expect_modes(slices.find({.n_wanted = 150, .start = -0.25}, per_shift), slices.stiffness, -1, 150);
    EXPECT_GE(slices.n_shifts, 150 / (2 * per_shift)) << per_shift;
    std::int64_t n = 0;
    for (const ModeCount& count : slices.counts) {
      EXPECT_EQ(count.n_counted, count.n_found) << per_shift;
      n += count.n_found;
    }
    EXPECT_GE(n, 150) << "some are counted twice where the last shift is above the last mode";
  }
}

TEST(Spectrum, HasBounds) {
  Slices slices{with_multiples()};
  expect_modes(slices.find({.n_wanted = 500, .from = 40.5, .to = 99.5}, 20), slices.stiffness, 40.5, 59 + 6);
  expect_modes(slices.find({.n_wanted = 30, .from = 40.5, .to = 99.5}, 20), slices.stiffness, 40.5, 30);
  expect_modes(slices.find({.n_wanted = 500, .to = 20.5, .start = -0.25}, 20), slices.stiffness, -1, 21);
  EXPECT_TRUE(slices.find({.n_wanted = 9, .from = 2, .to = 4}, 20).eigenvalues.empty());
  expect_modes(slices.find({.n_wanted = 11, .centre = 80.1, .has_centre = true}, 20), slices.stiffness, 74.5, 11);
  expect_modes(slices.find({.n_wanted = 11, .from = 77.5, .centre = 80.1, .has_centre = true}, 20), slices.stiffness,
               77.5, 11);
  expect_modes(slices.find({.n_wanted = 30, .from = 77.5, .to = 82.5, .centre = 80.1, .has_centre = true}, 20),
               slices.stiffness, 77.5, 5);
}

TEST(Spectrum, TellsOfModesThatAreMissing) {
  Slices slices{with_multiples()};
  slices.too_many = 2;
  const Spectrum found = slices.find({.n_wanted = 100, .start = -0.25}, 20);
  EXPECT_EQ(found.n_missing, 2);
  std::int64_t n_missing = 0;
  for (const ModeCount& count : slices.counts) {
    n_missing += count.n_counted - count.n_found;
    EXPECT_TRUE(count.n_counted == count.n_found || (count.from < 50 && count.to > 50));
  }
  EXPECT_EQ(n_missing, 2);
}

/// Solves a chain of springs by elimination, with an error of its own.
class Sloppy final : public SparseSolver {
 public:
  Sloppy(double error) : error_(error) {}
  void factor(const SymmetricEntries& matrix) override {
    diagonal_.assign(std::size_t(matrix.n_equations), 0.0);
    below_ = diagonal_;
    for (std::size_t i = 0; i < matrix.row.size(); ++i)
      (matrix.row[i] == matrix.column[i] ? diagonal_ : below_)[std::size_t(matrix.row[i])] += matrix.value[i];
  }
  std::int64_t n_negative() const override { return 0; }
  void solve(std::vector<double>& columns, int n_columns) override {
    const std::size_t n = diagonal_.size();
    for (int k = 0; k < n_columns; ++k) {
      const std::span<double> x = std::span(columns).subspan(std::size_t(k) * n, n);
      std::vector<double> d = diagonal_;
      for (std::size_t i = 1; i < n; ++i) {
        const double factor = below_[i] / d[i - 1];
        d[i] -= factor * below_[i];
        x[i] -= factor * x[i - 1];
      }
      for (std::size_t i = n; i-- > 0;) x[i] = (x[i] - (i + 1 < n ? below_[i + 1] * x[i + 1] : 0.0)) / d[i];
      for (std::size_t i = 0; i < n; ++i) x[i] *= 1 + error_ * std::sin(double(7 * i));
    }
  }
  const SolverStatistics& statistics() const override { return statistics_; }

 private:
  double error_;
  std::vector<double> diagonal_, below_;
  SolverStatistics statistics_;
};

SymmetricEntries chain(int n) {
  SymmetricEntries matrix;
  matrix.n_equations = n;
  for (int i = 0; i < n; ++i) {
    matrix.row.push_back(i), matrix.column.push_back(i), matrix.value.push_back(2.0 + i % 3);
    if (i > 0) matrix.row.push_back(i), matrix.column.push_back(i - 1), matrix.value.push_back(-1);
  }
  return matrix;
}

/// Whatever the error of the solver, the bits are the same, and right to the last digit that is kept.
TEST(DecidedSolver, HasTheSameBitsWithAnySolver) {
  constexpr int n = 200;
  std::vector<std::vector<double>> solutions;
  std::vector<int> n_refinements;
  for (const double error : {0.0, 1e-12, 1e-6, 1e-3}) {
    Sloppy sloppy(error);
    DecidedSolver decided(world(), sloppy, std::vector<std::uint8_t>(n, 0));
    decided.factor(distributed(chain(n)));
    std::vector<double> columns(2 * n, 0.0);
    for (int i = 0; i < n; ++i) columns[std::size_t(i)] = std::cos(i), columns[std::size_t(n + i)] = i == 50;
    decided.solve(columns, 2);
    solutions.push_back(std::move(columns));
    n_refinements.push_back(decided.n_refinements());
  }
  for (const auto& solution : solutions) EXPECT_EQ(solution, solutions[0]);
  EXPECT_LT(n_refinements.front(), n_refinements.back());
  double largest = 0, error = 0;  // of the first column, of which the system is satisfied
  const auto at = [&](int i) { return i < 0 || i >= n ? 0.0 : solutions[0][std::size_t(i)]; };
  for (int i = 0; i < n; ++i) {
    largest = std::max(largest, std::abs(at(i)));
    error = std::max(error, std::abs((2.0 + i % 3) * at(i) - at(i - 1) - at(i + 1) - std::cos(i)));
  }
  EXPECT_LT(error, 6 * 0x1p-40 * largest);  // a row of at most 4, 1, 1 times half a quantum
}

/// Without the same bits, corrections end with a small residual: none after an exact solver, fewer after others.
TEST(DecidedSolver, StopsAtSmallResiduals) {
  constexpr int n = 200;
  for (const double error : {0.0, 1e-3}) {
    int n_refinements[2] = {};
    for (const auto bits : {DecidedSolver::Bits::same, DecidedSolver::Bits::off}) {
      Sloppy sloppy(error);
      DecidedSolver decided(world(), sloppy, std::vector<std::uint8_t>(n, 0), 1, bits);
      decided.factor(distributed(chain(n)));
      std::vector<double> x(n);
      for (int i = 0; i < n; ++i) x[std::size_t(i)] = std::cos(i);
      decided.solve(x, 1);
      n_refinements[int(bits)] = decided.n_refinements();
      const auto at = [&](int i) { return i < 0 || i >= n ? 0.0 : x[std::size_t(i)]; };
      double residual = 0;
      for (int i = 0; i < n; ++i)
        residual = std::max(residual, std::abs((2.0 + i % 3) * at(i) - at(i - 1) - at(i + 1) - std::cos(i)));
      EXPECT_TRUE(bits == DecidedSolver::Bits::same || residual < 1e-10 * std::sqrt(n / 2.0));  // norm of the cosines
    }
    EXPECT_LT(n_refinements[1], n_refinements[0]);
    EXPECT_TRUE(error > 0 || n_refinements[1] == 0);
  }
}

TEST(DecidedSolver, RefusesWhatDoesNotConverge) {
  Sloppy useless(3);
  DecidedSolver decided(world(), useless, std::vector<std::uint8_t>(20, 0));
  decided.factor(distributed(chain(20)));
  std::vector<double> column(20, 1.0);
  EXPECT_THROW(decided.solve(column, 1), Error);
}

/// The graph of a square of n by n equations, with that of all neighbours in a square around each.
SymmetricEntries grid_matrix(std::int32_t n) {
  SymmetricEntries matrix;
  matrix.n_equations = n * n;
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < n; ++j)
      for (const auto& [di, dj] : {std::pair(0, 0), std::pair(-1, -1), std::pair(-1, 0), std::pair(-1, 1),
                                   std::pair(0, -1)})
        if (i + di >= 0 && j + dj >= 0 && j + dj < n) matrix.add(i * n + j, (i + di) * n + j + dj, 1);
  return matrix;
}

/// Entries of L, diagonal included, by elimination on a dense graph.
double eliminated_entries(const SymmetricEntries& matrix, const std::vector<std::int32_t>& place) {
  const auto n = std::size_t(matrix.n_equations);
  std::vector<std::vector<char>> is_there(n, std::vector<char>(n, 0));
  for (std::size_t k = 0; k < matrix.row.size(); ++k) {
    const auto a = std::size_t(place[std::size_t(matrix.row[k])]);
    const auto b = std::size_t(place[std::size_t(matrix.column[k])]);
    is_there[a][b] = is_there[b][a] = 1;
  }
  double entries = 0;
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k; i < n; ++i) {
      if (!is_there[i][k]) continue;
      ++entries;
      for (std::size_t j = k + 1; j < n; ++j)
        if (is_there[j][k]) is_there[i][j] = is_there[j][i] = 1;
    }
  return entries;
}

TEST(EliminationTree, CountsTheFillOfAnyOrder) {
  const SymmetricEntries matrix = grid_matrix(9);
  std::vector<std::int32_t> natural(81), scattered;
  std::iota(natural.begin(), natural.end(), 0);
  for (std::int32_t i = 0; i < 81; ++i) scattered.push_back(i * 37 % 81);
  for (const auto& place : {natural, scattered})
    EXPECT_EQ(EliminationTree(matrix, place).on(1).n_entries, eliminated_entries(matrix, place));
}

TEST(EliminationTree, DenseMatrixIsOneFront) {
  SymmetricEntries matrix;
  matrix.n_equations = 10;
  for (std::int32_t i = 0; i < 10; ++i)
    for (std::int32_t j = 0; j <= i; ++j) matrix.add(i, j, 1);
  std::vector<std::int32_t> place(10);
  std::iota(place.begin(), place.end(), 0);
  const EliminationTree tree(matrix, place);
  EXPECT_EQ(tree.n_fronts(), 1u);
  const FactorShares one = tree.on(1), four = tree.on(4);
  EXPECT_EQ(one.n_entries, 55);
  EXPECT_EQ(one.most_active, 100);
  double operations = 0;
  for (int rows = 0; rows < 10; ++rows) operations += rows * (rows + 2.0);
  EXPECT_EQ(one.n_operations, operations);
  EXPECT_EQ(four.most_operations, operations / 4);  // all share the front
}

/// No rank has more than all, none waits less than the longest path, and what there is does not depend on ranks.
TEST(EliminationTree, RanksShareTheWork) {
  const SymmetricEntries matrix = grid_matrix(40);
  std::vector<std::int32_t> place(1600);  // nested dissection by hand: halves, then what is between them
  std::int32_t next = 0;
  const auto dissect = [&](auto& self, int i0, int i1, int j0, int j1) -> void {
    if (i1 - i0 < 3 && j1 - j0 < 3) {
      for (int i = i0; i < i1; ++i)
        for (int j = j0; j < j1; ++j) place[std::size_t(i * 40 + j)] = next++;
      return;
    }
    if (i1 - i0 >= j1 - j0) {
      const int middle = (i0 + i1) / 2;
      self(self, i0, middle, j0, j1);
      self(self, middle + 1, i1, j0, j1);
      for (int j = j0; j < j1; ++j) place[std::size_t(middle * 40 + j)] = next++;
    } else {
      const int middle = (j0 + j1) / 2;
      self(self, i0, i1, j0, middle);
      self(self, i0, i1, middle + 1, j1);
      for (int i = i0; i < i1; ++i) place[std::size_t(i * 40 + middle)] = next++;
    }
  };
  dissect(dissect, 0, 40, 0, 40);
  const EliminationTree tree(matrix, place);
  const FactorShares one = tree.on(1);
  EXPECT_EQ(one.critical_path, one.n_operations);
  double path = one.critical_path, memory = one.most_entries;
  for (const int n : {2, 4, 8}) {
    const FactorShares shares = tree.on(n);
    EXPECT_NEAR(shares.n_operations, one.n_operations, 1e-9 * one.n_operations);
    EXPECT_NEAR(shares.n_entries, one.n_entries, 1e-9 * one.n_entries);
    EXPECT_GE(shares.most_operations, one.n_operations / n);
    EXPECT_LT(shares.most_operations, 1.5 * one.n_operations / n);  // the halves are alike
    EXPECT_LT(shares.critical_path, path);
    EXPECT_LT(shares.most_entries, memory);
    path = shares.critical_path;
    memory = shares.most_entries;
  }
}

}  // namespace
}  // namespace crumple::test::solver
