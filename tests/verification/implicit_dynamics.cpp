// Implicit dynamics by Newmark's rule: free bodies, vibration, its damping, and statics before it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::implicit_dynamics {
namespace {

DeckText start(double end_time, double step, const std::string& dynamics) {
  DeckText deck(end_time);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("1,{}", step));
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,1,20,1e-5,1e-9");
  deck.card("CONTROL_IMPLICIT_DYNAMICS", dynamics);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
  deck.shell_form(16);
  return deck;
}

TEST(ImplicitDynamics, FreeBodyFallsAndSpins) {
  verifies({"13.60", "rigid block in free fall that spins about a principal axis, 20 steps of a tenth of a turn",
            "closed form: v t - g t^2 / 2; the angular momentum stays",
            "of the fall the iterations' tolerance; rotation vectors of steps about a fixed axis are exact"});
  constexpr double gravity = 9.81e-3, spin = 0.2 * std::numbers::pi, speed = 0.1, end = 20;
  DeckText deck = start(end, 1, "1,");
  deck.card("MAT_RIGID", fmt::format("2,{},{},0.3", steel_density, steel_young));
  const int part = deck.solid_part(2);
  const Grid block = deck.block(part, {1, 2, 3}, {10, 20, 30});
  deck.card("INITIAL_VELOCITY_RIGID_BODY", fmt::format("{},0,0,{},0,0,{:.17g}", part, speed, spin));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.constant_curve(), gravity));
  deck.history({block.node(0, 0, 0)});
  deck.outputs({"NODOUT", "GLSTAT"}, 1);
  const auto run = completed(run_deck(deck.str(), on_mpi(2), "precision=double"));
  const NodeRecord last = run.nodes().begin()->second.back();
  expect_within("height [length]", last.displacement[2], speed * end - 0.5 * gravity * end * end, 1e-6);
  expect_below("off its place after two turns [length]", std::hypot(last.displacement[0], last.displacement[1]), 1e-3);
  const double mass = steel_density * 6000, inertia = mass * (25 + 50);  // lumped
  const double falling = speed - gravity * end;
  expect_within("kinetic energy [force length]", run.glstat("kinetic energy").back().second,
                0.5 * mass * falling * falling + 0.5 * inertia * spin * spin, 1e-5);
  expect_within("energy ratio [1]", run.energy("ratio"), 1, 1e-5);
}

/// Newmark's rule for u'' = -w^2 u from u = 0 with the speed 1; the first step has g = 1, b = 1/2.
std::vector<double> newmark(double omega, double dt, double gamma, double beta, int n) {
  std::vector<double> all;
  double u = 0, v = 1, a = 0, g = 1, b = 0.5;
  for (int k = 0; k < n; ++k, g = gamma, b = beta) {
    const double predicted = u + dt * v + dt * dt * (0.5 - b) * a;
    const double after = -omega * omega * predicted / (1 + b * dt * dt * omega * omega);
    u = predicted + b * dt * dt * after;
    v += dt * ((1 - g) * a + g * after);
    a = after;
    all.push_back(u);
  }
  return all;
}

TEST(ImplicitDynamics, MassOnASpring) {
  verifies({"13.61", "mass on a spring that starts with a speed, 40 steps of a tenth of a period, GAMMA 0.5 and 0.6",
            "closed form: Newmark's recursion for one degree of freedom (1959)", "nodout has five digits of 2"});
  constexpr double mass = 2, stiffness = 0.5, dt = 1.25;
  for (const auto& [gamma, beta] : {std::pair(0.5, 0.25), std::pair(0.6, 0.3025)}) {
    DeckText deck = start(40 * dt, dt, fmt::format("1,{},{}", gamma, beta));
    deck.card("SECTION_DISCRETE", "91,0\n0,");
    deck.card("MAT_SPRING_ELASTIC", fmt::format("91,{}", stiffness));
    deck.card("PART", "spring\n91,91,91");
    const long foot = deck.node({0, 0, 0}), end = deck.node({10, 0, 0});
    deck.card("ELEMENT_DISCRETE", fmt::format("900,91,{},{}", foot, end));
    deck.card("ELEMENT_MASS", fmt::format("901,{},{}", end, mass));
    deck.card("ELEMENT_MASS", fmt::format("902,{},{}", foot, mass));
    deck.hold({foot}, "x y z");
    deck.hold({end}, "y z");
    deck.initial_node_velocity(end, {1, 0, 0});
    deck.history({end});
    deck.outputs({"NODOUT"}, dt);
    const auto run = completed(run_deck(deck.str(), on_mpi(1), "precision=double"));
    const std::vector<double> expected = newmark(std::sqrt(stiffness / mass), dt, gamma, beta, 40);
    const auto records = run.nodes().begin()->second;
    double worst = 0;
    for (std::size_t k = 0; k + 1 < records.size() && k < expected.size(); ++k)
      worst = std::max(worst, std::abs(records[k + 1].displacement[0] - expected[k]));
    ASSERT_GT(records.size(), 40u);
    expect_below(fmt::format("off the recursion with GAMMA {} [length]", gamma), worst, 1e-4);
  }
}

