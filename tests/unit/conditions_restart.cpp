// The state of loads, motions, bodies, welds and walls goes through the archive without losing a bit.
#include "condition_rig.hpp"

namespace crumple::test::conditions_restart {
namespace {

Model crowded_model() {
  Model model;
  for (int i = 0; i < 9; ++i) add_node(model, {double(i % 3), double(i / 3), 0.1 * (i + 1)}, {0.3 * i, 0, -2});
  RigidBody body;
  body.nodes = {0, 1, 2};
  model.rigid_bodies = {body};
  SpotWeld strong, weak;
  strong.id = 1;
  strong.nodes = {3, 4};
  weak.id = 2;
  weak.nodes = {4, 5};
  weak.failure_time = 0.1;
  model.spot_welds = {strong, weak};
  RigidWall wall;
  wall.all_nodes = true, wall.normal = {0, 0, 1}, wall.mass = 3, wall.velocity = 1;
  model.walls = {wall};
  PrescribedMotion motion;
  motion.nodes = {8}, motion.direction = {0, 1, 0};
  model.motions = {motion};
  model.body_loads = {{2, none, 9.81, {}}};
  model.damping.constant = 0.5;
  return model;
}

TEST(ConditionState, RestartContinuesWithTheSameBits) {
  const std::vector<double> mass{1, 2, 3, 1, 2, 3, 1, 2, 3}, inertia(9, 0.1);
  ConditionRig whole(crowded_model(), mass, inertia), resumed(crowded_model(), mass, inertia);
  whole.run(0.01, 20);
  EXPECT_EQ(whole.failed_welds(), std::vector<Id>{2});
  resumed.load(whole.save());
  whole.run(0.01, 30);
  resumed.run(0.01, 30);
  for (Index i = 0; i < 9; ++i) EXPECT_EQ(whole.x(i), resumed.x(i));
  EXPECT_EQ(whole.kinetic, resumed.kinetic);
  EXPECT_EQ(whole.ledger.external_work.value(), resumed.ledger.external_work.value());
  EXPECT_EQ(whole.ledger.damping.value(), resumed.ledger.damping.value());
  EXPECT_EQ(whole.ledger.rigid_wall.value(), resumed.ledger.rigid_wall.value());
}

}  // namespace
}  // namespace crumple::test::conditions_restart
