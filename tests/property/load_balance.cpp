// What a run tells of the load of its ranks, and runs whose elements go to other ranks because deck or pfile say so.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/property/cases.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::load_balance {
namespace {

const std::string& deck() {
  static const std::string text = contact_cases().front().deck;
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<double> numbers_of(std::string line) {
  std::replace(line.begin(), line.end(), ',', ' ');
  std::vector<double> numbers;
  std::istringstream stream(line);
  for (double value = 0; stream >> value;) numbers.push_back(value);
  return numbers;
}

TEST(LoadReport, BalancesAreOfTheWholeModel) {
  const auto run = completed(run_deck(deck(), on_mpi(3), "transport=p2p"));  // bytes in shared memory are not sent
  const auto& quality = run.summary.at("decomposition");
  EXPECT_EQ(quality.at("method"), "rcb");
  for (const char* key :
       {"elements", "weight", "contact_faces", "boundary_nodes", "neighbours", "halo_bytes", "bytes_sent"}) {
    const auto& balance = quality.at(key);
    EXPECT_GT(balance.at("min").get<double>(), 0) << key;
    EXPECT_LE(balance.at("min"), balance.at("mean")) << key;
    EXPECT_LE(balance.at("mean"), balance.at("max")) << key;
    EXPECT_NEAR(balance.at("imbalance").get<double>(),
                balance.at("max").get<double>() / balance.at("mean").get<double>() - 1, 1e-12)
        << key;
  }
  const auto& counts = run.summary.at("elements");
  EXPECT_NEAR(3 * quality.at("elements").at("mean").get<double>(),
              counts.at("shells").get<double>() + counts.at("solids").get<double>(), 1e-9);
  EXPECT_TRUE(quality.at("phases").at("contact").contains("predicted"));
  EXPECT_TRUE(quality.at("phases").at("integration").contains("predicted"));  // follows the nodes
  EXPECT_FALSE(quality.at("phases").at("output").contains("predicted"));
  EXPECT_NE(run.file("mes0000").find("D e c o m p o s i t i o n   by rcb on 3 ranks"), std::string::npos);
}

TEST(LoadReport, ProfilesHaveLsDynasColumns) {
  const auto run = completed(run_deck(deck(), on_mpi(3)));
  const auto load = lines_of(run.file("load_profile.csv"));
  ASSERT_EQ(load.size(), 11u);  // two blocks of heads and three ranks, and a blank line between
  EXPECT_EQ(load[0], "\"Clock (seconds)\"");
  EXPECT_TRUE(load[1].starts_with("\"Solids\", \"Shells\", \"Tshells\""));
  EXPECT_EQ(load[6], "\"Clock and percentage(%)\"");
  for (int rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(numbers_of(load[2 + rank]).size(), 15u);
    double whole = 0;
    for (const double percent : numbers_of(load[8 + rank])) whole += percent;
    EXPECT_NEAR(whole, 100, 15 * 5e-4);  // each is printed to 0.001
  }
  const auto contact = lines_of(run.file("cont_profile.csv"));
  ASSERT_EQ(contact.size(), 11u);
  EXPECT_EQ(contact[1].size(), 8u);  // one interface's zero-padded number
  EXPECT_EQ(numbers_of(contact[2]).size(), 1u);
}

/// A row for each rank and contact; the owned nodes of all ranks are those of one, and the seconds those of
/// cont_profile.csv.
TEST(LoadReport, ContactLoadsByRank) {
  double nodes_of_one = 0;
  for (const int ranks : {1, 3}) {
    const auto run = completed(run_deck(deck(), on_mpi(ranks)));
    const auto rows = lines_of(run.file("contact_load.csv")), seconds = lines_of(run.file("cont_profile.csv"));
    ASSERT_EQ(rows.size(), 1u + ranks);
    EXPECT_EQ(rows[0], "rank,contact,nodes,faces,ghost_nodes,ghost_faces,pairs,touches,forces_s,search_s");
    double nodes = 0, ghosts = 0, pairs = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const auto row = numbers_of(rows[1 + rank]);
      ASSERT_EQ(row.size(), 10u);
      EXPECT_EQ(row[0], rank);
      nodes += row[2], ghosts += row[4] + row[5], pairs += row[6];
      EXPECT_NEAR(row[8], numbers_of(seconds[2 + rank])[0], 1e-4 * row[8]);  // five digits
      EXPECT_GT(row[9], 0);
    }
    if (ranks == 1) nodes_of_one = nodes;
    EXPECT_EQ(nodes, nodes_of_one);
    EXPECT_EQ(ghosts > 0, ranks > 1);
    EXPECT_GT(pairs, 0);
  }
}

TEST(Rebalance, ByDeckPfileAndCommandLineGivesTheSameAnswer) {
  const std::string expected = run_deck(deck(), on_mpi(1)).hash();
  std::string spoken = deck();
  spoken.replace(spoken.find("*END"), 4, "*CONTROL_MPP_REBALANCE\n10,1,1,0.0\n*END");
  const std::string pfile = testing::TempDir() + fmt::format("rebalance-{}.pfile", getpid());
  std::ofstream(pfile) << "decomposition { rebalance 10 0 0 0 }\n";
  for (const auto& [text, options] : std::vector<std::pair<std::string, std::string>>{
           {spoken, ""}, {deck(), "p=" + pfile}, {deck(), "rebalance=10,0"}}) {
    const auto run = completed(run_deck(text, on_mpi(2), options));
    EXPECT_EQ(run.hash(), expected) << options;
    ASSERT_GT(run.summary.at("rebalances").size(), 3u) << options;
    EXPECT_EQ(run.summary.at("rebalances")[0].at("cycle"), 10);
    EXPECT_NE(run.file("mes0000").find("load rebalanced at cycle 10"), std::string::npos);
    EXPECT_TRUE(run.file("load_samples.csv").starts_with("cycle,time,rank,phase,stage,compute_s\n10,"));
    // the profile is of all pieces of the run: the time step alone takes an Allreduce a cycle
    EXPECT_GE(run.summary.at("mpi").at("functions").at("Allreduce").at("calls_per_rank_cycle").get<double>(), 1.0)
        << options;
  }
}

TEST(Calibration, MeasuresCostsForALaterRun) {
  const std::string pfile = testing::TempDir() + fmt::format("timing-{}.pfile", getpid());
  std::ofstream(pfile) << "decomposition { timing_start 10 timing_end 1000000 }\n";  // the run ends before
  const auto first = run_deck(deck(), on_mpi(2), "p=" + pfile);
  EXPECT_TRUE(lines_of(first.file("DECOMP_TIMINGS.OUT")).back().starts_with("face "));
  std::ofstream(pfile) << "decomposition { timing_start 10 timing_end 30 }\n";
  const auto measuring = completed(run_deck(deck(), on_mpi(2), "p=" + pfile));
  const auto lines = lines_of(measuring.file("DECOMP_TIMINGS.OUT"));
  ASSERT_GE(lines.size(), 3u);
  EXPECT_TRUE(lines[1].starts_with("part "));
  EXPECT_TRUE(lines.back().starts_with("face "));
  EXPECT_TRUE(lines[lines.size() - 2].starts_with("phase "));
  std::ofstream(pfile) << "decomposition { timing_file " << measuring.folder << "/DECOMP_TIMINGS.OUT }\n";
  const auto measured = completed(run_deck(deck(), on_mpi(3), "p=" + pfile));
  EXPECT_EQ(measured.hash(), measuring.hash());
  EXPECT_EQ(measured.hash(), run_deck(deck(), on_mpi(1)).hash());
}

/// Costs measured before a run are in a file, by which another run is decomposed alike; the answer is the same.
TEST(Calibration, MeasuresCostsBeforeARun) {
  const auto measuring = completed(run_deck(deck(), 4, "costs=measured ncycle=20"));
  const auto lines = lines_of(measuring.file("DECOMP_COSTS.OUT"));
  ASSERT_GE(lines.size(), 3u);
  EXPECT_TRUE(lines[1].starts_with("part "));
  EXPECT_TRUE(lines.back().starts_with("face "));
  const auto has = [&](const std::string& start) {
    return std::ranges::any_of(lines, [&](const std::string& line) { return line.starts_with(start); });
  };
  EXPECT_TRUE(has("phase nodes") && has("phase positions") && has("phase shells") && has("phase exchange"));
  EXPECT_NE(measuring.file("mes0000").find("costs measured in"), std::string::npos);
  const auto repeated =
      completed(run_deck(deck(), 4, "ncycle=20 costs=" + measuring.folder + "/DECOMP_COSTS.OUT"));
  EXPECT_EQ(repeated.hash(), measuring.hash());
  EXPECT_EQ(repeated.file("rank_load.csv"), measuring.file("rank_load.csv"));
  EXPECT_FALSE(std::filesystem::exists(repeated.folder + "/DECOMP_COSTS.OUT"));
  EXPECT_EQ(run_deck(deck(), 1, "costs=table ncycle=20").hash(), measuring.hash());
}

/// Pieces of all decks can be tried, whatever is missing in them.
TEST(Calibration, TriesAllDecks) {
  for (const Case& its : all_cases()) {
    const auto run = run_deck(its.deck, 2, "ncycle=2 costs=measured");
    ASSERT_EQ(run.status, 0) << its.name << run.text;
    EXPECT_NE(run.text.find("costs measured in"), std::string::npos) << its.name << run.text;
  }
}

TEST(Calibration, RefusesAFileOfCostsThatIsMissing) {
  const auto run = run_deck(deck(), 1, "costs=/no/such/file");
  EXPECT_NE(run.status, 0);
  EXPECT_NE(run.text.find("costs=: timing_file: cannot open /no/such/file"), std::string::npos) << run.text;
}

TEST(Rebalance, LeavesABalancedRunAlone) {
  const auto run = completed(run_deck(deck(), on_mpi(2), "rebalance=10,1000000"));
  EXPECT_FALSE(run.summary.contains("rebalances"));
}

}  // namespace
}  // namespace crumple::test::load_balance
