// What users read around a run: d3hsp about the model, status.out about its progress, mesNNNN about each rank.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::logs {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A box of 6 x 6 x 4, a square of 10 x 10 in two triangles, and a point mass of 1e-6 that is pulled along.
std::string deck() {
  const SolidBlock box{.n = {3, 2, 1}, .origin = {100, 0, 0}, .edge = {2, 3, 4}};
  const ShellGrid square{.first = 101,
                         .part = 2,
                         .origin = {0, 0, 50},
                         .u = {10, 0, 0},
                         .v = {0, 10, 0},
                         .triangles_from = 0,
                         .triangle_part = 2};
  return deck_head(2e-5) + elastic(1) + solid_section(1) + shell_section(2, 1.0) + part(1, 1, 1) + part(2, 2, 1) +
         solids(box) + shells(square) + "*ELEMENT_MASS\n1,101,1e-6\n" + node_set(1, layers(box, 0, 3, 3)) +
         initial_velocity(1, {1e3, 0, 0}) +
         "*DATABASE_BINARY_D3PLOT\n1e-5\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n" + "*END\n";
}

/// The numbers of the block of a part, as readers of d3hsp find them: by the line and column behind its heading.
struct MassBlock {
  double mass;
  std::array<double, 3> center, principal;
};
MassBlock block_of_part(const std::string& text, int part) {
  const auto lines = lines_of(text);
  const std::string head = "  m a s s   p r o p e r t i e s   o f   p a r t #";
  const auto at = std::ranges::find_if(
      lines, [&](const std::string& line) { return line.starts_with(head) && std::stoi(line.substr(49, 8)) == part; });
  if (at == lines.end()) throw std::runtime_error("no such part");
  const auto number = [&](int line) { return std::stod(at[line].substr(34, 15)); };
  return {number(1), {number(2), number(3), number(4)}, {number(12), number(13), number(14)}};
}

/// From the counts of keywords to the smallest time steps.
std::string about_the_model(const Run& run) {
  const std::string text = run.file("d3hsp");
  const auto first = text.find(" L I S T   O F"), last = text.find("       0 t 0.0000E+00");
  return text.substr(first, last - first);
}

constexpr double density = 7.8e-9, print = 1e-4;  // relative, of four digits behind the point

TEST(D3hsp, HasTheMassesOfPartsAndModel) {
  const auto run = completed(run_deck(deck()));
  const std::string text = run.file("d3hsp");
  const double box = density * 6 * 6 * 4, square = density * 100;
  const MassBlock of_box = block_of_part(text, 1), of_square = block_of_part(text, 2);
  EXPECT_NEAR(of_box.mass, box, print * box);
  EXPECT_NEAR(of_box.center[0], 103, 103 * print);
  EXPECT_NEAR(of_box.center[1], 3, 3 * print);
  EXPECT_NEAR(of_box.center[2], 2, 2 * print);
  // masses at the ends of elements h in a length L: L^2 / 12 + h^2 / 6 about the centre
  const double xx = 36 / 12. + 4 / 6., yy = 36 / 12. + 9 / 6., zz = 16 / 12. + 16 / 6.;
  const double principal[] = {xx + zz, xx + yy, yy + zz};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(of_box.principal[i], box * principal[i], print * box * principal[i]);
  EXPECT_NEAR(of_square.mass, square, print * square);
  // each triangle has a third at each corner: 2/6, 1/6, 2/6, 1/6 at the corners of the square, 50 from the centre
  EXPECT_NEAR(of_square.principal[2], square * 50, print * square * 50);
  const auto lines = lines_of(text);
  const auto total = std::ranges::find_if(lines, [](const auto& l) { return l.starts_with(" t o t a l  m a s s  "); });
  ASSERT_NE(total, lines.end());
  const double all = box + square + 1e-6;
  EXPECT_NEAR(std::stod(total->substr(total->find('=') + 1)), all, print * all);
}

TEST(D3hsp, ListsTheSmallestTimeSteps) {
  const auto run = run_deck(deck());
  const auto lines = lines_of(run.file("d3hsp"));
  const auto head = std::ranges::find(lines, " 100 smallest timesteps");
  ASSERT_NE(head, lines.end());
  std::istringstream first(head[3]);
  std::string kind;
  long element = 0, part = 0;
  double dt = 0;
  first >> kind >> element >> part >> dt;
  const double limit = run.summary.at("dt").at("first").get<double>() / 0.9;
  EXPECT_NEAR(dt, limit, print * limit);
  EXPECT_EQ(part, kind == "solid" ? 1 : 2);
  std::size_t n = 0;
  double before = 0;
  for (auto row = head + 3; !row->empty(); ++row, ++n) {
    const double next = std::stod(row->substr(row->size() - 12));
    EXPECT_GE(next, before);
    before = next;
  }
  EXPECT_EQ(n, 8u);  // all there are
}

TEST(D3hsp, IsTheSameOnAnyRanksAndTellsTheRun) {
  const auto expected = run_deck(deck());
  const auto run = run_deck(deck(), on_mpi(4));
  EXPECT_EQ(about_the_model(run), about_the_model(expected));
  EXPECT_GT(about_the_model(expected).size(), 3000u);
  const std::string text = run.file("d3hsp");
  EXPECT_EQ(count(text, "write d3plot file"), 3u);
  EXPECT_EQ(count(text, " dt of cycle"), run.glstat("kinetic energy").size());
  EXPECT_PRED2(contains, text, "initial penetrations were found for interface         1");
  EXPECT_EQ(lines_of(text).back(), " N o r m a l    t e r m i n a t i o n");
  EXPECT_PRED2(contains, text, " Elapsed time");
}

