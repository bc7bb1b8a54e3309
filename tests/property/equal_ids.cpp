// Joints and spot welds without an id get their number, which the deck may have given to another: files list those of
// one id in the order of the deck, on any number of ranks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"

namespace crumple::test::equal_ids {
namespace {

/// Two rows of plates, the first rigid and jointed, the second deformable and welded; what comes first in the deck lies
/// at the far end, and has the id of what comes second.
std::string deck() {
  std::string text = deck_head(4e-5) + "*DATABASE_JNTFORC\n1e-5\n*DATABASE_SWFORC\n1e-5\n" + elastic(1) +
                     "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n" + shell_section(1, 1.5);
  std::vector<ShellGrid> links, low, high;
  for (int p = 0; p < 6; ++p) {
    links.push_back({.first = 1000L * (p + 1),
                     .part = 11 + p,
                     .n = {4, 3},
                     .origin = {32.0 * p, 0, 0},
                     .u = {8, 0, 0},
                     .v = {0, 8, 0}});
    text += part(11 + p, 1, 2) + shells(links.back()) + node_set(11 + p, columns(links.back(), 0, 4)) +
            initial_velocity(11 + p, {0, 0, p % 2 ? 1e3 : -2e3 - 100.0 * p});
    for (std::vector<ShellGrid>* row : {&low, &high}) {
      ShellGrid plate = links.back();
      plate.first += row == &low ? 10000 : 20000;
      plate.part += row == &low ? 10 : 20;
      plate.origin = {40.0 * p, 50, row == &low ? 0.0 : 1.5};
      row->push_back(plate);
      text += part(plate.part, 1, 1) + shells(plate);
    }
    text += node_set(31 + p, columns(high.back(), 0, 4)) + initial_velocity(31 + p, {0, 0, 1e3 + 100.0 * p});
  }
  const auto joint = [&](int p) { return fmt::format("{},{}", links[p].node(4, 1), links[p + 1].node(0, 1)); };
  const auto weld = [&](int p) { return fmt::format("{},{}", low[p].node(2, 1), high[p].node(2, 1)); };
  text += "*CONSTRAINED_JOINT_SPHERICAL_ID\n2,far\n" + joint(4) + "\n*CONSTRAINED_JOINT_SPHERICAL\n" + joint(0) + "\n";
  text += "*CONSTRAINED_SPOTWELD_ID\n2\n" + weld(5) + "\n*CONSTRAINED_SPOTWELD\n" + weld(0) + "\n";
  return text + "*END\n";
}

TEST(EqualIds, FilesAreTheSameOnAllRanks) {
  const auto expected = completed(run_deck(deck()));
  for (const int ranks : {2, 3, 5}) {
    const auto run = completed(run_deck(deck(), ranks));
    for (const char* name : {"jntforc", "swforc"})
      EXPECT_EQ(run.file_without_times(name), expected.file_without_times(name)) << ranks << " ranks";
  }
}

}  // namespace
}  // namespace crumple::test::equal_ids
