// Collisions of blocks, deformable and rigid. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::bounce {
namespace {

// Two blocks close at 1 mm/ms, 30 degrees off the normal of their faces, with opposite momenta, so that any momentum at
// all is an error; frictionless, they keep their tangential velocity. They meet flush.
TEST(Bounce, TwoBlocks) {
  verifies({"5.9", "two blocks collide at 30 degrees", "conservation law: momentum, energy, tangential velocity",
            "momenta are reported in multiples of 1e-10 of the velocity; penalty springs are sampled in time"});
  const double angle = std::numbers::pi / 6, half = 0.5, gap = 0.05;
  DeckText deck(0.25, 0.8);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Grid left = deck.block(deck.solid_part(1), {4, 4, 4}, {10, 10, 10});
  const Grid right =
      deck.block(deck.solid_part(1), {4, 4, 4}, {10, 10, 10}, [&](const Vec3& x) { return x + Vec3{10 + gap, 0, 0}; });
  const Vec3 velocity{half * std::cos(angle), half * std::sin(angle), 0};
  deck.initial_velocity(left.all_nodes(), velocity);
  deck.initial_velocity(right.all_nodes(), -velocity);
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0,0\n1,1");
  deck.outputs({"GLSTAT"}, 1e-3);
  deck.history(left.all_nodes());
  deck.outputs({"NODOUT"}, 1e-2);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  double momentum = 0, drift = 0;
  for (const char* axis : {"x", "y", "z"})
    for (const auto& [time, v] : run.glstat(fmt::format("global {} velocity", axis)))
      momentum = std::max(momentum, std::abs(v) / half);
  for (const auto& [time, ratio] : run.glstat("total energy / initial energy"))
    drift = std::max(drift, std::abs(ratio - 1));
  expect_below("momentum over m v", momentum, 1e-9);
  expect_below("drift of energy", drift, 0.01);
  Vec3 mean;  // of the nodes, which is near enough to that of the mass to see the bounce
  const auto nodes = run.nodes();
  for (const auto& [id, records] : nodes)
    for (int c = 0; c < 3; ++c) mean[c] += records.back().velocity[c] / double(nodes.size());
  expect_below("normal velocity after [mm/ms]", mean.x, -0.8 * velocity.x);
  expect_within("tangential velocity after [mm/ms]", mean.y, velocity.y, 0.1);
}

/// Two equal blocks face each other across a gap, edge to edge and node to node; they slide as they close.
Run close_flush_blocks(double end) {
  DeckText deck(end, 0.8);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Grid left = deck.block(deck.solid_part(1), {4, 4, 4}, {10, 10, 10});
  const Grid right =
      deck.block(deck.solid_part(1), {4, 4, 4}, {10, 10, 10}, [](const Vec3& x) { return x + Vec3{10.05, 0, 0}; });
  deck.initial_velocity(left.all_nodes(), {0.5, 0.25, 0});
  deck.initial_velocity(right.all_nodes(), {-0.5, -0.25, 0});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0,0\n1,1");
  deck.outputs({"MATSUM"}, 1e-3);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

// Nodes in line with the other block's side faces, but beyond their rim, touch nothing: until the gap closes there is
// neither contact energy nor a change of velocity, to the last bits. Then they bounce.
TEST(Bounce, FlushBlocksTouchWhenTheGapHasClosed) {
  verifies({"5.15", "equal blocks close a gap flush, sliding", "conservation law: energy, tangential velocity",
            "vibration is left in the blocks; bulging faces meet at an angle near the rims"});
  const auto before = close_flush_blocks(0.045), after = close_flush_blocks(0.1);
  EXPECT_EQ(before.energy("sliding"), 0);
  expect_within("kinetic energy before [mJ]", before.energy("kinetic"), steel_density * 1000 * 0.3125, 1e-7);
  expect_within("normal velocity after [mm/ms]", after.last_velocity(1, 0), -0.5, 0.03);
  expect_within("tangential velocity after [mm/ms]", after.last_velocity(1, 1), 0.25, 0.05);
  expect_within("energy over the initial one", after.energy("ratio"), 1, 0.01);
}

/// A cube of 0 to 1 as a ball of 10 mm about `centre`.
Vec3 on_ball(const Vec3& of_cube, const Vec3& centre) {
  const Vec3 x = 2 * of_cube - Vec3{1, 1, 1};
  const double layer = std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)});
  return layer > 0 ? centre + (10 * layer / norm(x)) * x : centre;
}

