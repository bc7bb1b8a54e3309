// rbdout: what it says of a rigid body that flies and spins. Units mm, ms, g.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <regex>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test {
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

TEST(BodyMotion, IsThatOfABodyThatFallsAndSpins) {
  verifies({"10.4", "rbdout of a rigid block that falls and spins about a principal axis",
            "closed form: free fall, constant spin", "five digits in the file; the last step ends a little late"});
  const auto run = run_deck(deck_text(), 1, "precision=double");
  ASSERT_EQ(run.status, 0) << run.text;
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

TEST(BodyMotion, IsTheSameTextOnAnyRanksAndAfterARestart) {
  const auto expected = run_deck(deck_text());
  for (const auto& [ranks, options] : {std::pair(3, ""), {2, "rebalance=9,0"}}) {
    const auto run = run_deck(deck_text(), ranks, options);
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_EQ(run.file_without_times("rbdout"), expected.file_without_times("rbdout"));
  }
}

}  // namespace
}  // namespace crumple::test
