// Joints between rigid bodies: pendulums, a body on a rail, failure by force and time. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::joints {
namespace {

using std::numbers::pi;

constexpr double block_mass = steel_density * 8000;  // of 20 x 20 x 20 mm
constexpr double block_inertia = block_mass * 100;   // of its nodes' masses: 1/4, 1/2, 1/4 at -10, 0 and 10 mm

/// A joint's force at one time, from jntforc.
struct Record {
  double time = 0;
  Vec3 force, moment;
};

std::vector<Record> joint_records(const Run& run) {
  std::vector<Record> records;
  std::istringstream text(run.file("jntforc"));
  for (std::string line; std::getline(text, line);) {
    const bool is_time = line.starts_with(" time.");
    if (!is_time && (records.empty() || line.size() < 44)) continue;
    const double value = std::stod(line.substr(30));
    if (is_time) records.push_back({value, {}, {}});
    for (int c = 0; c < 3; ++c) {
      if (line.starts_with(fmt::format(" {}-force.", "xyz"[c]))) records.back().force[c] = value;
      if (line.starts_with(fmt::format(" {}-moment.", "xyz"[c]))) records.back().moment[c] = value;
    }
  }
  return records;
}

/// Part 1, a small block that is held, far from the origin; part 2, the moving block of 2 x 2 x 2 hexes.
Grid add_bodies(DeckText& deck, const Place& place) {
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n1,7,7\n0,0");
  deck.card("MAT_RIGID", "2,7.85e-3,210000,0.3\n0,0,0\n0,0");
  deck.block(deck.solid_part(1), {1, 1, 1}, {20, 20, 20}, [](const Vec3& x) { return x + Vec3{500, 0, 0}; });
  return deck.block(deck.solid_part(2), {2, 2, 2}, {20, 20, 20},
                    [&](const Vec3& x) { return place(x - Vec3{10, 10, 10}); });
}

/// A node of a body, by its part.
long add_node(DeckText& deck, int body, const Vec3& x) {
  const long node = deck.node(x);
  deck.card("CONSTRAINED_EXTRA_NODES_NODE", fmt::format("{},{}", body, node));
  return node;
}

struct Swing {
  double period = 0, largest_force = 0, largest_gap = 0, largest_moment = 0, dt = 0;
  double energy_ratio = 0;
  Vec3 last_force;
};

constexpr double arm = 100, gravity = 0.981, release = pi / 3;

/// The block swings about the y axis at the origin, let go at 60 degrees, with gravity a hundred times that of the
/// earth. `spread`: of the two pairs of a revolute joint; `along`: acceleration along the axis.
Swing swing(const std::string& kind, double expected, double spread, double along) {
  DeckText deck(1.05 * expected);
  const Vec3 radial{std::sin(release), 0, -std::cos(release)}, across{std::cos(release), 0, std::sin(release)};
  const Grid block =
      add_bodies(deck, [&](const Vec3& x) { return (arm - x.z) * radial + x.x * across + Vec3{0, x.y, 0}; });
  std::string nodes;
  std::vector<long> pivots;
  for (const double y : {-spread, spread}) {
    for (const int body : {1, 2}) pivots.push_back(add_node(deck, body, {0, y, 0}));
    if (kind == "SPHERICAL") break;
  }
  for (const long node : pivots) nodes += fmt::format("{},", node);
  deck.card("CONSTRAINED_JOINT_" + kind, nodes);
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.constant_curve(), gravity));
  if (along != 0) deck.card("LOAD_BODY_Y", fmt::format("{},{}", deck.constant_curve(), along));
  const long middle = block.node(1, 1, 1);
  deck.history({pivots[0], pivots[1], middle});
  deck.outputs({"NODOUT", "JNTFORC", "GLSTAT"}, expected / 400);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  Swing result;
  auto all = run.nodes();
  const auto &records = all[middle], &fixed = all[pivots[0]], &moving = all[pivots[1]];
  std::vector<double> bottom;  // the times of its passage
  for (std::size_t i = 1; i < records.size(); ++i) {
    const NodeRecord &a = records[i - 1], &b = records[i];
    if (a.position[0] * b.position[0] < 0)
      bottom.push_back(a.time + (b.time - a.time) * a.position[0] / (a.position[0] - b.position[0]));
    for (int c = 0; c < 3; ++c)
      result.largest_gap = std::max(result.largest_gap, std::abs(moving[i].displacement[c] - fixed[i].displacement[c]));
  }
  EXPECT_EQ(bottom.size(), 2u);
  if (bottom.size() == 2) result.period = 2 * (bottom[1] - bottom[0]);
  for (const Record& r : joint_records(run)) {
    result.last_force = r.force;
    if (r.time < expected / 20) continue;  // the sudden start has died out by then
    result.largest_force = std::max(result.largest_force, std::hypot(r.force.x, r.force.z));
    result.largest_moment = std::max(result.largest_moment, norm(r.moment));
  }
  result.dt = run.glstat("time step").front().second;
  result.energy_ratio = run.energy("ratio");
  return result;
}

