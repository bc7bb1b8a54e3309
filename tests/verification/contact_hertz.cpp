// Elastic impact after Hertz: a ball on a rigid wall, and two balls on each other. Units mm, ms, g, MPa.
//
// Reference: quasi-static contact of spheres of radius r, E* = E / (1 - nu^2): F = 4/3 E* sqrt(r) delta^1.5; a body
// of mass m that meets a wall at v comes to rest at alpha = (15 m v^2 / (16 E* sqrt(r)))^0.4 and leaves it
// after 2.943275 alpha / v. Two equal spheres are the same with r/2, E*/2, m/2 and the closing speed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::contact_hertz {
namespace {

constexpr double radius = 10, closing = 1;  // [mm], [mm/ms]
constexpr double reduced_young = steel_young / (1 - 0.3 * 0.3);

struct Hertz {
  double approach, force, duration;
  Hertz(double mass, double r, double modulus, double v)
      : approach(std::pow(15 * mass * v * v / (16 * modulus * std::sqrt(r)), 0.4)),
        force(4.0 / 3 * modulus * std::sqrt(r) * std::pow(approach, 1.5)),
        duration(2.943275 * approach / v) {}
};

// Values computed elsewhere, for balls of exact mass, to half a unit of the last digit given; their times are 2e-5
// smaller than their own coefficient makes them.
TEST(Hertz, ReferenceValues) {
  const double mass = 4.0 / 3 * std::numbers::pi * std::pow(radius, 3) * steel_density;
  const Hertz wall(mass, radius, reduced_young, closing), pair(mass / 2, radius / 2, reduced_young / 2, closing);
  EXPECT_NEAR(wall.approach, 0.0177951, 5e-8);
  EXPECT_NEAR(wall.force, 2309.76, 5e-3);
  EXPECT_NEAR(wall.duration, 0.052375, 2e-5 * 0.052375);
  EXPECT_NEAR(pair.force, 1005.38, 5e-3);
  EXPECT_NEAR(pair.duration, 0.060163, 2e-5 * 0.060163);
}

/// A point of the cube [-1, 1]^3 in a ball of radius 1. Along the edges of the cube the image bulges out of the ball,
/// or else elements there would have three nodes in a line; the sphere is kept to 1e-6 about the middle of each face.
Vec3 in_ball(const Vec3& p) {
  const double x = p.x * p.x, y = p.y * p.y, z = p.z * p.z;
  const Vec3 ball{p.x * std::sqrt(1 - y / 2 - z / 2 + y * z / 3), p.y * std::sqrt(1 - x / 2 - z / 2 + x * z / 3),
                  p.z * std::sqrt(1 - x / 2 - y / 2 + x * y / 3)};
  const double bulge = 0.6 * std::pow(std::max({x * y, y * z, z * x}), 2);
  return (1 - bulge) * ball + (0.75 * bulge) * p;
}

/// Nodes 0..n over `length` in geometric progression, the first cell of size `first`.
std::vector<double> graded(int n, double first, double length) {
  double low = 1 + 1e-9, high = 10;
  for (int i = 0; i < 100; ++i) {
    const double q = 0.5 * (low + high);
    (first * (std::pow(q, n) - 1) / (q - 1) > length ? high : low) = q;
  }
  std::vector<double> at;
  for (int i = 0; i <= n; ++i) at.push_back(length * (std::pow(low, i) - 1) / (std::pow(low, n) - 1));
  return at;
}

/// Places the nodes of a block {n, n, n_up} of size {1, 1, 1} in a quarter of a ball about the origin, with elements of
/// size h at its south pole.
Place quarter_ball(int n, int n_up, double h) {
  const double first = h / (radius * std::sqrt(0.5));  // the map shrinks by sqrt(1/2) across the pole
  return [=, aside = graded(n, first, 1), up = graded(n_up, first, 2)](const Vec3& p) {
    const auto at = [](double coordinate, int cells) { return std::size_t(std::lround(coordinate * cells)); };
    const double height = up[at(p.z, n_up)], evenly = std::min(1.0, height);
    const double x = (1 - evenly) * aside[at(p.x, n)] + evenly * p.x,
                 y = (1 - evenly) * aside[at(p.y, n)] + evenly * p.y;
    const double rim = std::max(x, y);  // layers are even along the rim, thin at the pole
    return radius * in_ball({x, y, (1 - rim) * height + rim * 2 * p.z - 1});
  };
}

/// The largest of a force over time, and the time between the first and the last that are more than 0.1 % of it.
struct Peak {
  double force = 0, duration = 0;
  explicit Peak(const std::vector<std::pair<double, double>>& forces) {
    double start = -1, end = 0;
    for (const auto& [time, f] : forces) force = std::max(force, std::abs(f));
    for (const auto& [time, f] : forces)
      if (std::abs(f) > 1e-3 * force) start = start < 0 ? time : start, end = time;
    duration = end - start;
  }
};

void hold_quarter(DeckText& deck, const Grid& grid) {
  deck.hold(grid.nodes([](const Vec3& x) { return std::abs(x.x) < 1e-9; }), "x");
  deck.hold(grid.nodes([](const Vec3& x) { return std::abs(x.y) < 1e-9; }), "y");
}

/// Total kinetic energy at the start gives the mass of the meshed balls, 2 to 3 % more than that of spheres.
double mass_of(const Run& run, double v) { return 2 * run.glstat("kinetic energy").front().second / (v * v); }

// A quarter of a ball on a stone wall, 2,592 elements. The wave takes 3.9 us through the ball and back, so the contact
// is quasi-static.
TEST(Hertz, BallOnAWall) {
  verifies({"5.1", "ball of 10 mm on a rigid wall at 1 m/s", "closed form: Hertz 1881, for the mass of the mesh",
            "two elements across the radius of the contact (0.42 mm)"});
  DeckText deck(0.06);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Place place = quarter_ball(12, 18, 0.2);
  const Grid ball = deck.block(deck.solid_part(1), {12, 12, 18}, {1, 1, 1},
                               [&](const Vec3& p) { return place(p) + Vec3{0, 0, radius}; });
  hold_quarter(deck, ball);
  deck.initial_velocity(ball.all_nodes(), {0, 0, -closing});
  deck.card("RIGIDWALL_PLANAR", "0,\n0,0,0,0,0,1,0");
  deck.outputs({"GLSTAT", "MATSUM", "RWFORC"}, 5e-5);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const Hertz hertz(4 * mass_of(run, closing), radius, reduced_young, closing);
  const Peak peak(run.wall_force(1));
  expect_within("largest force [N]", 4 * peak.force, hertz.force, 0.05);
  expect_within("time of contact [ms]", peak.duration, hertz.duration, 0.05);
  expect_below("relative loss of speed", 1 - run.last_velocity(1) / closing, 0.03);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
}

/// Two quarters of balls, the upper one comes down.
Run two_balls(int n, int n_up, double h, double dt_scale, double stiffness_scale) {
  DeckText deck(0.075, dt_scale);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Place place = quarter_ball(n, n_up, h);
  for (const double side : {1.0, -1.0}) {
    const Grid ball = deck.block(deck.solid_part(1), {n, n, n_up}, {1, 1, 1}, [&](const Vec3& p) {
      // the lower ball is the upper one turned by half a turn about the axis x = y, z = 0, not its mirror image
      const Vec3 x = place(p) + Vec3{0, 0, radius};
      return side > 0 ? x : Vec3{x.y, x.x, -x.z};
    });
    hold_quarter(deck, ball);
    deck.initial_velocity(ball.all_nodes(), {0, 0, -0.5 * side * closing});
  }
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", fmt::format("1,2,3,3\n0,0\n{0},{0}", stiffness_scale));
  deck.outputs({"GLSTAT", "MATSUM", "RCFORC"}, 5e-5);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

std::vector<std::pair<double, double>> contact_force(const Run& run) {
  std::vector<std::pair<double, double>> force;
  std::istringstream lines(run.file("rcforc"));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  slave"))
      force.push_back({std::stod(line.substr(24)), std::stod(line.substr(line.find(" z ") + 3))});
  return force;
}

// The springs of penalty contact lie in line with the balls. With the stiffness that LS-DYNA's formula gives (SFS = 1)
// they take about as much of the approach as the balls at this mesh (two elements across the contact's radius of 0.32
// mm): the force is 0.84 of Hertz' and the time 1.3. As stiff as the limit 0.5 m*/dt^2 lets them be at a third of the
// usual time step, they take a few percent.
TEST(Hertz, TwoBalls) {
  verifies({"5.2", "two balls of 10 mm close at 1 m/s", "closed form: Hertz 1881, for the mass of the mesh",
            "two elements across the radius of the contact (0.32 mm), the penalty spring"});
  const auto run = two_balls(10, 15, 0.2, 0.3, 100);
  const double mass = 4 * mass_of(run, 0.5 * closing) / 2, at_start = run.glstat("kinetic energy").front().second;
  const Hertz hertz(mass / 2, radius / 2, reduced_young / 2, closing);
  const Peak peak(contact_force(run));
  expect_within("largest force [N]", 4 * peak.force, hertz.force, 0.05);
  expect_within("time of contact [ms]", peak.duration, hertz.duration, 0.05);
  expect_within("velocity of the upper after [mm/ms]", run.last_velocity(1), 0.5 * closing, 0.02);
  expect_within("velocity of the lower after [mm/ms]", run.last_velocity(2), -0.5 * closing, 0.02);
  expect_within("kinetic energy after [mJ]", run.energy("kinetic"), at_start, 0.03);
  expect_below("energy left in contact over the initial one", std::abs(run.energy("sliding")) / at_start, 0.02);
}

// Whole balls of elements a quarter of the radius wide, one at rest: too coarse for force and time.
TEST(Hertz, CoarseBallsSwapVelocities) {
  verifies({"5.2", "two coarse balls, one at rest", "conservation law: equal bodies swap their velocities"});
  DeckText deck(0.35);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  std::vector<Grid> balls;
  for (const double side : {1.0, -1.0})
    balls.push_back(deck.block(deck.solid_part(1), {8, 8, 8}, {2, 2, 2}, [&](const Vec3& p) {
      return radius * in_ball(p - Vec3{1, 1, 1}) + Vec3{0.3 * side, 0, side * (radius + 1e-3)};
    }));
  deck.initial_velocity(balls[0].all_nodes(), {0, 0, -closing});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0,0\n1,1");
  deck.outputs({"GLSTAT", "MATSUM"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_near("velocity of the striker after [mm/ms]", run.last_velocity(1), 0, 0.02 * closing);
  expect_within("velocity of the struck after [mm/ms]", run.last_velocity(2), -closing, 0.02);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.01);
}

}  // namespace
}  // namespace crumple::test::contact_hertz
