// MAT_024 against its own curve (verification suite M24, M3r), rate tables, failure, and the shell loadings that have
// closed forms: equibiaxial, pure shear, thickness change (T-THICK).
#include "tests/kernels/material_specimen.hpp"

namespace crumple::kernels::test {
namespace {

template <class Real>
struct PiecewiseLinear : ::testing::Test {
  using P = Pack<Real>;
  using Point = Specimen<Material024<P>, P>;
};
TYPED_TEST_SUITE(PiecewiseLinear, Precisions);

// See material_plastic_kinematic.cpp.
template <class Real>
constexpr double close = tolerance<Real>(1e-6, 2e-4);

const Curve points{{{0, 250}, {0.05, 320}, {0.2, 400}}};

MaterialConstants with(const HardeningConstants& t) {
  MaterialConstants c = steel();
  c.hardening = &t;
  return c;
}

TYPED_TEST(PiecewiseLinear, UniaxialStressFollowsTheCurve) {
  const Tabulated table(0.2, {0}, {points});  // the kink at 0.05 is point 256 of 1024
  EXPECT_NEAR(points(0.1), 346.667, 5e-4);
  EXPECT_NEAR(points(0.3), 400 + 80 / 1.5, 1e-9);  // beyond the last point the last slope goes on
  for (double ep : {0.02, 0.05, 0.1, 0.3}) {
    typename TestFixture::Point solid(with(table)), shell(with(table));
    const double strain = ep + points(ep) / 210000;
    pull_solid(solid, strain, 200);
    pull_shell(shell, strain, 200);
    for (const auto* point : {&solid, &shell}) {
      EXPECT_NEAR(point->plastic_strain(), ep, close<TypeParam> * 0.1);
      EXPECT_NEAR(point->stress(0), points(ep), close<TypeParam> * 400);
    }
  }
}

TYPED_TEST(PiecewiseLinear, StepsAcrossManySegmentsEndOnTheCurve) {
  const Curve bent{{{0, 250}, {0.01, 350}, {0.02, 360}, {0.03, 500}, {0.05, 490}, {0.1, 600}}};  // concave and convex
  const Tabulated table(0.1, {0}, {bent});
  for (double strain : {0.004, 0.012, 0.025, 0.04, 0.09}) {
    typename TestFixture::Point solid(with(table)), shell(with(table));
    solid.solid({strain, -strain / 2, -strain / 2, 0, 0, 0});
    shell.shell({strain, -strain / 2, 0, 0, 0});
    // The points of the table cut the corners of the curve by less than a step times the change of slope: 1e-4 * 1e4.
    EXPECT_NEAR(solid.stress(0) - solid.stress(1), bent(solid.plastic_strain()), 1.0);
    EXPECT_NEAR(effective_shell<typename TestFixture::P>(shell.s, nullptr, 0), bent(shell.plastic_strain()), 1.0);
  }
}

TYPED_TEST(PiecewiseLinear, FallingCurveStaysPositive) {
  const Curve falling{{{0, 250}, {0.1, 100}}};
  const Tabulated table(0.1, {0}, {falling});
  typename TestFixture::Point solid(with(table)), shell(with(table));
  for (int i = 0; i < 100; ++i) {
    solid.solid({0.005, -0.0025, -0.0025, 0, 0, 0});
    shell.shell({0.005, -0.0025, 0, 0, 0});
  }
  // 1e-3 of the first yield stress is left
  EXPECT_NEAR(solid.stress(0) - solid.stress(1), 0.25, 1e-3);
  EXPECT_NEAR(effective_shell<typename TestFixture::P>(shell.s, nullptr, 0), 0.25, 1e-3);
}

TYPED_TEST(PiecewiseLinear, TableIsLinearBetweenRates) {
  const Curve faster{{{0, 350}, {0.05, 440}, {0.2, 560}}};
  const Tabulated table(0.2, {0.05, 0.15}, {points, faster});
  struct Case {
    double rate, weight;
  };
  for (const Case& at : {Case{0.02, 0}, Case{0.1, 0.5}, Case{0.125, 0.75}, Case{0.5, 1}})
    for (bool viscoplastic : {false, true}) {
      MaterialConstants c = with(table);
      c.viscoplastic = viscoplastic;
      typename TestFixture::Point solid(c), shell(c);
      solid.dt = shell.dt = 0.1 / 400 / at.rate;
      pull_solid(solid, 0.1, 400);
      pull_shell(shell, 0.1, 400);
      for (const auto* point : {&solid, &shell}) {
        const double ep = point->plastic_strain();
        const double expected = (1 - at.weight) * points(ep) + at.weight * faster(ep);
        // The strain rate that is elastic is (slope of the curve) / E = 1000 / 210000 of the total, worth 100 MPa over
        // 0.1 / ms: up to 0.6 MPa.
        EXPECT_NEAR(point->stress(0), expected, at.weight == 0 || at.weight == 1 ? close<TypeParam> * 500 : 0.8)
            << at.rate << ' ' << viscoplastic;
      }
    }
}

TYPED_TEST(PiecewiseLinear, TableMayHaveAnyNumberOfRates) {
  constexpr int n = 40;
  std::vector<double> rates;
  std::vector<Curve> curves;
  for (int k = 0; k < n; ++k) {
    rates.push_back(0.05 * (k + 1));
    curves.push_back({{{0, 250.0 + 10 * k}, {0.2, 300.0 + 10 * k}}});
  }
  const Tabulated table(0.2, rates, curves);
  for (const int k : {0, 15, 16, 30, n - 1}) {
    typename TestFixture::Point solid(with(table));
    solid.dt = 0.1 / 400 / rates[k];
    pull_solid(solid, 0.1, 400);
    // The rate of the lateral strain is that of plastic flow to 0.2 %: of 10 MPa between two rates, 0.02 (k + 1).
    EXPECT_NEAR(solid.stress(0), curves[k](solid.plastic_strain()), 0.02 * (k + 1) + close<TypeParam> * 500) << k;
  }
}

TYPED_TEST(PiecewiseLinear, CowperSymondsRaisesTheCurve) {
  const Tabulated table(0.2, {0}, {points});
  for (bool viscoplastic : {true, false})
    for (double initial : {0.0, 250.0}) {
      MaterialConstants c = with(table);
      c.yield = initial;
      c.rate_c = 40.4e-3, c.rate_p = 5, c.viscoplastic = viscoplastic;
      typename TestFixture::Point solid(c), shell(c);
      pull_solid(solid, 0.02, 200);  // 0.1 / ms
      pull_shell(shell, 0.02, 200);
      for (const auto* point : {&solid, &shell}) {
        const double s = points(point->plastic_strain());
        const double expected = viscoplastic && initial > 0 ? s + 250 * 1.198736 : s * 2.198736;
        // Of the strain rate, slope / E = 1400 * 2.2 / 210000 = 1.5 % is elastic; its fifth root 0.3 % of the rate
        // term.
        EXPECT_NEAR(point->stress(0), expected, 0.003 * expected);
      }
    }
}

TYPED_TEST(PiecewiseLinear, ViscoplasticYieldIsMetAtThePlasticRate) {
  for (double p : {1.0, 2.0, 3.91, 5.0, 8.0})
    for (double C : {1e-3, 40.4e-3, 100.0})
      for (double step : {1.3e-3, 1e-2, 1e-1}) {
        MaterialConstants c = steel();
        c.rate_c = C, c.rate_p = p, c.viscoplastic = true;
        typename TestFixture::Point solid(c), shell(c);
        solid.solid({step, -step / 2, -step / 2, step / 3, 0, 0});
        shell.shell({step, -step / 2, step / 3, step / 7, 0});
        for (const auto* point : {&solid, &shell}) {
          const double ep = point->plastic_strain();
          const double q = point == &solid ? effective_solid<typename TestFixture::P>(solid.s, nullptr, 0)
                                           : effective_shell<typename TestFixture::P>(shell.s, nullptr, 0);
          const double expected = 250 + hardening_modulus(c) * ep + 250 * std::pow(ep / point->dt / C, 1 / p);
          ASSERT_GT(ep, 0);
          EXPECT_NEAR(q / expected, 1, tolerance<TypeParam>(1e-6, 2e-5)) << p << ' ' << C << ' ' << step;
        }
      }
}

TYPED_TEST(PiecewiseLinear, EquibiaxialAndShearShellsYieldAtMisesStress) {
  const Tabulated table(0.2, {0}, {points});
  typename TestFixture::Point biaxial(with(table)), shear(with(table)), transverse(with(table));
  transverse.shear_factor = 5.0 / 6.0;
  for (int i = 0; i < 500; ++i) {
    biaxial.shell({1e-4, 1e-4, 0, 0, 0});
    shear.shell({1e-4, -1e-4, 0, 0, 0});
    transverse.shell({0, 0, 0, 2e-4, 0});
  }
  const double near = close<TypeParam> * 400;
  EXPECT_NEAR(biaxial.stress(0), points(biaxial.plastic_strain()), near);
  EXPECT_EQ(biaxial.stress(0), biaxial.stress(1));
  EXPECT_NEAR(shear.stress(0), points(shear.plastic_strain()) / std::sqrt(3.0), near);
  EXPECT_NEAR(shear.stress(1), -shear.stress(0), near);
  EXPECT_NEAR(transverse.stress(3), points(transverse.plastic_strain()) / std::sqrt(3.0), near);
  // Plastic strain: total less elastic, |e_zz| and gamma / sqrt 3.
  EXPECT_NEAR(biaxial.plastic_strain(), 2 * (0.05 - 0.7 * biaxial.stress(0) / 210000), close<TypeParam> * 0.1);
  const double elastic = transverse.stress(3) / (210000 / 2.6 * 5 / 6);
  EXPECT_NEAR(transverse.plastic_strain(), (0.1 - elastic) / std::sqrt(3.0), close<TypeParam> * 0.1);
}

// Thickness strains preserve the volume of plastic strains; elastic parts from the stresses (T-THICK).
TYPED_TEST(PiecewiseLinear, ThicknessFollowsPlasticFlow) {
  MaterialConstants c = steel();
  c.tangent = 210000.0 * 1000 / 211000;  // H = 1000
  typename TestFixture::Point uniaxial(c), biaxial(c), elastic(c);
  pull_shell(uniaxial, 0.2, 1000);
  for (int i = 0; i < 1000; ++i) biaxial.shell({1e-4, 1e-4, 0, 0, 0});
  pull_shell(elastic, 1e-3, 10);
  EXPECT_NEAR(std::exp(uniaxial.thickness_strain), 0.904837, 1e-3);  // elastic part 0.3 * 448 / 210000 = 6e-4
  EXPECT_NEAR(std::exp(biaxial.thickness_strain), 0.818731, 2e-3);   // twice that
  EXPECT_NEAR(std::exp(elastic.thickness_strain), 0.999700, 5e-7);
  const double near = close<TypeParam> * 0.2;
  EXPECT_NEAR(uniaxial.thickness_strain, -0.3 * uniaxial.stress(0) / 210000 - uniaxial.plastic_strain() / 2, near);
  EXPECT_NEAR(biaxial.thickness_strain, -0.6 * biaxial.stress(0) / 210000 - biaxial.plastic_strain(), near);
}

TYPED_TEST(PiecewiseLinear, FailureErodesOnlyItsLane) {
  using P = typename TestFixture::P;
  const Tabulated table(0.2, {0}, {points});
  MaterialConstants c = with(table);
  c.failure_strain = 0.2;
  typename TestFixture::Point shell(c);
  std::array<TypeParam, P::size()> strain{};
  strain[0] = TypeParam(1e-3);
  P de[5] = {from_lanes<P>(strain), P(0), P(0), P(0), P(0)};
  int steps = 0;
  for (; !any(shell.failed) && steps < 1000; ++steps) {
    EXPECT_LT(shell.plastic_strain(), 0.2);
    shell.update_shell(de, P(TypeParam(1e-3)), P(1));
  }
  EXPECT_LT(steps, 300);
  EXPECT_EQ(count<P>(shell.failed), 1);
  EXPECT_GE(shell.plastic_strain(), double(TypeParam(0.2)));
  EXPECT_EQ(shell.stress(0), 0);
}

}  // namespace
}  // namespace crumple::kernels::test
