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

constexpr double normal = 40, shear = 30, normal_energy = 0.5, shear_energy = 0.8, stiffness = 1e4, ratio = 0.5;

/// A plate tied to a held block, whose nodes are all moved by `way` along (across, 0, away), and back by `back`.
Run pull_off(const std::string& fourth_card, double across, double away, double way, double back = 0) {
  constexpr double time = 0.2;
  DeckText deck(time * (1 + back / way));
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
  const Grid plate = deck.block(deck.solid_part(1), {3, 3, 1}, {side, side, thickness},
                                [](const Vec3& x) { return x + Vec3{3.3, 3, 0}; });
  const Grid block =
      deck.block(deck.solid_part(1), {5, 5, 1}, {16, 16, 4}, [](const Vec3& x) { return x - Vec3{0, 0, 4}; });
  deck.hold(block.all_nodes(), "x y z");
  deck.hold(plate.all_nodes(), "y");
  const int there = deck.curve({{0, 1}, {0.99999 * time, 1}, {1.00001 * time, -1}, {10, -1}});
  const auto move = [&](int axis, double part) {
    if (part == 0) return deck.hold(plate.all_nodes(), axis == 1 ? "x" : "z");
    deck.prescribe_velocity(plate.all_nodes(), axis, there, part * way / time);
  };
  move(1, across);
  move(3, away);
  deck.initial_velocity(plate.all_nodes(), (way / time) * Vec3{across, 0, away});
  deck.card("CONTACT_AUTOMATIC_ONE_WAY_SURFACE_TO_SURFACE_TIEBREAK", "1,2,3,3\n\n\n" + fourth_card);
  deck.outputs({"GLSTAT", "RCFORC"}, 0.01);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

/// The energy that a tie takes up to a separation, less what it gives back when that becomes 0 again.
double energy_of_triangle(double strength, double stiff, double end, double most) {
  const double onset = strength / stiff;
  if (most >= end) return 0.5 * strength * end;
  const double left = strength * (end - most) / (end - onset);
  return 0.5 * strength * onset + 0.5 * (strength + left) * (most - onset) - 0.5 * left * most;
}

TEST(SoftTies, TakeTheirEnergies) {
  verifies({"6.44", "plate tied to a block by *CONTACT_..._TIEBREAK, OPTION 9, pulled off, across and at angles",
            "closed form: ERATEN, ERATES, and their mixtures by a power law and that of Benzeggagh and Kenane, times "
            "the area", "steps of the separation"});
  const auto by = [&](double exponent) {
    return fmt::format("9,{},{},{},{},{},{},{}", normal, shear, exponent, normal_energy, shear_energy, ratio,
                       stiffness);
  };
  struct Mode {
    const char* name;
    double across, away;
  };
  for (const Mode& mode : {Mode{"opening", 0, 1}, {"sliding", 1, 0}, {"both", 0.6, 0.8}})
    for (const double exponent : {1.0, 1.6, -1.45}) {
      const double along = mode.away * mode.away, over = ratio * mode.across * mode.across;
      const double part = over / (along + over), power = std::abs(exponent);
      const double energy =
          exponent < 0 ? normal_energy + (shear_energy - normal_energy) * std::pow(part, power)
                       : std::pow(std::pow((1 - part) / normal_energy, power) + std::pow(part / shear_energy, power),
                                  -1 / power);
      const auto run = pull_off(by(exponent), mode.across, mode.away, 0.08);
      EXPECT_EQ(run.summary.at("failed").at("ties"), 16);
      const std::string what = fmt::format("{}, exponent {}", mode.name, exponent);
      expect_within("energy [mJ], " + what, run.energy("sliding"), energy * side * side, 5e-3);
      EXPECT_NEAR(run.energy("ratio"), 1, 2e-3) << what;  // the plate's kinetic energy is 0.13 % of the ties'
    }
}

TEST(SoftTies, UnloadToTheirPlace) {
  verifies({"6.44", "plate tied by OPTION 9, 6 and 8, pulled off in part and pushed back, or pulled off",
            "closed form: the triangle of traction and separation, unloaded along its secant",
            "steps of the separation; without CN the stiffness is that of masses and step"});
  const std::string by_energy =
      fmt::format("9,{},{},1,{},{},{},{}", normal, shear, normal_energy, shear_energy, ratio, stiffness);
  const double opened = 2 * normal_energy / normal, slid = 2 * shear_energy / shear;
  expect_within("opened by 0.6 of the separation at failure and closed: energy [mJ]",
                pull_off(by_energy, 0, 1, 0.6 * opened, 0.6 * opened).energy("sliding"),
                energy_of_triangle(normal, stiffness, opened, 0.6 * opened) * side * side, 5e-3);
  expect_within("slid by 0.6 of it and back: energy [mJ]",
                pull_off(by_energy, 1, 0, 0.6 * slid, 0.6 * slid).energy("sliding"),
                energy_of_triangle(shear, ratio * stiffness, slid, 0.6 * slid) * side * side, 5e-3);
  for (const int option : {6, 8}) {
    const std::string by_distance = fmt::format("{},{},{},0.03", option, normal, shear);
    expect_within(fmt::format("OPTION {}, opened: energy [mJ]", option),
                  pull_off(by_distance, 0, 1, 0.04).energy("sliding"), 0.5 * normal * 0.03 * side * side, 5e-3);
    expect_within(fmt::format("OPTION {}, slid: energy [mJ]", option),
                  pull_off(by_distance, 1, 0, 0.04).energy("sliding"), 0.5 * shear * 0.03 * side * side, 5e-3);
  }
}

TEST(SoftTies, FollowACurveOverTheSeparation) {
  verifies({"6.50", "plate tied to a block by *CONTACT_..._TIEBREAK, OPTION 5, pulled off and across",
            "closed form: NFLS, or NFLS / sqrt(3), times the area under the curve",
            "without CN the stiffness is that of masses and step; steps of the separation"});
  const std::string curve = "\n*DEFINE_CURVE\n905\n0,1\n0.02,1\n0.04,0\n";
  const std::string tie = fmt::format("5,{},0,905", normal) + curve;
  expect_within("opened: energy [mJ]", pull_off(tie, 0, 1, 0.05).energy("sliding"), 0.03 * normal * side * side, 0.01);
  expect_within("slid: energy [mJ]", pull_off(tie, 1, 0, 0.05).energy("sliding"),
                0.03 * normal / std::sqrt(3.0) * side * side, 0.01);
}

/// A block of solids on another one, with cohesive elements without height between them.
TEST(SoftTies, OfCohesiveElementsTakeTheirEnergies) {
  verifies({"6.51", "two blocks with cohesive elements of MAT_138 without height between them, pulled apart and along",
            "closed form: GIC and GIIC times the area; pressed, the gap is the pressure over EN",
            "steps of the separation"});
  const auto joined = [](int axis, double way) {
    constexpr double time = 0.2;
    DeckText deck(time);
    deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
    const Grid low = deck.block(deck.solid_part(1), {2, 2, 1}, {side, side, thickness});
    const Grid high = deck.block(deck.solid_part(1), {2, 2, 1}, {side, side, thickness},
                                 [](const Vec3& x) { return x + Vec3{0, 0, thickness}; });
    const auto at = [](const Grid& grid, double z) { return grid.nodes([z](const Vec3& x) { return x.z == z; }); };
    const std::vector<long> below = at(low, thickness), above = at(high, thickness);
    deck.card("SECTION_SOLID", "90,19");
    deck.card("PART", "glue\n90,90,90");
    deck.card("MAT_COHESIVE_MIXED_MODE",
              fmt::format("90,1e-6,1,,{},{},{},{}\n1,{},{}", stiffness, ratio * stiffness, normal_energy, shear_energy,
                          normal, shear));
    std::string elements;
    for (const std::size_t k : {0, 1, 3, 4}) {
      elements += fmt::format("{},90", 9000 + k);
      for (const auto* nodes : {&below, &above})
        for (const std::size_t corner : {k, k + 1, k + 4, k + 3}) elements += fmt::format(",{}", (*nodes)[corner]);
      elements += "\n";
    }
    deck.card("ELEMENT_SOLID", elements.substr(0, elements.size() - 1));
    deck.hold(low.all_nodes(), "x y z");
    for (int other = 1; other <= 3; ++other)
      if (other != axis) deck.hold(high.all_nodes(), other == 1 ? "x" : other == 2 ? "y" : "z");
    deck.prescribe_velocity(high.all_nodes(), axis, deck.constant_curve(), way / time);
    deck.initial_velocity(high.all_nodes(), (way / time) * Vec3{axis == 1 ? 1.0 : 0, 0, axis == 3 ? 1.0 : 0});
    deck.outputs({"GLSTAT", "RCFORC"}, 0.01);
    return completed(run_deck(deck.str(), 1, "precision=double"));
  };
  const auto opened = joined(3, 0.05), slid = joined(1, 0.12), pressed = joined(3, -0.002);
  EXPECT_EQ(opened.summary.at("failed").at("ties"), 9);
  expect_within("opened: energy [mJ]", opened.energy("sliding"), normal_energy * side * side, 5e-3);
  expect_within("slid: energy [mJ]", slid.energy("sliding"), shear_energy * side * side, 5e-3);
  expect_within("pressed: energy [mJ]", pressed.energy("sliding"), 0.5 * stiffness * 0.002 * 0.002 * side * side, 5e-3);
  EXPECT_EQ(pressed.summary.at("failed").at("ties"), 0);
}

TEST(SoftTies, HoldUpToTheirStrength) {
  verifies({"6.45", "free plate tied by OPTION 9, pulled by an acceleration that grows with time",
            "closed form: the strength times the area is the plate's weight", "the plate vibrates on the ties"});
  const std::string tie = fmt::format(
      "CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_TIEBREAK\n1,2,3,3\n\n\n9,{0},{0},1,0.05,0.05,1,1e5", normal);
  const auto run = completed(run_deck(plate_on_block(0, 1, tie, 0.3).str(), 1, "precision=double"));
  const auto [first, last] = failure_times(run);
  expect_within("time of the first failure [ms]", first, normal / (steel_density * thickness * rate), 0.05);
  expect_within("the last tie's over the first one's", last / first, 1, 0.05);
  EXPECT_NEAR(run.energy("ratio"), 1, 0.01);
}

}  // namespace
}  // namespace crumple::test::tiebreak
