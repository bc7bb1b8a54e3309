// The outside of a solid's face is known from the solid: a *SET_SEGMENT gives the same answer however its segments are
// turned, in penalty contacts with their edges, ties that fail, and force transducers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"

namespace crumple::test::segment_sets {
namespace {

/// *SET_SEGMENT of the top or the bottom of a block, turned outward or inward.
std::string segments(int id, const SolidBlock& block, bool top, bool outward) {
  std::string text = fmt::format("*SET_SEGMENT\n{}\n", id);
  const int k = top ? block.n[2] : 0;
  for (int j = 0; j < block.n[1]; ++j)
    for (int i = 0; i < block.n[0]; ++i) {
      const long a = block.node(i, j, k), b = block.node(i + 1, j, k), c = block.node(i + 1, j + 1, k),
                 d = block.node(i, j + 1, k);
      text += top == outward ? fmt::format("{},{},{},{}\n", a, b, c, d) : fmt::format("{},{},{},{}\n", a, d, c, b);
    }
  return text;
}

/// A clamped block, one that falls on it askew, and one that is torn off it, with and without failing ties.
std::string deck(bool first_is_outward, bool second_is_outward) {
  const SolidBlock floor{.n = {6, 3, 2}, .edge = {10, 10, 10}};
  const SolidBlock falling{
      .first = 1001, .part = 2, .n = {2, 2, 2}, .origin = {3.3, 4.7, 20.2}, .edge = {8, 8, 8}, .turn = 0.3};
  const SolidBlock torn{.first = 2001, .part = 3, .n = {2, 2, 2}, .origin = {33.3, 4.7, 20}, .edge = {8, 8, 8}};
  std::string text = deck_head(1.5e-4) + elastic(1) + solid_section(1) + part(1, 1, 1) + part(2, 1, 1) + part(3, 1, 1) +
                     solids(floor) + solids(falling) + solids(torn) + node_set(1, layers(floor, 2, 0, 0)) + clamp(1) +
                     node_set(2, layers(falling, 2, 0, 2)) + initial_velocity(2, {2e3, 0, -1e4}) +
                     node_set(3, layers(torn, 2, 0, 2)) + initial_velocity(3, {0, 0, 2e4});
  text += segments(11, floor, true, first_is_outward) + segments(12, falling, false, second_is_outward) +
          segments(13, torn, false, second_is_outward);
  text += "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n12,11,0,0\n0.3,0.3\n\n";
  text += "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_TIEBREAK\n13,11,0,0\n0.2,0.2\n\n2,300,300\n";
  text += "*CONTACT_FORCE_TRANSDUCER_PENALTY\n12,0,0\n\n\n";
  return text + "*END\n";
}

TEST(SegmentSets, OfSolidsMayBeTurnedEitherWay) {
  const auto expected = completed(run_deck(deck(true, true)));
  EXPECT_GT(expected.last_velocity(2), -8e3);  // the floor has slowed it down, from 1e4
  EXPECT_GT(expected.summary.at("failed").at("ties").get<int>(), 0);
  for (const auto& [first, second] : {std::pair{false, true}, std::pair{true, false}, std::pair{false, false}}) {
    const auto run = completed(run_deck(deck(first, second), first ? 2 : 3));
    EXPECT_EQ(run.hash(), expected.hash());
    EXPECT_EQ(run.summary.at("failed"), expected.summary.at("failed"));
    EXPECT_EQ(run.file_without_times("rcforc"), expected.file_without_times("rcforc"));
  }
}

}  // namespace
}  // namespace crumple::test::segment_sets
