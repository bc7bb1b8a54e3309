// The curves and tables of *MAT_024 as the kernels get them: resampled, of any number, and beyond a curve's own end
// with its last slope.
#include <gtest/gtest.h>

#include "physics/elements/element_constants.hpp"

namespace crumple::test::hardening_curves {
namespace {

Curve curve(std::vector<double> x, std::vector<double> y) {
  Curve c;
  c.x = std::move(x);
  c.y = std::move(y);
  return c;
}

ElementConstants constants_of(std::vector<Curve> curves, std::vector<double> rates) {
  Material material;
  material.curves = std::move(curves);
  material.rates = std::move(rates);
  Model model;
  model.materials.push_back(std::move(material));
  return make_element_constants(model);
}

constexpr int last = kernels::curve_points - 1;
constexpr double rounding = 1e-12;  // of a few operations on 400 MPa

TEST(HardeningCurves, OfATableGoOnWithTheirLastSlope) {
  const auto constants = constants_of({curve({0, 0.1, 0.2}, {250, 300, 310}), curve({0, 0.4}, {300, 340})}, {0, 1});
  const kernels::HardeningCurves& table = *constants.hardening[0];
  ASSERT_EQ(table.n_rates, 2);
  EXPECT_DOUBLE_EQ(table.strain_step * last, 0.4);
  EXPECT_NEAR(table.curve(0)[last / 4], 300, rounding * 400);
  EXPECT_NEAR(table.curve(0)[last / 2], 310, rounding * 400);
  EXPECT_NEAR(table.curve(0)[last], 330, rounding * 400);  // 310 + 100 * 0.2
  EXPECT_NEAR(table.curve(1)[last], 340, rounding * 400);
}

TEST(HardeningCurves, AreAsManyAsTheDeckGives) {
  constexpr int n = 40;
  std::vector<Curve> curves;
  std::vector<double> rates;
  for (int k = 0; k < n; ++k) {
    curves.push_back(curve({0, 1}, {250.0 + k, 300.0 + k}));
    rates.push_back(0.5 * k);
  }
  const auto constants = constants_of(curves, rates);
  const kernels::HardeningCurves& table = *constants.hardening[0];
  ASSERT_EQ(table.n_rates, n);
  for (int k = 0; k < n; ++k) {
    EXPECT_EQ(table.rate[k], 0.5 * k);
    EXPECT_EQ(table.curve(k)[0], 250 + k);
    EXPECT_EQ(table.stress[std::size_t(k) * kernels::curve_points + last], 300 + k);
    if (k + 1 < n) {
      EXPECT_EQ(table.inverse_rate_step[k], 2);
    }
  }
}

TEST(HardeningCurves, OfOneCurveHaveNoTable) {
  const auto constants = constants_of({curve({0, 1}, {250, 300})}, {});
  EXPECT_EQ(constants.hardening[0]->n_rates, 1);
}

}  // namespace
}  // namespace crumple::test::hardening_curves
