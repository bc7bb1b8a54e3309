// Springs and dampers in whole runs: a mass on a spring, a damper, a torsional spring; deforc. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::springs {
namespace {

using std::numbers::pi;

/// Part 90 of springs; `material` is a keyword of springs with its card, from the second field on.
void add_spring_part(DeckText& deck, const std::string& material, const std::string& card, bool torsional = false) {
  deck.card(material, "90," + card);
  deck.card("SECTION_DISCRETE", fmt::format("90,{}\n0,0", int(torsional)));
  deck.card("PART", "springs\n90,90,90");
}

/// Times and values of a line of deforc.
std::vector<std::pair<double, double>> deforc(const Run& run, const std::string& label) {
  std::vector<std::pair<double, double>> values;
  std::istringstream text(run.file("deforc"));
  double time = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with(" time...")) time = std::stod(line.substr(30));
    if (line.starts_with(" " + label + "...")) values.emplace_back(time, std::stod(line.substr(30)));
  }
  return values;
}

/// Upward passages through 0, interpolated.
std::vector<double> crossings(const std::vector<std::pair<double, double>>& history) {
  std::vector<double> times;
  for (std::size_t i = 1; i < history.size(); ++i) {
    const auto [t0, x0] = history[i - 1];
    const auto [t1, x1] = history[i];
    if (x0 < 0 && x1 >= 0) times.push_back(t1 - (t1 - t0) * x1 / (x1 - x0));
  }
  return times;
}

TEST(Springs, PretensionersLetThemPull) {
  verifies({"4.12",
            "mass of 1 kg: a spring with an offset of 5 mm begins to pull at 2 ms (*ELEMENT_SEATBELT_PRETENSIONER 2), "
            "or one that holds it lets go (3)",
            "closed form: 5 (1 - cos w t), and the same of the spring that is left", "steps (w dt)^2 / 24"});
  const double mass = 1000, stiffness = 40, offset = 5, from = 2;
  const double w = std::sqrt(stiffness / mass), end = from + std::numbers::pi / w;
  for (const int type : {2, 3}) {
    DeckText deck(end, 0.02);
    add_spring_part(deck, "MAT_SPRING_ELASTIC", fmt::format("{}", stiffness));
    const long node = deck.node({1, 2, 3});
    deck.card("ELEMENT_MASS", fmt::format("1000,{},{}", node, mass));
    deck.card("DEFINE_SD_ORIENTATION", "5,0,1,0,0");
    deck.card("ELEMENT_DISCRETE", fmt::format("1,90,{},0,5,1,0,{}", node, offset));
    // the lock pulls as much the other way: it has the offset of a deflection in compression
    if (type == 3) deck.card("ELEMENT_DISCRETE", fmt::format("2,90,{},0,5,1,0,{}", node, -offset));
    deck.card("ELEMENT_SEATBELT_SENSOR", fmt::format("7,3\n{}", from - 0.5));
    deck.card("ELEMENT_SEATBELT_PRETENSIONER", fmt::format("3,{},7\n{},0.5", type, type - 1));
    deck.history({node});
    deck.outputs({"NODOUT", "GLSTAT"}, end);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    const NodeRecord& last = run.nodes().begin()->second.back();
    const double expected = offset * (1 - std::cos(w * (last.time - from)));
    expect_within(fmt::format("type {}, displacement [mm]", type), std::abs(last.displacement[0]), expected, 3e-3);
    expect_within("energy ratio", run.energy("ratio"), 1, 1e-3);
  }
}

