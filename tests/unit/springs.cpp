// Springs and dampers by themselves: one degree of freedom, stepped as the program steps it. Units: any that agree.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/springs.hpp"
#include "physics/elements/spring_loops.hpp"
#include "physics/state/run_store.hpp"
#include "tests/support/expect.hpp"

namespace crumple::test::springs {
namespace {

/// A spring with what it is.
struct OneSpring {
  RunStore store;
  SpringPart part;
  double scale = 1;
  SpringHistory history = {};

  explicit OneSpring(const MaterialLaw& law, SpringSection section = {})
      : part{section, store.pick<SpringLaw>(law), spring_bounds(law)} {}
  /// The force there.
  double at(double deflection, double rate = 0) {
    advance_spring(part, scale, {deflection, rate, 0}, history);
    return history.force;
  }
  double stable_dt(double inverse_masses) const { return stable_spring_dt(part, scale, history, inverse_masses); }
  /// The force after a way in `n` equal steps.
  double move(double to, int n) {
    const double from = history.deflection;
    for (int i = 1; i <= n; ++i) at(from + (to - from) * i / n);
    return history.force;
  }
};

/// Of a mass on a spring to the ground, by central differences: x(n), v(n+1/2), stored energy at n.
struct Swing {
  std::vector<double> x, v, energy;
};

Swing swing(OneSpring spring, double mass, double speed, double dt, int n) {
  Swing s;
  double x = 0, v = speed;
  for (int i = 0; i < n; ++i) {
    const double force = spring.at(x, i == 0 ? v : (x - s.x.back()) / dt);
    v -= (i == 0 ? 0.5 : 1.0) * dt * force / mass;
    s.x.push_back(x);
    s.v.push_back(v);
    s.energy.push_back(spring.history.internal_energy);
    x += dt * v;
  }
  return s;
}

Curve curve(std::vector<double> x, std::vector<double> y) { return {0, "", std::move(x), std::move(y)}; }

TEST(Springs, MassOnASpring) {
  verifies({"4.3", "mass on a spring, one degree of freedom", "closed form: T = 2 pi / w, amplitude v / w",
            "period (w dt)^2 / 24, crossings (w dt)^3, amplitude (w dt)^2 / 8"});
  const double stiffness = 40, mass = 10, speed = 3, w = 2, dt = 0.005;
  const Swing s = swing(OneSpring(MaterialSpringElastic{stiffness}), mass, speed, dt, 2000);
  std::vector<double> crossings;
  double largest = 0, most = 0;
  for (std::size_t i = 1; i < s.x.size(); ++i) {
    if (s.x[i - 1] < 0 && s.x[i] >= 0) crossings.push_back(dt * (double(i) - s.x[i] / (s.x[i] - s.x[i - 1])));
    largest = std::max(largest, s.x[i]);
    most = std::max(most, s.energy[i]);
  }
  ASSERT_GE(crossings.size(), 3u);
  expect_near("period", crossings[2] - crossings[1], 2 * std::numbers::pi / w, 2e-5);
  expect_near("amplitude", largest, speed / w, 5e-5 * speed);
  expect_within("largest strain energy", most, 0.5 * mass * speed * speed, 1e-4);
}

TEST(Springs, DamperDecays) {
  verifies({"4.4", "mass on a damper, one degree of freedom", "closed form: v = v0 exp(-c t / m)",
            "the force is that of the last half step, so ln v is off by c dt / (2 m) of itself"});
  const double damping = 5, mass = 10, speed = 3, dt = 1e-3;
  const int n = 4000;
  const Swing s = swing(OneSpring(MaterialDamperViscous{damping}), mass, speed, dt, n + 1);
  const double decay = damping / mass * dt * n;
  const double expected = speed * std::exp(-decay), error = damping * dt / mass;
  expect_near("velocity", 0.5 * (s.v[n] + s.v[n - 1]), expected, error * decay * expected);
  const double lost = 0.5 * mass * speed * speed * (1 - std::exp(-2 * decay));
  expect_within("energy taken out", s.energy[n], lost, error);
}

// The trapezoidal rule is exact between the points of the curve where steps end at them; round-off is left.
TEST(Springs, EnergyIsTheIntegralOfTheCurve) {
  OneSpring spring(MaterialSpringNonlinearElastic{curve({-4, -1, 0, 2, 4}, {-50, -10, 0, 10, 60})});
  EXPECT_NEAR(spring.move(4, 400), 60, 1e-12);
  EXPECT_NEAR(spring.history.internal_energy, 10 + 70, 1e-9);
  EXPECT_NEAR(spring.move(5, 100), 85, 1e-9);  // beyond its end with the last slope
  spring.move(0, 500);
  EXPECT_NEAR(spring.history.internal_energy, 0, 1e-9);
  EXPECT_NEAR(spring.move(-4, 400), -50, 1e-9);
  EXPECT_NEAR(spring.history.internal_energy, 5 + 90, 1e-9);
}

// Up the curve to (4, 50), down with 20 to 1.5, where it is slack, up again to (6, 70).
TEST(Springs, HysteresisOfTheInelasticSpring) {
  verifies({"4.6", "inelastic spring up, down and up again", "closed form: area under the curve less F^2 / (2 KU)",
            "a step across the slack point counts half a step of force"});
  for (const bool in_tension : {true, false}) {
    const double sign = in_tension ? 1 : -1;
    OneSpring spring(MaterialSpringInelastic{curve({0, 2, 6}, {0, 30, 70}), 20, in_tension});
    EXPECT_NEAR(spring.move(sign * 4, 400), sign * 50, 1e-9);
    EXPECT_NEAR(spring.history.internal_energy, 30 + 80, 1e-9);
    EXPECT_NEAR(spring.move(sign * 2, 200), sign * 10, 1e-9);
    EXPECT_NEAR(spring.move(sign * -3, 1000), 0, 1e-12);
    const double lost = 110 - 50.0 * 50 / 40;
    expect_near("energy lost", spring.history.internal_energy, lost, 1e-3);  // by 0.005 * 0.1 / 2
    expect_near("deflection left", spring.history.permanent, 1.5, 1e-12);
    EXPECT_NEAR(spring.move(sign * 4, 1400), sign * 50, 1e-9);
    EXPECT_NEAR(spring.history.internal_energy, 110, 1e-3);
    EXPECT_NEAR(spring.move(sign * 6, 200), sign * 70, 1e-9);
    EXPECT_NEAR(spring.history.internal_energy, 110 + 120, 1e-3);
  }
}

// Up 10 per length to (4, 40), down along 40 from there to 3, where it is slack; the same in compression. Below the
// force of 15 it is elastic.
TEST(Springs, GeneralSpringUnloadsAlongItsCurve) {
  verifies({"4.10", "spring of *MAT_S06 up, down and up again in tension and compression",
            "closed form: area between the curves, F^2 / 20 less F^2 / 80", "a step across the slack point"});
  for (const double sign : {1.0, -1.0}) {
    OneSpring spring(MaterialSpringGeneral{curve({-9, 9}, {-90, 90}), curve({-9, 9}, {-360, 360}), 15, 15});
    EXPECT_NEAR(spring.move(sign * 1.4, 140), sign * 14, 1e-9);
    spring.move(0, 140);
    EXPECT_NEAR(spring.history.internal_energy, 0, 1e-9);
    EXPECT_NEAR(spring.move(sign * 4, 400), sign * 40, 1e-9);
    EXPECT_NEAR(spring.move(sign * 3.5, 50), sign * 20, 1e-9);
    EXPECT_NEAR(spring.move(sign * 2.5, 100), 0, 1e-12);
    expect_near("energy lost", spring.history.internal_energy, 1600.0 / 20 - 1600.0 / 80, 1e-2);
    EXPECT_NEAR(spring.move(sign * 4, 150), sign * 40, 1e-9);
    EXPECT_NEAR(spring.move(sign * 6, 200), sign * 60, 1e-9);
    EXPECT_NEAR(spring.move(0, 600), 0, 1e-12);
    EXPECT_NEAR(spring.move(sign * -2, 200), sign * -20, 1e-9);  // the other side has its own history
  }
}

TEST(Springs, ClearanceMagnificationFailure) {
  OneSpring gap(MaterialSpringElastic{10}, {.clearance = 2});
  EXPECT_EQ(gap.at(3), 0);
  EXPECT_EQ(gap.at(-2), 0);
  EXPECT_EQ(gap.at(-2.5), -5);
  OneSpring fast(MaterialSpringElastic{10}, {.magnification = 0.5, .test_velocity = 4});
  fast.scale = 3;
  EXPECT_EQ(fast.at(2, -8), 3 * 2 * 20);
  for (const double limit : {2.0, -2.0}) {
    OneSpring weak(MaterialSpringElastic{10}, {.failure_deflection = limit});
    EXPECT_EQ(weak.at(-2 * limit), -20 * limit);
    EXPECT_TRUE(weak.history.alive);
    EXPECT_EQ(weak.at(limit), 0);
    EXPECT_FALSE(weak.history.alive);
  }
}

// A chain of equal masses M and springs k has the highest frequency 2 sqrt(k/M), so a critical step of sqrt(M/k): that
// is what a spring with half of each mass asks for.
TEST(Springs, StableStep) {
  const double stiffness = 40, mass = 10;
  OneSpring spring(MaterialSpringElastic{stiffness});
  const double each = 1 / mass;
  EXPECT_DOUBLE_EQ(spring.stable_dt(2 * each), std::sqrt(mass / stiffness));
  EXPECT_EQ(spring.stable_dt(0), 1e30);
  OneSpring damper(MaterialDamperViscous{5});
  EXPECT_DOUBLE_EQ(damper.stable_dt(each), 0.5 * mass / 5);
}

}  // namespace
}  // namespace crumple::test::springs
