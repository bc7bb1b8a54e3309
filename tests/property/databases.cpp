// Databases of forces and stresses are the same text on any number of ranks, also when pieces move between them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::databases {
namespace {

/// A plate and a block, held at one end and pulled at the other, with sections across both, by plane and by sets.
std::string deck() {
  ShellGrid g{.n = {10, 5}, .u = {10, 0.5, 0}, .v = {-1, 10, 0}};
  SolidBlock b{.first = 501, .part = 2, .n = {10, 2, 2}, .origin = {0, 80, 0}, .edge = {9, 10, 11}};
  std::string text = deck_head(2.5e-4) + piecewise(1) + shell_section(1, 1.5) + solid_section(2) + part(1, 1, 1) +
                     part(2, 2, 1) + shells(g) + solids(b);
  text += node_set(1, columns(g, 0, 0)) + clamp(1) + node_set(2, layers(b, 0, 0, 0)) + clamp(2);
  text += node_set(3, columns(g, 10, 10)) + initial_velocity(3, {2e4, 0, 5e3}) + node_set(4, layers(b, 0, 10, 10)) +
          initial_velocity(4, {1e4, 5e3, 0});
  text += node_set(5, layers(b, 0, 5, 5)) + node_set(6, columns(g, 3, 6));
  text += "*SET_SOLID_GENERATE\n1\n501,541\n*DEFINE_CURVE\n9\n0,1\n1,1\n";
  text += "*BOUNDARY_PRESCRIBED_MOTION_SET\n3,3,0,9,-3e3\n4,2,0,9,4e3\n";
  for (const char* name : {"SPCFORC", "SECFORC", "ELOUT", "NODFOR", "BNDOUT"})
    text += fmt::format("*DATABASE_{}\n5e-5\n", name);
  text += "*DATABASE_CROSS_SECTION_PLANE_ID\n7,both\n0,44.,0,0,45.,0.2,0.\n\n";
  text += "*DATABASE_CROSS_SECTION_SET\n5,1\n*DATABASE_NODAL_FORCE_GROUP\n1,0\n6,0\n5,0\n";
  text += "*DATABASE_HISTORY_SHELL\n1,13,25,47\n*DATABASE_HISTORY_SOLID_SET\n1,\n";
  return text + "*END\n";
}

TEST(Databases, AreTheSameTextOnAnyRanks) {
  const auto expected = completed(run_deck(deck()));
  for (const auto& [ranks, options] : {std::pair(2, ""), {3, ""}, {5, ""}, {4, "rebalance=9,0"}}) {
    const auto run = completed(run_deck(deck(), ranks, options));
    for (const char* name : {"spcforc", "secforc", "elout", "nodfor", "bndout"}) {
      EXPECT_GT(expected.file_without_times(name).size(), 1000) << name;
      EXPECT_EQ(run.file_without_times(name), expected.file_without_times(name)) << name << " on " << ranks;
    }
  }
}

/// The shells fail while the rigid block goes on: dead elements limit no step, on ranks that have some of them or none.
TEST(Databases, NameNoDeadElementAsTheLimitOfTheStep) {
  const ShellGrid plate{.n = {2, 1}, .u = {10, 0, 0}, .v = {0, 10, 0}};
  const SolidBlock block{.first = 501, .part = 2, .n = {6, 3, 2}, .origin = {0, 80, 0}, .edge = {10, 10, 10}};
  const std::string text = deck_head(1e-5) + elastic(1) + "*MAT_ADD_EROSION\n1\n,,,,,,,4e-6\n" +
                           "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n" + shell_section(1, 1.5) + solid_section(2) +
                           part(1, 1, 1) + part(2, 2, 2) + shells(plate) + solids(block) + "*END\n";
  for (const char* precision : {"double", "single"})
    for (const int ranks : {1, 3}) {
      const auto run = completed(run_deck(text, ranks, fmt::format("precision={}", precision)));
      const std::string told = run.file("glstat");
      EXPECT_NE(told.find("is controlled by load curve"), told.npos) << precision << " on " << ranks;
      EXPECT_NE(told.find("is controlled by shell"), told.npos) << precision << " on " << ranks;
    }
}

/// The numbers that follow a name in a text.
std::vector<double> numbers_after(const std::string& text, const std::string& name) {
  std::vector<double> found;
  for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1))
    found.push_back(std::stod(text.substr(text.find_first_of("-0123456789", at + name.size()), 20)));
  return found;
}

