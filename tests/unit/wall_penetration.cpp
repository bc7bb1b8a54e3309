// The count of nodes behind a rigid wall.
#include "contact_scene.hpp"
#include "physics/walls/wall_penetration.hpp"

namespace crumple::test {
namespace {

/// A wall at z = 0: nodes behind it by more than the tolerance count, for a fixed wall and one that has moved.
TEST(WallPenetration, NodesBehindAWall) {
  Scene scene;
  const Index first = scene.add_sheet(scene.add_shell_part(1), {13, 14, 20}, {10, 0, 0}, {0, 10, 0}, 1, 1);
  RigidWall wall;
  wall.id = 4;
  wall.normal = {0, 0, 1};
  wall.all_nodes = true;
  scene.model.walls.push_back(wall);
  Motion motion(scene, 1e-3);
  RigidWalls walls;
  WallState state;
  walls.walls.resize(1);
  state.walls.resize(1);
  motion.clock.dt = 0;  // the state of a wall is that after the step
  walls.walls[0].nodes = {first, first + 1};
  walls.walls[0].body_nodes = {first + 2};
  const std::array<double, 3> height{-0.1, -0.3, 0.5};
  for (int i = 0; i < 3; ++i)
    set_row(motion.state.position, first + i, {motion.position(first + i).x, motion.position(first + i).y, height[i]});
  const auto count = [&] {
    return count_behind_walls(world(), {motion.domain, walls, state, motion.state, motion.clock}, 0.2).at(0);
  };
  PenetrationCount behind = count();
  EXPECT_EQ(behind.id, 4);
  EXPECT_EQ(behind.n_nodes, 3);
  EXPECT_EQ(behind.n_deep, 1);
  EXPECT_EQ(behind.node, motion.domain.model.nodes.id[first + 1]);
  EXPECT_NEAR(behind.depth, 0.3, 1e-12);  // rounding of the positions
  state.walls[0].displacement = 1;        // along the normal
  behind = count();
  EXPECT_EQ(behind.n_deep, 3);
  EXPECT_NEAR(behind.depth, 1.3, 1e-12);
}

}  // namespace
}  // namespace crumple::test
