// MAT_024 against its own curve, rate tables, failure, and the shell loadings that have closed forms: equibiaxial, pure
// shear, thickness change.
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
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

Metal with(const HardeningConstants& t) {
  Metal c = steel();
  c.hardening = &t;
  return c;
}

TYPED_TEST(PiecewiseLinear, UniaxialStressFollowsTheCurve) {
  verifies({"2.3", "MAT_024 point pulled to 0.02, 0.05, 0.1, 0.3",
            "closed form: the curve, its last slope beyond its end",
            "return mapping and lateral balance of 200 steps"});
  const Tabulated table(0.2, {0}, {points});  // the kink at 0.05 is point 256 of 1024
  EXPECT_NEAR(points(0.1), 346.667, 5e-4);
  EXPECT_NEAR(points(0.3), 400 + 80 / 1.5, 1e-9);  // beyond the last point the last slope goes on
  for (double ep : {0.02, 0.05, 0.1, 0.3}) {
    typename TestFixture::Point solid(with(table)), shell(with(table));
    const double strain = ep + points(ep) / 210000;
    pull_solid(solid, strain, 200);
    pull_shell(shell, strain, 200);
    for (const auto* point : {&solid, &shell}) {
      expect_near("plastic strain", point->plastic_strain(), ep, close<TypeParam> * 0.1);
      expect_near("stress [MPa]", point->stress(0), points(ep), close<TypeParam> * 400);
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
  verifies({"2.3", "MAT_024 point with a table of two rates", "closed form: linear between the curves",
            "1000 / 210000 of the strain rate is elastic, worth up to 0.6 MPa"});
  const Curve faster{{{0, 350}, {0.05, 440}, {0.2, 560}}};
  const Tabulated table(0.2, {0.05, 0.15}, {points, faster});
  struct Case {
    double rate, weight;
  };
  for (const Case& at : {Case{0.02, 0}, Case{0.1, 0.5}, Case{0.125, 0.75}, Case{0.5, 1}})
    for (bool viscoplastic : {false, true}) {
      Metal c = with(table);
      c.viscoplastic = viscoplastic;
      typename TestFixture::Point solid(c), shell(c);
      solid.dt = shell.dt = 0.1 / 400 / at.rate;
      pull_solid(solid, 0.1, 400);
      pull_shell(shell, 0.1, 400);
      for (const auto* point : {&solid, &shell}) {
        const double ep = point->plastic_strain();
        const double expected = (1 - at.weight) * points(ep) + at.weight * faster(ep);
        const bool on_a_curve = at.weight == 0 || at.weight == 1;
        expect_near(on_a_curve ? "stress on a curve [MPa]" : "stress between curves [MPa]", point->stress(0), expected,
                    on_a_curve ? close<TypeParam> * 500 : 0.8);
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
  verifies({"2.3", "MAT_024 point at 0.1 /ms, C = 40.4 /s, p = 5", "closed form: Cowper-Symonds, 1 + (rate / C)^(1/p)",
            "1.5 % of the strain rate is elastic, worth 0.3 % of the rate term"});
  const Tabulated table(0.2, {0}, {points});
  for (bool viscoplastic : {true, false})
    for (double initial : {0.0, 250.0}) {
      Metal c = with(table);
      c.yield = initial;
      c.rate_c = 40.4e-3, c.rate_p = 5, c.viscoplastic = viscoplastic;
      typename TestFixture::Point solid(c), shell(c);
      pull_solid(solid, 0.02, 200);  // 0.1 / ms
      pull_shell(shell, 0.02, 200);
      for (const auto* point : {&solid, &shell}) {
        const double s = points(point->plastic_strain());
        const double expected = viscoplastic && initial > 0 ? s + 250 * 1.198736 : s * 2.198736;
        expect_within("stress [MPa]", point->stress(0), expected, 0.003);
      }
    }
}

// Exponents with a root of their own, beside one without. 1.5 % of the strain rate is elastic, worth 1.5 % / p of the
// rate term.
TYPED_TEST(PiecewiseLinear, RateTermsOfAllExponentsAreThoseOfThePower) {
  const Tabulated table(0.2, {0}, {points});
  for (const double p : {2.0, 3.0, 4.0}) {
    Metal c = with(table);
    c.rate_c = 40.4e-3;
    c.rate_p = p;
    typename TestFixture::Point solid(c), shell(c);
    pull_solid(solid, 0.02, 200);  // 0.1 / ms
    pull_shell(shell, 0.02, 200);
    for (const auto* point : {&solid, &shell}) {
      const double expected = points(point->plastic_strain()) * (1 + std::pow(0.1 / c.rate_c, 1 / p));
      EXPECT_NEAR(point->stress(0) / expected, 1, 0.016 / p) << p;
    }
  }
}

TYPED_TEST(PiecewiseLinear, ViscoplasticYieldIsMetAtThePlasticRate) {
  verifies({"2.3", "MAT_024 point, viscoplastic, single steps up to 0.1",
            "closed form: Cowper-Symonds at the plastic strain rate", "return mapping"});
  for (double p : {1.0, 2.0, 3.91, 5.0, 8.0})
    for (double C : {1e-3, 40.4e-3, 100.0})
      for (double step : {1.3e-3, 1e-2, 1e-1}) {
        Metal c = steel();
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
          expect_near("stress over the law's", q / expected, 1, tolerance<TypeParam>(1e-6, 2e-5));
        }
      }
}

TYPED_TEST(PiecewiseLinear, EquibiaxialAndShearShellsYieldAtMisesStress) {
  verifies({"2.3", "MAT_024 shell in equibiaxial tension, in-plane and transverse shear", "closed form: von Mises 1913",
            "return mapping of 500 steps"});
  const Tabulated table(0.2, {0}, {points});
  typename TestFixture::Point biaxial(with(table)), shear(with(table)), transverse(with(table));
  transverse.shear_factor = 5.0 / 6.0;
  for (int i = 0; i < 500; ++i) {
    biaxial.shell({1e-4, 1e-4, 0, 0, 0});
    shear.shell({1e-4, -1e-4, 0, 0, 0});
    transverse.shell({0, 0, 0, 2e-4, 0});
  }
  const double near = close<TypeParam> * 400;
  expect_near("equibiaxial: stress [MPa]", biaxial.stress(0), points(biaxial.plastic_strain()), near);
  EXPECT_EQ(biaxial.stress(0), biaxial.stress(1));
  expect_near("shear: stress [MPa]", shear.stress(0), points(shear.plastic_strain()) / std::sqrt(3.0), near);
  EXPECT_NEAR(shear.stress(1), -shear.stress(0), near);
  expect_near("transverse shear: stress [MPa]", transverse.stress(3),
              points(transverse.plastic_strain()) / std::sqrt(3.0), near);
  // Plastic strain: total less elastic, |e_zz| and gamma / sqrt 3.
  expect_near("equibiaxial: plastic strain", biaxial.plastic_strain(), 2 * (0.05 - 0.7 * biaxial.stress(0) / 210000),
              close<TypeParam> * 0.1);
  const double elastic = transverse.stress(3) / (210000 / 2.6 * 5 / 6);
  expect_near("transverse shear: plastic strain", transverse.plastic_strain(), (0.1 - elastic) / std::sqrt(3.0),
              close<TypeParam> * 0.1);
}

TYPED_TEST(PiecewiseLinear, ThicknessFollowsPlasticFlow) {
  verifies({"1.8", "thickness of a MAT_024 point in 0.2, 0.1 both ways, 1e-3 elastic",
            "closed form: plastic flow keeps the volume", "elastic strains, 6e-4 and twice that, come on top"});
  Metal c = steel();
  c.tangent = 210000.0 * 1000 / 211000;  // H = 1000
  typename TestFixture::Point uniaxial(c), biaxial(c), elastic(c);
  pull_shell(uniaxial, 0.2, 1000);
  for (int i = 0; i < 1000; ++i) biaxial.shell({1e-4, 1e-4, 0, 0, 0});
  pull_shell(elastic, 1e-3, 10);
  expect_near("uniaxial: thickness", std::exp(uniaxial.thickness_strain), 0.904837, 1e-3);
  expect_near("equibiaxial: thickness", std::exp(biaxial.thickness_strain), 0.818731, 2e-3);
  expect_near("elastic: thickness", std::exp(elastic.thickness_strain), 0.999700, 5e-7);
  const double near = close<TypeParam> * 0.2;
  expect_near("uniaxial: strain of thickness, elastic part included", uniaxial.thickness_strain,
              -0.3 * uniaxial.stress(0) / 210000 - uniaxial.plastic_strain() / 2, near);
  expect_near("equibiaxial: the same", biaxial.thickness_strain,
              -0.6 * biaxial.stress(0) / 210000 - biaxial.plastic_strain(), near);
}

TYPED_TEST(PiecewiseLinear, FailureErodesOnlyItsLane) {
  using P = typename TestFixture::P;
  const Tabulated table(0.2, {0}, {points});
  Metal c = with(table);
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
