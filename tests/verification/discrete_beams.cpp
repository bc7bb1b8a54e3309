// Discrete beams and cables (ELFORM 6) of *MAT_066, 067, 068, 071, 074 and 093 to 095. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::discrete_beams {
namespace {

using std::numbers::pi;

constexpr double beam_mass = 200, beam_inertia = 800;  ///< [g], [g mm^2]

/// Part 90 of discrete beams; `material` is a keyword with its cards, from the third field on.
void add_part(DeckText& deck, const std::string& material, const std::string& cards, int triad = 0,
              const std::string& rest = "") {
  deck.card(material, "90,1e-3," + cards);
  deck.card("SECTION_BEAM", fmt::format("90,6,,,,{}\n{},{}{}", triad, beam_mass / 1e-3, beam_inertia, rest));
  deck.card("PART", "discrete\n90,90,90");
}

/// The nodes of beam 1, the first held, the second free.
std::pair<long, long> add_beam(DeckText& deck, const Vec3& from, const Vec3& to) {
  const long held = deck.node(from), moves = deck.node(to);
  deck.card("ELEMENT_BEAM", fmt::format("1,90,{},{}", held, moves));
  deck.hold({held}, "x y z rx ry rz");
  deck.history({moves});
  return {held, moves};
}

/// Mean time between upward passages through 0 of a component of the displacement.
double period_of(const std::vector<NodeRecord>& history, const Vec3& along) {
  std::vector<double> times;
  const auto way = [&](const NodeRecord& r) {
    return dot(Vec3{r.displacement[0], r.displacement[1], r.displacement[2]}, along);
  };
  for (std::size_t i = 1; i < history.size(); ++i) {
    const double a = way(history[i - 1]), b = way(history[i]);
    if (a < 0 && b >= 0) times.push_back(history[i - 1].time + (history[i].time - history[i - 1].time) * a / (a - b));
  }
  EXPECT_GE(times.size(), 2u);
  return times.size() < 2 ? 0 : (times.back() - times.front()) / double(times.size() - 1);
}

TEST(DiscreteBeams, SwingAlongEachAxisOfTheirTriad) {
  verifies({"6.16", "mass on a beam without length, a triad at an angle (*MAT_066), along r, s, t",
            "closed form: T = 2 pi sqrt(m / k)",
            "w dt = 0.04 of the stiffest: (w dt)^2 / 24 = 7e-5; 200 rows to a period, of six digits"});
  const Vec3 axes[] = {{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}};
  const double stiffness[] = {900, 400, 100}, mass = 10000 + beam_mass / 2;
  for (int k = 0; k < 3; ++k) {
    const double period = 2 * pi * std::sqrt(mass / stiffness[k]);
    DeckText deck(3.4 * period, 0.3);
    deck.card("DEFINE_COORDINATE_VECTOR", "7,0.6,0.8,0,-0.8,0.6,0");
    add_part(deck, "MAT_LINEAR_ELASTIC_DISCRETE_BEAM", "900,400,100\n0,0\n0,0", 0, ",7");
    const auto [held, moves] = add_beam(deck, {1, 2, 3}, {1, 2, 3});
    deck.card("ELEMENT_MASS", fmt::format("1000,{},10000", moves));
    deck.initial_node_velocity(moves, 0.5 * axes[k]);
    deck.outputs({"NODOUT", "GLSTAT"}, period / 200);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    const auto history = run.nodes().at(moves);
    expect_within("period [ms]", period_of(history, axes[k]), period, 5e-4);
    double across = 0, along = 0;
    for (const NodeRecord& r : history)
      for (int j = 0; j < 3; ++j) {
        const double way = std::abs(dot(Vec3{r.displacement[0], r.displacement[1], r.displacement[2]}, axes[j]));
        (j == k ? along : across) = std::max(j == k ? along : across, way);
      }
    expect_within("amplitude [mm]", along, 0.5 * std::sqrt(mass / stiffness[k]), 1e-3);
    expect_below("motion across over it", across / along, 5e-5);
    expect_within("energy over the initial one", run.energy("ratio"), 1, 5e-4);  // (w dt)^2 / 8
  }
}

// A force along a turning axis: it has neither stiffness nor damping, so that the mass has the impulse of that alone.
TEST(DiscreteBeams, FollowTheNodesOfTheirCoordinateSystem) {
  verifies({"6.37", "preload of a beam whose triad moves with three nodes of a turning plate (FLAG = 1)",
            "closed form: v = F / (m w) (1 - cos w t, -sin w t)", "w dt = 1e-3; velocity half a step late"});
  const double spin = 0.05, force = 800, mass = 10000 + beam_mass / 2, end = 40;
  DeckText deck(end, 0.5);
  const long a = deck.node({100, 0, 0}), b = deck.node({100, 10, 0}), c = deck.node({90, 0, 0});
  const long d = deck.node({90, 10, 0});
  deck.card("MAT_RIGID", "91,1e-3,200,0.3\n0,0\n0,0");
  deck.card("SECTION_SHELL", "91,2\n1.,1.,1.,1.");
  deck.card("PART", "plate\n91,91,91");
  deck.card("ELEMENT_SHELL", fmt::format("1,91,{},{},{},{}", a, b, d, c));
  deck.card("BOUNDARY_PRESCRIBED_MOTION_RIGID", fmt::format("91,7,0,{},{}", deck.constant_curve(), spin));
  deck.card("DEFINE_COORDINATE_NODES", fmt::format("7,{},{},{},1,Y", a, b, c));
  add_part(deck, "MAT_066", fmt::format("0,0,0\n0,0\n0,{}", force), 0, ",7");
  const auto [held, moves] = add_beam(deck, {1, 2, 3}, {1, 2, 3});
  deck.card("ELEMENT_MASS", fmt::format("1000,{},10000", moves));
  deck.outputs({"NODOUT", "GLSTAT"}, end);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const NodeRecord last = run.nodes().at(moves).back();
  const double speed = force / (mass * spin);
  expect_within("velocity along x [mm/ms]", last.velocity[0], speed * (1 - std::cos(spin * end)), 2e-3);
  expect_within("velocity along y [mm/ms]", last.velocity[1], -speed * std::sin(spin * end), 2e-3);
  expect_near("velocity along z [mm/ms]", last.velocity[2], 0, 1e-9);
}

TEST(DiscreteBeams, TurnAboutTheirAxes) {
  verifies({"6.17", "beam without length that turns about t (*MAT_066)",
            "closed form: T = 2 pi sqrt(I / 2 k), from the strain energy, which swings twice as fast",
            "(w dt)^2 / 24 = 4e-4, 400 rows to a period"});
  const double stiffness = 300, period = 2 * pi * std::sqrt(beam_inertia / 2 / stiffness);
  DeckText deck(2.2 * period, 0.05);
  add_part(deck, "MAT_066", "0,0,0,0,0,300\n0,0\n0,0");
  const auto [held, moves] = add_beam(deck, {0, 0, 0}, {0, 0, 0});
  deck.initial_node_velocity(moves, {0, 0, 0}, {0, 0, 0.2});
  deck.outputs({"GLSTAT"}, period / 400);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto energy = run.glstat("internal energy");
  std::vector<double> peaks;
  for (std::size_t i = 1; i + 1 < energy.size(); ++i) {
    const double a = energy[i - 1].second, b = energy[i].second, c = energy[i + 1].second;
    if (b > a && b >= c)  // the top of the parabola through three points
      peaks.push_back(energy[i].first + 0.5 * (energy[i + 1].first - energy[i].first) * (a - c) / (a - 2 * b + c));
  }
  ASSERT_GE(peaks.size(), 3u);
  expect_within("period [ms]", 2 * (peaks.back() - peaks.front()) / double(peaks.size() - 1), period, 2e-3);
  expect_within("largest strain energy [mJ]", std::ranges::max(energy, {}, &std::pair<double, double>::second).second,
                0.5 * beam_inertia / 2 * 0.2 * 0.2, 2e-3);
}

// Its nodes start with the velocities of a rigid turn; the radial spring starts stretched by what holds them on their
// circle. An unbalanced couple, or a triad left behind, would slow it down or bend it.
TEST(DiscreteBeams, DumbbellSpins) {
  for (const int triad : {-3, -2, 2, 3}) {
    verifies({"6.18", "dumbbell of one beam (*MAT_066, SCOOR -3, -2, 2, 3) that turns once",
              "closed form: uniform rotation about the middle, strain energy F^2 / 2 k of F = m w^2 r",
              "w dt = 2e-3 a step of the turn; the preload is that of the length at the start"});
    const double spin = 0.02, radius = 50, force = beam_mass / 2 * spin * spin * radius, turn = 2 * pi / spin;
    DeckText deck(turn);
    add_part(deck, "MAT_066", fmt::format("2000,500,500,1e4,1e6,1e6\n0,0\n{},0", force), triad);
    const long a = deck.node({-radius, 0, 0}), b = deck.node({radius, 0, 0});
    deck.card("ELEMENT_BEAM", fmt::format("1,90,{},{}", a, b));
    deck.initial_node_velocity(a, {0, -spin * radius, 0}, {0, 0, spin});
    deck.initial_node_velocity(b, {0, spin * radius, 0}, {0, 0, spin});
    deck.history({a, b});
    deck.outputs({"NODOUT", "GLSTAT"}, turn / 8);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    const auto nodes = run.nodes();
    const NodeRecord quarter = nodes.at(b)[2], last = nodes.at(b).back();
    expect_near("place after a quarter, along y [mm]", quarter.position[1], radius, 0.05);
    expect_near("after a turn, along y [mm]", last.position[1], 0, 0.1);
    expect_near("after a turn, along x [mm]", last.position[0], radius, 0.05);
    expect_near("of the middle [mm]", last.position[0] + nodes.at(a).back().position[0], 0, 1e-6);
    const double kinetic = 0.5 * beam_mass * spin * spin * radius * radius + 0.5 * beam_inertia * spin * spin;
    expect_within("kinetic energy [mJ]", run.energy("kinetic"), kinetic, 1e-3);
    expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
  }
}

// The couple P L of a cross force is on the node that turns the triad, here the held one.
TEST(DiscreteBeams, CantileverOfOneBeam) {
  verifies({"6.19", "cantilever of one beam (*MAT_066, SCOOR = -3) under a load at its tip",
            "closed form: P / k, for the couple is borne by the held node", "the load's rest after damping"});
  DeckText deck(60);
  add_part(deck, "MAT_066", "2000,500,300,1e5,1e5,1e5\n0,0\n0,0", -3);
  const auto [held, moves] = add_beam(deck, {0, 0, 0}, {40, 0, 0});
  const int ramp = deck.curve({{0, 0}, {10, 1}, {100, 1}});
  deck.card("LOAD_NODE_SET", fmt::format("{},2,{},100", deck.node_set({moves}), ramp));
  deck.card("DAMPING_GLOBAL", "0,1.5");
  deck.outputs({"NODOUT"}, 60);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const NodeRecord tip = run.nodes().at(moves).back();
  expect_within("deflection along s [mm]", tip.displacement[1], 100.0 / 500, 2e-3);
}

/// Draws a beam of 40 mm out by 3 mm and back within 2 ms. Returns the energy in it.
double energy_to_and_fro(const std::string& material, const std::string& cards, bool back) {
  DeckText deck(2.2, 0.005);
  const int first = deck.curve({{-5, -500}, {-1, -400}, {0, 0}, {1, 100}, {2, 400}, {5, 700}});
  const int mirrored = deck.curve({{0, 0}, {2, 300}, {4, 900}}), yield = deck.curve({{0, 200}, {1, 300}, {8, 370}});
  const int low = deck.curve({{-5, -250}, {5, 250}}), steep = deck.curve({{-5, -5000}, {5, 5000}});
  add_part(deck, material, fmt::format(fmt::runtime(cards), first, mirrored, yield, low, steep), -3);
  const auto [held, moves] = add_beam(deck, {0, 0, 0}, {40, 0, 0});
  deck.hold({moves}, "y z rx ry rz");
  const std::vector<std::pair<double, double>> there{{0, 1}, {0.95, 1}, {1.05, 0}, {9, 0}};
  const std::vector<std::pair<double, double>> again{{0, 1}, {0.95, 1}, {1.05, -1}, {1.95, -1}, {2.05, 0}, {9, 0}};
  deck.prescribe_velocity({moves}, 1, deck.curve(back ? again : there), back ? 3 / 0.975 : 3);
  deck.outputs({"GLSTAT"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  if (run.energy("external_work") > 1) expect_within("energy over the work", run.energy("ratio"), 1, 2e-3);
  return run.energy("internal");
}

TEST(DiscreteBeams, CurvesOfForce) {
  verifies({"6.20", "beam of *MAT_067 drawn out by 3 mm, by a curve of two sides, by one that is mirrored",
            "closed form: area under the curve", "it comes to rest within 1e-4 of 3 mm"});
  const std::string rest = "\n0,0\n0,0\n0,0\n0,0";
  expect_within("strain energy [mJ]", energy_to_and_fro("MAT_NONLINEAR_ELASTIC_DISCRETE_BEAM", "{0}" + rest, false),
                50 + 250 + 450, 1e-3);
  expect_within("strain energy, mirrored curve [mJ]", energy_to_and_fro("MAT_067", "{1}" + rest, false), 300 + 450,
                1e-3);
  expect_near("strain energy after the return [mJ]", energy_to_and_fro("MAT_067", "{0}" + rest, true), 0, 0.5);
}

// Elastic up to 200 at 0.2 mm, then plastic along the curve: total 3 mm = p + F(p) / k; on the way back elastic to -F,
// then plastic by the rest of the way, along the same curve.
TEST(DiscreteBeams, YieldAndHarden) {
  verifies({"6.21", "beam of *MAT_068 drawn out by 3 mm and pushed back",
            "closed form: work along a curve of yield force over plastic displacement",
            "it turns round in a twentieth of the time"});
  const double stiffness = 1000, way = 3;
  const auto yield = [](double p) { return p < 1 ? 200 + 100 * p : 300 + 10 * (p - 1); };
  const auto area = [](double p) { return p < 1 ? 200 * p + 50 * p * p : 250 + 300 * (p - 1) + 5 * (p - 1) * (p - 1); };
  const auto plastic_at = [&](double total) {  // p + F(p) / k = total, beyond p = 1
    return (total - 0.29) / (1 + 10 / stiffness);
  };
  const double there = plastic_at(way), force = yield(there);
  expect_within("work of the outward motion [mJ]",
                energy_to_and_fro("MAT_NONLINEAR_PLASTIC_DISCRETE_BEAM", "1000\n0,0\n{2},0\n0,0\n0,0\n0,0", false),
                area(there) + 0.5 * force * force / stiffness, 1e-3);
  // Back by 3 mm: the plastic displacement grows by q with F(there)/k + F(there + q)/k + q = 3.
  const double q = (way - force / stiffness - (290 + 10 * there) / stiffness) / (1 + 10 / stiffness);
  const double last = yield(there + q);
  expect_within("work of both motions [mJ]", energy_to_and_fro("MAT_068", "1000\n0,0\n{2},0\n0,0\n0,0\n0,0", true),
                area(there + q) + 0.5 * last * last / stiffness, 3e-3);
}

// At 3 mm the force is 500, and the work 750.
TEST(DiscreteBeams, UnloadInFourWays) {
  verifies({"6.38", "beam of *MAT_119 or 121 drawn out by 3 mm and pushed back, IUNLD 0 to 3",
            "closed form: area between the curves of loading and unloading",
            "it turns round in a twentieth of the time"});
  const std::string rest = "\n0,0\n0,0\n0,0\n0,0\n0,0";
  expect_near("work, 0 [mJ]", energy_to_and_fro("MAT_119", "0,0,0\n{0},0\n0,0" + rest, true), 0, 0.5);
  expect_within("work, 1 [mJ]", energy_to_and_fro("MAT_119", "0,0,1\n{0},0\n{4},0" + rest, true), 750 - 125, 3e-3);
  const double down = 350.0 / 950, met = 500 - 1000 * down;
  const double kept = 750 - 0.5 * (500 + met) * down - 0.5 * met * (3 - down);
  expect_within("work, 2 [mJ]", energy_to_and_fro("MAT_119", "1000,0,2\n{0},0\n{3},0" + rest, true), kept, 3e-3);
  expect_within("work, 2 of 121 [mJ]", energy_to_and_fro("MAT_121", "1000,2\n{0},{3}\n0,0", true), kept, 3e-3);
  expect_within("work, 3 [mJ]", energy_to_and_fro("MAT_119", "0,0,3,0.4\n{0},0\n0,0" + rest, true), 750 - 300, 3e-3);
}

TEST(Cables, BounceOnASlackCable) {
  verifies({"6.22", "mass thrown away on a slack cable (*MAT_071, OFFSET < 0) and its return",
            "closed form: free flight, half a swing with sqrt(E A / L m), free flight back",
            "a step of the flight at either end of the swing"});
  const double speed = 2, slack = 5, length = 100, young = 1000, area = 4, mass = 5000 + beam_mass / 2;
  const double stiffness = young * area / (length + slack), flight = slack / speed;
  const double half = pi * std::sqrt(mass / stiffness), end = 2 * flight + half;
  DeckText deck(end, 0.05);
  add_part(deck, "MAT_CABLE_DISCRETE_BEAM", fmt::format("{}", young), 0, fmt::format(",,{},{}", area, -slack));
  const auto [held, moves] = add_beam(deck, {0, 0, 0}, {0, 0, length});
  deck.card("ELEMENT_MASS", fmt::format("1000,{},5000", moves));
  deck.initial_node_velocity(moves, {0, 0, speed});
  deck.outputs({"NODOUT", "GLSTAT"}, end / 400);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto history = run.nodes().at(moves);
  double furthest = 0;
  for (const NodeRecord& r : history) furthest = std::max(furthest, r.displacement[2]);
  expect_within("furthest [mm]", furthest, slack + speed * std::sqrt(mass / stiffness), 1e-3);
  expect_within("velocity of the return [mm/ms]", history.back().velocity[2], -speed, 1e-3);
  expect_near("place at the return [mm]", history.back().displacement[2], 0, 0.05);
}

TEST(Cables, KeepTheirTension) {
  verifies({"6.23", "cable (*MAT_071) that hoists a mass with F0 for TMAXF0, from TRAMP on",
            "closed form: acceleration F0 / m over the ramp and after", "a step of the ramp"});
  const double tension = 60, ramp = 2, hold = 10, mass = 5000 + beam_mass / 2, acceleration = tension / mass;
  DeckText deck(hold, 0.01);
  add_part(deck, "MAT_071", fmt::format("1000,0,{},{},{},1\n0,0", tension, hold, ramp), 0, ",,4");
  const auto [held, moves] = add_beam(deck, {0, 0, 0}, {0, 0, 100});
  deck.card("ELEMENT_MASS", fmt::format("1000,{},5000", moves));
  deck.outputs({"NODOUT"}, hold / 20);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const NodeRecord last = run.nodes().at(moves).back();
  expect_within("velocity at the end of the hold [mm/ms]", last.velocity[2], -acceleration * (last.time - 0.5 * ramp),
                2e-3);
}

TEST(DiscreteBeams, ElasticSpringWithDamper) {
  verifies({"6.24", "mass on a spring with damper and force at the start (*MAT_074)",
            "closed form: damped swing about -F0 / K, d = D / 2 m",
            "the damper's force is that of the half step before: D dt / 2 m = 2e-3 of the decay"});
  const double mass = 5000 + beam_mass / 2, stiffness = 200, damping = 100, force = 40, end = 60;
  DeckText deck(end, 0.02);
  add_part(deck, "MAT_ELASTIC_SPRING_DISCRETE_BEAM", fmt::format("{},{},{}\n0,0", stiffness, force, damping));
  const auto [held, moves] = add_beam(deck, {0, 0, 0}, {0, 30, 40});
  deck.card("ELEMENT_MASS", fmt::format("1000,{},5000", moves));
  deck.outputs({"NODOUT"}, end / 200);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double decay = damping / (2 * mass), w = std::sqrt(stiffness / mass - decay * decay), rest = -force / stiffness;
  double largest = 0;
  const auto history = run.nodes().at(moves);
  for (const NodeRecord& r : history) {
    const double t = r.time;
    const double wanted = rest - rest * std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
    largest = std::max(largest, std::abs(0.6 * r.displacement[1] + 0.8 * r.displacement[2] - wanted));
  }
  expect_below("largest deviation over the rest's deflection", largest / std::abs(rest), 5e-3);
}

/// Work of a spring of 200 N/mm that yields at 40 + 10 p when it is drawn by 1 mm and let back.
double plastic_work(double drawn_by, bool and_back) {
  const double stiffness = 200, yield = 40, slope = 10;
  const double first = (stiffness * drawn_by - yield) / (stiffness + slope), at = yield + slope * first;
  const double second = and_back ? (stiffness * drawn_by - 2 * at) / (stiffness + slope) : 0;
  const double plastic = first + second, force = yield + slope * plastic;
  return yield * plastic + 0.5 * slope * plastic * plastic + 0.5 * force * force / stiffness;
}

TEST(DiscreteBeams, SpringsThatYield) {
  verifies({"6.48",
            "spring drawn by 1 mm and let back (*MAT_094); springs of other parts along r and s (*MAT_093, 095)",
            "closed form: work of K = 200, yield force 40 + 10 p; (k r^2 + k s^2) / 2", "steps of a thousandth"});
  for (const bool and_back : {false, true}) {
    DeckText deck(and_back ? 2 : 1, 0.02);
    deck.card("DEFINE_CURVE", "901\n0,40\n1,50\n10,140");
    add_part(deck, "MAT_INELASTIC_SPRING_DISCRETE_BEAM", "200,0,0,0,0\n901,0");
    const auto [held, moves] = add_beam(deck, {0, 0, 0}, {50, 0, 0});
    deck.prescribe_velocity({moves}, 1, deck.curve({{0, 1}, {0.9995, 1}, {1.0005, -1}, {3, -1}}));
    deck.hold({moves}, "y z rx ry rz");
    deck.outputs({"GLSTAT"}, 0.1);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    expect_within(and_back ? "and back [mJ]" : "drawn [mJ]", run.energy("internal"), plastic_work(1, and_back), 5e-3);
  }
  for (const bool yields : {false, true}) {
    DeckText deck(1, 0.02);
    deck.card("DEFINE_CURVE", "901\n0,40\n1,50\n10,140");
    const std::string name = yields ? "MAT_INELASTIC_SPRING_DISCRETE_BEAM" : "MAT_ELASTIC_SPRING_DISCRETE_BEAM";
    deck.card(name, fmt::format("95,1e-3,200\n{},0", yields ? 901 : 0));
    deck.card("PART", "spring\n95,90,95");
    add_part(deck, yields ? "MAT_095" : "MAT_093", "95,95");
    const auto [held, moves] = add_beam(deck, {0, 0, 0}, {0, 0, 0});
    const int curve = deck.constant_curve();
    deck.prescribe_velocity({moves}, 1, curve);
    deck.prescribe_velocity({moves}, 2, curve, 0.5);
    deck.hold({moves}, "z rx ry rz");
    deck.outputs({"GLSTAT"}, 0.1);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    expect_within(yields ? "MAT_095 along r and s [mJ]" : "MAT_093 along r and s [mJ]", run.energy("internal"),
                  yields ? plastic_work(1, false) + plastic_work(0.5, false) : 0.5 * 200 * 1.25, 5e-3);
  }
}

TEST(DiscreteBeams, StepOfMassAndStiffness) {
  verifies({"6.25", "stable step of beams without length (*MAT_066)",
            "closed form: sqrt(m / k), and of turns sqrt(I / k), times TSSFAC 0.9"});
  for (const auto& [card, step] : {std::pair{"900,400,100\n0,0\n0,0", std::sqrt(beam_mass / 900)},
                                   std::pair{"900,400,100,0,9000\n0,0\n0,0", std::sqrt(beam_inertia / 9000)},
                                   // b = 2 c / m, a = 4 k / m: 2 / (b + sqrt(b^2 + a))
                                   std::pair{"900,400,100\n600,0\n0,0", 2 / (6 + std::sqrt(36.0 + 18))}}) {
    DeckText deck(1);
    add_part(deck, "MAT_066", card);
    add_beam(deck, {0, 0, 0}, {0, 0, 0});
    deck.node({1, 1, 1});
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    expect_within("first step [ms]", run.summary.at("dt").at("first").get<double>(), 0.9 * step, 1e-12);
  }
}

}  // namespace
}  // namespace crumple::test::discrete_beams