/// A plate with trim by *ELEMENT_MASS_PART, and a rigid block whose mass is that of *PART_INERTIA and not of its
/// elements: sums over parts are those of the model.
TEST(Databases, SumsOverPartsAreThoseOfTheModel) {
  const ShellGrid plate{.n = {3, 2}, .u = {10, 0, 0}, .v = {0, 10, 0}};
  const SolidBlock block{.first = 501, .part = 2, .n = {2, 2, 2}, .origin = {0, 80, 0}, .edge = {10, 10, 10}};
  const std::string text = deck_head(2e-5) + elastic(1) + "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n" +
                           shell_section(1, 1.5) + solid_section(2) + part(1, 1, 1) +
                           "*PART_INERTIA\nblock\n2,2,2\n10,90,10,1e-3\n.1,0,0,.1,0,.1\n800,600\n" + shells(plate) +
                           solids(block) + node_set(1, columns(plate, 0, 3)) + initial_velocity(1, {3000, 0, 0}) +
                           "*ELEMENT_MASS_PART\n1,,2e-4\n*ELEMENT_MASS\n9001,1,1e-4,1\n" +
                           "*DATABASE_GLSTAT\n1e-5\n*DATABASE_MATSUM\n1e-5\n*END\n";
  for (const int ranks : {1, 3}) {
    const auto run = completed(run_deck(text, ranks, "precision=double"));
    const std::string parts = run.file("matsum"), model = run.file("glstat");
    const auto kinetic = numbers_after(parts, "kinen="), momentum = numbers_after(parts, "x-mom=");
    const auto energy = numbers_after(model, "kinetic energy"), velocity = numbers_after(model, "global x velocity");
    ASSERT_EQ(kinetic.size(), 2 * velocity.size());
    for (std::size_t t = 0; t < velocity.size(); ++t) {
      EXPECT_NEAR(momentum[2 * t], 3e-4 * 3000, 1e-4 * 0.9);  // digits of the file
      EXPECT_NEAR(momentum[2 * t + 1], 0.8, 1e-4);
      EXPECT_NEAR(kinetic[2 * t + 1], 500, 0.05);
      EXPECT_NEAR(kinetic[2 * t] + kinetic[2 * t + 1], 1350 + 500, 0.2);
      EXPECT_NEAR(velocity[t], (0.9 + 0.8) / 1.3e-3, 0.5);
    }
    EXPECT_NEAR(energy.front(), 1850, 0.1);
  }
}

/// A block drives another by a node that is welded to it: what the block gains is the impulse of the reactions.
TEST(Databases, ReactionsHaveWhatWeldsCarry) {
  const SolidBlock driven{.n = {2, 2, 2}, .edge = {8, 8, 8}};
  const SolidBlock drawn{.first = 101, .part = 2, .n = {2, 2, 2}, .origin = {0, 0, 17}, .edge = {8, 8, 8}};
  const long node = driven.node(1, 1, 2);
  const std::string text =
      deck_head(1e-4) + elastic(1) + solid_section(1) + part(1, 1, 1) + part(2, 1, 1) + solids(driven) + solids(drawn) +
      fmt::format("*CONSTRAINED_SPOTWELD\n{},{}\n", node, drawn.node(1, 1, 0)) +
      "*DEFINE_CURVE\n2\n0,0\n5e-5,1\n1,1\n" +
      fmt::format("*BOUNDARY_PRESCRIBED_MOTION_NODE\n{},3,0,2,1e4\n", node) +
      "*DATABASE_GLSTAT\n1e-5\n*DATABASE_MATSUM\n1e-5\n*DATABASE_BNDOUT\n1e-12\n*END\n";
  for (const int ranks : {1, 3}) {
    const auto run = completed(run_deck(text, ranks, "precision=double"));
    const auto force = numbers_after(run.file("bndout"), "ztotal="), time = numbers_after(run.file("bndout"), " t=");
    double impulse = 0;
    for (std::size_t i = 1; i < force.size(); ++i) impulse += force[i] * (time[i] - time[i - 1]);
    const auto momentum = numbers_after(run.file("matsum"), "z-mom=");
    ASSERT_GT(momentum.size(), 2u);
    EXPECT_NEAR(impulse / (momentum[momentum.size() - 2] + momentum.back()), 1, 0.02) << ranks;  // ends within a step
    EXPECT_NEAR(run.energy("ratio"), 1, 0.01) << ranks;
  }
}

TEST(Databases, DoNotChangeTheAnswer) {
  std::string without = deck();
  for (const char* name : {"SPCFORC", "SECFORC", "ELOUT", "NODFOR", "BNDOUT"})
    without = with_change(without, fmt::format("*DATABASE_{}\n5e-5\n", name), "");
  EXPECT_EQ(run_deck(deck()).hash(), run_deck(without).hash());
}

}  // namespace
}  // namespace crumple::test::databases
