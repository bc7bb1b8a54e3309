// A free elastic cube with random velocities over 10 000 steps. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::energy_drift {
namespace {

constexpr int n = 10;

/// Nodal mass over that of an inner node.
double mass_of(int i, int j, int k) {
  const auto share = [](int l) { return l == 0 || l == n ? 0.5 : 1.0; };
  return share(i) * share(j) * share(k);
}

/// Components in -1 .. 1 mm/ms, less their mean by mass: the cube as a whole is at rest.
std::vector<Vec3> random_velocities() {
  std::mt19937 engine(20240611);  // its sequence is fixed by the standard, unlike those of distributions
  std::vector<Vec3> velocities;
  Vec3 momentum;
  double mass = 0;
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        Vec3 v;
        for (int c = 0; c < 3; ++c) v[c] = 2.0 * double(engine()) / double(std::mt19937::max()) - 1;
        velocities.push_back(v);
        momentum += mass_of(i, j, k) * v;
        mass += mass_of(i, j, k);
      }
  for (Vec3& v : velocities) v -= (1 / mass) * momentum;
  return velocities;
}

Run shaken_cube(double dt_scale) {
  DeckText deck(1, dt_scale);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Grid cube = deck.block(deck.solid_part(1), {n, n, n}, {10, 10, 10});
  const std::vector<Vec3> velocities = random_velocities();
  for (std::size_t i = 0; i < velocities.size(); ++i)
    deck.initial_node_velocity(cube.first_node + long(i), velocities[i]);
  deck.history(cube.all_nodes());
  deck.outputs({"GLSTAT", "NODOUT"}, 0.1);
  deck.outputs({"BINARY_D3PLOT"}, 1);
  return run_deck(deck.str(), 1, "precision=double ncycle=10000");
}

// Far more energy than what moves at the start, or a strain of 1 %, suggest. Uniaxial stress without lateral
// contraction: sigma = E ln(l / L), so the work is E V (l / L ln(l / L) - l / L + 1).
TEST(EnergyDrift, SlowSqueezeOfASoftBlock) {
  verifies({"12.2", "soft elastic block squeezed slowly to 0.6 of its height", "closed form: integral of E ln(l / L)",
            "the ramp's waves"});
  DeckText deck(150, 0.8);
  deck.card("MAT_ELASTIC", "1,5e-5,1.0,0");
  const Grid block = deck.block(deck.solid_part(1), {4, 4, 4}, {40, 40, 40});
  deck.hold(block.nodes([](const Vec3& x) { return x.z < 1; }), "z");
  deck.hold(block.all_nodes(), "x y");  // or it would buckle
  const int curve = deck.curve({{0, 0}, {50, -0.16}, {100, -0.16}, {150, 0}});
  deck.prescribe_velocity(block.nodes([](const Vec3& x) { return x.z > 39; }), 3, curve);
  const auto run = completed(run_deck(deck.str()));
  const double left = 0.6, work = 64000 * (left * std::log(left) - left + 1);
  expect_within("internal energy [mJ]", run.energy("internal"), work, 0.002);
  expect_within("energy over the work", run.energy("ratio"), 1, 1e-4);
}

