// Elementary functions whose bits are those of every other machine: found alike on x86-64, with and without fused
// multiply-adds, and on ARM64.
#include "base/same_bits.hpp"

#include <gtest/gtest.h>

namespace crumple::test {
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
  EXPECT_EQ(same_bits::hypot(1.3, 0.4), 0x1.5c3298dd40b25p+0);
}

TEST(SameBits, FunctionsAreAccurate) {
  for (double x = 0.01; x < 1; x += 0.013) {
    EXPECT_DOUBLE_EQ(same_bits::exp(x), std::exp(x));
    EXPECT_DOUBLE_EQ(same_bits::expm1(x), std::expm1(x));
    EXPECT_DOUBLE_EQ(same_bits::log(x), std::log(x));
    EXPECT_DOUBLE_EQ(same_bits::log1p(x), std::log1p(x));
    EXPECT_DOUBLE_EQ(same_bits::log10(x), std::log10(x));
    EXPECT_DOUBLE_EQ(same_bits::cbrt(x), std::cbrt(x));
    EXPECT_DOUBLE_EQ(same_bits::sin(x), std::sin(x));
    EXPECT_DOUBLE_EQ(same_bits::cos(x), std::cos(x));
    EXPECT_DOUBLE_EQ(same_bits::tan(x), std::tan(x));
    EXPECT_DOUBLE_EQ(same_bits::asin(x), std::asin(x));
    EXPECT_DOUBLE_EQ(same_bits::acos(x), std::acos(x));
    EXPECT_DOUBLE_EQ(same_bits::atan(x), std::atan(x));
    EXPECT_DOUBLE_EQ(same_bits::sinh(x), std::sinh(x));
    EXPECT_DOUBLE_EQ(same_bits::cosh(x), std::cosh(x));
    EXPECT_DOUBLE_EQ(same_bits::tanh(x), std::tanh(x));
    EXPECT_DOUBLE_EQ(same_bits::atan2(x, -0.3), std::atan2(x, -0.3));
    EXPECT_DOUBLE_EQ(same_bits::pow(x, 0.7), std::pow(x, 0.7));
    EXPECT_DOUBLE_EQ(same_bits::hypot(x, 0.3), std::hypot(x, 0.3));
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
}  // namespace crumple::test
