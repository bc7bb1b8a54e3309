// Solid bodies that lie flush or slide in each other's planes: only what faces each other touches. Units mm, ms, g,
// MPa.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::flush_solids {
namespace {

constexpr double no_gap = 0;

/// A bar of n x n x 30 cubes that is pushed at its end for 1.2 transits, sin^2, `gap` before an equal one. Returns the
/// share of the energy that the second has after 1.7 transits.
double share_passed_on(int n, double dt_scale, double gap) {
  constexpr int length = 30;
  const double transit = length / std::sqrt(steel_young / steel_density), pulse = 0.8 * transit;
  DeckText deck(1.9 * transit, dt_scale);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const double side = double(n);
  const Grid pushed = deck.block(deck.solid_part(1), {length, n, n}, {length, side, side});
  deck.block(deck.solid_part(1), {length, n, n}, {length, side, side},
             [&](const Vec3& x) { return x + Vec3{length + gap, 0, 0}; });
  std::vector<std::pair<double, double>> points;
  for (int i = 0; i <= 40; ++i) points.push_back({pulse * i / 40, std::pow(std::sin(std::numbers::pi * i / 40), 2)});
  points.push_back({1e6, 0});
  const int curve = deck.curve(points);
  std::string faces;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      faces += fmt::format("{}{},100,0,{},{},{},{}", faces.empty() ? "" : "\n", curve, pushed.node(0, j, k),
                           pushed.node(0, j, k + 1), pushed.node(0, j + 1, k + 1), pushed.node(0, j + 1, k));
  deck.card("LOAD_SEGMENT", faces);
  deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0\n\n");
  deck.outputs({"GLSTAT", "MATSUM"}, 1e-4);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double first = run.last_energy(1), second = run.last_energy(2);
  return second / (first + second);
}

// The push grows from nothing, so nodes on the rim swell sideways as fast as they come forward, at first within the
// rounding of their coordinates.
TEST(FlushSolids, PulsePassesFromBarToBar) {
  verifies({"5.20", "a smooth pulse reaches a bar that touches exactly, without a gap",
            "equivalence: bars 1e-6 mm apart, where nodes come in one after the other"});
  for (const auto& [n, dt_scale] : {std::pair{1, 0.9}, {1, 0.3}, {2, 0.67}, {4, 0.67}, {5, 0.9}}) {
    const double apart = share_passed_on(n, dt_scale, 1e-6), touching = share_passed_on(n, dt_scale, no_gap);
    EXPECT_GT(apart, 0.85);
    expect_within(fmt::format("energy passed on by {0} x {0} elements at TSSFAC {1}, over the total", n, dt_scale),
                  touching, apart, 0.01);
  }
}

struct Blocks {
  bool tetrahedra = false;
  int n = 1;
};

/// Velocity along x and y of a cube of 10 mm that an equal one strikes flush at (10, 5, 0) mm/ms, without friction.
std::array<double, 2> strike_obliquely(const Blocks& blocks) {
  DeckText deck(0.03, 0.67);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  deck.solid_form(blocks.tetrahedra ? 10 : 1);
  const std::array<int, 3> cells{blocks.n, blocks.n, blocks.n};
  const auto cube = [&](double at) {
    const auto place = [=](const Vec3& x) { return x + Vec3{at, 0, 0}; };
    const int part = deck.solid_part(1);
    return blocks.tetrahedra ? deck.tetrahedra(part, cells, {10, 10, 10}, place)
                             : deck.block(part, cells, {10, 10, 10}, place);
  };
  const Grid flying = cube(0);
  cube(10);
  deck.initial_velocity(flying.all_nodes(), {10, 5, 0});
  deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0\n\n");
  deck.outputs({"GLSTAT", "MATSUM"}, 1e-3);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  EXPECT_NEAR(run.energy("ratio"), 1, 0.02);
  return {run.last_velocity(2, 0), run.last_velocity(2, 1)};
}

TEST(FlushSolids, ObliqueImpactKeepsTangentialVelocity) {
  verifies({"5.21", "equal cubes meet flush and obliquely, without friction and without a gap",
            "conservation law: tangential momentum of each; speeds along the normal are exchanged",
            "vibration is left in the cubes, most in the one of six tetrahedra; they turn their faces as they deform"});
  for (const Blocks& blocks : {Blocks{false, 1}, {false, 3}, {true, 1}, {true, 3}}) {
    const auto [normal, tangential] = strike_obliquely(blocks);
    const std::string of = fmt::format("{} {}", blocks.n, blocks.tetrahedra ? "tetrahedra" : "bricks");
    const double gate = blocks.tetrahedra && blocks.n == 1 ? 0.06 : 0.03;
    expect_within("normal velocity of the struck cube [mm/ms], " + of, normal, 10, gate);
    expect_below("its tangential velocity over the other's, " + of, std::abs(tangential) / 5, 0.001);
  }
}

/// Velocity along z of an elastic block, struck at 5 mm/ms by an equal one that is inside of it by `overlap` from the
/// start, which is forgiven.
double strike_from_inside(double overlap, int soft) {
  DeckText deck(2);
  deck.card("MAT_ELASTIC", "1,1.2e-3,2000,0.3");
  const auto block = [&](double z) {
    return deck.block(deck.solid_part(1), {3, 3, 2}, {20, 20, 8}, [=](const Vec3& x) { return x + Vec3{0, 0, z}; });
  };
  block(-8);
  deck.initial_velocity(block(-overlap).all_nodes(), {0, 0, -5});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", fmt::format("1,2,3,3\n\n\n{}\n0\n0,1", soft));
  deck.outputs({"GLSTAT", "MATSUM"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1));
  EXPECT_NEAR(run.energy("ratio"), 1, 0.02);
  return run.last_velocity(1, 2);
}

TEST(FlushSolids, BlocksThatAreInEachOtherFromTheStart) {
  verifies({"5.27", "equal blocks, flush at their sides, one inside of the other by 0.01 and 0.2 mm, IGNORE = 1",
            "conservation law: velocities are exchanged",
            "with SOFT = 0 the blocks hit each other harder and vibrate more"});
  for (const double overlap : {0.01, 0.2})
    for (const int soft : {0, 2})
      expect_within(fmt::format("velocity of the struck block [mm/ms], {} mm, SOFT {}", overlap, soft),
                    strike_from_inside(overlap, soft), -5, soft == 0 ? 0.08 : 0.03);
}

/// The same with SOFT = 0, any IGNORE and so many layers, the second shifted by `shift` across an edge of the first.
double strike_shifted(double overlap, double shift, int ignore, int layers = 2) {
  DeckText deck(2);
  deck.card("MAT_ELASTIC", "1,1.2e-3,2000,0.3");
  deck.block(deck.solid_part(1), {3, 3, layers}, {20, 20, 8}, [](const Vec3& x) { return x - Vec3{0, 0, 8}; });
  const Grid striker = deck.block(deck.solid_part(1), {3, 3, layers}, {20, 20, 8},
                                  [=](const Vec3& x) { return x + Vec3{shift, 0, -overlap}; });
  deck.initial_velocity(striker.all_nodes(), {0, 0, -5});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", fmt::format("1,2,3,3\n\n\n0\n0\n0,{}", ignore));
  deck.outputs({"GLSTAT", "MATSUM"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1));
  EXPECT_NEAR(run.energy("ratio"), 1, 0.01);
  return run.last_velocity(1, 2);
}

TEST(FlushSolids, ShiftedBlocksThatAreInEachOtherFromTheStart) {
  verifies({"5.29",
            "blocks that overlap at the start, IGNORE = 1, shifted by an element across an edge; or 0.4 deep in "
            "an element",
            "equivalence: blocks that just touch (velocity after the impact)", "the shape of the blocks is another"});
  const double touching = strike_shifted(0, 20.0 / 3, 0);
  for (const double overlap : {0.1, 0.3})
    for (const double aside : {0.0, 0.05})
      expect_within(fmt::format("velocity of the struck block [mm/ms], {} mm, {} mm aside", overlap, aside),
                    strike_shifted(overlap, 20.0 / 3 + aside, 1), touching, 0.05);
  expect_within("the same, flush and 1.1 mm deep in elements 2.67 mm high", strike_shifted(1.1, 0, 1, 3),
                strike_shifted(0, 0, 0, 3), 0.05);
}

/// Velocity of an elastic block after 40 mm, four nodes, on an elastic table that it touches exactly, from 10 mm/ms on.
double slide_over_nodes(const std::string& contact, double shift, const std::string& card_a) {
  DeckText deck(4);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const Grid block = deck.block(deck.solid_part(1), {4, 4, 2}, {40, 34.8, 20},
                                [&](const Vec3& x) { return x + Vec3{20 + shift, 23, 0}; });
  const Grid table =
      deck.block(deck.solid_part(1), {12, 8, 1}, {120, 80, 10}, [](const Vec3& x) { return x - Vec3{0, 0, 10}; });
  deck.hold(table.nodes([](const Vec3& x) { return x.z == -10; }), "x y z");
  deck.initial_velocity(block.all_nodes(), {10, 0, 0});
  deck.card("LOAD_BODY_Z", fmt::format("{},9.81e-3", deck.constant_curve()));
  deck.card("CONTACT_AUTOMATIC_" + contact, "0,0\n\n" + card_a);
  deck.outputs({"GLSTAT", "MATSUM"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1));
  EXPECT_NEAR(run.energy("ratio"), 1, 0.001);
  return run.last_velocity(1, 0);
}

TEST(FlushSolids, BlockSlidesOverTheNodesOfATable) {
  verifies({"5.22", "a block slides without friction over the nodes of a table of bricks, front edge first",
            "conservation law: horizontal momentum"});
  for (const std::string contact : {"SINGLE_SURFACE\n0,0,2,0", "SURFACE_TO_SURFACE\n1,2,3,3"})
    for (const double shift : {0.0, 3.3})
      for (const std::string card_a : {"0", "2"})
        expect_within(fmt::format("velocity [mm/ms], shifted by {} mm, SOFT {}", shift, card_a),
                      slide_over_nodes(contact, shift, card_a), 10, 0.001);
}

/// Bricks in courses, each shifted against the one below, nearly touching all around.
TEST(FlushSolids, BricksOfAWallStayWhereTheyAre) {
  verifies({"5.23", "bricks 0.01 mm and 0 mm apart, courses shifted by a fifth of an element, IGNORE = 0",
            "equivalence: nothing penetrates, so no node is moved"});
  for (const double gap : {0.01, 0.0}) {
    DeckText deck(0.002);
    deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
    for (int course = 0; course < 3; ++course)
      for (int i = 0; i < 2; ++i)
        deck.block(deck.solid_part(1), {2, 2, 2}, {20, 20, 20}, [&](const Vec3& x) {
          return x + Vec3{i * (20 + gap) + (course % 2 ? 2 : 0), course * (20 + gap), 0};
        });
    deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0\n\n");
    deck.outputs({"GLSTAT"}, 1e-3);
    const auto run = completed(run_deck(deck.str(), 1));
    EXPECT_EQ(run.file("mes0000").find("moved out"), std::string::npos);
    expect_below(fmt::format("energy [mJ], gap {} mm", gap), run.energy("total"), 1e-9);
  }
}

}  // namespace
}  // namespace crumple::test::flush_solids
