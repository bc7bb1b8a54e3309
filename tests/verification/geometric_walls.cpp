// Rigid walls of *RIGIDWALL_GEOMETRIC in whole runs: no node in them, momentum and work of a moving one. Units mm,
// ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::geometric_walls {
namespace {

const double bar_speed = std::sqrt(steel_young / steel_density);

/// A bar of 100 hexes, 1 x 1 x 100 mm, that flies at `speed` along x onto a wall at its end x = 0.
Run bar_at_wall(double speed, const std::string& keyword, const std::string& cards, double interval = 1e-4,
                const std::string& control = "CONTROL_ENERGY", const std::string& control_cards = "2,2") {
  DeckText deck(0.06);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  const Grid bar = deck.block(deck.solid_part(1), {100, 1, 1}, {100, 1, 1});
  if (speed != 0) deck.initial_velocity(bar.all_nodes(), {speed, 0, 0});
  deck.constant_curve(10);
  deck.card(keyword, cards);
  deck.card(control, control_cards);
  deck.outputs({"RWFORC"}, interval);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

// The same plane with the same edges, said in two ways: the same bits.
TEST(GeometricWalls, FlatIsAFinitePlane) {
  const auto planar = bar_at_wall(-10, "RIGIDWALL_PLANAR_FINITE", "0,\n-0.1,-5,-5,1,-5,-5,0.2\n-0.1,5,-5,8,9");
  const auto flat = bar_at_wall(-10, "RIGIDWALL_GEOMETRIC_FLAT", "0,\n-0.1,-5,-5,1,-5,-5,0.2\n-0.1,5,-5,8,9");
  EXPECT_NE(planar.energy("rigid_wall"), 0);
  EXPECT_EQ(planar.hash(), flat.hash());
}

TEST(GeometricWalls, MovingWallDoesWork) {
  verifies({"8.3", "wall at 10 mm/ms into a bar at rest", "closed form: impulse 2 m V, work 2 m V^2",
            "nodes of the end, 1/200 of the bar, are hit plastically and rest on the wall in the end; the bar rings"});
  const auto run =
      bar_at_wall(0, "RIGIDWALL_GEOMETRIC_FLAT_MOTION", "0,\n-0.1,-5,-5,1,-5,-5\n-0.1,5,-5,20,20\n1,0,3,0,0");
  double impulse = 0, time = 0;
  for (const auto& [t, force] : run.wall_force(1)) impulse += force * (t - time), time = t;
  expect_within("impulse [g mm/ms]", impulse, 15.7, 0.015);
  expect_within("work [mJ]", run.energy("external_work"), 157, 0.015);
  expect_within("kinetic energy after [mJ]", run.energy("kinetic"), 157, 0.025);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.005);
}

// The forces of single steps jump as nodes meet the wall. Their mean over an interval is impulse by time, however few
// intervals there are: that of the wave in the bar while it is there.
TEST(GeometricWalls, MeanForceMissesNoImpulse) {
  verifies({"8.3", "bar at 10 mm/ms onto a wall, forces of rwforc_mean every 5 us",
            "closed form: impulse 2 m V, force rho c V A of the wave",
            "the end node, 1/200 of the bar, is stopped plastically; the wave's front is a few elements wide"});
  const auto run = bar_at_wall(-10, "RIGIDWALL_PLANAR", "0,\n-0.1,0,0,1,0,0", 5e-3);
  double impulse = 0, time = 0;
  for (const auto& [t, force] : run.wall_force(1, "rwforc_mean")) {
    impulse += force * (t - time);
    time = t;
    if (t > 0.0199 && t < 0.0451)  // it comes after 0.01 ms and goes 0.0387 ms later
      expect_within("mean force of the wave [N]", force, steel_density * bar_speed * 10, 0.02);
  }
  expect_within("impulse [g mm/ms]", impulse, 15.7, 0.015);
  expect_within("kinetic energy after [mJ]", run.energy("kinetic"), 39.25, 0.05);
}

// RWPNAL = -1: springs take no energy.
TEST(GeometricWalls, SpringsOfAllNodesGiveTheEnergyBack) {
  verifies({"8.3", "bar at 10 mm/ms onto a wall of springs (RWPNAL = -1)", "closed form: impulse 2 m V, no energy lost",
            "the bar rings behind the front"});
  const auto run = bar_at_wall(-10, "RIGIDWALL_PLANAR", "0,\n-0.1,0,0,1,0,0", 5e-3, "CONTROL_CONTACT", "0.1,-1.0");
  double impulse = 0, time = 0;
  for (const auto& [t, force] : run.wall_force(1, "rwforc_mean")) impulse += force * (t - time), time = t;
  expect_within("impulse [g mm/ms]", impulse, 15.7, 0.01);
  expect_near("energy of the wall over the initial one", run.energy("rigid_wall") / 39.25, 0, 1e-3);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
}

/// A plate flies onto a body: no node enters it at any output, but the nearest has come to it.
void expect_outside(const std::string& shape, const std::string& keyword, const std::string& cards,
                    const std::function<double(const Vec3&)>& depth) {
  verifies({"8.4", "plate thrown onto a " + shape,
            "closed form: nodes are put onto the tangent plane, outside of the body",
            "from six digits of nodout to the displacement of a step and those digits"});
  DeckText deck(2);
  deck.card("MAT_PIECEWISE_LINEAR_PLASTICITY", "1,7.85e-3,210000,0.3,250,1000");
  const Grid plate =
      deck.plate(deck.shell_part(1, 1.0), {24, 24}, {96, 96, 0}, [](const Vec3& x) { return x - Vec3{48, 50, 0}; });
  deck.initial_velocity(plate.all_nodes(), {0, 0, -10});
  deck.card(keyword, cards);
  deck.history(plate.all_nodes());
  deck.outputs({"NODOUT"}, 0.05);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  EXPECT_GT(run.energy("rigid_wall"), 0);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.005);
  double largest = -1e300;
  for (const auto& [node, records] : run.nodes())
    for (const NodeRecord& r : records)
      largest = std::max(largest, depth({r.position[0], r.position[1], r.position[2]}));
  expect_between("depth of the nearest node [mm]", largest, -0.01, 1e-4);
}

TEST(GeometricWalls, NoNodeEntersASphere) {
  expect_outside("sphere", "RIGIDWALL_GEOMETRIC_SPHERE_ID", "5,ball\n0,\n0,0,-21,0,0,1,0.1\n20,",
                 [](const Vec3& x) { return 20 - norm(x - Vec3{0, 0, -21}); });
}

TEST(GeometricWalls, NoNodeEntersACylinder) {
  expect_outside("cylinder", "RIGIDWALL_GEOMETRIC_CYLINDER", "0,\n0,-100,-11,0,1,-11\n10,0",
                 [](const Vec3& x) { return 10 - std::hypot(x.x, x.z + 11); });
}

TEST(GeometricWalls, NoNodeEntersAPrism) {
  expect_outside("prism", "RIGIDWALL_GEOMETRIC_PRISM", "0,\n-10,-60,-1,-10,-60,1,0.2\n10,-60,-1,20,120,30",
                 [](const Vec3& x) { return std::min({x.x + 10, 10 - x.x, x.y + 60, 60 - x.y, -1 - x.z, x.z + 31}); });
}

}  // namespace
}  // namespace crumple::test::geometric_walls
