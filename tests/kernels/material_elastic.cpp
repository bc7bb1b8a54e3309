// MAT_001 against Hooke's law in closed form.
#include "kernels/materials/material_001_elastic.hpp"
#include "tests/kernels/material_specimen.hpp"

namespace crumple::kernels::test {
namespace {

template <class Real>
struct Elastic : ::testing::Test {
  using P = Pack<Real>;
  using Point = Specimen<Material001<P>, P>;
};
TYPED_TEST_SUITE(Elastic, Precisions);

// 1000 additions round by at most half a unit each: 1000 * 2^-54 in double, 1000 * 2^-25 = 3e-5 in single precision.
template <class Real>
constexpr double rounding = tolerance<Real>(1e-12, 1e-4);

TYPED_TEST(Elastic, UniaxialStressIsYoungsModulusTimesLogStrain) {
  verifies({"2.1", "elastic point in uniaxial stress, 1,000 steps",
            "closed form: E ln(lambda), sideways -nu ln(lambda)",
            "a thousand roundings"});
  typename TestFixture::Point solid(steel()), shell(steel());
  const double strain = std::log(1.1);
  pull_solid(solid, strain, 1000);
  pull_shell(shell, strain, 1000);
  const double near = rounding<TypeParam> * 20015.1;  // E ln 1.1
  expect_near("hex: stress [MPa]", solid.stress(0), 210000 * strain, near);
  expect_near("shell: stress [MPa]", shell.stress(0), 210000 * strain, near);
  for (double lateral : {solid.lateral_strain, shell.lateral_strain, shell.thickness_strain})
    expect_near("lateral strain", lateral, -0.3 * strain, tolerance<TypeParam>(1e-12, 1e-5));
  for (int i = 1; i < 6; ++i) EXPECT_NEAR(solid.stress(i), 0, near);
}

TYPED_TEST(Elastic, UniaxialStrainHasTheDilatationalModulus) {
  verifies({"2.1", "elastic point in uniaxial strain, 1,000 steps", "closed form: (K + 4 G / 3) ln(lambda)",
            "as above"});
  typename TestFixture::Point solid(steel());
  const double strain = std::log(1.1);
  for (int i = 0; i < 1000; ++i) solid.solid({strain / 1000, 0, 0, 0, 0, 0});
  const double K = 175000, G = 210000 / 2.6;
  const double near = rounding<TypeParam> * 282692.3 * strain;
  expect_near("stress [MPa]", solid.stress(0), (K + 4 * G / 3) * strain, near);
  for (int i : {1, 2}) expect_near("lateral stress [MPa]", solid.stress(i), (K - 2 * G / 3) * strain, near);
}

TYPED_TEST(Elastic, ShearsTakeEngineeringStrainAndTheShearFactor) {
  typename TestFixture::Point solid(steel()), shell(steel());
  shell.shear_factor = 5.0 / 6.0;
  solid.solid({0, 0, 0, 1e-3, 2e-3, 3e-3});
  shell.shell({0, 0, 1e-3, 2e-3, 3e-3});
  const double G = 210000 / 2.6, near = tolerance<TypeParam>(1e-12, 1e-4);  // a few roundings of 240 MPa
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(solid.stress(3 + i), G * (1 + i) * 1e-3, near);
  EXPECT_NEAR(shell.stress(2), G * 1e-3, near);
  EXPECT_NEAR(shell.stress(3), G * 2e-3 * 5 / 6, near);
  EXPECT_NEAR(shell.stress(4), G * 3e-3 * 5 / 6, near);
  EXPECT_EQ(shell.thickness_strain, 0);
}

TYPED_TEST(Elastic, ConstantsFollowFromYoungAndPoisson) {
  const typename TestFixture::Point solid(steel());
  EXPECT_DOUBLE_EQ(solid.law.elastic.E, 210000);
  EXPECT_NEAR(solid.law.elastic.K, 175000, 1e-9);
  EXPECT_NEAR(solid.law.elastic.G, 80769.23, 0.005);
}

}  // namespace
}  // namespace crumple::kernels::test
