// The MPI profile and its delays on one rank that talks to itself; whole runs are in tests/property/mpi_profile.cpp.
// Times are asserted from below, or against each other: on a busy machine anything may last longer.
#include "comm/mpi_profile.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <thread>

#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/collectives.hpp"
#include "comm/node.hpp"
#include "comm/shared_window.hpp"
#include "io/mpi_totals.hpp"
#include "tests/unit/io_support.hpp"

namespace crumple::mpi_profile {
namespace {

using Depth = MpiProfileOptions::Depth;

double seconds_since(Profile::Clock::time_point start) {
  return std::chrono::duration<double>(Profile::Clock::now() - start).count();
}

class ProfileOfMpi : public testing::Test {
 protected:
  void SetUp() override { test::world(), record({}); }
  void TearDown() override { set_mpi_profile({}); }

  void record(const MpiProfileOptions& options) {
    set_mpi_profile(options);
    start_mpi_steps();
  }
  MpiTotals totals() {
    end_mpi_steps();
    profile_ = gather_mpi_profile(test::world());
    return sum_mpi(profile_);
  }
  MpiProfile profile_;
};

TEST_F(ProfileOfMpi, CountsCallsAndBytesByFunctionSizeAndPhase) {
  double values[100] = {};
  {
    Profile::Scope scope(phase<"some phase">);
    for (int i = 0; i < 3; ++i) MPI_Allreduce(MPI_IN_PLACE, values, 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(values, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Bcast(values, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  const MpiTotals sums = totals();
  EXPECT_EQ(sums.functions.at("Allreduce").calls, 3);
  EXPECT_EQ(sums.functions.at("Allreduce").bytes, 2400);
  EXPECT_EQ(sums.functions.at("Bcast").calls, 2);
  EXPECT_EQ(sums.functions.at("Bcast").bytes, 80);
  EXPECT_EQ(sums.sizes.at(0).calls, 2);  // 16 and 64 bytes
  EXPECT_EQ(sums.sizes.at(2).calls, 3);  // 800 bytes
  EXPECT_EQ(size_class_name(0), "0 - 64 B");
  EXPECT_EQ(size_class_name(2), "256 B - 1 KiB");
  EXPECT_EQ(sums.phases.at("some phase").tally.calls, 4);
  EXPECT_EQ(sums.phases.at("outside phases").tally.calls, 1);
  EXPECT_GT(sums.mpi.mean, 0);
  EXPECT_LE(sums.mpi.mean, sums.wall.mean);
}

TEST_F(ProfileOfMpi, CountsMessagesToPartnersAlsoOfOtherCommunicators) {
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  int out = 1, in = 0;
  for (const MPI_Comm comm : {MPI_COMM_WORLD, copy}) {
    MPI_Request requests[2];
    MPI_Irecv(&in, 1, MPI_INT, 0, 5, comm, &requests[0]);
    MPI_Isend(&out, 1, MPI_INT, 0, 5, comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Comm_free(&copy);
  const MpiTotals sums = totals();
  ASSERT_EQ(profile_.at(0).partners.size(), 1u);
  EXPECT_EQ(profile_[0].partners[0].rank, 0);
  EXPECT_EQ(profile_[0].partners[0].messages, 2);
  EXPECT_EQ(profile_[0].partners[0].bytes, 8);
  EXPECT_EQ(sums.kinds.at(MpiKind::receive).calls, 2);
  EXPECT_EQ(sums.kinds.at(MpiKind::wait).calls, 2);
}

TEST_F(ProfileOfMpi, CountsEachStartOfPersistentMessages) {
  double out[4] = {}, in[4] = {};
  MPI_Request requests[2];
  MPI_Recv_init(in, 4, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(out, 4, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 3; ++i) {
    MPI_Start(&requests[0]);
    MPI_Start(&requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  for (MPI_Request& request : requests) MPI_Request_free(&request);
  const MpiTotals sums = totals();
  EXPECT_EQ(sums.functions.at("Start Send").calls, 3);
  EXPECT_EQ(sums.functions.at("Start Send").bytes, 96);
  EXPECT_EQ(profile_.at(0).partners.at(0).messages, 3);
}

TEST_F(ProfileOfMpi, SeparatesWaitingFromTransferInEveryCallIfAsked) {
  record({.depth = Depth::full});
  double value = 0;
  for (int i = 0; i < 5; ++i) MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const MpiWait wait = totals().waits.at("Allreduce");
  EXPECT_EQ(wait.calls, 5);
  EXPECT_GT(wait.transfer_ns, 0);
}

TEST_F(ProfileOfMpi, CountsWaitingInSharedMemoryAsMpi) {
  SharedWindow window(test::world().node(), 1);
  record({});
  window.signal(0, 1);
  for (int i = 0; i < 3; ++i) window.wait(0, 0, 1);
  const MpiTotals sums = totals();
  EXPECT_EQ(sums.functions.at("Window wait").calls, 3);
  EXPECT_EQ(sums.kinds.at(MpiKind::wait).calls, 3);
  EXPECT_EQ(sums.functions.at("Win_sync").calls, 1);  // of the signal; those inside the waits are part of them
}

TEST(TotalsOfMpi, TellMessagesBetweenNodes) {
  MpiProfile profile(4);
  for (int r = 0; r < 4; ++r) {
    profile[std::size_t(r)].node = r / 2 * 2;
    for (int to = 0; to < 4; ++to)  // what a rank sends to itself is none
      profile[std::size_t(r)].partners.push_back({to, 1, 10 + to});
  }
  const MpiTotals sums = sum_mpi(profile);
  EXPECT_EQ(sums.n_nodes, 2);
  EXPECT_EQ(sums.messages.calls, 12);
  EXPECT_EQ(sums.messages.bytes, 3 * (10 + 11 + 12 + 13));
  EXPECT_EQ(sums.between_nodes.calls, 8);
  EXPECT_EQ(sums.between_nodes.bytes, 2 * (10 + 11 + 12 + 13));
}

TEST(ModesOfCollectives, OneThatTheLibraryLacksIsAnError) {
  check_available(collective_mode("fused"));
  try {
    check_available({"persistent", "", false, "persistent collectives (MPI 4)", nullptr});
    FAIL() << "no error";
  } catch (const Error& error) {
    const std::string text = error.what();
    for (const char* part : {"collectives=persistent", "has no persistent collectives (MPI 4)", "there is:", "fused"})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

TEST_F(ProfileOfMpi, RecordsNothingWhenOff) {
  record({.depth = Depth::off});
  MPI_Barrier(MPI_COMM_WORLD);
  end_mpi_steps();
  EXPECT_TRUE(gather_mpi_profile(test::world()).empty());
}

TEST_F(ProfileOfMpi, LatencyDelaysBlockingCalls) {
  record({.latency_us = 2000});
  const auto start = Profile::Clock::now();
  double value = 0;
  for (int i = 0; i < 5; ++i) MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_GE(seconds_since(start), 0.01);
  EXPECT_GE(totals().latency, 0.01);
}

TEST_F(ProfileOfMpi, LatencyOfNonblockingCallsIsHiddenByWork) {
  record({.latency_us = 5000});
  double value = 0;
  MPI_Request request;
  const auto start = Profile::Clock::now();
  MPI_Iallreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
  EXPECT_EQ(totals().latency, 0);  // nothing is paid at the start
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_GE(seconds_since(start), 0.005);

  start_mpi_steps();
  MPI_Iallreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
  std::this_thread::sleep_for(std::chrono::milliseconds(6));  // stands for work
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(totals().latency, 0);  // nothing is left of 5 ms after 6 ms
}

TEST_F(ProfileOfMpi, TestsFindNothingBeforeTheLatencyIsOver) {
  record({.latency_us = 3000});
  const auto start = Profile::Clock::now();
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0; !done;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  EXPECT_GE(seconds_since(start), 0.003);
}

TEST_F(ProfileOfMpi, NoiseTakesItsShareOfTheTimeOutsideMpi) {
  record({.noise_us = 300, .noise_period_us = 1000, .noise_seed = 7});
  const auto start = Profile::Clock::now();
  int found = 0;
  const auto probe = [&] { MPI_Iprobe(0, 99, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE); };
  while (seconds_since(start) < 0.2) probe();
  probe();  // serves what came due since the last one, however long that was
  const MpiTotals sums = totals();
  // at least 199 interruptions came due; lengths uniform in 0 to 600 us sum up to 60 ms, with a deviation of 2.4 ms
  EXPECT_GT(sums.noise, 0.05);
  EXPECT_LE(sums.noise + sums.mpi.mean, sums.wall.mean);
}

}  // namespace
}  // namespace crumple::mpi_profile
