// Rigid bodies against closed forms: motion, constraints, energies.
#include <cmath>
#include <limits>

#include "condition_rig.hpp"
#include "physics/state/body_nodes.hpp"
#include "tests/support/expect.hpp"

namespace crumple::test::rigid_bodies_motion {
namespace {

constexpr double rounding = 1e-12;  ///< a few hundred operations of 1e-16 each, values of the order of 1

RigidBody body_of(std::vector<Index> nodes) {
  RigidBody body;
  body.id = 7;
  body.nodes = std::move(nodes);
  return body;
}

Mat3 diagonal(double a, double b, double c) { return {{Vec3{a, 0, 0}, Vec3{0, b, 0}, Vec3{0, 0, c}}}; }

/// A free body with given inertia about its only node.
Model spinning_body(const Mat3& inertia, const Vec3& omega) {
  Model model;
  RigidBody body = body_of({add_node(model, {1, 0, 0})});
  body.inertia = GivenInertia{{}, 2.0, inertia, {}, omega};
  model.rigid_bodies = {body};
  return model;
}

/// The body's angular velocity in axes that turn with it and start as the global ones.
Vec3 body_spin(const ConditionRig& rig, const Quaternion& start) {
  const RigidBodies::Motion& motion = rig.motion();
  const Vec3 omega =
      angular_velocity(motion.attitude, rig.body().inertia, motion.angular_momentum);
  return rotate(start * conjugate(motion.attitude), omega);
}

TEST(RigidBody, SymmetricTopPrecessesExactly) {
  verifies({"7.1", "free symmetric top, 400 steps", "closed form: Euler's equations", "rounding of 400 steps"});
  ConditionRig rig(spinning_body(diagonal(1e5, 1e5, 2e5), {0.1, 0, 1}), {1});
  const Quaternion start = rig.motion().attitude;
  rig.run(0.05, 400);
  const double t = 20;  // (I3 - I1)/I1 w3 = 1 rad per unit of time
  const Vec3 expected{0.1 * std::cos(t), 0.1 * std::sin(t), 1};
  expect_below("error of the spin in the body", norm(body_spin(rig, start) - expected), 1e-12);
}

double spin_energy(const ConditionRig& rig) {
  const RigidBodies::Motion& motion = rig.motion();
  return 0.5 * dot(motion.angular_momentum,
                   angular_velocity(motion.attitude, rig.body().inertia, motion.angular_momentum));
}

TEST(RigidBody, TumblingKeepsMomentumAndEnergy) {
  verifies({"7.1", "body tumbles about its middle axis, 12 turns", "conservation law: energy; order 2",
            "(w dt)^2 = 4e-4"});
  // Near the unstable middle axis: the body turns over again and again.
  std::array<double, 2> worst{};
  for (const int refine : {1, 2}) {
    ConditionRig rig(spinning_body(diagonal(1, 2, 3), {0.01, 1, 0.01}), {1});
    const Vec3 momentum = rig.motion().angular_momentum;
    const double energy = spin_energy(rig);
    for (int i = 0; i < 4000 * refine; ++i) {
      rig.step(0.02 / refine);
      worst[refine - 1] = std::max(worst[refine - 1], std::abs(spin_energy(rig) / energy - 1));
    }
    EXPECT_EQ(rig.motion().angular_momentum, momentum);
  }
  expect_below("drift of energy", worst[0], 1e-4);
  expect_near("drift over that of half the step", worst[0] / worst[1], 4.0, 0.4);
}

TEST(RigidBody, FreeFallIsExact) {
  verifies({"7.3", "rigid body in free fall, 1,000 steps", "closed form: g t^2 / 2", "rounding"});
  Model model;
  for (int i = 0; i < 8; ++i) add_node(model, {double(i & 1), double(i >> 1 & 1), double(i >> 2)});
  model.rigid_bodies = {body_of({0, 1, 2, 3, 4, 5, 6, 7})};
  model.body_loads = {{2, none, 9.81, {}}};
  ConditionRig rig(model, {1, 2, 3, 4, 5, 6, 7, 8});
  rig.run(1e-3, 1000);
  for (Index i = 0; i < 8; ++i)
    expect_below("error of place", norm(rig.x(i) - model.nodes.position[i] - Vec3{0, 0, -0.5 * 9.81}), 1e-10);
  expect_near("work of gravity", rig.ledger.external_work.value(), rig.kinetic, 1e-8);
  expect_near("kinetic energy", rig.kinetic, 0.5 * 36 * std::pow(9.81 * 0.999, 2), 1e-8);
}

TEST(RigidBody, NodalBodyAnswersForceAndMoment) {
  verifies({"7.4", "rigid body of three nodes, a force on one and a moment on another",
            "closed form: a = F / m, I alpha = r x F + M", "rounding"});
  Model model;
  const std::array<Vec3, 3> x{Vec3{1, 0, 0}, Vec3{0, 2, 0}, Vec3{0, 0, 3}};
  for (const Vec3& at : x) add_node(model, at);
  model.rigid_bodies = {body_of({0, 1, 2})};
  const std::vector<double> mass{1, 2, 3}, inertia{0.1, 0.2, 0.3};
  ConditionRig rig(model, mass, inertia);
  const Vec3 force{5, -3, 2}, moment{0.5, 0.25, -1}, center = (1.0 / 6) * Vec3{1, 4, 9};
  const Quaternion attitude = rig.motion().attitude;
  rig.step(1e-3, [&](const Clock&, NodeState& nodes) {
    set_row(totals(nodes.force), 1, force);
    set_row(totals(nodes.moment), 2, moment);
  });
  Mat3 tensor = diagonal(0.6, 0.6, 0.6);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const Vec3 r = x[k] - center;
        tensor(i, j) += mass[k] * ((i == j ? dot(r, r) : 0.0) - r[i] * r[j]);
      }
  const RigidBodies::Motion& motion = rig.motion();
  const double dt_mid = 0.5e-3;
  expect_below("error of the acceleration", norm((1 / dt_mid) * motion.velocity - (1.0 / 6) * force), 1e-10);
  const Vec3 alpha =
      (1 / dt_mid) * angular_velocity(attitude, rig.body().inertia, motion.angular_momentum);
  const double error = norm(tensor * alpha - cross(x[1] - center, force) - moment);
  expect_below("relative error of I alpha", error / norm(moment + force), 1e-10);
}

TEST(RigidBody, PrescribedRotationKeepsTheRadius) {
  verifies({"7.5", "prescribed rotation at 1 rad/s for 10 s",
            "closed form: energy I w^2 / 2; OpenRadioss's test RBODY/ROTA has the same 2.0", "rounding"});
  Model model;
  for (const Vec3& x : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}}) add_node(model, x);
  model.rigid_bodies = {body_of({0, 1, 2, 3})};
  PrescribedMotion motion;
  motion.rigid_body = 0, motion.rotation = true, motion.direction = {0, 0, 1};
  model.motions = {motion};
  ConditionRig rig(model, {1, 1, 1, 1});
  rig.run(0.01, 1000);
  const double t = 10;
  expect_near("kinetic energy", rig.kinetic, 2.0, 1e-9);
  for (Index i = 0; i < 4; ++i) expect_near("radius", norm(rig.x(i)), 1.0, rounding);
  expect_below("error of place", norm(rig.x(0) - Vec3{std::cos(t), std::sin(t), 0}), 1e-12);
  // a start from rest: the impulse works at the mean of 0 and omega
  expect_near("work", rig.ledger.external_work.value(), 2.0, 1e-9);
}

