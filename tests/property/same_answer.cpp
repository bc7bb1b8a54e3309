// One deck, one answer: the hash of the final state is the same on any number of ranks and threads and on any
// instruction set, in single and in double precision; and it is another one when the physics is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <string>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/property/same_results.hpp"
#include "tests/property/variants.hpp"

namespace crumple::test::same_answer {
namespace {

/// Runs that several tests of a case compare with.
const Run& reference(const std::string& deck, const std::string& options) {
  static std::map<std::string, Run> runs;
  const auto [known, is_new] = runs.try_emplace(options + "\n" + deck);
  if (is_new) known->second = run_deck(deck, 1, options);
  return known->second;
}

/// That the feature of the case was at work, and that what failed is reported.
void expect_at_work(const Case& at, const Run& run) {
  const auto& failed = run.summary.at("failed");
  int n_failed = 0, n_elements = 0;
  for (const auto& n : failed) n_failed += n.get<int>();
  EXPECT_EQ(std::ranges::count(reported_failures(run), '\n'), n_failed);
  for (const char* kind : {"shells", "solids", "beams", "springs"}) n_elements += failed.at(kind).get<int>();
  EXPECT_EQ(n_elements > 0, run.energy("eroded") != 0);
  at.at_work(run);
  EXPECT_GT(run.summary.at("cycles"), 40);
}

class SameAnswer : public testing::TestWithParam<Case> {};

TEST_P(SameAnswer, OnRanksThreadsAndInstructionSets) {
  for (const std::string precision : {"single", "double"}) {
    const auto& expected = reference(GetParam().deck, "precision=" + precision);
    ASSERT_EQ(expected.status, 0) << expected.text;
    expect_at_work(GetParam(), expected);
    std::vector<Variant> all = precision == "single" ? variants() : fewer_variants();
    for (const Variant& v : moving_variants(precision, expected.summary.at("cycles"))) all.push_back(v);
    for (const Variant& v : device_variants(precision)) all.push_back(v);
    for (const Variant& v : all) {
      const std::string options = describe(v, precision);
      SCOPED_TRACE(fmt::format("np={} {}", v.ranks, options));
      const auto run = completed(run_deck(GetParam().deck, v.ranks, options));
      EXPECT_EQ(run.hash(), expected.hash());
      EXPECT_EQ(reported_failures(run), reported_failures(expected));
      EXPECT_EQ(run.summary.contains("rebalances"), v.more.starts_with("rebalance"));
    }
  }
}

/// Ranks that are processes, with other modes of communication in each case: between them all decks have all modes.
TEST_P(SameAnswer, OnMpi) {
  const auto& expected = reference(GetParam().deck, "precision=single");
  ASSERT_EQ(expected.status, 0) << expected.text;
  const auto sum_of_letters = [](const std::string& name) { return std::accumulate(name.begin(), name.end(), 0); };
  const int number = sum_of_letters(GetParam().name);
  const char* collectives[] = {"separate", "fused", "nonblocking", "persistent", "shared"};
  const char* transports[] = {"p2p", "persistent", "neighbor", "shared", "rma"};
  const auto run = completed(
      run_deck(GetParam().deck, on_mpi(2 + number % 2),
               fmt::format("collectives={} transport={}", collectives[number % 5], transports[number / 5 % 5])));
  EXPECT_EQ(run.hash(), expected.hash());
}

class ContactRebuilt : public testing::TestWithParam<Case> {};

/// Copies and candidates are made anew after every step, as a restart at any moment would.
TEST_P(ContactRebuilt, AfterEveryStep) {
  const auto& whole = reference(GetParam().deck, "precision=single");
  ASSERT_EQ(whole.status, 0) << whole.text;
  for (const int ranks : {1, 3}) {
    const auto rebuilt = completed(run_deck(GetParam().deck, ranks, "rebalance=1,0"));
    EXPECT_EQ(rebuilt.hash(), whole.hash()) << ranks << " ranks";
  }
}

INSTANTIATE_TEST_SUITE_P(Decks, ContactRebuilt, testing::ValuesIn(contact_cases()),
                         [](const auto& info) { return info.param.name; });

TEST_P(SameAnswer, IsAnotherForOtherPhysics) {
  const auto& run = reference(GetParam().deck, "precision=single");
  ASSERT_EQ(run.status, 0) << run.text;
  const auto changed = completed(run_deck(with_change(GetParam().deck, GetParam().from, GetParam().to)));
  EXPECT_NE(run.hash(), changed.hash());
}

// Writing dumps changes nothing, and what goes on from them, elsewhere and on other ranks, neither. To save time each
// case is run in one precision, some in single, some in double.
TEST_P(SameAnswer, AfterARestart) {
  const std::vector<std::string> none;
  const std::string deck = with_databases(GetParam().deck), narrow = instruction_sets().front(),
                    precision = GetParam().name.size() % 2 == 0 ? "single" : "double";
  const auto whole = completed(run_deck(deck, 1, "precision=" + precision));
  const int cycles = whole.summary.at("cycles"), third = cycles / 3 + 1;
  const auto dumped = run_deck(deck, 2, fmt::format("precision={} dump={}", precision, third));
  EXPECT_EQ(differences(dumped, whole), none);
  const auto restarted = run_restart(dumped.folder + "/d3dump01", 3, "threads=2 isa=" + narrow);
  ASSERT_EQ(differences(restarted, whole), none);
  EXPECT_EQ(restarted.summary.at("restart").at("cycle"), third);
  EXPECT_EQ(restarted.text.find("begin at the restart"), std::string::npos) << restarted.text;
  EXPECT_EQ(differences(run_restart(restarted.folder + "/d3dump02", 5, moving(50, cycles)), whole), none);
}

/// For machines where tests are not built: scripts/gpu-check --run.
TEST(PropertyDecks, AreWrittenWhereAskedFor) {
  const char* const folder = std::getenv("CRUMPLE_WRITE_DECKS");
  if (!folder) GTEST_SKIP() << "CRUMPLE_WRITE_DECKS names no folder";
  for (const Case& its : all_cases()) {
    std::ofstream file(fmt::format("{}/{}.k", folder, its.name));
    file << its.deck;
    EXPECT_TRUE(file.good()) << its.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Decks, SameAnswer, testing::ValuesIn(all_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace crumple::test::same_answer
