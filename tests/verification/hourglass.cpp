// Hourglass modes set off by initial velocities. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::hourglass {
namespace {

/// Energies of a part over time, from matsum.
struct PartHistory {
  std::vector<double> kinetic, hourglass, internal;
};

std::vector<PartHistory> parts_of(const Run& run, int n_parts) {
  std::vector<PartHistory> parts{std::size_t(n_parts)};
  std::istringstream lines(run.file("matsum"));
  std::size_t part = 0;
  const auto value = [](const std::string& line, const std::string& name) {
    return std::stod(line.substr(line.find(name) + name.size()));
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.find("mat.#=") != std::string::npos) {
      part = std::size_t(value(line, "mat.#=")) - 1;
      parts.at(part).internal.push_back(value(line, "inten="));
      parts.at(part).kinetic.push_back(value(line, "kinen="));
    }
    if (line.find("hgeng=") != std::string::npos) parts.at(part).hourglass.push_back(value(line, "hgeng="));
  }
  return parts;
}

/// The four patterns of a hex (eta zeta, zeta xi, xi eta, xi eta zeta) at its corner x of -1 or +1.
double hex_pattern(int pattern, const Vec3& x) {
  return std::array{x.y * x.z, x.z * x.x, x.x * x.y, x.x * x.y * x.z}[std::size_t(pattern)];
}

Vec3 corner(int i, int j, int k) { return {2.0 * i - 1, 2.0 * j - 1, 2.0 * k - 1}; }

constexpr int n_hexes = 12, n_shells = 3;  // four patterns by three directions; membrane by two, out of plane

/// Single elements 10 mm apart, each a part of its own, each with one pure hourglass velocity of 1 mm/ms: twelve hexes,
/// then three shells.
Run free_modes(int type, double coefficient) {
  DeckText deck(0.4, 0.6);  // a hex free on all sides breathes at 1.4 times the frequency of V / largest face
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  for (int e = 0; e < n_hexes; ++e) {
    const Grid hex = deck.block(deck.solid_part(1, type, coefficient), {1, 1, 1}, {4, 4, 4},
                                [&](const Vec3& x) { return x + Vec3{10.0 * e, 0, 0}; });
    for (int k = 0; k < 2; ++k)
      for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i) {
          Vec3 v;
          v[e % 3] = hex_pattern(e / 3, corner(i, j, k));
          deck.initial_node_velocity(hex.node(i, j, k), v);
        }
  }
  for (int e = 0; e < n_shells; ++e) {
    const Grid shell = deck.plate(deck.shell_part(1, 1.0, 2, type, coefficient), {1, 1}, {4, 4, 0},
                                  [&](const Vec3& x) { return x + Vec3{10.0 * e, 10, 0}; });
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i) {
        Vec3 v;
        v[e] = corner(i, j, 0).x * corner(i, j, 0).y;
        deck.initial_node_velocity(shell.node(i, j), v);
      }
  }
  deck.outputs({"MATSUM"}, 0.002);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

TEST(Hourglass, FreeModesDrift) {
  verifies({"1.9", "hourglass modes without control (a coefficient of 1e-12)",
            "closed form: they neither strain the element nor meet a force", "five digits of matsum"});
  const auto run = free_modes(4, 1e-12);
  for (const PartHistory& part : parts_of(run, n_hexes + n_shells)) {
    ASSERT_GT(part.kinetic.front(), 0);
    expect_within("kinetic energy over the initial one", part.kinetic.back() / part.kinetic.front(), 1, 1e-3);
  }
}

/// What the elements make of their kinetic energy at the start, the worst of all parts, over that energy.
struct Fate {
  double imbalance = 0;  ///< largest change of kinetic + hourglass + internal energy
  double growth = 0;     ///< largest growth of the kinetic energy from one output to the next
  double left = 0;       ///< kinetic energy at the end
  double exchanged = 1;  ///< largest hourglass energy, the smallest of all parts
};