// 0.7 t of steel, pushed at the tip by a force that rises to 10 kN in 0.1 s: after a thousandth of a second its
// energies are 1e-15 of those that its mass and strength suggest. A public deck of this kind had shown a kinetic energy
// of 0 and a ratio of 0.46.
TEST(EnergyDrift, SlowlyLoadedCantilever) {
  verifies(
      {"12.9", "heavy steel cantilever under a slowly rising force", "conservation law: energy", "the mean velocity"});
  DeckText deck(0.01);
  deck.card("MAT_ELASTIC", "1,7.85e-9,210000,0.3");
  const Grid bar = deck.block(deck.solid_part(1), {10, 3, 3}, {1000, 300, 300});
  deck.hold(bar.nodes([](const Vec3& x) { return x.x < 1; }), "x y z");
  const auto tip = bar.nodes([](const Vec3& x) { return x.x > 999; });
  const int rise = deck.curve({{0, 0}, {0.1, 10000}, {1, 10000}});
  deck.card("LOAD_NODE_SET", fmt::format("{},3,{},{}", deck.node_set(tip), rise, 1.0 / double(tip.size())));
  deck.outputs({"GLSTAT"}, 5e-4);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double unstable=stop"));
  EXPECT_EQ(run.text.find("unstable"), std::string::npos) << run.text;
  const auto kinetic = run.glstat("kinetic energy"), internal = run.glstat("internal energy");
  const auto hourglass = run.glstat("hourglass energy"), work = run.glstat("external work");
  ASSERT_EQ(kinetic.size(), 21u);
  for (std::size_t i = 1; i < kinetic.size(); ++i) {
    EXPECT_GT(kinetic[i].second, 0);
    const double taken = kinetic[i].second + internal[i].second + hourglass[i].second;
    // the kinetic energy of the mean velocity exceeds the conserved one by m (dt a)^2 / 8, most in the first 36 steps
    expect_within(fmt::format("energy over work at {} s", kinetic[i].first), taken / work[i].second, 1, 1e-3);
  }
}

Vec3 angular_momentum(const State& state) {
  Vec3 sum;
  std::size_t at = 0;
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i, ++at) {
        const auto &x = state.position[at], &v = state.velocity[at];
        sum += mass_of(i, j, k) * cross(Vec3{x[0], x[1], x[2]}, Vec3{v[0], v[1], v[2]});
      }
  return sum;
}

/// By how much the kinetic energy of the mean velocity before and after each output, which glstat has, exceeds the one
/// that central differences conserve, m v(n-1/2) v(n+1/2) / 2: sum of m (dt a)^2 / 8. White noise makes it 6 %.
std::vector<double> midpoint_excess(const std::map<long, std::vector<NodeRecord>>& nodes,
                                    const std::vector<std::pair<double, double>>& step) {
  std::vector<double> excess(step.size(), 0.0);
  long id = 1;
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i, ++id)
        for (std::size_t t = 0; t < step.size(); ++t) {
          const double* a = nodes.at(id).at(t).acceleration;
          const double square = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
          excess[t] += steel_density * mass_of(i, j, k) * square * step[t].second * step[t].second / 8;
        }
  return excess;
}

/// Largest departure of the total energy, and of the momentum over the sum of its sizes.
void check(const Run& run, const std::string& name, double energy_gate) {
  ASSERT_EQ(run.status, 0) << run.text;
  double drift = 0, momentum = 0;
  const auto total = run.glstat("total energy"), step = run.glstat("time step");
  const std::vector<double> excess = midpoint_excess(run.nodes(), step);
  for (std::size_t t = 0; t < total.size(); ++t)
    drift = std::max(drift, std::abs((total[t].second - excess[t]) / total[0].second - 1));
  for (const char* axis : {"x", "y", "z"})
    for (const auto& [time, v] : run.glstat(fmt::format("global {} velocity", axis)))
      momentum = std::max(momentum, std::abs(v));
  expect_below("drift of energy at " + name, drift, energy_gate);
  expect_below("mean velocity at " + name + " [mm/ms]", momentum, 1e-9);
  const std::vector<State> states = read_states(run.folder);
  // The sizes |r||v| of a thousand nodes add up to some 5000 mm2/ms.
  expect_below("relative drift of angular momentum at " + name,
               norm(angular_momentum(states.back()) - angular_momentum(states.front())) / 5000, 1e-6);
}

TEST(EnergyDrift, ShakenCube) {
  verifies({"1.10", "free elastic cube of 1,000 hexes, random velocities, 10,000 steps",
            "conservation law: energy, momentum, angular momentum",
            "momenta are sums of quanta, 1e-10 of the mean |v|; states have single precision"});
  check(shaken_cube(0.9), "TSSFAC 0.9", 0.003);
  check(shaken_cube(0.5), "TSSFAC 0.5", 0.0003);
}

