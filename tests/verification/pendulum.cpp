// Rigid bodies: a pendulum, a top, free flight. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::pendulum {
namespace {

using std::numbers::pi;

/// Rotates `v` about the unit vector `axis`.
Vec3 rotated(const Vec3& v, const Vec3& axis, double by) {
  return std::cos(by) * v + std::sin(by) * cross(axis, v) + ((1 - std::cos(by)) * dot(axis, v)) * axis;
}

// The rod is a spot weld between the mass and a node that is held; gravity is a hundred times that of the earth.
TEST(Pendulum, PointMassOnARigidRod) {
  verifies({"7.2", "mass on a rigid rod of 500 mm, released at 60 degrees",
            "closed form: T = 4 K(sin 30) sqrt(L / g), v = sqrt(g L) at the bottom", "five digits of nodout"});
  const double length = 500, gravity = 0.981, period = 152.2312, angle = pi / 3;
  DeckText deck(1.05 * period);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  // An element at rest far off: it takes part in nothing, and the curve sets the step.
  const Grid idle =
      deck.block(deck.solid_part(1), {1, 1, 1}, {20, 20, 20}, [](const Vec3& x) { return x + Vec3{1e3, 0, 0}; });
  deck.hold(idle.all_nodes(), "x y z");
  const long pivot = deck.node({0, 0, 0}), bob = deck.node({length * std::sin(angle), 0, -length * std::cos(angle)});
  deck.hold({pivot}, "x y z");
  deck.card("ELEMENT_MASS", fmt::format("1000,{},10.0", bob));
  deck.card("ELEMENT_MASS", fmt::format("1001,{},1.0", pivot));
  deck.card("CONSTRAINED_SPOTWELD", fmt::format("{},{}", pivot, bob));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.constant_curve(), gravity));
  deck.history({bob});
  deck.outputs({"NODOUT"}, period / 400);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto nodes = run.nodes();
  const std::vector<NodeRecord>& records = nodes.begin()->second;
  std::vector<double> bottom;  // the times of its passage
  double drift = 0, fastest = 0, highest = -1e9;
  for (std::size_t i = 1; i < records.size(); ++i) {
    const NodeRecord &a = records[i - 1], &b = records[i];
    if (a.position[0] * b.position[0] < 0)
      bottom.push_back(a.time + (b.time - a.time) * a.position[0] / (a.position[0] - b.position[0]));
    drift = std::max(drift, std::abs(std::hypot(b.position[0], b.position[2]) - length));
    fastest = std::max(fastest, std::hypot(b.velocity[0], b.velocity[2]));
    if (b.time > 0.9 * period) highest = std::max(highest, b.position[2]);
  }
  ASSERT_EQ(bottom.size(), 2u);
  expect_within("period [ms]", 2 * (bottom[1] - bottom[0]), period, 0.002);
  expect_within("largest velocity [mm/ms]", fastest, 22.14723, 0.001);
  expect_below("change of length [mm]", drift, 0.02);
  expect_within("height regained [mm]", highest + length, 0.5 * length, 0.001);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.001);
}

// A free body with the moments of inertia (1, 1, 2) x 1e5 and w = (0.1, 0, 1) rad/ms: its axis turns about the angular
// momentum L at |L| / I1, while the body spins about its axis at (1 - I3 / I1) w3.
TEST(Pendulum, FreeTop) {
  verifies({"7.1", "free symmetric top, four turns", "closed form: Euler's equations",
            "the angle per step is 1e-2, and the error of second order in it"});
  const double arm = 10, time = 12;
  DeckText deck(time);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n0,0,0\n0,0");
  deck.card("SECTION_SOLID", "1,1");
  deck.card("PART_INERTIA", "top\n1,1,1\n0,0,0,1000\n1e5,0,0,1e5,0,2e5\n0,0,0,0.1,0,1");
  deck.block(1, {1, 1, 1}, {2, 2, 2}, [](const Vec3& x) { return x - Vec3{1, 1, 1}; });
  const long tip = deck.node({0, 0, arm}), rim = deck.node({arm, 0, 0});
  deck.card("CONSTRAINED_EXTRA_NODES_NODE", fmt::format("1,{}\n1,{}", tip, rim));
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(5e-3)));
  deck.history({tip, rim});
  deck.outputs({"NODOUT", "GLSTAT"}, 0.5);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const Vec3 momentum{1e4, 0, 2e5};
  double error = 0;
  const auto nodes = run.nodes();
  for (const auto& [id, records] : nodes)
    for (const NodeRecord& r : records) {
      const Vec3 start = id == tip ? Vec3{0, 0, arm} : Vec3{arm, 0, 0};
      const Vec3 exact =
          rotated(rotated(start, {0, 0, 1}, -r.time), normalized(momentum), norm(momentum) / 1e5 * r.time);
      error = std::max(error, norm(Vec3{r.position[0], r.position[1], r.position[2]} - exact));
    }
  expect_below("error of place over the arm", error / arm, 1e-3);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-6);
  expect_within("kinetic energy [mJ]", run.energy("kinetic"), 0.5 * (1e5 * 0.01 + 2e5), 1e-6);
}

TEST(Pendulum, RigidBlockFliesFree) {
  verifies(
      {"7.6", "rigid block in free flight", "closed form: straight path, energy m v^2 / 2 + I w^2 / 2", "rounding"});
  DeckText deck(10);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n0,0,0\n0,0");
  const Grid block =
      deck.block(deck.solid_part(1), {2, 2, 2}, {20, 20, 10}, [](const Vec3& x) { return x - Vec3{10, 10, 5}; });
  deck.card("INITIAL_VELOCITY_RIGID_BODY", "1,3,4,0,0,0,0.2");
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(1e-2)));
  deck.history({block.node(1, 1, 1)});
  deck.outputs({"NODOUT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto nodes = run.nodes();
  const NodeRecord& last = nodes.begin()->second.back();
  const double mass = steel_density * 4000;
  // Inertia of the nodal masses, as for any rigid body: nodes at -10, 0 and 10 with a quarter, a half and a quarter.
  const double inertia = mass * (50 + 50);
  expect_near("displacement along x [mm]", last.displacement[0], 3 * last.time, 1e-3);
  expect_near("displacement along y [mm]", last.displacement[1], 4 * last.time, 1e-3);
  expect_within("kinetic energy [mJ]", run.energy("kinetic"), 0.5 * mass * 25 + 0.5 * inertia * 0.04, 1e-6);
}

}  // namespace
}  // namespace crumple::test::pendulum
