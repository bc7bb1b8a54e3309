// Rigid bodies of parts in whole runs: what rbdout says of one that flies and spins, motions along axes that turn with
// it, rods of beams. Units mm, ms, g.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <regex>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::body_motion {
namespace {

/// The lines of numbers of a body in the last record, by label; the second of a label is that in the body's own axes.
std::map<std::string, std::vector<double>> last_record(const Run& run, const std::string& body) {
  const std::string text = run.file("rbdout");
  const std::string record = text.substr(text.rfind("r i g i d   b o d y   m o t i o n   a t  cycle="));
  std::istringstream lines(record.substr(record.find(body)));
  std::map<std::string, std::vector<double>> numbers;
  const std::regex labelled(" *([a-z]+:|row [123]) +(.*)");
  std::smatch found;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line) && line.find("rigid body") == std::string::npos) {
    if (!std::regex_match(line, found, labelled)) continue;
    std::string label = found[1];
    if (numbers.contains(label)) label += " own";
    std::istringstream rest(found[2]);
    for (double value; rest >> value;) numbers[label].push_back(value);
  }
  EXPECT_EQ(numbers.size(), 10u) << record;
  return numbers;
}

constexpr double end_time = 2, gravity = 0.01, speed = 3, spin = 0.2;

/// A block of 10 x 20 x 30 that falls along z and spins about y, and a plate whose corners are a nodal rigid body.
std::string deck_text() {
  DeckText deck(end_time);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3");
  deck.card("MAT_ELASTIC", "2,7.85e-3,210000,0.3");
  const int block = deck.solid_part(1);
  deck.block(block, {1, 2, 3}, {10, 20, 30});
  deck.card("INITIAL_VELOCITY_RIGID_BODY", fmt::format("{},{},0,0,0,{},0", block, speed, spin));
  const Grid plate =
      deck.plate(deck.shell_part(2, 1), {1, 1}, {10, 10, 0}, [](const Vec3& x) { return x + Vec3{90, 0, 0}; });
  deck.card("CONSTRAINED_NODAL_RIGID_BODY", fmt::format("77,0,{}", deck.node_set(plate.all_nodes())));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.constant_curve(), gravity));
  deck.outputs({"RBDOUT"}, end_time / 4);
  return deck.str();
}

TEST(BodyMotion, FollowsAnAcceleration) {
  verifies({"10.6", "rigid block that moves at 3 mm/ms, accelerated along x from 0 to 0.4 mm/ms2 in 2 ms (VAD = 1)",
            "closed form: the kinetic energy of v0 + a t^2 / 2",
            "the velocity is that of the middle of the last step"});
  DeckText deck(end_time);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3");
  const int block = deck.solid_part(1);
  deck.block(block, {1, 2, 3}, {10, 20, 30});
  deck.card("INITIAL_VELOCITY_RIGID_BODY", fmt::format("{},{},0,0,0,0,0", block, speed));
  deck.card("BOUNDARY_PRESCRIBED_MOTION_RIGID",
            fmt::format("{},1,1,{},0.2", block, deck.curve({{0, 0}, {end_time, 2}})));
  deck.outputs({"GLSTAT"}, end_time / 4);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double last = speed + 0.2 * end_time * end_time / 2;
  expect_within("kinetic energy [mJ]", run.energy("kinetic"), 0.5 * 7.85e-3 * 6000 * last * last, 2e-3);
}

TEST(BodyMotion, IsThatOfABodyThatFallsAndSpins) {
  verifies({"10.4", "rbdout of a rigid block that falls and spins about a principal axis",
            "closed form: free fall, constant spin", "five digits in the file; the last step ends a little late"});
  const auto run = completed(run_deck(deck_text(), 1, "precision=double"));
  const auto body = last_record(run, " rigid body         1");
  const double t = run.summary.at("end_time").get<double>(), fall = 0.5 * gravity * t * t, angle = spin * t;
  const auto expect = [&](const std::string& what, const std::vector<double>& expected) {
    for (std::size_t k = 0; k < expected.size(); ++k)
      expect_near(fmt::format("{} {}", what, k + 1), body.at(what).at(k), expected[k],
                  2e-4 * (1 + std::abs(expected[k])));
  };
  expect("coordinates:", {5 + speed * t, 10, 15 - fall});
  expect("displacements:", {speed * t, 0, -fall, 0, angle, 0});
  expect("velocities:", {speed, 0, -gravity * t, 0, spin, 0});
  expect("accelerations:", {0, 0, -gravity, 0, 0, 0});
  // its own axes: columns of the rows 1 to 3; the largest inertia is about x, the least about z
  const double c = std::cos(angle), s = std::sin(angle);
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis{body.at("row 1")[k], body.at("row 2")[k], body.at("row 3")[k]};
    const Vec3 first[] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};  // at the start, of ascending inertia, but for the sign
    const Vec3 turned{c * first[k].x + s * first[k].z, first[k].y, -s * first[k].x + c * first[k].z};
    EXPECT_NEAR(std::abs(dot(axis, turned)), 1, 1e-4) << k;
    const Vec3 velocity{speed, 0, -gravity * t};
    EXPECT_NEAR(body.at("velocities: own").at(k), dot(axis, velocity), 1e-3);
  }
  EXPECT_EQ(last_record(run, " nodal rigid body        77").at("coordinates:").at(0), 95);
}

