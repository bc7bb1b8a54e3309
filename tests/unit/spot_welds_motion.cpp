// Spot welds as links: momentum, lengths, pendulums, forces and failure.
#include <cmath>

#include "condition_rig.hpp"
#include "tests/support/expect.hpp"

namespace crumple::test::spot_welds_motion {
namespace {

SpotWeld weld_of(Index a, Index b, double normal = 0, double shear = 0) {
  SpotWeld weld;
  weld.id = 1;
  weld.nodes = {a, b};
  weld.normal_strength = normal;
  weld.shear_strength = shear;
  return weld;
}

TEST(SpotWeld, FreeClusterKeepsMomentaAndLengths) {
  verifies({"6.10", "three welded nodes in free motion, 10,000 steps",
            "conservation law: momentum, angular momentum, lengths",
            "rounding of 10,000 steps"});
  Model model;
  add_node(model, {1, 2, 3}, {1, 0.5, 0});
  add_node(model, {2, 2.5, 3}, {-1, 0, 2});
  add_node(model, {2, 3, 4}, {0, 1, 0});
  model.nodes.angular_velocity[1] = {0.2, 0.5, -0.3};
  model.spot_welds = {weld_of(0, 1), weld_of(1, 2)};
  ConditionRig rig(model, {1, 2, 1.5}, {0.05, 0, 0.1});
  const Vec3 momentum = rig.momentum(), spin = rig.angular_momentum();
  rig.step(0.004);
  for (int i = 0; i < 10000; ++i) rig.step(i % 3 ? 0.004 : 0.003);
  expect_below("relative change of momentum", norm(rig.momentum() - momentum) / norm(momentum), 1e-12);
  expect_below("relative change of angular momentum", norm(rig.angular_momentum() - spin) / norm(spin), 1e-11);
  for (Index i : {0, 1}) expect_near("length", norm(rig.x(i + 1) - rig.x(i)), std::sqrt(1.25), 1e-12);
  EXPECT_NEAR(norm(rig.w(0) - rig.w(2)), 0, 1e-13);
}

TEST(SpotWeld, TurningPairKeepsItsEnergy) {
  verifies({"6.10", "welded pair turns, 5,000 steps", "conservation law: energy",
            "velocities are means: (w dt)^2 / 2"});
  Model model;
  add_node(model, {-0.5, 0, 0}, {0, -1, 0});
  add_node(model, {0.5, 0, 0}, {0, 1, 0});
  model.spot_welds = {weld_of(0, 1)};
  ConditionRig rig(model, {1, 1});
  rig.run(0.01, 5000);
  expect_near("kinetic energy", rig.kinetic, 1.0, 2e-4);
}

/// Period from the second crossing of the lowest point to the fourth; x of `node` is the side.
double swing(ConditionRig& rig, double dt, Index node, double& fastest) {
  std::vector<double> crossings;
  double last = rig.x(node).x;
  while (crossings.size() < 4 && rig.clock.cycle < 200000) {
    rig.step(dt);
    fastest = std::max(fastest, norm(rig.v(node)));
    const double now = rig.x(node).x;
    if (last * now < 0) crossings.push_back(rig.clock.time - dt * now / (now - last));
    last = now;
  }
  return crossings[3] - crossings[1];
}

constexpr double gravity = 0.981;  // [mm/ms^2], a hundred times real: periods are ten times shorter

TEST(SpotWeld, PointPendulum) {
  verifies({"7.2", "point pendulum on a weld of 500 mm, released at 60 degrees",
            "closed form: T = 4 K(sin 30) sqrt(L / g), v = sqrt(g L)", "(w dt)^2 / 24 = 2e-7"});
  Model model;
  const double angle = std::acos(-1.0) / 3;
  add_node(model, {});
  add_node(model, {500 * std::sin(angle), -500 * std::cos(angle), 0});
  model.constraints = {{0, 7, none}};
  model.spot_welds = {weld_of(0, 1)};
  model.body_loads = {{1, none, gravity, {}}};
  ConditionRig rig(model, {1, 2});
  double fastest = 0;
  const double period = swing(rig, 0.05, 1, fastest);
  expect_within("period [ms]", period, 152.2312, 1e-6);
  expect_within("largest velocity [mm/ms]", fastest, 22.14723, 1e-5);
  EXPECT_EQ(norm(rig.x(0)), 0);
  expect_within("length [mm]", norm(rig.x(1)), 500, 1e-12);
  const double potential = 2 * gravity * (500 * std::cos(angle) + rig.x(1).y);
  EXPECT_NEAR(rig.kinetic + potential, 0, 2 * 0.05 * gravity * 25);  // x is one step ahead of the kinetic energy
  EXPECT_NEAR(rig.ledger.external_work.value(), rig.kinetic, 1e-3 * 2 * gravity * 250);
}

TEST(SpotWeld, PendulumHangsWithItsWeight) {
  Model model;
  add_node(model, {});
  add_node(model, {0, -10, 0});
  model.constraints = {{0, 7, none}};
  model.spot_welds = {weld_of(0, 1)};
  model.body_loads = {{1, none, gravity, {}}};
  ConditionRig rig(model, {1, 2});
  rig.run(0.1, 10);
  EXPECT_NEAR(rig.welds().normal_force[0], 2 * gravity, 1e-12);
  EXPECT_NEAR(rig.welds().shear_force[0], 0, 1e-12);
}

TEST(SpotWeld, RodPendulum) {
  verifies({"7.2", "uniform rod of 500 mm on its end, released at 60 degrees",
            "closed form: T = 4 K(sin 30) sqrt(2 L / (3 g))", "as above"});
  // A uniform rod swings like two halves of its mass at the Gauss points of its length.
  Model model;
  const double angle = std::acos(-1.0) / 3, g = std::sqrt(1.0 / 3);
  for (const double r : {0.0, 250 * (1 - g), 250 * (1 + g)})
    add_node(model, {r * std::sin(angle), -r * std::cos(angle), 0});
  model.constraints = {{0, 7, none}};
  model.spot_welds = {weld_of(0, 1), weld_of(1, 2)};
  model.body_loads = {{1, none, gravity, {}}};
  ConditionRig rig(model, {1, 2, 2});
  double fastest = 0;
  const double period = swing(rig, 0.05, 2, fastest);
  expect_within("period [ms]", period, 124.2963, 1e-6);
  expect_within("largest angular velocity [rad/ms]", fastest / (250 * (1 + g)), 5.424942e-2, 1e-5);
}

TEST(SpotWeld, SymmetryPlaneHoldsTheCluster) {
  Model model;
  add_node(model, {0, 0, 0});
  add_node(model, {0, 1, 0});
  add_node(model, {0, 2, 0});
  model.constraints = {{0, 4 | 8 | 16, none}, {1, 4 | 8 | 16, none}};
  model.spot_welds = {weld_of(0, 1), weld_of(1, 2)};
  ConditionRig rig(model, {1, 1, 1}, {0.1, 0.1, 0.1});
  rig.run(0.01, 200, [](const Clock&, NodeState& nodes) {
    set_row(totals(nodes.force), 2, {1, 0.3, 5});
    set_row(totals(nodes.moment), 2, {1, 1, 0.2});
  });
  for (Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(rig.x(i).z, 0, 1e-13);
    EXPECT_NEAR(rig.w(i).x, 0, 1e-13);
    EXPECT_NEAR(rig.w(i).y, 0, 1e-13);
  }
  EXPECT_GT(std::abs(rig.w(0).z), 0.1);
  EXPECT_GT(rig.x(1).x, 0.1);
}

TEST(SpotWeld, PrescribedNodePullsItsPartner) {
  verifies({"6.2", "accelerated node tows its partner", "closed form: m a", "half a step at the start"});
  Model model;
  add_node(model, {0, 0, 0});
  add_node(model, {1, 0, 0});
  for (int axis = 0; axis < 3; ++axis) {
    PrescribedMotion motion;
    motion.nodes = {0};
    motion.direction = Mat3::identity().row[axis];
    motion.scale = axis == 0 ? -1 : 0;
    motion.curve = none;
    model.motions.push_back(motion);
  }
  model.motions[0].curve = add_curve(model, {0, 10}, {0, 10});
  model.spot_welds = {weld_of(0, 1)};
  ConditionRig rig(model, {1, 3});
  rig.run(0.01, 101);
  EXPECT_NEAR(rig.x(1).x, 1 - 0.5 * 1.01 * 1.01, 1e-12);
  expect_near("force of the weld", rig.welds().normal_force[0], 3.0, 1e-10);
  EXPECT_NEAR(rig.kinetic, 0.5 * 4, 1e-10);
  expect_near("work", rig.ledger.external_work.value(), rig.kinetic, 1e-4);  // F dt^2 a / 8 = 5e-5
}

TEST(SpotWeld, NodeOnARailStaysOnIt) {
  verifies({"6.2", "welded node held in one direction, beside its cluster's centre, 1,000 steps",
            "conservation law: momentum along the rail, energy", "velocities are means: (w dt)^2 / 2 = 8e-5"});
  Model model;
  add_node(model, {0, 0, 0});
  add_node(model, {1, 0, 0.5}, {0, 1, 1});
  model.constraints = {{0, 1, none}};
  model.spot_welds = {weld_of(0, 1)};
  ConditionRig rig(model, {1, 2});
  rig.run(0.01, 2);  // the first makes the nodes' velocities equal
  const double energy = rig.kinetic;
  const Vec3 momentum = rig.momentum();
  rig.run(0.01, 1000);
  EXPECT_EQ(rig.x(0).x, 0);
  expect_near("way off the rail", rig.x(0).x, 0, 1e-15);
  expect_near("momentum along the rail", rig.momentum().y, momentum.y, 1e-12);
  EXPECT_NEAR(rig.momentum().z, momentum.z, 1e-12);
  expect_within("energy", rig.kinetic, energy, 2e-4);
  EXPECT_NEAR(rig.ledger.external_work.value(), 0, 1e-12);
  EXPECT_NEAR(norm(rig.x(1) - rig.x(0)), std::sqrt(1.25), 1e-11);
}

TEST(SpotWeld, NodeIsDrivenInOneDirectionAndDoesTheWork) {
  Model model;
  add_node(model, {0, 0, 0});
  add_node(model, {0.4, 1, 0});
  PrescribedMotion motion;
  motion.nodes = {0};
  motion.direction = {1, 0, 0};
  motion.kind = MotionKind::acceleration;
  motion.curve = none;
  motion.scale = 2;
  model.motions = {motion};
  model.spot_welds = {weld_of(0, 1)};
  ConditionRig rig(model, {1, 3}, {0.1, 0.2});
  rig.run(0.001, 1000);
  EXPECT_NEAR(rig.v(0).x, 2 * 0.9995, 1e-12);  // half a step is the first
  expect_within("work of an accelerated welded node", rig.ledger.external_work.value(), rig.kinetic, 2e-3);
}

TEST(SpotWeld, ForcesOfAChainFollowFromEquilibrium) {
  verifies({"6.2", "chain of two welds, pulled and pushed", "closed form: equilibrium with inertia", "rounding"});
  Model model;
  for (int i = 0; i < 3; ++i) add_node(model, {double(i), 0, 0});
  model.spot_welds = {weld_of(0, 1), weld_of(2, 1)};
  ConditionRig rig(model, {1, 2, 1});
  rig.step(0.01, [](const Clock&, NodeState& nodes) { totals(nodes.force)(0, 0) = -8, totals(nodes.force)(2, 0) = 8; });
  for (int i : {0, 1}) expect_near("force pulled", rig.welds().normal_force[i], 8, 1e-12);
  rig.step(0.01, [](const Clock&, NodeState& nodes) { totals(nodes.force)(0, 0) = 8; });
  expect_near("force pushed, 3/4 of the mass behind it", rig.welds().normal_force[0], -6, 1e-12);
  expect_near("force pushed, 1/4 of the mass behind it", rig.welds().normal_force[1], -2, 1e-12);
}

TEST(SpotWeld, ShearForceOfPairWithInertia) {
  Model model;
  add_node(model, {0, 0, 0});
  add_node(model, {0, 0, 2});
  model.spot_welds = {weld_of(0, 1)};
  ConditionRig rig(model, {1, 1}, {3, 3});
  rig.step(1e-3, [](const Clock&, NodeState& nodes) { totals(nodes.force)(0, 0) = -4, totals(nodes.force)(1, 0) = 4; });
  // Torque 8 on m r^2 = 2 and 2 J = 6: half the turning goes into m, so the link carries 4 (1 - 2/8).
  EXPECT_NEAR(rig.welds().shear_force[0], 3.0, 1e-6);  // r turns by a dt^2 / 4 = 2.5e-7 in the step
  EXPECT_NEAR(rig.welds().normal_force[0], 0.0, 1e-5);
}

TEST(SpotWeld, FailsInTheStepThatReachesTheCriterion) {
  verifies({"6.2", "weld fails under growing tension and shear", "closed form: (N / SN)^n + (S / SS)^m = 1",
            "from the step that reaches it to the step before; inertia takes 5e-7 of the shear"});
  Model model;
  add_node(model, {0, 0, 0});
  add_node(model, {0, 0, 1});
  SpotWeld weld = weld_of(0, 1, 10, 6);
  weld.normal_exponent = 1.5;
  model.spot_welds = {weld};
  ConditionRig rig(model, {1, 1}, {1e6, 1e6});  // heavy against rotation: the link carries the whole shear
  const auto pull = [](const Clock& clock, NodeState& nodes) {
    const Vec3 force{3 * clock.time, 0, 8 * clock.time};
    set_row(totals(nodes.force), 0, -force);
    set_row(totals(nodes.force), 1, force);
  };
  const auto load = [](double t) { return std::pow(0.8 * t, 1.5) + 0.25 * t * t; };
  while (rig.failed_welds().empty() && rig.clock.cycle < 1000) rig.step(0.01, pull);
  const double t = rig.clock.time - 0.01;  // of the forces in the step that failed
  expect_between("criterion in the step of failure", load(t), 1.0 - 1e-5, load(t) - load(t - 0.01) + 1.0, 1);
  EXPECT_NEAR(norm(rig.x(1) - rig.x(0)), 1.0, 1e-13);  // it still held in that step
  EXPECT_EQ(rig.welds().clusters.size(), 0u);
  rig.run(0.01, 10, pull);
  EXPECT_GT(norm(rig.x(1) - rig.x(0)), 1.05);
  EXPECT_EQ(rig.failed_welds().size(), 1u);
}

TEST(SpotWeld, CompressionDoesNotBreakItAndTimeDoes) {
  Model model;
  add_node(model, {0, 0, 0});
  add_node(model, {0, 0, 1});
  add_node(model, {0, 1, 0});
  add_node(model, {0, 1, 1});
  SpotWeld timed = weld_of(2, 3);
  timed.id = 7;
  timed.failure_time = 0.5;
  model.spot_welds = {weld_of(0, 1, 10, 10), timed};
  ConditionRig rig(model, {1, 1, 1, 1});
  rig.run(0.1, 10, [](const Clock&, NodeState& nodes) {
    totals(nodes.force)(0, 2) = 100;
    totals(nodes.force)(1, 2) = -100;
  });
  EXPECT_EQ(rig.failed_welds(), std::vector<Id>{7});
  EXPECT_EQ(rig.welds().nodes, (kernels::RunVector<Index>{0, 1}));
}

TEST(SpotWeld, RingOfWeldsMovesAsOneAndOutlivesALink) {
  Model model;
  add_node(model, {0, 0, 0}, {1, 0, 0});
  add_node(model, {1, 0, 0});
  add_node(model, {0, 1, 0}, {0, 2, 0});
  SpotWeld timed = weld_of(0, 1);
  timed.id = 7;
  timed.failure_time = 0.3;
  model.spot_welds = {timed, weld_of(1, 2), weld_of(2, 0)};
  ConditionRig rig(model, {1, 1, 1});
  rig.run(0.01, 200);
  EXPECT_EQ(rig.failed_welds(), std::vector<Id>{7});
  EXPECT_NEAR(norm(rig.x(0) - rig.x(1)), 1.0, 1e-13);  // still held through the third node
}

TEST(SpotWeld, WeldToARigidBodyIsAnError) {
  Model model;
  add_node(model, {});
  add_node(model, {1, 0, 0});
  model.spot_welds = {weld_of(0, 1)};
  RigidBody body;
  body.nodes = {1};
  model.rigid_bodies = {body};
  EXPECT_THROW(ConditionRig(model, {1, 1}), Error);
}

}  // namespace
}  // namespace crumple::test::spot_welds_motion