TEST(Springs, MassSwings) {
  verifies({"4.3", "mass of 1 kg on 40 N/mm, thrown at 1 mm/ms",
            "closed form: T = 2 pi sqrt(m/k), amplitude v sqrt(m/k)",
            "period (w dt)^2 / 24 = 3e-5; 400 rows to a period; energies of mean velocities (w dt)^2 / 8"});
  const double mass = 1000, stiffness = 40, speed = 1, period = 2 * pi * std::sqrt(mass / stiffness);
  DeckText deck(2.4 * period, 0.02);
  add_spring_part(deck, "MAT_SPRING_ELASTIC", fmt::format("{}", stiffness));
  const long node = deck.node({1, 2, 3});
  deck.card("ELEMENT_MASS", fmt::format("1000,{},{}", node, mass));
  deck.card("DEFINE_SD_ORIENTATION", "5,0,3,4,0");
  deck.card("ELEMENT_DISCRETE", fmt::format("1,90,{},0,5", node));
  deck.initial_node_velocity(node, {0.6 * speed, 0.8 * speed, 0});
  deck.outputs({"DEFORC", "GLSTAT", "MATSUM"}, period / 400);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto lengths = deforc(run, "change in length");
  const std::vector<double> times = crossings(lengths);
  ASSERT_EQ(times.size(), 2u);
  expect_within("period [ms]", times[1] - times[0], period, 1e-4);
  double longest = 0;
  for (const auto& [time, length] : lengths) longest = std::max(longest, length);
  expect_within("amplitude [mm]", longest, speed * std::sqrt(mass / stiffness), 5e-4);
  double most = 0;
  for (const auto& [time, energy] : run.glstat("internal energy")) most = std::max(most, energy);
  expect_within("largest strain energy [mJ]", most, 0.5 * mass * speed * speed, 1e-3);
  expect_within("energy over the initial one", run.energy("ratio"), 1,
                1e-3);  // v(n) is the mean of two half steps: (w dt)^2 / 8
  EXPECT_NE(run.file("glstat").find("is controlled by spring"), std::string::npos);
}

TEST(Springs, Damper) {
  verifies({"4.4", "mass on a damper", "closed form: v = v0 exp(-c t / m)",
            "the force is that of the half step before: c dt / (2 m) = 5e-4 of the decay"});
  const double mass = 1000, damping = 50, speed = 1, end = 20;
  DeckText deck(end, 0.004);
  add_spring_part(deck, "MAT_DAMPER_VISCOUS", fmt::format("{}", damping));
  const long held = deck.node({0, 0, 0}), node = deck.node({50, 0, 0});
  deck.card("ELEMENT_MASS", fmt::format("1000,{},{}\n1001,{},1e3", node, mass, held));
  deck.hold({held}, "x y z");
  deck.card("ELEMENT_DISCRETE", fmt::format("1,90,{},{},0", held, node));
  deck.initial_node_velocity(node, {speed, 0, 0});
  deck.history({node});
  deck.outputs({"NODOUT", "GLSTAT"}, end);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double decay = std::exp(-damping * end / mass);
  const auto nodes = run.nodes();
  expect_within("velocity [mm/ms]", nodes.at(node).back().velocity[0], speed * decay, 2e-3);
  expect_within("energy taken out [mJ]", run.energy("internal"), 0.5 * mass * speed * speed * (1 - decay * decay),
                2e-3);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
}

/// deforc of a spring of 50 mm whose end is drawn out by the curve of displacement [mm].
std::vector<std::pair<double, double>> force_when_drawn(const std::string& material, const std::string& card,
                                                        const std::vector<std::pair<double, double>>& way,
                                                        const std::vector<std::pair<double, double>>& curve = {}) {
  const double end = way.back().first;
  DeckText deck(end, 0.01);
  add_spring_part(deck, material, curve.empty() ? card : fmt::format(fmt::runtime(card), deck.curve(curve)));
  const long held = deck.node({0, 0, 0}), node = deck.node({50, 0, 0});
  deck.card("ELEMENT_MASS", fmt::format("1000,{},1000\n1001,{},1000", node, held));
  deck.hold({held}, "x y z");
  deck.card("ELEMENT_DISCRETE", fmt::format("1,90,{},{},0", held, node));
  deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("{},1,2,{}", node, deck.curve(way)));
  deck.outputs({"DEFORC"}, end / 10);
  return deforc(completed(run_deck(deck.str(), 1, "precision=double")), "resultant force");
}

// Drawn by 4 mm it yields at 2 mm; pushed back by 6 mm it yields at -0.4 mm.
TEST(Springs, YieldsAndHardens) {
  verifies({"4.7", "spring of *MAT_S03 drawn out by 4 mm and pushed back by 6 mm",
            "closed form: FY + KT (d - FY / K), isotropic hardening",
            "a row is of a step that ends up to 0.01 ms later"});
  const auto force = force_when_drawn("MAT_SPRING_ELASTOPLASTIC", "100,10,200", {{0, 0}, {4, 4}, {10, -2}});
  ASSERT_EQ(force.size(), 11u);
  expect_within("force at 4 mm [N]", force[4].second, 220, 2e-3);
  expect_within("force back at 2 mm [N]", force[6].second, 20, 0.03);
  expect_within("force back at -2 mm [N]", force[10].second, -220 - 10 * 1.6, 2e-3);
}

