// A rigid punch drives a plug out of a plate of solids that fail. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::perforation {
namespace {

constexpr double punch_side = 14.8, punch_density = 1.5e-2;  // a little less than three elements of the plate
constexpr double plate_thickness = 10, plate_density = 2.7e-3;
constexpr int around = 6;  // elements of 5 mm on each side of the plug

/// Speed of the punch after it has passed a clamped plate of aluminium.
double residual_speed(double speed, int soft) {
  DeckText deck(30 / speed);
  deck.card("MAT_PLASTIC_KINEMATIC", fmt::format("1,{},70000,0.33,250,300,1\n0,0,0.15", plate_density));
  deck.card("MAT_RIGID", fmt::format("2,{},210000,0.3", punch_density));
  const int n = 3 + 2 * around;
  const Grid plate = deck.block(deck.solid_part(1), {n, n, 4}, {5.0 * n, 5.0 * n, plate_thickness});
  deck.hold(plate.nodes([&](const Vec3& x) { return x.x == 0 || x.y == 0 || x.x == 5.0 * n || x.y == 5.0 * n; }),
            "x y z");
  const double aside = 2.5 * n - 0.5 * punch_side;
  const Grid punch = deck.block(deck.solid_part(2), {3, 3, 3}, {punch_side, punch_side, 12},
                                [&](const Vec3& x) { return x + Vec3{aside, aside, plate_thickness + 0.1}; });
  deck.initial_velocity(punch.all_nodes(), {0, 0, -speed});
  deck.card("CONTACT_ERODING_SURFACE_TO_SURFACE", fmt::format("2,1,3,3\n\n\n0,1,1\n{}", soft));
  deck.outputs({"GLSTAT", "MATSUM"}, 0.3 / speed);
  const auto run = completed(run_deck(deck.str(), 1));
  EXPECT_NEAR(run.energy("ratio"), 1, 0.01);
  return -run.last_velocity(2, 2);
}

// At these speeds nodes come in by a seventh and a fifth of a solid's height in a step.
TEST(Perforation, FastPunchDrivesAPlugOut) {
  verifies(
      {"5.28", "rigid punch at 800 and 1200 m/s on a plate of solids that fail",
       "closed form: Recht and Ipson 1963: v_r = m / (m + m_plug) sqrt(v^2 - v_bl^2)",
       "elements beside the plug are torn, too; the limit v_bl is taken from runs: 150 m/s is stopped, 200 is not"});
  const double punch_mass = punch_density * punch_side * punch_side * 12;
  const double plug_mass = plate_density * 15 * 15 * plate_thickness, limit = 175;
  for (const double speed : {800.0, 1200.0})
    for (const int soft : {0, 2})
      expect_within(fmt::format("residual speed [m/s], from {:g} m/s, SOFT {}", speed, soft),
                    residual_speed(speed, soft),
                    punch_mass / (punch_mass + plug_mass) * std::sqrt(speed * speed - limit * limit), 0.05);
}

}  // namespace
}  // namespace crumple::test::perforation
