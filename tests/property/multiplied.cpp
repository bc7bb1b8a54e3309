// Every deck of the property tests with additions that a seed chooses, run in a way that a seed chooses: the same
// answer to the last bit of the hash and the last letter of the databases. tools/multiply tries other seeds for a given
// time.
#include <gtest/gtest.h>

#include "tests/property/combination.hpp"

namespace crumple::test::multiplied {
namespace {

class Multiplied : public testing::TestWithParam<Case> {};

TEST_P(Multiplied, HasTheOneAnswer) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "takes hours with sanitizers, where ranks are processes";
#endif
  const std::uint64_t seed = 1 + GetParam().name.size() % 2;  // scripts/multiply tries as many as there is time for
  Combination combination = combine(GetParam(), seed, false);
  const Outcome outcome = check_accepted(combination);
  EXPECT_EQ(outcome.refused, "") << describe(combination);
  EXPECT_EQ(outcome.differences, std::vector<std::string>()) << describe(combination);
  if (HasFailure()) write_report(testing::TempDir() + "multiplied-" + GetParam().name, combination, outcome);
}

INSTANTIATE_TEST_SUITE_P(Decks, Multiplied, testing::ValuesIn(all_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace crumple::test::multiplied
