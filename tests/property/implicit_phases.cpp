// Runs that are implicit and explicit in turn, with contact, walls and joints in both: one answer on any ranks, threads
// and kernels, and from dumps of their explicit parts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "tests/property/cases.hpp"
#include "tests/property/ranks_for.hpp"
#include "tests/support/deck_text.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::implicit_phases {
namespace {

/// A sheet that a force bends onto another one, which it bends onto a wall; a rigid plate hangs in hinges between the
/// end of the second sheet and a third one. `flags`: (time, IMFLAG).
DeckText pressed_sheets(const std::vector<std::pair<double, double>>& flags, double end_time,
                        double contact_birth = 0) {
  DeckText deck(end_time);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("-{},0.1", deck.curve(flags)));
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,3");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,");
  deck.card("MAT_PLASTIC_KINEMATIC", fmt::format("1,{},{},0.3,300,1000", steel_density, steel_young));
  deck.card("MAT_RIGID", fmt::format("2,{},{},0.3", steel_density, steel_young));
  deck.shell_form(16);
  const int part = deck.shell_part(1, 2, 3, 8), rigid = deck.shell_part(2, 2, 3, 8);
  const Grid upper = deck.plate(part, {8, 3}, {80, 30, 0});
  const auto below = [&](double from) {
    return [from](const Vec3& x) { return x + Vec3{from, 1.3, -2.2}; };
  };
  const Grid lower = deck.plate(part, {7, 3}, {77, 31, 0}, below(3));
  const Grid plate = deck.plate(rigid, {3, 3}, {30, 31, 0}, below(80));
  const Grid third = deck.plate(part, {4, 3}, {40, 31, 0}, below(110));
  const auto held = [](const Vec3& x) { return x.x < 4 || x.x > 149; };
  for (const Grid* sheet : {&upper, &lower, &third}) deck.hold(sheet->nodes(held), "x y z rx ry rz");
  const auto hinge = [&](int id, const Grid& sheet, int end, int other) {
    std::vector<long> edge;
    for (int j = 0; j <= 3; ++j) edge.push_back(sheet.node(end, j));
    deck.card("CONSTRAINED_NODAL_RIGID_BODY", fmt::format("{},0,{}", id, deck.node_set(edge)));
    deck.card("CONSTRAINED_JOINT_REVOLUTE",
              fmt::format("{},{},{},{}", edge.front(), plate.node(other, 0), edge.back(), plate.node(other, 3)));
  };
  hinge(901, lower, 7, 0);
  hinge(902, third, 0, 3);
  deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", fmt::format("0,\n0.2,0.2,0,0,0,0,{}\n0,\n2,", contact_birth));
  deck.card("RIGIDWALL_PLANAR", "0,\n0,0,-4.5,0,0,1,0.3");
  const int curve = deck.curve({{0, 0}, {1, 1}, {100, 1}});
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},-60", upper.node(8, 0), curve));
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},-20", plate.node(1, 1), curve));
  deck.history({upper.node(8, 0), lower.node(4, 2), plate.node(1, 1)});
  deck.outputs({"NODOUT", "GLSTAT", "RCFORC", "RWFORC"}, 0.05);
  return deck;
}

/// A restart at each dump of a run.
void expect_same_after_restarts(const std::string& folder, const std::string& hash) {
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().filename().string();
    if (!name.starts_with("d3dump")) continue;
    const auto restarted = run_restart(file.path().string(), 2, "precision=double");
    ASSERT_EQ(restarted.status, 0) << restarted.text;
    EXPECT_EQ(restarted.hash(), hash) << name;
  }
}

void expect_one_answer(const std::string& deck) {
  const auto expected = run_deck(deck, 1, "precision=double");
  ASSERT_EQ(expected.status, 0) << expected.text;
  EXPECT_NEAR(expected.energy("ratio"), 1, 0.05);
  const auto others = {std::pair(2, "threads=2"), std::pair(3, "isa=scalar dump=150")};
  for (const auto& [ranks, options] : others) {
    const auto run = run_deck(deck, ranks_for(ranks, options), fmt::format("precision=double {}", options));
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_EQ(run.hash(), expected.hash()) << ranks << " ranks, " << options;
    for (const char* name : {"nodout", "rcforc", "rwforc"}) {
      if (!std::filesystem::exists(expected.folder + "/" + name)) continue;
      EXPECT_TRUE(run.file(name) == expected.file(name)) << name << " on " << ranks << " ranks";
    }
    expect_same_after_restarts(run.folder, expected.hash());
  }
}

