// How many nodes are behind a rigid wall, and how deep.
#include "physics/contact/penetration_counts.hpp"
#include "physics/walls/wall_penetration.hpp"

#include "condition_rig.hpp"

namespace crumple::test::wall_penetration {
namespace {

/// Three nodes before a wall in the plane z = 0, the last one of a rigid body.
Model nodes_before_a_wall() {
  Model model;
  for (int i = 0; i < 3; ++i) add_node(model, {double(i), 0, 100});
  RigidBody body;
  body.nodes = {2};
  model.rigid_bodies = {body};
  model.control.wall_penalty = 1;
  RigidWall wall;
  wall.id = 4;
  wall.normal = {0, 0, 1};
  wall.all_nodes = true;
  model.walls = {wall};
  return model;
}

/// With the nodes at these heights.
PenetrationCount count(ConditionRig& rig, const std::array<double, 3>& heights) {
  for (Index i = 0; i < 3; ++i) rig.nodes.position(i, 2) = heights[std::size_t(i)];
  rig.clock.dt = 0;  // the state of a wall is that after the step
  return count_behind_walls(*find<RigidWalls>(rig.features), rig.state, 0.2).at(0);
}

TEST(WallPenetration, CountsNodesBehindAWall) {
  ConditionRig rig(nodes_before_a_wall(), {1, 1, 1});
  const PenetrationCount behind = count(rig, {-0.1, -0.3, 0.5});
  EXPECT_EQ(behind.id, 4);
  EXPECT_EQ(behind.n_nodes, 3);
  EXPECT_EQ(behind.n_deep, 1);
  EXPECT_EQ(behind.node, 2);
  EXPECT_NEAR(behind.depth, 0.3, 1e-12);  // rounding of the positions
}

TEST(WallPenetration, KnowsWhereAMovingWallIs) {
  Model model = nodes_before_a_wall();
  model.walls[0].mass = 1e9;
  model.walls[0].velocity = 1;
  ConditionRig rig(model, {1, 1, 1});
  rig.step(1.0);  // the wall has moved by 1
  const PenetrationCount behind = count(rig, {-0.1, -0.3, 0.5});
  EXPECT_EQ(behind.n_deep, 3);
  EXPECT_NEAR(behind.depth, 1.3, 1e-12);
}

}  // namespace
}  // namespace crumple::test::wall_penetration
