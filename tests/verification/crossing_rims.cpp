// Rims of shells that cross flat faces between their nodes, SOFT = 2 with DEPTH = 5. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::crossing_rims {
namespace {

enum class Lower { strip, solid };
enum class Upper { flat, upright };

struct Crossing {
  double speed = 0, contact_energy = 0;
};

/// A strip 5 mm wide of three shells of 20 mm falls at 5 mm/ms across another, or across a bar of solids; no node of
/// the one is above or below the other. What speed the lower one gets, and the energy in contact over the initial one.
Crossing cross(Lower below, Upper above) {
  constexpr double width = 5, cell = 20, thickness = 1, gap = 0.1;
  DeckText deck(1);
  deck.card("MAT_ELASTIC", "1,7.8e-3,210000,0.3");
  const int strip = deck.shell_part(1, thickness);
  const int lower = below == Lower::solid ? deck.solid_part(1) : deck.shell_part(1, thickness);
  const Vec3 middle{1.5 * cell, 0.5 * width, 0};
  if (below == Lower::solid)
    deck.block(lower, {3, 1, 1}, {3 * cell, width, width},
               [&](const Vec3& x) { return x - middle - Vec3{0, 0, width}; });
  else
    deck.plate(lower, {3, 1}, {3 * cell, width, 0}, [&](const Vec3& x) { return x - middle; });
  const double top = (below == Lower::solid ? 0 : 0.5 * thickness) + gap;
  const Grid falling = deck.plate(strip, {3, 1}, {3 * cell, width, 0}, [&](const Vec3& x) {
    return above == Upper::flat ? Vec3{0.5 * width - x.y, x.x - 1.5 * cell, top + 0.5 * thickness}
                                : Vec3{0, x.x - 1.5 * cell, top + 0.5 * thickness + x.y};
  });
  deck.initial_velocity(falling.all_nodes(), {0, 0, -5});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", fmt::format("{},{},3,3\n0,0\n1,1\n2,,,,,5", strip, lower));
  deck.outputs({"GLSTAT", "MATSUM"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double mass = 7.8e-3 * 3 * cell * width * thickness;
  return {run.last_velocity(lower), run.energy("sliding") / (0.5 * mass * 25)};
}

// A rim answers what lies flat over it: there the face ends. The velocity of two rigid bodies after the impact would be
// -10 m1 / (m1 + m2).
TEST(CrossingRims, HoldAStripBetweenItsNodes) {
  verifies({"5.26", "a strip of shells falls across another, or across a bar, between the nodes of both",
            "closed form: rigid bodies, restitution 1",
            "slender strips keep up to a third of the exchange as vibration"});
  for (const auto& [below, above, name] : {std::tuple{Lower::strip, Upper::flat, "flat on flat"},
                                           {Lower::strip, Upper::upright, "rim on flat"},
                                           {Lower::solid, Upper::flat, "flat on solid"},
                                           {Lower::solid, Upper::upright, "rim on solid"}}) {
    const double ratio = below == Lower::solid ? 5 : 1;  // of the masses
    const Crossing crossing = cross(below, above);
    expect_between(fmt::format("speed of the lower one over that of rigid bodies, {}", name),
                   crossing.speed / (-10 / (1 + ratio)), 0.6, 1.05);
    expect_near(fmt::format("energy in contact over the initial one, {}", name), crossing.contact_energy, 0, 0.01);
  }
}

}  // namespace
}  // namespace crumple::test::crossing_rims
