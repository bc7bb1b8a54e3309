// One deck, one answer, on the decks that inputs/generate.py makes: a coarse tube and a coarse car.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/property/variants.hpp"

namespace crumple::test {
namespace {

void expect_one_answer(const std::string& deck, const std::string& precision, int cycles) {
  std::string expected;
  for (const Variant& v : variants()) {
    const std::string options = describe(v, precision) + fmt::format(" ncycle={}", cycles);
    SCOPED_TRACE(fmt::format("np={} {}", v.ranks, options));
    const auto run = run_deck_file(deck, v.ranks, options);
    ASSERT_EQ(run.status, 0) << run.text;
    if (expected.empty()) {
      expected = run.hash();
      // 3 %: the bound that the whole crash must keep, see the README
      EXPECT_NEAR(run.energy("ratio"), 1, 0.03);
      EXPECT_GT(run.energy("internal"), 0);
    }
    EXPECT_EQ(run.summary.at("cycles"), cycles);
    EXPECT_EQ(run.hash(), expected);
  }
}

TEST(GeneratedDecks, TubeInSingle) { expect_one_answer(generated("tube", "--elements 600"), "single", 400); }
TEST(GeneratedDecks, TubeInDouble) { expect_one_answer(generated("tube", "--elements 600"), "double", 400); }
TEST(GeneratedDecks, CarInSingle) { expect_one_answer(generated("car", "--elements 10000"), "single", 500); }
TEST(GeneratedDecks, CarInDouble) { expect_one_answer(generated("car", "--elements 10000"), "double", 300); }

}  // namespace
}  // namespace crumple::test
