// Two bars that collide, and a bar against a rigid wall: exact in one dimension. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::bars_and_wall {
namespace {

constexpr double length = 100;
const double bar_speed = std::sqrt(steel_young / steel_density), contact_time = 2 * length / bar_speed;

/// The x-force on side A of a contact over time, from rcforc.
std::vector<std::pair<double, double>> contact_force(const Run& run) {
  std::vector<std::pair<double, double>> force;
  std::istringstream lines(run.file("rcforc"));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  slave")) force.push_back({std::stod(line.substr(24)), std::stod(line.substr(40))});
  return force;
}

struct Push {
  double impulse = 0, duration = 0;
};

/// Integral of a force over time, and how long it exceeds half of `level`.
Push push_of(const std::vector<std::pair<double, double>>& force, double level) {
  Push push;
  for (std::size_t i = 1; i < force.size(); ++i) {
    const double dt = force[i].first - force[i - 1].first, mean = 0.5 * (force[i].second + force[i - 1].second);
    push.impulse += dt * mean;
    if (std::abs(mean) > 0.5 * level) push.duration += dt;
  }
  return push;
}

// Equal bars of 100 hexes without lateral contraction meet flush at +-5 mm/ms.
TEST(BarsAndWall, TwoBarsExchangeTheirVelocities) {
  verifies({"5.3", "two bars collide", "closed form: waves in bars, force rho c A v, time 2 L / c",
            "the penalty spring, and the end node on it"});
  const double gap = 0.1, force = steel_density * bar_speed * 5;
  DeckText deck(gap / 10 + 1.6 * contact_time);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  const Grid left = deck.block(deck.solid_part(1), {100, 1, 1}, {length, 1, 1});
  const Grid right = deck.block(deck.solid_part(1), {100, 1, 1}, {length, 1, 1},
                                [&](const Vec3& x) { return x + Vec3{length + gap, 0, 0}; });
  deck.initial_velocity(left.all_nodes(), {5, 0, 0});
  deck.initial_velocity(right.all_nodes(), {-5, 0, 0});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0,0\n1,1");
  deck.outputs({"RCFORC"}, 1e-6);
  deck.outputs({"BINARY_D3PLOT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const Push push = push_of(contact_force(run), force);
  expect_within("time of contact [ms]", push.duration, contact_time, 0.02);
  expect_within("mean force [N]", std::abs(push.impulse) / push.duration, force, 0.02);
  const State last = read_states(run.folder).back();
  double momentum = 0;
  for (int i = 0; i <= 100; ++i) momentum += (i == 0 || i == 100 ? 0.5 : 1.0) / 100 * last.velocity[std::size_t(i)][0];
  expect_within("velocity after [mm/ms]", -momentum, 5, 0.02);
  expect_within("kinetic energy after [mJ]", run.energy("kinetic"), steel_density * length * 25, 0.03);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.01);
}

TEST(BarsAndWall, BarReboundsFromARigidWall) {
  verifies({"8.2", "bar at 10 mm/ms on a rigid wall", "closed form: impulse 2 m v, time 2 L / c",
            "nodes that touch the wall lose their velocity at once, half an element of a hundred"});
  const double mass = steel_density * length;
  DeckText deck(1.4 * contact_time);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  const Grid bar =
      deck.block(deck.solid_part(1), {100, 1, 1}, {length, 1, 1}, [](const Vec3& x) { return x + Vec3{0.01, 0, 0}; });
  deck.initial_velocity(bar.all_nodes(), {-10, 0, 0});
  deck.card("RIGIDWALL_PLANAR_ID", "7,wall\n0\n0,0,0,1,0,0,0");
  deck.outputs({"RWFORC", "GLSTAT"}, 1e-6);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const Push push = push_of(run.wall_force(7), 406.017);
  expect_within("impulse [g mm/ms]", push.impulse, 2 * mass * 10, 0.005);
  expect_within("time of contact [ms]", push.duration, contact_time, 0.02);
  const double rebound = run.glstat("global x velocity").back().second;
  expect_within("impulse over change of momentum", push.impulse / (mass * (rebound + 10)), 1, 1e-4);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.005);
}

TEST(BarsAndWall, EnergyIsKeptFromTheStart) {
  verifies({"8.5", "bar at 10 mm/ms that touches a rigid wall at t = 0", "conservation law: energy",
            "bulk viscosity is sampled in time"});
  DeckText deck(0.5 * contact_time);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  const Grid bar = deck.block(deck.solid_part(1), {100, 1, 1}, {length, 1, 1});
  deck.initial_velocity(bar.all_nodes(), {-10, 0, 0});
  deck.card("RIGIDWALL_PLANAR", "0\n0,0,0,1,0,0,0");
  deck.outputs({"GLSTAT"}, 1e-9);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  double drift = 0;
  for (const auto& [time, ratio] : run.glstat("total energy / initial energy"))
    drift = std::max(drift, std::abs(ratio - 1));
  expect_below("drift of the energy over the initial one", drift, 0.005);
}

}  // namespace
}  // namespace crumple::test::bars_and_wall
