// Static preloads: contact, walls and joints in equilibrium, and explicit motion that begins there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::implicit_preload {
namespace {

constexpr double steel_poisson = 0;  // so that beams are bars

DeckText start(double end_time, const std::string& flag, double step) {
  DeckText deck(end_time);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("{},{}", flag, step));
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,1,20,1e-5,1e-8");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,");
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},{}", steel_density, steel_young, steel_poisson));
  deck.shell_form(16);
  return deck;
}

/// A strip of shells, held at x = 0.
struct Strip {
  static constexpr double length = 100, width = 10, thickness = 2;
  static constexpr int n = 20;
  static constexpr double bending = steel_young * width * thickness * thickness * thickness / 12;  // E I
  Grid grid;
  explicit Strip(DeckText& deck) : grid(deck.plate(deck.shell_part(1, thickness, 3, 8), {n, 2}, {length, width, 0})) {
    deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  }
  void load_end(DeckText& deck, double force, int curve) const {
    for (int j = 0; j <= 2; ++j)
      deck.card("LOAD_NODE_POINT",
                fmt::format("{},3,{},{}", grid.node(n, j), curve, force * (j == 1 ? 0.5 : 0.25)));
  }
};

TEST(ImplicitPreload, ContactCarriesTheLoad) {
  verifies({"13.50", "two blocks of hexes, one on the other, pressed by a prescribed motion: force in the contact",
            "closed form: u / (2 h / (E A) + 1 / k), k = 0.1 K A_f^2 / V of each of 25 nodes on each side (LS-DYNA "
            "Theory Manual 2006, 26.3); the reaction at the foot",
            "nodes at the edges of the faces share their springs; balance by the iterations' tolerance"});
  constexpr double side = 20, height = 20, press = 0.02;
  DeckText deck = start(1, "1", 0.5);
  deck.solid_form(1);
  const int part = deck.solid_part(1, 6, 1), other = deck.solid_part(1, 6, 1);
  const Grid lower = deck.block(part, {4, 4, 4}, {side, side, height});
  const Grid upper =
      deck.block(other, {4, 4, 4}, {side, side, height}, [](const Vec3& x) { return x + Vec3{0, 0, height}; });
  deck.hold(lower.nodes([](const Vec3& x) { return x.z == 0; }), "z");
  for (const Grid* block : {&lower, &upper}) {
    deck.hold(block->nodes([](const Vec3& x) { return x.x == 0; }), "x");
    deck.hold(block->nodes([](const Vec3& x) { return x.y == 0; }), "y");
  }
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", fmt::format("{},{},3,3\n0,\n0,", part, other));
  const int ramp = deck.curve({{0, 0}, {1, 1}});
  for (const long node : upper.nodes([](const Vec3& x) { return x.z == 2 * height; }))
    deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("{},3,2,{},{}", node, ramp, -press));
  deck.outputs({"RCFORC", "SPCFORC", "GLSTAT"}, 1);
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  const std::string forces = run.file("rcforc"), reactions = run.file("spcforc");
  const double contact = std::abs(std::stod(forces.substr(forces.rfind(" z ") + 3)));
  std::istringstream at_foot(reactions.substr(reactions.rfind("resultants   =") + 14));
  Vec3 foot;
  at_foot >> foot.x >> foot.y >> foot.z;
  const double bars = steel_young * side * side / (2 * height);
  const double springs = 2 * 25 * 0.1 * steel_young / 3 * 25 * 25 / 125;  // faces of 5 x 5, hexes of 5 x 5 x 5
  expect_within("contact [force]", contact, press / (1 / bars + 1 / springs), 0.05);
  expect_within("foot [force]", foot.z, contact, 1e-3);
  const double work = run.glstat("external work").back().second;
  expect_within("internal and sliding energy [force length]",
                run.glstat("internal energy").back().second + run.glstat("sliding interface energy").back().second,
                work, 0.01);
}

TEST(ImplicitPreload, WallTakesWhatTheBeamDoesNot) {
  verifies({"13.51", "cantilever of shells, bent by a force at its end, which a rigid wall stops: force on the wall",
            "closed form: F - 3 E I g / L^3 after a way g", "mesh and large deflection"});
  constexpr double force = 40, gap = 1;
  DeckText deck = start(1, "1", 0.25);
  const Strip strip(deck);
  deck.card("RIGIDWALL_PLANAR", fmt::format("0,\n0,0,{},0,0,100", -gap));
  strip.load_end(deck, -force, deck.curve({{0, 0}, {1, 1}}));
  deck.outputs({"RWFORC"}, 1);
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  const double carried = 3 * Strip::bending * gap / std::pow(Strip::length, 3);
  expect_within("wall [force]", std::abs(run.wall_force(1).back().second), force - carried, 5e-3);
}

