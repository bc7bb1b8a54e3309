// The law of ties that soften, against the equations of *MAT_138 in LS-DYNA's keyword manual.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/joints/soft_tie_loops.hpp"

namespace crumple::test::soft_ties {
namespace {

constexpr double normal = 40, shear = 30, normal_energy = 0.5, shear_energy = 0.8, stiff = 1e4, ratio = 0.5;

SoftTieLaw law_of(double exponent) {
  return {normal, shear, normal_energy, shear_energy, exponent, 0, stiff, ratio, false, 0, {}};
}

/// By beta = sliding / opening.
double damage_of_138(double opening, double sliding, double exponent) {
  const double et = ratio * stiff, delta = std::hypot(opening, sliding);
  const double onset_n = normal / stiff, onset_s = shear / et, beta = sliding / opening, square = beta * beta;
  const double onset =
      onset_n * onset_s * std::sqrt((1 + square) / (onset_s * onset_s + square * onset_n * onset_n));
  const double power = std::abs(exponent);
  double end = 0;
  if (exponent > 0)
    end = 2 * (1 + square) / onset *
          std::pow(std::pow(stiff / normal_energy, power) + std::pow(et * square / shear_energy, power), -1 / power);
  else
    end = 2 / (onset * (stiff + et * square) / (1 + square)) *
          (normal_energy +
           (shear_energy - normal_energy) * std::pow(square * et / (stiff + square * et), power));
  if (delta <= onset) return 0;
  return delta >= end ? 1 : end * (delta - onset) / (delta * (end - onset));
}

TEST(SoftTieLaw, IsThatOfMaterial138) {
  for (const double exponent : {1.0, 1.7, -1.0, -1.45})
    for (const double opening : {1e-4, 2e-3, 5e-3, 0.015})
      for (const double sliding : {1e-4, 2e-3, 8e-3, 0.03})
        EXPECT_NEAR(law_of(exponent).damage(opening, sliding, stiff), damage_of_138(opening, sliding, exponent), 1e-12)
            << exponent << ' ' << opening << ' ' << sliding;
}

TEST(SoftTieLaw, OfOneModeEndsAtItsEnergyOrSeparation) {
  for (const double exponent : {1.0, -2.0}) {
    const double opened = 2 * normal_energy / normal, slid = 2 * shear_energy / shear;
    EXPECT_LT(law_of(exponent).damage(0.999 * opened, 0, stiff), 1);
    EXPECT_EQ(law_of(exponent).damage(1.001 * opened, 0, stiff), 1);
    EXPECT_LT(law_of(exponent).damage(0, 0.999 * slid, stiff), 1);
    EXPECT_EQ(law_of(exponent).damage(0, 1.001 * slid, stiff), 1);
  }
  const SoftTieLaw up_to{normal, 0, 0, 0, 1, 0.05, 0, 1, false, 0, {}};  // no limit in shear
  EXPECT_EQ(up_to.damage(0, 10, stiff), 0);
  EXPECT_NEAR((1 - up_to.damage(0.02, 0, stiff)) * stiff * 0.02, normal * 0.03 / (0.05 - normal / stiff), 1e-9);
  EXPECT_EQ(up_to.damage(0.05, 0, stiff), 1);
}

/// Linear from all of the stress to none at 0.1; beyond the strength the limit counts, too.
TEST(SoftTieLaw, OfACurveScalesTheLimitedStress) {
  SoftTieLaw law{normal, shear, 0, 0, 1, 0, stiff, 1, false, 0.1, {}};
  for (int i = 0; i <= SoftTieLaw::steps; ++i) law.left[i] = 1 - double(i) / SoftTieLaw::steps;
  EXPECT_NEAR(1 - law.damage(0.002, 0, stiff), 0.98, 1e-12);  // below the strength, at 0.004
  EXPECT_NEAR((1 - law.damage(0.05, 0, stiff)) * stiff * 0.05, 0.5 * normal, 1e-9);
  EXPECT_NEAR((1 - law.damage(0, 0.05, stiff)) * stiff * 0.05, 0.5 * shear, 1e-9);
  EXPECT_EQ(law.damage(0.1, 0, stiff), 1);
}

/// A strength that the stiffness reaches only beyond the separation at failure: the tie breaks there.
TEST(SoftTieLaw, IsBrittleWhereItIsTooWeak) {
  EXPECT_EQ(law_of(1).damage(0.9 * normal / 100, 0, 100), 0);
  EXPECT_EQ(law_of(1).damage(1.1 * normal / 100, 0, 100), 1);
}

}  // namespace
}  // namespace crumple::test::soft_ties
