// Properties of the return mapping that hold for every plastic law on any strain path: the stress ends on the yield
// surface, the shell is the solid with sigma_zz = 0, lanes do not see each other, and all instruction sets give the
// same bits.
#include <bit>
#include <cstdint>
#include <limits>

#include "kernels/materials/material_001_elastic.hpp"
#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "tests/kernels/material_specimen.hpp"

namespace crumple::kernels::test {
namespace {

template <class Real>
struct ReturnMapping : ::testing::Test {
  using P = Pack<Real>;
};
TYPED_TEST_SUITE(ReturnMapping, Precisions);

const Curve curve{{{0, 250}, {0.01, 300}, {0.05, 320}, {0.2, 400}}};

/// Sizes from well inside the yield surface to many times beyond it.
struct RandomStrains {
  std::mt19937_64 engine{20240607};
  double uniform() { return double(engine() >> 11) * 0x1p-53; }
  double increment(double largest) { return largest * std::pow(uniform(), 4) * (uniform() < 0.5 ? -1 : 1); }
  template <class P>
  void fill(P* de, int n, double largest) {
    for (int i = 0; i < n; ++i) {
      std::array<typename P::value_type, P::size()> lanes;
      for (auto& x : lanes) x = typename P::value_type(increment(largest));
      de[i] = from_lanes<P>(lanes);
    }
  }
};

/// The table's own straight lines: its points cut the corners of the curve.
double on_table(const HardeningConstants& table, double ep) {
  const int k = std::min(int(ep / table.strain_step), curve_points - 2);
  const double slope = (table.stress[k + 1] - table.stress[k]) / table.strain_step;
  return table.stress[k] + slope * (ep - k * table.strain_step);
}

template <class P>
double largest_of(const P* s, int n, int i) {
  double largest = 0;
  for (int k = 0; k < n; ++k) largest = std::max(largest, std::abs(double(lane(s[k], i))));
  return largest;
}

/// Drives both element families along random paths and checks each lane against `yield(ep)`.
template <class Law, class P, class YieldStress>
void expect_consistent(const Metal& c, YieldStress yield, double largest, int steps) {
  using Real = typename P::value_type;
  constexpr bool kinematic = Law::rotated_tensor != no_tensor;
  // Single precision: the last slope of the table, a difference of 0.1 of two stresses of
  // 400 MPa, is known to 1e-4 and goes on beyond the table; else some hundred roundings.
  const double near = tolerance<Real>(1e-6, c.hardening ? 1e-4 : 1e-5);
  Specimen<Law, P> solid(c), shell(c);
  RandomStrains random;
  int plastic = 0;
  double worst = 0;
  for (int step = 0; step < steps; ++step) {
    P de[6];
    random.fill(de, 6, largest);
    const P solid_before = solid.h[0], shell_before = shell.h[0];
    solid.update_solid(de, P(Real(1e-3)));
    shell.update_shell(de, P(Real(1e-3)), P(Real(5) / 6));
    for (int i = 0; i < int(P::size()); ++i) {
      // q is a difference of stored stresses: it carries a few of their roundings, which a high pressure makes coarse.
      auto check = [&](double q, double largest_stress, double ep, double before) {
        ASSERT_TRUE(std::isfinite(q) && std::isfinite(ep));
        ASSERT_GE(ep, before);
        const double gate = near + 4 * std::numeric_limits<Real>::epsilon() * largest_stress / yield(ep);
        ASSERT_LE(q / yield(ep), 1 + gate) << "step " << step;
        if (ep == before) return;
        worst = std::max(worst, std::abs(q / yield(ep) - 1) / gate);
        ++plastic;
      };
      check(effective_solid(solid.s, kinematic ? solid.h + 1 : nullptr, i), largest_of(solid.s, 6, i),
            lane(solid.h[0], i), lane(solid_before, i));
      check(effective_shell(shell.s, kinematic ? shell.h + 1 : nullptr, i), largest_of(shell.s, 5, i),
            lane(shell.h[0], i), lane(shell_before, i));
    }
  }
  EXPECT_GT(plastic, steps);
  expect_below("error of the yield condition over its gate", worst, 1);
}

TYPED_TEST(ReturnMapping, StressEndsOnTheYieldSurface) {
  verifies({"2.6", "MAT_003 and MAT_024 points on random paths", "closed form: von Mises stress is the yield stress",
            "1e-6 of it; in single precision 1e-5, of tables 1e-4"});
  using P = typename TestFixture::P;
  for (double beta : {0.0, 0.3, 1.0}) {
    Metal c = steel();
    c.beta = beta;
    const double H = hardening_modulus(c);
    expect_consistent<Material003<P>, P>(
        c, [&](double ep) { return 250 + beta * H * ep; }, 5e-3, 300);
  }
  Metal c = steel();
  expect_consistent<Material024<P>, P>(
      c, [&](double ep) { return 250 + hardening_modulus(c) * ep; }, 5e-3, 300);
  const Tabulated table(0.2, {0}, {curve});
  c.hardening = &table;
  auto tabulated = [&](double ep) { return on_table(table, ep); };
  expect_consistent<Material024<P>, P>(c, tabulated, 5e-3, 300);
}

TYPED_TEST(ReturnMapping, SurvivesHugeIncrements) {
  using P = typename TestFixture::P;
  const Tabulated table(0.2, {0}, {curve});
  Metal c = steel();
  expect_consistent<Material024<P>, P>(
      c, [&](double ep) { return 250 + hardening_modulus(c) * ep; }, 1e-1, 100);
  c.beta = 0.5;
  expect_consistent<Material003<P>, P>(
      c, [&](double ep) { return 250 + 0.5 * hardening_modulus(c) * ep; }, 1e-1, 100);
  c.hardening = &table;
  auto tabulated = [&](double ep) { return on_table(table, ep); };
  expect_consistent<Material024<P>, P>(c, tabulated, 1e-1, 100);
}

// A step of the plane stress law is a step of the solid law whose e_zz makes sigma_zz vanish: the same backward Euler
// equations (Simo & Taylor 1986), so the stresses agree to the tolerances of the two scalar solutions.
template <class Law, class P>
void expect_shell_is_solid(const Metal& c) {
  using Real = typename P::value_type;
  using S = Specimen<Law, P>;
  S solid(c), shell(c);
  RandomStrains random;
  double thickness = 0;
  for (int step = 0; step < 100; ++step) {
    double e[5];
    for (double& x : e) x = random.increment(5e-3);
    const double reach = 0.05;  // several times the increments: shear can release an old normal strain
    shell.shell({e[0], e[1], e[2], e[3], e[4]});
    thickness += step_balanced(
        solid, -reach, reach,
        [&](S& t, double x) {
          t.solid({e[0], e[1], x, e[2], e[3], e[4]});
        },
        [](const S& t) { return t.stress(2); });
    const double near = tolerance<Real>(1e-3, 0.2);  // MPa, 100 steps of 1e-7 or 4e-6 of 400 MPa and its history
    const int of_solid[5] = {0, 1, 3, 4, 5};
    for (int i = 0; i < 5; ++i) ASSERT_NEAR(shell.stress(i), solid.stress(of_solid[i]), near) << "step " << step;
    ASSERT_NEAR(shell.plastic_strain(), solid.plastic_strain(), near / 1e4);
    ASSERT_NEAR(shell.thickness_strain, thickness, near / 1e4);
  }
  EXPECT_GT(shell.plastic_strain(), 0.05);
}

TYPED_TEST(ReturnMapping, ShellIsSolidWithoutNormalStress) {
  using P = typename TestFixture::P;
  const Tabulated table(0.2, {0}, {curve});
  for (double beta : {0.0, 0.3, 1.0}) {
    Metal c = steel();
    c.beta = beta;
    expect_shell_is_solid<Material003<P>, P>(c);
  }
  Metal c = steel();
  c.hardening = &table;
  expect_shell_is_solid<Material024<P>, P>(c);
}

/// Every law with every feature, for the properties that must hold whatever is switched on.
template <class Law, class Check>
void for_each_variant(Check check) {
  static const Tabulated one(0.2, {0}, {curve});
  static const Tabulated many(0.2, {0.01, 1, 10}, {curve, Curve{{{0, 300}, {0.2, 500}}}, curve});
  Metal c = steel();
  c.beta = 0.3;
  c.failure_strain = 0.15;
  for (const Tabulated* hardening : {(const Tabulated*)nullptr, &one, &many})
    for (double rate_c : {0.0, 40.4e-3})
      for (bool viscoplastic : {false, true}) {
        c.hardening = hardening;
        c.rate_c = rate_c, c.rate_p = 5, c.viscoplastic = viscoplastic;
        check(c);
      }
}

template <class P>
bool same_bits(const P& a, int i, const P& b, int j) {
  using Bits = std::conditional_t<sizeof(typename P::value_type) == 8, std::uint64_t, std::uint32_t>;
  return std::bit_cast<Bits>(lane(a, i)) == std::bit_cast<Bits>(lane(b, j));
}

/// One pack of random points against each of its points alone in a pack of copies.
template <class Law, class P>
void expect_lanes_are_alone(const Metal& c) {
  using Real = typename P::value_type;
  Specimen<Law, P> solid(c), shell(c);
  std::vector<Specimen<Law, P>> solids(P::size(), solid), shells(P::size(), shell);
  RandomStrains random;
  const P dt{Real(1e-3)}, kappa{Real(5) / 6};
  for (int step = 0; step < 40; ++step) {
    P de[6];
    random.fill(de, 6, 1e-2);
    solid.update_solid(de, dt);
    const P thinning = shell.update_shell(de, dt, kappa);
    for (int i = 0; i < int(P::size()); ++i) {
      P alone[6];
      for (int k = 0; k < 6; ++k) alone[k] = P(lane(de[k], i));
      solids[i].update_solid(alone, dt);
      const P thinning_alone = shells[i].update_shell(alone, dt, kappa);
      ASSERT_TRUE(same_bits(thinning, i, thinning_alone, 0)) << "step " << step;
      for (int k = 0; k < 6; ++k) ASSERT_TRUE(same_bits(solid.s[k], i, solids[i].s[k], 0)) << "step " << step;
      for (int k = 0; k < 5; ++k) ASSERT_TRUE(same_bits(shell.s[k], i, shells[i].s[k], 0)) << "step " << step;
      for (int k = 0; k < n_history<Law>; ++k) {
        ASSERT_TRUE(same_bits(solid.h[k], i, solids[i].h[k], 0)) << "step " << step;
        ASSERT_TRUE(same_bits(shell.h[k], i, shells[i].h[k], 0)) << "step " << step;
      }
    }
  }
}

TYPED_TEST(ReturnMapping, LanesDoNotSeeEachOther) {
  using P = typename TestFixture::P;
  for_each_variant<Material003<P>>([](const Metal& c) { expect_lanes_are_alone<Material003<P>, P>(c); });
  for_each_variant<Material024<P>>([](const Metal& c) { expect_lanes_are_alone<Material024<P>, P>(c); });
  expect_lanes_are_alone<Material001<P>, P>(steel());
}

/// FNV-1a over the bits of stress, history and thinning of 64 points on random paths, point by point.
template <class Law, class P>
void hash_paths(const Metal& c, std::uint64_t& hash) {
  using Real = typename P::value_type;
  constexpr int n_points = 64, n_steps = 20;
  static_assert(n_points % P::size() == 0);
  auto add = [&](Real x) {
    if (x == 0) x = 0;  // of either sign
    hash =
        (hash ^ std::bit_cast<std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>>(x)) * 0x100000001b3;
  };
  RandomStrains random;
  std::vector<double> increments(n_points * n_steps * 6);
  for (double& x : increments) {  // only operations that IEEE 754 rounds: the same on every machine
    const double u = random.uniform();
    x = 1e-2 * (u * u * u * u) * (random.uniform() < 0.5 ? -1 : 1);
  }
  const P dt{Real(1e-3)}, kappa{Real(5) / 6};
  for (int first = 0; first < n_points; first += int(P::size())) {
    Specimen<Law, P> solid(c), shell(c);
    std::vector<P> results;
    for (int step = 0; step < n_steps; ++step) {
      P de[6];
      for (int k = 0; k < 6; ++k) {
        std::array<Real, P::size()> lanes;
        for (int i = 0; i < int(P::size()); ++i) lanes[i] = Real(increments[((first + i) * n_steps + step) * 6 + k]);
        de[k] = from_lanes<P>(lanes);
      }
      solid.update_solid(de, dt);
      results.push_back(shell.update_shell(de, dt, kappa));
      results.insert(results.end(), solid.s, solid.s + 6);
      results.insert(results.end(), shell.s, shell.s + 5);
      results.insert(results.end(), solid.h, solid.h + n_history<Law>);
      results.insert(results.end(), shell.h, shell.h + n_history<Law>);
    }
    for (int i = 0; i < int(P::size()); ++i)
      for (const P& x : results) add(lane(x, i));
  }
}

// Pins the bits for all compilers; simd_same_bits.cpp holds the instruction sets to each other. A change of the
// formulas changes the constants: then take over the new ones.
TYPED_TEST(ReturnMapping, BitsAreThoseOfEveryCompiler) {
  using P = typename TestFixture::P;
  std::uint64_t hash = 0xcbf29ce484222325;
  for_each_variant<Material003<P>>([&](const Metal& c) { hash_paths<Material003<P>, P>(c, hash); });
  for_each_variant<Material024<P>>([&](const Metal& c) { hash_paths<Material024<P>, P>(c, hash); });
  hash_paths<Material001<P>, P>(steel(), hash);
  EXPECT_EQ(hash, sizeof(TypeParam) == 8 ? 3170145692752012158u : 7964844890714830364u);
}

/// No strain changes nothing, a step of no time (the first call) is a step at rate zero, and nothing is ever a NaN.
template <class Law, class P>
void expect_harmless(const Metal& c) {
  using Real = typename P::value_type;
  Specimen<Law, P> solid(c), shell(c);
  RandomStrains random;
  const P kappa{Real(5) / 6};
  for (int step = 0; step < 60; ++step) {
    P de[6];
    random.fill(de, 6, step % 3 == 0 ? 1.0 : 1e-3);
    if (step % 3 == 1)
      for (P& x : de) x = P(0);
    const Specimen<Law, P> solid_before = solid, shell_before = shell;
    const P dt{Real(step % 2 == 0 ? 0 : 1e-3)};
    solid.update_solid(de, dt);
    const P thinning = shell.update_shell(de, dt, kappa);
    for (int i = 0; i < int(P::size()); ++i) {
      ASSERT_TRUE(std::isfinite(lane(thinning, i)));
      for (int k = 0; k < 6; ++k) ASSERT_TRUE(std::isfinite(lane(solid.s[k], i)));
      for (int k = 0; k < 5; ++k) ASSERT_TRUE(std::isfinite(lane(shell.s[k], i)));
      for (int k = 0; k < n_history<Law>; ++k)
        ASSERT_TRUE(std::isfinite(lane(solid.h[k], i)) && std::isfinite(lane(shell.h[k], i)));
      // The rate effect ends with the straining, so only laws without it keep the stress of the step before.
      if (step % 3 != 1 || c.rate_c > 0 || (c.hardening && c.hardening->n_rates > 1)) continue;
      const double near = tolerance<Real>(1e-6, 1e-4);  // within the tolerance of the yield surface
      ASSERT_NEAR(lane(thinning, i), 0, near * 1e-2);
      for (int k = 0; k < 5; ++k)
        ASSERT_NEAR(lane(shell.s[k], i), lane(shell_before.s[k], i), near * (400 + std::abs(lane(shell.s[k], i))));
      for (int k = 0; k < 6; ++k)
        ASSERT_NEAR(lane(solid.s[k], i), lane(solid_before.s[k], i), near * (400 + std::abs(lane(solid.s[k], i))));
    }
  }
}

TYPED_TEST(ReturnMapping, IsHarmlessWithoutTimeOrStrain) {
  using P = typename TestFixture::P;
  for (double failure : {0.0, 0.15}) {
    auto check = [&](auto law, Metal c) {
      c.failure_strain = failure;
      expect_harmless<decltype(law), P>(c);
    };
    for_each_variant<Material003<P>>([&](const Metal& c) { check(law_for<Material003<P>>(c), c); });
    for_each_variant<Material024<P>>([&](const Metal& c) { check(law_for<Material024<P>>(c), c); });
  }
  expect_harmless<Material001<P>, P>(steel());
}

}  // namespace
}  // namespace crumple::kernels::test
