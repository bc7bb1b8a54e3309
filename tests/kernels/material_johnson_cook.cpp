// MAT_015 and MAT_098 against Johnson & Cook's formulas: flow at a rate, limits of the
// stress, the heat of plastic work, fracture by damage, failure at a strain; and the bits on every instruction set.
#include <bit>
#include <cstdint>

#include "kernels/materials/material_015_johnson_cook.hpp"
#include "kernels/materials/material_098_simplified_johnson_cook.hpp"
#include "tests/kernels/material_specimen.hpp"

namespace crumple::kernels::test {
namespace {

template <class Real>
struct JohnsonCook : ::testing::Test {
  using P = Pack<Real>;
  using Full = Specimen<Material015<P>, P>;
  using Simplified = Specimen<Material098<P>, P>;
};
TYPED_TEST_SUITE(JohnsonCook, Precisions);

double hardening(double ep) { return 90 + 292 * std::pow(ep, 0.31); }

/// Pulls to the plastic strain 0.2 at `rate` in both element families; calls check(point, name).
template <class Point, class Check>
void pull_both(const Metal& c, double stress, double rate, Check check) {
  Point solid(c), shell(c);
  const double strain = 0.2 + stress / c.young;
  const int steps = 200;
  solid.dt = shell.dt = strain / steps / rate;
  pull_solid(solid, strain, steps);
  pull_shell(shell, strain, steps);
  check(solid, "solid");
  check(shell, "shell");
}

TYPED_TEST(JohnsonCook, FlowStressAtAThousandPerSecond) {
  verifies({"2.4", "MAT_015 and MAT_098 points at 1000 /s, pulled to 0.2",
            "closed form: (90 + 292 ep^0.31) (1 + 0.025 ln 1000); Johnson & Cook 1983",
            "total and plastic rate differ by 0.3 %, worth 0.02 MPa; single precision sums 200 strains"});
  EXPECT_NEAR(hardening(0.2) * (1 + 0.025 * std::log(1000.0)), 313.458, 5e-4);
  for (bool viscoplastic : {false, true}) {
    Metal c = copper();
    c.viscoplastic = viscoplastic;
    const auto check = [&](const auto& point, const char* name) {
      expect_near(std::string(name) + ": stress [MPa]", point.stress(0), 313.458, tolerance<TypeParam>(0.025, 0.03));
      expect_near(std::string(name) + ": plastic strain", point.plastic_strain(), 0.2, 2e-6);
    };
    pull_both<typename TestFixture::Full>(c, 313.458, 1, check);
    pull_both<typename TestFixture::Simplified>(c, 313.458, 1, check);
  }
}

TYPED_TEST(JohnsonCook, SlowStrainingFollowsTheStaticCurve) {
  verifies({"2.4", "MAT_015 and MAT_098 points below EPSO", "closed form: no rate effect",
            "lateral balance and rounding of 200 steps"});
  for (bool viscoplastic : {false, true}) {
    Metal c = copper();
    c.viscoplastic = viscoplastic;
    const auto check = [&](const auto& point, const char* name) {
      expect_near(std::string(name) + ": stress over the curve's", point.stress(0) / hardening(point.plastic_strain()),
                  1, tolerance<TypeParam>(1e-6, 1e-4));
    };
    pull_both<typename TestFixture::Full>(c, hardening(0.2), 1e-4, check);
    pull_both<typename TestFixture::Simplified>(c, hardening(0.2), 1e-4, check);
  }
}

// B = N = 0, as blank fields of a card give.
TYPED_TEST(JohnsonCook, WithoutHardeningIsIdeallyPlastic) {
  Metal c = copper();
  c.johnson_cook.b = c.johnson_cook.n = c.johnson_cook.c = 0;
  pull_both<typename TestFixture::Full>(c, 90, 1, [&](const auto& point, const char* name) {
    EXPECT_NEAR(point.stress(0), 90, tolerance<TypeParam>(1e-4, 1e-2)) << name;  // 1e-6 and 1e-4 of it, as above
  });
}

// SIGMAX limits A + B ep^n, SIGSAT the whole.
TYPED_TEST(JohnsonCook, StressesAreLimited) {
  Metal c = copper();
  c.johnson_cook.largest_static_stress = 200;
  const double factor = 1 + 0.025 * std::log(1000.0);
  pull_both<typename TestFixture::Simplified>(c, 200 * factor, 1, [&](const auto& point, const char* name) {
    EXPECT_NEAR(point.stress(0), 200 * factor, tolerance<TypeParam>(1e-3, 2e-2)) << name;
  });
  c.johnson_cook.largest_stress = 210;
  pull_both<typename TestFixture::Simplified>(c, 210, 1, [&](const auto& point, const char* name) {
    EXPECT_NEAR(point.stress(0), 210, tolerance<TypeParam>(1e-3, 2e-2)) << name;
  });
}

TYPED_TEST(JohnsonCook, PlasticWorkHeatsAndSoftens) {
  verifies({"2.4", "MAT_015 point, adiabatic tension to 1",
            "closed form: T' = T + sigma dep / (rho CP), the same steps",
            "return mapping; 1,000 sums in single precision"});
  Metal c = copper();
  c.johnson_cook.c = 0;
  c.johnson_cook.melting = 1356 - 294;
  c.johnson_cook.specific_heat = 383;  // mJ/(g K)
  typename TestFixture::Full solid(c), shell(c);
  for (auto* point : {&solid, &shell}) {
    double temperature = 0, before = 0, expected = 0;
    for (int i = 0; i < 1000; ++i) {
      point == &solid ? pull_solid(*point, 1e-3, 1) : pull_shell(*point, 1e-3, 1);
      const double ep = point->plastic_strain();
      expected = hardening(ep) * (1 - std::pow(temperature / 1062, 1.09));
      temperature += expected * (ep - before) / (8.96e-3 * 383);
      before = ep;
    }
    EXPECT_GT(temperature, 85);
    EXPECT_LT(expected, 0.94 * hardening(before));
    expect_within("stress [MPa]", point->stress(0), expected, tolerance<TypeParam>(1e-5, 1e-3));
    expect_within("temperature rise [K]", lane(point->h[1], 0), temperature, tolerance<TypeParam>(1e-5, 1e-3));
  }
}

// Molten: a thousandth of A is left, and nothing is divided by zero.
TYPED_TEST(JohnsonCook, MoltenMaterialFlows) {
  Metal c = copper();
  c.johnson_cook.melting = 1062;
  c.johnson_cook.specific_heat = 383;
  typename TestFixture::Full solid(c), shell(c);
  for (auto* point : {&solid, &shell}) point->h[1] = typename TestFixture::P(2000);
  for (int i = 0; i < 20; ++i) {
    solid.solid({0.005, -0.0025, -0.0025, 0, 0, 0});
    shell.shell({0.005, -0.0025, 0, 0, 0});
  }
  EXPECT_NEAR(solid.stress(0) - solid.stress(1), 0.09, 1e-3);
  EXPECT_NEAR(effective_shell<typename TestFixture::P>(shell.s, nullptr, 0), 0.09, 1e-3);
}

// With a tenth of Johnson & Cook's D1 and D2.
TYPED_TEST(JohnsonCook, BreaksAtTheStrainOfFracture) {
  verifies({"2.4", "MAT_015 point breaks in tension at 1000 /s",
            "closed form: (D1 + D2 exp(D3 / 3)) (1 + D4 ln 1000); Johnson & Cook 1985",
            "one step, and how the rate and sigma* start"});
  Metal c = copper();
  c.fracture = {0.054, 0.489, -3.03, 0.014, 1.12};
  const double expected = (0.054 + 0.489 * std::exp(-3.03 / 3)) * (1 + 0.014 * std::log(1000.0));
  for (bool viscoplastic : {false, true}) {
    c.viscoplastic = viscoplastic;
    typename TestFixture::Full solid(c), shell(c);
    for (auto* point : {&solid, &shell}) {
      for (int i = 0; !any(point->failed) && i < 1000; ++i)
        point == &solid ? pull_solid(*point, 1e-3, 1) : pull_shell(*point, 1e-3, 1);
      ASSERT_TRUE(all(point->failed));
      expect_near("strain at fracture", point->plastic_strain(), expected, 1.2e-3);
      const double ep = point->plastic_strain();
      point->failed = typename TestFixture::P::mask_type(false);
      point == &solid ? point->solid({0.01, 0, 0, 0, 0.02, 0}) : point->shell({0.01, 0, 0, 0.02, 0});
      EXPECT_TRUE(all(point->failed));
      EXPECT_EQ(point->plastic_strain(), ep);
      for (int i = 0; i < 6; ++i) EXPECT_EQ(point->stress(i), 0);
    }
  }
}

TYPED_TEST(JohnsonCook, FractureStrainHasALowerBound) {
  Metal c = copper();
  c.fracture[0] = -1;
  c.least_fracture_strain = 0.05;
  typename TestFixture::Full shell(c);
  while (!any(shell.failed) && shell.plastic_strain() < 1) pull_shell(shell, 1e-3, 1);
  EXPECT_NEAR(shell.plastic_strain(), 0.05, 1.1e-3);  // one step
}

TYPED_TEST(JohnsonCook, FailsAtPsfail) {
  Metal c = copper();
  c.failure_strain = 0.1;
  typename TestFixture::Simplified solid(c), shell(c);
  for (auto* point : {&solid, &shell}) {
    double before = 0;
    for (int i = 0; !any(point->failed) && i < 1000; ++i) {
      before = point->plastic_strain();
      point == &solid ? pull_solid(*point, 1e-3, 1) : pull_shell(*point, 1e-3, 1);
    }
    EXPECT_TRUE(all(point->failed));
    EXPECT_LT(before, 0.1);
    EXPECT_GE(point->plastic_strain(), double(TypeParam(0.1)));
    EXPECT_EQ(point->stress(0), 0);
  }
}

/// Strains and steps of time of 64 points on random paths; only operations that IEEE 754 rounds.
template <class Law, class P>
void hash_paths(const Metal& c, std::uint64_t& hash) {
  using Real = typename P::value_type;
  constexpr int n_points = 64, n_steps = 20, W = int(P::size());
  std::mt19937_64 engine(20240607);
  const auto uniform = [&] { return double(engine() >> 11) * 0x1p-53; };
  std::vector<double> increments(n_points * n_steps * 6);
  for (double& x : increments) {
    const double u = uniform();
    x = 2e-2 * (u * u * u * u) * (uniform() < 0.5 ? -1 : 1);
  }
  for (int first = 0; first < n_points; first += W) {
    Specimen<Law, P> solid(c), shell(c);
    std::vector<P> results;
    for (int step = 0; step < n_steps; ++step) {
      P de[6];
      for (int k = 0; k < 6; ++k) {
        std::array<Real, P::size()> lanes;
        for (int i = 0; i < W; ++i) lanes[i] = Real(increments[((first + i) * n_steps + step) * 6 + k]);
        de[k] = from_lanes<P>(lanes);
      }
      const P dt{Real(step == 0 ? 0 : 1e-3)};
      solid.update_solid(de, dt);
      results.push_back(shell.update_shell(de, dt, P(Real(5) / 6)));
      results.insert(results.end(), solid.s, solid.s + 6);
      results.insert(results.end(), shell.s, shell.s + 5);
      results.insert(results.end(), solid.h, solid.h + n_history<Law>);
      results.insert(results.end(), shell.h, shell.h + n_history<Law>);
    }
    for (int i = 0; i < W; ++i)
      for (const P& x : results) {
        Real value = lane(x, i);
        ASSERT_TRUE(std::isfinite(value));
        if (value == 0) value = 0;  // of either sign
        hash = (hash ^ std::bit_cast<std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>>(value)) *
               0x100000001b3;
      }
  }
}

// As in material_return_mapping.cpp.
TYPED_TEST(JohnsonCook, BitsAreThoseOfEveryCompiler) {
  using P = typename TestFixture::P;
  std::uint64_t hash = 0xcbf29ce484222325;
  Metal c = copper();
  for (bool viscoplastic : {false, true})
    for (double heat : {0.0, 38.3}) {
      c.viscoplastic = viscoplastic;
      c.failure_strain = 0.15;
      hash_paths<Material098<P>, P>(c, hash);
      Metal full = c;
      full.failure_strain = 0;
      full.johnson_cook.melting = heat > 0 ? 1062 : 0;
      full.johnson_cook.specific_heat = heat;
      full.fracture = {0.054, 0.489, -3.03, 0.014, 1.12};
      full.least_fracture_strain = 1e-6;
      hash_paths<Material015<P>, P>(full, hash);
    }
  EXPECT_EQ(hash, sizeof(TypeParam) == 8 ? 13223407178566319921u : 12549562410021431776u);
}

}  // namespace
}  // namespace crumple::kernels::test