/// A spinning body of four nodes whose own axes are the global ones at t = 0, after 1.5 rad; `components` of its
/// velocity in its own axes are prescribed.
ConditionRig driven_along_its_axes(const std::vector<Vec3>& components, int n_steps) {
  Model model;
  const Vec3 omega{0, 0, 1};
  for (const Vec3& x : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}})
    add_node(model, x, Vec3{components[0].x, 0, 0} + cross(omega, x));
  model.rigid_bodies = {body_of({0, 1, 2, 3})};
  for (std::size_t k = 0; k < components.size(); ++k) {
    PrescribedMotion motion;
    motion.rigid_body = 0, motion.turns_with_body = true, motion.scale = components[k][int(k)];
    motion.direction[int(k)] = 1;
    model.motions.push_back(motion);
  }
  ConditionRig rig(model, {1, 1, 1, 1});
  rig.run(1.5 / n_steps, n_steps);
  return rig;
}

TEST(RigidBody, DrivenAlongItsAxes) {
  verifies({"7.15", "body that spins at 1 rad/s, driven along its own axes for 1.5 s",
            "closed form: v is (1, 0) in axes that turn: a circle; or only its x component is 1: v = (1, -t) there",
            "(w dt)^2 / 24 of the way at a turn of 0.015 rad a step, 1e-5; order 2"});
  const double t = 1.5, c = std::cos(t), s = std::sin(t);
  const ConditionRig guided = driven_along_its_axes({{1, 0, 0}, {0, 0, 0}}, 100);
  expect_below("error of place on the circle", norm(guided.motion().position - Vec3{s, 1 - c, 0}), 3e-5);
  const auto error = [&](int n_steps) {
    const ConditionRig pushed = driven_along_its_axes({{1, 0, 0}}, n_steps);
    return norm(pushed.motion().position - Vec3{2 * s - t * c, 2 * (1 - c) - t * s, 0});
  };
  expect_below("error of place, only pushed", error(100), 1e-4);
  expect_near("error over that of half the step", error(100) / error(200), 4.0, 0.2);
}

