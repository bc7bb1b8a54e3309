// Stages of a step and the critical path.
#include "io/stages.hpp"

#include <gtest/gtest.h>

namespace crumple {
namespace {

TEST(Stages, WorkAddsUpWithinAStageAndTheSlowestRankCountsInEach) {
  ASSERT_EQ(stage_of("shells"), stage_of("solids"));
  ASSERT_NE(stage_of("shells"), stage_of("contact"));
  EXPECT_EQ(stage_of("tied contact"), "tied contact");
  // elements: 5 on both ranks; contact: 1 or 4; a phase that a rank lacks
  EXPECT_EQ(critical_path({{"shells", {3, 1}}, {"solids", {2, 4}}, {"contact", {1, 4}}, {"halo", {0.5}}}), 9.5);
}

TEST(Stages, OneRankHasAllWorkOnItsPath) {
  EXPECT_EQ(critical_path({{"shells", {3}}, {"contact", {1}}, {"output", {2}}}), 6);
  EXPECT_EQ(critical_path({}), 0);
}

}  // namespace
}  // namespace crumple