// The work of a step on a node is far below what the sums of a step must bear; nothing of it may be lost.
TEST(EnergyDrift, SlowWorkOfManyNodesAddsUp) {
  verifies({"12.5", "plate of 2,500 shells that falls freely for 2 ms, damped and not",
            "closed form: m g^2 t^2 / 2; energy over the work of gravity", "what remains below 2^-24 of the quantum"});
  for (const bool damped : {false, true}) {
    DeckText deck(2);
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    deck.plate(deck.shell_part(1, 1.5), {50, 50}, {250, 250, 0});
    deck.card("LOAD_BODY_Z", fmt::format("{},9.81e-3", deck.constant_curve()));
    if (damped) deck.card("DAMPING_GLOBAL", "0,0.5");
    deck.outputs({"GLSTAT"}, 0.5);
    const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
    EXPECT_EQ(run.file("mes0000").find("unstable"), std::string::npos);
    const double mass = steel_density * 250 * 250 * 1.5, g = 9.81e-3, time = 2;
    if (damped) {
      expect_within("energy and damping over the work", run.energy("ratio"), 1, 1e-3);
      const double left = (1 - std::exp(-0.5 * time)) / 0.5;  // v / g
      expect_within("kinetic energy with damping [mJ]", run.energy("kinetic"), 0.5 * mass * g * g * left * left, 1e-3);
    } else {
      expect_within("external work [mJ]", run.energy("external_work"), 0.5 * mass * g * g * time * time, 1e-3);
    }
  }
}

/// Over the initial one.
double largest_energy(DeckText& deck, double interval, const std::string& options) {
  deck.outputs({"GLSTAT"}, interval);
  double largest = 0;
  for (const auto& [time, ratio] : completed(run_deck(deck.str(), 1, options)).glstat("total energy / initial energy"))
    largest = std::max(largest, ratio);
  return largest;
}

/// Largest energy, over the initial one, of `cells` hexes (or a shell, with no third cell) of 5 mm that each breathe in
/// all directions.
double largest_energy(std::array<int, 3> cells, double poisson = 0.3) {
  DeckText deck(0.5);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", fmt::format("1,7.85e-3,210000,{}", poisson));
  const Vec3 size{5.0 * cells[0], 5.0 * cells[1], 5.0 * cells[2]};
  const Grid grid = cells[2] > 0 ? deck.block(deck.solid_part(1), cells, size)
                                 : deck.plate(deck.shell_part(1, 2.0), {cells[0], cells[1]}, size);
  for (std::size_t i = 0; i < grid.positions.size(); ++i)
    deck.initial_node_velocity(grid.first_node + long(i), 1e-3 * (grid.positions[i] - 0.5 * size));
  return largest_energy(deck, 1e-9, "precision=double");
}

// Elements that no neighbour holds are stable at the usual step, too; with the step of the characteristic length their
// energy grew without limit.
TEST(EnergyDrift, FreeElementsAreStable) {
  verifies(
      {"1.18", "elements alone or in a row that breathe in all directions, TSSFAC 0.9", "conservation law: energy",
       "that of central differences sampled at n: up to 1 / (1 - (w dt / 2)^2), 5.26 at 0.9 and 50 at 0.99 of 2 / w"});
  expect_below("largest energy of a hex", largest_energy({1, 1, 1}), 5.3);
  expect_below("largest energy of a shell", largest_energy({1, 1, 0}), 5.3);
  expect_below("largest energy of a row of hexes", largest_energy({6, 1, 1}), 50);
  expect_below("largest energy of a plate of hexes", largest_energy({6, 6, 1}), 50);
  expect_below("largest energy of a plate of hexes, nu = 0.49", largest_energy({6, 6, 1}, 0.49), 50);
  expect_below("largest energy of a block of hexes, nu = 0.49", largest_energy({5, 5, 5}, 0.49), 50);
  // Its factor is 0.6 % long, 0.996 of 2 / w.
  expect_below("largest energy of a block of hexes, nu = 0.4999", largest_energy({2, 2, 2}, 0.4999), 125);
}

