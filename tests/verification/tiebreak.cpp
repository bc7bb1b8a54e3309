// Ties of limited strength. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::tiebreak {
namespace {

constexpr double side = 10, thickness = 1, rate = 20000;  // of a plate on a block, of its acceleration [mm/ms^3]

/// A plate of solids, tied to a block that is held, under an acceleration (across, 0, away) from the block that grows
/// with time; `shift` of its mesh against the block's.
DeckText plate_on_block(double across, double away, const std::string& tie, double shift, double end = 1) {
  DeckText deck(end);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
  const Grid plate = deck.block(deck.solid_part(1), {3, 3, 1}, {side, side, thickness},
                                [&](const Vec3& x) { return x + Vec3{3 + shift, 3, 0}; });
  const Grid block =
      deck.block(deck.solid_part(1), {5, 5, 1}, {16, 16, 4}, [](const Vec3& x) { return x - Vec3{0, 0, 4}; });
  deck.hold(block.all_nodes(), "x y z");
  const int ramp = deck.curve({{0, 0}, {1, 1}, {2, 2}});
  deck.card("LOAD_BODY_X", fmt::format("{},{}", ramp, -across * rate));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", ramp, -away * rate));
  deck.card(tie.substr(0, tie.find('\n')), tie.substr(tie.find('\n') + 1));
  deck.outputs({"GLSTAT", "MATSUM", "RCFORC"}, 0.01);
  return deck;
}

/// Times of the first and the last failure of the plate's 16 ties.
std::pair<double, double> failure_times(const Run& run) {
  EXPECT_EQ(run.summary.at("failed").at("ties"), 16);
  const std::string text = run.file("mes0000");
  const std::regex line("released from tied contact .* at time *([0-9.E+-]+)");
  std::vector<double> times;
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it)
    times.push_back(std::stod((*it)[1]));
  if (times.empty()) return {};
  return {times.front(), times.back()};
}

TEST(Tiebreak, NodesFailAtTheirForces) {
  verifies({"6.34", "nodes of a plate, tied by *CONTACT_TIEBREAK_NODES_TO_SURFACE, pulled at an angle",
            "closed form: (N / NFLF)^NEN + (S / SFLF)^MES = 1 with NEN = 1, MES = 3 of an inner node",
            "inner nodes carry the weight of a whole element and fail first; the plate tilts"});
  const std::string tie = "CONTACT_TIEBREAK_NODES_TO_SURFACE\n1,2,3,3\n\n\n120,80,1,3";
  const auto run = completed(run_deck(plate_on_block(0.6, 0.8, tie, 0.3).str(), 1, "precision=double"));
  const double force_rate = 0.5 * steel_density * thickness * rate * side * side / 9;
  const auto sum = [&](double t) { return 0.8 * force_rate * t / 120 + std::pow(0.6 * force_rate * t / 80, 3); };
  double low = 0, high = 1;
  while (high - low > 1e-6) (sum(0.5 * (low + high)) < 1 ? low : high) = 0.5 * (low + high);
  expect_within("time of the first failure [ms]", failure_times(run).first, low, 0.05);
}

/// Velocity away from a block of a plate that was tied to it, and flew into it once its ties had failed.
TEST(Tiebreak, IsAContactAfterwards) {
  verifies({"6.35", "plate whose ties fail in shear, then pressed on the block and moved over it by friction",
            "closed form: v = (1 - mu) a (t^2 - t_failure^2) / 2 under accelerations a t along and towards the block",
            "the plate vibrates"});
  constexpr double end = 0.1, friction = 0.4;
  DeckText deck =
      plate_on_block(0.5, -0.5, "CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_TIEBREAK\n1,2,3,3\n0.4,0.4\n\n2,40,1", 0, end);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  EXPECT_EQ(run.summary.at("failed").at("ties"), 16);
  EXPECT_NEAR(run.energy("ratio"), 1, 0.01);
  const double begin = failure_times(run).second;
  expect_within("velocity along the block [mm/ms]", run.last_velocity(1, 0),
                0.5 * (1 - friction) * rate * (end * end - begin * begin) / 2, 0.03);
  expect_near("velocity across it [mm/ms]", run.last_velocity(1, 2), 0, 0.5);
}

TEST(Tiebreak, FailsAtItsStrength) {
  verifies({"6.33", "plate tied to a block by *CONTACT_..._TIEBREAK, pulled off, across and at an angle",
            "closed form: (s / NFLS)^2 + (t / SFLS)^2 = 1 with the weight of the free half of the plate, rho a h / 2",
            "shear acts above the ties, so that the plate tilts; the tied half's mass is on the block"});
  constexpr double normal = 40, shear = 30;
  for (const auto& [across, away] : {std::pair{0.0, 1.0}, {1.0, 0.0}, {0.6, 0.8}})
    for (const std::string name : {"AUTOMATIC_SURFACE_TO_SURFACE_TIEBREAK", "TIEBREAK_SURFACE_TO_SURFACE"}) {
      const std::string strength = fmt::format("{}{},{}", name[0] == 'A' ? "2," : "", normal, shear);
      const std::string tie = "CONTACT_" + name + "\n1,2,3,3\n\n\n" + strength;
      const auto run = completed(run_deck(plate_on_block(across, away, tie, 0.3).str(), 1, "precision=double"));
      const double stress_rate = 0.5 * steel_density * thickness * rate;
      const double expected = 1 / (stress_rate * std::hypot(away / normal, across / shear));
      const auto [first, last] = failure_times(run);
      expect_within(fmt::format("time of failure [ms], ({}, {}), {}", across, away, name), first, expected, 0.05);
      expect_within("the last tie's over the first one's", last / first, 1, 0.05);
      EXPECT_NEAR(run.energy("ratio"), 1, 0.01);
    }
}

}  // namespace
}  // namespace crumple::test::tiebreak
