// Results do not depend on the number of ranks either: the ASCII databases to the character, the states to the bit.
#include <gtest/gtest.h>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::results {
namespace {

/// A deck with contact, failure and all outputs.
std::string deck() {
  std::string text;
  for (const Case& c : contact_cases())
    if (c.name == "ContactFacesVanish") text = c.deck;
  return with_change(
      text, "*END\n",
      "*DATABASE_BINARY_D3PLOT\n5e-5\n*DATABASE_NODOUT\n5e-5\n*DATABASE_HISTORY_NODE\n20,1010,2008\n*END\n");
}

class Results : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    for (const auto& [ranks, options] : {std::pair(1, ""), {2, ""}, {3, ""}, {5, ""}, {4, "rebalance=9,0"}}) {
      runs.push_back(run_deck(deck(), ranks, options));
      ASSERT_EQ(runs.back().status, 0) << runs.back().text;
    }
  }
  static void TearDownTestSuite() { runs.clear(); }
  static inline std::vector<crumple::test::Run> runs;
};

TEST_F(Results, AsciiDatabasesAreTheSameText) {
  for (const char* name : {"glstat", "matsum", "rcforc", "sleout", "nodout"}) {
    const std::string expected = runs[0].file_without_times(name);
    EXPECT_GT(expected.size(), 1000) << name;
    for (const auto& run : runs) EXPECT_EQ(run.file_without_times(name), expected) << name;
  }
}

TEST_F(Results, StatesAreTheSameBits) {
  const std::vector<State> expected = read_states(runs[0].folder);
  ASSERT_GE(expected.size(), 5);
  for (const auto& run : runs) {
    const std::vector<State> states = read_states(run.folder);
    ASSERT_EQ(states.size(), expected.size());
    for (std::size_t s = 0; s < states.size(); ++s) {
      EXPECT_EQ(states[s].time, expected[s].time);
      EXPECT_EQ(states[s].position, expected[s].position);
      EXPECT_EQ(states[s].velocity, expected[s].velocity);
      EXPECT_EQ(states[s].plastic_strain, expected[s].plastic_strain);
      EXPECT_EQ(states[s].von_mises, expected[s].von_mises);
      EXPECT_EQ(states[s].thickness, expected[s].thickness);
      EXPECT_EQ(states[s].deleted, expected[s].deleted);
    }
  }
}

}  // namespace
}  // namespace crumple::test::results
