// A block that slides on a plane under gravity, with friction. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::sliding {
namespace {

constexpr double gravity =
    0.981;  // [mm/ms2], a hundred times that of the earth, which makes the runs ten times as short

struct Slide {
  double friction, gravity_x, gravity_z, velocity, end_time;
  double plate_length;
};

/// A rigid block 20 x 20 x 10 on a rigid plate that is held; node 1 of the block is recorded. Damping of 20 % of the
/// critical value keeps the block from bouncing on the penalty springs.
Run slide(const Slide& s) {
  DeckText deck(s.end_time);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n1,0,0\n0,0");
  deck.card("MAT_RIGID", "2,7.85e-3,210000,0.3\n1,7,7\n0,0");
  const int block_part = deck.solid_part(1), plate_part = deck.solid_part(2);
  const Grid block = deck.block(block_part, {2, 2, 1}, {20, 20, 10});
  deck.block(plate_part, {int(s.plate_length / 20), 1, 1}, {s.plate_length, 40, 10},
             [](const Vec3& x) { return x + Vec3{-10, -10, -10}; });
  deck.initial_velocity(block.all_nodes(), {s.velocity, 0, 0});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", fmt::format("1,2,3,3\n{0},{0},0,0,20\n1,1", s.friction));
  // The curve sets the step: no element can deform.
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(1e-3)));
  const int curve = deck.constant_curve();  // the base accelerates the other way; a factor of 0 would mean 1
  if (s.gravity_x != 0) deck.card("LOAD_BODY_X", fmt::format("{},{:.17g}", curve, -s.gravity_x));
  deck.card("LOAD_BODY_Z", fmt::format("{},{:.17g}", curve, -s.gravity_z));
  deck.history({block.node(1, 1, 1)});
  deck.outputs({"NODOUT", "SLEOUT"}, s.end_time / 50);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

/// Rigid blocks of parts 1, 2 and 3 beside each other on one rigid plate, thrown along it; the velocities after 5 ms.
std::vector<double> slowed_down(const std::string& frictions, double velocity, double end) {
  DeckText deck(end);
  for (int part = 1; part <= 3; ++part) {
    deck.card("MAT_RIGID", fmt::format("{},7.85e-3,210000,0.3\n1,0,0\n0,0", part));
    const Grid block = deck.block(deck.solid_part(part), {2, 2, 1}, {20, 20, 10},
                                  [&](const Vec3& x) { return x + Vec3{0, 40.0 * (part - 1), 0}; });
    deck.initial_velocity(block.all_nodes(), {velocity, 0, 0});
  }
  deck.card("MAT_RIGID", "4,7.85e-3,210000,0.3\n1,7,7\n0,0");
  deck.block(deck.solid_part(4), {4, 6, 1}, {80, 120, 10}, [](const Vec3& x) { return x + Vec3{-10, -10, -10}; });
  deck.card("SET_PART_LIST", "7\n1,2,3");
  deck.card("DEFINE_FRICTION", frictions);
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "7,4,2,3\n-2,0,0,0,20\n1,1");
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(1e-3)));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.constant_curve(), gravity));
  deck.outputs({"GLSTAT", "MATSUM"}, end / 10);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return {run.last_velocity(1, 0), run.last_velocity(2, 0), run.last_velocity(3, 0)};
}

TEST(Sliding, FrictionByPairsOfParts) {
  verifies({"5.37", "three blocks on one plate, with the friction of *DEFINE_FRICTION (FS = -2): two pairs, and others",
            "closed form: v0 - mu g t", "the blocks settle on the penalty springs at the start"});
  constexpr double velocity = 5, end = 5;
  const auto at_end =
      slowed_down("3,0.1,0.1,0,0\n1,4,0.3,0.3,0\n9,9,0.9,0.9,0,0,PSET,PSET\n*SET_PART_LIST\n9\n2,4", velocity, end);
  const double frictions[] = {0.3, 0.9, 0.1};
  for (int part = 0; part < 3; ++part)
    expect_within(fmt::format("mu = {}: velocity [mm/ms]", frictions[part]), at_end[std::size_t(part)],
                  velocity - frictions[part] * gravity * end, 0.02);
}

constexpr double angle = std::numbers::pi / 6;

TEST(Sliding, BlockOnAnIncline) {
  verifies({"5.4", "block slides down 30 degrees for 10 ms, mu = 0.2", "closed form: a = g (sin 30 - mu cos 30)"});
  const auto run = slide({0.2, gravity * std::sin(angle), -gravity * std::cos(angle), 0, 10, 80});
  const auto nodes = run.nodes();
  const NodeRecord& last = nodes.begin()->second.back();
  const double a = gravity * (std::sin(angle) - 0.2 * std::cos(angle));
  expect_within("displacement [mm]", last.displacement[0], 0.5 * a * last.time * last.time, 0.01);
  expect_within("velocity [mm/ms]", last.velocity[0], a * last.time, 0.01);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.01);
}

TEST(Sliding, BlockSticksOnAnIncline) {
  verifies({"5.4", "block sticks on 30 degrees for 10 ms, mu = 0.6", "closed form: mu is above tan 30",
            "the stretch of the friction springs"});
  const auto run = slide({0.6, gravity * std::sin(angle), -gravity * std::cos(angle), 0, 10, 80});
  expect_below("creep [mm]", std::abs(run.nodes().begin()->second.back().displacement[0]), 0.01);
}

// Heat is taken from the block (side A): the plate is held.
TEST(Sliding, BlockComesToRest) {
  verifies({"5.4", "block on a flat, from 5 mm/ms, mu = 0.2", "closed form: v / (mu g), v^2 / (2 mu g), m v^2 / 2"});
  const auto run = slide({0.2, 0, -gravity, 5, 28, 140});
  const auto nodes = run.nodes();
  const std::vector<NodeRecord>& records = nodes.begin()->second;
  expect_within("displacement [mm]", records.back().displacement[0], 63.7105, 0.01);
  const NodeRecord& middle = records[records.size() / 2];
  expect_within("time of rest [ms]", middle.time + middle.velocity[0] / (0.2 * gravity), 25.484, 0.01);
  expect_near("velocity left [mm/ms]", records.back().velocity[0], 0, 0.01);
  const double heat = 0.5 * steel_density * 4000 * 25;
  expect_within("sliding energy [mJ]", run.energy("sliding"), heat, 0.02);
  expect_within("friction's part [mJ]", run.summary.at("contacts").at(0).at("energy").at("friction").get<double>(),
                heat, 0.02);
  const std::string sleout = run.file("sleout");
  const auto total = [&](const char* side) {
    return std::stod(sleout.substr(sleout.find('=', sleout.rfind(side)) + 1));
  };
  expect_within("taken from the block [mJ]", total("slave side"), heat, 0.02);
  EXPECT_EQ(total("master side"), 0);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.01);
}

}  // namespace
}  // namespace crumple::test::sliding
