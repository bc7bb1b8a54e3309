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

TEST_P(SameAnswer, IsAnotherForOtherPhysics) {
  const auto run = run_deck(GetParam().deck);
  ASSERT_EQ(run.status, 0) << run.text;
  const auto changed = run_deck(with_change(GetParam().deck, GetParam().from, GetParam().to));
  ASSERT_EQ(changed.status, 0) << changed.text;
  EXPECT_NE(run.hash(), changed.hash());
}

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const auto& cases : {element_cases(), condition_cases(), joint_cases(), contact_cases()})
    all.insert(all.end(), cases.begin(), cases.end());
  return all;
}

INSTANTIATE_TEST_SUITE_P(Decks, SameAnswer, testing::ValuesIn(all_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace crumple::test
