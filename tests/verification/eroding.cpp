// Contact that erodes: momentum goes on to what a deleted element has covered. Units mm, ms, g, MPa.
//
// Two elastic bars of equal length, wave speed and impedance, without lateral contraction, swap their velocities while
// the wave runs once to and fro, 2 L / c = 0.0232 ms.
#include <gtest/gtest.h>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::eroding {
namespace {

constexpr double speed = 5, length = 60;        // [mm/ms], [mm]
constexpr double wide = 9, slender = 7;         // struck bar; striker that meets none of its rim [mm]
constexpr double gap = 0.02, thickness = 0.05;  // in front of the cap, of the cap [mm]

/// One layer of solids on the end z = 0 of the bar.
void add_cap(DeckText& deck, int part, const Grid& bar) {
  std::vector<long> front;
  for (int j = 0; j <= bar.cells[1]; ++j)
    for (int i = 0; i <= bar.cells[0]; ++i) {
      const Vec3& x = bar.positions[std::size_t(bar.node(i, j) - bar.first_node)];
      front.push_back(deck.node(x - Vec3{0, 0, thickness}));
    }
  std::string cards;
  const auto at = [&](int i, int j) { return front[std::size_t(j * (bar.cells[0] + 1) + i)]; };
  for (int j = 0; j < bar.cells[1]; ++j)
    for (int i = 0; i < bar.cells[0]; ++i)
      cards += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", 900000 + 10 * j + i, part, at(i, j), at(i + 1, j),
                           at(i + 1, j + 1), at(i, j + 1), bar.node(i, j), bar.node(i + 1, j), bar.node(i + 1, j + 1),
                           bar.node(i, j + 1));
  cards.pop_back();
  deck.card("ELEMENT_SOLID", cards);
}

/// A bar flies at one at rest that wears a cap of nearly nothing, which fails as soon as it is touched.
Run strike_capped_bar(const std::string& contact, const std::string& erosion, double side) {
  DeckText deck(0.06);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
  deck.card("MAT_ELASTIC", fmt::format("2,{},{},0", steel_density, steel_young));
  deck.card("MAT_PIECEWISE_LINEAR_PLASTICITY", "3,1e-5,1,0,1e-4,,1e-5");
  const int striker = deck.solid_part(1), struck = deck.solid_part(2), cap = deck.solid_part(3);
  const double aside = 0.5 * (wide - side);
  const Grid flying = deck.block(striker, {3, 3, 20}, {side, side, length},
                                 [&](const Vec3& p) { return p + Vec3{aside, aside, -length - thickness - gap}; });
  const Grid bar = deck.block(struck, {3, 3, 20}, {wide, wide, length});
  add_cap(deck, cap, bar);
  deck.initial_velocity(flying.all_nodes(), {0, 0, speed});
  deck.card("SET_PART", "1\n2,3");
  deck.card(contact, "1,1,3,2\n0,0\n1,1" + erosion);
  deck.outputs({"GLSTAT", "MATSUM"}, 0.01);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

// The face that the cap covered takes the blow.
TEST(ErodingContact, BarBehindACap) {
  verifies({"5.10", "bar behind a cap that fails",
            "closed form: bars swap their velocities (Goldsmith, Impact, 1960, 3.1)",
            "the ends are not of one size, and the mesh disperses the front"});
  const auto run = strike_capped_bar("CONTACT_ERODING_SURFACE_TO_SURFACE", "\n0,1,1", wide);
  EXPECT_EQ(run.summary.at("failed").at("solids"), 9);
  expect_near("velocity of the striker after [mm/ms]", run.last_velocity(1), 0, 0.03 * speed);
  expect_within("velocity of the struck after [mm/ms]", run.last_velocity(2), speed, 0.03);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.01);
}

// Without erosion there is no face behind the cap: the striker goes on into the bar.
TEST(ErodingContact, NothingBehindACap) {
  verifies(
      {"5.10", "the same with a contact that does not erode", "closed form: nothing stops the striker", "as above"});
  const auto run = strike_capped_bar("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "", slender);
  EXPECT_EQ(run.summary.at("failed").at("solids"), 9);
  expect_near("velocity of the struck after [mm/ms]", run.last_velocity(2), 0, 0.03 * speed);
}

}  // namespace
}  // namespace crumple::test::eroding
