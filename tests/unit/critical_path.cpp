// Stages of a step and the critical path.
#include "io/critical_path.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/profile.hpp"

namespace crumple::critical_path_tests {
namespace {

TEST(CriticalPath, WorkAddsUpWithinAStageAndTheSlowestRankCountsInEach) {
  const Phase panels("panels", Stage::forces), bricks("bricks", Stage::forces), touches("touches", Stage::nodes);
  // forces: 5 on both ranks; nodes: 1 or 4; a phase that a rank lacks
  EXPECT_EQ(critical_path({{"panels", {3, 1}}, {"bricks", {2, 4}}, {"touches", {1, 4}}, {"parcels", {0.5}}}), 9.5);
}

TEST(CriticalPath, OneRankHasAllWorkOnItsPath) {
  EXPECT_EQ(critical_path({{"panels", {3}}, {"touches", {1}}, {"parcels", {2}}}), 6);
  EXPECT_EQ(critical_path({}), 0);
}

}  // namespace
}  // namespace crumple::critical_path_tests