TEST(ImplicitPreload, WallPressesABlock) {
  verifies({"13.55", "block of hexes that a rigid wall presses down, by its prescribed motion: force, energies",
            "closed form: E A u / L, F u / 2", "springs of the wall, 100 times as stiff as the stiffest element"});
  constexpr double side = 10, height = 20, way = 0.02;
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.25");
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,1,25,1e-5,1e-7,1e-4");
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
  deck.solid_form(2);
  const Grid block = deck.block(deck.solid_part(1), {2, 2, 4}, {side, side, height});
  deck.hold(block.nodes([](const Vec3& x) { return x.z == 0; }), "x y z");
  const int motion = deck.curve({{0, 0}, {1, way}});
  deck.card("RIGIDWALL_GEOMETRIC_FLAT_MOTION",
            fmt::format("0,\n-50,50,{},-50,50,0,0\n50,50,{},200,200\n{},1,0,0,-1", height, height, motion));
  deck.outputs({"RWFORC", "GLSTAT"}, 0.25);
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  const double force = steel_young * side * side * way / height;
  expect_within("wall [force]", std::abs(run.wall_force(1).back().second), force, 0.01);
  const double work = run.glstat("external work").back().second;
  expect_within("external work [force length]", work, 0.5 * force * way, 0.01);
  expect_within("internal and sliding energy [force length]",
                run.glstat("internal energy").back().second + run.glstat("sliding interface energy").back().second,
                work, 1e-3);
}

TEST(ImplicitPreload, BlockSlidesOnAWall) {
  verifies({"13.56", "block of hexes pressed on a rigid wall with friction, its top moved to the side",
            "closed form: mu N", "the block tilts; balance by the iterations' tolerance"});
  constexpr double side = 10, height = 4, press = 400, friction = 0.3, way = 0.01;
  for (const int per_matrix : {11, 1}) {
    DeckText deck(2);
    deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.25");
    deck.card("CONTROL_IMPLICIT_SOLUTION", fmt::format("12,{},15,1e-3,1e-2,1e-2", per_matrix));
    deck.card("CONTROL_IMPLICIT_AUTO", "1,");
    deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young / 100));
    deck.solid_form(2);
    const Grid block = deck.block(deck.solid_part(1), {3, 3, 2}, {side, side, height},
                                  [](const Vec3& x) { return x - Vec3{0, 0, 1e-4}; });
    const std::vector<long> top = block.nodes([](const Vec3& x) { return x.z > height / 2 + 1; });
    deck.hold(block.all_nodes(), "y");
    deck.card("RIGIDWALL_PLANAR", fmt::format("0,\n1000,0,0,1000,0,1,{}", friction));
    const int ramp = deck.curve({{0, 0}, {1, 1}, {100, 1}}), aside = deck.curve({{0, 0}, {1, 0}, {2, 1}});
    for (const long node : top) {
      deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{:.17g}", node, ramp, -press / double(top.size())));
      deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("{},1,2,{},{}", node, aside, way * 10));
    }
    deck.outputs({"RWFORC", "BNDOUT", "GLSTAT"}, 0.25);
    const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
    const std::string file = run.file("bndout");
    const auto at = file.rfind("xtotal=");
    ASSERT_NE(at, std::string::npos);
    expect_within(fmt::format("push to the side, ILIMIT {} [force]", per_matrix), std::stod(file.substr(at + 7)),
                  friction * press, 0.01);
    EXPECT_GT(run.glstat("sliding interface energy").back().second, 0);
    if (per_matrix == 1) {
      EXPECT_EQ(run.file("mes0000").find("repeated"), std::string::npos);
    }
  }
}