TEST(Springs, NonlinearDamper) {
  verifies({"4.8", "damper of *MAT_S05 drawn at 2 mm/ms", "closed form: the curve at that rate", "rounding of deforc"});
  const std::vector<std::pair<double, double>> draw{{0, 0}, {5, 10}}, curve{{-1, -30}, {0, 0}, {1, 40}, {3, 60}};
  const auto there = force_when_drawn("MAT_DAMPER_NONLINEAR_VISCOUS", "{}", draw, curve);
  expect_within("force [N]", there.back().second, 50, 1e-4);
  const auto back = force_when_drawn("MAT_S05", "{}", {{0, 0}, {5, -10}}, curve);
  expect_within("force back [N]", back.back().second, -60, 1e-4);
}

TEST(Springs, Relaxes) {
  verifies({"4.9", "spring of *MAT_S07 drawn at 1 mm/ms for 2 ms, then held",
            "closed form: KI d + (K0 - KI) v / b (1 - exp(-b t)), then relaxing", "a step of the turn"});
  const double decay = 0.7, drawn = (300 - 100) / decay * (1 - std::exp(-decay * 2));
  const auto force =
      force_when_drawn("MAT_SPRING_MAXWELL", "300,100,0.7,7.5,-50", {{0, 0}, {2, 2}, {8, 2}});
  for (const auto& [time, value] : force)
    if (time > 2.2 && time < 7.4)
      expect_within("force of the held spring [N]", value, 200 + drawn * std::exp(-decay * (time - 2)), 2e-3);
  expect_within("force after TC [N]", force.back().second, -50, 1e-9);
}

// The inertia is J = m (L^2/8 + I/(2A)) at each node of the beam, whose own torsion is 1e4 times as stiff.
TEST(Springs, TorsionalSpring) {
  verifies({"4.5", "weld beam turns on a torsional spring", "closed form: T = 2 pi sqrt(2 J / k)",
            "400 rows to a period, the beam's own softness"});
  const double diameter = 6, length = 10, stiffness = 100, turn = 0.2;
  const double area = pi / 4 * diameter * diameter, gyration = diameter * diameter / 16;
  const double inertia = steel_density * area * length * (length * length / 8 + gyration / 2);
  const double period = 2 * pi * std::sqrt(2 * inertia / stiffness);
  DeckText deck(2.4 * period);
  deck.card("MAT_SPOTWELD", fmt::format("80,{},{},0.3,1e6,0\n,", steel_density, steel_young));
  deck.card("SECTION_BEAM", fmt::format("80,9,1,0,1\n{},{},0,0", diameter, diameter));
  deck.card("PART", "beam\n80,80,80");
  const long a = deck.node({0, 0, 0}), b = deck.node({length, 0, 0});
  deck.card("ELEMENT_BEAM", fmt::format("1,80,{},{}", a, b));
  add_spring_part(deck, "MAT_S01", fmt::format("{}", stiffness), true);
  deck.card("DEFINE_SD_ORIENTATION", "5,0,1,0,0");
  deck.card("ELEMENT_DISCRETE", fmt::format("1,90,{},0,5", a));
  for (const long node : {a, b}) deck.initial_node_velocity(node, {0, 0, 0}, {turn, 0, 0});
  deck.outputs({"DEFORC"}, period / 400);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto twists = deforc(run, "relative rotation");
  const std::vector<double> times = crossings(twists);
  ASSERT_EQ(times.size(), 2u);
  expect_within("period [ms]", times[1] - times[0], period, 1e-3);
  double largest = 0;
  for (const auto& [time, twist] : twists) largest = std::max(largest, twist);
  expect_within("amplitude [rad]", largest, turn * std::sqrt(2 * inertia / stiffness), 1e-3);
}

}  // namespace
}  // namespace crumple::test::springs
