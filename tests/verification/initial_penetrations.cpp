// IGNORE = 0: what the deck lets overlap is moved apart before the run starts. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::initial_penetrations {
namespace {

struct Overlap {
  Run run;
  std::array<double, 2> lowest{}, highest{};  ///< z of the nodes of the lower and the upper plate, after some steps
};

/// Two plates, 1 mm thick, of different meshes, whose mid-surfaces are 0.7 mm apart; both lie across each other's rim.
Overlap overlap(const std::string& ignore, const std::string& lower_material, int ranks = 1, int soft = 0) {
  DeckText deck(0.02);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  deck.card(lower_material,
            fmt::format("2,{},{},0.3{}", steel_density, steel_young, lower_material == "MAT_RIGID" ? "\n1,7,7\n" : ""));
  const Grid lower = deck.plate(deck.shell_part(2, 1), {8, 8}, {80, 80, 0});
  const Grid upper = deck.plate(deck.shell_part(1, 1), {9, 7}, {63, 63, 0},
                                [](const Vec3& x) { return Vec3{x.x + 11, x.y + 12, 0.7}; });
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", fmt::format("2,1,3,3\n0,0\n1,1\n{}\n0\n0,{}", soft, ignore));
  deck.history(lower.all_nodes());
  deck.history(upper.all_nodes());
  deck.outputs({"GLSTAT", "NODOUT"}, 0.01);
  Overlap result{completed(run_deck(deck.str(), ranks, "precision=double")), {1e9, 1e9}, {-1e9, -1e9}};
  for (const auto& [id, records] : result.run.nodes()) {
    const std::size_t plate = id >= upper.first_node;
    result.lowest[plate] = std::min(result.lowest[plate], records.back().position[2]);
    result.highest[plate] = std::max(result.highest[plate], records.back().position[2]);
  }
  return result;
}

/// The largest displacement of a coarse node is where the fine plate ends inside its elements.
TEST(InitialPenetrations, PlatesAreMovedApart) {
  verifies({"5.16", "plates that overlap by 0.3 mm, IGNORE=0",
            "closed form: mid-surfaces one thickness apart, no motion, no stress",
            "nodes lie a millionth of the thickness farther apart"});
  for (const bool rigid : {false, true}) {
    const Overlap apart = overlap("0", rigid ? "MAT_RIGID" : "MAT_ELASTIC");
    const std::string which = rigid ? ", the lower one rigid" : "";
    expect_near("z of the upper plate" + which + " [mm]", apart.lowest[1], rigid ? 1 : 0.85, 1e-5);
    expect_near("lowest z of the lower plate" + which + " [mm]", apart.lowest[0], rigid ? 0 : -0.15, 1e-5);
    EXPECT_EQ(apart.run.energy("kinetic"), 0);
    EXPECT_EQ(apart.run.energy("internal"), 0);
    EXPECT_EQ(apart.run.energy("sliding"), 0);
    for (const std::string& said : {apart.run.file("mes0000"), apart.run.summary.at("warnings").dump()})
      EXPECT_NE(said.find("nodes are moved out of initial penetrations"), std::string::npos);
  }
}

TEST(InitialPenetrations, IgnoreOneLeavesThePlatesWhereTheyAre) {
  const Overlap kept = overlap("1", "MAT_ELASTIC");
  EXPECT_EQ(kept.highest[0], 0);
  EXPECT_NEAR(kept.lowest[1], 0.7, 1e-7);  // digits of nodout
  EXPECT_EQ(kept.run.energy("kinetic"), 0);
}

TEST(InitialPenetrations, SegmentContactNeverMovesNodes) {
  const Overlap kept = overlap("0", "MAT_ELASTIC", 1, 2);
  EXPECT_EQ(kept.highest[0], 0);
  EXPECT_NEAR(kept.lowest[1], 0.7, 1e-7);
  EXPECT_EQ(kept.run.energy("kinetic"), 0);
  EXPECT_NE(kept.run.file("mes0000").find("initial penetrations"), std::string::npos);
}

TEST(InitialPenetrations, IgnoreTwoSaysWhereNodesShouldBe) {
  const std::string log = overlap("2", "MAT_RIGID").run.file("mes0000");
  const std::size_t list = log.find("without penetration");
  ASSERT_NE(list, std::string::npos);
  EXPECT_NE(log.find("1.00000E+00\n", list), std::string::npos);  // z of a node of the upper plate
  EXPECT_NE(log.find("3.0000E-01", list), std::string::npos);
}

TEST(InitialPenetrations, NodesMoveAlikeOnAnyRanks) {
  EXPECT_EQ(overlap("0", "MAT_ELASTIC", 1).run.hash(), overlap("0", "MAT_ELASTIC", 3).run.hash());
}

}  // namespace
}  // namespace crumple::test::initial_penetrations
