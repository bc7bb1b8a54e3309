// The MPI profile of whole runs: it tells what happened, and neither it nor the delays it can inject change an answer.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/property/cases.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::mpi_profile {
namespace {

/// A deck with contact: halo, ghosts and collectives are all at work.
const std::string& deck() {
  static const std::string text = contact_cases().front().deck;
  return text;
}

TEST(MpiProfile, ChangesNoAnswer) {
  const std::string expected = run_deck(deck(), on_mpi(1), "profile=off").hash();
  for (const std::string options : {"profile=off", "profile=on", "profile=full", "latency_us=50", "noise=20,500,3",
                                    "profile=off latency_us=20 noise=10,300"}) {
    const auto run = completed(run_deck(deck(), on_mpi(3), options));
    EXPECT_EQ(run.hash(), expected) << options;
  }
}

TEST(MpiProfile, IsInSummaryLogAndTable) {
  const auto run = completed(run_deck(deck(), on_mpi(3), "transport=p2p"));
  const auto& mpi = run.summary.at("mpi");
  EXPECT_GE(mpi.at("functions").at("Allreduce").at("calls_per_rank_cycle").get<double>(), 1.0);  // the time step
  EXPECT_GT(mpi.at("pairs").at("bytes").get<long>(), 0);
  EXPECT_GT(mpi.at("share").get<double>(), 0.0);
  EXPECT_LT(mpi.at("share").get<double>(), 1.0);
  const std::string log = run.file("mes0000");
  for (const char* title :
       {"M P I   p r o f i l e", "Application self time", "MPI function", "message size", "LS-DYNA"})
    EXPECT_NE(log.find(title), std::string::npos) << title;
  EXPECT_TRUE(run.file("mpi_profile.csv").starts_with("record,rank,phase,function,size,to,calls,bytes,seconds"));
}

TEST(MpiProfile, TellsMessagesBetweenNodes) {
  const auto one = run_deck(deck(), on_mpi(4), "transport=p2p").summary.at("mpi");
  const auto two = run_deck(deck(), on_mpi(4), "transport=p2p nodesize=2").summary.at("mpi");
  EXPECT_EQ(one.at("nodes"), 1);
  EXPECT_EQ(two.at("nodes"), 2);
  EXPECT_EQ(one.at("pairs").at("bytes_between_nodes"), 0);
  EXPECT_GT(two.at("pairs").at("bytes_between_nodes").get<long>(), 0);
  EXPECT_LT(two.at("pairs").at("bytes_between_nodes"), two.at("pairs").at("bytes"));
}

TEST(MpiProfile, CountsWaitingInSharedMemory) {
  const auto run = completed(run_deck(deck(), on_mpi(2), "collectives=shared transport=shared"));
  EXPECT_GE(run.summary.at("mpi").at("functions").at("Window wait").at("calls_per_rank_cycle").get<double>(), 2.0);
}

TEST(MpiProfile, BytesSentAreTheSameInEachRun) {
  const auto first = run_deck(deck(), on_mpi(3)).summary.at("mpi").at("pairs");
  const auto second = run_deck(deck(), on_mpi(3), "noise=20,500").summary.at("mpi").at("pairs");
  EXPECT_EQ(first, second);
}

TEST(MpiProfile, TellsOfInjectedTime) {
  const auto run = completed(run_deck(deck(), on_mpi(2), "latency_us=100 ncycle=50"));
  // at least the time step's reduction pays it in full in each of 49 steps (the last one has none)
  EXPECT_GE(run.summary.at("mpi").at("latency_s").get<double>(), 49 * 100e-6);
}

TEST(MpiProfile, OptionsOutOfRangeAreErrors) {
  for (const auto& [option, expected] :
       std::vector<std::pair<std::string, std::string>>{{"profile=some", "off, on, full"},
                                                        {"latency_us=-1", "at least 0"},
                                                        {"noise=100", "LENGTH,PERIOD"},
                                                        {"noise=100,150", "less than half the PERIOD"},
                                                        {"noise=1,100,2,3", "LENGTH,PERIOD"}}) {
    const auto run = run_deck(deck(), on_mpi(1), option);
    EXPECT_NE(run.status, 0) << option;
    EXPECT_NE(run.text.find(expected), std::string::npos) << option << ": " << run.text;
  }
}

}  // namespace
}  // namespace crumple::test::mpi_profile
