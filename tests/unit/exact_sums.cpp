// Sums that go on for a whole run: exact in any order and grouping, far beyond what one double holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/exact_sum.hpp"

namespace crumple::test::exact_sums {
namespace {

constexpr double q = 0x1p-20;
const Quantum quantum(q);

std::vector<double> terms(int n, double largest) {
  std::mt19937_64 engine(7);
  std::vector<double> all;
  for (int i = 0; i < n; ++i)
    all.push_back(quantum.round(largest * (double(engine()) / double(std::mt19937_64::max()) - 0.3)));
  return all;
}

double sum_of(const std::vector<double>& all) {
  ExactSum sum(quantum);
  for (const double x : all) sum.add(x);
  return sum.value();
}

TEST(Quantum, NextPowerOfTwoIsExact) {
  for (int exponent = -300; exponent <= 300; ++exponent) {
    const double power = std::ldexp(1.0, exponent);
    EXPECT_EQ(power_of_two_above(power), power);
    EXPECT_EQ(power_of_two_above(std::nextafter(power, 0.0)), power);
    EXPECT_EQ(power_of_two_above(std::nextafter(power, 1e308)), 2 * power);
  }
  EXPECT_EQ(Quantum::for_largest(3).q, 0x1p-48);
}

TEST(ExactSum, OrderAndGroupingChangeNothing) {
  std::vector<double> all = terms(100000, 0x1p50 * q);  // their sum is 2^15 times what one double holds exactly
  const double whole = sum_of(all);
  EXPECT_GT(whole, 0x1p60 * q);
  std::reverse(all.begin(), all.end());
  EXPECT_EQ(sum_of(all), whole);
  std::array<double, ExactSum::n_parts> sums{};  // as over ranks: parts of the sums of pieces
  for (std::size_t first = 0; first < all.size(); first += 977) {
    ExactSum piece(quantum);
    for (std::size_t i = first; i < std::min(all.size(), first + 977); ++i) piece.add(all[i]);
    for (std::size_t p = 0; p < sums.size(); ++p) sums[p] += piece.parts()[p];
  }
  ExactSum over_ranks(quantum);
  over_ranks.parts() = sums;
  EXPECT_EQ(over_ranks.value(), whole);
  double plain = 0, reversed = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    plain += all[i];
    reversed += all[all.size() - 1 - i];
  }
  EXPECT_NE(plain, reversed);  // or the test would show nothing
}

TEST(ExactSum, WorkBelowTheQuantumAddsUp) {
  const std::vector<double> all = [] {
    std::vector<double> terms;
    for (int i = 0; i < 100000; ++i) terms.push_back((0.2 + 0.1 * std::sin(double(i))) * q);
    return terms;
  }();
  const auto sum = [&](std::size_t in_a_step, bool reversed) {
    ExactSum run(quantum);
    for (std::size_t first = 0; first < all.size(); first += in_a_step) {
      StepSum step;
      for (std::size_t i = first; i < std::min(all.size(), first + in_a_step); ++i)
        step.add(all[reversed ? all.size() - 1 - i : i], quantum);
      run += step;
    }
    return run.value();
  };
  EXPECT_NEAR(sum(100, false) / q, 20000, 1);
  EXPECT_EQ(sum(100, false), sum(100, true));
  EXPECT_EQ(sum(100, false), sum(977, true));
}

TEST(ExactSum, SmallTermsAreKeptBesideALargeSum) {
  ExactSum sum(quantum);
  for (int i = 0; i < 1024; ++i) sum.add(0x1p50 * q);
  for (int i = 0; i < 1000; ++i) sum.add(q);
  for (int i = 0; i < 1024; ++i) sum.add(-0x1p50 * q);
  EXPECT_EQ(sum.value(), 1000 * q);
}

/// Terms of either sign and of all sizes from `size` down to a thousandth of it.
std::vector<double> mixed_terms(double size) {
  std::mt19937_64 engine(11);
  std::vector<double> all;
  for (int i = 0; i < 20000; ++i)
    all.push_back(std::ldexp(size * (double(engine()) / double(std::mt19937_64::max()) - 0.3), -int(engine() % 10)));
  return all;
}

// Energies of models that move 1e-15 times as fast as they could have 1e-30 of the energy for which the quantum is
// chosen. The reference is summed in long double, whose 64 bits leave 20000 2^-64 = 1e-15; the terms partly cancel.
TEST(ExactSum, KeepsRelativeAccuracyOverThirtyDecades) {
  const double largest = 0x1p50 * q;
  for (int decades = 0; decades <= 30; ++decades) {
    const std::vector<double> all = mixed_terms(largest * std::pow(10.0, -decades));
    long double reference = 0;
    for (const double x : all) reference += x;
    const double forward = sum_of(all);
    EXPECT_NEAR(forward / double(reference), 1, 1e-9) << decades;
    EXPECT_EQ(sum_of({all.rbegin(), all.rend()}), forward) << decades;
  }
}

TEST(ExactSum, SumsThatCancelLeaveWhatIsSmall) {
  ExactSum sum(quantum);
  const double large = 0x1.23456789abcdep49 * q, small = 0x1.fp-100 * q;
  for (const double x : {large, small, -large}) sum.add(x);
  EXPECT_EQ(sum.value(), small);
  for (const double x : {-large, -small, -small, large}) sum.add(x);
  EXPECT_EQ(sum.value(), -small);
}

// A model that has become unstable has more energy than its quantum was chosen for.
TEST(ExactSum, StepsFarBeyondTheLargestContribution) {
  const std::vector<double> all = mixed_terms(0x1p60 * q);
  StepSum forward, backward;
  for (std::size_t i = 0; i < all.size(); ++i) {
    forward.add(all[i], quantum);
    backward.add(all[all.size() - 1 - i], quantum);
  }
  ExactSum one(quantum), other(quantum);
  one += forward;
  other += backward;
  EXPECT_EQ(one.value(), other.value());
  EXPECT_EQ(one.value(), sum_of(all));
}

TEST(ExactSum, ZeroAndWhatIsNotANumber) {
  ExactSum sum(Quantum::for_largest(1e-200));  // the smallest that a model gets
  EXPECT_EQ(sum.value(), 0);
  sum.add(3e-230);
  EXPECT_EQ(sum.value(), 3e-230);
  sum.add(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(std::isnan(sum.value()));
}

}  // namespace
}  // namespace crumple::test::exact_sums
