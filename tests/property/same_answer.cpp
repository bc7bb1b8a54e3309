// One deck, one answer: the hash of the final state is the same on any number of ranks and threads and on any
// instruction set, in single and in double precision; and it is another one when the physics is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/property/variants.hpp"
#include "tests/support/read_states.hpp"

namespace crumple::test {
namespace {

/// The lines of mes0000 that tell of deleted elements, broken welds and released nodes.
std::string told_failures(const Run& run) {
  std::istringstream lines(run.file("mes0000"));
  std::string told;
  for (std::string line; std::getline(lines, line);)
    if (line.find("failed at time") != std::string::npos || line.find("released from") != std::string::npos)
      told += line + "\n";
  return told;
}

class SameAnswer : public testing::TestWithParam<Case> {};

TEST_P(SameAnswer, OnRanksThreadsAndInstructionSets) {
  for (const std::string precision : {"single", "double"}) {
    std::string expected, failures;
    std::vector<Variant> all = variants();
    for (const Variant& v : moving_variants(precision)) all.push_back(v);
    for (const Variant& v : scalar_variants(GetParam().name)) all.push_back(v);
    for (const Variant& v : all) {
      const std::string options = describe(v, precision);
      SCOPED_TRACE(fmt::format("np={} {}", v.ranks, options));
      const auto run = run_deck(GetParam().deck, v.ranks, options);
      ASSERT_EQ(run.status, 0) << run.text;
      if (expected.empty()) {
        expected = run.hash();
        failures = told_failures(run);
        const auto& failed = run.summary.at("failed");
        int n_failed = 0;
        for (const auto& n : failed) n_failed += n.get<int>();
        EXPECT_EQ(std::ranges::count(failures, '\n'), n_failed);
        int n_elements = 0;
        for (const char* kind : {"shells", "solids", "beams", "springs"}) n_elements += failed.at(kind).get<int>();
        EXPECT_EQ(n_elements > 0, run.energy("eroded") != 0);
        GetParam().at_work(run);
        EXPECT_GT(run.summary.at("cycles"), 40);
      }
      EXPECT_EQ(run.hash(), expected);
      EXPECT_EQ(told_failures(run), failures);
      EXPECT_EQ(run.summary.contains("rebalances"), !v.more.empty());
    }
  }
}

class ContactRebuilt : public testing::TestWithParam<Case> {};

/// Copies and candidates are made anew after every step, as a restart at any moment would.
TEST_P(ContactRebuilt, AfterEveryStep) {
  const std::string deck = GetParam().deck;
  const auto whole = run_deck(deck, 1), rebuilt = run_deck(deck, 1, "rebalance=1,0");
  ASSERT_EQ(whole.status, 0) << whole.text;
  ASSERT_EQ(rebuilt.status, 0) << rebuilt.text;
  EXPECT_EQ(rebuilt.summary.at("state_hash"), whole.summary.at("state_hash"));
}

INSTANTIATE_TEST_SUITE_P(Decks, ContactRebuilt, testing::ValuesIn(contact_cases()),
                         [](const auto& info) { return info.param.name; });

TEST_P(SameAnswer, IsAnotherForOtherPhysics) {
  const auto run = run_deck(GetParam().deck);
  ASSERT_EQ(run.status, 0) << run.text;
  const auto changed = run_deck(with_change(GetParam().deck, GetParam().from, GetParam().to));
  ASSERT_EQ(changed.status, 0) << changed.text;
  EXPECT_NE(run.hash(), changed.hash());
}

/// The deck with all databases that need nothing else, twenty times over the run.
std::string with_databases(const std::string& deck) {
  const std::string keyword = "*CONTROL_TERMINATION\n";
  const double interval = std::stod(deck.substr(deck.find(keyword) + keyword.size())) / 20;
  std::string more;
  for (const char* name :
       {"GLSTAT", "MATSUM", "RCFORC", "RWFORC", "SLEOUT", "SWFORC", "JNTFORC", "DEFORC", "SPCFORC", "SBTOUT",
        "MASSOUT", "BINARY_D3PLOT"})
    more += fmt::format("*DATABASE_{}\n{:g}\n", name, interval);
  return with_change(deck, "*END\n", more + "*END\n");
}

void expect_same_states(const Run& run, const Run& expected) {
  const std::vector<State> all = read_states(run.folder), wanted = read_states(expected.folder);
  ASSERT_EQ(all.size(), wanted.size());
  for (std::size_t s = 0; s < all.size(); ++s) {
    EXPECT_EQ(all[s].time, wanted[s].time);
    EXPECT_EQ(all[s].position, wanted[s].position);
    EXPECT_EQ(all[s].von_mises, wanted[s].von_mises);
    EXPECT_EQ(all[s].deleted, wanted[s].deleted);
  }
}

/// Everything that a run leaves but for what its ranks, the clock on the wall and its start are.
void expect_same_results(const Run& run, const Run& expected) {
  ASSERT_EQ(run.status, 0) << run.text;
  EXPECT_EQ(run.hash(), expected.hash());
  for (const char* key : {"energy", "cycles", "end_time", "dt", "failed", "reason"})
    EXPECT_EQ(run.summary.at(key), expected.summary.at(key)) << key;
  EXPECT_EQ(told_failures(run), told_failures(expected));
  EXPECT_EQ(run.databases(), expected.databases());
  for (const std::string& name : expected.databases())
    EXPECT_EQ(run.file_without_times(name), expected.file_without_times(name)) << name;
  expect_same_states(run, expected);
}

// Writing dumps changes nothing, and what goes on from them, elsewhere and on other ranks, neither. To save time each
// case is run in one precision, some in single, some in double.
TEST_P(SameAnswer, AfterARestart) {
  const std::string deck = with_databases(GetParam().deck), narrow = instruction_sets().front(),
                    precision = GetParam().name.size() % 2 == 0 ? "single" : "double";
  const auto whole = run_deck(deck, 1, "precision=" + precision);
  ASSERT_EQ(whole.status, 0) << whole.text;
  const int third = whole.summary.at("cycles").get<int>() / 3 + 1;
  const auto dumped = run_deck(deck, 2, fmt::format("precision={} dump={}", precision, third));
  expect_same_results(dumped, whole);
  const auto restarted = run_restart(dumped.folder + "/d3dump01", 3, "threads=2 collectives=persistent isa=" + narrow);
  expect_same_results(restarted, whole);
  EXPECT_EQ(restarted.summary.at("restart").at("cycle"), third);
  EXPECT_EQ(restarted.text.find("begin at the restart"), std::string::npos) << restarted.text;
  const auto again = run_restart(restarted.folder + "/d3dump02", 5, "rebalance=7,0 transport=neighbor");
  expect_same_results(again, whole);
}

INSTANTIATE_TEST_SUITE_P(Decks, SameAnswer, testing::ValuesIn(all_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace crumple::test
