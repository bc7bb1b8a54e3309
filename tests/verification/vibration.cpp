// Free vibration of a strip and a plate of shells. Units mm, ms, g, MPa; kHz.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::vibration {
namespace {

using std::numbers::pi;

constexpr double thickness = 5, side = 200, shear_factor = 5.0 / 6.0;

/// By ELFORM of the shells.
class Vibration : public testing::TestWithParam<int> {
 public:
  std::string title(const std::string& text) const { return fmt::format("{}, ELFORM {}", text, GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Forms, Vibration, testing::Values(2, 16), testing::PrintToStringParamName());

/// Frequency from the times at which the velocity changes its sign.
double frequency_of(const std::vector<NodeRecord>& records) {
  std::vector<double> crossings;
  for (std::size_t i = 1; i < records.size(); ++i) {
    const double a = records[i - 1].velocity[2], b = records[i].velocity[2];
    if (a * b < 0) crossings.push_back(records[i - 1].time + (records[i].time - records[i - 1].time) * a / (a - b));
  }
  if (crossings.size() < 10) return 0;
  return double(crossings.size() - 1) / 2 / (crossings.back() - crossings.front());
}

/// Mode n of a simply supported Timoshenko beam without lateral contraction: the lower root w^2 of
/// E I k^4 - (rho A + rho I (1 + E / (K G)) k^2) w^2 + rho^2 I / (K G) w^4 = 0, K = 5/6, G = E / 2.
double timoshenko_frequency(int n) {
  const double k = n * pi / side, inertia = thickness * thickness / 12, shear = shear_factor * steel_young / 2;
  const double a = steel_density * steel_density * inertia / shear;
  const double b = steel_density * (1 + inertia * k * k * (1 + steel_young / shear));
  const double c = steel_young * inertia * std::pow(k, 4);
  return std::sqrt(2 * c / (b + std::sqrt(b * b - 4 * a * c))) / (2 * pi);
}

/// Strip of 20 x 2 shells on two supports, started in mode n; ten zero crossings and a little more.
double strip_frequency(int n, int form) {
  const double expected = timoshenko_frequency(n);
  DeckText deck(5.6 / expected);
  deck.shell_form(form);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  const Grid strip = deck.plate(deck.shell_part(1, thickness), {20, 2}, {side, 10, 0});
  deck.hold(strip.nodes([](const Vec3& x) { return x.x == 0; }), "x z");
  deck.hold(strip.nodes([](const Vec3& x) { return x.x == side; }), "z");
  deck.hold(strip.all_nodes(), "y rx rz");
  for (int j = 0; j <= 2; ++j)
    for (int i = 0; i <= 20; ++i) deck.initial_node_velocity(strip.node(i, j), {0, 0, 0.1 * std::sin(n * pi * i / 20)});
  deck.history({strip.node(n == 1 ? 10 : 3, 1)});
  deck.outputs({"NODOUT"}, 0.02 / expected);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return frequency_of(run.nodes().begin()->second);
}

TEST_P(Vibration, SimplySupportedStrip) {
  verifies({"4.1", title("simply supported strip of 20 x 2 shells"), "closed form: Timoshenko's beam",
            "20 elements to the length, lumped rotary inertia"});
  EXPECT_NEAR(timoshenko_frequency(1), 0.293, 0.001);
  expect_within("f1 [kHz]", strip_frequency(1, GetParam()), timoshenko_frequency(1), 0.01);
  expect_within("f3 [kHz]", strip_frequency(3, GetParam()), timoshenko_frequency(3), 0.03);
}

const double bending_stiffness = steel_young * std::pow(thickness, 3) / 12 / (1 - 0.3 * 0.3);

double wave_number_squared(int m, int n) { return pi * pi * (m * m + n * n) / (side * side); }

/// Share of the slope that is rotation, the rest being shear: 1 / (1 + D k^2 / (K G h)).
double bending_share(int m, int n) {
  const double shear = shear_factor * steel_young / 2 / 1.3 * thickness;
  return 1 / (1 + bending_stiffness * wave_number_squared(m, n) / shear);
}

/// Mode m, n of a square Mindlin plate on hard supports: the lower root w^2 of
/// D k^4 - rho h (1 + (h^2 / 12 + D / (K G h)) k^2) w^2 + rho^2 h^3 / 12 / (K G) w^4 = 0.
double mindlin_frequency(int m, int n) {
  const double k2 = wave_number_squared(m, n), shear = shear_factor * steel_young / 2 / 1.3 * thickness;
  const double mass = steel_density * thickness, radius = thickness * thickness / 12;
  const double a = mass * mass * radius / shear, b = mass * (1 + (radius + bending_stiffness / shear) * k2);
  const double c = bending_stiffness * k2 * k2;
  return std::sqrt(2 * c / (b + std::sqrt(b * b - 4 * a * c))) / (2 * pi);
}

/// Plate of 20 x 20 shells, hard simple supports (no rotation about the edge's normal), started in mode n, n with its
/// rotations, so that no shear vibration is left over.
Run vibrating_plate(int n, double periods, int form) {
  const double expected = mindlin_frequency(n, n);
  DeckText deck(periods / expected);
  deck.shell_form(form);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Grid plate = deck.plate(deck.shell_part(1, thickness), {20, 20}, {side, side, 0});
  deck.hold(plate.nodes([](const Vec3& x) { return x.x == 0 || x.x == side; }), "z rx");
  deck.hold(plate.nodes([](const Vec3& x) { return x.y == 0 || x.y == side; }), "z ry");
  deck.hold({plate.node(0, 0)}, "x y");
  deck.hold({plate.node(20, 0)}, "y");
  deck.hold(plate.all_nodes(), "rz");
  for (int j = 0; j <= 20; ++j)
    for (int i = 0; i <= 20; ++i) {
      const double x = n * pi * i / 20, y = n * pi * j / 20, slope = 0.1 * bending_share(n, n) * n * pi / side;
      deck.initial_node_velocity(plate.node(i, j), {0, 0, 0.1 * std::sin(x) * std::sin(y)},
                                 {slope * std::sin(x) * std::cos(y), -slope * std::cos(x) * std::sin(y), 0});
    }
  deck.history({plate.node(n == 1 ? 10 : 5, n == 1 ? 10 : 5)});
  deck.outputs({"NODOUT"}, 0.02 / expected);
  deck.outputs({"GLSTAT"}, 1 / expected);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

TEST_P(Vibration, SimplySupportedPlate) {
  verifies({"4.2", title("simply supported square plate of 20 x 20 shells"), "closed form: Mindlin's plate",
            "leapfrog keeps the energy but for an error of the order (w dt)^2 that does not grow"});
  EXPECT_NEAR(mindlin_frequency(1, 1), 0.613250, 1e-5);
  EXPECT_NEAR(mindlin_frequency(2, 2), 2.436556, 1e-5);
  const auto first = vibrating_plate(1, 20, GetParam());
  expect_within("f11 [kHz]", frequency_of(first.nodes().begin()->second), 0.613250, 0.01);
  double drift = 0;
  for (const auto& [time, ratio] : first.glstat("total energy / initial energy"))
    drift = std::max(drift, std::abs(ratio - 1));
  expect_below("drift of energy over 20 periods", drift, 1e-3);
  const auto second = vibrating_plate(2, 5.6, GetParam());
  expect_within("f22 [kHz]", frequency_of(second.nodes().begin()->second), 2.436556, 0.02);
}

}  // namespace
}  // namespace crumple::test::vibration