TEST(ImplicitPhases, PreloadHasOneAnswer) {
  DeckText deck = pressed_sheets({{0, 1}, {1, 1}, {1.0001, 0}}, 1.5);
  deck.initial_velocity({1, 2, 3}, {0, 0, 1});
  expect_one_answer(deck.str());
}

/// From rest, as the initial velocities begin with the explicit part.
TEST(ImplicitPhases, DynamicPreloadHasOneAnswer) {
  DeckText deck = pressed_sheets({{0, 1}, {1, 1}, {1.0001, 0}}, 1.3);
  deck.card("CONTROL_IMPLICIT_DYNAMICS", "1,0.6,0.38");
  deck.initial_velocity({1, 2, 3}, {0, 0, 1});
  expect_one_answer(deck.str());
}

/// The motion goes on where implicit and explicit steps meet, and through the death of inertia.
TEST(ImplicitPhases, DynamicsInTurnHaveOneAnswer) {
  DeckText deck = pressed_sheets({{0, 0}, {0.4, 0}, {0.4001, 1}, {0.9, 1}, {0.9001, 0}}, 1.1);
  deck.card("CONTROL_IMPLICIT_DYNAMICS", "1,0.6,0.38,0,0.8,0.85");
  expect_one_answer(deck.str());
}

/// In a static step; its states end with the last equilibrium.
TEST(ImplicitPhases, EndAtTheTimeLimit) {
  const std::string deck = pressed_sheets({{0, 1}, {1, 1}, {1.0001, 0}}, 1.5).str();
  const auto run = run_deck(deck, on_mpi(2), "precision=double maxtime=0.2");
  EXPECT_EQ(run.status, 5) << run.text;
  EXPECT_EQ(run.summary.at("reason"), "time limit maxtime");
  EXPECT_LT(run.summary.at("end_time"), 1);
  EXPECT_FALSE(run.hash().empty());
}

TEST(ImplicitPhases, SpringbackHasOneAnswer) {
  expect_one_answer(pressed_sheets({{0, 0}, {0.4, 0}, {0.4001, 1}, {1.2, 1}, {1.2001, 0}}, 1.5, 1.3).str());
}

/// NSBS steps after ENDTIM are the same as a curve of IMFLAG.
TEST(ImplicitPhases, SeamlessSpringback) {
  DeckText by_flag = pressed_sheets({{0, 0}, {1, 0}}, 0.2);
  const DeckText by_curve = pressed_sheets({{0, 0}, {0.2, 0}, {0.2001, 1}}, 0.2 + 2 * 0.1);
  by_flag.card("CONTROL_IMPLICIT_GENERAL", "2,0.1,2,2");
  const auto expected = run_deck(by_curve.str(), 1, "precision=double");
  ASSERT_EQ(expected.status, 0) << expected.text;
  const auto run = run_deck(by_flag.str(), 2, "precision=double");
  ASSERT_EQ(run.status, 0) << run.text;
  EXPECT_EQ(run.hash(), expected.hash());
}

/// A wall that pushes the sheets in both parts of the run.
TEST(ImplicitPhases, MovingWallHasOneAnswer) {
  DeckText deck = pressed_sheets({{0, 1}, {1, 1}, {1.0001, 0}}, 1.3);
  const int speed = deck.curve({{0, 0}, {0.5, 10}, {1, 0}, {100, 0}});
  deck.card("RIGIDWALL_GEOMETRIC_FLAT_MOTION",
            fmt::format("0,\n40,80,3,40,80,2,0\n60,80,3,30,200\n{},0,0.3,0,-1", speed));
  expect_one_answer(deck.str());
}

