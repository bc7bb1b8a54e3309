// Seat belts: elements that only pull, loading and unloading curves, slip rings. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::belts {
namespace {

using std::numbers::pi;

constexpr double belt_mass = 0.05;  ///< of a length [g/mm]

/// Part 80 of belts; tension over strain by `loading` and, if given, `unloading`. A steel cube far away gives the step.
void add_belt_part(DeckText& deck, const std::vector<std::pair<double, double>>& loading,
                   const std::vector<std::pair<double, double>>& unloading = {}) {
  const int load = deck.curve(loading), unload = unloading.empty() ? 0 : deck.curve(unloading);
  deck.card("MAT_SEATBELT", fmt::format("80,{},{},{},1.", belt_mass, load, unload));
  deck.card("SECTION_SEATBELT", "80,");
  deck.card("PART", "belt\n80,80,80");
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  deck.block(deck.solid_part(1), {1, 1, 1}, {80, 80, 80}, [](const Vec3& x) { return x + Vec3{900, 0, 0}; });
}

long add_mass(DeckText& deck, const Vec3& place, double mass) {
  const long node = deck.node(place);
  deck.card("ELEMENT_MASS", fmt::format("{},{},{}", 5000 + node, node, mass));
  deck.history({node});
  return node;
}

TEST(Belts, BounceOnASlackBelt) {
  verifies({"6.30", "mass thrown away on a slack belt and its return (*ELEMENT_SEATBELT, SLEN)",
            "closed form: free flight, half a swing with sqrt(k / m), free flight back",
            "a thousand steps to the swing"});
  const double slack = 5, length = 100, slope = 4000, speed = 2, mass = 5000;
  const double moving = mass + 0.5 * belt_mass * (length + slack), stiffness = slope / (length + slack);
  const double flight = slack / speed, half = pi * std::sqrt(moving / stiffness), end = 2 * flight + half;
  DeckText deck(end);
  add_belt_part(deck, {{0, 0}, {1, slope}});
  const long held = deck.node({0, 0, 0}), moves = add_mass(deck, {0, 60, 80}, mass);
  deck.hold({held}, "x y z");
  deck.card("ELEMENT_SEATBELT", fmt::format("1,80,{},{},0,{}", held, moves, slack));
  deck.initial_node_velocity(moves, {0, 0.6 * speed, 0.8 * speed});
  deck.outputs({"NODOUT", "GLSTAT"}, end / 400);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto history = run.nodes().at(moves);
  double furthest = 0;
  for (const NodeRecord& r : history) furthest = std::max(furthest, 0.6 * r.displacement[1] + 0.8 * r.displacement[2]);
  expect_within("furthest [mm]", furthest, slack + speed * std::sqrt(moving / stiffness), 1e-3);
  expect_within("velocity of the return, along z [mm/ms]", history.back().velocity[2], -0.8 * speed, 1e-3);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
}

TEST(Belts, UnloadAlongTheirOwnCurve) {
  verifies({"6.31", "belt drawn out by 20 mm and let back, unloading curve four times as steep",
            "closed form: energy lost between the curves", "it turns round in a twentieth of the time"});
  const double length = 200, slope = 10000, steep = 40000, way = 20;
  DeckText deck(2.1);
  add_belt_part(deck, {{0, 0}, {1, slope}}, {{0, 0}, {1, steep}});
  const long held = deck.node({0, 0, 0}), moves = add_mass(deck, {length, 0, 0}, 100);
  deck.hold({held}, "x y z");
  deck.hold({moves}, "y z");
  deck.card("ELEMENT_SEATBELT", fmt::format("1,80,{},{}", held, moves));
  deck.prescribe_velocity({moves}, 1, deck.curve({{0, 1}, {0.95, 1}, {1.05, -1}, {1.95, -1}, {2.05, 0}, {9, 0}}),
                          way / 0.975);
  deck.outputs({"GLSTAT"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double strain = way / length, force = slope * strain;
  expect_within("energy lost in the belt [mJ]", run.energy("sliding"),
                0.5 * force * way - 0.5 * force * force / steep * length, 5e-3);
}

/// Two masses on a belt over a ring at the origin, in planes at an angle; a heavy and a light one pulled apart by
/// gravity along -z, as in Atwood's machine. Returns the history of the heavy one.
std::vector<NodeRecord> atwood(double friction, double heavy, double light, double gravity, double end) {
  DeckText deck(end);
  add_belt_part(deck, {{0, 0}, {1, 2e5}});
  const double length = 200;
  const long ring = deck.node({0, 0, 0});
  const long left = add_mass(deck, {0, 0, -length}, heavy), right = add_mass(deck, {1e-3, 0, -length}, light);
  deck.hold({ring}, "x y z");
  deck.hold({left, right}, "x y");
  deck.card("ELEMENT_SEATBELT", fmt::format("1,80,{},{}\n2,80,{},{}", left, ring, ring, right));
  deck.card("ELEMENT_SEATBELT_SLIPRING", fmt::format("1,1,2,{},{}", friction, ring));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.constant_curve(), gravity));
  deck.outputs({"NODOUT", "GLSTAT"}, end / 100);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return run.nodes().at(left);
}

TEST(Belts, AtwoodsMachine) {
  verifies({"6.32", "two masses on a belt over a slip ring that turns it by half a turn, without friction and with",
            "closed form: Atwood's machine; with Eytelwein's ratio r = exp(pi FC) of the tensions",
            "the belt's mass hangs with the masses; it swings about its stretch of 0.02 mm"});
  const double gravity = 0.01, end = 100, belt = 0.5 * belt_mass * 200;
  for (const double friction : {0.0, 0.1}) {
    const double heavy = 3000 + belt, light = 1000 + belt, ratio = std::exp(pi * friction);
    const auto history = atwood(friction, 3000, 1000, gravity, end);
    // heavy (g - a) = r light (g + a)
    const double acceleration = gravity * (heavy - ratio * light) / (heavy + ratio * light);
    expect_within("displacement of the heavy mass [mm]", -history.back().displacement[2],
                  0.5 * acceleration * history.back().time * history.back().time, 0.02);
  }
  const auto history = atwood(0.5, 3000, 1000, gravity, end);
  double most = 0;
  for (const NodeRecord& r : history) most = std::max(most, std::abs(r.displacement[2]));
  expect_below("displacement under friction that holds [mm]", most, 0.1);  // stretch by twice the difference of weights
}

/// A belt drawn out of a retractor by `speed` along x, for 100 mm, and back for `back` mm; the retractor pulls with 200
/// N and, locked, with 50 N more for each mm, 200 N for each mm when belt goes in. Energy that it takes [mJ].
double drawn_out(const std::string& sensors, double delay, double pull, double speed, double back) {
  const double way = 100, end = (way + back) / speed;
  DeckText deck(end);
  add_belt_part(deck, {{0, 0}, {1, 1e7}});
  const long held = add_mass(deck, {0, 0, 0}, 1e4), mouth = deck.node({0, 0, 0});
  const long moves = add_mass(deck, {50, 0, 0}, 500);
  const long inside = deck.node({0, 0, 0});
  deck.hold({held}, "x y z");
  deck.hold({moves}, "y z");
  deck.card("ELEMENT_SEATBELT", fmt::format("1,80,{},{}\n2,80,{},{},1", mouth, moves, inside, mouth));
  deck.card("ELEMENT_SEATBELT_SENSOR", sensors);
  const int force = deck.curve({{0, 200}, {100, 5200}}), in = deck.curve({{0, 0}, {100, 20000}});
  deck.card("ELEMENT_SEATBELT_RETRACTOR", fmt::format("7,{},1,1\n{},{},{},{}", held, delay, pull, force, in));
  deck.initial_node_velocity(moves, {speed, 0, 0});
  const double turn = way / speed;
  deck.prescribe_velocity({moves}, 1, deck.curve({{0, 1}, {turn * 0.999, 1}, {turn * 1.001, -1}, {10 * turn, -1}}),
                          speed);
  deck.outputs({"GLSTAT"}, end / 100);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return run.energy("sliding");
}

TEST(Belts, ARetractorPullsLocksAndTakesBeltIn) {
  verifies({"6.36", "belt drawn 100 mm out of a retractor that a sensor locks, 10 mm after the delay, and 5 mm back",
            "closed form: 200 N until it locks, 50 N/mm from there; back along 200 N/mm",
            "the step of the lock; the belt's own stretch of 0.04 %"});
  const double speed = 2;
  const auto work = [](double locked_at) {  // [mJ] at 100 mm
    const double rest = 100 - locked_at;
    return 200 * 100 + 0.5 * 50 * rest * rest;
  };
  const char *at_20_ms = "1,3\n20.", *at_90_mm = "1,4\n{},{},90.,0";
  expect_within("never locked [mJ]", drawn_out("1,3\n1e9", 0, 0, speed, 0), 200 * 100, 0.01);
  // 40 mm out at 20 ms, 20 more in the delay of 10 ms, 10 more before it locks
  expect_within("by time [mJ]", drawn_out(at_20_ms, 10, 10, speed, 0), work(70), 0.01);
  expect_within("by the rate of the belt [mJ]", drawn_out("1,2\n7,1.5,15.", 0, 0, speed, 0), work(30), 0.01);
  expect_within("rate below the limit [mJ]", drawn_out("1,2\n7,2.5,15.", 0, 0, speed, 0), 200 * 100, 0.01);
  // the nodes: 1 to 8 are the cube's, 9 held, 10 the mouth's, 11 moves; 50 mm apart at the start
  expect_within("by distance [mJ]", drawn_out(fmt::format(fmt::runtime(at_90_mm), 9, 11), 0, 0, speed, 0), work(40),
                0.01);
  // at 70 + 30 mm the force is 1700 N; it falls by 200 N/mm to 700 N over 5 mm
  expect_within("and 5 mm back [mJ]", drawn_out(at_20_ms, 10, 10, speed, 5), work(70) - 5 * (1700 + 700) / 2, 0.01);
}

/// A mass of 3000 g, 200 mm from a retractor, whose pretensioner acts 1 ms after a sensor fires at 1 ms; the last state
/// along the belt. `retractor`: its force over the belt.
NodeRecord tensioned(const std::string& type, const std::vector<std::pair<double, double>>& curve, double limit,
                     const std::vector<std::pair<double, double>>& retractor, double damping, double end) {
  DeckText deck(end);
  add_belt_part(deck, {{0, 0}, {1, 1e7}});
  const long held = add_mass(deck, {0, 0, 0}, 1e4), moves = add_mass(deck, {200, 0, 0}, 3000);
  deck.hold({held}, "x y z");
  deck.hold({moves}, "y z");
  deck.card("ELEMENT_SEATBELT", fmt::format("1,80,{},{}", held, moves));
  deck.card("ELEMENT_SEATBELT_SENSOR", "1,3\n1.");
  deck.card("ELEMENT_SEATBELT_RETRACTOR", fmt::format("7,{},1,2\n0,0,{},0", held, deck.curve(retractor)));
  deck.card("ELEMENT_SEATBELT_SENSOR", "2,3\n1e9");
  deck.card("ELEMENT_SEATBELT_PRETENSIONER", fmt::format("3,{},1\n7,1.,{},{}", type, deck.curve(curve), limit));
  deck.card("DAMPING_GLOBAL", fmt::format("0,{}", damping));
  deck.outputs({"NODOUT", "GLSTAT"}, end / 100);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("type " + type + ": energy over the initial one and the work", run.energy("ratio"), 1, 0.02);
  return run.nodes().at(moves).back();
}

TEST(Belts, Pretensioners) {
  verifies({"6.41", "mass at a retractor whose pretensioner draws belt in (5), to a limit (1, 5), or pulls (4, 7)",
            "closed form: the belt drawn in; v = F / sqrt(k m) of the retractor's curve; v = F t / m",
            "the step of the start, the impulse until the limit is reached: 1 %"});
  const double end = 22, moving = 3000 + 0.5 * belt_mass * 200;
  const std::vector<std::pair<double, double>> soft = {{0, 0}, {100, 5000}};
  const NodeRecord drawn = tensioned("5", {{0, 0}, {10, 5}, {100, 5}}, 0, soft, 20, end);
  expect_within("type 5: displacement [mm]", -drawn.displacement[0], 5, 0.01);
  for (const char* type : {"1", "5"}) {
    const auto curve = type[0] == '1' ? std::vector<std::pair<double, double>>{{0, 0}, {6, 300}} : soft;
    const NodeRecord limited = tensioned(type, {{0, 0}, {0.1, 50}}, 300, curve, 0, end);
    expect_within(fmt::format("type {}, limited: velocity [mm/ms]", type), -limited.velocity[0],
                  300 / std::sqrt(50 * moving), 0.01);
  }
  const NodeRecord pulled = tensioned("4", {{0, 300}, {100, 300}}, 0, soft, 0, end);
  expect_within("type 4: velocity [mm/ms]", -pulled.velocity[0], 300 * (end - 2) / moving, 0.01);
  const std::vector<std::pair<double, double>> hard = {{0, 100}, {100, 5100}};
  const NodeRecord both = tensioned("7", {{0, 200}, {100, 200}}, 0, hard, 0, end);
  expect_within("type 7: velocity [mm/ms]", -both.velocity[0], (300 * (end - 2) + 100 * 2) / moving, 0.01);
}

}  // namespace
}  // namespace crumple::test::belts
