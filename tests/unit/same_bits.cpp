// Elementary functions whose bits are those of every other machine: found alike on x86-64 and ARM64, and their errors
// below 1 unit in the last place.
#include "base/same_bits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <random>

namespace crumple::test::same_bits_tests {
namespace {

TEST(SameBits, FunctionsAreThoseOfEveryMachine) {
  EXPECT_EQ(same_bits::exp(0.7), 0x1.01c2a61268987p+1);
  EXPECT_EQ(same_bits::expm1(-0.3), -0x1.0966f2c7907f6p-2);
  EXPECT_EQ(same_bits::log(3.7), 0x1.4eeee650ae55p+0);
  EXPECT_EQ(same_bits::log1p(0.3), 0x1.0ca937be1b9dcp-2);
  EXPECT_EQ(same_bits::log10(7.1), 0x1.b3d82260640a6p-1);
  EXPECT_EQ(same_bits::cbrt(5.3), 0x1.be56e4ee924aap+0);
  EXPECT_EQ(same_bits::sin(2.3), 0x1.7dcd12d582f24p-1);
  EXPECT_EQ(same_bits::cos(2.3), -0x1.5522217302fe1p-1);
  EXPECT_EQ(same_bits::tan(1.1), 0x1.f6fa7d286214ep+0);
  EXPECT_EQ(same_bits::asin(0.6), 0x1.4978fa3269ee1p-1);
  EXPECT_EQ(same_bits::acos(0.6), 0x1.dac670561bb5p-1);
  EXPECT_EQ(same_bits::atan(2.9), 0x1.3d1ddbdad64fp+0);
  EXPECT_EQ(same_bits::sinh(0.9), 0x1.06c9ccd5b6af8p+0);
  EXPECT_EQ(same_bits::cosh(0.9), 0x1.6edebfd5d867fp+0);
  EXPECT_EQ(same_bits::tanh(0.9), 0x1.6ebe982d6605dp-1);
  EXPECT_EQ(same_bits::atan2(-1.3, 0.4), -0x1.45b54837351ap+0);
  EXPECT_EQ(same_bits::pow(3.7, 0.22), 0x1.55628ab5a2da6p+0);
  EXPECT_EQ(same_bits::hypot(1.3, 0.4), 0x1.5c3298dd40b26p+0);
}

/// The error in units in the last place of the exact value; that of the smallest normal number below it.
double error(double found, long double exact) {
  const double rounded = double(exact);
  if (std::isnan(rounded)) return std::isnan(found) ? 0 : HUGE_VAL;
  if (std::isinf(rounded) || rounded == 0)
    return found == rounded && std::signbit(found) == std::signbit(rounded) ? 0 : HUGE_VAL;
  return double(std::fabs(found - exact) * std::ldexp(1.0L, 52 - std::max(std::ilogb(rounded), -1022)));
}

struct Function {
  const char* name;
  double (*ours)(double);
  long double (*exact)(long double);
  double low, high;  ///< its arguments
};
#define CRUMPLE_FUNCTION(f, low, high) {#f, same_bits::f, std::f, low, high}
const Function functions[] = {
    CRUMPLE_FUNCTION(exp, -746, 710), CRUMPLE_FUNCTION(expm1, -50, 710),  CRUMPLE_FUNCTION(expm1, -1, 1),
    CRUMPLE_FUNCTION(log, 0, 1e300),  CRUMPLE_FUNCTION(log, 0.5, 2),      CRUMPLE_FUNCTION(log1p, -1, 1e300),
    CRUMPLE_FUNCTION(log1p, -1, 1),   CRUMPLE_FUNCTION(log10, 0, 1e300),  CRUMPLE_FUNCTION(log10, 0.5, 2),
    CRUMPLE_FUNCTION(cbrt, -2, 8),    CRUMPLE_FUNCTION(sin, -7, 7),       CRUMPLE_FUNCTION(sin, -1e300, 1e300),
    CRUMPLE_FUNCTION(cos, -7, 7),     CRUMPLE_FUNCTION(cos, -1e10, 1e10), CRUMPLE_FUNCTION(tan, -7, 7),
    CRUMPLE_FUNCTION(tan, -1e5, 1e5), CRUMPLE_FUNCTION(tan, -0.8, 0.8),   CRUMPLE_FUNCTION(asin, -1, 1),
    CRUMPLE_FUNCTION(acos, -1, 1),    CRUMPLE_FUNCTION(acos, 0.99, 1),    CRUMPLE_FUNCTION(atan, -8, 8),
    CRUMPLE_FUNCTION(atan, 0, 1e300), CRUMPLE_FUNCTION(sinh, -2, 2),      CRUMPLE_FUNCTION(sinh, -711, 711),
    CRUMPLE_FUNCTION(cosh, -2, 2),    CRUMPLE_FUNCTION(cosh, -711, 711),  CRUMPLE_FUNCTION(tanh, -1, 1),
    CRUMPLE_FUNCTION(tanh, -25, 25),
};
#undef CRUMPLE_FUNCTION

/// Arguments between the limits, evenly and by size.
TEST(SameBits, FunctionsAreAccurate) {
  for (const Function& f : functions) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<> share(0, 1);
    double worst = 0, at = 0;
    for (int k = 0; k < 200'000; ++k) {
      double x = f.low + (f.high - f.low) * share(random);
      if (k % 2 == 0) x = (share(random) < 0.5 ? f.low : f.high) * std::exp(-40 * share(random));
      if (!(f.low == -1 && f.high >= 1 && x == -1))
        if (const double e = error(f.ours(x), f.exact(x)); !(e <= worst)) worst = e, at = x;
    }
    std::cout << f.name << " from " << f.low << " to " << f.high << ": " << worst << " units\n";
    EXPECT_LT(worst, 1) << f.name << "(" << std::hexfloat << at << ")";
  }
}

TEST(SameBits, FunctionsOfTwoNumbersAreAccurate) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<> share(-1, 1);
  double angle = 0, length = 0, power = 0;
  for (int k = 0; k < 200'000; ++k) {
    const double size = k % 2 == 0 ? 1 : std::exp(300 * share(random)), x = share(random), y = size * share(random);
    angle = std::max(angle, error(same_bits::atan2(y, x), std::atan2((long double)(y), (long double)(x))));
    length = std::max(length, error(same_bits::hypot(y, x), std::hypot((long double)(y), (long double)(x))));
    const double b = std::exp(share(random) * (k % 3 == 0 ? 700 : 1)), e = 700 * share(random) / std::log(b);
    power = std::max(power, error(same_bits::pow(b, e), std::pow((long double)(b), (long double)(e))));
  }
  std::cout << "atan2: " << angle << " units, hypot: " << length << " units, pow: " << power << " units\n";
  EXPECT_LT(angle, 1);
  EXPECT_LT(length, 1);
  EXPECT_LT(power, 1);
}