/// A block that is pressed on a wall and dragged along it until it slides, by Newton's method, and then let go.
TEST(ImplicitPhases, FrictionHasOneAnswer) {
  DeckText deck(2.01);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("-{},0.25", deck.curve({{0, 1}, {2, 1}, {2.0001, 0}})));
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,1,15,1e-3,1e-2,1e-2");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,");
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young / 100));
  deck.solid_form(2);
  const Grid block = deck.block(deck.solid_part(1), {4, 3, 3}, {10, 10, 4},
                                [](const Vec3& x) { return x - Vec3{0, 0, 1e-4}; });
  deck.hold(block.all_nodes(), "y");
  deck.card("RIGIDWALL_PLANAR", "0,\n1000,0,0,1000,0,1,0.3");
  const int ramp = deck.curve({{0, 0}, {1, 1}, {100, 1}}), aside = deck.curve({{0, 0}, {1, 0}, {2, 1}, {100, 1}});
  for (const long node : block.nodes([](const Vec3& x) { return x.z > 3; })) {
    deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},-20", node, ramp));
    deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("{},1,2,{},0.1", node, aside));
  }
  deck.history({block.node(0, 0, 0), block.node(4, 3, 3)});
  deck.outputs({"NODOUT", "GLSTAT", "RCFORC", "RWFORC"}, 0.25);
  expect_one_answer(deck.str());
}

/// A rigid plate that resistances of a joint, with friction, hold to one at the end of a sheet, until a stopper takes
/// it; a belt runs from it over a ring on the sheet, and a line of trusses along the sheet; gas in the skin of a block
/// of averaged volumes; all in the field of centrifugal forces. Implicit until 1, with `solver`, the cards of
/// *CONTROL_IMPLICIT_SOLUTION.
DeckText resisted_plates(const std::string& solver, double end_time) {
  DeckText deck(end_time);
  const int flags = deck.curve({{0, 1}, {1, 1}, {1.0001, 0}});
  deck.card("CONTROL_IMPLICIT_GENERAL", end_time > 1 ? fmt::format("-{},0.2", flags) : "1,1");
  deck.card("CONTROL_IMPLICIT_SOLUTION", solver);
  deck.card("CONTROL_IMPLICIT_AUTO", "1,");
  deck.card("MAT_PLASTIC_KINEMATIC", fmt::format("1,{},{},0.3,300,1000", steel_density, steel_young));
  deck.card("MAT_RIGID", fmt::format("2,{},{},0.3", steel_density, steel_young));
  deck.card("MAT_ELASTIC", "3,1e-3,100.,0.49");
  deck.shell_form(16);
  const Grid sheet = deck.plate(deck.shell_part(1, 2, 3, 8), {8, 3}, {80, 30, 0});
  const auto beside = [](double from) {
    return [from](const Vec3& x) { return x + Vec3{from, 0, 0}; };
  };
  const int inner = deck.shell_part(2, 2, 3, 8), outer = deck.shell_part(2, 2, 3, 8);
  const Grid first = deck.plate(inner, {2, 3}, {20, 30, 0}, beside(80));
  const Grid second = deck.plate(outer, {3, 3}, {30, 30, 0}, beside(110));
  deck.hold(sheet.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  for (int j = 0; j <= 3; ++j)
    deck.card("CONSTRAINED_EXTRA_NODES_NODE", fmt::format("{},{}", inner, sheet.node(8, j)));
  const int turns = deck.curve({{-1, -6e4}, {-0.05, -5e3}, {0.05, 5e3}, {1, 6e4}});
  const int ways = deck.curve({{-10, -6000}, {-1, -500}, {1, 500}, {10, 6000}});
  deck.card("DEFINE_COORDINATE_SYSTEM", "5,105,15,0,106,15.5,0\n105,16,0.2");
  deck.card("CONSTRAINED_JOINT_STIFFNESS_GENERALIZED",
            fmt::format("31,{},{},5\n{},{},{}\n4e4,150,4e4,0,4e4,80\n-2,2,-3,1,0,0", inner, outer, turns, turns,
                        turns));
  deck.card("CONSTRAINED_JOINT_STIFFNESS_TRANSLATIONAL",
            fmt::format("32,{},{},5\n{},{},{}\n900,20,900,0,900,10\n-1,1,0,0.5,0,0", inner, outer, ways, ways,
                        ways));
  deck.card("CONSTRAINED_RIGID_BODY_STOPPERS",
            fmt::format("{},0,{},,,,3\n0,0", outer, -deck.curve({{0, -1}, {0.6, -1}, {1, -0.8}, {9, -0.8}})));
  deck.card("MAT_SEATBELT", fmt::format("80,0.05,{},0,1.", deck.curve({{0, 0}, {0.1, 800}, {1, 1e4}})));
  deck.card("SECTION_SEATBELT", "80,");
  deck.card("PART", "belt\n80,80,80");
  const long anchor = deck.node({-20, 30, 25}), ring = sheet.node(4, 3);
  deck.hold({anchor}, "x y z");
  deck.card("ELEMENT_SEATBELT",
            fmt::format("1,80,{},{}\n2,80,{},{}", anchor, ring, ring, second.node(1, 3)));
  deck.card("ELEMENT_SEATBELT_SLIPRING", fmt::format("1,1,2,0.1,{}", ring));
  deck.card("SECTION_BEAM", "81,3\n4.,0");
  deck.card("PART_AVERAGED", "line\n81,81,1");
  for (int i = 0; i < 8; ++i)
    deck.card("ELEMENT_BEAM",
              fmt::format("{},81,{},{}", 7001 + i, sheet.node(i, i % 2), sheet.node(i + 1, (i + 1) % 2)));
  deck.solid_form(13);
  const Grid block = deck.tetrahedra(deck.solid_part(3), {3, 2, 2}, {15, 10, 10}, beside(200));
  deck.hold(block.nodes([](const Vec3& x) { return x.z == 0; }), "x y z");
  std::string faces = "7";
  const auto face = [&](long a, long b, long c, long d) { faces += fmt::format("\n{},{},{},{}", a, b, c, d); };
  const auto node = [&](int i, int j, int k) { return block.node(i, j, k); };
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i) {
      face(node(i, j, 0), node(i, j + 1, 0), node(i + 1, j + 1, 0), node(i + 1, j, 0));
      face(node(i, j, 2), node(i + 1, j, 2), node(i + 1, j + 1, 2), node(i, j + 1, 2));
      face(node(i, 0, j), node(i + 1, 0, j), node(i + 1, 0, j + 1), node(i, 0, j + 1));
      face(node(i, 2, j), node(i, 2, j + 1), node(i + 1, 2, j + 1), node(i + 1, 2, j));
    }
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 2; ++j) {
      face(node(0, j, k), node(0, j, k + 1), node(0, j + 1, k + 1), node(0, j + 1, k));
      face(node(3, j, k), node(3, j + 1, k), node(3, j + 1, k + 1), node(3, j, k + 1));
    }
  deck.card("SET_SEGMENT", faces);
  deck.card("AIRBAG_ADIABATIC_GAS_MODEL", "7,0\n1,0,1.4,0,0.1,1e-6");
  const int ramp = deck.curve({{0, 0}, {1, 1}, {100, 1}});
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},-60", second.node(3, 1), ramp));
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},-40", block.node(3, 1, 2), ramp));
  deck.card("LOAD_BODY_RZ", fmt::format("{},0.3", ramp));
  deck.history({second.node(3, 1), sheet.node(4, 3), block.node(3, 1, 2)});
  deck.outputs({"NODOUT", "GLSTAT", "ABSTAT", "SBTOUT"}, 0.1);
  return deck;
}