TEST(RigidBody, TurnsAboutItsOwnAxes) {
  verifies({"7.15", "body turned about its own x at 1 rad/s and about its own z at 0.5 rad/s, for 2 s",
            "closed form: a constant angular velocity in the body is one in space, too", "rounding"});
  Model model;
  for (const Vec3& x : {Vec3{1, 0, 0}, Vec3{0, 2, 0}, Vec3{0, 0, 3}, Vec3{1, 1, 1}}) add_node(model, x);
  model.rigid_bodies = {body_of({0, 1, 2, 3})};
  const double rates[] = {1, 0, 0.5};
  for (int k = 0; k < 3; ++k) {
    PrescribedMotion motion;
    motion.rigid_body = 0, motion.rotation = motion.turns_with_body = true, motion.scale = rates[k];
    motion.direction[k] = 1;
    model.motions.push_back(motion);
  }
  ConditionRig rig(model, {1, 2, 3, 4});
  const Quaternion start = rig.motion().attitude;
  rig.run(0.02, 100);
  const Quaternion turn = rig.motion().attitude * conjugate(start);
  expect_below("error of the turn [rad]", norm(rotation_vector(turn) - Vec3{2, 0, 1}), 1e-12);
}

TEST(RigidBody, InitialMotionConservesTheNodesMomenta) {
  verifies({"7.6", "rigid body with the motion of its nodes, 1,000 steps", "conservation law: momentum", "rounding"});
  Model model;
  const Vec3 omega{0.3, -0.2, 0.5}, drift{1, 2, 3};
  for (const Vec3& x : {Vec3{1, 0, 0}, Vec3{0, 2, 0}, Vec3{0, 0, 3}, Vec3{1, 1, 1}})
    add_node(model, x, drift + cross(omega, x));
  model.rigid_bodies = {body_of({0, 1, 2, 3})};
  ConditionRig rig(model, {1, 2, 3, 4});
  expect_below("error of the angular velocity", norm(rig.motion().angular_velocity - omega), rounding);
  for (Index i = 0; i < 4; ++i) EXPECT_NEAR(norm(rig.v(i) - model.nodes.velocity[i]), 0, rounding);
  const Vec3 p = rig.momentum();
  rig.run(0.01, 1000);
  // velocities of nodes are chords of their arcs, v = (x(n+1) - x(n)) / dt, whose mean is the centre's velocity
  expect_below("change of momentum", norm(rig.momentum() - p), 1e-10);
}

TEST(RigidBody, GivenVelocityAndConstraintCodes) {
  Model model;
  for (const Vec3& x : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) add_node(model, x);
  RigidBody body = body_of({0, 1, 2, 3});
  body.initial_velocity = {{1, 2, 3}, {4, 5, 6}};
  body.constraint = {1, 6, 4};  // fixed: z and x, and rotations about x and y
  model.rigid_bodies = {body};
  ConditionRig rig(model, {1, 1, 1, 1});
  rig.run(0.01, 50, [](const Clock&, NodeState& nodes) { set_row(totals(nodes.force), 2, {7, 0, 9}); });
  const RigidBodies::Motion& motion = rig.motion();
  EXPECT_EQ(motion.velocity.x, 0);
  EXPECT_NEAR(motion.velocity.y, 2, rounding);
  EXPECT_EQ(motion.velocity.z, 0);
  EXPECT_NEAR(norm(motion.angular_velocity - Vec3{0, 0, motion.angular_velocity.z}), 0, rounding);
  EXPECT_GT(std::abs(6 - motion.angular_velocity.z), 0.05);  // the force turns it about z
  EXPECT_EQ(norm(rig.ledger.external_work.value() * Vec3{1, 0, 0}), 0);  // constraints do no work
}

