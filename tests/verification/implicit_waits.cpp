// What is made for crashes, in runs that are implicit first: ties that soften, and what waits for explicit steps. Units
// mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/expect.hpp"
#include "tests/verification/implicit_deck.hpp"

namespace crumple::test::implicit_waits {
namespace {

constexpr double side = 10, thickness = 1;
constexpr double strength = 40, energy = 0.4, stiffness = 2e4;  // of opening [MPa], [mJ/mm2], [MPa/mm]

/// Two blocks that move along z alone, with cohesive elements without height between them; the lower one stands.
struct GluedBlocks {
  Grid low, high;
  explicit GluedBlocks(DeckText& deck)
      : low(deck.block(deck.solid_part(1), {2, 2, 1}, {side, side, thickness})),
        high(deck.block(deck.solid_part(1), {2, 2, 1}, {side, side, thickness},
                        [](const Vec3& x) { return x + Vec3{0, 0, thickness}; })) {
    const auto at = [](const Grid& grid) { return grid.nodes([](const Vec3& x) { return x.z == thickness; }); };
    const std::vector<long> below = at(low), above = at(high);
    deck.card("SECTION_SOLID", "90,19");
    deck.card("PART", "glue\n90,90,90");
    deck.card("MAT_COHESIVE_MIXED_MODE", fmt::format("90,1e-6,1,,{0},{0},{1},{1}\n1,{2},{2}", stiffness, energy,
                                                     strength));
    std::string elements;
    for (const std::size_t k : {0, 1, 3, 4}) {
      elements += fmt::format("{},90", 9000 + k);
      for (const auto* nodes : {&below, &above})
        for (const std::size_t corner : {k, k + 1, k + 4, k + 3}) elements += fmt::format(",{}", (*nodes)[corner]);
      elements += "\n";
    }
    deck.card("ELEMENT_SOLID", elements.substr(0, elements.size() - 1));
    for (const Grid* block : {&low, &high}) deck.hold(block->all_nodes(), "x y");
  }
};

TEST(ImplicitWaits, TiesSoften) {
  verifies({"13.77", "two blocks with cohesive elements of MAT_138 between them, pulled apart and pressed in statics",
            "closed form: GIC times the area; pressed, blocks and EN are springs in a row",
            "25 steps of the separation"});
  const auto moved = [](double way) {
    DeckText deck(1);
    deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.04");
    deck.card("CONTROL_IMPLICIT_SOLUTION", "12,1,20,1e-6,1e-9");
    deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
    const GluedBlocks blocks(deck);
    deck.hold(blocks.low.nodes([](const Vec3& x) { return x.z == 0; }), "z");
    deck.prescribe_velocity(blocks.high.nodes([](const Vec3& x) { return x.z > 1.5 * thickness; }), 3,
                            deck.constant_curve(), way);
    deck.outputs({"GLSTAT", "RCFORC"}, 0.04);
    return completed(run_deck(deck.str(), on_mpi(1), "precision=double"));
  };
  const auto opened = moved(0.03), pressed = moved(-0.002);
  EXPECT_EQ(opened.summary.at("failed").at("ties"), 9);
  expect_within("opened: energy [mJ]", opened.energy("sliding"), energy * side * side, 0.01);
  const double gap = 0.002 / (1 + 2 * stiffness * thickness / steel_young);
  expect_within("pressed: energy [mJ]", pressed.energy("sliding"), 0.5 * stiffness * gap * gap * side * side, 1e-3);
  EXPECT_NEAR(pressed.energy("ratio"), 1, 1e-3);
}

TEST(ImplicitWaits, TiesVibrate) {
  verifies({"13.78", "block on cohesive elements of MAT_138: first mode",
            "closed form: two lumped masses, EN times the area and the block as springs in a row", "none"});
  ImplicitDeck deck(steel_young, 0, steel_density, 1);
  const GluedBlocks blocks(deck);
  deck.hold(blocks.low.all_nodes(), "z");
  const double mass = 0.5 * steel_density * side * side * thickness;  // of one end
  const double glue = stiffness * side * side, block = steel_young * side * side / thickness;
  const double b = glue + 2 * block, lambda = (b - std::sqrt(b * b - 4 * glue * block)) / (2 * mass);
  expect_within("frequency [1/ms]", deck.frequencies().at(0), std::sqrt(lambda) / (2 * std::numbers::pi), 1e-4);
}

TEST(ImplicitWaits, WallAndMotionBeginAfterwards) {
  verifies({"13.79", "bar under its weight until 1 ms, then met by a wall with a mass, and another one moved by an "
            "acceleration that is born at 1 ms",
            "closed form: the gap over the wall's speed; a t^2 / 2", "cycles of output; steps"});
  constexpr double gap = 0.5, speed = 5, rate = 40, end = 1.2;
  DeckText deck(end);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("-{},0.5", deck.curve({{0, 1}, {1, 1}, {1.0001, 0}})));
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,1");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,");
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
  const Grid bar = deck.block(deck.solid_part(1), {6, 1, 1}, {30, 5, 5});
  const Grid other = deck.block(deck.solid_part(1), {6, 1, 1}, {30, 5, 5},
                                [](const Vec3& x) { return x + Vec3{0, 20, 0}; });
  deck.hold(bar.nodes([](const Vec3& x) { return x.x == 0; }), "x y z");
  deck.hold(other.nodes([](const Vec3& x) { return x.x == 0; }), "x y z");
  deck.card("LOAD_BODY_Z", fmt::format("{},9.81e-3", deck.constant_curve()));
  deck.card("RIGIDWALL_PLANAR_MOVING", fmt::format("0,\n{},0,0,0,0,0\n50,{}", 30 + gap, speed));
  const std::vector<long> free_end = other.nodes([](const Vec3& x) { return x.x > 29; });
  for (const long node : free_end)
    deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE",
              fmt::format("{},2,1,{},{},0,1e20,1", node, deck.constant_curve(), rate));
  deck.history({free_end.front()});
  deck.outputs({"NODOUT", "RWFORC", "GLSTAT"}, 0.002);
  const auto run = completed(run_deck(deck.str(), on_mpi(1), "precision=double"));
  double first = 0;
  for (const auto& [time, force] : run.wall_force(1))
    if (first == 0 && force != 0) first = time;
  expect_within("the wall meets the bar [ms]", first, 1 + gap / speed, 0.005);
  const NodeRecord last = run.nodes().begin()->second.back();
  expect_within("way of the moved end [mm]", last.displacement[1], 0.5 * rate * (end - 1) * (end - 1), 0.01);
  EXPECT_NEAR(run.energy("ratio"), 1, 0.01);
}

