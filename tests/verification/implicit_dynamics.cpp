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
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  const NodeRecord last = run.nodes().begin()->second.back();
  expect_within("height [length]", last.displacement[2], speed * end - 0.5 * gravity * end * end, 1e-6);
  expect_below("off its place after two turns [length]", std::hypot(last.displacement[0], last.displacement[1]), 1e-3);
  const double mass = steel_density * 6000, inertia = mass * (25 + 50);  // lumped
  const double falling = speed - gravity * end;
  expect_within("kinetic energy [force length]", run.glstat("kinetic energy").back().second,
                0.5 * mass * falling * falling + 0.5 * inertia * spin * spin, 1e-5);
  expect_within("energy ratio [1]", run.energy("ratio"), 1, 1e-5);
}

/// u'' = -D u' - w^2 u from u = 0 with the speed 1.
struct Oscillator {
  double omega, damping;
};
/// GAMMA, BETA, ALPHA.
struct Rule {
  std::string name, card;
  double gamma, beta, alpha;
};

/// u after each of n steps. The first, or its first part, has g = 1, b = 1/2, and averages nothing.
std::vector<double> solved(const Oscillator& of, const Rule& rule, double dt, int n) {
  std::vector<double> all;
  double u = 0, v = 1, a = 0;
  const auto force = [&](double at, double speed) { return -of.damping * speed - of.omega * of.omega * at; };
  const auto newmark = [&](double h, double g, double b, double alpha) {
    // (1 + alpha) force' - alpha force = a', which is linear in a'
    const double u0 = u + h * v + h * h * (0.5 - b) * a, v0 = v + h * (1 - g) * a;
    const double known = (1 + alpha) * force(u0, v0) - alpha * force(u, v);
    a = known / (1 - (1 + alpha) * force(b * h * h, g * h));
    u = u0 + b * h * h * a;
    v = v0 + g * h * a;
  };
  for (int k = 0; k < n; ++k) {
    if (rule.alpha <= 0) {
      newmark(dt, k == 0 ? 1 : rule.gamma, k == 0 ? 0.5 : rule.beta, k == 0 ? 0 : rule.alpha);
    } else {
      const double h = rule.alpha * dt, u0 = u, v0 = v;
      newmark(h, k == 0 ? 1 : 0.5, k == 0 ? 0.5 : 0.25, 0);
      const double c1 = (1 - rule.alpha) / h, c3 = (2 - rule.alpha) / ((1 - rule.alpha) * dt), c2 = -c1 - c3;
      // a' = c1 v0 + c2 v + c3 v', v' = c1 u0 + c2 u + c3 u', a' = force(u', v')
      const double speed = c1 * u0 + c2 * u, gain = c1 * v0 + c2 * v + c3 * speed;
      const double next = (force(0, speed) - gain) / (c3 * c3 - force(1, c3));
      v = speed + c3 * next;
      u = next;
      a = force(u, v);
    }
    all.push_back(u);
  }
  return all;
}

/// A mass on a spring that starts with the speed 1; its displacements.
std::vector<double> mass_on_a_spring(const std::string& dynamics, const std::string& damping, double dt, int n) {
  constexpr double mass = 2, stiffness = 0.5;
  DeckText deck = start(n * dt, dt, dynamics);
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
  const int curve = deck.constant_curve();
  if (damping == "global") deck.card("DAMPING_GLOBAL", "0,0.1");
  if (damping == "part") deck.card("DAMPING_PART_MASS", fmt::format("91,{},0.1", curve));
  deck.history({end});
  deck.outputs({"NODOUT", "GLSTAT"}, dt);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  std::vector<double> all;
  const auto nodes = run.nodes();
  for (const NodeRecord& record : nodes.begin()->second) all.push_back(record.displacement[0]);
  EXPECT_GT(int(all.size()), n);
  if (damping != "none") {
    EXPECT_GT(run.glstat("system damping energy").back().second, 0.5);  // of 1
  }
  return all;
}

