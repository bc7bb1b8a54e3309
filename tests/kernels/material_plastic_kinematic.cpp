// MAT_003 against closed forms of bilinear plasticity (Krieg & Key 1976).
// sigma_y = s0 + beta H ep, back stress grows by (1 - beta) H dep, H = E Et / (E - Et).
#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "tests/kernels/material_specimen.hpp"

namespace crumple::kernels::test {
namespace {

template <class Real>
struct PlasticKinematic : ::testing::Test {
  using P = Pack<Real>;
  using Point = Specimen<Material003<P>, P>;
};
TYPED_TEST_SUITE(PlasticKinematic, Precisions);

// Proportional loading: backward Euler is exact, what remains is 1e-7 of the return mapping and of the lateral
// balance per step, or a thousand roundings of single precision.
template <class Real>
constexpr double close = tolerance<Real>(1e-6, 2e-4);

TYPED_TEST(PlasticKinematic, UniaxialStressFollowsTheTangentModulus) {
  verifies({"2.2", "MAT_003 point pulled to 0.1, beta 0, 0.5, 1", "closed form: sy + Et (e - sy / E); Krieg & Key 1976",
            "six digits of the reference; return mapping and lateral balance of 1,000 steps"});
  for (double beta : {0.0, 0.5, 1.0}) {
    Metal c = steel();
    c.beta = beta;
    typename TestFixture::Point solid(c), shell(c);
    pull_solid(solid, 0.1, 1000);
    pull_shell(shell, 0.1, 1000);
    for (const auto* point : {&solid, &shell}) {
      expect_near("stress [MPa]", point->stress(0), 348.8095, 5e-5 + close<TypeParam> * 348.8);
      expect_near("plastic strain", point->plastic_strain(), 0.0983390, 5e-8 + close<TypeParam> * 0.1);
      expect_near("lateral strain", point->lateral_strain, -0.3 * 348.8095 / 210000 - 0.0983390 / 2,
                  5e-8 + close<TypeParam> * 0.1);
    }
    EXPECT_NEAR(shell.thickness_strain, shell.lateral_strain, close<TypeParam> * 0.1);
  }
}

TYPED_TEST(PlasticKinematic, PlasticWorkIsTheAreaUnderTheCurve) {
  verifies({"2.2", "MAT_003 point, plastic work to 0.1", "closed form: sy ep + H ep^2 / 2",
            "trapezoids of 1,000 steps"});
  typename TestFixture::Point solid(steel());
  double work = 0, before = 0;
  for (int i = 0; i < 1000; ++i) {
    const double stress = solid.stress(0);
    pull_solid(solid, 1e-4, 1);
    work += 0.5 * (stress + solid.stress(0)) * (solid.plastic_strain() - before);
    before = solid.plastic_strain();
  }
  const double H = hardening_modulus(steel());
  EXPECT_NEAR(H, 1004.785, 5e-4);
  expect_within("plastic work [mJ/mm3]", work, 250 * before + 0.5 * H * before * before,
                tolerance<TypeParam>(5e-4, 5e-3));
}

TYPED_TEST(PlasticKinematic, ReverseYieldShowsBauschingersEffect) {
  verifies({"2.2", "MAT_003 point pulled to 0.1 and pushed back, beta 0, 0.5, 1",
            "closed form: elastic for a drop of 2 (sy + beta H ep), then Et again", "as above"});
  for (double beta : {0.0, 0.5, 1.0}) {
    Metal c = steel();
    c.beta = beta;
    typename TestFixture::Point solid(c), shell(c);
    pull_solid(solid, 0.1, 500);
    pull_shell(shell, 0.1, 500);
    for (auto* point : {&solid, &shell}) {
      const double top = point->stress(0), ep = point->plastic_strain();
      const double drop = 2 * (250 + beta * hardening_modulus(c) * ep);
      if (beta == 0) {
        EXPECT_EQ(drop, 500);
      }
      point == &solid ? pull_solid(*point, -0.999 * drop / c.young, 1) : pull_shell(*point, -0.999 * drop / c.young, 1);
      EXPECT_EQ(point->plastic_strain(), ep);
      expect_near("drop before it yields [MPa]", top - point->stress(0), 0.999 * drop, close<TypeParam> * drop);
      const double rest = 0.05 - 0.999 * drop / c.young;
      point == &solid ? pull_solid(*point, -rest, 300) : pull_shell(*point, -rest, 300);
      expect_near("drop to the end [MPa]", top - point->stress(0), drop + c.tangent * (0.05 - drop / c.young),
                  close<TypeParam> * drop);
    }
  }
}

TYPED_TEST(PlasticKinematic, ShearYieldsAtMisesStress) {
  verifies({"2.2", "MAT_003 point sheared to 0.1 in each plane",
            "closed form: sqrt(3) tau = sy + H ep, gamma = tau / G + sqrt(3) ep", "as above; small rotations"});
  const double G = 210000 / 2.6, tau_yield = 250 / std::sqrt(3.0);
  EXPECT_NEAR(tau_yield, 144.338, 5e-4);
  for (double beta : {0.0, 0.5, 1.0}) {
    Metal c = steel();
    c.beta = beta;
    const double H = hardening_modulus(c);
    for (int component : {0, 1, 2}) {  // xy, yz, zx
      typename TestFixture::Point solid(c), shell(c);
      auto shear = [&](double gamma) {
        std::array<double, 6> e{};
        std::array<double, 5> f{};
        e[3 + component] = f[2 + component] = gamma;
        solid.solid(e);
        shell.shell(f);
      };
      shear(0.9999 * tau_yield / G);
      EXPECT_EQ(solid.plastic_strain() + shell.plastic_strain(), 0);
      shear(0.0002 * tau_yield / G);
      EXPECT_GT(solid.plastic_strain(), 0);
      EXPECT_GT(shell.plastic_strain(), 0);
      for (int i = 0; i < 100; ++i) shear((0.1 - 1.0001 * tau_yield / G) / 100);
      const double tau = (250 + H * 0.1 / std::sqrt(3.0)) / (std::sqrt(3.0) + H / (std::sqrt(3.0) * G));
      EXPECT_NEAR(tau, 177.096, 5e-4);
      expect_near("hex: shear stress [MPa]", solid.stress(3 + component), tau, close<TypeParam> * tau);
      expect_near("shell: shear stress [MPa]", shell.stress(2 + component), tau, close<TypeParam> * tau);
    }
  }
}

TYPED_TEST(PlasticKinematic, CowperSymondsRaisesTheYieldStress) {
  verifies({"2.2", "MAT_003 point at 0.1 /ms, C = 40.4 /s, p = 5 and C = 6844 /s, p = 3.91",
            "closed form: Cowper-Symonds, 1 + (rate / C)^(1/p)", "six digits of the reference"});
  struct Steel {
    double c, p, factor;
  };
  for (const Steel& mild : {Steel{40.4e-3, 5, 2.198736}, Steel{6.844, 3.91, 1.339321}})  // C in 1/ms
    for (bool viscoplastic : {true, false}) {
      Metal c = steel();
      c.tangent = 0;
      c.rate_c = mild.c, c.rate_p = mild.p, c.viscoplastic = viscoplastic;
      typename TestFixture::Point solid(c), shell(c);
      pull_solid(solid, 0.02, 200);  // 0.1 / ms
      pull_shell(shell, 0.02, 200);
      // On the plateau all strain is plastic, so the total rate gives the same; six digits are given.
      for (const auto* point : {&solid, &shell})
        expect_near(mild.p == 5 ? "factor, p = 5" : "factor, p = 3.91", point->stress(0) / 250, mild.factor,
                    1e-6 + close<TypeParam> * mild.factor);
    }
}

TYPED_TEST(PlasticKinematic, FailsAtFailureStrain) {
  Metal c = steel();
  c.beta = 0.5;
  c.failure_strain = 0.05;
  typename TestFixture::Point solid(c), shell(c);
  for (auto* point : {&solid, &shell}) {
    int steps = 0;
    for (; !any(point->failed) && steps < 1000; ++steps) {
      EXPECT_LT(point->plastic_strain(), 0.05);
      point == &solid ? pull_solid(*point, 1e-4, 1) : pull_shell(*point, 1e-4, 1);
    }
    EXPECT_NEAR(steps, (0.05 + (250 + 0.05 * hardening_modulus(c)) / 210000) / 1e-4, 1.5);  // one step, and rounding
    const double ep = point->plastic_strain();
    EXPECT_GE(ep, double(TypeParam(0.05)));
    for (int i = 0; i < 6; ++i) EXPECT_EQ(point->stress(i), 0);
    point->failed = typename TestFixture::P::mask_type(false);
    point == &solid ? point->solid({0.01, 0, 0, 0, 0.02, 0}) : point->shell({0.01, 0, 0, 0.02, 0});
    EXPECT_TRUE(all(point->failed));
    EXPECT_EQ(point->plastic_strain(), ep);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(point->stress(i), 0);
  }
}

}  // namespace
}  // namespace crumple::kernels::test