/// Largest energy, over the initial one, of a free sheet of shells 5 x 5 whose nodes lie on the bottom or top.
double largest_energy_with_offset(int form, double thickness, double nloc) {
  DeckText deck(1e3);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  deck.card("SECTION_SHELL", fmt::format("70,{},0.8333,3\n{}, , , ,{}", form, thickness, nloc));
  deck.card("PART", "sheet\n70,70,1");
  const Grid sheet = deck.plate(70, {6, 6}, {30, 30, 0});
  std::mt19937 engine(20261123);
  const auto random = [&] { return 2e-3 * (double(engine()) / double(std::mt19937::max()) - 0.5); };
  for (const long node : sheet.all_nodes()) {
    const Vec3 v{random(), random(), random()}, w{0.06 * random(), 0.06 * random(), 0};
    deck.initial_node_velocity(node, v, w);
  }
  return largest_energy(deck, 1e-4, "precision=double ncycle=1500");
}

// The stretch of the middle turns the nodes: the step must know the offset, and the inertia, too.
TEST(EnergyDrift, ShellsWithAnOffsetAreStable) {
  verifies({"2.17", "sheet of shells that moves at random, nodes on its bottom or top, TSSFAC 0.9",
            "conservation law: energy", "that of central differences sampled at n"});
  for (const int form : {2, 10, 16})
    for (const auto& [thickness, nloc] : {std::pair{1.5, -1.0}, {3.0, 1.0}, {5.0, -1.0}})
      expect_below(fmt::format("largest energy, form {}, thickness {}, NLOC {}", form, thickness, nloc),
                   largest_energy_with_offset(form, thickness, nloc), 2);
}

/// Largest energy, over the initial one, of a free sheet of triangles with sides of 5 mm that moves at random: right-
/// angled ones, or, leaning by half a side, equilateral.
double largest_energy_of_triangles(bool are_equilateral, double thickness, double shear_factor, double poisson) {
  DeckText deck(1e3);
  deck.card("MAT_ELASTIC", fmt::format("1,7.85e-3,210000,{}", poisson));
  deck.card("SECTION_SHELL", fmt::format("70,4,{},3\n{},", shear_factor, thickness));
  deck.card("PART", "sheet\n70,70,1");
  const int n = 6;
  std::mt19937 engine(20261123);
  const auto random = [&] { return 2e-3 * (double(engine()) / double(std::mt19937::max()) - 0.5); };
  std::vector<long> nodes;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      nodes.push_back(deck.node({5 * (i + (are_equilateral ? 0.5 * j : 0)), 5 * j * (are_equilateral ? 0.75 : 1), 0}));
      const Vec3 v{random(), random(), random()}, w{0.06 * random(), 0.06 * random(), 0};
      deck.initial_node_velocity(nodes.back(), v, w);
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const std::size_t a = std::size_t(j * (n + 1) + i), d = a + n + 1;
      const int id = 2 * (j * n + i) + 1;
      deck.card("ELEMENT_SHELL",
                fmt::format("{},70,{},{},{},{}\n{},70,{},{},{},{}", id, nodes[a], nodes[a + 1], nodes[d], nodes[d],
                            id + 1, nodes[a + 1], nodes[d + 1], nodes[d], nodes[d]));
    }
  return largest_energy(deck, 1e-4, "precision=double ncycle=1500");
}

// Transverse shear is fastest in thin triangles with a small Poisson's ratio.
TEST(EnergyDrift, TrianglesAreStable) {
  verifies({"2.18", "sheet of C0 triangles that moves at random, TSSFAC 0.9", "conservation law: energy",
            "that of central differences sampled at n"});
  for (const bool are_equilateral : {false, true})
    for (const auto& [thickness, shear_factor, poisson] :
         {std::tuple{0.1, 0.8333, 0.3}, {1.0, 1.0, 0.3}, {1.0, 1.0, 0.0}, {5.0, 0.8333, 0.45}})
      expect_below(
          fmt::format("largest energy, {} triangles, thickness {}, SHRF {}, nu {}",
                      are_equilateral ? "nearly equilateral" : "right-angled", thickness, shear_factor, poisson),
          largest_energy_of_triangles(are_equilateral, thickness, shear_factor, poisson), 2);
}

