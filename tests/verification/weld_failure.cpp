// A spot weld under tension fails at its strength. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::weld_failure {
namespace {

constexpr double rate = 30;  // of the force [N/ms]

/// A plate 100 x 40 x 1 clamped all round, and a patch 20 x 20 x 1 on it that hangs on one weld in the middle.
/// `strength` is SN and SS with exponents of 1. A force on the weld's upper node grows at 30 N/ms along `axis`. Returns
/// the time of failure, 0 if there is none.
double time_of_failure(int axis, const std::string& strength) {
  DeckText deck(6);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const int part = deck.shell_part(1, 1.0);
  const Grid lower = deck.plate(part, {10, 4}, {100, 40, 0});
  const Grid upper = deck.plate(part, {2, 2}, {20, 20, 0}, [](const Vec3& x) { return x + Vec3{40, 10, 1}; });
  deck.hold(lower.nodes([](const Vec3& x) { return x.x == 0 || x.x == 100 || x.y == 0 || x.y == 40; }),
            "x y z rx ry rz");
  const long weld = upper.node(1, 1);
  deck.card("CONSTRAINED_SPOTWELD", fmt::format("{},{},{},1,1", lower.node(5, 2), weld, strength));
  const int set = deck.node_set({weld}), ramp = deck.curve({{0, 0}, {10, 10 * rate}});
  deck.card("LOAD_NODE_SET", fmt::format("{},{},{}", set, axis, ramp));
  deck.card("DAMPING_GLOBAL", "0,5");
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const std::string text = run.file("mes0000");
  const auto at = text.find("failed at time");
  return at == std::string::npos ? 0 : std::stod(text.substr(at + 14));
}

void expect_failure(int axis, const std::string& strength) {
  verifies({"6.2", "spot weld of a patch on a plate fails at 150 N", "closed form: (N / SN) + (S / SS) = 1",
            "inertia and damping of the patch"});
  expect_within("time of failure [ms]", time_of_failure(axis, strength), 150 / rate, 0.01);
}

TEST(WeldFailure, InTension) { expect_failure(3, "150,1e6"); }

TEST(WeldFailure, InShear) { expect_failure(1, "1e6,150"); }

TEST(WeldFailure, HoldsWhatItIsGiven) { EXPECT_EQ(time_of_failure(1, "1e6,400"), 0); }

}  // namespace
}  // namespace crumple::test::weld_failure
