// Several bodies on top of each other, and one that slides off the edge of another. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::stacks {
namespace {

constexpr const char* single_surface = "CONTACT_AUTOMATIC_SINGLE_SURFACE";

/// The smallest distance of two neighbours of `stack` along z, over all outputs and nodes; the sheets have one mesh.
double smallest_gap(const Run& run, const std::vector<Grid>& stack) {
  const auto nodes = run.nodes();
  double smallest = 1e9;
  for (std::size_t k = 1; k < stack.size(); ++k)
    for (std::size_t i = 0; i < stack[k].positions.size(); ++i) {
      const auto &above = nodes.at(stack[k].first_node + long(i)), &below = nodes.at(stack[k - 1].first_node + long(i));
      for (std::size_t t = 0; t < above.size(); ++t)
        smallest = std::min(smallest, above[t].position[2] - below[t].position[2]);
    }
  return smallest;
}

struct Stack {
  double gap = 0, energy = 0;  ///< the smallest [mm], over the initial one
};

Stack throw_sheet(double dt_scale) {
  DeckText deck(1.0, dt_scale);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  std::vector<Grid> stack;
  for (int k = 0; k < 5; ++k)
    stack.push_back(deck.plate(deck.shell_part(1, 1.0), {8, 8}, {40, 40, 0},
                               [&](const Vec3& x) { return Vec3{x.x, x.y, 1.2 * k}; }));
  deck.hold(stack[0].nodes([](const Vec3& x) { return x.x == 0 || x.x == 40 || x.y == 0 || x.y == 40; }), "x y z");
  deck.initial_velocity(stack[4].all_nodes(), {0, 0, -10});
  deck.card(single_surface, "0\n0,0\n1,1");
  for (const Grid& sheet : stack) deck.history(sheet.all_nodes());
  deck.outputs({"GLSTAT", "NODOUT"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return {smallest_gap(run, stack), run.energy("ratio")};
}

TEST(Stacks, FiveSheetsStayInTheirOrder) {
  verifies({"5.17", "five sheets, 1 mm thick and 1.2 mm apart, the upper one thrown onto the others at 10 mm/ms",
            "conservation law: energy; sheets stay a thickness apart",
            "springs at the limit of their stiffness turn a node round within three steps, at a step of 0.9"});
  const Stack usual = throw_sheet(0.9), half = throw_sheet(0.45);
  expect_between("smallest distance of two sheets [mm]", usual.gap, 0.9, 1.2);
  expect_within("energy over the initial one, TSSFAC 0.9", usual.energy, 1, 0.1);
  expect_within("energy over the initial one, TSSFAC 0.45", half.energy, 1, 0.02);
}

TEST(Stacks, ThreeBlocksHandOnTheirSpeed) {
  verifies({"5.17", "three equal elastic blocks in a row, flush and nearly touching, the first at 10 mm/ms",
            "conservation law: momentum; the last one leaves with the speed of the first",
            "vibration is left in the blocks, and in the gaps between them"});
  DeckText deck(0.06, 0.67);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  std::vector<Grid> row;
  for (int k = 0; k < 3; ++k)
    row.push_back(deck.block(deck.solid_part(1), {4, 4, 4}, {10, 10, 10},
                             [&](const Vec3& x) { return x + Vec3{10.05 * k, 0, 0}; }));
  deck.initial_velocity(row[0].all_nodes(), {10, 0, 0});
  deck.card(single_surface, "0\n0,0\n1,1");
  deck.outputs({"GLSTAT", "MATSUM"}, 1e-3);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  std::array<double, 3> speed{};
  for (int k = 0; k < 3; ++k) speed[std::size_t(k)] = run.last_velocity(k + 1, 0);
  expect_within("speed of the last block [mm/ms]", speed[2], 10, 0.05);
  expect_within("momentum over the initial one", (speed[0] + speed[1] + speed[2]) / 10, 1, 1e-4);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.02);
}

// The upper block starts above the middle of the lower one, which is held, slides and comes off its edge: pressed down
// by gravity, turning over the edge at last. Without friction nothing brakes it. It falls from 0.5 ms on, when its
// middle passes the edge.
TEST(Stacks, ABlockSlidesOffTheEdgeOfAnother) {
  verifies({"5.17", "block that slides without friction over the edge of another, pressed down by gravity",
            "conservation law: energy; gravity's work is external",
            "a few per cent of the little energy that presses the blocks together are lost as nodes pass the edge"});
  DeckText deck(2.0, 0.67);
  deck.card("MAT_ELASTIC", "1,7.85e-3,2100,0.3");
  const Grid lower = deck.block(deck.solid_part(1), {4, 2, 2}, {20, 10, 5});
  const Grid upper =
      deck.block(deck.solid_part(1), {4, 2, 2}, {20, 10, 5}, [](const Vec3& x) { return x + Vec3{5, 1.3, 5}; });
  deck.hold(lower.nodes([](const Vec3& x) { return x.z == 0; }), "x y z");
  deck.initial_velocity(upper.all_nodes(), {10, 0, 0});
  deck.card("LOAD_BODY_Z", fmt::format("{},0.5", deck.constant_curve()));
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "2,1,3,3\n0,0\n1,1");
  deck.outputs({"GLSTAT", "MATSUM"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("speed along the surface [mm/ms]", run.last_velocity(2, 0), 10, 0.02);
  expect_between("speed downwards over that of free fall", -run.last_velocity(2, 2) / (0.5 * 2.0), 0.3, 0.8);
  expect_within("energy over the initial one and the work", run.energy("ratio"), 1, 0.01);
}

TEST(Stacks, ABlockOnAPlateOfOneElementStartsWhereItIs) {
  verifies({"5.38", "block that touches a plate of one element, over whose rim it projects",
            "closed form: no motion; nodes in the plane of a face are not inside", "rounding"});
  DeckText deck(0.2);
  deck.card("MAT_ELASTIC", "1,7.85e-3,2100,0.3");
  const Grid plate = deck.block(deck.solid_part(1), {1, 1, 1}, {20, 20, 5});
  const Grid block =
      deck.block(deck.solid_part(1), {2, 2, 2}, {8, 8, 8}, [](const Vec3& x) { return x + Vec3{14, 4, 5}; });
  deck.hold(plate.all_nodes(), "x y z");
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "2,1,3,3\n0,0\n1,1");
  deck.history({block.node(0, 0, 0)});
  deck.outputs({"GLSTAT", "NODOUT"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  EXPECT_EQ(run.file("mes0000").find("initial penetrations"), std::string::npos);
  const NodeRecord last = run.nodes().begin()->second.back();
  expect_near("place of the lower corner along x [mm]", last.position[0] - 14, 0, 1e-9);
  expect_near("internal energy [mJ]", run.energy("internal"), 0, 1e-12);
}

}  // namespace
}  // namespace crumple::test::stacks