/// T = 4 K(sin 30) sqrt(I / (m g L)), and at the bottom F = m g + m w^2 L with I w^2 / 2 = m g L (1 - cos 60). The gap
/// is F / k, k = m' / (2 dt^2), 1/m' = 1/m + |r x (I^-1 ..) x r|, with two pairs half the force on each but room for
/// the start's overshoot.
void expect_pendulum(const std::string& kind, double spread, double along) {
  verifies({"6.8", "block on a joint, let go at 60 degrees", "closed form: physical pendulum",
            "states are 1/400 of a period apart; the start's oscillation"});
  const double total = block_inertia + block_mass * arm * arm;
  const double period = 4 * std::comp_ellint_1(0.5) * std::sqrt(total / (block_mass * gravity * arm));
  const double bottom = block_mass * gravity * (1 + 2 * 0.5 * block_mass * arm * arm / total);
  const Swing s = swing(kind, period, spread, along);
  expect_within("period [ms]", s.period, period, 5e-4);
  expect_within("force at the bottom [N]", s.largest_force, bottom, 2e-3);
  const double moving = 1 / (1 / block_mass + std::sqrt(2.0) * (arm * arm + spread * spread) / block_inertia);
  const double force = std::hypot(bottom, block_mass * along);
  const double moments = along != 0 ? block_mass * along * arm / (2 * spread) : 0;  // of the pair's couple
  expect_below("gap [mm]", s.largest_gap, 2.2 * (force + moments) * 2 * s.dt * s.dt / moving);
  expect_within("energy over the initial one", s.energy_ratio, 1, 1e-3);
}

TEST(Joints, PendulumOnASphericalJoint) { expect_pendulum("SPHERICAL", 0, 0); }

TEST(Joints, PendulumOnARevoluteJoint) { expect_pendulum("REVOLUTE", 10, 0); }

// A force along the axis changes nothing but what the joint carries.
TEST(Joints, RevoluteJointHoldsItsAxis) { expect_pendulum("REVOLUTE", 10, 0.5 * gravity); }

