// Initial penetration: two plates closer than their thicknesses. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::contact_penetration {
namespace {

constexpr double thickness = 1, gap = 0.9, element = 5;

/// Two free plates of 40 x 40 mm whose mid-surfaces are 0.9 thicknesses apart; the upper one comes down at `velocity`.
/// IGNORE = 1 tracks the penetration, 2 reports it too, 0 is treated as 1, with a warning.
Run plates(int ignore, double velocity, double end_time, const std::string& precision) {
  DeckText deck(end_time);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  deck.plate(deck.shell_part(1, thickness), {8, 8}, {40, 40, 0});
  // finer, and beyond the rim of the lower one, so that no node lies on another
  const Grid upper = deck.plate(deck.shell_part(1, thickness), {11, 11}, {44, 44, 0},
                                [](const Vec3& x) { return x + Vec3{-1.7, -1.7, gap}; });
  if (velocity != 0) deck.initial_velocity(upper.all_nodes(), {0, 0, -velocity});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", fmt::format("1,2,3,3\n0,0\n1,1\n0,0.1\n0,0\n0,{}", ignore));
  deck.outputs({"GLSTAT", "MATSUM"}, end_time / 50);
  return completed(run_deck(deck.str(), 1, "precision=" + precision));
}

/// Energy of the springs if the penetration were not forgiven: SLSFAC K A / diagonal for each node of the lower plate.
double reference_energy() {
  const double bulk = steel_young / (3 * (1 - 2 * 0.3)),
               stiffness = 0.1 * bulk * element * element / (std::sqrt(2.0) * element);
  return 0.5 * 81 * stiffness * std::pow(thickness - gap, 2);
}

// Nothing moves: the penetration is taken note of, not pushed out, by each IGNORE.
TEST(InitialPenetration, SetsNoEnergyFree) {
  verifies({"5.8", "plates that start 10 % too close, at rest", "closed form: a forgiven penetration has no energy",
            "rounding, of the energy that the springs would have"});
  for (const int ignore : {0, 1, 2})
    for (const std::string precision : {"single", "double"}) {
      const auto run = plates(ignore, 0, 0.04, precision);
      EXPECT_GT(run.summary.at("cycles"), 50);
      const double reference = reference_energy();
      expect_below("kinetic over spring energy", std::abs(run.energy("kinetic")) / reference, 1e-12);
      expect_below("sliding over spring energy", std::abs(run.energy("sliding")) / reference, 1e-12);
      EXPECT_EQ(run.file("mes0000").find("initial penetrations") != std::string::npos, ignore != 1);
    }
}

// The offset is forgiven, not the contact.
TEST(InitialPenetration, StillKeepsPlatesApart) {
  verifies({"5.8", "a plate that starts 10 % too close comes down", "conservation law: momentum, energy",
            "five digits in matsum; vibrations of the plates keep less than a tenth of the speed"});
  const double velocity = 1;
  const auto run = plates(1, velocity, 0.4, "double");
  const std::string text = run.file("matsum");
  const auto z_velocity = [&](std::size_t from) { return std::stod(text.substr(text.find("z-rbv=", from) + 6)); };
  const std::size_t last = text.rfind("time =");
  const double lower = z_velocity(last), upper = z_velocity(text.find("z-rbv=", last) + 6);
  const double heavier = 44.0 * 44 / (40 * 40);  // mass of the upper plate over that of the lower
  expect_within("momentum over mass of the lower [mm/ms]", lower + heavier * upper, -heavier * velocity, 1e-3);
  expect_within("velocity of parting [mm/ms]", upper - lower, velocity, 0.1);
  double highest = 0;
  for (const auto& [time, ratio] : run.glstat("total energy / initial energy")) highest = std::max(highest, ratio);
  expect_below("largest energy over the initial one", highest, 1.01);
}

/// A rigid block comes down on a rigid plate of 1 mm at a speed of 1 and slides along it; contact is so weak that it
/// sinks in by 1.8 mm.
auto block_on_weak_plate(const Vec3& sliding) {
  DeckText deck(8);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n1,7,7");
  deck.card("MAT_RIGID", "2,7.85e-3,210000,0.3\n0,0,0\n0,0");
  deck.plate(deck.shell_part(1, 1), {4, 4}, {20, 20, 0});
  const Grid block =
      deck.block(deck.solid_part(2), {2, 2, 2}, {9, 9, 9}, [](const Vec3& x) { return x + Vec3{5.6, 5.6, 0.6}; });
  deck.initial_velocity(block.all_nodes(), sliding - Vec3{0, 0, 1});
  deck.card("CONTACT_AUTOMATIC_NODES_TO_SURFACE", "2,1,3,3\n0,0\n4e-7,4e-7");
  deck.outputs({"GLSTAT", "MATSUM"}, 0.02);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

// A spring this weak is longer than the plate is thick: a node that has been driven through is held on, as its side is
// known; also where it slides from face to face.
TEST(Penetration, NodesDrivenThroughAShellAreHeld) {
  verifies({"5.19", "a rigid block comes down on a rigid plate of 1 mm; contact is so weak that it sinks in by 1.8 mm",
            "conservation law: momentum, energy", "the bounce ends within the run"});
  for (const Vec3& sliding : {Vec3{0, 0, 0}, Vec3{0.8, 0.5, 0}}) {
    const auto run = block_on_weak_plate(sliding);
    EXPECT_GT(run.summary.at("contacts").at(0).at("deepest").at("depth"), 1.5);
    const char* name = norm(sliding) > 0 ? "velocity after, sliding [mm/ms]" : "velocity after [mm/ms]";
    expect_within(name, run.last_velocity(2, 2), 1, 0.01);
    expect_below("energy left in contact over the initial one", std::abs(run.energy("sliding")) / run.energy("kinetic"),
                 0.01);
  }
}

}  // namespace
}  // namespace crumple::test::contact_penetration
