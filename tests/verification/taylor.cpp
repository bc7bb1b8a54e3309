// Taylor bar of OFHC copper at 227 m/s (verification suite, section 3.1), as inputs/generate.py writes it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test {
namespace {

/// Smallest and largest radius of the rim of the foot: the nodes that start at the wall, 3.2 mm from the axis.
std::pair<double, double> foot_radii(const State& first, const State& last) {
  std::pair<double, double> radii{1e9, 0};
  for (std::size_t i = 0; i < first.position.size(); ++i) {
    const auto &before = first.position[i], &after = last.position[i];
    if (before[2] > 0.02 || std::hypot(before[0], before[1]) < 3.19) continue;
    const double radius = std::hypot(after[0], after[1]);
    radii = {std::min(radii.first, radius), std::max(radii.second, radius)};
  }
  return radii;
}

// Gates of the suite: published codes give 21.26-21.66 mm and 6.89-7.24 mm, an independent axisymmetric code 21.49 and
// 6.96 on a mesh of this density. The bar is 238.6 J when round; 16 nodes on the rim leave 2.5 % of the section out.
TEST(Taylor, FinalLengthAndFoot) {
  const auto run = run_deck_file(generated("taylor", "--elements 3000"), 1, "precision=double");
  ASSERT_EQ(run.status, 0) << run.text;
  const double length = run.nodes().rbegin()->second.back().position[2];
  expect_within("length", length, 21.45, 0.25 / 21.45);
  const std::vector<State> states = read_states(run.folder);
  const auto [smallest, largest] = foot_radii(states.front(), states.back());
  expect_within("smallest_radius", smallest, 7.05, 0.25 / 7.05);
  expect_within("largest_radius", largest, 7.05, 0.25 / 7.05);
  const double initial = run.glstat("kinetic energy").front().second;
  expect_within("initial_energy", initial, 238.6, 0.025);
  expect_below("kinetic_left", run.energy("kinetic") / initial, 0.01);
  expect_below("hourglass", run.energy("hourglass") / initial, 0.05);
  expect_within("energy", run.energy("ratio"), 1, 0.015);
}

}  // namespace
}  // namespace crumple::test