TEST(ImplicitPhases, ResistancesHaveOneAnswer) {
  for (const bool is_dynamic : {false, true}) {
    DeckText deck = resisted_plates("12,3", 1.2);
    if (is_dynamic) deck.card("CONTROL_IMPLICIT_DYNAMICS", "1,0.6,0.38");
    expect_one_answer(deck.str());
  }
}

/// Their modes and linear statics; only what has a stiffness there.
TEST(ImplicitPhases, ResistancesInLinearAnalyses) {
  for (const bool is_modal : {false, true}) {
    DeckText deck = resisted_plates("1,", 1);
    if (is_modal) deck.card("CONTROL_IMPLICIT_EIGENVALUE", "8,");
    std::string text = deck.str();
    for (const char* keyword : {"*CONSTRAINED_RIGID_BODY_STOPPERS", "*AIRBAG_"}) {
      if (is_modal) break;
      const std::size_t at = text.find(keyword);
      text.erase(at, text.find('*', at + 1) - at);
    }
    const auto expected = run_deck(text, 1, "precision=double");
    ASSERT_EQ(expected.status, 0) << expected.text;
    for (const auto& [ranks, options] : {std::pair(2, "threads=2"), std::pair(5, "isa=scalar solve_alone=0")}) {
      const auto run = run_deck(text, ranks_for(ranks, options), fmt::format("precision=double {}", options));
      ASSERT_EQ(run.status, 0) << run.text;
      EXPECT_EQ(run.hash(), expected.hash()) << ranks << " ranks, " << options;
    }
  }
}

