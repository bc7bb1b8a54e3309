// MAT_053: compression along an axis and from all sides, shear, rest, and the last of the air.
#include "kernels/materials/material_053_closed_cell_foam.hpp"
#include "tests/kernels/material_specimen.hpp"

namespace crumple::kernels::test {
namespace {

constexpr double young = 20;
constexpr ClosedCellFoam foam{
    .a = 0.1, .b = 0.2, .c = -1.5, .air_pressure = 0.1, .solid_share = 0.1, .volume_strain = -0.05};

double yield_at(double volume) { return foam.a + foam.b * (1 + foam.c * (volume - 1 + foam.volume_strain)); }
/// That of ideal gas at constant temperature, beyond the outer P0.
double air_at(double volume) {
  const double room = 1 - foam.solid_share, now = volume + foam.volume_strain - foam.solid_share;
  return foam.air_pressure * (room / now - 1);
}

template <class Real>
struct ClosedCells : ::testing::Test {
  using P = Pack<Real>;
  P s[6], h[1] = {P(0)}, modulus = P(0);
  MaterialConstants constants = [] {
    MaterialConstants c;
    c.density = 8.3e-5, c.young = young, c.poisson = 0;
    c.law = foam;
    return c;
  }();
  Material053<P> law{constants, constants.as<ClosedCellFoam>()};

  ClosedCells() {
    for (P& x : s) x = P(0);
    step({0, 0, 0, 0, 0, 0}, 1);
  }
  double stress(int i) const { return lane(s[i], 0); }
  void step(const std::array<double, 6>& increment, double volume) {
    P de[6];
    for (int i = 0; i < 6; ++i) de[i] = P(Real(increment[i]));
    typename P::mask_type failed(false);
    const P dt(Real(1e-3));
    MaterialPoint<P> at{s, h, dt, failed};
    modulus = law.solid(de, at, P(Real(1 - volume)));
  }
};
TYPED_TEST_SUITE(ClosedCells, Precisions);

template <class Real>
constexpr double rounding = tolerance<Real>(1e-12, 2e-4);  // of sums of 1000 increments, over a stress of 1

TYPED_TEST(ClosedCells, AtRestTheSkeletonCarriesTheAir) {
  for (int i = 0; i < 6; ++i) EXPECT_EQ(this->stress(i), 0);
  this->step({1e-3, 0, 0, 0, 0, 0}, 1.001);
  EXPECT_NEAR(this->stress(0), young * 1e-3 + air_at(1) - air_at(1.001), rounding<TypeParam>);
  EXPECT_NEAR(this->stress(1), air_at(1) - air_at(1.001), rounding<TypeParam>);
}

TYPED_TEST(ClosedCells, CompressionAlongAnAxis) {
  verifies({"2.19", "MAT_053 point compressed to 0.3 along an axis, and released, GAMMA0 = -0.05",
            "closed form: yield stress and pressure of the air", "rounding"});
  double length = 1;
  for (int i = 0; i < 700; ++i) {
    const double next = 1 - 1e-3 * (i + 1);
    this->step({std::log(next / length), 0, 0, 0, 0, 0}, next);
    length = next;
    if (i < 50) continue;
    expect_near("stress along the axis [MPa]", this->stress(0), -yield_at(length) - air_at(length),
                rounding<TypeParam>);
    // across the skeleton is what it was at rest
    expect_near("stress across [MPa]", this->stress(1), air_at(1) - air_at(length), rounding<TypeParam>);
  }
  for (int i = 0; i < 10; ++i) {
    const double next = length + 1e-4;
    this->step({std::log(next / length), 0, 0, 0, 0, 0}, next);
    length = next;
  }
  expect_near("stress when released [MPa]", this->stress(0),
              -yield_at(0.3) + young * std::log(length / 0.3) - air_at(length), rounding<TypeParam>);
}

TYPED_TEST(ClosedCells, CompressionFromAllSides) {
  verifies({"2.19", "MAT_053 point compressed to a volume of 0.3 from all sides, GAMMA0 = -0.05",
            "closed form: yield stress and pressure of the air; E and the slope of the pressure", "rounding"});
  double volume = 1;
  for (int i = 0; i < 700; ++i) {
    const double next = 1 - 1e-3 * (i + 1), strain = std::log(next / volume) / 3;
    this->step({strain, strain, strain, 0, 0, 0}, next);
    volume = next;
    if (i < 100) continue;
    expect_near("pressure [MPa]", -this->stress(2), yield_at(volume) + air_at(volume), rounding<TypeParam>);
  }
  const double d = 1e-6, slope = volume * (air_at(volume - d) - air_at(volume + d)) / (2 * d);
  expect_within("modulus of waves [MPa]", lane(this->modulus, 0), young + slope, tolerance<TypeParam>(1e-8, 1e-5));
}

// Sheared, one principal stress of the skeleton is in tension and one in compression; the air does not matter.
TYPED_TEST(ClosedCells, ShearIsLimited) {
  for (int i = 0; i < 100; ++i) this->step({0, 0, 0, 1e-3, 0, 0}, 1);
  EXPECT_NEAR(this->stress(3), yield_at(1), young * rounding<TypeParam>);
}

// Beyond the volume of the polymer the pressure stays finite and positive.
TYPED_TEST(ClosedCells, HasNoPoleWhereTheAirIsGone) {
  for (const double volume : {0.16, 0.15, 0.14, 0.05}) {
    this->step({0, 0, 0, 0, 0, 0}, volume);
    EXPECT_LT(this->stress(0), -5) << volume;
    EXPECT_GT(this->stress(0), -1e3) << volume;
  }
}

}  // namespace
}  // namespace crumple::kernels::test
