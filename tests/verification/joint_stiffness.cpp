// Stiffness, friction and stops between rigid bodies, and bodies that are stopped. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::joint_stiffness {
namespace {

using std::numbers::pi;

constexpr double block_mass = steel_density * 8000;  // of 20 x 20 x 20 mm
constexpr double block_inertia = block_mass * 100;   // of its nodes' masses: 1/4, 1/2, 1/4 at -10, 0 and 10 mm

/// Part 1, a small block that is held, far away; part 2, the moving block, its middle at the origin; frame 7 there, its
/// axes x, y, z along the global y, z, x.
Grid add_bodies(DeckText& deck) {
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n1,7,7\n0,0");
  deck.card("MAT_RIGID", "2,7.85e-3,210000,0.3\n0,0,0\n0,0");
  deck.block(deck.solid_part(1), {1, 1, 1}, {20, 20, 20}, [](const Vec3& x) { return x + Vec3{500, 0, 0}; });
  deck.card("DEFINE_COORDINATE_SYSTEM", "7,0,0,0,0,1,0\n0,0,1");
  return deck.block(deck.solid_part(2), {2, 2, 2}, {20, 20, 20}, [](const Vec3& x) { return x - Vec3{10, 10, 10}; });
}

/// The block turns about the global y axis, x of the frame, with `spin` at the start.
void turn(DeckText& deck, const Grid& block, double spin) {
  for (const long node : block.all_nodes()) {
    const Vec3 x = block.positions[std::size_t(node - block.first_node)];
    deck.initial_node_velocity(node, {spin * x.z, 0, -spin * x.x}, {0, spin, 0});
  }
}

/// Turn of the block about the global y axis, from the place of its node at (10, 0, 0).
double angle(const NodeRecord& node) { return std::atan2(-node.position[2], node.position[0]); }

std::vector<double> crossings(const std::vector<NodeRecord>& history, double (*value)(const NodeRecord&)) {
  std::vector<double> times;
  for (std::size_t i = 1; i < history.size(); ++i) {
    const double a = value(history[i - 1]), b = value(history[i]);
    if (a < 0 && b >= 0) times.push_back(history[i - 1].time + (history[i].time - history[i - 1].time) * a / (a - b));
  }
  return times;
}

TEST(JointStiffness, CurveOfMoment) {
  verifies({"6.26", "block turns on a curve of moment (*CONSTRAINED_JOINT_STIFFNESS_GENERALIZED), body A held",
            "closed form: T = 2 pi sqrt(I / k)", "200 rows to a period; the step is a thousandth of it"});
  const double stiffness = 2e4, period = 2 * pi * std::sqrt(block_inertia / stiffness);
  DeckText deck(2.6 * period);
  const Grid block = add_bodies(deck);
  const int curve = deck.curve({{-3, -3 * stiffness}, {3, 3 * stiffness}});
  deck.card("CONSTRAINED_JOINT_STIFFNESS_GENERALIZED", fmt::format("1,1,2,7\n{},0\n0,0\n0,0", curve));
  turn(deck, block, -0.5);
  const long node = block.node(2, 1, 1);
  deck.history({node});
  deck.outputs({"NODOUT", "GLSTAT"}, period / 200);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto history = run.nodes().at(node);
  const std::vector<double> times = crossings(history, angle);
  ASSERT_EQ(times.size(), 3u);
  expect_within("period [ms]", 0.5 * (times[2] - times[0]), period, 1e-3);
  double most = 0;
  for (const NodeRecord& r : history) most = std::max(most, angle(r));
  expect_within("amplitude [rad]", most, 0.5 * std::sqrt(block_inertia / stiffness), 1e-3);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
}

TEST(JointStiffness, FrictionAndStop) {
  verifies({"6.27", "block turns against friction, then against a stop",
            "closed form: turn at rest I w^2 / 2 M; free flight, half a swing at the stop and back",
            "the spring of the friction is a hundredth of the turn"});
  const double spin = 0.2, friction = block_inertia * spin * spin / 2 / 0.5;  // rests after half a radian
  {
    DeckText deck(2.5 * 0.5 / spin);
    const Grid block = add_bodies(deck);
    deck.card("CONSTRAINED_JOINT_STIFFNESS_GENERALIZED",
              fmt::format("1,1,2,7\n0,0\n{},{}\n0,0", friction / 0.005, friction));
    turn(deck, block, spin);
    const long node = block.node(2, 1, 1);
    deck.history({node});
    deck.outputs({"NODOUT", "GLSTAT"}, 0.01);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    double most = 0;
    const auto history = run.nodes().at(node);
    for (const NodeRecord& r : history) most = std::max(most, angle(r));
    expect_within("turn at rest [rad]", most, 0.5 + 0.5 * 0.005, 2e-3);
    expect_within("energy over the initial one", run.energy("ratio"), 1, 2e-3);
  }
  const double stop = 30 * pi / 180, stiffness = 5e4, swing = pi * std::sqrt(block_inertia / stiffness);
  const double end = 2 * stop / spin + swing;
  DeckText deck(end);
  const Grid block = add_bodies(deck);
  deck.card("CONSTRAINED_JOINT_STIFFNESS_GENERALIZED", fmt::format("1,1,2,7\n0,0\n{},0\n0,30", stiffness));
  turn(deck, block, spin);
  const long node = block.node(2, 1, 1);
  deck.history({node});
  deck.outputs({"NODOUT"}, end / 400);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto history = run.nodes().at(node);
  double most = 0;
  for (const NodeRecord& r : history) most = std::max(most, angle(r));
  expect_within("largest turn [rad]", most, stop + spin * std::sqrt(block_inertia / stiffness), 1e-3);
  expect_near("turn at the return [rad]", angle(history.back()), 0, 3e-3);
}

TEST(JointStiffness, FreePairSwingsAlongAnAxis) {
  verifies({"6.28", "two free blocks on a curve of force (*CONSTRAINED_JOINT_STIFFNESS_TRANSLATIONAL)",
            "closed form: T = 2 pi sqrt(m / 2 k), momentum; a force beside the centres turns both alike",
            "200 rows to a period"});
  const double stiffness = 500, period = 2 * pi * std::sqrt(block_mass / 2 / stiffness);
  DeckText deck(2.6 * period);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n0,0,0\n0,0");
  deck.card("MAT_RIGID", "2,7.85e-3,210000,0.3\n0,0,0\n0,0");
  const Grid a = deck.block(deck.solid_part(1), {2, 2, 2}, {20, 20, 20});
  const Grid b =
      deck.block(deck.solid_part(2), {2, 2, 2}, {20, 20, 20}, [](const Vec3& x) { return x + Vec3{40, 0, 0}; });
  deck.card("DEFINE_COORDINATE_SYSTEM", "7,30,10,10,31,10,10\n30,11,10");
  const int curve = deck.curve({{-30, -30 * stiffness}, {30, 30 * stiffness}});
  deck.card("CONSTRAINED_JOINT_STIFFNESS_TRANSLATIONAL", fmt::format("1,1,2,7\n{},0\n0,0\n0,0", curve));
  deck.initial_velocity(b.all_nodes(), {-1, 0, 0});
  const long of_a = a.node(1, 1, 1), of_b = b.node(1, 1, 1);
  deck.history({of_a, of_b});
  deck.outputs({"NODOUT", "GLSTAT"}, period / 200);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto nodes = run.nodes();
  std::vector<NodeRecord> between = nodes.at(of_b);
  for (std::size_t i = 0; i < between.size(); ++i) between[i].displacement[0] -= nodes.at(of_a)[i].displacement[0];
  const auto times = crossings(between, [](const NodeRecord& r) { return r.displacement[0]; });
  ASSERT_EQ(times.size(), 3u);
  expect_within("period [ms]", 0.5 * (times[2] - times[0]), period, 1e-3);
  const double drift = nodes.at(of_a).back().displacement[0] + nodes.at(of_b).back().displacement[0];
  expect_within("displacement of the middle [mm]", 0.5 * drift, -0.5 * between.back().time, 1e-3);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
}

/// The block turns about the global x axis, z of the frame.
void twist(DeckText& deck, const Grid& block, double spin) {
  for (const long node : block.all_nodes()) {
    const Vec3 x = block.positions[std::size_t(node - block.first_node)];
    deck.initial_node_velocity(node, {0, -spin * x.z, spin * x.y}, {spin, 0, 0});
  }
}

TEST(JointStiffness, BendsAndTwists) {
  verifies({"6.46", "block bends and twists on curves (*CONSTRAINED_JOINT_STIFFNESS_FLEXION-TORSION), body A held",
            "closed form: half a swing of pi sqrt(I / k) to either side, k four times as large on one by the curve "
            "over gamma; T = 2 pi sqrt(I / k) of the twist",
            "200 rows to a period"});
  const double stiffness = 2e4, period = 2 * pi * std::sqrt(block_inertia / stiffness);
  for (const bool bends : {true, false}) {
    DeckText deck(2.6 * period);
    const Grid block = add_bodies(deck);
    const int curve = deck.curve({{-3, bends ? 0 : -3 * stiffness}, {0, 0}, {3, 3 * stiffness}});
    const int scale = deck.curve({{-pi, 4}, {-0.1, 4}, {0.1, 1}, {pi, 1}});
    deck.card("CONSTRAINED_JOINT_STIFFNESS_FLEXION-TORSION",
              fmt::format("1,1,2,7\n{},{},{}\n0,0\n0,0", bends ? curve : 0, bends ? scale : 0, bends ? 0 : curve));
    if (bends) turn(deck, block, -0.5);
    else twist(deck, block, -0.5);
    const long node = bends ? block.node(2, 1, 1) : block.node(1, 2, 1);
    deck.history({node});
    deck.outputs({"NODOUT", "GLSTAT"}, period / 200);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    const auto about_x = [](const NodeRecord& r) { return std::atan2(r.position[2], r.position[1]); };
    const auto history = run.nodes().at(node);
    const std::vector<double> times = crossings(history, bends ? angle : +about_x);
    ASSERT_GE(times.size(), 2u);
    expect_within(bends ? "period of bending [ms]" : "period of twist [ms]", times[1] - times[0],
                  bends ? 0.75 * period : period, 2e-3);
    expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
  }
}

// The energy is one of the angles alone: their moments do work on their own angle each.
TEST(JointStiffness, BendingAndTwistHaveAnEnergy) {
  verifies({"6.47", "block that tumbles on linear curves of bending and twist, body A held",
            "closed form: energy (k alpha^2 + k beta^2) / 2 of the angles of the two frames at the end",
            "(omega dt)^2 / 8 of the energy"});
  const double bending = 2e4, twisting = 1e4;
  DeckText deck(1.7 * pi * std::sqrt(block_inertia / bending));
  const Grid block = add_bodies(deck);
  const int bend = deck.curve({{0, 0}, {3, 3 * bending}}), turn = deck.curve({{-3, -3 * twisting}, {3, 3 * twisting}});
  deck.card("CONSTRAINED_JOINT_STIFFNESS_FLEXION-TORSION", fmt::format("1,1,2,7\n{},0,{}\n0,0\n0,0", bend, turn));
  const Vec3 spin{0.25, 0.4, -0.3};
  for (const long node : block.all_nodes())
    deck.initial_node_velocity(node, cross(spin, block.positions[std::size_t(node - block.first_node)]), spin);
  const long ends[] = {block.node(1, 2, 1), block.node(1, 1, 2), block.node(2, 1, 1)};  // along x, y, z of the frame
  deck.history({ends[0], ends[1], ends[2]});
  deck.outputs({"NODOUT", "GLSTAT"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto nodes = run.nodes();
  double of[3][3];  // [axis of B][axis of A]
  for (int k = 0; k < 3; ++k) {
    const auto& at = nodes.at(ends[k]).back().position;
    for (int j = 0; j < 3; ++j) of[k][j] = 0.1 * at[(j + 1) % 3];
  }
  const double alpha = std::acos(of[2][2]), gamma = std::atan2(of[2][1], of[2][0]);
  const double beta = gamma + std::atan2(of[1][2], -of[0][2]);
  const double near = std::remainder(beta, 2 * pi);
  EXPECT_GT(alpha, 0.1);
  EXPECT_GT(std::abs(near), 0.1);
  expect_within("energy [mJ]", run.energy("sliding"), 0.5 * (bending * alpha * alpha + twisting * near * near), 5e-3);
}

TEST(RigidBodyStoppers, BoundsOfPlaceAndSpeed) {
  verifies({"6.29", "block stopped by a bound, pushed by a bound that moves, held to a speed",
            "closed form: the bound, its motion, the speed; the work is the change of its kinetic energy"});
  DeckText deck(20);
  const Grid block = add_bodies(deck);
  const int bound = deck.curve({{0, 5}, {10, 5}, {20, 3}}), speed = deck.curve({{0, 1}, {5, 1}, {10, 0.5}, {20, 0.5}});
  deck.card("CONSTRAINED_RIGID_BODY_STOPPERS", fmt::format("2,-{},0,,,,1\n0,0", bound));
  deck.card("CONSTRAINED_RIGID_BODY_STOPPERS", fmt::format("2,0,0,,,{},2\n0,0", speed));
  deck.initial_velocity(block.all_nodes(), {1, 1, 0});
  const long node = block.node(1, 1, 1);
  deck.history({node});
  deck.outputs({"NODOUT", "GLSTAT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto history = run.nodes().at(node);
  expect_near("displacement before the bound, at 4 ms [mm]", history[4].displacement[0], 4, 0.02);
  expect_near("displacement at the bound, at 9 ms [mm]", history[9].displacement[0], 5, 1e-3);
  expect_near("displacement with the bound, at 15 ms [mm]", history[15].displacement[0], 4, 0.01);
  expect_near("displacement at the largest speed, at 20 ms [mm]", history.back().displacement[1], 13.75, 0.02);
  expect_within("energy over the initial one and the work", run.energy("ratio"), 1, 1e-3);
}

}  // namespace
}  // namespace crumple::test::joint_stiffness