/// A cube of 10 that turns by a quarter in 10 ms and is driven along its own x, the global one at first; `more` are
/// further motions.
Run driven_cube(const std::string& more) {
  DeckText deck(10);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n\n7,");
  deck.card("DEFINE_COORDINATE_SYSTEM", "7,0,0,0,1,0,0\n0,1,0");
  const int cube = deck.solid_part(1);
  deck.block(cube, {2, 2, 2}, {10, 10, 10});
  deck.card("INITIAL_VELOCITY_RIGID_BODY", fmt::format("{},1,0,0,0,0,{:.17g}", cube, std::numbers::pi / 20));
  const int curve = deck.constant_curve();
  deck.card("BOUNDARY_PRESCRIBED_MOTION_RIGID_LOCAL",
            fmt::format(fmt::runtime("{0},1,0,{1},1.0\n" + more), cube, curve));
  deck.card("CONTROL_TIMESTEP", "0.02,");
  deck.outputs({"RBDOUT"}, 1);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

void expect_at_end(const Run& run, const char* what, const Vec3& way, const Vec3& velocity) {
  const auto body = last_record(run, " rigid body         1");
  for (int k = 0; k < 2; ++k) {
    expect_near(fmt::format("{}: displacement {} [mm]", what, k + 1), body.at("displacements:")[std::size_t(k)], way[k],
                0.03);
    expect_near(fmt::format("{}: velocity {} [m/s]", what, k + 1), body.at("velocities:")[std::size_t(k)], velocity[k],
                0.006);
  }
}

TEST(BodyMotion, DrivenAlongItsOwnAxis) {
  verifies({"7.15", "rigid cube that turns by 90 degrees in 10 ms, driven along its own x (RIGID_LOCAL)",
            "closed form: a quarter circle if its own y is held, else v = (1, -w t) in its axes",
            "five digits in the file; the last step ends a little late"});
  const double radius = 20 / std::numbers::pi;  // v / w
  expect_at_end(driven_cube("{0},2,0,{1},1e-30"), "y held", {radius, radius, 0}, {0, 1, 0});
  expect_at_end(driven_cube(""), "y free", {2 * radius, 2 * radius - 10, 0}, {std::numbers::pi / 2, 1, 0});
}

/// A straight chain of beams along x, all of part 1.
std::string beam_chain(DeckText& deck, int n, double length) {
  std::string beams;
  long last = deck.node({0, 0, 0});
  for (int i = 1; i <= n; ++i) {
    const long next = deck.node({length * i / n, 0, 0});
    beams += fmt::format("{},1,{},{}\n", i, last, next);
    last = next;
  }
  return beams;
}

TEST(BodyMotion, RodOfRigidBeams) {
  verifies({"7.16", "rigid rod of ten beams that flies and spins about its middle",
            "closed form: energy m v^2 / 2 + I w^2 / 2, I = m L^2 / 12 (1 + 2 / 10^2) + m (Iss + Itt) / A",
            "five digits in the file"});
  constexpr int n = 10;
  constexpr double length = 100, area = 10, second_moment = 5, mass = 7.85e-3 * area * length;
  DeckText deck(1);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n\n$");
  deck.card("SECTION_BEAM", fmt::format("1,2\n{},{},{}", area, second_moment, second_moment));
  deck.card("PART", "rod\n1,1,1");
  deck.card("ELEMENT_BEAM", beam_chain(deck, n, length) + "$");
  deck.card("INITIAL_VELOCITY_RIGID_BODY", fmt::format("1,0,0,{},0,{},0", speed, spin));
  deck.card("CONTROL_TIMESTEP", "0.01,");
  deck.outputs({"GLSTAT"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double inertia = mass * (length * length / 12 * (1 + 2.0 / (n * n)) + 2 * second_moment / area);
  const auto energy = run.glstat("kinetic energy");
  for (const double reached : {energy.front().second, energy.back().second})
    expect_within("kinetic energy [mJ]", reached, 0.5 * mass * speed * speed + 0.5 * inertia * spin * spin, 1e-4);
}

TEST(BodyMotion, NullBeamsHaveMassAlone) {
  verifies({"7.16", "chain of null beams whose end nodes fly apart, beside a block that sets the step",
            "closed form: m v^2 / 2 of half a beam at each node", "five digits in the file"});
  DeckText deck(1);
  deck.card("MAT_NULL", "1,7.85e-3,");
  deck.card("MAT_ELASTIC", "2,7.85e-3,210000,0.3");
  deck.card("SECTION_BEAM", "9,1,1.,2,1\n4.,4.");
  deck.card("PART", "chain\n9,9,1");
  const Grid block = deck.block(deck.solid_part(2), {1, 1, 1}, {10, 10, 10});
  const long first = deck.node({50, 0, 0}), middle = deck.node({60, 0, 0}), last = deck.node({70, 0, 0});
  deck.card("ELEMENT_BEAM", fmt::format("101,9,{},{}\n102,9,{},{}", first, middle, middle, last));
  deck.initial_node_velocity(first, {-speed, 0, 0});
  deck.initial_node_velocity(last, {speed, 0, 0});
  deck.outputs({"GLSTAT"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double half = 0.5 * 7.85e-3 * std::numbers::pi * 4 * 10;  // of a circle of diameter 4
  expect_within("kinetic energy [mJ]", run.glstat("kinetic energy").back().second, half * speed * speed, 1e-4);
  EXPECT_EQ(run.glstat("internal energy").back().second, 0);
}

TEST(BodyMotion, IsTheSameTextOnAnyRanksAndAfterARestart) {
  const auto expected = completed(run_deck(deck_text()));
  for (const auto& [ranks, options] : {std::pair(3, ""), {2, "rebalance=9,0"}}) {
    const auto run = completed(run_deck(deck_text(), ranks, options));
    EXPECT_EQ(run.file_without_times("rbdout"), expected.file_without_times("rbdout"));
  }
}

}  // namespace
}  // namespace crumple::test::body_motion
