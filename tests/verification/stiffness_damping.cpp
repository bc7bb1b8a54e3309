// *DAMPING_PART_STIFFNESS: modes decay at the rate beta w^2 / 2. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::stiffness_damping {
namespace {

using std::numbers::pi;

constexpr double length = 200, thickness = 5;

/// The rate at which the largest values of a vibration decay, from the first quarter of the records to the last.
double decay_rate(const std::vector<NodeRecord>& records, int axis) {
  const std::size_t quarter = records.size() / 4;
  const auto peak = [&](std::size_t first) {
    std::pair<double, double> largest;
    for (std::size_t i = first; i < first + quarter; ++i)
      if (const double v = std::abs(records[i].velocity[axis]); v > largest.second) largest = {records[i].time, v};
    return largest;
  };
  const auto [t0, v0] = peak(1);
  const auto [t1, v1] = peak(records.size() - quarter);
  return std::log(v0 / v1) / (t1 - t0);
}

/// A free bar of hexes in its first axial mode, w = pi c / L; eight periods.
Run bar(double coefficient, int form) {
  const double w = pi / length * std::sqrt(steel_young / steel_density);
  DeckText deck(8 * 2 * pi / w);
  deck.solid_form(form);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  const int part = deck.solid_part(1);
  const Grid bar = deck.block(part, {40, 2, 2}, {length, 10, 10});
  for (int k = 0; k <= 2; ++k)
    for (int j = 0; j <= 2; ++j)
      for (int i = 0; i <= 40; ++i) deck.initial_node_velocity(bar.node(i, j, k), {std::cos(pi * i / 40), 0, 0});
  deck.card("DAMPING_PART_STIFFNESS", fmt::format("{},{}", part, coefficient));
  deck.history({bar.node(0, 1, 1)});
  deck.outputs({"NODOUT", "GLSTAT"}, 2 * pi / w / 120);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

TEST(StiffnessDamping, AxialModeOfABar) {
  const double w = pi / length * std::sqrt(steel_young / steel_density);
  for (const int form : {1, 2}) {
    verifies({"4.5", "free bar of hexes with *DAMPING_PART_STIFFNESS in its first axial mode",
              "closed form: Rayleigh's damping, beta w^2 / 2", "40 elements to half a wave; peaks between records"});
    const double beta = 2 * 0.02 / w;  // 2 % of critical
    const auto run = bar(-beta, form);
    expect_within("decay by a time beta [1/ms]", decay_rate(run.nodes().begin()->second, 0), 0.5 * beta * w * w, 0.01);
    expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-4);
    const auto share = bar(0.25, form);
    const double dt = share.glstat("time step").back().second;
    expect_within("decay by a share of critical [1/ms]", decay_rate(share.nodes().begin()->second, 0),
                  0.5 * 0.25 * dt * w * w, 0.02);
  }
}

TEST(StiffnessDamping, BendingModeOfAStrip) {
  for (const int form : {2, 16}) {
    verifies({"4.5", "simply supported strip of shells with *DAMPING_PART_STIFFNESS in its first mode of bending",
              "closed form: Rayleigh's damping, beta w^2 / 2, with w as found without it",
              "peaks between records; hourglass forces and rotations of the shells are not damped"});
    const double w = 2 * pi * 0.293;    // Timoshenko's beam, tests/verification/vibration.cpp
    const double beta = 2 * 0.005 / w;  // of critical
    DeckText deck(6 * 2 * pi / w);
    deck.shell_form(form);
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
    const int part = deck.shell_part(1, thickness);
    const Grid strip = deck.plate(part, {20, 2}, {length, 10, 0});
    deck.hold(strip.nodes([](const Vec3& x) { return x.x == 0; }), "x z");
    deck.hold(strip.nodes([](const Vec3& x) { return x.x == length; }), "z");
    deck.hold(strip.all_nodes(), "y rx rz");
    for (int j = 0; j <= 2; ++j)
      for (int i = 0; i <= 20; ++i) deck.initial_node_velocity(strip.node(i, j), {0, 0, 0.1 * std::sin(pi * i / 20)});
    deck.card("DAMPING_PART_STIFFNESS", fmt::format("{},{}", part, -beta));
    deck.history({strip.node(10, 1)});
    deck.outputs({"NODOUT"}, 2 * pi / w / 100);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    expect_within("decay [1/ms]", decay_rate(run.nodes().begin()->second, 2), 0.5 * beta * w * w, 0.03);
    expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
  }
}

// The highest frequencies that the mesh has, at a step that is shortened for the damping.
TEST(StiffnessDamping, StaysStable) {
  verifies({"4.5", "cube with random velocities and up to critical damping, TSSFAC = 0.9",
            "conservation law: the kinetic energy falls and does not come back, what it loses is internal energy"});
  for (const double coefficient : {0.25, 1.0, -1e-3}) {
    DeckText deck(1);
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    const int part = deck.solid_part(1);
    const Grid cube = deck.block(part, {5, 5, 5}, {10, 10, 10});
    double sign = 1;
    for (const long node : cube.all_nodes()) {
      deck.initial_node_velocity(node, {sign, -sign, sign});
      sign = -sign;
    }
    deck.card("DAMPING_PART_STIFFNESS", fmt::format("{},{}", part, coefficient));
    deck.outputs({"GLSTAT"}, 0.1);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double ncycle=3000"));
    const double first = run.glstat("kinetic energy").front().second;
    expect_below("kinetic energy over that at the start", run.energy("kinetic") / first, 0.05);
    expect_between("energy over the initial one", run.energy("ratio"), 0.99, 1.01);
  }
}

}  // namespace
}  // namespace crumple::test::stiffness_damping
