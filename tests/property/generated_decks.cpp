// One deck, one answer, on the decks that inputs/generate.py makes: a coarse tube and a coarse car.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "tests/property/variants.hpp"
#include "tests/support/paths.hpp"

namespace crumple::test::generated_decks {
namespace {

void expect_one_answer(const std::string& deck, const std::string& precision, int cycles,
                       const std::vector<Variant>& ways = variants()) {
  std::string expected;
  for (const Variant& v : ways) {
    const std::string options = describe(v, precision) + fmt::format(" ncycle={}", cycles);
    SCOPED_TRACE(fmt::format("np={} {}", v.ranks, options));
    const auto run = completed(run_deck_file(deck, v.ranks, options));
    if (expected.empty()) {
      expected = run.hash();
      // 3 %: the bound that the whole crash must keep, see the README
      EXPECT_NEAR(run.energy("ratio"), 1, 0.03);
      EXPECT_GT(run.energy("internal"), 0);
    }
    EXPECT_EQ(run.summary.at("cycles"), cycles);
    EXPECT_EQ(run.hash(), expected);
  }
}

TEST(GeneratedDecks, TubeInSingle) { expect_one_answer(generated("tube", "--elements 600"), "single", 400); }
TEST(GeneratedDecks, TubeInDouble) { expect_one_answer(generated("tube", "--elements 600"), "double", 400); }
TEST(GeneratedDecks, CarInSingle) { expect_one_answer(generated("car", "--elements 10000"), "single", 500); }
TEST(GeneratedDecks, CarInDouble) {
  expect_one_answer(generated("car", "--elements 10000"), "double", 300, fewer_variants());
}

// Who changes the bits writes the hashes of the page anew: `generate.py car`, then the program with ncycle=.
TEST(GeneratedDecks, CarHasTheHashesOfThePage) {
  std::ifstream file(source_folder() + "/docs/exact-sums.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::smatch first, later;
  ASSERT_TRUE(std::regex_search(page, first,
                                std::regex("After 500 cycles of the shipped car it is (\\w{16})\\s+in single "
                                           "and\\s+(\\w{16})\\s+in double")));
  ASSERT_TRUE(std::regex_search(page, later, std::regex("after 3,000 cycles[^;.]*it is\\s+(\\w{16})")));
  const auto hash_of = [](const std::string& options) {
    return run_deck_file(generated("car", ""), 2, options).hash();
  };
  EXPECT_EQ(hash_of("precision=single ncycle=500"), first[1]);
  EXPECT_EQ(hash_of("precision=double ncycle=500"), first[2]);
  EXPECT_EQ(hash_of("precision=single ncycle=3000"), later[1]);
}

// Two vehicles, 36 interfaces, ground and gravity, contact between bodies, which meet after 0.45 ms. Few variants,
// for it is the longest of these tests.
TEST(GeneratedDecks, CarToCarInSingle) {
  const auto all = variants();
  expect_one_answer(generated("car2car", "--elements 40000"), "single", 250,
                    {all.front(), all[all.size() / 3], all.back()});
}

/// The program reads the deck without a complaint about what it says and takes its first steps with sound energies.
void expect_sound_start(const std::string& kind, int elements) {
  const auto run = completed(run_deck_file(generated(kind, fmt::format("--elements {}", elements)), 2, "ncycle=50"));
  EXPECT_NEAR(double(run.summary["elements"]["shells"]) + double(run.summary["elements"]["solids"]), elements,
              0.05 * elements);  // what --elements promises
  EXPECT_EQ(run.text.find("penetration"), std::string::npos) << run.text;
  EXPECT_NEAR(run.energy("ratio"), 1, 1e-4);  // nothing has met anything yet
}

TEST(GeneratedDecks, NeonStarts) { expect_sound_start("neon", 20000); }
TEST(GeneratedDecks, TaurusStarts) { expect_sound_start("taurus", 20000); }
TEST(GeneratedDecks, ThreeCarsStart) { expect_sound_start("3cars", 60000); }
TEST(GeneratedDecks, BarrierStarts) { expect_sound_start("odb", 22000); }

// Decks of implicit analysis.

TEST(GeneratedImplicitDecks, EngineBlockYieldsInPlaces) {
  const std::string deck = generated("engine-block", "--elements 5000");
  const auto run = completed(run_deck_file(deck, 1, "precision=double"));
  EXPECT_EQ(run.summary.at("end_time"), 2.0);
  EXPECT_EQ(run.file("mes0000").find("repeated"), std::string::npos);  // all steps converge at once
  const auto internal = run.glstat("internal energy"), work = run.glstat("external work");
  EXPECT_NEAR(work.back().second, internal.back().second, 0.02 * internal.back().second);  // few steps of a trapezoid
  // The bolts strain it, then the gas does; it yields, so that the last step takes several iterations.
  EXPECT_GT(internal.back().second, 1.5 * internal.at(internal.size() / 2).second);
  EXPECT_NE(run.file("mes0000").find("ITERATION:    5"), std::string::npos);
  EXPECT_EQ(completed(run_deck_file(deck, on_mpi(3), "precision=double")).hash(), run.hash());
}

/// The numbers of the column of eigout after the number of the mode.
std::vector<double> eigenvalues(const Run& run) {
  const std::string text = run.file("eigout");
  std::istringstream lines(text.substr(text.find("EIGENVALUE")));
  std::string line;
  std::getline(lines, line);
  std::vector<double> values;
  int mode = 0;
  for (double value = 0; std::getline(lines, line) && std::istringstream(line) >> mode >> value;)
    values.push_back(value);
  return values;
}

/// With fewer modes than it asks for.
TEST(GeneratedImplicitDecks, CarHasModes) {
  std::ifstream file(generated("car", "--implicit --elements 10000"));
  std::string deck{std::istreambuf_iterator<char>(file), {}};
  const std::string asked = "\n       120\n";
  ASSERT_NE(deck.find(asked), std::string::npos);
  deck.replace(deck.find(asked), asked.size(), "\n         9\n");
  const auto run = completed(run_deck(deck, on_mpi(2), "precision=double"));
  const std::vector<double> values = eigenvalues(run);
  ASSERT_EQ(values.size(), 9u);
  EXPECT_LT(std::abs(values[5]), 1e-5 * values[6]);  // six rigid motions
  EXPECT_GT(values[6], 1e-4);                        // 1.6 Hz: the engine on its mounts
  EXPECT_EQ(run.text.find("modes lie below"), std::string::npos) << run.text;  // all are found
}

/// The wall under its wheels carries its weight when the crash begins. To save time the ground has no friction, with
/// which equilibrium takes three times as many iterations (ImplicitPhases.FrictionHasOneAnswer is about that), and bits
/// are off.
TEST(GeneratedImplicitDecks, CarSettlesAndCrashes) {
  std::ifstream file(generated("car", "--implicit preload --elements 20000"));
  std::string deck{std::istreambuf_iterator<char>(file), {}};
  const std::string friction = "       0.2       0.0\n";
  deck.replace(deck.find(friction, deck.find("*RIGIDWALL_PLANAR")), friction.size(), "       0.0       0.0\n");
  const auto run = completed(run_deck(deck, 1, "precision=double bits=off endtime=10.05"));
  const double weight = 1193.85 * 9.81e-3;
  double carried = 0;
  for (const auto& [time, force] : run.wall_force(1))
    if (time <= 10) carried = std::abs(force);
  EXPECT_NEAR(carried, weight, 1e-3 * weight);
  const auto at_rest = [&](const std::string& energy) {
    for (const auto& [time, value] : run.glstat(energy))
      if (time == 10) return value;
    ADD_FAILURE() << "no " << energy << " at 10";
    return 0.0;
  };
  // work by the trapezoidal rule in ten steps, 0.03 % off
  EXPECT_NEAR(at_rest("total energy"), at_rest("external work"), 1e-3 * at_rest("external work"));
  EXPECT_GT(at_rest("internal energy"), 0.9 * at_rest("total energy"));
  EXPECT_GT(run.glstat("kinetic energy").back().second, 1e5);    // mass and speed of the crash
  EXPECT_NEAR(run.energy("ratio"), 1, 0.03);
}

/// With fewer loads than it asks for.
TEST(GeneratedImplicitDecks, BodyBuckles) {
  std::ifstream file(generated("body-buckling", ""));
  std::string deck{std::istreambuf_iterator<char>(file), {}};
  const std::string asked = "\n        20\n";
  const std::size_t at = deck.find(asked, deck.find("*CONTROL_IMPLICIT_BUCKLE"));
  ASSERT_NE(at, std::string::npos);
  deck.replace(at, asked.size(), "\n         6\n");
  const auto run = completed(run_deck(deck, on_mpi(2), "precision=double bits=off"));
  const std::vector<double> factors = eigenvalues(run);
  ASSERT_EQ(factors.size(), 6u);
  EXPECT_GT(factors.front(), 1);
  EXPECT_TRUE(std::ranges::is_sorted(factors));
}

}  // namespace
}  // namespace crumple::test::generated_decks