TEST(ImplicitDynamics, ReleasedBeam) {
  verifies({"13.62", "cantilever of shells, bent statically, released when inertia begins (TDYBIR), 40 steps a period",
            "closed form: the end has 97 % of its deflection in the first mode, w = 1.8751^2 (E I / m L^4)^(1/2), "
            "whose period the trapezoidal rule lengthens by (w dt)^2 / 12",
            "mesh and higher modes; energy by the trapezoidal rule of work and the iterations' tolerance"});
  constexpr double length = 100, width = 10, thickness = 2, force = 5;
  constexpr int n = 20;
  const double bending = steel_young * width * thickness * thickness * thickness / 12;
  const double omega =
      std::pow(1.8751, 2) * std::sqrt(bending / (steel_density * width * thickness) / std::pow(length, 4));
  const double period = 2 * std::numbers::pi / omega, dt = period / 40, hold = 8 * dt;
  DeckText deck = start(hold + 1.5 * period, dt, fmt::format("1,0.5,0.25,{:.17g}", hold * (1 - 1e-9)));
  const Grid grid = deck.plate(deck.shell_part(1, thickness, 3, 8), {n, 2}, {length, width, 0});
  deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  const int curve = deck.curve({{0, 0}, {hold, 1}, {hold * (1 + 1e-6), 0}, {1e6, 0}});
  for (int j = 0; j <= 2; ++j)
    deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", grid.node(n, j), curve, -force * (j == 1 ? 0.5 : 0.25)));
  deck.history({grid.node(n, 1)});
  deck.outputs({"NODOUT", "GLSTAT"}, 1e-6);
  const auto run = completed(run_deck(deck.str(), on_mpi(1), "precision=double"));
  const double sag = force * std::pow(length, 3) / (3 * bending);
  double highest = -1e9;
  std::vector<double> crossings;
  const auto records = run.nodes().begin()->second;
  for (std::size_t k = 1; k < records.size(); ++k) {
    if (records[k].time <= hold) continue;
    const double before = records[k - 1].displacement[2], after = records[k].displacement[2];
    highest = std::max(highest, after);
    if (before < 0 && after >= 0)
      crossings.push_back(records[k - 1].time - before / (after - before) * (records[k].time - records[k - 1].time));
  }
  ASSERT_GE(crossings.size(), 2u);
  expect_within("first turning point, of the sag [1]", highest / sag, 1, 0.06);
  expect_within("period [time]", crossings[1] - crossings[0],
                period * (1 + std::pow(omega * dt, 2) / 12), 0.02);
  const auto kinetic = run.glstat("kinetic energy"), internal = run.glstat("internal energy");
  double stored = 0, off = 0;
  for (std::size_t k = 0; k < kinetic.size(); ++k) {
    if (kinetic[k].first <= hold * (1 + 1e-4)) stored = internal[k].second;
    else off = std::max(off, std::abs(kinetic[k].second + internal[k].second - stored) / stored);
  }
  expect_below("change of energy after the release, of that stored [1]", off, 0.02);
}

}  // namespace
}  // namespace crumple::test::implicit_dynamics
