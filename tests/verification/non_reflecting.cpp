// *BOUNDARY_NON_REFLECTING: pulses leave bars. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::non_reflecting {
namespace {

constexpr double length = 100, side = 1, duration = 8e-3;
constexpr int n_elements = 100;
const double bar_speed = std::sqrt(steel_young / steel_density);  // 5172.194 mm/ms, at PR = 0 also of plane waves
const double shear_speed = bar_speed / std::sqrt(2.0);

/// A boundary on the end of a bar; `flags` are AD and AS.
void let_out(DeckText& deck, const Grid& bar, const std::string& flags) {
  const int i = bar.cells[0];
  deck.card("SET_SEGMENT", fmt::format("1\n{},{},{},{}", bar.node(i, 0, 0), bar.node(i, 1, 0), bar.node(i, 1, 1),
                                       bar.node(i, 0, 1)));
  deck.card("BOUNDARY_NON_REFLECTING", "1," + flags);
}

Grid bar_of_hexes(DeckText& deck, double poisson, const Place& place = {}) {
  deck.card("MAT_ELASTIC", fmt::format("1,7.85e-3,210000,{}", poisson));
  deck.without_bulk_viscosity();
  return deck.block(deck.solid_part(1), {n_elements, 1, 1}, {length, side, side}, place);
}

/// 1 MPa sin^2(pi t / 8 us) in `direction` on the end where x = 0; on each of its four nodes a quarter.
void send_pulse(DeckText& deck, const Grid& bar, const Vec3& direction) {
  std::vector<std::pair<double, double>> pulse;
  for (int i = 0; i <= 800; ++i)
    pulse.push_back({duration * i / 800, 0.25 * std::pow(std::sin(std::numbers::pi * i / 800), 2)});
  pulse.push_back({1, 0});
  const int curve = deck.curve(pulse);
  const int end = deck.node_set({bar.node(0, 0, 0), bar.node(0, 1, 0), bar.node(0, 0, 1), bar.node(0, 1, 1)});
  for (int axis = 0; axis < 3; ++axis)
    if (direction[axis] != 0) deck.card("LOAD_NODE_SET", fmt::format("{},{},{},{}", end, axis + 1, curve,
                                                                     direction[axis]));
}

/// What is in the bar at the end, over what was sent in.
double energy_left(const Run& run) {
  return (run.energy("kinetic") + run.energy("internal") + run.energy("hourglass")) / run.energy("external_work");
}

void expect_gone(const Run& run) {
  expect_below("energy left over the pulse's", energy_left(run), 1e-4);
  expect_within("energy that the boundary has taken over the pulse's",
                run.energy("damping") / run.energy("external_work"), 1, 1e-4);
}

/// The bar's axis along (2, 1, 2) / 3, so that the dashpots couple the axes.
Vec3 turned(const Vec3& x) {
  return 1.0 / 3 * Vec3{2 * x.x - 2 * x.y + x.z, x.x + 2 * x.y + 2 * x.z, 2 * x.x + x.y - 2 * x.z};
}
Vec3 turned_and_righted(const Vec3& x) { return turned({x.x, x.z, x.y}); }  // det = 1

Run dilatation(const std::string& flags, double dt_scale = 0.9) {
  DeckText deck(length / bar_speed + 1.4 * duration, dt_scale);
  const Grid bar = bar_of_hexes(deck, 0, turned_and_righted);
  let_out(deck, bar, flags);
  send_pulse(deck, bar, turned({1, 0, 0}));
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

TEST(NonReflecting, DilatationLeaves) {
  verifies({"3.5", "bar with a non-reflecting end: a pulse leaves",
            "closed form: Lysmer and Kuhlemeyer (1969), plane waves at a right angle are absorbed completely",
            "a long pulse, 40 elements: hardly any dispersion"});
  expect_gone(dilatation("0,0"));
  expect_gone(dilatation("0,1"));
  expect_gone(dilatation("0,0", 0.3));
}

TEST(NonReflecting, SwitchedOffItReflects) {
  const auto run = dilatation("1,0");
  expect_within("energy left over the pulse's, AD switched off", energy_left(run), 1, 0.005);
}

Run shear(const std::string& flags) {
  DeckText deck(length / shear_speed + 1.4 * duration);
  const Grid bar = bar_of_hexes(deck, 0);
  deck.hold(bar.all_nodes(), "x z");
  let_out(deck, bar, flags);
  send_pulse(deck, bar, {0, 1, 0});
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

TEST(NonReflecting, ShearLeaves) {
  verifies({"3.6", "bar with a non-reflecting end, held along x and z: a pulse of shear leaves",
            "closed form: Lysmer and Kuhlemeyer (1969)", "the same"});
  expect_gone(shear("0,0"));
  expect_within("energy left over the pulse's, AS switched off", energy_left(shear("0,1")), 1, 0.005);
}

TEST(NonReflecting, ConstantTraction) {
  verifies({"3.7", "bar that cannot become thicker, pushed by 1 MPa against a non-reflecting end",
            "closed form: v = p / (rho c), c^2 = E (1 - nu) / (1 + nu) / (1 - 2 nu) / rho", "the load rises in 8 us"});
  const double nu = 0.3, speed = bar_speed * std::sqrt((1 - nu) / (1 + nu) / (1 - 2 * nu));
  DeckText deck(4 * length / speed);
  const Grid bar = bar_of_hexes(deck, nu);
  deck.hold(bar.all_nodes(), "y z");
  let_out(deck, bar, "0,0");
  const int curve = deck.curve({{0, 0}, {duration, 0.25}, {1, 0.25}});
  deck.card("LOAD_NODE_SET",
            fmt::format("{},1,{}", deck.node_set(bar.nodes([](const Vec3& x) { return x.x == 0; })), curve));
  const std::vector<long> watched = {bar.node(0, 0, 0), bar.node(n_elements / 2, 0, 0), bar.node(n_elements, 1, 1)};
  deck.history(watched);
  deck.outputs({"NODOUT"}, 0.1 * length / speed);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  for (const long node : watched)
    expect_within("velocity [mm/ms]", run.nodes().at(node).back().velocity[0], 1 / (steel_density * speed), 1e-3);
  expect_within("energy over the work", run.energy("ratio"), 1, 1e-3);
}

/// The boundary pushed in at a constant speed: the reaction is that of the dashpots, rho c v A, and of the bar.
TEST(NonReflecting, PrescribedMotionBearsTheDashpots) {
  verifies({"3.8", "bar whose non-reflecting end is pushed in at 1 mm/ms",
            "closed form: 2 rho c v A before the wave has come back, half of it from the dashpots",
            "the last step ends late by up to 1 % of the time"});
  const double time = 0.9 * length / bar_speed;
  DeckText deck(time);
  const Grid bar = bar_of_hexes(deck, 0);
  let_out(deck, bar, "0,0");
  const std::vector<long> end = bar.nodes([](const Vec3& x) { return x.x == length; });
  deck.prescribe_velocity(end, 1, deck.curve({{0, 0}, {0.2 * time, 1}, {1, 1}}), -1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double loss = steel_density * bar_speed * side * side * time * (0.8 + 0.2 / 3);
  expect_within("energy that the boundary has taken [mJ]", run.energy("damping"), loss, 0.02);
  expect_within("work of the motion over it", run.energy("external_work") / run.energy("damping"), 2, 0.002);
  expect_within("energy over the work", run.energy("ratio"), 1, 1e-3);
}

}  // namespace
}  // namespace crumple::test::non_reflecting