TEST(SameBits, SpecialValuesAreThoseOfC) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double values[] = {0.0,  -0.0, 1,   -1,  2,    -2,    0.5,    inf,     -inf, nan,
                           5e-324, -1e-310, 1e-9, 36.5, 40.5, 709.9, -745.5, 711, -711, 1e308};
  for (double x : values) {
    for (const Function& f : functions) EXPECT_LT(error(f.ours(x), f.exact(x)), 1) << f.name << "(" << x << ")";
    for (double y : values) {
      EXPECT_LT(error(same_bits::atan2(y, x), std::atan2((long double)(y), (long double)(x))), 1) << y << " " << x;
      EXPECT_LT(error(same_bits::pow(x, y), std::pow((long double)(x), (long double)(y))), 1) << x << " " << y;
    }
  }
}

/// Multiples of pi/2 as near as doubles come to them.
TEST(SameBits, LargeAnglesAreReduced) {
  for (double x : {0x1.921fb54442d18p+0, 0x1.921fb54442d18p+1, 0x1.6ac5b262ca1ffp+849, 0x1.7a0c3a1e2b4c5p+1023, 1e22}) {
    EXPECT_LT(error(same_bits::sin(x), std::sin((long double)(x))), 1) << x;
    EXPECT_LT(error(same_bits::cos(x), std::cos((long double)(x))), 1) << x;
    EXPECT_LT(error(same_bits::tan(x), std::tan((long double)(x))), 1) << x;
  }
}

/// As expressions of decks have them: 2**10 is a whole number.
TEST(SameBits, PowersOfWholeNumbersAreExact) {
  for (int base = 1; base <= 100; ++base) {
    double power = 1;
    for (int exponent = 0; power < 0x1p53; ++exponent, power *= base) {
      EXPECT_EQ(same_bits::pow(base, exponent), power) << base << "^" << exponent;
      if (base == 1 && exponent == 20) break;
    }
  }
}

}  // namespace
}  // namespace crumple::test::same_bits_tests
