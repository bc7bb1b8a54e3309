// MAT_063: crush along the yield curve, unloading, tension cut-off, shear; and the principal values it needs.
#include "kernels/materials/material_063_crushable_foam.hpp"
#include "tests/kernels/material_specimen.hpp"

namespace crumple::kernels::test {
namespace {

template <class Real>
struct Foam : ::testing::Test {
  using P = Pack<Real>;
  P s[6];
  Tabulated curve{0.8, {0}, {{{{0, 0.34}, {0.6, 0.34}, {0.8, 3.34}}}}};
  MaterialConstants constants = [this] {
    MaterialConstants c;
    c.density = 8.3e-5, c.young = 70, c.poisson = 0;
    c.law = CrushableFoam{.tension_cutoff = 0.2};
    c.hardening = &curve;
    return c;
  }();
  Material063<P> law{constants, constants.as<CrushableFoam>()};

  Foam() {
    for (P& x : s) x = P(0);
  }
  double stress(int i) const { return lane(s[i], 0); }
  void update(const P* de, P* stress, const P& volumetric_strain) const {
    typename P::mask_type failed(false);
    const P dt(Real(1e-3));
    MaterialPoint<P> at{stress, nullptr, dt, failed};
    law.solid(de, at, volumetric_strain);
  }
  void step(const std::array<double, 6>& increment, double volumetric_strain) {
    P de[6];
    for (int i = 0; i < 6; ++i) de[i] = P(Real(increment[i]));
    update(de, s, P(Real(volumetric_strain)));
  }
};
TYPED_TEST_SUITE(Foam, Precisions);

template <class Real>
constexpr double rounding = tolerance<Real>(1e-13, 2e-5);  // of sums of 1000 increments, relative to their stress

TYPED_TEST(Foam, CrushesAlongTheCurveAndUnloadsWithE) {
  verifies({"2.5", "MAT_063 point crushed to 0.7, unloaded, torn", "closed form: the curve, E, the cut-off",
            "the curve is resampled at 1025 points"});
  double e_v = 0;
  for (int i = 0; i < 700; ++i) {
    const double next = e_v + 1e-3;  // dl / l = d ln(1 - e_v)
    this->step({std::log((1 - next) / (1 - e_v)), 0, 0, 0, 0, 0}, next);
    e_v = next;
    const double yield = e_v < 0.6 ? 0.34 : 0.34 + 15 * (e_v - 0.6);
    if (i > 10) {
      expect_near("stress on the curve [MPa]", this->stress(0), -yield, 15 * 0.8 / 1024 + 1e-4);
    }
    EXPECT_EQ(this->stress(1), 0);
  }
  const double at_turn = this->stress(0);
  for (int i = 0; i < 10; ++i) this->step({1e-3, 0, 0, 0, 0, 0}, e_v -= 3e-4);
  expect_near("rise of stress in unloading [MPa]", this->stress(0) - at_turn, 70 * 0.01, 70 * rounding<TypeParam>);
  for (int i = 0; i < 100; ++i) this->step({1e-3, 0, 0, 0, 0, 0}, e_v -= 3e-4);
  expect_near("stress when torn [MPa]", this->stress(0), 0.2, 70 * rounding<TypeParam>);
}

TYPED_TEST(Foam, ShearIsLimitedByItsPrincipalStresses) {
  verifies({"2.5", "MAT_063 point sheared", "closed form: principal stresses are cut at 0.2 and -0.34", "rounding"});
  for (int i = 0; i < 100; ++i) this->step({0, 0, 0, 1e-3, 0, 0}, 0);
  expect_near("shear stress [MPa]", this->stress(3), 0.5 * (0.2 + 0.34), 70 * rounding<TypeParam>);
  EXPECT_NEAR(this->stress(0), 0.5 * (0.2 - 0.34), 70 * rounding<TypeParam>);
  EXPECT_NEAR(this->stress(1), 0.5 * (0.2 - 0.34), 70 * rounding<TypeParam>);
  EXPECT_EQ(this->stress(2), 0);
}

/// Random tensors in the lanes, `spread` small off the diagonal, some with equal values or zeros.
template <class P>
void random_tensors(std::mt19937& generator, double spread, P (&a)[6]) {
  using Real = typename P::value_type;
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int c = 0; c < 6; ++c) {
    std::array<Real, P::size()> values;
    for (std::size_t i = 0; i < P::size(); ++i)
      values[i] = Real((c < 3 ? 1 : spread) * (generator() % 5 == 0 ? (generator() % 2) * 0.5 : uniform(generator)));
    a[c] = from_lanes<P>(values);
  }
}

// Directions are orthonormal and the values give the tensor back, to a few roundings: the sweeps suffice.
TYPED_TEST(Foam, PrincipalValuesGiveTheTensorBack) {
  using P = typename TestFixture::P;
  std::mt19937 generator(11);
  const double near = tolerance<TypeParam>(2e-14, 4e-6);
  for (const double spread : {1.0, 1e-3, 1e-8})
    for (int trial = 0; trial < 500; ++trial) {
      P a[6];
      random_tensors(generator, spread, a);
      const auto [value, n] = principal_values(a);
      for (int i = 0; i < int(P::size()); ++i) {
        double back[6] = {}, unit[6] = {};
        for (int k = 0; k < 3; ++k) {
          const double l = lane(value[k], i), x = lane(n[k].x, i), y = lane(n[k].y, i), z = lane(n[k].z, i);
          const double products[6] = {x * x, y * y, z * z, x * y, y * z, z * x};
          for (int c = 0; c < 6; ++c) back[c] += l * products[c], unit[c] += products[c];
        }
        for (int c = 0; c < 6; ++c) {
          EXPECT_NEAR(back[c], double(lane(a[c], i)), near);
          EXPECT_NEAR(unit[c], c < 3, near);
        }
      }
    }
}

// A lane's answer does not depend on its neighbours, whether they yield or not: each lane alone, the others at rest.
TYPED_TEST(Foam, LanesAreIndependent) {
  using P = typename TestFixture::P;
  std::mt19937 generator(12);
  for (int trial = 0; trial < 200; ++trial) {
    P de[6], together[6];
    random_tensors(generator, 1.0, de);
    for (P& d : de) d = P(TypeParam(0.01)) * d;  // stresses about the limits
    for (P& x : together) x = P(0);
    this->update(de, together, P(TypeParam(0.1)));
    for (int i = 0; i < int(P::size()); ++i) {
      P alone[6], s[6];
      for (int c = 0; c < 6; ++c) {
        std::array<TypeParam, P::size()> values{};
        values[i] = lane(de[c], i);
        alone[c] = from_lanes<P>(values);
        s[c] = P(0);
      }
      this->update(alone, s, P(TypeParam(0.1)));
      for (int c = 0; c < 6; ++c) EXPECT_EQ(lane(s[c], i), lane(together[c], i));
    }
  }
}

}  // namespace
}  // namespace crumple::kernels::test
