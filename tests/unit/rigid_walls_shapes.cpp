// Rigid walls of *RIGIDWALL_GEOMETRIC: where and when nodes meet spheres, cylinders, prisms and flat walls, and what is
// left of their velocity. Steps of 0.01, so a node stops within 0.01 v of its place.
#include <cmath>

#include "condition_rig.hpp"
#include "tests/support/expect.hpp"

namespace crumple::test::rigid_walls_shapes {
namespace {

RigidWall wall_of(RigidWallShape shape) {
  RigidWall wall;
  wall.id = 1;
  wall.shape = shape;
  wall.all_nodes = true;
  wall.normal = {0, 0, 1};
  wall.radius = 20;
  return wall;
}

RigidWall box() {  // x 0..10, y 0..6, z -4..0
  RigidWall wall = wall_of(RigidWallShape::prism);
  wall.edge_l = {1, 0, 0}, wall.edge_m = {0, 1, 0};
  wall.length_l = 10, wall.length_m = 6, wall.depth = 4;
  return wall;
}

/// Moves by the curve along `direction`.
void move(Model& model, RigidWall& wall, const Vec3& direction, MotionKind kind, const std::vector<double>& times,
          const std::vector<double>& values) {
  wall.motion_curve = add_curve(model, times, values);
  wall.motion_kind = kind;
  wall.motion_direction = direction;
}

double balance(const ConditionRig& rig) {
  return rig.kinetic + rig.ledger.rigid_wall.value() - rig.ledger.external_work.value();
}

// Down at 10 onto a sphere at (12, 0, 16), normal (0.6, 0, 0.8): of the velocity (4.8, 0, -3.6) is left, along the
// tangent plane; with friction 0.5 its 6 lose 0.5 x 8. The place is known but for the distance of one step.
TEST(GeometricWall, Sphere) {
  verifies({"8.4", "node falls on a sphere, with and without friction",
            "closed form: the velocity along the tangent plane is left", "the distance of one step"});
  for (const double friction : {0.0, 0.5}) {
    Model model;
    add_node(model, {12, 0, 46}, {0, 0, -10});
    add_node(model, {20.1, 0, 30}, {0, 0, -10});
    RigidWall wall = wall_of(RigidWallShape::sphere);
    wall.friction = friction;
    model.walls = {wall};
    ConditionRig rig(model, {3, 1});
    rig.run(0.01, 299);
    EXPECT_EQ(rig.v(0).z, -10);
    rig.run(0.01, 5);
    const double left = friction > 0 ? 2 : 6;
    expect_below("error of the velocity left", norm(rig.v(0) - left * Vec3{0.8, 0, -0.6}), 0.05);
    expect_below("error of the place", norm(rig.x(0) - Vec3{12, 0, 16}), 0.1 + 0.04 * left);
    expect_near("energy lost", rig.ledger.rigid_wall.value(), 0.5 * 3 * (100 - left * left), 0.5 * 3 * 100 * 0.02);
    rig.run(0.01, 400);
    EXPECT_NEAR(rig.x(1).x, 20.1, 0);  // passes beside
    EXPECT_NEAR(balance(rig), 0.5 * 4 * 100, 1e-7);
    EXPECT_GT(norm(rig.x(0)), 20);
  }
}

// The same around an axis along (0, 3, 4), which leaves the velocity along the axis alone; behind the end of a finite
// one nodes pass, and its end stops them.
TEST(GeometricWall, Cylinder) {
  const Vec3 axis{0, 0.6, 0.8}, up{0, -0.8, 0.6}, side{1, 0, 0};
  Model model;
  add_node(model, 12 * side + 46 * up + 30 * axis, -10.0 * up + 2.0 * axis);
  add_node(model, 12 * side + 46 * up + 101 * axis, -10.0 * up);
  add_node(model, 3 * side + 2 * up + 110 * axis, 1.0 * side - 5.0 * axis);
  RigidWall wall = wall_of(RigidWallShape::cylinder);
  wall.normal = axis;
  wall.cylinder_length = 100;
  model.walls = {wall};
  ConditionRig rig(model, {3, 1, 1});
  rig.run(0.01, 304);
  EXPECT_NEAR(norm(rig.v(0) - (4.8 * side - 3.6 * up + 2.0 * axis)), 0, 0.05);
  EXPECT_NEAR(norm(rig.x(0) - (12 * side + 16 * up + 36.08 * axis)), 0, 0.1 + 0.04 * 6);
  EXPECT_NEAR(norm(rig.v(1) - -10.0 * up), 0, 1e-14);
  EXPECT_NEAR(norm(rig.v(2) - side), 0, 1e-12);
  EXPECT_NEAR(dot(rig.x(2), axis), 100, 1e-12);  // on the end, along which it slides
  EXPECT_NEAR(balance(rig), 0.5 * 3 * 104 + 50 + 13, 1e-7);
}

// Nodes meet the face that they came through: the top, a side, the bottom; one passes beside.
TEST(GeometricWall, Prism) {
  Model model;
  add_node(model, {5, 3, 1}, {1, 0, -2});
  add_node(model, {11, 3, -2}, {-2, 0.5, 0});
  add_node(model, {5, 3, -5}, {0, 0, 2});
  add_node(model, {10.5, 3, 1}, {0, 0, -2});
  model.walls = {box()};
  ConditionRig rig(model, {1, 1, 1, 1});
  rig.run(0.01, 200);
  EXPECT_NEAR(norm(rig.x(0) - Vec3{7, 3, 0}), 0, 1e-12);
  EXPECT_NEAR(norm(rig.x(1) - Vec3{10, 4, -2}), 0, 1e-12);
  EXPECT_NEAR(norm(rig.x(2) - Vec3{5, 3, -4}), 0, 1e-12);
  EXPECT_NEAR(norm(rig.x(3) - Vec3{10.5, 3, -3}), 0, 1e-12);
  EXPECT_NEAR(rig.ledger.rigid_wall.value(), 3 * 0.5 * 4, 1e-8);
}

// A node that is in a body at the start is not thrown out, but does not go deeper.
TEST(GeometricWall, NodesWithinAtTheStartGoNoDeeper) {
  Model model;
  add_node(model, {5, 3, -0.5}, {0, 0, -1});
  add_node(model, {5, 3, -1}, {0, 0, 1});
  model.walls = {box()};
  ConditionRig rig(model, {1, 1});
  rig.run(0.01, 200);
  EXPECT_NEAR(rig.x(0).z, -0.5, 1e-12);
  EXPECT_NEAR(rig.x(1).z, 1, 1e-12);
}

// Flat walls have an extent; below it and beside it nodes are free.
TEST(GeometricWall, Flat) {
  Model model;
  add_node(model, {5, 3, 1}, {0, 0, -2});
  add_node(model, {5, 7, 1}, {0, 0, -2});
  RigidWall wall = box();
  wall.shape = RigidWallShape::flat;
  model.walls = {wall};
  ConditionRig rig(model, {1, 1});
  rig.run(0.01, 200);
  EXPECT_NEAR(rig.x(0).z, 0, 1e-12);
  EXPECT_NEAR(rig.x(1).z, -3, 1e-12);
}

// A wall at V gives a node at rest V: impulse m V, work m V^2, of which half is lost in the plastic impact. All shapes
// move along (0, 0, 1) under the node, by a velocity, by a displacement, and with a curve that counts from birth.
TEST(GeometricWall, MotionByCurveDoesWork) {
  for (const RigidWallShape shape :
       {RigidWallShape::flat, RigidWallShape::prism, RigidWallShape::cylinder, RigidWallShape::sphere})
    for (const MotionKind kind : {MotionKind::velocity, MotionKind::displacement}) {
      Model model;
      add_node(model, {0, 0, 20.5});
      RigidWall wall = box();
      wall.shape = shape;
      wall.radius = 20;
      if (shape == RigidWallShape::flat || shape == RigidWallShape::prism) wall.point = {-5, -3, 20};
      if (shape == RigidWallShape::cylinder) wall.normal = {0, 1, 0};
      wall.birth = 0.095;  // in the step that ends the first ten
      const bool by_velocity = kind == MotionKind::velocity;
      move(model, wall, {0, 0, 1}, kind, {0, 1}, by_velocity ? std::vector<double>{2, 2} : std::vector<double>{0, 2});
      model.walls = {wall};
      ConditionRig rig(model, {3});
      rig.run(0.01, 10);
      EXPECT_EQ(rig.wall().displacement, 0);
      rig.run(0.01, 24);  // 0.25 until they meet
      EXPECT_EQ(rig.v(0).z, 0);
      rig.run(0.01, 26);
      EXPECT_NEAR(rig.v(0).z, 2, 1e-12);
      EXPECT_NEAR(rig.x(0).z, 21, 1e-12);
      EXPECT_NEAR(rig.ledger.external_work.value(), 3 * 4, 1e-8);
      EXPECT_NEAR(rig.ledger.rigid_wall.value(), 0.5 * 3 * 4, 1e-8);
    }
}

// A plane that moves along itself drags a node by friction until they move alike, and leaves it if it is frictionless.
TEST(GeometricWall, FrictionIsRelativeToTheMovingWall) {
  Model model;
  add_node(model, {0, 0, 0});
  RigidWall wall = wall_of(RigidWallShape::flat);
  wall.friction = 0.5;
  move(model, wall, {1, 0, 0}, MotionKind::velocity, {0, 1}, {3, 3});
  model.walls = {wall};
  ConditionRig rig(model, {2});
  const auto press = [](const Clock&, NodeState& nodes) { totals(nodes.force)(0, 2) = -8; };
  rig.run(0.01, 100, press);
  EXPECT_NEAR(rig.v(0).x, 2 * 0.995, 1e-10);  // a = mu N / m = 2
  rig.run(0.01, 100, press);
  EXPECT_NEAR(rig.v(0).x, 3, 1e-12);
  EXPECT_NEAR(balance(rig), 0, 1e-8);
}

// A welded pair whose one node meets the sphere stops as one along that node's normal.
TEST(GeometricWall, WeldedNodesStopTogether) {
  Model model;
  add_node(model, {12, 0, 17}, {0, 0, -10});
  add_node(model, {12, 5, 17}, {0, 0, -10});
  model.walls = {wall_of(RigidWallShape::sphere)};
  SpotWeld weld;
  weld.nodes = {0, 1};
  model.spot_welds = {weld};
  ConditionRig rig(model, {2, 1});
  rig.run(0.01, 12);  // the last step but one stops them
  EXPECT_NEAR(norm(rig.v(0) - Vec3{4.8, 0, -3.6}), 0, 0.05);
  EXPECT_NEAR(norm(rig.v(1) - rig.v(0)), 0, 1e-12);
  EXPECT_NEAR(rig.ledger.rigid_wall.value(), 0.5 * 3 * 64, 2);
}

// Rigid bodies' nodes meet springs: a body falls on a prism and bounces off with the speed it had.
TEST(GeometricWall, PenaltyReturnsARigidBody) {
  Model model;
  for (const double x : {3.0, 7.0})
    for (const double y : {1.0, 5.0}) add_node(model, {x, y, 0.5}, {0, 0, -2});
  model.rigid_bodies = {RigidBody{}};
  model.rigid_bodies[0].nodes = {0, 1, 2, 3};
  model.control.wall_penalty = 1;
  model.walls = {box()};
  ConditionRig rig(model, {1, 1, 1, 1});
  double deepest = 0;
  for (int i = 0; i < 100; ++i) {
    rig.step(0.01);
    deepest = std::min(deepest, rig.x(0).z);
  }
  EXPECT_NEAR(deepest, -2 * 2 * 0.01, 0.06 * 2 * 2 * 0.01);  // v / w, w = 1 / (2 dt): (w dt)^2 / 4 = 6 %
  EXPECT_NEAR(rig.v(0).z, 2, 0.06 * 2);                      // but for the step of release
  EXPECT_NEAR(balance(rig), 0.5 * 4 * 4, 1e-7);
}

}  // namespace
}  // namespace crumple::test::rigid_walls_shapes
