// Rigid rotation and invariance of frame. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::rotation {
namespace {

using std::numbers::pi;

// A rate that is not objective would reach a stress of 1e-2 E or more.
TEST(Rotation, OneTurnLeavesNoStress) {
  verifies({"1.7", "block of hexes and patch of shells turn once about a skew axis",
            "closed form: no stress but the centrifugal one, rho w^2 L^2 / E = 3.7e-6 of E"});
  const Vec3 w = (1 / std::sqrt(0.98)) * Vec3{0.3, 0.5, 0.8};
  DeckText deck(2 * pi);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  deck.block(deck.solid_part(1), {3, 3, 3}, {10, 10, 10}, [](const Vec3& x) { return x - Vec3{5, 5, 5}; });
  deck.plate(deck.shell_part(1, 1.0), {3, 3}, {10, 10, 0}, [](const Vec3& x) { return x + Vec3{-5, -5, 40}; });
  deck.card("INITIAL_VELOCITY_GENERATION", fmt::format("1,2,1\n0,0,0,{0},{1},{2}", w.x, w.y, w.z));
  deck.card("INITIAL_VELOCITY_GENERATION", fmt::format("2,2,1\n0,0,40,{0},{1},{2}", w.x, w.y, w.z));
  deck.outputs({"BINARY_D3PLOT", "GLSTAT"}, 2 * pi / 8);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  float stress = 0;
  for (const State& state : read_states(run.folder))
    stress = std::max(stress, *std::max_element(state.von_mises.begin(), state.von_mises.end()));
  expect_below("largest stress over E", stress / steel_young, 1e-5);
  const double start = run.glstat("total energy").front().second;
  expect_below("strain over kinetic energy", (run.energy("internal") + run.energy("hourglass")) / start, 1e-5);
  expect_within("kinetic energy [mJ]", run.energy("kinetic"), start, 1e-4);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-6);
}

/// The turn by 30, 40 and 50 degrees about x, y and z, and the shift by 10 m.
Vec3 moved(const Vec3& v, bool shift) {
  const auto turn = [](Vec3 u, int i, int j, double by) {
    const double c = std::cos(by), s = std::sin(by), a = u[i], b = u[j];
    u[i] = c * a - s * b;
    u[j] = s * a + c * b;
    return u;
  };
  const Vec3 turned = turn(turn(turn(v, 1, 2, pi / 6), 2, 0, pi * 2 / 9), 0, 1, pi * 5 / 18);
  return shift ? turned + Vec3{1e4, -1e4, 1e4} : turned;
}

/// A block thrown at a plate of shells, elastic-plastic, for 200 steps; in its own place or moved.
Run impact(bool move) {
  const auto place = [move](const Vec3& offset) {
    return [=](const Vec3& x) { return move ? moved(x + offset, true) : x + offset; };
  };
  DeckText deck(1);
  deck.card("MAT_PLASTIC_KINEMATIC", "1,7.85e-3,210000,0.3,250,1000,0.5");
  const Grid block = deck.block(deck.solid_part(1), {3, 3, 3}, {10, 10, 10}, place({1, 2, 0.6}));
  deck.plate(deck.shell_part(1, 1.0, 3), {4, 4}, {20, 20, 0}, place({-4, -3, 0}));
  const Vec3 velocity{5, 3, -30};
  deck.initial_velocity(block.all_nodes(), move ? moved(velocity, false) : velocity);
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0.2,0.2\n1,1");
  return completed(run_deck(deck.str(), 1, "precision=double ncycle=200"));
}

TEST(Rotation, FrameDoesNotMatter) {
  verifies({"1.7", "block thrown at a plastic plate; turned by 30, 40, 50 degrees and shifted by 10 m",
            "equivalence: the same in its own place",
            "places of 1e4 mm are known to 2e-12 mm, 1e-10 of the penetration, which contact multiplies"});
  const auto here = impact(false), there = impact(true);
  for (const char* name : {"kinetic", "internal", "hourglass", "sliding", "total"})
    expect_within(fmt::format("{} energy [mJ]", name), there.energy(name), here.energy(name), 1e-7);
  expect_within("time after 200 steps [ms]", there.summary.at("end_time").get<double>(),
                here.summary.at("end_time").get<double>(), 1e-9);
  EXPECT_GT(here.energy("internal"), 0.01 * here.energy("kinetic"));  // something has happened
}

}  // namespace
}  // namespace crumple::test::rotation
