// A rigid ball that rolls on a plate: from sliding to rolling, and down an incline.
// Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::contact_rolling {
namespace {

constexpr double radius = 10, mass = 4.0 / 3 * std::numbers::pi * radius * radius * radius * steel_density;
constexpr int ball_part = 50;
constexpr int n_edge = 6;  // elements along the edge of the cube that the ball is made of: 24 around

/// A rigid ball of shells that touches the plane z = 0, with the mass and inertia of a solid one.
void add_ball(DeckText& deck, int material, double velocity) {
  const double inertia = 0.4 * mass * radius * radius;
  deck.card("SECTION_SHELL", fmt::format("{},2\n1.0,", ball_part));
  deck.card("PART_INERTIA",
            fmt::format("ball\n{0},{0},{1}\n0,0,{2},{3:.17g}\n{4:.17g},0,0,{4:.17g},0,{4:.17g}\n{5},0,0,0,0,0",
                        ball_part, material, radius, mass, inertia, velocity));
  std::map<std::array<long, 3>, long> node_at;
  const auto node = [&](const std::array<double, 3>& on_cube) {  // equal angles along each edge
    Vec3 x{std::tan(std::numbers::pi / 4 * on_cube[0]), std::tan(std::numbers::pi / 4 * on_cube[1]),
           std::tan(std::numbers::pi / 4 * on_cube[2])};
    x = radius * normalized(x);
    long& id = node_at[{std::lround(1e6 * x.x), std::lround(1e6 * x.y), std::lround(1e6 * x.z)}];
    if (id == 0) id = deck.node(x + Vec3{0, 0, radius});
    return id;
  };
  long element = 1000;
  for (int axis = 0; axis < 3; ++axis)
    for (const int side : {-1, 1})
      for (int i = 0; i < n_edge; ++i)
        for (int j = 0; j < n_edge; ++j) {
          std::string nodes;
          for (const auto& [di, dj] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
            std::array<double, 3> p{};
            p[axis] = side, p[(axis + 1) % 3] = 2.0 * (i + di) / n_edge - 1,
            p[(axis + 2) % 3] = 2.0 * (j + dj) / n_edge - 1;
            nodes += fmt::format(",{}", node(p));
          }
          deck.card("ELEMENT_SHELL", fmt::format("{},{}{}", ++element, ball_part, nodes));
        }
}

/// On a plate that is held. The plane is elastic enough (E = 200) for the ball to sink in by about the height of its
/// facets, 0.09 mm; damping of 60 % takes the knock out of each of them.
Run roll(double friction, const Vec3& gravity, double velocity, double end_time) {
  DeckText deck(end_time);
  deck.card("MAT_RIGID", "1,7.85e-3,200,0.3\n1,0,0\n0,0");
  deck.card("MAT_RIGID", "2,7.85e-3,200,0.3\n1,7,7\n0,0");
  add_ball(deck, 1, velocity);
  const int plate = deck.solid_part(2);
  deck.block(plate, {16, 4, 1}, {80, 20, 10}, [](const Vec3& x) { return x + Vec3{-10, -10, -10}; });
  // the ball's nodes against the plate, without the thickness of its shells
  deck.card("CONTACT_AUTOMATIC_NODES_TO_SURFACE",
            fmt::format("{0},{1},3,3\n{2},{2},0,0,60\n1,1,0.001,0.001", ball_part, plate, friction));
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(2e-3)));  // no element can deform
  const int curve = deck.constant_curve();  // the base accelerates the other way; a factor of 0 would mean 1
  if (gravity.x != 0) deck.card("LOAD_BODY_X", fmt::format("{},{:.17g}", curve, -gravity.x));
  deck.card("LOAD_BODY_Z", fmt::format("{},{:.17g}", curve, -gravity.z));
  deck.outputs({"MATSUM"}, end_time / 200);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

/// The x-velocity of the ball over time, from matsum.
std::vector<std::pair<double, double>> speed(const Run& run) {
  std::vector<std::pair<double, double>> result;
  std::istringstream lines(run.file("matsum"));
  double time = 0;
  long part = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(" time =")) time = std::stod(line.substr(7));
    if (const auto at = line.find("mat.#="); at != std::string::npos) part = std::stol(line.substr(at + 6));
    if (line.starts_with(" x-rbv=") && part == ball_part) result.push_back({time, std::stod(line.substr(7))});
  }
  return result;
}

// Thrown at 2 mm/ms without spin on a plane with mu = 0.2 and ten times gravity, the ball slides, slowed down by mu g,
// until it rolls at 5/7 of its speed after 2 v / (7 mu g) = 29.1 ms; friction has then eaten 2/7 of the energy.
TEST(Rolling, SlidesUntilItRolls) {
  verifies({"5.5", "ball slides until it rolls", "closed form: Coulomb's friction on a solid sphere",
            "24 facets round the ball, whose knocks take energy too"});
  const double g = 0.0981, friction = 0.2, start = 2;
  const auto run = roll(friction, {0, 0, -g}, start, 40);
  const auto v = speed(run);
  double slowed = 0;  // by half of the slide
  for (const auto& [time, now] : v)
    if (time <= 15) slowed = (start - now) / time;
  expect_within("deceleration [mm/ms2]", slowed, friction * g, 0.05);
  expect_within("velocity of rolling [mm/ms]", v.back().second, 5.0 / 7 * start, 0.05);
  expect_within("velocity over that 4 ms before", v.back().second / v[v.size() - 20].second, 1, 0.01);
  expect_within("heat [mJ]", run.energy("sliding"), 2.0 / 7 * 0.5 * mass * start * start, 0.15);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.01);
}

// mu = 0.4 is more than the 2/7 tan 30 = 0.165 that rolling needs; a hundred times gravity.
TEST(Rolling, DownAnIncline) {
  verifies({"5.5", "ball rolls down 30 degrees for 10 ms", "closed form: acceleration 5/7 g sin 30", "as above"});
  const double g = 0.981, angle = std::numbers::pi / 6, expected = 5.0 / 7 * g * std::sin(angle);
  const auto run = roll(0.4, {g * std::sin(angle), 0, -g * std::cos(angle)}, 0, 10);
  const auto v = speed(run);
  double way = 0;
  for (std::size_t i = 1; i < v.size(); ++i)
    way += 0.5 * (v[i].first - v[i - 1].first) * (v[i].second + v[i - 1].second);
  EXPECT_NEAR(0.5 * expected * 100, 17.5179, 5e-5);
  expect_within("displacement [mm]", way, 17.5179, 0.05);
  expect_within("velocity [mm/ms]", v.back().second, expected * 10, 0.05);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.01);
}

}  // namespace
}  // namespace crumple::test::contact_rolling
