// What a restart deck changes of a model: the run is the one that such a model would have had from the start, with the
// same bits on any number of ranks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::restart_changes {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

/// Goes on from the first dump of a run with a deck of these changes.
Run changed(const Run& early, const std::string& changes, int ranks) {
  const std::string small = early.folder + "/change.k";
  std::ofstream(small) << "*KEYWORD\n" << changes << "*END\n";
  return run_restart(early.folder + "/d3dump01", ranks, "i=" + small);
}

double restart_time(const Run& run) { return run.summary.at("restart").at("time").get<double>(); }

const ShellGrid plate{.n = {8, 4}, .u = {10, 0, 1}, .v = {0, 10, 0}};

std::string plate_deck() {
  return deck_head(1e-4) + piecewise(1) + shell_section(1, 1.0) + part(1, 1, 1) + shells(plate) +
         "*DATABASE_NODOUT\n2e-5\n*DATABASE_HISTORY_NODE\n1,13,45\n";
}

TEST(RestartChanges, ACurveIsAnotherFromHereOn) {
  const std::string loads = plate_deck() + node_set(1, columns(plate, 8, 8)) + "*LOAD_NODE_SET\n1,3,5\n" +
                            "*BOUNDARY_SPC_SET\n2,0,1,1,1,1,1,1\n" + node_set(2, columns(plate, 0, 0));
  const std::string points = "0,0\n5e-5,100\n1e-4,100\n", other = "0,0\n5e-5,100\n1e-4,-100\n";
  const auto early = run_deck(loads + "*DEFINE_CURVE\n5\n" + points + "*END\n", 2, "dump=15");
  const auto expected = run_deck(loads + "*DEFINE_CURVE\n5\n" + other + "*END\n", 2);
  ASSERT_EQ(early.status + expected.status, 0) << early.text << expected.text;
  ASSERT_NE(early.hash(), expected.hash());
  for (const int ranks : {1, 4}) {
    const auto run = changed(early, "*CHANGE_CURVE_DEFINITION\n5\n" + other, ranks);
    ASSERT_EQ(run.status, 0) << run.text;
    ASSERT_LT(restart_time(run), 5e-5);  // where the curves part
    EXPECT_EQ(run.hash(), expected.hash());
    EXPECT_EQ(run.summary.at("energy"), expected.summary.at("energy"));
  }
  EXPECT_PRED2(contains, changed(early, "*CHANGE_CURVE_DEFINITION\n7\n0,0\n", 2).text,
               "change.k:3: *CHANGE_CURVE_DEFINITION field LCID: curve 7 is not defined");
}

/// The plate flies, and a rigid block beside it.
std::string flying() {
  const SolidBlock block{.first = 101, .part = 2, .origin = {0, 0, 100}, .edge = {5, 5, 5}};
  return plate_deck() + "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n" + solid_section(2) + part(2, 2, 2) + solids(block) +
         "*INITIAL_VELOCITY\n0\n2e4,0,0\n*END\n";
}

void expect_velocity(const Run& run, long node, double x, double y) {
  const NodeRecord last = run.nodes().at(node).back();
  EXPECT_NEAR(last.velocity[0], x, 1e-9 * 2e4) << node;  // nothing acts on it but rounding
  EXPECT_NEAR(last.velocity[1], y, 1e-9 * 2e4) << node;
}

TEST(RestartChanges, NodesGetVelocities) {
  const auto early = completed(run_deck(flying(), 2, "dump=15"));
  std::string cards;
  for (long node = 1; node <= plate.last_node(); ++node) cards += fmt::format("{},0,1e4,0\n", node);
  std::string hash;
  for (const int ranks : {1, 4}) {
    const auto run = changed(early, "*CHANGE_VELOCITY_NODE_ONLY\n" + cards, ranks);
    ASSERT_EQ(run.status, 0) << run.text;
    for (const long node : {1L, 13L, 45L}) expect_velocity(run, node, 0, 1e4);
    const double left = run.summary.at("end_time").get<double>() - restart_time(run);
    const NodeRecord last = run.nodes().at(13).back();
    // x until the restart, y from then on; the change falls between t(n-1/2) and t(n+1/2)
    const double dt = run.summary.at("dt").at("first").get<double>();
    EXPECT_NEAR(last.displacement[0], 2e4 * restart_time(run), 2e4 * dt);
    EXPECT_NEAR(last.displacement[1], 1e4 * left, 1e4 * dt);
    EXPECT_NEAR(run.last_velocity(2, 0), 2e4, 1) << "the block keeps its own";
    EXPECT_NEAR(run.energy("ratio"), 1, 1e-9);
    if (ranks == 1) hash = run.hash();
    EXPECT_EQ(run.hash(), hash);
  }
}

TEST(RestartChanges, AllStop) {
  const auto early = run_deck(flying(), 2, "dump=15");
  for (const int ranks : {1, 4}) {
    const auto run = changed(early, "*CHANGE_VELOCITY_ZERO\n", ranks);
    ASSERT_EQ(run.status, 0) << run.text;
    expect_velocity(run, 13, 0, 0);
    EXPECT_EQ(run.last_velocity(2, 0), 0);
    EXPECT_NEAR(run.energy("kinetic"), 0, 1e-9 * early.energy("kinetic"));
    EXPECT_NEAR(run.energy("external_work"), -early.energy("kinetic"), 1e-6 * early.energy("kinetic"));
    const auto some = changed(early, "*CHANGE_VELOCITY_NODE\n13,0,1,0\n", ranks);
    ASSERT_EQ(some.status, 0) << some.text;
    EXPECT_EQ(some.last_velocity(2, 0), 0) << "what is not named stops";
    EXPECT_GT(some.energy("kinetic"), 0);
    EXPECT_LT(some.energy("kinetic"), 1e-6 * early.energy("kinetic"));
  }
  EXPECT_PRED2(contains, changed(early, "*CHANGE_VELOCITY_NODE_ONLY\n999,0,0,0\n101,0,0,0\n", 2).text,
               "change.k:4: *CHANGE_VELOCITY_NODE_ONLY field NID: node 101 belongs to rigid body 2");
}

