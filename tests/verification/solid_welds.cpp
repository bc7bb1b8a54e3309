// Spot welds of solids (MAT_100) that fail by their forces. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::solid_welds {
namespace {

/// The largest von Mises stress of a weld of 6 x 6 x 1.5, of n x n solids, pulled or sheared until it is gone; all its
/// elements have one stress.
double strength(int n, bool sheared, const std::string& failure) {
  DeckText deck(1, 0.5);
  deck.card("MAT_SPOTWELD", "1,0.0785,210000,0.3,2000,1000\n" + failure);
  const Grid weld = deck.block(deck.solid_part(1), {n, n, 1}, {6, 6, 1.5});
  if (n > 1) {
    std::string elements;
    for (int i = 0; i < n * n; ++i) elements += fmt::format("{}{}", i > 0 ? "," : "", weld.first_element + i);
    deck.card(fmt::format("DEFINE_HEX_SPOTWELD_ASSEMBLY_{}", n * n), "1\n" + elements);
  }
  const auto top = weld.nodes([](const Vec3& x) { return x.z > 1; });
  if (sheared) {
    deck.hold(weld.nodes([](const Vec3& x) { return x.z == 0; }), "x");
    deck.hold(weld.all_nodes(), "y z");
  } else {
    deck.hold(weld.nodes([](const Vec3& x) { return x.z == 0; }), "z");
    deck.hold(weld.nodes([](const Vec3& x) { return x.x == 0; }), "x");
    deck.hold(weld.nodes([](const Vec3& x) { return x.y == 0; }), "y");
  }
  deck.prescribe_velocity(top, sheared ? 1 : 3, deck.curve({{0, 0}, {0.1, 1}, {10, 1}}), 0.012);
  deck.card("DAMPING_GLOBAL", "0,20");
  deck.outputs({"BINARY_D3PLOT"}, 1.0 / 200);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  double peak = 0;
  const std::vector<State> states = read_states(run.folder);
  for (const State& state : states) peak = std::max(peak, double(state.von_mises[0]));
  EXPECT_TRUE(states.back().deleted[0]);
  return peak;
}

TEST(SolidWelds, FailByTheirForces) {
  verifies({"2.38", "MAT_100 of one solid and of four, pulled and sheared until it fails",
            "closed form: stress NRR over the area of the weld; sqrt(3) NRS over it", "one of two hundred states"});
  for (const int n : {1, 2}) {
    const std::string name = n == 1 ? "one solid" : "four solids";
    expect_within(name + ": pulled [MPa]", strength(n, false, "0,36000"), 1000, 0.012);
    expect_within(name + ": sheared [MPa]", strength(n, true, "0,,18000,20000"), 500 * std::sqrt(3.0), 0.012);
  }
}

}  // namespace
}  // namespace crumple::test::solid_welds