/// Energy over the initial one of a block of 3 x 3 x 3 elements after 12 revolutions.
double energy_after_revolutions(const std::string& elements) {
  const double speed = 2;  // rad/ms
  DeckText deck(12 * 2 * std::numbers::pi / speed);
  deck.card("MAT_ELASTIC", "1,7.85e-3,200000,0.3");
  if (elements == "ELFORM 2") deck.solid_form(2);
  const bool are_tetrahedra = elements == "ELFORM 10" || elements == "ELFORM 13";
  const bool are_quadratic = elements == "ELFORM 16";
  if (are_tetrahedra) deck.solid_form(elements == "ELFORM 10" ? 10 : 13);
  if (are_quadratic) deck.solid_form(16);
  const int hourglass = elements == "IHQ 1" ? 1 : elements == "IHQ 6" ? 6 : 4;
  const int part = deck.solid_part(1, hourglass, 0.1);
  const Grid block =
      are_quadratic    ? deck.quadratic_tetrahedra(part, {1, 1, 1}, {10, 10, 10})
      : are_tetrahedra ? deck.tetrahedra(part, {2, 2, 2}, {10, 10, 10}) : deck.block(part, {3, 3, 3}, {10, 10, 10});
  for (std::size_t i = 0; i < block.positions.size(); ++i)
    deck.initial_node_velocity(block.first_node + long(i), cross({0, 0, speed}, block.positions[i] - Vec3{5, 5, 5}));
  deck.outputs({"GLSTAT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1));
  return run.energy("ratio");
}

// The increment of stress must turn to the end of the step: without, energy grew without limit after 10 revolutions.
TEST(EnergyDrift, TurningBodiesKeepTheirEnergy) {
  verifies({"1.38", "free elastic block that turns 12 times about its axis", "conservation law: energy",
            "single precision, 80,000 steps"});
  for (const std::string elements : {"IHQ 1", "IHQ 4", "IHQ 6", "ELFORM 2", "ELFORM 10", "ELFORM 13", "ELFORM 16"})
    expect_within("energy over the initial one, " + elements, energy_after_revolutions(elements), 1, 1e-5);
}

// Beyond the stable step energy comes from nowhere, slowly at first.
TEST(EnergyDrift, AnUnstableRunSaysSo) {
  const auto run = [](double dt_scale, const std::string& options) {
    DeckText deck(0.3, dt_scale);
    deck.without_bulk_viscosity();
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    const Grid block = deck.block(deck.solid_part(1), {20, 4, 4}, {100, 20, 20});
    for (std::size_t i = 0; i < block.positions.size(); ++i)
      deck.initial_node_velocity(block.first_node + long(i), {0.02 * block.positions[i].x, 0, 0});
    deck.outputs({"GLSTAT"}, 1e-3);
    return run_deck(deck.str(), 2, "precision=double " + options);
  };
  const std::string said = "the run may be unstable";
  EXPECT_EQ(run(0.9, "unstable=stop").file("mes0000").find(said), std::string::npos);
  EXPECT_NE(run(1.4, "").file("mes0000").find(said), std::string::npos);
  EXPECT_EQ(run(1.4, "ratio=0,1e300").file("mes0000").find(said), std::string::npos);
  const auto stopped = run(1.4, "unstable=stop");
  EXPECT_EQ(stopped.status, 2);
  EXPECT_NE(stopped.text.find(said), std::string::npos) << stopped.text;
  EXPECT_NE(stopped.text.find("(unstable=stop)"), std::string::npos) << stopped.text;
}

// Relative to its element: a body that flies as a whole may be faster than sound.
TEST(EnergyDrift, ANodeThatOutrunsSoundIsNamed) {
  const auto log = [](double of_one) {
    DeckText deck(1e-3);
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    const Grid block = deck.block(deck.solid_part(1), {3, 3, 3}, {30, 30, 30});
    deck.initial_velocity(block.all_nodes(), {2e4, 0, 0});
    deck.initial_node_velocity(block.first_node, {2e4 + of_one, 0, 0});
    deck.outputs({"GLSTAT"}, 1e-4);
    return run_deck(deck.str(), 2, "precision=double").file("mes0000");
  };
  const double sound = std::sqrt(210000 / 7.85e-3);
  EXPECT_EQ(log(0.5 * sound).find("as fast as sound"), std::string::npos);
  const std::string fast = log(2 * sound);
  EXPECT_NE(fast.find("node 1 moves 1."), std::string::npos) << fast;
  EXPECT_NE(fast.find("times as fast as sound relative to solid 1 of part 1"), std::string::npos) << fast;
}

// Its bulk viscosity takes the edge of a cube of the same volume for a length, which damps the flat element's wave
// twelve times as much: the step has to know.
TEST(EnergyDrift, AFlatHexKeepsStillAtTheUsualStep) {
  for (const int form : {1, 2}) {
    verifies({"12.3", "free elastic hex of 10 x 10 x 0.25 mm, swinging through its thickness, TSSFAC 0.9",
              "conservation law: energy does not grow",
              "energies are of the step's middle and its end; unstable, it grows a thousandfold"});
    DeckText deck(0.05, 0.9);
    deck.solid_form(form);
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    const Grid hex = deck.block(deck.solid_part(1), {1, 1, 1}, {10, 10, 0.25});
    for (int k = 0; k < 2; ++k)
      for (const int j : {0, 1})
        for (const int i : {0, 1}) deck.initial_node_velocity(hex.node(i, j, k), {0, 0, k == 0 ? -0.01 : 0.01});
    deck.outputs({"GLSTAT"}, 1e-3);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    const double kinetic = 0.5 * steel_density * 25 * 1e-4;
    double largest = 0;
    for (const auto& [time, energy] : run.glstat("total energy")) largest = std::max(largest, energy);
    expect_below(fmt::format("largest energy over the initial one, ELFORM {}", form), largest / kinetic, 1.01);
  }
}

/// Energy over the initial one of a free elastic sheet whose nodes start with velocities across it.
double energy_of_shaken_sheet(int n, int wide, double poisson, double thickness, int form) {
  DeckText deck(0.6, 0.9);
  deck.card("MAT_ELASTIC", fmt::format("1,7.85e-3,210000,{}", poisson));
  deck.card("SECTION_SHELL", fmt::format("1,{},1.0,3\n{}", form, thickness));
  deck.card("PART", "sheet\n1,1,1");
  const Grid sheet = deck.plate(1, {n, wide}, {5.0 * n, 5.0 * wide, 0});
  std::mt19937 random(1);
  for (const long node : sheet.all_nodes())
    deck.initial_velocity({node}, {0, 0, 1e-3 * (double(random() % 1000) / 500 - 1)});
  deck.outputs({"GLSTAT"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  double highest = 0;
  for (const auto& [time, ratio] : run.glstat("total energy / initial energy")) highest = std::max(highest, ratio);
  return highest;
}

// Shear of the thickness has the highest frequency of strips, and of sheets with a small Poisson's ratio.
TEST(EnergyDrift, SheetsAndStripsShearStably) {
  verifies({"1.11", "free sheets and strips of shells of 5 x 5 mm, velocities across at random, SHRF = 1, TSSFAC 0.9",
            "conservation law: energy", "near the limit energies of mean velocities exceed those conserved"});
  for (const int form : {2, 16})
    for (const auto& [n, wide, poisson, thickness] : {std::tuple{1, 1, 0.0, 1.0},
                                                      {1, 1, 0.3, 1.0},
                                                      {10, 1, 0.3, 0.1},
                                                      {10, 1, 0.3, 1.0},
                                                      {10, 1, 0.3, 2.0},
                                                      {10, 1, 0.0, 1.0},
                                                      {10, 2, 0.0, 1.0},
                                                      {10, 2, 0.25, 1.0},
                                                      {10, 3, 0.1, 1.0},
                                                      {10, 10, 0.0, 1.0},
                                                      {10, 10, 0.0, 2.0},
                                                      {10, 10, 0.3, 2.0}})
      expect_below(
          fmt::format("energy, ELFORM {}, {} x {} elements, nu = {}, {} mm", form, n, wide, poisson, thickness),
          energy_of_shaken_sheet(n, wide, poisson, thickness, form), 2);
}

}  // namespace
}  // namespace crumple::test::energy_drift