TEST(ImplicitPreload, HingedBeams) {
  verifies({"13.52", "two cantilevers of shells with a revolute joint between their ends, under a force at it",
            "closed form: F L^3 / (6 E I)", "mesh"});
  constexpr double force = 0.2;  // little, as the ends are held along the beams
  DeckText deck = start(1, "1", 0.5);
  const int part = deck.shell_part(1, Strip::thickness, 3, 8);
  const Grid left = deck.plate(part, {Strip::n, 2}, {Strip::length, Strip::width, 0});
  const Grid right = deck.plate(part, {Strip::n, 2}, {Strip::length, Strip::width, 0},
                                [](const Vec3& x) { return x + Vec3{Strip::length, 0, 0}; });
  deck.hold(left.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  deck.hold(right.nodes([](const Vec3& x) { return x.x == 2 * Strip::length; }), "x y z rx ry rz");
  for (const auto& [id, grid, end] : {std::tuple(901, &left, Strip::n), std::tuple(902, &right, 0)})
    deck.card("CONSTRAINED_NODAL_RIGID_BODY",
              fmt::format("{},0,{}", id,
                          deck.node_set({grid->node(end, 0), grid->node(end, 1), grid->node(end, 2)})));
  deck.card("CONSTRAINED_JOINT_REVOLUTE",
            fmt::format("{},{},{},{}", left.node(Strip::n, 0), right.node(0, 0), left.node(Strip::n, 2),
                        right.node(0, 2)));
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", left.node(Strip::n, 1), deck.curve({{0, 0}, {1, 1}}), -force));
  deck.history({left.node(Strip::n, 1), right.node(0, 1)});
  deck.outputs({"NODOUT"}, 1);
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  const double sag = force * std::pow(Strip::length, 3) / (6 * Strip::bending);
  for (const auto& [node, records] : run.nodes())
    expect_within("sag [length]", -records.back().displacement[2], sag, 5e-3);
}

TEST(ImplicitPreload, WeightOfARigidBlock) {
  verifies({"13.54", "cantilever of shells with a rigid block at its end, under their weight: sag, work of the weight",
            "closed form: W L^3 / (3 E I) + q L^4 / (8 E I); W^2 L^3 / (6 E I) + W q L^4 / (8 E I) + "
            "q^2 L^5 / (40 E I)",
            "mesh, large deflection; energies by the trapezoidal rule"});
  constexpr double gravity = 0.1, edge = 10, length = Strip::length;
  DeckText deck = start(1, "1", 0.5);
  const Strip strip(deck);
  deck.card("MAT_RIGID", fmt::format("2,{},{},0.3", steel_density, steel_young));
  const int rigid = deck.solid_part(2);
  deck.block(rigid, {1, 1, 1}, {edge, edge, edge},
             [](const Vec3& x) { return x + Vec3{length - edge / 2, 0, -edge / 2}; });
  deck.card("CONSTRAINED_EXTRA_NODES_SET",
            fmt::format("{},{}", rigid, deck.node_set(strip.grid.nodes([](const Vec3& x) { return x.x == length; }))));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.curve({{0, 0}, {1, 1}}), gravity));
  deck.history({strip.grid.node(Strip::n, 1)});
  deck.outputs({"NODOUT", "GLSTAT"}, 1);
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  const double weight = gravity * steel_density * edge * edge * edge;
  const double line = gravity * steel_density * Strip::width * Strip::thickness;  // q
  const double cube = std::pow(length, 3) / Strip::bending;
  expect_within("sag [length]", -run.nodes().begin()->second.back().displacement[2],
                cube * (weight / 3 + line * length / 8), 0.01);
  const double work = run.glstat("external work").back().second;
  expect_within("work [force length]", work,
                cube * (weight * weight / 6 + weight * line * length / 8 + std::pow(line * length, 2) / 40), 0.01);
  expect_within("internal energy [force length]", run.glstat("internal energy").back().second, work, 1e-4);
}

TEST(ImplicitPreload, ReleasedBeamVibrates) {
  verifies({"13.53", "cantilever of shells, bent statically, held for a while explicitly and then released: rest, "
            "first turning point",
            "closed form: rest; the end has 97 % of its deflection in the first mode, which turns after half a period",
            "of the rest by the iterations' tolerance, of the motion by the second mode's phase and the mesh"});
  const double mass = steel_density * Strip::width * Strip::thickness;  // [mass/length]
  const double omega = std::pow(1.8751, 2) * std::sqrt(Strip::bending / mass / std::pow(Strip::length, 4));
  const double half_period = std::numbers::pi / omega, hold = 1, rest = 1;
  DeckText deck(hold + rest + 1.2 * half_period);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("-{},0.5", deck.curve({{0, 1}, {hold, 1}, {1.0001 * hold, 0}})));
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,1,20,1e-6,1e-10");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,");
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},{}", steel_density, steel_young, steel_poisson));
  deck.shell_form(16);
  const Strip strip(deck);
  const double force = 5, sag = force * std::pow(Strip::length, 3) / (3 * Strip::bending);
  strip.load_end(deck, -force,
                 deck.curve({{0, 0}, {hold, 1}, {hold + rest, 1}, {(hold + rest) * (1 + 1e-9), 0}, {1e6, 0}}));
  deck.history({strip.grid.node(Strip::n, 1)});
  deck.outputs({"NODOUT", "GLSTAT"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  double at_rest = 0, highest = -1e9, time = 0;
  const auto nodes = run.nodes();
  for (const NodeRecord& record : nodes.begin()->second) {
    const double up = record.displacement[2];
    if (record.time > hold && record.time < hold + rest) at_rest = std::max(at_rest, std::abs(up / sag + 1));
    if (record.time > hold + rest && up > highest) highest = up, time = record.time - hold - rest;
  }
  expect_below("at rest, of the sag [1]", at_rest, 0.01);
  expect_within("turning point, of the sag [1]", highest / sag, 0.97, 0.06);
  expect_within("its time, of half a period [1]", time / half_period, 1, 0.1);
}

}  // namespace
}  // namespace crumple::test::implicit_preload