Fate fate_of(const std::vector<PartHistory>& parts) {
  Fate fate;
  for (const PartHistory& part : parts) {
    const double start = part.kinetic.front();
    EXPECT_GT(start, 0);
    double exchanged = 0;
    for (std::size_t t = 1; t < part.kinetic.size(); ++t) {
      const double sum = part.kinetic[t] + part.hourglass[t] + part.internal[t];
      fate.imbalance = std::max(fate.imbalance, std::abs(sum / start - 1));
      fate.growth = std::max(fate.growth, (part.kinetic[t] - part.kinetic[t - 1]) / start);
      exchanged = std::max(exchanged, part.hourglass[t] / start);
    }
    fate.left = std::max(fate.left, part.kinetic.back() / start);
    fate.exchanged = std::min(fate.exchanged, exchanged);
  }
  return fate;
}

TEST(Hourglass, ViscousControlDamps) {
  verifies({"1.9", "hourglass modes of hexes and shells, viscous control",
            "conservation law: kinetic energy falls and becomes hourglass energy",
            "the force starts from zero, so that half of its first step is not counted"});
  for (const int type : {1, 2, 3}) {
    const auto run = free_modes(type, 0.03);
    const Fate fate = fate_of(parts_of(run, n_hexes + n_shells));
    expect_below(fmt::format("type {}: growth of kinetic energy", type), fate.growth, 1e-5);
    expect_below(fmt::format("type {}: kinetic energy left", type), fate.left, 0.01);
    expect_below(fmt::format("type {}: imbalance of energy", type), fate.imbalance, 0.05);
  }
}

TEST(Hourglass, StiffnessControlVibrates) {
  verifies({"1.9", "hourglass modes of hexes and shells, stiffness control",
            "conservation law: kinetic and hourglass energy change places",
            "the kinetic energy of the mean velocity errs by (w dt)^2 / 4 of it"});
  for (const int type : {4, 5}) {
    const auto run = free_modes(type, 0.0015);
    const Fate fate = fate_of(parts_of(run, n_hexes + n_shells));
    expect_below(fmt::format("type {}: imbalance of energy", type), fate.imbalance, 0.01);
    EXPECT_GT(fate.exchanged, 0.5);
  }
}

/// Two shells whose nodes turn to and fro about x and about y: the bending patterns. Energies are those of glstat, for
/// matsum leaves rotation out.
Run bending_modes(int type, double coefficient) {
  DeckText deck(0.4, 0.6);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  for (int e = 0; e < 2; ++e) {
    const Grid shell = deck.plate(deck.shell_part(1, 1.0, 2, type, coefficient), {1, 1}, {4, 4, 0},
                                  [&](const Vec3& x) { return x + Vec3{10.0 * e, 0, 0}; });
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i) {
        Vec3 w;
        w[e] = corner(i, j, 0).x * corner(i, j, 0).y;
        deck.initial_node_velocity(shell.node(i, j), {}, w);
      }
  }
  deck.outputs({"GLSTAT"}, 0.002);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

PartHistory total_of(const Run& run) {
  PartHistory history;
  const auto values = [&](const std::string& label) {
    std::vector<double> all;
    for (const auto& [time, value] : run.glstat(label)) all.push_back(value);
    return all;
  };
  history.kinetic = values("kinetic energy");
  history.hourglass = values("hourglass energy");
  history.internal = values("internal energy");
  return history;
}

TEST(Hourglass, BendingModesOfAShell) {
  verifies({"1.9", "hourglass modes of a shell's rotations", "conservation law: energy, as above", "as above"});
  const Fate free = fate_of({total_of(bending_modes(4, 1e-12))});
  expect_below("free: loss of kinetic energy", 1 - free.left, 1e-3);
  const Fate damped = fate_of({total_of(bending_modes(1, 0.1))});
  expect_below("viscous: growth of kinetic energy", damped.growth, 1e-5);
  expect_below("viscous: kinetic energy left", damped.left, 0.01);
  expect_below("viscous: imbalance of energy", damped.imbalance, 0.05);
  const Fate bound = fate_of({total_of(bending_modes(4, 0.1))});
  expect_below("stiffness: imbalance of energy", bound.imbalance, 0.01);
  EXPECT_GT(bound.exchanged, 0.5);
}