TEST(RigidBody, ARodSpinsAboutItsOwnAxisOnlyWithInertia) {
  Model model;
  add_node(model, {-1, 0, 0});
  add_node(model, {1, 0, 0});
  model.rigid_bodies = {body_of({0, 1})};
  ConditionRig rig(model, {1, 1});
  rig.run(0.01, 500, [](const Clock& clock, NodeState& nodes) {
    if (clock.cycle == 0) set_row(totals(nodes.force), 0, {0, 100, 0}), set_row(totals(nodes.moment), 0, {50, 0, 0});
  });
  EXPECT_NEAR(norm(rig.x(0) - rig.x(1)), 2, rounding);
  EXPECT_NEAR(rig.v(0).y + rig.v(1).y, 0.5, 1e-11);
  EXPECT_NEAR(rig.kinetic, 0.5 * 0.25 * 0.25 * 2 + 0.5 * 2 * 0.25 * 0.25, 1e-9);
}

TEST(RigidBody, DampingActsOnTheBodyAsAWhole) {
  verifies({"7.7", "damped rigid body", "closed form: exp(-c t)", "2 (c dt)^3 / 3 per step"});
  Model model;
  add_node(model, {-1, 0, 0}), add_node(model, {1, 0, 0}), add_node(model, {0, 1, 0});
  RigidBody body = body_of({0, 1, 2});
  body.initial_velocity = {{2, 0, 0}, {0, 0, 3}};
  model.rigid_bodies = {body};
  model.damping.constant = 2;
  ConditionRig rig(model, {1, 1, 1});
  rig.step(1e-3);
  const double start = rig.kinetic;
  rig.run(1e-3, 1000);
  expect_near("velocity after 1,000 steps", rig.motion().velocity.x, 2 * std::exp(-2 * 1.0005), 1e-6);
  expect_within("damping and kinetic energy", rig.ledger.damping.value() + rig.kinetic, start, 1e-5);
}

TEST(RigidBody, NodesOfTwoBodiesAndBodiesWithoutMassAreErrors) {
  Model model;
  add_node(model, {});
  add_node(model, {1, 0, 0});
  model.rigid_bodies = {body_of({0, 1}), body_of({1})};
  EXPECT_THROW(mark_body_nodes(model), Error);
  model.rigid_bodies = {body_of({0, 1})};
  EXPECT_THROW(ConditionRig(model, {0, 0}), Error);
}

TEST(Rotation, QuaternionsMatchTheExponential) {
  for (const double angle : {1e-9, 1e-3, 1.0, 3.0}) {
    const Vec3 vector = angle * normalized(Vec3{1, -2, 0.5});
    EXPECT_NEAR(norm(rotation_vector(exponential(vector)) - vector), 0, 1e-15 + 1e-15 * angle);
  }
  const Quaternion quarter = exponential({0, 0, std::acos(-1.0) / 2});
  EXPECT_NEAR(norm(rotate(quarter, {1, 0, 0}) - Vec3{0, 1, 0}), 0, 1e-15);
  EXPECT_NEAR(norm(to_matrix(quarter) * Vec3{0, 1, 0} - Vec3{-1, 0, 0}), 0, 1e-15);
}

TEST(Rotation, PrincipalAxesDiagonalise) {
  const Mat3 symmetric{{Vec3{4, 1, -2}, Vec3{1, 3, 0.5}, Vec3{-2, 0.5, 5}}};
  const PrincipalAxes axes = principal_axes(symmetric);
  EXPECT_LE(axes.values.x, axes.values.y);
  EXPECT_LE(axes.values.y, axes.values.z);
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = rotate(axes.attitude, Mat3::identity().row[k]);
    EXPECT_NEAR(norm(symmetric * axis - axes.values[k] * axis), 0, 1e-14);
  }
}

/// The ranks agree on it; it is no exception of the rank that finds it.
TEST(RigidBodies, SumThatIsNoNumberIsAFailure) {
  Model model;
  for (int i = 0; i < 8; ++i) add_node(model, {double(i & 1), double(i >> 1 & 1), double(i >> 2)});
  RigidBody body;
  body.id = 7;
  body.nodes = {0, 1, 2, 3, 4, 5, 6, 7};
  model.rigid_bodies = {body};
  ConditionRig rig(model, std::vector<double>(8, 1.0));
  rig.step(1e-3);
  RigidBodies& bodies = *find<RigidBodies>(rig.features);
  EXPECT_EQ(bodies.failure().message, "");
  totals(rig.nodes.force)(3, 1) = std::numeric_limits<double>::quiet_NaN();
  bodies.begin_sums(rig.state);
  bodies.set_velocities(rig.state);
  const RunFailure failure = bodies.failure();
  EXPECT_NE(failure.message.find("rigid body 7"), std::string::npos) << failure.message;
  EXPECT_FALSE(failure.is_of_deck);
}

}  // namespace
}  // namespace crumple::test::rigid_bodies_motion