TEST(D3hsp, GoesOnAfterARestart) {
  const auto whole = run_deck(deck(), on_mpi(2));
  const auto early = run_deck(deck(), on_mpi(2), "dump=10");
  const auto run = completed(run_restart(early.folder + "/d3dump01", on_mpi(3)));
  const std::string text = run.file("d3hsp");
  EXPECT_EQ(about_the_model(run), about_the_model(whole));
  EXPECT_EQ(count(text, " dt of cycle"), count(whole.file("d3hsp"), " dt of cycle"));
  EXPECT_PRED2(contains, text, "Restarted from: ");
}

TEST(StatusFile, SaysHowFarTheRunIs) {
  const auto run = run_deck(deck(), on_mpi(2));
  const std::string text = run.file("status.out");
  EXPECT_PRED2(contains, text,
               fmt::format(" problem cycle                     ={:11}\n", run.summary.at("cycles").get<int>()));
  for (const char* words :
       {"cpu time per zone cycle", "average cpu time per zone cycle", "average clock time per zone cycle",
        "estimated total cpu time", "estimated cpu time to complete", "estimated total clock time",
        "estimated clock time to complete  =          0 sec"})
    EXPECT_PRED2(contains, text, words);
  EXPECT_FALSE(fs::exists(run.folder + "/status.out.part"));
  const std::string total = "estimated total cpu time          =";  // the run is at its end; the rest is set-up
  EXPECT_LE(std::stod(text.substr(text.find(total) + total.size())), run.summary.at("cpu_s").get<double>() + 1);
}

TEST(RankMessages, TellWhatConcernsTheRank) {
  // a strip that is torn apart
  const ShellGrid strip{.n = {12, 2}, .u = {5, 0, 0}, .v = {0, 5, 0}};
  const std::string torn = deck_head(1e-4) + kinematic(1, 0.05) + shell_section(1, 1.0) + part(1, 1, 1) +
                           shells(strip) + node_set(1, columns(strip, 0, 0)) + node_set(2, columns(strip, 12, 12)) +
                           clamp(1) + initial_velocity(2, {3e5, 0, 0}) + "*END\n";
  const auto run = completed(run_deck(torn, on_mpi(3), "rebalance=20,0"));
  const std::string root = run.file("mes0000");
  int n_elements = 0;
  std::size_t n_failed = 0;
  for (int rank = 0; rank < 3; ++rank) {
    const std::string text = run.file(fmt::format("mes{:04}", rank));
    EXPECT_PRED2(contains, text, fmt::format(" rank{:6} of     3 on ", rank));
    EXPECT_PRED2(contains, text, "the model is decomposed again");
    const auto at = text.find("shell elements              =");
    ASSERT_NE(at, text.npos);
    n_elements += std::stoi(text.substr(at + 29, 11));
    EXPECT_EQ(lines_of(text).back(), " N o r m a l    t e r m i n a t i o n");
    if (rank == 0) continue;
    EXPECT_PRED2(contains, text, " 100 smallest timesteps");
    for (const std::string& line : lines_of(text)) {
      if (!contains(line, "failed at time")) continue;
      EXPECT_PRED2(contains, root, line);
      ++n_failed;
    }
  }
  EXPECT_EQ(n_elements, 24);
  EXPECT_GT(n_failed, 0u);
  EXPECT_LE(n_failed, count(root, "failed at time"));
}

TEST(RankMessages, AreLeftOutAndRemovedWhenAsked) {
  const std::string folder = (fs::temp_directory_path() / fmt::format("crumple-logs-{}", getpid())).string();
  EXPECT_EQ(run_deck(deck(), on_mpi(3), "o=" + folder).status, 0);
  EXPECT_TRUE(fs::exists(folder + "/mes0002"));
  EXPECT_EQ(run_deck(deck(), on_mpi(2), "messag=root o=" + folder).status, 0);
  EXPECT_TRUE(fs::exists(folder + "/mes0000"));
  for (const char* name : {"/mes0001", "/mes0002"}) EXPECT_FALSE(fs::exists(folder + name)) << name;
  fs::remove_all(folder);
}

TEST(RankMessages, NameTheErrorOnItsRank) {
  // a step three times too long, which breaks the end that is pushed, on whichever rank has it
  const SolidBlock bar{.n = {8, 1, 1}, .edge = {5, 5, 5}};
  const std::string collapses = deck_head(1e-3) + elastic(1) + solid_section(1) + part(1, 1, 1) + solids(bar) +
                                node_set(1, layers(bar, 0, 8, 8)) + initial_velocity(1, {-1e4, 0, 0}) +
                                "*CONTROL_TIMESTEP\n0,3.0\n*END\n";
  const auto run = run_deck(collapses, on_mpi(4));
  ASSERT_NE(run.status, 0);
  std::size_t n_named = 0;
  for (int rank = 1; rank < 4; ++rank) {
    const std::string text = run.file(fmt::format("mes{:04}", rank));
    n_named += count(text, "*** Error on this rank: ");
    EXPECT_EQ(lines_of(text).back(), " E r r o r    t e r m i n a t i o n");
  }
  EXPECT_GT(n_named, 0u) << run.text;
}

}  // namespace
}  // namespace crumple::test::logs
