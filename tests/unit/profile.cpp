// Cost by phase: nesting, MPI calls, sampled CPU time.
#include "base/profile.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <thread>

#include "base/error.hpp"

namespace crumple::profile {
namespace {

using namespace std::chrono_literals;

/// Spins until this thread has used so much CPU time [s].
void work(double seconds) {
  const auto cpu = [] {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
  };
  for (const double start = cpu(); cpu() - start < seconds;) {
  }
}

class ProfileOfPhases : public testing::Test {
 protected:
  void SetUp() override { Profile::reset(), Profile::sample_every(1); }
  void TearDown() override { Profile::reset(), Profile::sample_every(64); }
};

TEST_F(ProfileOfPhases, LeavesOutInnerPhases) {
  {
    Profile::Scope outer(phase<"outer">);
    work(0.01);
    Profile::Scope inner(phase<"inner">);
    work(0.03);
  }
  const auto costs = Profile::costs();
  // the clocks are read outside of the work; with the inner phase the outer one would have 0.04 s
  EXPECT_GE(costs.at("inner").wall, 0.03);
  EXPECT_GE(costs.at("outer").wall, 0.01);
  EXPECT_GE(costs.at("inner").cpu(), 0.03);
  EXPECT_LT(costs.at("outer").cpu(), 0.03);
  EXPECT_EQ(costs.at("outer").entries, 1);
}

TEST_F(ProfileOfPhases, TellsWorkFromWaiting) {
  {
    Profile::Scope scope(phase<"phase">);
    work(0.01);
    std::this_thread::sleep_for(30ms);
  }
  const PhaseCost cost = Profile::costs().at("phase");
  EXPECT_GE(cost.wall, 0.04);
  EXPECT_LT(cost.cpu(), 0.03);  // sleeping takes no CPU time
}

TEST_F(ProfileOfPhases, PutsMpiCallsToTheOpenPhase) {
  {
    Profile::Scope scope(phase<"phase">);
    work(0.01);
    Profile::MpiCall call;
    work(0.02);
  }
  { Profile::MpiCall outside; }
  const auto costs = Profile::costs();
  const PhaseCost cost = costs.at("phase");
  EXPECT_EQ(cost.mpi_calls, 1);
  EXPECT_GE(cost.mpi_wall, 0.02);
  EXPECT_GE(cost.wall, 0.03);
  EXPECT_GE(cost.mpi_cpu(), 0.02);
  EXPECT_NEAR(cost.compute_cpu(), cost.cpu() - cost.mpi_cpu(), 1e-12);  // rounding
  EXPECT_EQ(costs.at("outside phases").mpi_calls, 1);
}

TEST_F(ProfileOfPhases, ScalesSampledCpuTimeToAllEntries) {
  Profile::sample_every(5);
  for (int i = 0; i < 200; ++i) {
    Profile::Scope scope(phase<"phase">);
    work(0.00002);
  }
  const PhaseCost cost = Profile::costs().at("phase");
  EXPECT_EQ(cost.entries, 200);
  EXPECT_GT(cost.sampled_entries, 20);   // 40 on average, gaps of 1 to 9
  EXPECT_LT(cost.sampled_entries, 150);  // more where the thread had to wait for a core
  EXPECT_NEAR(cost.cpu(), 200 * 0.00002,
              0.3 * 200 * 0.00002);  // every entry does the same work, to a reading of the clock
}

TEST_F(ProfileOfPhases, SamplesLongEntriesMoreOften) {
  Profile::sample_every(64);
  for (int i = 0; i < 200; ++i) {
    {
      Profile::Scope scope(phase<"short">);
    }
    Profile::Scope scope(phase<"long">);
    work(0.0005);
  }
  EXPECT_LT(Profile::costs().at("short").sampled_entries, 20);  // one in 64, after the first two
  EXPECT_EQ(Profile::costs().at("long").sampled_entries, 200);
}

TEST_F(ProfileOfPhases, WeighsWhatIsInsideALongPhaseAsWhatIsNot) {
  Profile::sample_every(64);
  for (int i = 0; i < 640; ++i) {
    {
      Profile::Scope scope(phase<"sums">);
    }  // read less often than the long ones below
    if (i % 10 != 0) continue;
    Profile::Scope search(phase<"search">);
    work(0.0005);
    Profile::Scope scope(phase<"sums">);
    work(0.0005);
  }
  EXPECT_NEAR(Profile::costs().at("sums").cpu(), 64 * 0.0005, 0.3 * 64 * 0.0005);
}

TEST(StageOfAPhase, IsDeclaredWithItAndTheSameEverywhere) {
  const Phase kicks("kicks", Stage::nodes), pulls("pulls", Stage::forces), alone("alone");
  EXPECT_EQ(Profile::stage_of("kicks"), "nodes");
  EXPECT_EQ(Profile::stage_of("pulls"), "forces");
  EXPECT_EQ(Profile::stage_of("alone"), "alone");
  EXPECT_EQ(Profile::stage_of("never declared"), "never declared");
  EXPECT_NO_THROW(Phase("kicks", Stage::nodes));
  EXPECT_THROW(Phase("kicks", Stage::forces), Error);
  EXPECT_THROW(Phase("pulls"), Error);
}

TEST_F(ProfileOfPhases, DifferencesTellOfTheTimeBetween) {
  {
    Profile::Scope scope(phase<"phase">);
    work(0.01);
  }
  const PhaseCost before = Profile::costs().at("phase");
  {
    Profile::Scope scope(phase<"phase">);
    work(0.02);
  }
  const PhaseCost between = Profile::costs().at("phase") - before;
  EXPECT_EQ(between.entries, 1);
  EXPECT_GE(between.cpu(), 0.02);
  EXPECT_EQ(between.sampled_entries, 1);
}

}  // namespace
}  // namespace crumple::profile
