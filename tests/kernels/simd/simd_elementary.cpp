// exp, log, cbrt and pow of packs: errors below 1 unit in the last place against the C library in a wider format,
// special values, and the same bits on every instruction set. The environment's CRUMPLE_ALL_FLOATS=1 takes every float
// and fifty times as many doubles: minutes.
#include "kernels/simd/elementary.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>

using namespace crumple::kernels;

namespace {

const bool all_floats = std::getenv("CRUMPLE_ALL_FLOATS") != nullptr;

/// The largest error found, in units in the last place.
template <class Real>
struct Worst {
  double error = 0;
  Real x = 0, y = 0;

  /// The unit is that of the exact value; that of the smallest normal number below it.
  template <class Exact>
  void compare(Real found, Exact exact, Real of_x, Real of_y = 0) {
    constexpr int digits = std::numeric_limits<Real>::digits, least = std::numeric_limits<Real>::min_exponent;
    const Real rounded = Real(exact);
    double e = std::numeric_limits<double>::infinity();
    if (std::isnan(rounded) || std::isinf(rounded) || rounded == 0)
      e = std::isnan(rounded) ? !std::isnan(found) : found != rounded || std::signbit(found) != std::signbit(rounded);
    else if (std::isfinite(found))
      e = double(std::fabs(found - exact) * std::ldexp(Exact(1), digits - std::max(std::ilogb(rounded) + 1, least)));
    if (!(e <= error)) error = e, x = of_x, y = of_y;
  }
  void expect_small(const char* name) const {
    std::cout << name << (sizeof(Real) == 8 ? ", double: " : ", single: ") << error << " units at " << std::hexfloat
              << x << " " << y << std::defaultfloat << "\n";
    EXPECT_LT(error, 1) << name << "(" << x << ", " << y << ")";
  }
};

template <class Real, class F>
void for_lanes(const Real* in, Real* out, F&& function) {
  using P = Pack<Real>;
  for (int i = 0; i < 16; i += lanes_of<P>) store(out + i, function(load<P>(in + i)));
}

float flushed(float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; }

/// All floats, or one in 509; denormal ones are zero.
template <class F, class Exact>
void check_floats(const char* name, F&& function, Exact&& exact) {
  Worst<float> worst;
  const std::uint64_t stride = all_floats ? 1 : 509;
  for (std::uint64_t bits = 0; bits < std::uint64_t(1) << 32; bits += 16 * stride) {
    alignas(64) float in[16], out[16];
    for (int i = 0; i < 16; ++i) in[i] = std::bit_cast<float>(std::uint32_t(bits + i * stride));
    for_lanes(in, out, function);
    for (int i = 0; i < 16; ++i) {
      const double y = exact(double(flushed(in[i])));
      if (std::fabs(y) < 0x1p-126 && y != 0)  // the smallest normal number, if y rounds to it
        EXPECT_TRUE(out[i] == 0 || out[i] == float(y)) << name << "(" << in[i] << ") = " << out[i];
      else
        worst.compare(out[i], y, in[i]);
    }
  }
  worst.expect_small(name);
}

TEST(ElementaryFunctions, OfFloatsAreAccurate) {
  check_floats("exp", [](const PackFloat& x) { return exp(x); }, [](double x) { return std::exp(x); });
  check_floats("log", [](const PackFloat& x) { return log(x); }, [](double x) { return std::log(x); });
  check_floats("cbrt", [](const PackFloat& x) { return cbrt(x); }, [](double x) { return std::cbrt(x); });
}

const int n_doubles = all_floats ? 50'000'000 : 1'000'000;

/// Arguments from `low` to `high`, or their powers of e.
template <class F, class Exact>
void check_doubles(const char* name, F&& function, Exact&& exact, double low, double high, bool of_e = false) {
  Worst<double> worst;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<> between(low, high);
  for (int k = 0; k < n_doubles; k += 16) {
    alignas(64) double in[16], out[16];
    for (double& x : in) x = of_e ? std::exp(between(random)) : between(random);
    for_lanes(in, out, function);
    for (int i = 0; i < 16; ++i) worst.compare(out[i], exact((long double)(in[i])), in[i]);
  }
  worst.expect_small(name);
}

TEST(ElementaryFunctions, OfDoublesAreAccurate) {
  const auto exp_of = [](const PackDouble& x) { return exp(x); };
  const auto log_of = [](const PackDouble& x) { return log(x); };
  const auto cbrt_of = [](const PackDouble& x) { return cbrt(x); };
  const auto exp_exact = [](long double x) { return std::exp(x); };
  const auto log_exact = [](long double x) { return std::log(x); };
  const auto cbrt_exact = [](long double x) { return std::cbrt(x); };
  check_doubles("exp", exp_of, exp_exact, -746, 710);
  check_doubles("exp near 0", exp_of, exp_exact, -1, 1);
  check_doubles("exp, denormal", exp_of, exp_exact, -745, -708);
  check_doubles("log", log_of, log_exact, -745, 709, true);
  check_doubles("log near 1", log_of, log_exact, 0.5, 2);
  check_doubles("cbrt", cbrt_of, cbrt_exact, -745, 709, true);
  check_doubles("cbrt near 1", cbrt_of, cbrt_exact, -8, 8);
}

/// x^y with results over the whole range, and of ordinary numbers.
template <class Real>
void check_powers(const char* name, double largest_log) {
  Worst<Real> worst;
  std::mt19937_64 random(8);
  std::uniform_real_distribution<> share(-1, 1);
  for (int k = 0; k < n_doubles / 4; k += 16) {
    alignas(64) Real x[16], y[16], out[16];
    for (int i = 0; i < 16; ++i) {
      const double spread = k % 3 == 0 ? largest_log : k % 3 == 1 ? 2 : 1e-3;
      x[i] = Real(std::exp(spread * share(random)));
      y[i] = k % 32 == 0 ? Real(3 * share(random)) : Real(largest_log * share(random) / std::log(double(x[i])));
    }
    int i = 0;
    using P = Pack<Real>;
    for (; i < 16; i += lanes_of<P>) store(out + i, pow(load<P>(x + i), load<P>(y + i)));
    using Wider = std::conditional_t<sizeof(Real) == 8, long double, double>;
    for (i = 0; i < 16; ++i) worst.compare(out[i], std::pow(Wider(x[i]), Wider(y[i])), x[i], y[i]);
  }
  worst.expect_small(name);
}

TEST(ElementaryFunctions, PowersAreAccurate) {
  check_powers<double>("pow", 708);
  check_powers<float>("pow", 87);
}

template <class Real>
void check_special_values() {
  using L = std::numeric_limits<Real>;
  const Real values[] = {0,
                         Real(-0.0),
                         1,
                         -1,
                         Real(0.5),
                         Real(-2.5),
                         2,
                         -2,
                         3,
                         -3,
                         4,
                         L::min(),
                         L::max(),
                         L::lowest(),
                         L::denorm_min(),
                         -L::denorm_min(),
                         L::infinity(),
                         -L::infinity(),
                         L::quiet_NaN(),
                         1 / L::epsilon() + 1,
                         -1 / L::epsilon() - 1,
                         2 / L::epsilon() + 2,
                         1 + L::epsilon(),
                         Real(1e-40),
                         Real(-746),
                         Real(710)};
  const auto flush = [](Real x) {
    if constexpr (sizeof(Real) == 4)
      return flushed(x);
    else
      return x;
  };
  Worst<Real> worst;
  for (Real x : values) {
    const Real u = flush(x);
    const Pack<Real> pack(x);
    worst.compare(exp(pack)[0], flush(std::exp(u)), x);
    worst.compare(log(pack)[0], flush(std::log(u)), x);
    worst.compare(cbrt(pack)[0], flush(std::cbrt(u)), x);
    for (Real y : values) worst.compare(pow(pack, Pack<Real>(y))[0], std::pow(x, y), x, y);
  }
  EXPECT_LE(worst.error, 1) << worst.x << " " << worst.y;  // the C library's own is rounded
}

TEST(ElementaryFunctions, OfSpecialValuesAreThoseOfC) {
  check_special_values<double>();
  check_special_values<float>();
}

/// A hash of the functions' bits at random bits, whole numbers and special values; NaN without its sign and payload.
template <class Real>
std::uint64_t hash_of_functions() {
  using P = Pack<Real>;
  using Bits = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;
  using L = std::numeric_limits<Real>;
  const Real special[] = {0, Real(-0.0), 1, -1, L::infinity(), -L::infinity(), L::quiet_NaN(), 2, -3, Real(0.5),
                          L::denorm_min(), -L::min()};
  std::mt19937_64 random(3);
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a, by numbers
  for (int k = 0; k < 80000; ++k) {
    alignas(64) Real x[16], y[16], out[16];
    for (int i = 0; i < 16; ++i) {
      x[i] = std::bit_cast<Real>(Bits(random()));
      y[i] = Real(std::ldexp(double(std::int64_t(random())), -61));
      if (k % 10 == 0) x[i] = special[random() % 12];
      if (k % 5 == 0) y[i] = special[random() % 12];
      if (k % 3 == 1) x[i] = std::fabs(y[i]) * 7;
      if (k % 7 == 3) y[i] = Real(int(random() % 20) - 10);
    }
    for (int function = 0; function < 4; ++function) {
      for (int i = 0; i < 16; i += lanes_of<P>) {
        const P a = load<P>(x + i), b = load<P>(y + i);
        store(out + i, function == 0 ? exp(a) : function == 1 ? log(a) : function == 2 ? cbrt(a) : pow(a, b));
      }
      for (Real r : out) hash = (hash ^ (r == r ? std::uint64_t(std::bit_cast<Bits>(r)) : 1)) * 1099511628211u;
    }
  }
  return hash;
}

TEST(ElementaryFunctions, HaveTheSameBitsOnEveryInstructionSet) {
  EXPECT_EQ(hash_of_functions<double>(), 0x6779b5b705bbc88bu);
  EXPECT_EQ(hash_of_functions<float>(), 0xd5d254518266c401u);
}

}  // namespace