/// What waits for explicit steps: a wall with a mass, a part that is rigid until then, elements that die, a charge, a
/// boundary that absorbs waves, a motion by acceleration; and ties that soften in both parts of the run. Another
/// element dies, and the part becomes deformable, at `change`.
DeckText sheet_that_waits(double change) {
  DeckText deck(1.2);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("-{},0.5", deck.curve({{0, 1}, {1, 1}, {1.0001, 0}})));
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,1");
  deck.card("MAT_PLASTIC_KINEMATIC", fmt::format("1,{},{},0.3,300,1000", steel_density, steel_young));
  deck.shell_form(16);
  const Grid sheet = deck.plate(deck.shell_part(1, 2, 3, 8), {4, 3}, {40, 30, 0});
  const int stiff = deck.shell_part(1, 2, 3, 8);
  std::vector<long> edge;
  for (int j = 0; j <= 3; ++j) edge.push_back(deck.node({55, 10.0 * j, 0}));
  for (int j = 0; j < 3; ++j)
    deck.card("ELEMENT_SHELL",
              fmt::format("{},{},{},{},{},{}", 7001 + j, stiff, sheet.node(4, j), edge[std::size_t(j)],
                          edge[std::size_t(j) + 1], sheet.node(4, j + 1)));
  deck.card("DEFORMABLE_TO_RIGID", fmt::format("{},0", stiff));
  deck.card("DEFORMABLE_TO_RIGID_AUTOMATIC", fmt::format("1,0,{}\n0,0,0,0,0,1\n{},", change, stiff));
  deck.solid_form(2);
  const int foot = deck.solid_part(1), glued = deck.solid_part(1);
  const auto below = [](double z) { return [z](const Vec3& x) { return x + Vec3{0, 40, z}; }; };
  const Grid block = deck.block(foot, {3, 2, 2}, {30, 20, 10}, below(0));
  const Grid upper = deck.block(glued, {2, 1, 1}, {20, 10, 6}, [](const Vec3& x) { return x + Vec3{4, 45, 10}; });
  for (const Grid* grid : {&sheet, &block})
    deck.hold(grid->nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_TIEBREAK",
            fmt::format("{},{},3,3\n0.2,0.2\n0,\n9,30,20,-1.3,1.5,2,0.8,2e4", glued, foot));
  deck.card("LOAD_BODY_Z", fmt::format("{},9.81e-3", deck.constant_curve()));
  const int pull = deck.curve({{0, 0}, {1, 1}, {1.1, 1}, {1.15, 4}, {9, 4}});
  for (const long node : upper.nodes([](const Vec3& x) { return x.z > 15; }))
    deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},550", node, pull));
  deck.card("RIGIDWALL_PLANAR_MOVING", "0,\n55.4,0,0,0,0,0,0.1\n5,20");
  deck.card("DEFINE_ELEMENT_DEATH_SHELL",
            fmt::format("{},1.1\n{},{}", sheet.first_element + 5, sheet.first_element + 2, change));
  deck.card("LOAD_BLAST_ENHANCED", "3,2.0,30.,15.,250.,1.05,8,1");
  std::string faces = "4";
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j)
      faces += fmt::format("\n{},{},{},{}", sheet.node(i, j), sheet.node(i + 1, j), sheet.node(i + 1, j + 1),
                           sheet.node(i, j + 1));
  deck.card("SET_SEGMENT", faces);
  deck.card("LOAD_BLAST_SEGMENT_SET", "3,4");
  deck.card("SET_SEGMENT", fmt::format("5\n{},{},{},{}", block.node(0, 0, 0), block.node(0, 1, 0),
                                       block.node(1, 1, 0), block.node(1, 0, 0)));
  deck.card("BOUNDARY_NON_REFLECTING", "5,0,0");
  deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE",
            fmt::format("{},2,1,{},30,0,1e20,1", block.node(3, 0, 0), deck.constant_curve()));
  deck.initial_velocity(upper.all_nodes(), {0.2, 0.1, 0});
  deck.history({edge.front(), upper.node(2, 1, 1), block.node(3, 0, 0)});
  deck.outputs({"NODOUT", "GLSTAT", "RCFORC", "RWFORC"}, 0.02);
  return deck;
}

