// What is reported of contact is the same on any number of ranks and threads and on any instruction set: forces of
// transducers to the character, counts of penetrations and time steps of contact to the bit. And it costs no bit: the
// state is that of a run without transducers.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/property/variants.hpp"

namespace crumple::test::contact_watch {
namespace {

/// Plates and a block that fly into each other above a rigid wall, in two contacts too soft to stop them in time.
std::string deck(const std::string& transducers) {
  std::string text;
  for (const Case& c : contact_cases())
    if (c.name == "SurfaceToSurfaceIgnore2") text = c.deck;
  for (const std::string name : {"GLSTAT", "RCFORC"})
    text = with_change(text, "*DATABASE_" + name + "\n6.25e-05\n", "*DATABASE_" + name + "\n2e-6\n");
  return with_change(text, "*END\n",
                     "*CONTROL_CONTACT\n0.004\n*CONTACT_AUTOMATIC_NODES_TO_SURFACE_ID\n8,ball\n3,1,3,3\n0.1,0.1\n\n"
                     "*RIGIDWALL_PLANAR\n0\n0,0,-0.6,0,0,1\n" +
                         transducers + "*END\n");
}

const std::string until_deep = " endtime=2.4e-5";

const std::string transducers =
    "*CONTACT_FORCE_TRANSDUCER_PENALTY_ID\n21,crossing plate\n2,0,3,0\n\n\n"
    "*CONTACT_FORCE_TRANSDUCER_PENALTY_ID\n22,low plate against ball\n1,3,3,3\n\n\n"
    "*CONTACT_FORCE_TRANSDUCER_PENALTY_ID\n23,low plate against both\n1,1,3,2\n\n\n";

/// The parts of the summary that tell of contact.
std::string told(const Run& run) {
  std::string text;
  for (const char* key : {"contacts", "walls", "penetration", "contact_dt"}) text += run.summary.at(key).dump() + "\n";
  return text;
}

TEST(ContactWatch, TellsTheSameOnRanksThreadsAndInstructionSets) {
  std::string forces, told_first;
  std::vector<Variant> all = variants();
  for (const Variant& v : moving_variants("single", 100)) all.push_back(v);
  for (const Variant& v : all) {
    SCOPED_TRACE(fmt::format("np={} {}", v.ranks, describe(v, "single")));
    const auto run = completed(run_deck(deck(transducers), v.ranks, describe(v, "single") + until_deep));
    if (forces.empty()) {
      forces = run.file_without_times("rcforc");
      told_first = told(run);
      for (const auto& contact : run.summary.at("contacts")) {
        EXPECT_GT(contact.at("worst").at("deep").get<int>(), 0);
        EXPECT_GT(contact.at("deepest").at("share").get<double>(), 0.5);
      }
      EXPECT_GT(run.summary.at("contact_dt").at("touching").at("dt").get<double>(), 0);
    }
    EXPECT_EQ(run.file_without_times("rcforc"), forces);
    EXPECT_EQ(told(run), told_first);
  }
}

/// Force in z of an interface's side A at the last output.
double last_force(const Run& run, int id) {
  std::istringstream lines(run.file("rcforc"));
  double force = 0;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  slave") && std::stoi(line.substr(8)) == id)
      force = std::stod(line.substr(line.find(" z ") + 3));
  return force;
}

TEST(ContactWatch, TransducersOnlyMeasure) {
  const auto plain = run_deck(deck(""), 1, until_deep), measured = run_deck(deck(transducers), 1, until_deep);
  ASSERT_EQ(plain.status, 0) << plain.text;
  ASSERT_EQ(measured.status, 0) << measured.text;
  EXPECT_EQ(measured.hash(), plain.hash());
  // all that pushes the low plate is the ball and the crossing plate; five digits in rcforc
  const double contact = last_force(measured, 7), both = last_force(measured, 23);
  EXPECT_NE(contact, 0);
  EXPECT_NE(last_force(measured, 22), 0);
  EXPECT_NEAR(both, -contact - last_force(measured, 8), 1e-4 * std::abs(both));
}

}  // namespace
}  // namespace crumple::test::contact_watch
