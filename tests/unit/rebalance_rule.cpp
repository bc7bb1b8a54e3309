// When the load is spread anew: what its imbalance has cost against what spreading it costs.
#include <gtest/gtest.h>

#include <array>

#include "app/rebalance_rule.hpp"

namespace crumple::rebalance_rule {
namespace {

constexpr std::array balanced = {1.0, 1.0, 1.0, 1.0}, tenth_above = {0.9, 0.9, 1.1, 1.1},
                     fifth_above = {0.9, 0.9, 1.0, 1.2};

/// A rule that knows that spreading the load costs so much and leaves no imbalance.
RebalanceRule experienced(double threshold, double cost) {
  RebalanceRule rule(threshold);
  rule.rebalanced(cost);
  EXPECT_FALSE(rule.check(balanced));
  return rule;
}

int looks_until_due(RebalanceRule& rule, const std::array<double, 4>& work) {
  int looks = 1;
  while (!rule.check(work) && looks < 1000) ++looks;
  return looks;
}

TEST(RebalanceRule, SpreadsAtEachLookWithoutThreshold) {
  RebalanceRule rule(0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(rule.check(balanced));
    rule.rebalanced(1e6);
  }
}

TEST(RebalanceRule, SpreadsAtOnceWhileTheCostIsUnknown) {
  RebalanceRule rule(10);
  EXPECT_FALSE(rule.check(balanced));
  EXPECT_TRUE(rule.check(fifth_above));
  EXPECT_NEAR(rule.imbalance(), 0.2, 1e-12);
}

TEST(RebalanceRule, WaitsUntilTheLossHasReachedTheCost) {
  for (const double cost : {0.1, 0.7, 5.1}) {  // each look adds 0.2 to the loss
    RebalanceRule rule = experienced(5, cost);
    EXPECT_EQ(looks_until_due(rule, fifth_above), int(cost / 0.2) + 1) << cost;
  }
}

TEST(RebalanceRule, PutsUpWithImbalanceBelowTheThreshold) {
  RebalanceRule rule = experienced(15, 0.1);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(rule.check(tenth_above));
  EXPECT_TRUE(rule.check(fifth_above));  // what was lost before counts
}

TEST(RebalanceRule, DoesNotCountWhatTheBestSpreadingHasLeft) {
  RebalanceRule rule(5);
  rule.rebalanced(0.45);
  EXPECT_FALSE(rule.check(tenth_above));  // no cut does better here
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(rule.check(tenth_above));
  EXPECT_EQ(looks_until_due(rule, fifth_above), 5);  // each adds 0.2 - 0.1
  rule.rebalanced(0.45);
  EXPECT_FALSE(rule.check(fifth_above));  // this one is worse, and so soon due for another
  EXPECT_EQ(looks_until_due(rule, fifth_above), 4);
}

TEST(RebalanceRule, BeginsAnewAfterSpreading) {
  RebalanceRule rule = experienced(5, 0.7);
  EXPECT_EQ(looks_until_due(rule, fifth_above), 4);
  rule.rebalanced(0.7);
  EXPECT_FALSE(rule.check(balanced));
  EXPECT_EQ(looks_until_due(rule, fifth_above), 4);
}

TEST(RebalanceRule, IsNotMisledByARankThatDoesNothing) {
  constexpr std::array<double, 4> nothing{};
  RebalanceRule rule = experienced(5, 0.1);
  EXPECT_FALSE(rule.check(nothing));
  EXPECT_EQ(rule.imbalance(), 0);
}

}  // namespace
}  // namespace crumple::rebalance_rule