TEST(ImplicitPhases, WhatWaitsHasOneAnswer) {
  constexpr double in_explicit_part = 1.03, in_statics = 0.6;
  expect_one_answer(sheet_that_waits(in_statics).str());
  const std::string deck = sheet_that_waits(in_explicit_part).str();
  expect_one_answer(deck);
  const auto run = run_deck(deck, 1, "precision=double");
  DeckText in_files = sheet_that_waits(in_explicit_part);
  in_files.card("CONTROL_IMPLICIT_SOLVER", "6,");
  EXPECT_EQ(run_deck(in_files.str(), 2, "precision=double solve_alone=0").hash(), run.hash());
  const auto force_at = [&](double until) {
    double most = 0;
    for (const auto& [time, force] : run.wall_force(1))
      if (time < until) most = std::max(most, std::abs(force));
    return most;
  };
  EXPECT_EQ(force_at(1.01), 0);
  EXPECT_GT(force_at(2), 0);
  EXPECT_GT(run.summary.at("failed").at("ties").get<int>(), 0);
  EXPECT_EQ(run.summary.at("failed").at("shells").get<int>(), 2);
  EXPECT_GT(run.energy("sliding"), 0);
}

/// A shallow arch that snaps through: no static equilibrium is near, so the run is explicit for a while. The load falls
/// until the end, so that there is one.
DeckText snapping_arch(int flag) {
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("{},0.1", flag));
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,3,10");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,,,0.02,0.1,0.15,2");
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  deck.shell_form(16);
  const Grid sheet = deck.plate(deck.shell_part(1, 1, 3, 8), {8, 3}, {80, 30, 0},
                                [](const Vec3& x) { return Vec3{x.x, x.y, 0.003 * x.x * (80 - x.x)}; });
  deck.hold(sheet.nodes([](const Vec3& x) { return x.x == 0 || x.x == 80; }), "x y z");
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},-1500", sheet.node(4, 1), deck.curve({{0, 0}, {0.5, 1}, {1, 0}})));
  deck.history({sheet.node(4, 1)});
  deck.outputs({"NODOUT", "GLSTAT"}, 0.05);
  return deck;
}

TEST(ImplicitPhases, DetoursHaveOneAnswer) {
  for (const int flag : {4, 5}) {
    const std::string deck = snapping_arch(flag).str();
    const auto expected = run_deck(deck, 1, "precision=double");
    ASSERT_EQ(expected.status, 0) << expected.text;
    const std::string log = expected.file("mes0000");
    EXPECT_NE(log.find("explicit analysis begins"), std::string::npos) << log;
    const auto again = log.rfind("implicit analysis begins");
    EXPECT_TRUE(flag == 4 || again > log.rfind("explicit analysis begins")) << log;
    for (const auto& [ranks, options] :
         {std::pair(2, "threads=2 solve_alone=0"), std::pair(3, "isa=scalar dump=300")}) {
      const auto run = run_deck(deck, ranks_for(ranks, options), fmt::format("precision=double {}", options));
      ASSERT_EQ(run.status, 0) << run.text;
      EXPECT_EQ(run.hash(), expected.hash()) << ranks << " ranks, " << options;
      expect_same_after_restarts(run.folder, expected.hash());
    }
  }
}

/// They change nothing, and are those of the state.
TEST(ImplicitPhases, ModesOnTheWayHaveOneAnswer) {
  const auto arch_with = [](int flag, bool has_modes) {
    DeckText deck = snapping_arch(flag);
    const int numbers = deck.curve({{0, 6}, {0.2, 4}, {0.5, 3}});
    deck.card("CONTROL_IMPLICIT_EIGENVALUE", fmt::format("{},", has_modes ? -numbers : 0));
    return deck.str();
  };
  const auto expected = run_deck(arch_with(0, false), 1, "precision=double");
  ASSERT_EQ(expected.status, 0) << expected.text;
  const auto first = run_deck(arch_with(6, true), 1, "precision=double");
  ASSERT_EQ(first.status, 0) << first.text;
  EXPECT_EQ(first.hash(), expected.hash());
  for (const int ranks : {2, 3}) {
    const auto run = run_deck(arch_with(6, true), ranks, "precision=double threads=2");
    EXPECT_EQ(run.hash(), expected.hash()) << ranks << " ranks";
    for (const char* name : {"eigout01", "eigout02", "eigout03"})
      EXPECT_TRUE(run.file(name) == first.file(name)) << name << " on " << ranks << " ranks";
  }
  EXPECT_NE(first.file("eigout01"), first.file("eigout03"));
}

}  // namespace
}  // namespace crumple::test::implicit_phases
