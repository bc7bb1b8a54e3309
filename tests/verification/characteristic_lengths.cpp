// The stable step of shells by ISDO of *CONTROL_TIMESTEP. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::characteristic_lengths {
namespace {

/// The first step of a sheet of rhombs with sides of 10 along (1, 0) and (0.6, 0.8).
double first_step(int isdo) {
  DeckText deck(0.01);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  deck.plate(deck.shell_part(1, 1.0), {4, 4}, {40, 40, 0},
             [](const Vec3& x) { return Vec3{x.x + 0.6 * x.y, 0.8 * x.y, 0}; });
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,{}", isdo));
  return completed(run_deck(deck.str(), 1, "precision=double")).summary.at("dt").at("first").get<double>();
}

TEST(CharacteristicLengths, OfShellsAreThoseOfIsdo) {
  verifies({"1.46", "first step of a sheet of rhombs with ISDO 0, 1, 2",
            "closed form: area 80 over side 10, over diagonal 17.89, and side 10 with the wave speed of a bar"});
  const double usual = first_step(0);
  expect_within("step with ISDO 1 over that with 0", first_step(1) / usual, 10 / std::sqrt(320.0), 1e-9);
  expect_within("step with ISDO 2 over that with 0", first_step(2) / usual, 10 / (8 * std::sqrt(0.91)), 1e-9);
}

}  // namespace
}  // namespace crumple::test::characteristic_lengths
