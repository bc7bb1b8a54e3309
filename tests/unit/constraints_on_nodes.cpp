// Fixed degrees of freedom and prescribed motions of nodes.
#include <cmath>

#include "condition_rig.hpp"

namespace crumple::test::constraints_on_nodes {
namespace {

constexpr double rounding = 1e-12;  ///< a few hundred operations of 1e-16 each, values of the order of 1

void push(const Clock&, NodeState& nodes) {
  for (Index i = 0; i < nodes.count(); ++i) {
    set_row(totals(nodes.force), i, {1, 2, 3});
    set_row(totals(nodes.moment), i, {4, 5, 6});
  }
}

TEST(Constraints, GlobalDegreesOfFreedomStayZero) {
  Model model;
  const Index node = add_node(model, {}, {1, 1, 1});
  model.constraints = {{node, 1 | 8, none}, {node, 4 | 32, none}};
  ConditionRig rig(model, {1}, {1});
  rig.run(0.1, 11, push);
  EXPECT_EQ(rig.x(node).x, 0);
  EXPECT_EQ(rig.x(node).z, 0);
  EXPECT_NEAR(rig.v(node).y, 1 + 2 * 1.05, rounding);
  EXPECT_EQ(rig.w(node).x, 0);
  EXPECT_EQ(rig.w(node).z, 0);
  EXPECT_NEAR(rig.w(node).y, 5 * 1.05, rounding);
}

TEST(Constraints, LocalFrameFixesItsOwnAxes) {
  Model model;
  const Index node = add_node(model, {});
  const double s = std::sqrt(0.5);
  model.frames = {{1, {}, {{Vec3{s, s, 0}, Vec3{-s, s, 0}, Vec3{0, 0, 1}}}}};
  model.constraints = {{node, 1 | 16, 0}};
  ConditionRig rig(model, {1}, {1});
  rig.run(0.1, 11, push);
  const Vec3 v = rig.v(node), w = rig.w(node);
  EXPECT_NEAR(s * v.x + s * v.y, 0, rounding);
  EXPECT_NEAR(-s * v.x + s * v.y, s * 1.05, rounding);  // (f . e2) t
  EXPECT_NEAR(v.z, 3 * 1.05, rounding);
  EXPECT_NEAR(-s * w.x + s * w.y, 0, rounding);
  EXPECT_NEAR(s * w.x + s * w.y, 9 * s * 1.05, rounding);
}

TEST(Constraints, FramesThatOverlapFixAllTheyShare) {
  Model model;
  const Index node = add_node(model, {});
  const double s = std::sqrt(0.5);
  model.frames = {{1, {}, {{Vec3{s, s, 0}, Vec3{-s, s, 0}, Vec3{0, 0, 1}}}}};
  model.constraints = {{node, 1, 0}, {node, 1, none}};  // (1,1,0) and x: nothing in the plane is left
  ConditionRig rig(model, {1});
  rig.run(0.1, 10, push);
  EXPECT_NEAR(norm(rig.v(node) - Vec3{0, 0, rig.v(node).z}), 0, rounding);
  EXPECT_GT(rig.v(node).z, 1);
}

PrescribedMotion along_x(Index node, MotionKind kind, Index curve) {
  PrescribedMotion motion;
  motion.nodes = {node};
  motion.direction = {1, 0, 0};
  motion.kind = kind;
  motion.curve = curve;
  return motion;
}

TEST(PrescribedMotion, VelocityAccelerationDisplacement) {
  Model model;
  const Index a = add_node(model, {}), b = add_node(model, {}), c = add_node(model, {5, 0, 0});
  const Index ramp = add_curve(model, {0, 10}, {0, 10}), one = add_curve(model, {0, 10}, {1, 1});
  std::vector<double> times, values;
  for (int i = 0; i <= 100; ++i) times.push_back(0.01 * i), values.push_back(std::sin(0.05 * i));
  const Index sine = add_curve(model, times, values);
  model.motions = {along_x(a, MotionKind::velocity, ramp), along_x(b, MotionKind::acceleration, one),
                   along_x(c, MotionKind::displacement, sine)};
  ConditionRig rig(model, {1, 1, 1});
  rig.run(0.01, 80, push);
  // Velocity and acceleration with x = t^2 / 2: the middle of the step is exact for them.
  EXPECT_NEAR(rig.x(a).x, 0.5 * 0.8 * 0.8, rounding);
  EXPECT_NEAR(rig.x(b).x, 0.5 * 0.8 * 0.8, rounding);
  EXPECT_NEAR(rig.x(c).x, 5 + std::sin(0.05 * 80), rounding);
  EXPECT_NEAR(rig.x(c).y, 0.5 * 2 * 0.8 * 0.8, rounding);  // other directions stay free
}

TEST(PrescribedMotion, ContradictionsAreNamed) {
  Model model;
  const Index node = add_node(model, {});
  PrescribedMotion along_x, along_y, later, turning;
  for (PrescribedMotion* motion : {&along_x, &along_y, &later, &turning}) {
    motion->nodes = {node};
    motion->direction = {1, 0, 0};
  }
  along_y.direction = {0, 1, 0};
  turning.rotation = true;
  along_x.death = later.birth = 1;
  model.motions = {along_x, along_y, later, turning};
  EXPECT_TRUE(constraint_warnings(model).empty());
  model.motions[2].birth = 0.5;
  const std::vector<std::string> warnings = constraint_warnings(model);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("has two prescribed motions"), std::string::npos);
}

TEST(PrescribedMotion, BirthAndDeathLimitIt) {
  Model model;
  const Index node = add_node(model, {});
  PrescribedMotion motion = along_x(node, MotionKind::velocity, none);
  motion.birth = 0.35;
  motion.death = 0.65;
  model.motions = {motion};
  ConditionRig rig(model, {1});
  rig.run(0.1, 10);
  // Active in the steps whose middle is 0.35, 0.45, 0.55; then free with the velocity it has.
  EXPECT_NEAR(rig.x(node).x, 0.7, rounding);
}

TEST(PrescribedMotion, ReactionWorkIsTheKineticEnergyItGives) {
  Model model;
  const Index node = add_node(model, {});
  model.motions = {along_x(node, MotionKind::velocity, add_curve(model, {0, 10}, {0, 20}))};
  PrescribedMotion turn = model.motions[0];
  turn.rotation = true;
  model.motions.push_back(turn);
  ConditionRig rig(model, {3}, {0.2});
  rig.run(0.01, 100, [](const Clock&, NodeState& nodes) { set_row(totals(nodes.force), 0, {-4, 0, 0}); });
  const double t = 0.99, work_against_force = 4 * t * t;  // force 4, x = t^2
  EXPECT_NEAR(rig.kinetic, 0.5 * 3.2 * 4 * t * t, 1e-10);
  EXPECT_NEAR(rig.ledger.external_work.value(), rig.kinetic + work_against_force,
              1e-3);  // half a step at the start: F dt^2 a / 8
}

}  // namespace
}  // namespace crumple::test::constraints_on_nodes