TEST(ImplicitDynamics, MassOnASpring) {
  verifies({"13.61", "mass on a spring that starts with a speed, 40 steps of a tenth of a period, by each rule",
            "closed form: the recursions of Newmark (1959), Hilber, Hughes and Taylor (1977) and Bathe (2007)",
            "nodout has five digits of 2"});
  constexpr double dt = 1.25;
  const Rule rules[] = {{"GAMMA 0.5", "1,", 0.5, 0.25, 0},
                        {"GAMMA 0.6", "1,0.6,0.3025", 0.6, 0.3025, 0},
                        {"ALPHA -0.3", "1,,,,,,,-0.3", 0.8, 0.4225, -0.3},
                        {"ALPHA 0.5", "1,,,,,,,0.5", 0.5, 0.25, 0.5}};
  for (const Rule& rule : rules)
    for (const char* damping : {"none", "global", "part"}) {
      const std::vector<double> reached = mass_on_a_spring(rule.card, damping, dt, 40);
      const std::vector<double> expected = solved({0.5, damping == std::string("none") ? 0 : 0.1}, rule, dt, 40);
      double worst = 0;
      for (std::size_t k = 0; k < expected.size(); ++k)
        worst = std::max(worst, std::abs(reached.at(k + 1) - expected[k]));
      expect_below(fmt::format("off the recursion with {}, damping {} [length]", rule.name, damping), worst, 1e-4);
    }
}

TEST(ImplicitDynamics, DampedMassOnASpring) {
  verifies({"13.63", "mass on a spring with a tenth of critical damping, 4 periods of 50 steps by each rule",
            "closed form: exp(-D t / 2) sin(w t) / w, w^2 = k / m - D^2 / 4",
            "the rules lengthen the period by about (w dt)^2 / 12, ALPHA = -0.3 by twice that"});
  const double omega = 0.5, damping = 0.1, w = std::sqrt(omega * omega - 0.25 * damping * damping);
  const double dt = 0.25;
  for (const auto& [name, card] : {std::pair("GAMMA 0.5", "1,"), std::pair("ALPHA -0.3", "1,,,,,,,-0.3"),
                                   std::pair("ALPHA 0.5", "1,,,,,,,0.5")}) {
    const std::vector<double> reached = mass_on_a_spring(card, "global", dt, 200);
    double worst = 0;
    for (std::size_t k = 1; k < reached.size(); ++k) {
      const double t = double(k) * dt;
      worst = std::max(worst, std::abs(reached[k] - std::exp(-0.5 * damping * t) * std::sin(w * t) / w));
    }
    expect_below(fmt::format("off the decaying sine with {}, of an amplitude of 2 [length]", name), worst, 0.02);
  }
}

/// The largest of the magnitudes from `first` on, over `n` records.
double largest(const std::vector<NodeRecord>& records, std::size_t first, std::size_t n) {
  double most = 0;
  for (std::size_t k = first; k < first + n; ++k) most = std::max(most, std::abs(records.at(k).displacement[0]));
  return most;
}

TEST(ImplicitDynamics, StiffnessDampingOfABar) {
  verifies({"13.64", "free bar of 20 hexes in its first axial mode with *DAMPING_PART_STIFFNESS, 100 steps a period",
            "closed form: Rayleigh's damping, beta w^2 / 2", "peaks between records; 20 elements to half a wave"});
  constexpr double length = 200;
  constexpr int n = 20, per_period = 100;
  const double w = std::numbers::pi / length * std::sqrt(steel_young / steel_density);
  const double period = 2 * std::numbers::pi / w, beta = 2 * 0.05 / w;
  DeckText deck = start(3 * period, period / per_period, "1,");
  deck.solid_form(2);
  const int part = deck.solid_part(1);
  const Grid bar = deck.block(part, {n, 1, 1}, {length, 10, 10});
  for (const long node : bar.all_nodes()) {
    const double x = bar.positions.at(std::size_t(node - bar.first_node)).x;
    deck.initial_node_velocity(node, {std::cos(std::numbers::pi * x / length), 0, 0});
  }
  deck.card("DAMPING_PART_STIFFNESS", fmt::format("{},{:.17g}", part, -beta));
  deck.history({bar.node(0, 0, 0)});
  deck.outputs({"NODOUT"}, 1e-9);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto records = run.nodes().begin()->second;
  const double rate = std::log(largest(records, 0, per_period / 2) / largest(records, 2 * per_period, per_period / 2)) /
                      (2 * period);
  expect_within("decay [1/ms]", rate, 0.5 * beta * w * w, 0.02);
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
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
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
