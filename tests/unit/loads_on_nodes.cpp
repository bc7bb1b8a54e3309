// Loads: forces against closed forms, and their work against the kinetic energy they cause.
#include <cmath>

#include "condition_rig.hpp"

namespace crumple::test::loads_on_nodes {
namespace {

constexpr double rounding = 1e-12;  ///< a few hundred operations of 1e-16 each, values of the order of 1

TEST(Loads, NodalForceAndMomentAccelerate) {
  Model model;
  const Index node = add_node(model, {1, 2, 3});
  model.nodal_loads = {{{node}, false, {0, 1, 0}, none, 6.0}, {{node}, true, {0, 0, 1}, none, 2.0}};
  ConditionRig rig(model, {3}, {0.5});
  rig.run(0.01, 101);  // v is at t(n-1/2)
  EXPECT_NEAR(rig.v(node).y, 2 * 1.005, rounding);
  EXPECT_NEAR(rig.w(node).z, 4 * 1.005, rounding);
  EXPECT_NEAR(rig.x(node).y, 2 + 0.5 * 2 * 1.01 * 1.01, rounding);
  EXPECT_NEAR(rig.ledger.external_work.value(), rig.kinetic,
              1e-9);  // constant force: central differences balance exactly
  EXPECT_GT(rig.kinetic, 10.0);
}

TEST(Loads, BodyLoadActsAgainstItsAxisAsInLsDyna) {
  Model model;
  const Index node = add_node(model, {});
  model.body_loads = {{2, add_curve(model, {0, 10}, {9.81, 9.81}), 0.5, {}}};
  ConditionRig rig(model, {7});
  rig.run(0.02, 50);
  EXPECT_NEAR(rig.x(node).z, -0.5 * 0.5 * 9.81, rounding);
  EXPECT_NEAR(rig.ledger.external_work.value(), rig.kinetic, 1e-9);
}

/// Integral of the normal over the bilinear surface by the midpoint rule; its integrand is linear, so this is exact.
Vec3 area_by_quadrature(const std::array<Vec3, 4>& x) {
  const int n = 16;
  Vec3 sum;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double r = (i + 0.5) / n, s = (j + 0.5) / n;
      const Vec3 along_r = (1 - s) * (x[1] - x[0]) + s * (x[2] - x[3]);
      const Vec3 along_s = (1 - r) * (x[3] - x[0]) + r * (x[2] - x[1]);
      sum += (1.0 / (n * n)) * cross(along_r, along_s);
    }
  return sum;
}

TEST(Loads, PressureFollowsAWarpedQuad) {
  Model model;
  const std::array<Vec3, 4> x{Vec3{0, 0, 0}, Vec3{2, 0, 0.3}, Vec3{2.1, 1.5, -0.2}, Vec3{-0.1, 1, 0.4}};
  std::array<Index, 4> quad{};
  for (int k = 0; k < 4; ++k) quad[k] = add_node(model, x[k]);
  const std::array<Index, 4> triangle{quad[0], quad[1], quad[2], quad[2]};
  model.pressure_loads = {{{quad}, none, 10.0, 0.0}, {{triangle}, none, 1.0, 1e9}};
  ConditionRig rig(model, {1, 1, 1, 1});
  Vec3 total;
  rig.step(1e-3);
  for (const Index node : quad) total += row(rig.force, node);
  const Vec3 area = area_by_quadrature(x);
  EXPECT_NEAR(norm(total - (-10.0) * area), 0, 1e-9);  // four contributions rounded to 2^-40
  EXPECT_LT(total.z, 0);                               // the normal points up, pressure against it
  // Turned by a quarter about x: the force turns with the segment.
  for (const Index node : quad) set_row(rig.nodes.position, node, {x[node].x, -x[node].z, x[node].y});
  rig.step(1e-3);
  Vec3 turned;
  for (const Index node : quad) turned += row(rig.force, node);
  EXPECT_NEAR(norm(turned - Vec3{total.x, -total.z, total.y}), 0, 1e-9);
}

TEST(Loads, TrianglePressureArrivesLateOnThreeNodes) {
  Model model;
  for (const Vec3& x : {Vec3{0, 0, 0}, Vec3{3, 0, 0}, Vec3{0, 2, 0}}) add_node(model, x);
  model.pressure_loads = {{{{0, 1, 2, 2}}, add_curve(model, {0, 1}, {5, 5}), 1.0, 0.5}};
  ConditionRig rig(model, {1, 1, 1});
  rig.step(0.4);
  EXPECT_EQ(norm(rig.v(0)), 0);
  rig.step(0.4);
  rig.step(0.4);
  for (const Index node : {0, 1, 2}) EXPECT_NEAR(rig.force(node, 2), -5.0, 1e-9);  // area 3, thirds
}

TEST(Loads, WorkOfGrowingPressureBalancesKineticEnergy) {
  Model model;
  for (const Vec3& x : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 1, 0}}) add_node(model, x);
  model.pressure_loads = {{{{0, 1, 2, 3}}, add_curve(model, {0, 2}, {0, 40}), 1.0, 0.0}};
  ConditionRig rig(model, {1, 2, 3, 4});
  for (int i = 0; i < 200; ++i) rig.step(i % 2 ? 0.004 : 0.006);  // uneven steps
  EXPECT_GT(rig.kinetic, 1.0);
  EXPECT_NEAR(rig.ledger.external_work.value() / rig.kinetic, 1.0, 1e-4);  // second order: (dt/t)^2
}

TEST(Loads, DampingDecaysExponentially) {
  Model model;
  const Index node = add_node(model, {}, {2, 0, 0});
  model.damping.constant = 3.0;
  model.damping.rotation = {1, 1, 2};
  model.nodes.angular_velocity[0] = {0, 0, 1};
  ConditionRig rig(model, {5}, {0.7});
  const double dt = 1e-3, start = 0.5 * 5 * 4 + 0.5 * 0.7;
  rig.run(dt, 1001);
  const double t = 1000.5 * dt;  // of v(n-1/2)
  // Each step's factor (1-c)/(1+c) differs from exp(-2c) by 2 c^3 / 3, c = D dt / 2: 2e-6 after 1,000 steps of D = 3
  EXPECT_NEAR(rig.v(node).x, 2 * std::exp(-3 * t), 2 * std::exp(-3 * t) * 1e-5);
  EXPECT_NEAR(rig.w(node).z, std::exp(-6 * t), std::exp(-6 * t) * 4e-5);
  EXPECT_NEAR(rig.ledger.damping.value() + rig.kinetic, start, start * 1e-5);
}

}  // namespace
}  // namespace crumple::test::loads_on_nodes