TEST(ImplicitWaits, ElementsDieAndPartsSwitchInStatics) {
  verifies({"13.81", "two hexes on the same nodes and a third one above them, pulled in statics: it is rigid until 1; "
            "one of the others dies at 2",
            "closed form: the force over the stiffness of what is deformable and alive",
            "tolerance of the iterations"});
  constexpr double force = 1000, height = 10;
  DeckText deck(3);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.25");
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,1,15,1e-6,1e-9,1e-6");
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
  const Grid stays = deck.block(deck.solid_part(1), {1, 1, 1}, {side, side, height});
  const auto ring = [&stays](int k) {
    return std::vector<long>{stays.node(0, 0, k), stays.node(1, 0, k), stays.node(1, 1, k), stays.node(0, 1, k)};
  };
  std::vector<long> top;
  for (const Vec3& x : {Vec3{0, 0, 0}, Vec3{side, 0, 0}, Vec3{side, side, 0}, Vec3{0, side, 0}})
    top.push_back(deck.node(x + Vec3{0, 0, 2 * height}));
  const auto hex = [&deck](int id, int part, const std::vector<long>& below, const std::vector<long>& above) {
    std::string nodes;
    for (const auto* four : {&below, &above})
      for (const long node : *four) nodes += fmt::format(",{}", node);
    deck.card("ELEMENT_SOLID", fmt::format("{},{}{}", id, part, nodes));
  };
  const int dies = deck.solid_part(1), switches = deck.solid_part(1);
  hex(9001, dies, ring(0), ring(1));
  hex(9002, switches, ring(1), top);
  deck.card("DEFINE_ELEMENT_DEATH_SOLID", "9001,2.");
  deck.card("DEFORMABLE_TO_RIGID", fmt::format("{},0", switches));
  deck.card("DEFORMABLE_TO_RIGID_AUTOMATIC", fmt::format("1,0,1.\n0,0,0,0,0,1\n{},", switches));
  deck.hold(ring(0), "x y z");
  for (const long node : top)
    deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", node, deck.constant_curve(), force / 4));
  deck.history({top.front()});
  deck.outputs({"NODOUT", "GLSTAT"}, 0.25);
  const auto run = completed(run_deck(deck.str(), on_mpi(1), "precision=double"));
  EXPECT_EQ(run.summary.at("failed").at("solids"), 1);
  const double one = force * height / (steel_young * side * side);  // the extension of one hex
  const std::vector<NodeRecord> records = run.nodes().begin()->second;
  for (const auto& [time, expected] : {std::pair(1.0, 0.5 * one), {2.0, 1.5 * one}, {3.0, 2 * one}})
    for (const NodeRecord& record : records)
      if (std::abs(record.time - time) < 1e-6)
        expect_within(fmt::format("top at {} [mm]", time), record.displacement[2], expected, 1e-3);
}

}  // namespace
}  // namespace crumple::test::implicit_waits