/// Two balls of equal mesh close at 2 mm/ms; their centres miss each other by `offset` along y.
Run collide_balls(double offset) {
  DeckText deck(0.15);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const auto ball = [&](const Vec3& centre) {
    return deck.block(deck.solid_part(1), {4, 4, 4}, {1, 1, 1}, [&](const Vec3& x) { return on_ball(x, centre); });
  };
  deck.initial_velocity(ball({-10.01, 0, 0}).all_nodes(), {1, 0, 0});
  deck.initial_velocity(ball({10.01, offset, 0}).all_nodes(), {-1, 0, 0});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0,0\n1,1");
  deck.outputs({"MATSUM"}, 1e-3);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

// The poles of two balls meet node on node, where four faces are equally near: a push along the normal of one of them
// would throw the balls sideways.
TEST(Bounce, BallsNodeOnNode) {
  verifies({"5.18", "balls of equal mesh collide node on node", "conservation law: momentum, energy, symmetry",
            "24 degrees between faces: with an offset the faces themselves throw the balls sideways"});
  for (const double offset : {0.0, 0.05}) {
    const auto run = collide_balls(offset);
    const std::string of = fmt::format("offset {} mm: ", offset);
    if (offset == 0) {
      EXPECT_LT(run.last_velocity(1, 0), -0.85) << of;
      expect_near(of + "velocity across over the closing one", run.last_velocity(1, 1) / 2, 0, 0.03);
    }
    expect_near(of + "sliding energy over the initial one", run.energy("sliding") / run.energy("kinetic"), 0, 0.01);
  }
}

/// Two rigid blocks of 64 hexes close at 1 mm/ms, one turned by `turn` about z. A soft element, far off and at rest,
/// lets the time step be `dt`, far above that of the blocks' elements.
Run collide_rigid_blocks(double turn, double dt) {
  DeckText deck(1.5);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n0,0,0\n0,0");
  deck.card("MAT_ELASTIC", "2,7.85e-3,2.1,0.3");
  const double reach = 5 * (std::cos(turn) + std::sin(turn));
  const Grid left = deck.block(deck.solid_part(1), {4, 4, 4}, {10, 10, 10}, [&](const Vec3& x) {
    const Vec3 r = x - Vec3{5, 5, 5};
    return Vec3{std::cos(turn) * r.x - std::sin(turn) * r.y - reach, std::sin(turn) * r.x + std::cos(turn) * r.y, r.z};
  });
  const Grid right =
      deck.block(deck.solid_part(1), {4, 4, 4}, {10, 10, 10}, [](const Vec3& x) { return x + Vec3{0.05, -5, -5}; });
  deck.block(deck.solid_part(2), {1, 1, 1}, {10, 10, 10}, [](const Vec3& x) { return x + Vec3{1e3, 0, 0}; });
  deck.initial_velocity(left.all_nodes(), {0.5, 0, 0});
  deck.initial_velocity(right.all_nodes(), {-0.5, 0, 0});
  deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0\n0,0\n1,1");
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(dt)));
  deck.outputs({"MATSUM"}, 1e-2);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

// Rigid bodies are heavy to whatever meets one of their nodes: with the masses of the nodes alone, contact would be so
// soft at these steps that blocks sink into each other, and what the springs hold when nodes pass to other faces would
// be lost.
TEST(Bounce, RigidBlocksAtTheStepOfSomethingElse) {
  verifies({"5.16", "rigid blocks collide flush and edge on, at 5 and 20 times the step of their faces",
            "conservation law: momentum and energy", "a bounce lasts 3 to 10 steps, and its work is sampled in them"});
  const double kinetic = 0.25 * steel_density * 1000;
  for (const auto& [name, turn] : {std::pair{"flush", 0.0}, std::pair{"edge on", 0.35}})
    for (const double dt : {5e-3, 2e-2}) {
      const auto run = collide_rigid_blocks(turn, dt);
      const std::string of = fmt::format("{}, dt = {} ms: ", name, dt);
      expect_within(of + "kinetic energy kept", run.energy("kinetic") / kinetic, 1, 0.05);
      expect_near(of + "momentum over m v", (run.last_velocity(1, 0) + run.last_velocity(2, 0)) / 0.5, 0, 1e-6);
      EXPECT_LT(run.last_velocity(1, 0), run.last_velocity(2, 0)) << of;
    }
}

/// Energy over the initial one and that of the contact after a soft sheet has met a plate, its edge ahead.
std::pair<double, double> sheet_on_its_edge(double damping) {
  DeckText deck(3);
  deck.card("MAT_ELASTIC", "1,7.85e-3,20000,0.3");
  deck.shell_form(16);
  const int plate = deck.shell_part(1, 1), sheet = deck.shell_part(1, 1);
  const Grid target = deck.plate(plate, {8, 8}, {40, 40, 0});
  const Grid striker = deck.plate(sheet, {4, 4}, {16, 16, 0},
                                  [](const Vec3& x) { return Vec3{12.4 + 0.97 * x.x, 16.1 + 0.23 * x.x, 1.3 + x.y}; });
  deck.hold(target.nodes([](const Vec3& x) { return x.x == 0 || x.x == 40 || x.y == 0 || x.y == 40; }),
            "x y z rx ry rz");
  deck.initial_velocity(striker.all_nodes(), {0, 0, -2});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", fmt::format("2,1,3,3\n0,0,0,0,{}\n1,1", damping));
  deck.outputs({"GLSTAT"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return {run.energy("ratio"), run.energy("sliding") / (0.5 * steel_density * 16 * 16 * 4)};
}

// The damper acts with the velocity before the step: near critical damping it turned the motion round, and gave twice
// the energy that was there.
TEST(Bounce, DampedContactTakesEnergy) {
  verifies({"5.30", "a sheet meets a plate on its edge, VDC 0 to 100", "conservation law: energy",
            "TSSFAC 0.9: energies of the shortest waves are sampled in time"});
  for (const int damping : {0, 20, 50, 80, 100}) {
    const auto [ratio, sliding] = sheet_on_its_edge(damping);
    expect_within(fmt::format("energy over the initial one, VDC = {}", damping), ratio, 1, 0.02);
    expect_below(fmt::format("energy that the contact gives over the initial one, VDC = {}", damping), -sliding, 0.005);
  }
}

}  // namespace
}  // namespace crumple::test::bounce