/// Two plates that hang together and are pulled.
std::string strip(const std::string& erosion) {
  const ShellGrid left{.n = {6, 2}, .u = {10, 0, 0}, .v = {0, 10, 0}};
  const ShellGrid right{.first = 101, .part = 2, .n = {6, 2}, .origin = {0, 0, 0.5}, .u = {10, 0, 0}, .v = {0, 10, 0}};
  return deck_head(1e-4) + piecewise(1) + piecewise(2) + erosion + shell_section(1, 1.0) + part(1, 1, 1) +
         part(2, 1, 2) + shells(left) + shells(right) + node_set(1, columns(right, 0, 3)) +
         initial_velocity(1, {0, 0, -1e4});
}
std::string contact(const std::string& death) {
  return "*CONTACT_AUTOMATIC_SINGLE_SURFACE_ID\n4\n0\n0,0,0,0,0,0,0," + death + "\n\n";
}

TEST(RestartChanges, APartIsDeleted) {
  const auto early = completed(run_deck(strip("") + contact("") + "*END\n", 2, "dump=25"));
  const auto run = changed(early, "*DELETE_PART\n2\n", 1);
  ASSERT_EQ(run.status, 0) << run.text;
  EXPECT_NE(run.hash(), early.hash());
  EXPECT_EQ(run.summary.at("failed").at("shells"), 12);
  EXPECT_EQ(changed(early, "*DELETE_PART\n2\n", 4).hash(), run.hash());
  const std::string at_that_time = fmt::format("*MAT_ADD_EROSION\n2\n,,,,,,,{:.17g}\n", restart_time(run));
  const auto expected = completed(run_deck(strip(at_that_time) + contact("") + "*END\n", 2));
  EXPECT_EQ(run.hash(), expected.hash());
  EXPECT_EQ(run.summary.at("energy"), expected.summary.at("energy"));
}

TEST(RestartChanges, AContactIsDeleted) {
  const auto early = run_deck(strip("") + contact("") + "*END\n", 2, "dump=25");
  const auto run = changed(early, "*DELETE_CONTACT\n4\n", 1);
  ASSERT_EQ(run.status, 0) << run.text;
  EXPECT_NE(run.hash(), early.hash());
  EXPECT_EQ(changed(early, "*DELETE_CONTACT\n4\n", 4).hash(), run.hash());
  const auto expected =
      run_deck(strip("") + contact(fmt::format("{:.17g}", restart_time(run) * (1 - 1e-12))) + "*END\n", 2);
  ASSERT_EQ(expected.status, 0) << expected.text;
  EXPECT_EQ(run.hash(), expected.hash());
}

TEST(RestartChanges, GoOnThroughALaterRestart) {
  const auto early = run_deck(strip("") + contact("") + "*END\n", 2, "dump=25");
  const auto expected = changed(early, "*DELETE_CONTACT\n4\n*DELETE_PART\n2\n", 2);
  const std::string small = early.folder + "/change.k";
  const auto second = completed(run_restart(early.folder + "/d3dump01", 2, "dump=10 i=" + small));
  EXPECT_EQ(run_restart(second.folder + "/d3dump03", 3).hash(), expected.hash());
}

TEST(RestartChanges, OthersAreErrorsThatNameThem) {
  const auto early = run_deck(flying(), 2, "dump=15");
  const auto refused = changed(early,
                               "*DELETE_ELEMENT_SHELL\n1\n*CHANGE_RIGIDWALL_PLANAR\n1\n*DELETE_PART\n2,7\n"
                               "*DELETE_CONTACT\n3\n",
                               2);
  EXPECT_NE(refused.status, 0);
  for (const char* error :
       {"change.k:2: *DELETE_ELEMENT_SHELL: a restart cannot change this; expected *CONTROL_TERMINATION",
        "*CHANGE_VELOCITY_ZERO", "change.k:4: *CHANGE_RIGIDWALL_PLANAR: a restart cannot change this"})
    EXPECT_PRED2(contains, refused.text, error);
  const auto wrong = changed(early, "*DELETE_PART\n2,7\n*DELETE_CONTACT\n3\n", 2);
  for (const char* error :
       {"change.k:3: *DELETE_PART field ID1: part 2 cannot be deleted: it is rigid or of null material",
        "change.k:3: *DELETE_PART field ID2: part 7 is not defined",
        "change.k:5: *DELETE_CONTACT field ID1: 3 is not a penalty contact"})
    EXPECT_PRED2(contains, wrong.text, error);
  EXPECT_PRED2(contains, run_deck(with_change(flying(), "*END\n", "*DELETE_PART\n1\n*END\n")).text,
               "*DELETE_PART: it is for the deck of a restart, beside r=");
}

}  // namespace
}  // namespace crumple::test::restart_changes
