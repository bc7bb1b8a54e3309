// Databases of forces and stresses against statics: supports carry the weight, a load passes through every section of a
// bar. Units mm, ms, g, MPa. Global damping brings the bodies to rest: a bar of 10 mm has its lowest frequency at
// pi c / 2 L = 812 / ms, so D = 800 / ms lets motions decay by exp(-400 / ms t), to nothing in 0.15 ms. What is left is
// the rounding of the files to five digits, of which the gates are twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::databases {
namespace {

constexpr double end_time = 0.2, gravity = 9.81e-3, load = 100, gate = 1e-4;
const std::string five_digits = "twice the rounding of the files to five digits";

/// The numbers that follow the last `label` of a file, after `n_words` words.
std::vector<double> last_numbers(const Run& run, const std::string& file, const std::string& label, int n_words = 0) {
  const std::string text = run.file(file);
  const auto at = text.rfind(label);
  EXPECT_NE(at, text.npos) << file << " has no " << label;
  if (at == text.npos) return std::vector<double>(8, 0.0);
  std::istringstream rest(text.substr(at + label.size()));
  std::string word;
  for (int i = 0; i < n_words; ++i) rest >> word;
  std::vector<double> numbers;
  for (double number; rest >> number;) numbers.push_back(number);
  numbers.resize(std::max<std::size_t>(numbers.size(), 8), 0.0);
  return numbers;
}

DeckText steel_deck() {
  DeckText deck(end_time);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  return deck;
}

void fall(DeckText& deck) {
  const int curve = deck.constant_curve();
  deck.card("LOAD_BODY_Z", fmt::format("{},{:.17g}", curve, gravity));
}

/// A load along x, shared by the nodes at the end of a bar.
void pull(DeckText& deck, const std::vector<long>& nodes, double force) {
  const int set = deck.node_set(nodes), curve = deck.constant_curve();
  deck.card("LOAD_NODE_SET", fmt::format("{},1,{},{:.17g}", set, curve, force / double(nodes.size())));
}

/// Damping goes on until the end: it must not take its part of what a support bears.
void rest(DeckText& deck) { deck.card("DAMPING_GLOBAL", "0,800"); }

TEST(Databases, SupportsOfAHangingBlockCarryItsWeight) {
  verifies({"10.1", "supports of a hanging block (spcforc)", "closed form: equilibrium", five_digits});
  DeckText deck = steel_deck();
  const Grid block = deck.block(deck.solid_part(1), {2, 2, 4}, {4, 4, 10});
  deck.hold(block.nodes([](const Vec3& x) { return x.z == 10; }), "x y z");
  fall(deck);
  rest(deck);
  deck.outputs({"SPCFORC"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double weight = steel_density * 160 * gravity;
  const auto sum = last_numbers(run, "spcforc", "force resultants   =");
  expect_within("weight carried [N]", sum[2], weight, gate);
  expect_below("force across over weight", (std::abs(sum[0]) + std::abs(sum[1])) / weight, gate);
}

TEST(Databases, AWallCarriesADampedBlock) {
  verifies({"10.1", "wall under a block at rest, damped (rwforc)", "closed form: equilibrium", five_digits});
  DeckText deck = steel_deck();
  const Grid block = deck.block(deck.solid_part(1), {2, 2, 4}, {4, 4, 10});
  deck.card("RIGIDWALL_PLANAR", "0\n0,0,0,0,0,1,0");
  fall(deck);
  deck.card("DAMPING_PART_MASS", fmt::format("1,{},800", deck.constant_curve()));
  deck.outputs({"RWFORC"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("weight carried [N]", run.wall_force(1).back().second, steel_density * 160 * gravity, gate);
}

TEST(Databases, ALoadPassesThroughTheSectionsOfABar) {
  verifies({"10.2", "sections and stress of a pulled bar (secforc, elout, spcforc)", "closed form: equilibrium",
            five_digits});
  DeckText deck = steel_deck();
  const Grid bar = deck.block(deck.solid_part(1), {10, 1, 1}, {10, 1, 1});
  deck.hold(bar.nodes([](const Vec3& x) { return x.x == 0; }), "x y z");
  pull(deck, bar.nodes([](const Vec3& x) { return x.x == 10; }), load);
  rest(deck);
  const int middle = deck.node_set(bar.nodes([](const Vec3& x) { return x.x == 5; }));
  deck.card("SET_SOLID_LIST", "1,\n5,0");  // behind the nodes: pulls them back
  deck.card("DATABASE_CROSS_SECTION_SET_ID", fmt::format("3,set\n{},1", middle));
  deck.card("DATABASE_CROSS_SECTION_PLANE_ID", "4,plane\n0,5.5,0,0,6.5,0,0\n0,0");
  deck.card("DATABASE_HISTORY_SOLID", "6,");
  deck.outputs({"SECFORC", "ELOUT", "SPCFORC"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto of_set = last_numbers(run, "secforc", fmt::format("\n{:12}", 3));  // time, force, magnitude
  const auto of_plane = last_numbers(run, "secforc", fmt::format("\n{:12}", 4));
  expect_within("force through a set [N]", of_set[1], -load, gate);
  expect_within("force through a plane [N]", of_plane[1], load, gate);
  expect_within("magnitude of the force [N]", of_plane[4], load, gate);
  const auto moment = last_numbers(run, "secforc", "global system");
  expect_below("moment [N mm]", std::abs(moment[0]) + std::abs(moment[1]) + std::abs(moment[2]), gate * load);
  expect_within("y of the centroid [mm]", moment[5], 0.5, gate);  // y; no lateral contraction
  const auto stress = last_numbers(run, "elout", fmt::format("{:8}-{:7}\n", 6, 1), 2);
  expect_within("stress [MPa]", stress[0], load, gate);  // over 1 mm2
  expect_within("effective stress [MPa]", stress[6], load, gate);
  expect_within("reaction [N]", last_numbers(run, "spcforc", "force resultants   =")[0], -load, gate);
}

TEST(Databases, ALoadPassesThroughTheSectionsOfAStrip) {
  verifies({"10.2", "section and stress of a pulled strip of shells (secforc, elout)", "closed form: equilibrium",
            five_digits});
  constexpr double thickness = 0.5;
  DeckText deck = steel_deck();
  const Grid strip = deck.plate(deck.shell_part(1, thickness, 3), {10, 1}, {10, 1, 0});
  deck.hold(strip.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  pull(deck, strip.nodes([](const Vec3& x) { return x.x == 10; }), load);
  rest(deck);
  deck.card("DATABASE_CROSS_SECTION_PLANE", "0,5.5,0,0,6.5,0,0\n0,0");
  deck.card("DATABASE_HISTORY_SHELL", "6,");
  deck.outputs({"SECFORC", "ELOUT"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("force through a plane [N]", last_numbers(run, "secforc", fmt::format("\n{:12}", 1))[1], load, gate);
  const auto stress = last_numbers(run, "elout", fmt::format("{:8}-{:7}\n", 6, 1), 3);  // "1-", "2", "elastic"
  expect_within("stress [MPa]", stress[0], load / thickness, gate);
}

TEST(Databases, FreeFallIsItsWeight) {
  verifies({"10.3", "forces on the nodes of a falling block (nodfor)", "closed form: its weight", five_digits});
  DeckText deck = steel_deck();
  const Grid block = deck.block(deck.solid_part(1), {2, 2, 4}, {4, 4, 10});
  fall(deck);
  const int all = deck.node_set(block.all_nodes());
  deck.card("DATABASE_NODAL_FORCE_GROUP", fmt::format("{},0", all));
  deck.outputs({"NODFOR"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("weight [N]", last_numbers(run, "nodfor", "ztotal=")[0], -steel_density * 160 * gravity, gate);
}

TEST(Databases, PrescribedMotionsPullBarsAndPushBodies) {
  verifies({"10.5", "forces of prescribed motions (bndout)", "closed form: elasticity, Newton", five_digits});
  constexpr double stretch = 0.005, acceleration = 3;
  DeckText deck = steel_deck();
  const Grid bar = deck.block(deck.solid_part(1), {10, 1, 1}, {10, 1, 1});
  deck.hold(bar.nodes([](const Vec3& x) { return x.x == 0; }), "x y z");
  const int end = deck.node_set(bar.nodes([](const Vec3& x) { return x.x == 10; }));
  const int ramp = deck.curve({{0, 0}, {0.05, stretch}, {1, stretch}}), constant = deck.constant_curve();
  deck.card("BOUNDARY_PRESCRIBED_MOTION_SET", fmt::format("{},1,2,{}", end, ramp));
  deck.card("DAMPING_PART_MASS", fmt::format("1,{},800", constant));
  deck.card("MAT_RIGID", "2,7.85e-3,210000,0.3");
  const int body = deck.solid_part(2);
  deck.block(body, {2, 2, 2}, {2, 3, 4}, [](const Vec3& x) { return x + Vec3{50, 0, 0}; });
  const int speed = deck.curve({{0, 0}, {1, acceleration}});
  deck.card("BOUNDARY_PRESCRIBED_MOTION_RIGID", fmt::format("{},1,0,{}", body, speed));
  deck.outputs({"BNDOUT"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  // the law adds up rates of strain, and the section does not change without lateral contraction
  const double pull = 210000 * std::log1p(stretch / 10), push = steel_density * 24 * acceleration;
  const double total = last_numbers(run, "bndout", "xtotal=")[0];
  expect_within("pull on the bar and push on the body [N]", total, pull + push, gate);
  expect_within("push on the body [N]", last_numbers(run, "bndout", fmt::format("mat#{:8}", body), 1)[0], push, gate);
}

}  // namespace
}  // namespace crumple::test::databases