/// Displacement of the end of a cantilever of 100 x 10 x 10 mm, `across` cubes by `across` in its section, or two
/// wedges in place of each, under a force of 100 N. Its section at x = 0 is free to contract, as the formula has it.
double end_of_cantilever(int form, int across, int type, double coefficient) {
  const double force = 100;
  DeckText deck(4, 0.6);  // a hex free on its sides, see above; the load rises within the first period of 1.2 ms
  deck.solid_form(form);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const int part = deck.solid_part(1, type, coefficient);
  const std::array<int, 3> cells = {10 * across, across, across};
  const Grid beam = form == 16   ? deck.quadratic_tetrahedra(part, cells, {100, 10, 10})
                    : form == 15 ? deck.wedges(part, cells, {100, 10, 10})
                                 : deck.block(part, cells, {100, 10, 10});
  deck.hold(beam.nodes([](const Vec3& x) { return x.x == 0; }), "x z");
  deck.hold(beam.nodes([](const Vec3& x) { return x.x == 0 && x.y == 0; }), "y");
  const int ramp = deck.curve({{0, 0}, {1, 1}, {10, 1}});
  const auto at_edge = [&](double x) { return x == 0 || x == 10 ? 0.5 : 1.0; };
  const std::vector<long> end = beam.nodes([](const Vec3& x) { return x.x == 100; });
  for (const long node : end) {
    const Vec3& x = beam.positions[std::size_t(node - beam.first_node)];
    const double share = at_edge(x.y) * at_edge(x.z) / (beam.cells[1] * beam.cells[2]);
    deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{:.17g}", node, ramp, share * force));
  }
  deck.card("DAMPING_GLOBAL", "0,8");
  deck.history(end);
  deck.outputs({"NODOUT"}, 4);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  double sum = 0;
  const auto nodes = run.nodes();
  for (const auto& [node, records] : nodes) sum += records.back().displacement[2];
  return sum / double(nodes.size());
}

TEST(Hourglass, CantileverOfHexes) {
  verifies({"1.12", "cantilever of 100 x 10 x 10 mm of cubes, 1 to 4 across, IHQ 6 with QM = 1",
            "closed form: Timoshenko's beam, 0.19196 mm",
            "ten elements along lack 1/(4 n^2) = 0.25 % of the bending and 1/6 of the shear, 0.13 %"});
  const double shear = steel_young / 2.6, section = 100, second = 10000.0 / 12;
  const double expected = 100 * (1e6 / (3 * steel_young * second) + 100 / (5.0 / 6 * shear * section));
  for (const int across : {1, 2, 4})
    expect_within(fmt::format("{} across: deflection [mm]", across), end_of_cantilever(1, across, 6, 1), expected,
                  0.05);
}

TEST(Hourglass, CantileverOfWedges) {
  verifies({"1.12", "the same of wedges, two in place of each hex, of ELFORM 15",
            "closed form: Timoshenko's beam, 0.19196 mm",
            "too soft, by 5.2 % with two across and 1.6 % with three: gates of 0.3 / n^2"});
  for (const int across : {2, 3})
    expect_within(fmt::format("{} across: deflection [mm]", across), end_of_cantilever(15, across, 4, 0.1), 0.19196,
                  0.3 / (across * across));
}

TEST(Hourglass, CantileverOfQuadraticTetrahedra) {
  verifies({"1.12", "the same of ten-node tetrahedra, six in place of each hex, 1 and 2 across",
            "closed form: Timoshenko's beam, 0.19196 mm",
            "the end of a solid is held and loaded not as a beam's: 1 %"});
  for (const int across : {1, 2})
    expect_within(fmt::format("{} across: deflection [mm]", across), end_of_cantilever(16, across, 4, 0.1), 0.19196,
                  0.02);
}

TEST(Hourglass, CantileverOfSelectivelyReducedHexes) {
  verifies({"1.12", "the same of hexes of ELFORM 2", "closed form: Timoshenko's beam, 0.19196 mm",
            "one hex across bends by strains of its corners that are too soft by a fifth; the error falls with n^2"});
  for (const int across : {2, 4})
    expect_within(fmt::format("{} across: deflection [mm]", across), end_of_cantilever(2, across, 4, 0.1), 0.19196,
                  0.2 / (across * across));
}

}  // namespace
}  // namespace crumple::test::hourglass
