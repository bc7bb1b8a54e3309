// Nodes of solids in valleys of another solid's surface: whichever side holds them, energy is conserved. Units mm, ms,
// g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::solids_in_valleys {
namespace {

/// An elastic cube of 8 hexes of 4 mm, standing on a corner, and a block whose top is a valley with sides that rise by
/// `degrees` close at `speed`, the corner `aside` of the bottom of the valley. The energy that contact has taken when
/// they have parted, over the initial one.
double taken_in_valley(double speed, double aside, double degrees, int soft) {
  const double slope = std::tan(degrees * std::numbers::pi / 180);
  DeckText deck(0.05 + 8 / speed);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const Grid lower = deck.block(deck.solid_part(1), {4, 2, 2}, {16, 8, 8}, [=](const Vec3& x) {
    return Vec3{x.x - 8, x.y - 4, x.z - 8 + slope * std::abs(x.x - 8) * x.z / 8};
  });
  const Vec3 up = normalized(Vec3{1, 1, 1}), along = normalized(Vec3{1, -1, 0}), across = cross(up, along);
  const Grid upper = deck.block(deck.solid_part(1), {2, 2, 2}, {8, 8, 8}, [=](const Vec3& x) {
    return Vec3{aside + dot(x, along), 0.3 + dot(x, across), 0.05 + dot(x, up)};
  });
  deck.initial_velocity(lower.all_nodes(), {0, 0, speed / 2});
  deck.initial_velocity(upper.all_nodes(), {0, 0, -speed / 2});
  deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", fmt::format("0\n\n\n{}", soft));
  deck.outputs({"GLSTAT"}, 1e-3);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double volume = 16 * 8 * (8 + 4 * slope) + 512;
  return run.energy("sliding") / (0.5 * steel_density * volume * speed * speed / 4);
}

TEST(SolidsInValleys, GiveBackWhatTheyTake) {
  verifies({"5.36", "elastic cube on its corner in a valley, beside its bottom, at 50 and 150 m/s",
            "conservation law: energy", "steps in which the nearest side of the valley changes"});
  for (const int soft : {0, 1, 2})
    for (const double speed : {50.0, 150.0})
      for (const double aside : {0.0, 0.1, 0.5})
        for (const double degrees : {15.0, 30.0})
          expect_near(fmt::format("energy in contact over the initial one, SOFT = {}, {} m/s, {} mm aside, {} degrees",
                                  soft, speed, aside, degrees),
                      taken_in_valley(speed, aside, degrees, soft), 0, 0.01);
}

}  // namespace
}  // namespace crumple::test::solids_in_valleys
