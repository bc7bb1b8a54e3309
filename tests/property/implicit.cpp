// Implicit analysis has one answer, too: the same bits of displacements, stresses and modes on any number of ranks and
// threads, with any kernels, whether the factors are in memory or in files; and it says what it lacks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <sstream>

#include "tests/property/cases.hpp"
#include "tests/property/ranks_for.hpp"
#include "tests/support/deck_text.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::implicit {
namespace {

/// A run on more ranks, with other kernels and mostly other threads than the first one.
struct OtherWay {
  int ranks;
  const char* options;
};
constexpr OtherWay other_ways[] = {
    {2, "threads=2 isa=scalar"}, {3, "threads=2 isa=sse2"}, {5, "isa=scalar solve_alone=0"}};

/// A cantilever of shells on a block of hexes, under a force and its weight.
DeckText cantilever(int n_modes, int solver = 7, bool buckles = false) {
  DeckText deck(2);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,1");
  deck.card("CONTROL_IMPLICIT_SOLUTION", "1,");
  deck.card("CONTROL_IMPLICIT_SOLVER", fmt::format("{},", solver));
  deck.card(buckles ? "CONTROL_IMPLICIT_BUCKLE" : "CONTROL_IMPLICIT_EIGENVALUE", fmt::format("{},", n_modes));
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const Grid block = deck.block(deck.solid_part(1, 6), {4, 3, 2}, {40, 30, 20},
                                [](const Vec3& x) { return Vec3{x.x + 0.1 * x.y, x.y, x.z + 0.05 * x.x}; });
  deck.hold(block.nodes([](const Vec3& x) { return x.x < 0.1 * x.y + 1e-6; }), "x y z");
  deck.shell_form(16);
  const Grid sheet = deck.plate(deck.shell_part(1, 1.5, 3, 8), {7, 5}, {70, 50, 0},
                                [](const Vec3& x) { return Vec3{x.x, x.y, 0.02 * x.x * x.y / 50 - 30}; });
  deck.hold(sheet.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  const int curve = deck.curve({{0, 0}, {2, 1}});
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},5", sheet.node(7, 5), curve));
  deck.card("LOAD_NODE_POINT", fmt::format("{},2,{},500", block.node(4, 3, 2), curve));
  deck.card("LOAD_BODY_Z", fmt::format("{},9.81e-3", curve));
  return deck;
}

/// bits=off refines less, to the digits that eigout prints.
TEST(Implicit, WithoutTheSameBits) {
  const auto run = [](const std::string& bits) {
    return completed(run_deck(cantilever(12).str(), on_mpi(2), "precision=double bits=" + bits));
  };
  const auto same = run("same"), off = run("off");
  const auto frequencies = [](const test::Run& r) {
    std::istringstream lines(r.file("eigout").substr(r.file("eigout").find("EIGENVALUE")));
    std::vector<double> found;
    std::string line;
    double mode = 0, value = 0;
    for (std::getline(lines, line); std::getline(lines, line) && std::istringstream(line) >> mode >> value;)
      found.push_back(value);
    return found;
  };
  const std::vector<double> expected = frequencies(same), found = frequencies(off);
  ASSERT_EQ(expected.size(), 12u);
  ASSERT_EQ(found.size(), 12u);
  for (std::size_t k = 0; k < 12; ++k) EXPECT_NEAR(found[k], expected[k], 1e-5 * expected[k]);  // six digits
}

constexpr int most_modes = 220;  // more than a shift finds

void expect_one_answer(int n_modes, bool buckles = false) {
  const std::string deck = cantilever(n_modes, 7, buckles).str(), in_files = cantilever(n_modes, 6, buckles).str();
  const auto expected = run_deck(deck, 1, "precision=double");
  ASSERT_EQ(expected.status, 0) << expected.text;
  for (const int ranks : {2, 3, 5}) {
    const std::string together = ranks == 3 ? "" : " solve_alone=0";
    const auto run = run_deck(deck, ranks_for(ranks, together), "precision=double" + together);
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_EQ(run.hash(), expected.hash()) << ranks << " ranks";
    if (n_modes == 0) continue;
    for (const char* name : {"eigout", "d3eigv", "d3eigv01", n_modes < 10 ? "d3eigv04" : "d3eigv12"})
      EXPECT_TRUE(run.file(name) == expected.file(name)) << name << " on " << ranks << " ranks";
  }
  if (n_modes > 0) {
    const auto run = run_deck(deck, 2, "precision=double vectors=files");
    EXPECT_EQ(run.hash(), expected.hash()) << "vectors in files";
    for (const auto& file : std::filesystem::directory_iterator(run.folder))
      EXPECT_FALSE(file.path().filename().string().starts_with("crumple-vectors")) << file.path();
  }
  for (const std::string& isa : instruction_sets())
    EXPECT_EQ(run_deck(deck, 1, "precision=double isa=" + isa).hash(), expected.hash()) << isa;
  EXPECT_EQ(run_deck(deck, 2, "precision=double threads=2").hash(), expected.hash());
  EXPECT_EQ(run_deck(in_files, 2, "precision=double").hash(), expected.hash());
}

TEST(Implicit, StaticsHaveOneAnswer) { expect_one_answer(0); }
TEST(Implicit, ModesHaveOneAnswer) { expect_one_answer(12); }
/// In fewer ways, as each takes ten times as long.
TEST(Implicit, ModesOfManyShiftsHaveOneAnswer) {
  const std::string deck = cantilever(most_modes).str();
  const auto expected = run_deck(deck, 1, "precision=double");
  ASSERT_EQ(expected.status, 0) << expected.text;
  for (const auto& [ranks, options] : {OtherWay{2, "vectors=files"}, OtherWay{3, "threads=2 isa=scalar"}}) {
    const auto run = run_deck(deck, ranks_for(ranks, options), fmt::format("precision=double {}", options));
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_EQ(run.hash(), expected.hash()) << ranks << " ranks, " << options;
    for (const char* name : {"eigout", "d3eigv", "d3eigv01", "d3eigv12"})
      EXPECT_TRUE(run.file(name) == expected.file(name)) << name << " on " << ranks << " ranks";
  }
}
TEST(Implicit, BucklingHasOneAnswer) { expect_one_answer(4, true); }

/// The modes of a shift are those of several, and those between bounds.
TEST(Implicit, ShiftsAndBoundsFindTheSameModes) {
  const auto modes_of = [](const std::string& card, int least_shifts) {
    DeckText deck = cantilever(0);
    deck.card("CONTROL_IMPLICIT_EIGENVALUE", card);
    const auto run = run_deck(deck.str(), 2, "precision=double");
    EXPECT_EQ(run.status, 0) << run.text;
    const std::string log = run.file("mes0000");
    int n_shifts = 0;
    for (std::size_t at = 0; (at = log.find(" Lanczos at", at)) != std::string::npos; ++at) ++n_shifts;
    EXPECT_GE(n_shifts, least_shifts) << log;
    EXPECT_EQ(log.find("equal or nearly equal"), std::string::npos) << log;
    std::vector<double> cycles;
    std::istringstream lines(run.file("eigout"));
    for (std::string line; std::getline(lines, line) && line.find("PARTICIPATION") == std::string::npos;) {
      std::istringstream words(line);
      double mode, eigenvalue, radians, cycle;
      if (words >> mode >> eigenvalue >> radians >> cycle) cycles.push_back(cycle);
    }
    return cycles;
  };
  const std::vector<double> many = modes_of(fmt::format("{},", most_modes), 2), few = modes_of("120,", 1);
  ASSERT_EQ(many.size(), std::size_t(most_modes));
  ASSERT_EQ(few.size(), 120u);
  for (std::size_t k = 0; k < few.size(); ++k) EXPECT_NEAR(many[k], few[k], 2e-6 * few[k]) << k;  // digits of eigout
  const double from = 0.5 * (many[29] + many[30]), to = 0.5 * (many[69] + many[70]);
  const std::vector<double> between = modes_of(fmt::format("900,,1,{},1,{}", from, to), 1);
  EXPECT_EQ(between, std::vector<double>(many.begin() + 30, many.begin() + 70));
  const std::vector<double> nearest = modes_of(fmt::format("5,{}", 1.001 * many[50]), 1);
  ASSERT_EQ(nearest.size(), 5u);
  EXPECT_NE(std::ranges::find(nearest, many[50]), nearest.end());
}

/// Every feature of the explicit decks: modes have the same bits, or the features that there are not in implicit
/// analysis are named.
class ImplicitModes : public testing::TestWithParam<Case> {};

TEST_P(ImplicitModes, HaveOneAnswer) {
  std::string deck = GetParam().deck;
  deck.insert(deck.rfind("*END"), "*CONTROL_IMPLICIT_GENERAL\n1,1.\n*CONTROL_IMPLICIT_EIGENVALUE\n9,\n");
  const auto expected = run_deck(deck, 1, "precision=double");
  if (expected.status != 0) {
    EXPECT_NE(expected.text.find("implicit analysis"), std::string::npos) << expected.text;
    GTEST_SKIP() << "not in implicit analysis: " << expected.text.substr(expected.text.find("implicit analysis"), 80);
  }
  EXPECT_EQ(expected.text.find("internal error"), std::string::npos) << expected.text;
  const std::string& name = GetParam().name;  // between them all decks have all ways
  const auto& [ranks, options] = other_ways[std::accumulate(name.begin(), name.end(), 0u) % std::size(other_ways)];
  const auto run = run_deck(deck, ranks_for(ranks, options), fmt::format("precision=double {}", options));
  ASSERT_EQ(run.status, 0) << run.text;
  EXPECT_EQ(run.hash(), expected.hash()) << ranks << " ranks, " << options;
  EXPECT_TRUE(run.file("eigout") == expected.file("eigout")) << ranks << " ranks, " << options;
}

INSTANTIATE_TEST_SUITE_P(Features, ImplicitModes, testing::ValuesIn(all_cases()),
                         [](const auto& info) { return info.param.name; });

/// A sheet with a strip welded onto it and a rigid plate at its end, which a prescribed motion pushes until it yields.
DeckText welded_sheet() {
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.1");
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,3");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,");
  deck.card("MAT_PLASTIC_KINEMATIC", fmt::format("1,{},{},0.3,200,1000", steel_density, steel_young));
  deck.card("MAT_RIGID", fmt::format("2,{},{},0.3\n1,4,7", steel_density, steel_young));
  deck.shell_form(16);
  const int part = deck.shell_part(1, 2, 3, 8), rigid = deck.shell_part(2, 2, 3, 8);
  const Grid sheet = deck.plate(part, {8, 4}, {80, 40, 0}, [](const Vec3& x) { return Vec3{x.x, x.y, 0.1 * x.x}; });
  const Grid strip = deck.plate(part, {8, 1}, {80, 10, 0}, [](const Vec3& x) { return Vec3{x.x, x.y, 0.1 * x.x + 3}; });
  deck.plate(rigid, {1, 4}, {10, 40, 0}, [](const Vec3& x) { return Vec3{x.x + 80, x.y, 8}; });
  deck.hold(sheet.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  for (const int i : {2, 5, 7})
    deck.card("CONSTRAINED_SPOTWELD", fmt::format("{},{}", sheet.node(i, 0), strip.node(i, 0)));
  for (int j = 0; j <= 4; ++j)
    deck.card("CONSTRAINED_EXTRA_NODES_NODE", fmt::format("{},{}", rigid, sheet.node(8, j)));
  deck.card("BOUNDARY_PRESCRIBED_MOTION_RIGID", fmt::format("{},3,2,{},-2", rigid, deck.curve({{0, 0}, {1, 1}})));
  deck.card("LOAD_NODE_POINT", fmt::format("{},2,{},30", strip.node(0, 1), deck.curve({{0, 0}, {1, 1}})));
  deck.history({sheet.node(4, 2), strip.node(0, 1)});
  deck.outputs({"NODOUT", "GLSTAT", "SPCFORC", "BNDOUT", "RBDOUT"}, 0.25);
  return deck;
}

TEST(Implicit, NonlinearStaticsHaveOneAnswer) {
  const std::string deck = welded_sheet().str();
  const auto expected = run_deck(deck, 1, "precision=double");
  ASSERT_EQ(expected.status, 0) << expected.text;
  const auto last = [&](const char* name) { return expected.glstat(name).back().second; };
  EXPECT_GT(last("internal energy"), 0);
  EXPECT_NEAR(last("external work"), last("internal energy"), 0.05 * last("internal energy"));  // trapezoidal rule
  for (const auto& [ranks, options] : other_ways) {
    const auto run = run_deck(deck, ranks_for(ranks, options), fmt::format("precision=double {}", options));
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_EQ(run.hash(), expected.hash()) << ranks << " ranks, " << options;
    for (const char* name : {"nodout", "glstat", "spcforc", "bndout"})
      EXPECT_TRUE(run.file(name) == expected.file(name)) << name << " on " << ranks << " ranks";
  }
}

/// The rules of implicit dynamics, with damping by mass and stiffness.
TEST(Implicit, DynamicsHaveOneAnswer) {
  const OtherWay* way = other_ways;
  for (const char* rule : {"1,", "1,,,,,,,-0.2", "1,,,,,,,0.5"}) {
    DeckText deck = welded_sheet();
    deck.card("CONTROL_IMPLICIT_DYNAMICS", rule);
    deck.card("DAMPING_GLOBAL", "0,0.5");
    deck.card("DAMPING_PART_MASS", fmt::format("1,{},2.,1\n1.,0.5,0.2,0.1", deck.constant_curve()));
    deck.card("DAMPING_PART_STIFFNESS", "1,-1e-3");
    const auto expected = run_deck(deck.str(), 1, "precision=double");
    ASSERT_EQ(expected.status, 0) << rule << expected.text;
    EXPECT_GT(expected.glstat("system damping energy").back().second, 0) << rule;
    const auto& [ranks, options] = *way++;
    const auto run = run_deck(deck.str(), ranks_for(ranks, options), fmt::format("precision=double {}", options));
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_EQ(run.hash(), expected.hash()) << rule << " on " << ranks << " ranks, " << options;
    for (const char* name : {"nodout", "glstat", "spcforc"})
      EXPECT_TRUE(run.file(name) == expected.file(name)) << name << " on " << ranks << " ranks";
  }
}

/// The share of inertia over time as a curve, and as times.
TEST(Implicit, InertiaFollowsACurve) {
  DeckText by_times = welded_sheet(), by_curve = welded_sheet();
  by_times.card("CONTROL_IMPLICIT_DYNAMICS", "1,,,0.3,0.6,0.9");
  const int curve = by_curve.curve({{0, 0}, {0.299999, 0}, {0.3, 1}, {0.6, 1}, {0.9, 0}});
  by_curve.card("CONTROL_IMPLICIT_DYNAMICS", fmt::format("{},", -curve));
  for (DeckText* deck : {&by_times, &by_curve}) deck->card("CONTROL_IMPLICIT_AUTO", "0,");
  const auto expected = run_deck(by_times.str(), 1, "precision=double");
  ASSERT_EQ(expected.status, 0) << expected.text;
  const auto run = run_deck(by_curve.str(), 2, "precision=double");
  ASSERT_EQ(run.status, 0) << run.text;
  EXPECT_NEAR(run.glstat("kinetic energy").back().second, expected.glstat("kinetic energy").back().second, 1e-9);
  EXPECT_TRUE(run.file("nodout") == expected.file("nodout"));
}

/// The same structure with a prescribed motion and reactions, linear.
TEST(Implicit, LinearReactionsHaveOneAnswer) {
  DeckText deck = welded_sheet();
  deck.card("CONTROL_IMPLICIT_SOLUTION", "1,");
  const std::string text = deck.str();
  const auto expected = run_deck(text, 1, "precision=double");
  ASSERT_EQ(expected.status, 0) << expected.text;
  const auto last = [&](const char* name) { return expected.glstat(name).back().second; };
  EXPECT_GT(last("internal energy"), 0);
  for (const auto& [ranks, options] : other_ways) {
    const auto run = run_deck(text, ranks_for(ranks, options), fmt::format("precision=double {}", options));
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_EQ(run.hash(), expected.hash()) << ranks << " ranks, " << options;
    for (const char* name : {"nodout", "glstat", "spcforc", "bndout"})
      EXPECT_TRUE(run.file(name) == expected.file(name)) << name << " on " << ranks << " ranks";
  }
}

/// A column of solver.csv, of the calls of one name.
std::vector<double> calls(const Run& run, const std::string& name, const std::string& column) {
  std::istringstream lines(run.file("solver.csv"));
  const auto words = [&] {
    std::vector<std::string> all;
    std::string line;
    std::getline(lines, line);
    std::istringstream rest(line);
    for (std::string word; std::getline(rest, word, ',');) all.push_back(word);
    return all;
  };
  const std::vector<std::string> head = words();
  const auto at = std::size_t(std::ranges::find(head, column) - head.begin());
  std::vector<double> values;
  for (auto row = words(); !row.empty(); row = words())
    if (row[0] == name) values.push_back(std::stod(row.at(at)));
  return values;
}

TEST(Implicit, OrderingsAndFoldersOfFactorsHaveOneAnswer) {
  const std::string in_core = cantilever(12).str(), in_files = cantilever(12, 6).str();
  const auto expected = run_deck(in_core, 1, "precision=double");
  ASSERT_EQ(expected.status, 0) << expected.text;
  EXPECT_EQ(calls(expected, "factorisation", "bytes_written").front(), 0);
  for (const char* ordering : {"least", "amd", "pord", "metis"})
    EXPECT_EQ(run_deck(in_core, on_mpi(2), fmt::format("precision=double solve_alone=0 ordering={}", ordering)).hash(),
              expected.hash())
        << ordering;
  const auto other = run_deck(in_core, 1, "precision=double ordering=scotch");
  if (other.status == 0) EXPECT_EQ(other.hash(), expected.hash());
  else EXPECT_NE(other.text.find("ordering=scotch: this MUMPS was built without it"), std::string::npos) << other.text;
  const std::string folder = testing::TempDir() + "factors";
  std::filesystem::create_directories(folder);
  const auto run = run_deck(in_files, on_mpi(3), "precision=double solve_alone=0 rhs_block=3 scratch=/tmp," + folder);
  ASSERT_EQ(run.status, 0) << run.text;
  EXPECT_EQ(run.hash(), expected.hash());
  const double disk = calls(run, "analysis", "disk").front();
  EXPECT_NEAR(calls(run, "factorisation", "bytes_written").front(), disk, 0.5 * disk);
  EXPECT_GT(calls(run, "substitution", "reads").front(), 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

/// A shallow arch of shells that snaps through under a force and its weight.
DeckText arch(const std::string& solution) {
  DeckText deck(1);
  deck.card("CONTROL_TERMINATION", "1,16");
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.1");
  deck.card("CONTROL_IMPLICIT_SOLUTION", solution);
  deck.card("CONTROL_IMPLICIT_AUTO", "1,");
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  deck.shell_form(16);
  const Grid sheet = deck.plate(deck.shell_part(1, 1, 3, 8), {8, 3}, {80, 30, 0},
                                [](const Vec3& x) { return Vec3{x.x, x.y, 0.003 * x.x * (80 - x.x)}; });
  deck.hold(sheet.nodes([](const Vec3& x) { return x.x == 0 || x.x == 80; }), "x y z");
  const int ramp = deck.curve({{0, 0}, {1, 1}});
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},-1500", sheet.node(4, 1), ramp));
  deck.card("LOAD_BODY_Z", fmt::format("{},9.81e-3", deck.constant_curve()));
  deck.history({sheet.node(4, 1)});
  deck.outputs({"NODOUT", "GLSTAT"}, 1);
  return deck;
}

TEST(Implicit, ArcLengthHasOneAnswer) {
  std::size_t n_solutions = 0;
  for (const std::string solution : {"6,,\n2,\n0,0,0,1", "7,1\n2,\n0,0,0,2", "8,3\n2,\n23,3",
                                     "12,3\n2,\n0,0,4,3,2,0.5,0.2,0.1"}) {
    const std::string deck = arch(solution).str();
    const auto expected = run_deck(deck, 1, "precision=double");
    ASSERT_EQ(expected.status, 0) << solution << expected.text;
    const std::vector<NodeRecord> path = expected.nodes().begin()->second;
    EXPECT_GT(path.size(), 10u) << solution;  // a record of each step
    const auto is_before = [](const NodeRecord& a, const NodeRecord& b) { return a.time < b.time; };
    EXPECT_FALSE(std::is_sorted(path.begin(), path.end(), is_before)) << "the load decreases on the way, " << solution;
    const auto& [ranks, options] = other_ways[n_solutions++ % std::size(other_ways)];
    const auto run = run_deck(deck, ranks_for(ranks, options), fmt::format("precision=double {}", options));
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_EQ(run.hash(), expected.hash()) << solution << " on " << ranks << " ranks, " << options;
    for (const char* name : {"nodout", "glstat"})
      EXPECT_TRUE(run.file(name) == expected.file(name)) << name << " on " << ranks << " ranks";
  }
}

/// Orderings that divide the equations have nothing to divide.
TEST(Implicit, OneEquationIsSolved) {
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.5");
  const long foot = deck.node({0, 0, 0}), end = deck.node({1, 0, 0});
  deck.card("ELEMENT_MASS", fmt::format("1,{},1", end));
  deck.card("SECTION_DISCRETE", "1,0\n0,0");
  deck.card("MAT_SPRING_ELASTIC", "1,100");
  deck.card("PART", "spring\n1,1,1");
  deck.card("ELEMENT_DISCRETE", fmt::format("1,1,{},{}", foot, end));
  deck.hold({foot}, "x y z");
  deck.hold({end}, "y z");
  deck.card("LOAD_NODE_POINT", fmt::format("{},1,{},10", end, deck.curve({{0, 0}, {1, 1}})));
  deck.outputs({"GLSTAT"}, 0.5);
  for (const char* ordering : {"auto", "least", "pord", "metis"}) {
    const auto run = run_deck(deck.str(), 1, fmt::format("precision=double ordering={}", ordering));
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_NEAR(run.glstat("internal energy").back().second, 0.5, 1e-6) << ordering;
    EXPECT_NEAR(run.glstat("external work").back().second, 0.5, 1e-6) << ordering;
  }
}

TEST(Implicit, LoadsChangeTheAnswer) {
  DeckText more = cantilever(0);
  more.card("LOAD_BODY_X", "1,1e-9");
  EXPECT_NE(run_deck(more.str(), 1, "precision=double").hash(),
            run_deck(cantilever(0).str(), 1, "precision=double").hash());
}

void expect_error(const std::string& deck, const std::string& options, const std::string& message) {
  const auto run = run_deck(deck, on_mpi(2), options);
  EXPECT_NE(run.status, 0);
  EXPECT_NE(run.text.find(message), std::string::npos) << run.text;
}

TEST(Implicit, SaysWhatItLacks) {
  expect_error(cantilever(0).str(), "", "expected precision=double");
  DeckText other_method = cantilever(0);
  other_method.card("CONTROL_IMPLICIT_SOLUTION", "5,");
  expect_error(other_method.str(), "precision=double", "expected 1 (linear), 2 or 12 (nonlinear, BFGS), 6 to 9 (arc");
  const auto arc_error = [](const std::string& solution, const std::string& message) {
    DeckText deck = cantilever(0);
    deck.card("CONTROL_IMPLICIT_SOLUTION", solution);
    expect_error(deck.str(), "precision=double", message);
  };
  arc_error("6,\n2,\n0,0,0,3", "ARCMTH: found 3, expected 1 or 2 (3 with NSOLVR 12)");
  arc_error("6,\n2,\n0,0,0,1,1", "ARCDMP: damping of the arc length method is not supported");
  arc_error("6,\n2,\n99999", "ARCCTL: ");
  arc_error("12,\n2,\n0,0,0,3,2,0,1", "ARCALF: found 1, expected a number below 1");
  DeckText bent_load = arch("6,");
  bent_load.card("LOAD_BODY_X", fmt::format("{},1", bent_load.curve({{0, 0}, {0.2, 1}, {1, 2}})));
  expect_error(bent_load.str(), "precision=double", "to be a straight line, from time 0 to DT0 or further");
  DeckText pushed = arch("6,");
  pushed.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("9,3,2,{}", pushed.curve({{0, 0}, {1, 1}})));
  expect_error(pushed.str(), "precision=double", "prescribed motions with the arc length method are not supported");
  DeckText both = cantilever(3);
  both.card("CONTROL_IMPLICIT_BUCKLE", "3,");
  expect_error(both.str(), "precision=double", "expected one of both");
  DeckText without_mass = cantilever(0);
  without_mass.card("CONTROL_IMPLICIT_EIGENVALUE", "3,,,,,,3");
  expect_error(without_mass.str(), "precision=double", "EIGMTH: found 3, expected 2");
  DeckText reversed = cantilever(0);
  reversed.card("CONTROL_IMPLICIT_EIGENVALUE", "3,,1,5.,1,4.");
  expect_error(reversed.str(), "precision=double", "RHTEND: found 4, expected a frequency above 0 and LFTEND");
  DeckText contact = cantilever(0);
  contact.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0,\n0,\n0,");
  expect_error(contact.str(), "precision=double", "contacts with NSOLVR 1 (nonlinear ones do) are not supported");
}

/// /proc has no room for files.
TEST(Implicit, SaysHowMuchDiskIsLacking) {
  const auto run = run_deck(cantilever(0, 6).str(), on_mpi(2), "precision=double scratch=/proc");
  EXPECT_NE(run.status, 0);
  EXPECT_NE(run.text.find("MB of disk in /proc (0 MB free): expected other folders"), std::string::npos) << run.text;
}

TEST(Implicit, IsPlanned) {
  const std::string deck = cantilever(0).str();
  const auto refused = run_deck(deck, 1, "plan ranks=2");
  EXPECT_NE(refused.status, 0);
  EXPECT_NE(refused.text.find("expected precision=double"), std::string::npos) << refused.text;
  const auto plan = run_deck(deck, 1, "plan ranks=1,4 precision=double");
  ASSERT_EQ(plan.status, 0) << plan.text;
  std::istringstream rows(plan.file("plan-factors.csv"));
  std::string line;
  std::getline(rows, line);
  for (const int ranks : {1, 4}) {
    ASSERT_TRUE(std::getline(rows, line));
    EXPECT_EQ(std::stoi(line), ranks);
  }
  EXPECT_NE(plan.text.find("P l a n   of the factors"), std::string::npos) << plan.text;
}

TEST(Implicit, AModelThatNothingHoldsIsSingular) {
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_SOLVER", "6,");
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,1");
  deck.card("CONTROL_IMPLICIT_SOLUTION", "1,");
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const Grid block = deck.block(deck.solid_part(1, 6), {2, 2, 2}, {1, 1, 1});
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},1", block.node(0, 0, 0), deck.constant_curve()));
  expect_error(deck.str(), "precision=double", "expected constraints that hold the model");
}

/// At the end of the run, also of one that fails when there are some.
TEST(Implicit, FilesOfFactorsAreRemoved) {
  DeckText failing = cantilever(0, 6);
  failing.card("CONTROL_IMPLICIT_SOLUTION", "12,1,1,1e-30,1e-30,1e-30");
  for (const DeckText& deck : {cantilever(3, 6), failing}) {
    const auto run = run_deck(deck.str(), on_mpi(2), "precision=double");
    for (const auto& file : std::filesystem::directory_iterator(run.folder))
      EXPECT_FALSE(file.path().filename().string().starts_with("crumple-factors")) << file.path();
  }
}

}  // namespace
}  // namespace crumple::test::implicit
