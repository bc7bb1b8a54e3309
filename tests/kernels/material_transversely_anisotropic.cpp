// MAT_037: pull, width and shear yield of a sheet with R.
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "kernels/materials/material_037_transversely_anisotropic.hpp"
#include "tests/kernels/material_specimen.hpp"

namespace crumple::kernels::test {
namespace {

template <class Real>
struct Anisotropic : ::testing::Test {
  using P = Pack<Real>;
  using Point = Specimen<Material037<P>, P>;
  static Metal sheet(double lankford) {
    Metal c = steel();
    c.lankford = lankford;
    return c;
  }
};
TYPED_TEST_SUITE(Anisotropic, Precisions);

TYPED_TEST(Anisotropic, PullGivesTheWidthStrainOfR) {
  verifies({"2.11", "MAT_037 point of a sheet pulled to 0.2, R = 0.7, 1, 2",
            "closed form: the hardening line; plastic width strain -R / (R + 1) of the length's",
            "single precision of sums of 1000 increments"});
  for (const double lankford : {0.7, 1.0, 2.0}) {
    typename TestFixture::Point point(TestFixture::sheet(lankford));
    pull_shell(point, 0.2, 1000);
    const double stress = point.stress(0), elastic = stress / 210000;
    expect_within("stress [MPa]", stress, 250 + hardening_modulus(steel()) * point.plastic_strain(),
                  tolerance<TypeParam>(1e-6, 1e-4));
    expect_within("plastic strain", point.plastic_strain(), 0.2 - elastic, tolerance<TypeParam>(1e-4, 2e-3));
    expect_within("width strain", point.lateral_strain, -0.3 * elastic - lankford / (lankford + 1) * (0.2 - elastic),
                  tolerance<TypeParam>(1e-4, 2e-3));
  }
}

// Of shear alone q = sqrt(2 (2 R + 1) / (R + 1)) xy; of equal stresses q = sqrt(2 / (R + 1)) xx.
TYPED_TEST(Anisotropic, YieldInShearAndInBothDirections) {
  verifies({"2.11", "MAT_037 point sheared and stretched in both directions, ideally plastic, R = 2",
            "closed form: Hill's surface", "single precision of sums"});
  Metal c = TestFixture::sheet(2);
  c.tangent = 0;
  typename TestFixture::Point sheared(c), stretched(c);
  for (int i = 0; i < 1000; ++i) {
    sheared.shell({0, 0, 1e-4, 0, 0});
    stretched.shell({1e-4, 1e-4, 0, 0, 0});
  }
  expect_within("shear stress [MPa]", sheared.stress(2), 250 / std::sqrt(10.0 / 3), tolerance<TypeParam>(1e-6, 1e-4));
  expect_within("biaxial stress [MPa]", stretched.stress(0), 250 / std::sqrt(2.0 / 3),
                tolerance<TypeParam>(1e-6, 1e-4));
}

// With R = 1 it is von Mises' law.
TYPED_TEST(Anisotropic, IsThatOfVonMisesForROfOne) {
  using P = typename TestFixture::P;
  typename TestFixture::Point point(TestFixture::sheet(1));
  Specimen<Material024<P>, P> mises(steel());
  for (int i = 0; i < 200; ++i) {
    const std::array<double, 5> step{1e-4 * std::cos(0.1 * i), 2e-4, 1e-4 * std::sin(0.3 * i), 3e-5, -2e-5};
    point.shell(step);
    mises.shell(step);
  }
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(point.stress(k), mises.stress(k), 250 * tolerance<TypeParam>(1e-9, 1e-4));
}

}  // namespace
}  // namespace crumple::kernels::test
