// Preloads of bolts and stresses at the start: whole runs. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::preloads {
namespace {

/// Of a node at the end.
std::array<double, 3> moved(const std::vector<State>& states, long node) {
  std::array<double, 3> way{};
  for (std::size_t c = 0; c < 3; ++c)
    way[c] = double(states.back().position.at(std::size_t(node - 1))[c]) -
             double(states.front().position.at(std::size_t(node - 1))[c]);
  return way;
}

/// Two bars in a row between fixed ends, the first of them preloaded to 5000 N; where their middle node goes.
double way_of_preloaded_bar(const std::string& form, const std::string& material) {
  DeckText deck(6, 0.5);
  deck.card(material.substr(0, material.find('\n')), material.substr(material.find('\n') + 1));
  deck.card("SECTION_BEAM", form);
  deck.card("PART", "bolt\n80,80,80");
  deck.card("PART", "clamped\n81,80,80");
  std::vector<long> n;
  for (int i = 0; i < 3; ++i) n.push_back(deck.node({10.0 * i, 0, 0}));
  deck.card("ELEMENT_BEAM", fmt::format("1,80,{},{},0\n2,81,{},{},0", n[0], n[1], n[1], n[2]));
  deck.hold({n[0], n[2]}, "x y z rx ry rz");
  deck.hold({n[1]}, "y z rx ry rz");
  deck.card("SET_BEAM", "3\n1,");
  // The second ramp begins when the preload is over: it must do nothing.
  const int curve = deck.curve({{0, 0}, {2, 1}, {3, 1}, {3.5, 0}, {5, 1}, {100, 1}});
  deck.card("INITIAL_AXIAL_FORCE_BEAM", fmt::format("3,{},5000", curve));
  deck.card("DAMPING_GLOBAL", "0,40");
  deck.outputs({"BINARY_D3PLOT", "GLSTAT"}, 2.8);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const std::vector<State> states = read_states(run.folder);
  const auto at = [&](std::size_t state) {
    return double(states.at(state).position.at(std::size_t(n[1] - 1))[0]) - 10;
  };
  EXPECT_EQ(states.size(), 4u);
  EXPECT_NEAR(at(2), 0, 5e-3 * std::fabs(at(1)));  // of 5.6 ms: let go
  return at(1);                                    // of 2.8 ms
}

TEST(Preloads, BarPullsOnAnother) {
  verifies({"6.13", "*INITIAL_AXIAL_FORCE_BEAM: a bar of 5 kN draws on another of 50 mm2 and 10 mm",
            "closed form: u = F L / (E A)", "what is left of vibration; the strain of 5e-4 changes the length"});
  const double expected = -5000 * 10 / (210000.0 * 50);  // towards the fixed end
  const std::string elastic = "MAT_ELASTIC\n80,7.85e-3,210000,0.3";
  expect_within("truss: displacement of its end [mm]", way_of_preloaded_bar("80,3\n50,0", elastic), expected, 2e-3);
  expect_within("Hughes-Liu beam: displacement of its end [mm]",
                way_of_preloaded_bar("80,1,1,2,0\n10,10,5,5,0,0", elastic), expected, 2e-3);
  expect_within("resultant beam: displacement of its end [mm]",
                way_of_preloaded_bar("80,2\n50,100,100,200,0,0", elastic), expected, 2e-3);
}

TEST(Preloads, SectionOfABolt) {
  verifies({"6.14", "*INITIAL_STRESS_SECTION: a bar of six hexes between fixed ends, 300 MPa across its third",
            "closed form: the same stress in all; it stays when the curve ends, u = s L / E",
            "what is left of vibration; finite strain 1.4e-3"});
  for (const int form : {1, 2}) {
    const double stress = 300;
    DeckText deck(4, 0.5);
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
    deck.solid_form(form);
    const Grid bar = deck.block(deck.solid_part(1), {6, 1, 1}, {60, 10, 10});
    deck.hold(bar.nodes([](const Vec3& x) { return x.x == 0 || x.x == 60; }), "x y z");
    deck.card("DATABASE_CROSS_SECTION_PLANE_ID", "7,cut\n0,25,5,5,26,5,5\n25,6,5,0,0");
    deck.card("INITIAL_STRESS_SECTION", fmt::format("1,7,{},0,0,0", deck.curve({{0, 0}, {1, stress}, {2, stress}})));
    deck.card("DAMPING_GLOBAL", "0,20");
    deck.outputs({"BINARY_D3PLOT", "GLSTAT"}, 4);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    const std::vector<State> states = read_states(run.folder);
    for (const float reached : states.back().von_mises)
      expect_within(fmt::format("form {}: von Mises' stress [MPa]", form), double(reached), stress, 3e-3);
    // Left of the section two elements are stretched.
    expect_within(fmt::format("form {}: displacement of the section [mm]", form), moved(states, bar.node(2, 0, 0))[0],
                  stress * 20 / steel_young, 5e-3);
  }
}

// Cubes, of which none is held from the side: what the step of the section's elements must be shortened for.
TEST(Preloads, StressAcrossManyCubesIsStable) {
  verifies({"6.17", "*INITIAL_STRESS_SECTION across 4 x 4 cubes of a bar, TSSFAC 0.9",
            "closed form: the stress is everywhere in the bar", "nu = 0.3: ends are clamped"});
  for (const int form : {1, 2}) {
    DeckText deck(2, 0.9);
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    deck.solid_form(form);
    const Grid bar = deck.block(deck.solid_part(1), {12, 4, 4}, {30, 10, 10});
    deck.hold(bar.nodes([](const Vec3& x) { return x.x == 0 || x.x == 30; }), "x y z");
    deck.card("DATABASE_CROSS_SECTION_PLANE_ID", "7,cut\n0,16,5,5,17,5,5\n16,6,5,0,0");
    deck.card("INITIAL_STRESS_SECTION", fmt::format("1,7,{},0,0,0", deck.curve({{0, 0}, {0.5, 300}, {10, 300}})));
    deck.card("DAMPING_GLOBAL", "0,50");
    deck.outputs({"GLSTAT", "SPCFORC"}, 2);
    const auto run = completed(run_deck(deck.str(), 1));
    EXPECT_EQ(run.file("mes0000").find("unstable"), std::string::npos);
    const std::string forces = run.file("spcforc");
    double pull = 0;
    std::istringstream lines(forces.substr(forces.rfind("output at time")));
    for (std::string line; std::getline(lines, line);)
      if (const auto at = line.find("local x,y,z forces ="); at != std::string::npos)
        pull += 0.5 * std::abs(std::stod(line.substr(at + 20)));
    expect_within(fmt::format("form {}: force at the ends [N]", form), pull, 300 * 100, 0.02);
  }
}

TEST(Preloads, StressOfAShellRelaxes) {
  verifies({"2.16", "*INITIAL_STRESS_SHELL: 100 MPa along x in a shell turned by 30 degrees is let go along x",
            "closed form: strain -s (1 - nu^2) / E; moments of a stress through the thickness bend nothing held",
            "what is left of vibration"});
  const double c = std::cos(0.5), s = std::sin(0.5);
  const std::string points = "-0.8,80,0,0,0,0,0,0\n0.8,120,0,0,0,0,0,0";
  const std::string large = "-0.8,80,0,0,0\n0,0,0,7,8\n9,\n0.8,120,0,0,0\n0,0,0,7,8\n9,";
  for (const auto& [head, cards] : {std::pair{"1,1,2", points}, std::pair{"1,1,2,3,0,1", large}}) {
    for (const int form : {2, 16}) {
      DeckText deck(2, 0.5);
      deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
      deck.shell_form(form);
      const Grid shell = deck.plate(deck.shell_part(1, 1), {1, 1}, {10, 10, 0},
                                    [&](const Vec3& x) { return Vec3{c * x.x - s * x.y, s * x.x + c * x.y, 0}; });
      deck.hold(shell.all_nodes(), "y z rx ry rz");
      deck.hold({shell.node(0, 0)}, "x");
      deck.card("INITIAL_STRESS_SHELL", fmt::format("{}\n{}", head, cards));
      deck.card("DAMPING_GLOBAL", "0,40");
      deck.outputs({"BINARY_D3PLOT", "GLSTAT"}, 2);
      const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
      const std::vector<State> states = read_states(run.folder);
      const double strain = -100 * (1 - 0.3 * 0.3) / steel_young;
      expect_within(fmt::format("form {}: displacement of a corner [mm]", form), moved(states, shell.node(1, 1))[0],
                    strain * 10 * (c - s), 1e-2);
    }
  }
}

TEST(Preloads, StressOfASolidRelaxes) {
  verifies({"2.21", "*INITIAL_STRESS_SOLID: 100 MPa along x, or a shear of 50 MPa, in a hex let go along x, or y",
            "closed form: the strain -s / M, the shear -tau / G", "what is left of vibration"});
  const double shear = steel_young / 2.6, modulus = steel_young * 0.7 / (1.3 * 0.4);
  for (const int along : {0, 1})
    for (const char* form_of_cards : {"1,\n{},0,0,{},0,0,0.1", "1,1,4,1\n{},0,0,{},0\n0,0.1,7,8,9\n10,"})
      for (const int form : {1, 2}) {
        DeckText deck(2, 0.5);
        deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
        deck.solid_form(form);
        const Grid hex = deck.block(deck.solid_part(1), {1, 1, 1}, {10, 10, 10});
        deck.hold(hex.all_nodes(), along == 0 ? "y z" : "x z");
        deck.hold(hex.nodes([](const Vec3& x) { return x.x == 0; }), along == 0 ? "x" : "y");
        deck.card("INITIAL_STRESS_SOLID",
                  fmt::format(fmt::runtime(form_of_cards), along == 0 ? 100 : 0, along == 0 ? 0 : 50));
        deck.card("DAMPING_GLOBAL", "0,40");
        const long corner = hex.node(1, 1, 1);
        deck.history({corner});
        deck.outputs({"NODOUT"}, 2);
        const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
        const double way = run.nodes().at(corner).back().displacement[std::size_t(along)];
        expect_within(fmt::format("form {}: displacement along {} [mm]", form, "xy"[along]), way,
                      along == 0 ? -100 / modulus * 10 : -50 / shear * 10, 0.01);
      }
}

}  // namespace
}  // namespace crumple::test::preloads
