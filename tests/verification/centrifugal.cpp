// Centrifugal forces of *LOAD_BODY_RX, _RY and _RZ, on deformable and rigid bodies. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::centrifugal {
namespace {

TEST(Centrifugal, StretchesABar) {
  verifies({"12.10", "bar of hexes held on the axis of *LOAD_BODY_RZ, damped until it rests",
            "closed form: tan(k L) / k - L at its end, k^2 = rho omega^2 / E, with forces at the present places",
            "20 elements; logarithmic strain"});
  constexpr double length = 100, spin = 2;
  DeckText deck(2);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
  const Grid bar = deck.block(deck.solid_part(1), {20, 1, 1}, {length, 5, 5},
                              [](const Vec3& x) { return x + Vec3{30, 20, 0}; });
  deck.hold(bar.nodes([](const Vec3& x) { return x.x < 30.1; }), "x");
  deck.hold(bar.all_nodes(), "y z");
  deck.card("LOAD_BODY_RZ", fmt::format("{},{},0,30,20,7", deck.curve({{0, 0}, {0.5, 1}, {10, 1}}), spin));
  deck.card("DAMPING_GLOBAL", "0,20");
  deck.history({bar.node(20, 0, 0)});
  deck.outputs({"NODOUT", "GLSTAT"}, 0.05);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double k = spin * std::sqrt(steel_density / steel_young);
  expect_within("displacement of the end [mm]", run.nodes().begin()->second.back().displacement[0],
                std::tan(k * length) / k - length, 3e-3);
  EXPECT_NEAR(run.energy("ratio"), 1, 0.01);
}

TEST(Centrifugal, ThrowsABlockAway) {
  verifies({"12.10", "rigid block let go at rest beside the axis of *LOAD_BODY_RX",
            "closed form: r0 cosh(omega t), speed omega r0 sinh(omega t), and the work as its energy",
            "steps of 2e-3 ms"});
  constexpr double spin = 0.8, r0 = 40, end = 2;
  DeckText deck(end);
  deck.card("MAT_RIGID", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const Grid block = deck.block(deck.solid_part(1), {2, 2, 2}, {10, 10, 10},
                                [](const Vec3& x) { return x + Vec3{-5, r0 - 5, -5}; });
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(2e-3)));
  deck.card("LOAD_BODY_RX", fmt::format("{},{}", deck.constant_curve(), spin));
  deck.history({block.node(1, 1, 1)});
  deck.outputs({"NODOUT", "GLSTAT", "MATSUM"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto nodes = run.nodes();
  const NodeRecord& last = nodes.begin()->second.back();
  expect_within("displacement [mm]", last.displacement[1], r0 * (std::cosh(spin * last.time) - 1), 1e-3);
  const double speed = spin * r0 * std::sinh(spin * last.time);
  expect_within("velocity [mm/ms]", last.velocity[1], speed, 1e-3);
  expect_within("work [uJ]", run.energy("external_work"), 0.5 * steel_density * 1000 * speed * speed, 5e-3);
}

/// theta of theta'' = factor sin(theta) cos(theta) from rest, by steps of Runge and Kutta.
double turned(double theta, double factor, double time) {
  constexpr int n = 10000;
  const double dt = time / n;
  double rate = 0;
  const auto acceleration = [&](double angle) { return factor * std::sin(angle) * std::cos(angle); };
  for (int i = 0; i < n; ++i) {
    const double a1 = acceleration(theta), r2 = rate + 0.5 * dt * a1, a2 = acceleration(theta + 0.5 * dt * rate);
    const double r3 = rate + 0.5 * dt * a2, a3 = acceleration(theta + 0.5 * dt * r2), r4 = rate + dt * a3;
    const double a4 = acceleration(theta + dt * r3);
    theta += dt / 6 * (rate + 2 * r2 + 2 * r3 + r4);
    rate += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return theta;
}

TEST(Centrifugal, TurnsARigidBlock) {
  verifies({"12.10", "rigid block of 4 x 4 x 40 let go at an angle to the axis of *LOAD_BODY_RZ through its centre",
            "closed form: J theta'' = omega^2 (J - J_axis) sin theta cos theta, integrated in the test",
            "steps of 2e-3 ms"});
  constexpr double spin = 0.8, end = 2, start = 0.5;
  DeckText deck(end);
  deck.card("MAT_RIGID", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const double c = std::cos(start), s = std::sin(start);
  const Grid block = deck.block(deck.solid_part(1), {2, 2, 20}, {4, 4, 40}, [&](const Vec3& x) {
    const Vec3 r = x - Vec3{2, 2, 20};
    return Vec3{c * r.x + s * r.z, r.y, -s * r.x + c * r.z};
  });
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(2e-3)));
  deck.card("LOAD_BODY_RZ", fmt::format("{},{}", deck.constant_curve(), spin));
  deck.history({block.node(1, 1, 20)});
  deck.outputs({"NODOUT", "GLSTAT"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto nodes = run.nodes();
  const NodeRecord& last = nodes.begin()->second.back();
  // nodal masses: J of a grid of points, h^2 / 12 (1 + 2 / n^2) along a side of n elements
  const auto side = [](double h, double n) { return h * h / 12 * (1 + 2 / (n * n)); };
  const double along = side(40, 20), across = side(4, 2), j = along + across, j_axis = 2 * across;
  const double expected = turned(start, spin * spin * (j - j_axis) / j, last.time);
  expect_within("angle to the axis [rad]", std::atan2(last.position[0], last.position[2]), expected, 2e-3);
}

}  // namespace
}  // namespace crumple::test::centrifugal