TEST(Joints, CylindricalJointSlidesAndHolds) {
  verifies({"6.8", "block on a rail along x, under gravity",
            "closed form: slides and spins as if free, carries its weight",
            "five digits of nodout; what is left of the start's oscillation"});
  const double speed = 3, spin = 0.2;
  DeckText deck(20);
  const Grid block = add_bodies(deck, [](const Vec3& x) { return x; });
  const long rail[] = {add_node(deck, 1, {0, 0, 0}), add_node(deck, 1, {50, 0, 0})};
  const long rider[] = {add_node(deck, 2, {-20, 0, 0}), add_node(deck, 2, {20, 0, 0})};
  deck.card("CONSTRAINED_JOINT_CYLINDRICAL", fmt::format("{},{},{},{}", rail[0], rider[0], rail[1], rider[1]));
  deck.card("INITIAL_VELOCITY_RIGID_BODY", fmt::format("2,{},0,0,{},0,0", speed, spin));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.constant_curve(), gravity));
  const long middle = block.node(1, 1, 1);
  deck.history({middle});
  deck.outputs({"NODOUT", "JNTFORC"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const NodeRecord last = run.nodes()[middle].back();
  expect_within("displacement [mm]", last.displacement[0], speed * last.time, 2e-5);
  expect_below("sag [mm]", std::abs(last.displacement[2]), 1e-3);
  expect_within("kinetic energy [mJ]", run.energy("kinetic"),
                0.5 * block_mass * speed * speed + 0.5 * block_inertia * spin * spin, 2e-5);
  expect_within("weight [N]", -joint_records(run).back().force.z, block_mass * gravity, 1e-3);
  expect_below("force along the rail [N]", std::abs(joint_records(run).back().force.x), 1e-6);
}

TEST(Joints, TranslationalJointKeepsItsBodyFromTurning) {
  verifies({"6.8", "block on a slide along x, thrown with a spin, under a weight beside its middle",
            "closed form: slides, does not turn; the joint carries weight and moment",
            "five digits of nodout; what is left of the start's oscillation"});
  const double speed = 3;
  DeckText deck(20);
  const Grid block = add_bodies(deck, [](const Vec3& x) { return x + Vec3{0, 8, 0}; });
  const long rail[] = {add_node(deck, 1, {0, 0, 0}), add_node(deck, 1, {50, 0, 0}), add_node(deck, 1, {0, 20, 5})};
  const long rider[] = {add_node(deck, 2, {-20, 0, 0}), add_node(deck, 2, {20, 0, 0}), add_node(deck, 2, {10, 20, 5})};
  deck.card("CONSTRAINED_JOINT_TRANSLATIONAL",
            fmt::format("{},{},{},{},{},{}", rail[0], rider[0], rail[1], rider[1], rail[2], rider[2]));
  deck.card("INITIAL_VELOCITY_RIGID_BODY", fmt::format("2,{},0,0,0,0,0", speed));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.curve({{0, 0}, {5, 1}, {100, 1}}), gravity));
  const long middle = block.node(1, 1, 1), corner = block.node(2, 2, 2);
  deck.history({middle, corner});
  deck.outputs({"NODOUT", "JNTFORC"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto nodes = run.nodes();
  const NodeRecord last = nodes.at(middle).back(), at_corner = nodes.at(corner).back();
  expect_within("displacement [mm]", last.displacement[0], speed * last.time, 2e-4);
  expect_below("sag [mm]", std::abs(last.displacement[2]), 2e-3);
  expect_below("difference of two nodes' sag [mm]", std::abs(last.displacement[2] - at_corner.displacement[2]), 2e-3);
  expect_within("weight [N]", -joint_records(run).back().force.z, block_mass * gravity, 2e-3);
}

/// m a = m g - f, I alpha = f p and a = p alpha: a = g / (1 + I / (m p^2)).
TEST(Joints, ScrewTurnsAsItGoes) {
  verifies({"6.8", "block on a screw along z, under gravity, 2.8 turns", "closed form: a = g / (1 + I / (m p^2))",
            "five digits of nodout; the start's oscillation"});
  const double lead = 5, end = 30;
  DeckText deck(end);
  const Grid block = add_bodies(deck, [](const Vec3& x) { return x; });
  const long rail[] = {add_node(deck, 1, {0, 0, -300}), add_node(deck, 1, {0, 0, 300}), add_node(deck, 1, {30, 0, 0})};
  const long rider[] = {add_node(deck, 2, {0, 0, -20}), add_node(deck, 2, {0, 0, 20}), add_node(deck, 2, {0, 30, 0})};
  deck.card("CONSTRAINED_JOINT_SCREW",
            fmt::format("{},{},{},{},{},{}\n{},", rail[0], rider[0], rail[1], rider[1], rail[2], rider[2], lead));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.constant_curve(), gravity));
  const long middle = block.node(1, 1, 1);
  deck.history({middle, rider[2]});
  deck.outputs({"NODOUT", "JNTFORC"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double acceleration = gravity / (1 + block_inertia / (block_mass * lead * lead));
  const auto nodes = run.nodes();
  const NodeRecord last = nodes.at(middle).back(), pointer = nodes.at(rider[2]).back();
  const double way = -last.displacement[2], angle = -way / lead;  // right-handed: down is clockwise
  expect_within("displacement [mm]", way, 0.5 * acceleration * last.time * last.time, 2e-3);
  EXPECT_GT(-angle, 5 * pi);
  expect_near("x of a node at 30 mm beside the axis [mm]", pointer.position[0], -30 * std::sin(angle), 0.05);
  expect_near("y of it [mm]", pointer.position[1], 30 * std::cos(angle), 0.05);
  expect_within("force along the screw [N]", -joint_records(run).back().force.z, block_mass * (gravity - acceleration),
                5e-3);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
}

/// The block hangs on a joint at its middle, and a force grows there at 30 N/ms along `axis`. Returns the time of
/// failure, 0 if there is none.
double time_of_failure(int axis, double rate, const std::string& failure) {
  DeckText deck(6);
  add_bodies(deck, [](const Vec3& x) { return x; });
  // An elastic block at rest far off, for the quanta of energies have no bound from a load on a rigid body.
  deck.card("MAT_ELASTIC", "3,7.85e-3,210000,0.3");
  deck.block(deck.solid_part(3), {1, 1, 1}, {20, 20, 20}, [](const Vec3& x) { return x + Vec3{900, 0, 0}; });
  const long held = add_node(deck, 1, {0, 0, 0}), moving = add_node(deck, 2, {0, 0, 0});
  deck.card("CONSTRAINED_JOINT_SPHERICAL_FAILURE_ID", fmt::format("17,hinge\n{},{}\n{}", held, moving, failure));
  const int set = deck.node_set({moving}), ramp = deck.curve({{0, 0}, {10, 10 * rate}});
  deck.card("LOAD_NODE_SET", fmt::format("{},{},{}", set, axis, ramp));
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
  const std::string text = run.file("mes0000");
  const auto at = text.find("joint 17 failed at time");
  EXPECT_EQ(run.summary.at("failed").at("joints"), at == text.npos ? 0 : 1);
  return at == text.npos ? 0 : std::stod(text.substr(at + 24));
}

TEST(Joints, UniversalJointTurnsAShaftUnevenly) {
  verifies({"6.15", "universal joint between shafts at 40 degrees, the first turned at a constant rate by 3 rad",
            "closed form: tan b = cos 40 tan a", "the springs of the joint, which turn the second shaft's inertia"});
  const double rate = 0.3, end = 10, c = std::cos(40 * pi / 180), s = std::sin(40 * pi / 180);
  DeckText deck(end, 0.5);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n1,7,5\n0,0");
  deck.card("MAT_RIGID", "2,7.85e-3,210000,0.3\n-1,9,111011\n0,0");
  deck.card("DEFINE_COORDINATE_SYSTEM", fmt::format("9,0,0,0,{},{},0\n{},{},0", c, s, -s, c));
  for (int body = 1; body <= 2; ++body)
    deck.block(deck.solid_part(body), {2, 2, 2}, {20, 20, 20}, [](const Vec3& x) { return x - Vec3{10, 10, 10}; });
  const long n1 = add_node(deck, 1, {0, 0, 0}), n3 = add_node(deck, 1, {0, 0, 8});
  const long n2 = add_node(deck, 2, {0, 0, 0}), n4 = add_node(deck, 2, {-8 * s, 8 * c, 0});
  deck.card("CONSTRAINED_JOINT_UNIVERSAL", fmt::format("{},{},{},{}", n1, n2, n3, n4));
  deck.card("BOUNDARY_PRESCRIBED_MOTION_RIGID", fmt::format("1,5,0,{},{}", deck.constant_curve(), rate));
  deck.card("INITIAL_VELOCITY_RIGID_BODY", fmt::format("1,0,0,0,{}", rate));
  deck.card("INITIAL_VELOCITY_RIGID_BODY", fmt::format("2,0,0,0,{},{}", rate * c * c, rate * c * s));
  deck.outputs({"BINARY_D3PLOT", "GLSTAT", "JNTFORC"}, end / 8);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  double furthest = 0;
  for (const State& state : read_states(run.folder)) {
    const double a = rate * state.time, expected = std::atan2(c * std::sin(a), std::cos(a));
    const auto& x = state.position.at(std::size_t(n4 - 1));
    const double reached = std::atan2(double(x[2]), -s * double(x[0]) + c * double(x[1]));
    furthest = std::max(furthest, std::fabs(reached - expected));
  }
  expect_near("angle of the second shaft, largest error [rad]", furthest, 0, 2e-3);
  expect_within("energy ratio", run.energy("ratio"), 1, 1e-3);
}

TEST(Joints, PlanarJointSlidesAndTurnsInAPlane) {
  verifies({"6.52", "planar joint: a body thrown along the plane of another, turned about its normal, pressed off it",
            "closed form: v t along the plane, w t about the normal",
            "deflection of the joint's springs, and its damping until they have taken up the load"});
  const double speed = 2, spin = 0.3, end = 6;
  const double c = 0.8, s = 0.6;  // the normal is (0, -s, c)
  DeckText deck(end, 0.5);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n1,7,7\n0,0");
  deck.card("MAT_RIGID", "2,7.85e-3,210000,0.3\n\n");
  for (int body = 1; body <= 2; ++body)
    deck.block(deck.solid_part(body), {2, 2, 2}, {20, 20, 20}, [=](const Vec3& x) {
      const Vec3 y = x - Vec3{10, 10, 10};
      return Vec3{y.x, c * y.y - s * y.z, s * y.y + c * y.z};
    });
  const long n1 = add_node(deck, 1, {30, 0, 0}), n3 = add_node(deck, 1, {30, -10 * s, 10 * c});
  const long n2 = add_node(deck, 2, {0, 0, 0}), n4 = add_node(deck, 2, {0, -10 * s, 10 * c});
  deck.card("CONSTRAINED_JOINT_PLANAR_ID", fmt::format("4,table\n{},{},{},{}", n1, n2, n3, n4));
  const int curve = deck.constant_curve();
  deck.card("LOAD_RIGID_BODY", fmt::format("2,3,{},500.\n2,5,{},3000.", curve, curve));  // off the plane, and over
  deck.card("INITIAL_VELOCITY_RIGID_BODY",
            fmt::format("2,{},{},{},0,{},{}", speed, speed * c, speed * s, -spin * s, spin * c));
  // along the plane the load would push it down the slope
  deck.card("LOAD_RIGID_BODY", fmt::format("2,3,{0},{1}\n2,2,{0},{2}", curve, -500 * s * s, -500 * s * c));
  deck.history({n2, n4});
  deck.outputs({"NODOUT", "GLSTAT", "JNTFORC"}, end);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto moved = [nodes = run.nodes()](long node) {
    const double(&u)[3] = nodes.at(node).back().displacement;
    return Vec3{u[0], u[1], u[2]};
  };
  const Vec3 way = moved(n2);
  expect_within("way across the slope [mm]", way.x, speed * end, 2e-3);
  expect_within("way up the slope [mm]", c * way.y + s * way.z, speed * end, 2e-3);
  expect_near("way off the plane [mm]", -s * way.y + c * way.z, 0, 2e-3);
  const Vec3 tip = moved(n4) - way;
  expect_near("the normal's tip [mm]", norm(tip), 0, 2e-3);
  expect_within("energy ratio", run.energy("ratio"), 1, 1e-3);
}

TEST(Joints, FailsByForce) {
  verifies({"6.9", "joint fails under a force that grows", "closed form: equilibrium",
            "the joint's spring follows the ramp within a few steps of about 1e-3 ms"});
  expect_within("time of failure by tension [ms]", time_of_failure(1, 30, "0,0,0\n120,1e6,1e6"), 4, 1e-3);
  expect_within("time of failure by shear [ms]", time_of_failure(2, 30, "0,0,1\n1e6,120,0,1,1,1"), 4, 1e-3);
  EXPECT_EQ(time_of_failure(1, -30, "0,0,0\n120,1e6,1e6"), 0);  // compression
  expect_within("time of failure by time [ms]", time_of_failure(1, 30, "0,2.5,0\n0,0"), 2.5, 1e-3);
}

}  // namespace
}  // namespace crumple::test::joints
