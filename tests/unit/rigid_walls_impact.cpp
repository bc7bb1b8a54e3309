// Rigid walls: impact, friction, finite and moving walls, bodies and welds against walls.
#include <array>
#include <cmath>

#include "condition_rig.hpp"
#include "tests/support/expect.hpp"

namespace crumple::test::rigid_walls_impact {
namespace {

RigidWall floor_wall() {
  RigidWall wall;
  wall.id = 1;
  wall.all_nodes = true;
  wall.normal = {0, 0, 1};
  return wall;
}

WallForce force_on(ConditionRig& rig) { return rig.wall_force(); }

TEST(RigidWall, ImpactIsPlasticAndTheAccountBalances) {
  verifies({"8.1", "node meets a wall", "closed form: impulse m v, loss m v^2 / 2", "rounding to quanta"});
  Model model;
  add_node(model, {0, 0, 0.35}, {2, 0, -10});
  add_node(model, {1, 0, 50}, {0, 0, -1});
  model.walls = {floor_wall()};
  ConditionRig rig(model, {3, 1});
  double impulse = 0;
  for (int i = 0; i < 20; ++i) {
    rig.step(0.01);
    impulse += normal_part(force_on(rig), force_on(rig).force) * rig.clock.dt_mid();
    EXPECT_GE(rig.x(0).z, -1e-15);  // rounding of x + dt v
  }
  EXPECT_NEAR(rig.x(0).z, 0, 1e-14);
  EXPECT_EQ(rig.v(0).x, 2);                   // no friction
  expect_within("impulse", impulse, 3 * 10, 1e-10);
  expect_near("energy of the wall", rig.ledger.rigid_wall.value(), 0.5 * 3 * 100, 1e-8);
  EXPECT_NEAR(force_on(rig).energy, 0.5 * 3 * 100, 1e-8);
  expect_near("kinetic and wall energy", rig.kinetic + rig.ledger.rigid_wall.value(), 0.5 * 3 * 104 + 0.5, 1e-8);
}

TEST(RigidWall, HoldsWhatIsPushedAndReleasesWhatIsPulled) {
  Model model;
  add_node(model, {0, 0, 0});
  model.walls = {floor_wall()};
  ConditionRig rig(model, {2});
  rig.run(0.01, 50, [](const Clock&, NodeState& nodes) { totals(nodes.force)(0, 2) = -7; });
  EXPECT_EQ(rig.x(0).z, 0);
  EXPECT_NEAR(normal_part(force_on(rig), force_on(rig).force), 7, 1e-6);  // impulses rounded to 2^-36 over dt = 0.01
  EXPECT_NEAR(force_on(rig).force.z, -7, 1e-6);
  EXPECT_NEAR(rig.ledger.rigid_wall.value(), 0, 1e-12);  // resting takes no energy
  rig.run(0.01, 50, [](const Clock&, NodeState& nodes) { totals(nodes.force)(0, 2) = 4; });
  EXPECT_NEAR(rig.x(0).z, 0.5 * 2 * 0.5 * 0.5, 0.5 * 2 * 0.01);  // one half step of delay
  EXPECT_EQ(normal_part(force_on(rig), force_on(rig).force), 0);
}

TEST(RigidWall, CoulombFrictionStopsAndTakesTheEnergy) {
  verifies({"8.1", "node slides on a wall until it rests", "closed form: Coulomb's friction, v^2 / (2 mu N / m)",
            "the last step stops it early by less than v dt"});
  Model model;
  add_node(model, {0, 0, 0}, {3, 4, 0});
  RigidWall wall = floor_wall();
  wall.friction = 0.5;
  model.walls = {wall};
  ConditionRig rig(model, {2});
  const auto press = [](const Clock&, NodeState& nodes) { totals(nodes.force)(0, 2) = -8; };
  rig.run(0.01, 100, press);
  // a = mu N / m = 2: v = 5 - 2 t at t - dt/2
  expect_near("velocity after 100 steps", norm(rig.v(0)), 5 - 2 * 0.995, 1e-10);
  EXPECT_NEAR(rig.v(0).x / rig.v(0).y, 0.75, 1e-10);
  rig.run(0.01, 200, press);
  EXPECT_NEAR(norm(rig.v(0)), 0, 1e-14);
  expect_near("displacement", norm(rig.x(0)), 25.0 / 4, 0.02);
  expect_near("energy of the wall", rig.ledger.rigid_wall.value(), 25, 1e-8);
}

TEST(RigidWall, StickWallHoldsSideways) {
  Model model;
  add_node(model, {0, 0, 0.05}, {3, 0, -10});
  RigidWall wall = floor_wall();
  wall.friction = 1;
  model.walls = {wall};
  ConditionRig rig(model, {2});
  rig.run(0.01, 2);
  rig.run(0.01, 10, [](const Clock&, NodeState& nodes) { set_row(totals(nodes.force), 0, {100, 0, -1e-3}); });
  EXPECT_NEAR(rig.v(0).x, 0, 1e-14);
}

TEST(RigidWall, FiniteWallLetsNodesPassBeside) {
  Model model;
  add_node(model, {0.5, 0.5, 0.1}, {0, 0, -1});
  add_node(model, {2.5, 0.5, 0.1}, {0, 0, -1});
  add_node(model, {-1, 0.5, -0.5}, {1, 0, 0});  // behind, moves under it
  RigidWall wall = floor_wall();
  wall.edge_l = {1, 0, 0}, wall.edge_m = {0, 1, 0}, wall.length_l = 2, wall.length_m = 1;
  model.walls = {wall};
  ConditionRig rig(model, {1, 1, 1});
  rig.run(0.05, 40);
  EXPECT_NEAR(rig.x(0).z, 0, 1e-14);
  EXPECT_NEAR(rig.x(1).z, -1.9, 1e-12);
  EXPECT_NEAR(norm(rig.x(2) - Vec3{1, 0.5, -0.5}), 0, 1e-12);
}

TEST(RigidWall, BirthDeathAndExcludedNodes) {
  Model model;
  add_node(model, {0, 0, 0.1}, {0, 0, -1});
  add_node(model, {1, 0, 0.1}, {0, 0, -1});
  RigidWall wall = floor_wall();
  wall.excluded = {1};
  wall.death = 0.5;
  model.walls = {wall};
  ConditionRig rig(model, {1, 1});
  rig.run(0.05, 10);
  EXPECT_NEAR(rig.x(0).z, 0, 1e-14);
  EXPECT_NEAR(rig.x(1).z, -0.4, 1e-12);
  rig.run(0.05, 10, [](const Clock&, NodeState& nodes) { totals(nodes.force)(0, 2) = -1; });
  EXPECT_LT(rig.x(0).z, -0.05);
}

TEST(RigidWall, MovingWallExchangesMomentum) {
  verifies({"8.3", "wall of mass 4 at 3 meets two nodes", "conservation law: momentum, energy",
            "momenta are rounded to 2^-36; nodes are on it or just pushed off in the step they met"});
  Model model;
  add_node(model, {0, 0, 0.02}), add_node(model, {1, 0, 0.31}, {1, 0, -2}), add_node(model, {2, 0, 9});
  RigidWall wall = floor_wall();
  wall.mass = 4;
  wall.velocity = 3;
  model.walls = {wall};
  ConditionRig rig(model, {1, 2, 1});
  const double momentum = 4 * 3 - 2 * 2, energy = 0.5 * 4 * 9 + 0.5 * 2 * 5;
  for (int i = 0; i < 100; ++i) {
    rig.step(0.01);
    const RigidWalls::Wall& moving = rig.wall();
    expect_near("momentum", 4 * moving.velocity + rig.momentum().z, momentum, 1e-9);
    for (const Index i_node : {0, 1}) EXPECT_GE(rig.x(i_node).z, moving.displacement - 1e-3);
  }
  const RigidWalls::Wall& moving = rig.wall();
  expect_near("velocity of the wall", moving.velocity, momentum / 7, 0.3);
  expect_near("kinetic and wall energy", rig.kinetic + rig.ledger.rigid_wall.value(), energy, 1e-8);
  EXPECT_GE(rig.ledger.rigid_wall.value(),
            0.5 * 4 * moving.velocity * moving.velocity);  // its motion and what was lost
}

TEST(RigidWall, WeldedNodesStopTogether) {
  Model model;
  add_node(model, {0, 0, 0.2}, {1, 0, -10});
  add_node(model, {0, 1, 1}, {1, 0, -10});
  model.walls = {floor_wall()};
  SpotWeld weld;
  weld.nodes = {0, 1};
  model.spot_welds = {weld};
  ConditionRig rig(model, {2, 1});
  rig.run(0.01, 20);
  EXPECT_NEAR(rig.x(0).z, 0, 1e-13);
  EXPECT_NEAR(norm(rig.x(1) - rig.x(0)), std::sqrt(1.64), 1e-12);
  EXPECT_NEAR(rig.ledger.rigid_wall.value(), 0.5 * 3 * 100, 1e-8);
}

TEST(RigidWall, PenaltyStopsBodiesOnlyIfAsked) {
  Model model;
  for (int i = 0; i < 8; ++i) add_node(model, {double(i & 1), double(i >> 1 & 1), 0.05 + (i >> 2)}, {0, 0, -5});
  RigidBody body;
  body.nodes = {0, 1, 2, 3, 4, 5, 6, 7};
  model.rigid_bodies = {body};
  model.walls = {floor_wall()};
  EXPECT_EQ(wall_warnings(model).size(), 1u);
  {
    ConditionRig ignored(model, std::vector<double>(8, 1.0));
    ignored.run(1e-3, 50);
    EXPECT_NEAR(ignored.x(0).z, -0.2, 1e-12);
  }
  model.control.wall_penalty = 1;
  EXPECT_TRUE(wall_warnings(model).empty());
  ConditionRig rig(model, std::vector<double>(8, 1.0));
  double deepest = 0;
  for (int i = 0; i < 60; ++i) {
    rig.step(1e-2);
    deepest = std::min(deepest, rig.x(0).z);
    EXPECT_NEAR(rig.kinetic + rig.ledger.rigid_wall.value(), 100,
                3.5);  // v(n) is a mean over steps: (w dt)^2 / 4 = 3.1 %
  }
  EXPECT_GT(deepest, -0.3);                // v / w, w = 1 / (2 dt sqrt 2)
  EXPECT_NEAR(rig.v(0).z, 5, 0.1);          // springs give the energy back
  EXPECT_NEAR(rig.ledger.rigid_wall.value(), 0, 4);  // but for the step of release
}

/// A cube of mass 8 that meets the floor with `n` nodes without mass on a ring of radius 3 below it, one in the middle.
Model cube_on_massless_nodes(int n) {
  Model model;
  for (int i = 0; i < 8; ++i) add_node(model, {double(i & 1), double(i >> 1 & 1), 1 + double(i >> 2)}, {0, 0, -5});
  RigidBody body;
  for (int i = 0; i < n; ++i) {
    const double angle = 6.283185307179586 * i / n, radius = n > 1 ? 3 : 0;
    add_node(model, {0.5 + radius * std::cos(angle), 0.5 + radius * std::sin(angle), 0.05}, {0, 0, -5});
  }
  for (Index i = 0; i < model.nodes.count(); ++i) body.nodes.push_back(i);
  model.rigid_bodies = {body};
  model.walls = {floor_wall()};
  model.control.wall_penalty = 1;
  return model;
}

std::vector<double> masses_of_cube(int n) {
  std::vector<double> mass(8, 1.0);
  mass.resize(std::size_t(8 + n), 0.0);
  return mass;
}

TEST(RigidWall, PenaltyStopsABodyByANodeWithoutMass) {
  ConditionRig rig(cube_on_massless_nodes(1), masses_of_cube(1));
  const double moved = find<RigidBodies>(rig.features)->effective_mass()(8), dt = 1e-2;
  const double omega = std::sqrt(moved / 8) / (2 * dt);
  double deepest = 0;
  for (int i = 0; i < 60; ++i) {
    rig.step(dt);
    deepest = std::min(deepest, rig.x(8).z);
  }
  // the step in which it arrives and (w dt)^2 / 8 = 1 % of central differences
  EXPECT_NEAR(deepest, -5 / omega, 0.05 * 5 / omega);
  EXPECT_NEAR(rig.v(0).z, 5, 0.1);  // springs give the energy back, but for the steps of arrival and release
  EXPECT_NEAR(rig.kinetic, 100, 4);
}

TEST(RigidWall, PenaltyIsStableForManyNodesWithoutMass) {
  ConditionRig rig(cube_on_massless_nodes(50), masses_of_cube(50));
  for (int i = 0; i < 200; ++i) {
    rig.step(1e-2, [](const Clock&, NodeState& nodes) { totals(nodes.force)(0, 2) = -100; });  // off the middle
    ASSERT_LT(rig.kinetic, 200);  // 100 and the work of the force, on a way down of less than 1
  }
  EXPECT_GT(rig.x(8).z, -1);
}

/// The deck makes a body of heavy nodes light: springs for the nodes' masses would throw it back with energy of theirs.
TEST(RigidWall, PenaltyIsStableForABodyOfGivenInertia) {
  Model model = cube_on_massless_nodes(0);
  const double mass = 0.01, inertia = mass / 6;  // of a cube
  GivenInertia& given = model.rigid_bodies[0].inertia.emplace();
  given.center = {0.5, 0.5, 1.5};
  given.mass = mass;
  for (int c = 0; c < 3; ++c) given.inertia(c, c) = inertia;
  ConditionRig rig(model, masses_of_cube(0));
  const double energy = 0.5 * mass * 25;
  for (int i = 0; i < 100; ++i) {
    rig.step(1e-2);
    EXPECT_LT(rig.kinetic, 1.05 * energy);  // springs that act once a step: (w dt)^2 / 4, w dt below 0.5
  }
  EXPECT_NEAR(rig.v(0).z, 5, 0.5);  // they give the energy back but for the steps of arrival and release
}

TEST(RigidWall, PenaltyHoldsTiedNodesAndIgnoresNodesThatNothingMoves) {
  Model model;
  for (const auto& [x, y, z] : std::vector<std::array<double, 3>>{
           {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.5, 0.5, 0.05}, {5, 5, 0.05}})
    add_node(model, {x, y, z}, {0, 0, -5});
  Tie tie;
  tie.contact = 0;
  tie.node = 4;
  tie.corners = {0, 1, 2, 3};
  tie.weights = {0.25, 0.25, 0.25, 0.25};
  tie.keeps_offset = true;
  tie.shell = 0;
  model.ties = {tie};
  model.tied_contacts.resize(1);
  model.walls = {floor_wall()};
  model.control.wall_penalty = 1;
  model.control.walls_are_springs = true;
  ConditionRig rig(model, {1, 1, 1, 1, 2, 0});
  for (int i = 0; i < 80; ++i) {
    rig.step(1e-2);
    // v(n) is a mean over steps: (w dt)^2 / 4 = 2 % of 75, w dt = sqrt(2 / 6) / 2
    EXPECT_NEAR(rig.kinetic + rig.ledger.rigid_wall.value(), 75, 2);
  }
  EXPECT_NEAR(rig.v(0).z, 5, 0.2);  // springs give the energy back but for the steps of arrival and release
  EXPECT_GT(rig.x(4).z, 0);
  EXPECT_TRUE(std::isfinite(rig.x(5).z));
}

TEST(RigidWall, NodesBehindItAtTheStartAreLeftAlone) {
  Model model;
  add_node(model, {0, 0, -1}, {0, 0, -1});
  model.walls = {floor_wall()};
  ConditionRig rig(model, {1});
  rig.run(0.1, 10);
  EXPECT_NEAR(rig.x(0).z, -2, 1e-12);
}

}  // namespace
}  // namespace crumple::test::rigid_walls_impact
