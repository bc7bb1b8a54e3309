// Spot welds as beams: stiffness, yield, failure, rigid motion, and a lap joint. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::beams {
namespace {

constexpr double diameter = 6, length = 10, poisson = 0.3, shear_factor = 5.0 / 6.0;
constexpr double area = 0.25 * std::numbers::pi * diameter * diameter;
constexpr double second_moment = std::numbers::pi / 64 * diameter * diameter * diameter * diameter;
constexpr double shear_modulus = steel_young / (2 * (1 + poisson));

/// Part 90 of beams of 6 mm; `yield` is SIGY,EH and `failure` the second card of *MAT_100 (EFAIL,NRR,...).
void add_beam_part(DeckText& deck, const std::string& yield = "1e6,0", const std::string& failure = ",",
                   double step = 0, double failure_time = 0) {
  deck.card("MAT_SPOTWELD", fmt::format("90,{},{},{},{},{},{}\n{}", steel_density, steel_young, poisson, yield, step,
                                        failure_time, failure));
  deck.card("SECTION_BEAM", fmt::format("90,9,{:.17g},0,1\n{},{},0,0", shear_factor, diameter, diameter));
  deck.card("PART", "welds\n90,90,90");
}

void add_beam(DeckText& deck, int id, long a, long b) {
  deck.card("ELEMENT_BEAM", fmt::format("{},90,{},{}", id, a, b));
}

/// A row of swforc.
struct Weld {
  double time = 0, axial = 0, shear = 0, bending = 0, torsion = 0, failure_time = 0;
  int failed = 0;
};

/// All rows of weld `id` in swforc.
std::vector<Weld> weld_history(const Run& run, long id) {
  std::vector<Weld> rows;
  std::istringstream text(run.file("swforc"));
  double time = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with(" time =")) time = std::stod(line.substr(7));
    if (line.size() < 90 || (line.find("weld beam") == line.npos && line.find("spotweld") == line.npos)) continue;
    std::istringstream words(line.substr(20));
    Weld row;
    double weld_length = 0;
    row.time = time;
    words >> row.axial >> row.shear >> row.failed >> row.bending >> row.torsion >> weld_length >> row.failure_time;
    if (std::stol(line.substr(0, 9)) == id) rows.push_back(row);
  }
  return rows;
}

/// The last displacement of the tip of a cantilever of ten beams along x under a load that is `load` of LOAD_NODE_SET
/// (direction 1 to 3 force, 5 to 7 moment); for torsion that of the end of an arm of 10 mm along y.
Vec3 tip_displacement(int direction, double load) {
  DeckText deck(8);
  add_beam_part(deck);
  std::vector<long> nodes;
  for (int i = 0; i <= 10; ++i) nodes.push_back(deck.node({length * i, 0, 0}));
  for (int i = 0; i < 10; ++i) add_beam(deck, i + 1, nodes[std::size_t(i)], nodes[std::size_t(i) + 1]);
  const long arm = deck.node({10 * length, 10, 0});
  add_beam(deck, 11, nodes[10], arm);
  deck.hold({nodes[0]}, "x y z rx ry rz");
  const int set = deck.node_set({nodes[10]}), ramp = deck.curve({{0, 0}, {1, 1}, {10, 1}});
  deck.card("LOAD_NODE_SET", fmt::format("{},{},{},{}", set, direction, ramp, load));
  deck.card("DAMPING_GLOBAL", "0,5");
  const long told = direction == 5 ? arm : nodes[10];
  deck.history({told});
  deck.outputs({"NODOUT"}, 8);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const NodeRecord last = run.nodes().at(told).back();
  return {last.displacement[0], last.displacement[1], last.displacement[2]};
}

TEST(Beams, StiffnessOfACantilever) {
  verifies({"6.3", "cantilever of ten weld beams", "closed form: Timoshenko's beam",
            "elements with one point lack 1/(4 n^2) = 0.25 % of the bending under a transverse force"});
  const double l = 10 * length, bending = steel_young * second_moment;
  expect_within("axial deflection [mm]", tip_displacement(1, 1000).x, 1000 * l / (steel_young * area), 0.01);
  expect_within("deflection by shear and bending [mm]", tip_displacement(3, 10).z,
                10 * (l * l * l / (3 * bending) + l / (shear_factor * shear_modulus * area)), 0.01);
  expect_within("deflection by a moment [mm]", tip_displacement(6, -1000).z, 1000 * l * l / (2 * bending), 0.01);
  expect_within("deflection by torsion [mm]", tip_displacement(5, 1000).z,
                1000 * l / (2 * shear_modulus * second_moment) * 10, 0.01);
}

/// One beam along x, its first node held; the second moves at `rate` in one direction (1 to 3; 5 to 7 rotation).
Run driven_beam(int direction, double rate, const std::string& yield, const std::string& failure, double end,
                double failure_time = 0) {
  DeckText deck(end);
  add_beam_part(deck, yield, failure, 0, failure_time);
  const long a = deck.node({0, 0, 0}), b = deck.node({length, 0, 0});
  add_beam(deck, 1, a, b);
  deck.hold({a}, "x y z rx ry rz");
  const char* others[] = {"", "y z rx ry rz", "x z rx ry rz", "x y rx ry rz",
                          "", "x y z ry rz",  "x y z rx rz",  "x y z rx ry"};
  deck.hold({b}, others[direction]);
  deck.card("BOUNDARY_PRESCRIBED_MOTION_SET",
            fmt::format("{},{},0,{},{}", deck.node_set({b}), direction, deck.constant_curve(), rate));
  deck.outputs({"SWFORC", "GLSTAT"}, end / 20);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return run;
}

TEST(Beams, YieldsInTension) {
  verifies({"6.4", "weld beam yields in tension", "closed form: slope E over logarithmic strain, then E H / (E + H)",
            "six digits of swforc"});
  const double rate = 1, end = 0.2, yield = 400, hardening = 2000;
  const double tangent = steel_young * hardening / (steel_young + hardening);
  const auto run = driven_beam(1, rate, "400,2000", ",", end);
  int plastic = 0;
  for (const Weld& row : weld_history(run, 1)) {
    const double strain = std::log(1 + rate * row.time / length), elastic = steel_young * strain;
    const double stress = elastic < yield ? elastic : yield + tangent * (strain - yield / steel_young);
    plastic += elastic > yield;
    expect_near("axial force [N]", row.axial, stress * area, 1e-5 * yield * area);
  }
  EXPECT_GT(plastic, 10);
  // all work is internal energy: the beam's nodes are all held or driven
  expect_within("internal energy over work", run.energy("internal") / run.energy("external_work"), 1, 1e-3);
}

/// The time of failure and the step before it.
std::pair<double, double> failure_of(int direction, double rate, const std::string& failure, double failure_time = 0) {
  const auto run = driven_beam(direction, rate, "1e6,0", failure, 0.1, failure_time);
  EXPECT_EQ(run.summary.at("failed").at("beams"), 1);
  const Weld last = weld_history(run, 1).back();
  EXPECT_EQ(last.failed, 1);
  EXPECT_EQ(last.axial, 0);
  EXPECT_NE(run.file("mes0000").find(" beam element 1 of part 90 failed at time"), std::string::npos);
  const double dt = run.summary.at("dt").at("first").get<double>();
  // forces of the start of a step do the work of it: at failure it is one step behind
  expect_near("eroded energy over work", run.energy("eroded") / run.energy("external_work"), 1,
              1.5 * dt / last.failure_time);
  return {last.failure_time, dt};
}

// Elastic, slow and small: the resultant grows in proportion to time, so it reaches its limit at a time that is known.
TEST(Beams, FailsByEachResultant) {
  verifies({"6.5", "weld beam fails by each resultant", "closed form: linear elastic resultants",
            "failure is seen at the first step after; 1e-4 of finite strain; work is a step behind"});
  const double tension = steel_young * area / length, shear = shear_factor * shear_modulus * area / length;
  const double bending = steel_young * second_moment / length, torsion = 2 * shear_modulus * second_moment / length;
  const auto expect_failure = [](const std::string& by, int direction, const std::string& card, double rate,
                                 double at) {
    const auto [time, dt] = failure_of(direction, rate, card);
    expect_between("time of failure by " + by + " [ms]", time, at * (1 - 2e-4), at * (1 + 2e-4) + dt, at);
  };
  expect_failure("tension", 1, fmt::format("0,{}", 0.002 * tension), 0.05, 0.002 / 0.05);
  expect_failure("shear y", 2, fmt::format("0,0,{0},{0}", 0.002 * shear), 0.05, 0.002 / 0.05);
  expect_failure("shear z", 3, fmt::format("0,0,{0},{0}", 0.002 * shear), -0.05, 0.002 / 0.05);
  expect_failure("torsion", 5, fmt::format("0,0,0,0,{}", 0.0004 * torsion), 0.01, 0.0004 / 0.01);
  // about y and z: curvature w t / L, and a shear of half the rotation, which has no limit here
  expect_failure("bending y", 6, fmt::format("0,0,0,0,0,{0},{0}", 0.0004 * bending), 0.01, 0.0004 / 0.01);
  expect_failure("bending z", 7, fmt::format("0,0,0,0,0,{0},{0}", 0.0004 * bending), -0.01, 0.0004 / 0.01);
}

TEST(Beams, FailsByTimeAndNotInCompression) {
  verifies({"6.5", "weld beam fails at its time, not in compression", "closed form: at the first step after"});
  const auto [time, dt] = failure_of(1, 0.05, ",", 0.05);
  expect_between("time of failure [ms]", time, 0.05, 0.05 + dt, 0.05);
  const auto run = driven_beam(1, -0.05, "1e6,0", "0,100", 0.1);
  EXPECT_EQ(run.summary.at("failed").at("beams"), 0);
  EXPECT_LT(weld_history(run, 1).back().axial, -100 * area / length);
}

TEST(Beams, FiltersResultants) {
  verifies({"6.5", "weld beam fails by the mean of NF = 21 forces",
            "closed form: a force that grows with time lags by (NF - 1) / 2 steps", "one step"});
  const double limit = 0.002 * steel_young * area / length;
  const auto [time, dt] = failure_of(1, 0.05, fmt::format("0,{},0,0,0,0,0,21", limit));
  expect_near("time of failure [ms]", time, 0.04 + 10 * dt, 1.5 * dt);
}

TEST(Beams, FailsByPlasticStrain) {
  verifies({"6.5", "weld beam fails at EFAIL", "closed form: plastic strain is strain less stress / E", "one step"});
  const auto run = driven_beam(1, 1, "400,0", "0.005,", 0.1);
  const double at = length * std::expm1(0.005 + 400 / steel_young);
  const Weld last = weld_history(run, 1).back();
  const double dt = run.summary.at("dt").at("first").get<double>();
  expect_between("time of failure [ms]", last.failure_time, at - 1e-6, at + 1e-6 + dt, at);
}

/// A free beam along (3, 4, 0) that flies and turns 30 times with `rotation` [rad/ms].
Run flying_beam(const Vec3& flight, const Vec3& rotation) {
  const double end = 2 * std::numbers::pi * 30 / norm(rotation);
  DeckText deck(end);
  add_beam_part(deck);
  const Vec3 arm{0.3 * length, 0.4 * length, 0}, centre{4, 6, 3};
  const long a = deck.node(centre - arm), b = deck.node(centre + arm);
  add_beam(deck, 1, a, b);
  deck.initial_node_velocity(a, flight - cross(rotation, arm), rotation);
  deck.initial_node_velocity(b, flight + cross(rotation, arm), rotation);
  deck.history({a, b});
  deck.outputs({"NODOUT", "GLSTAT"}, end / 30);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return run;
}

double largest_internal_energy(const Run& run) {
  double largest = 0;
  for (const auto& [time, energy] : run.glstat("internal energy")) largest = std::max(largest, energy);
  return largest;
}

// About an axis across it nothing but the centrifugal force N = m L w^2 / 4 strains it, and as that comes at once, N
// swings to twice its value and the energy N^2 L / (2 E A) to four times. About its own axis nothing strains it: 1e-20
// of the kinetic energy is the rounding of the axes.
TEST(Beams, TurnsWithoutStrain) {
  verifies({"6.6", "free weld beam, 30 turns", "closed form: centrifugal force m L w^2 / 4, applied at once"});
  const double spin = 20, mass = steel_density * area * length;
  const Vec3 flight{3, -2, 5};
  const auto across = flying_beam(flight, spin * Vec3{-0.48, 0.36, 0.8});
  const double force = mass * length * spin * spin / 4;
  const double swing = 4.1 * force * force * length / (2 * steel_young * area);
  expect_below("strain energy across the axis over its bound", largest_internal_energy(across) / swing, 1);
  // at 0.9 of the stable step the energies of that oscillation, staggered in time, have errors of their own size
  expect_near("energy over the initial one", across.energy("ratio"), 1, swing / across.energy("kinetic"));
  const auto along = flying_beam(flight, spin * Vec3{0.6, 0.8, 0});
  expect_below("strain over kinetic energy about its axis", largest_internal_energy(along) / along.energy("kinetic"),
               1e-20);
  // The centre flies straight, as each node has half the mass; nodout has five digits.
  for (const auto& [first, second] : {std::pair(across.nodes().begin()->second, across.nodes().rbegin()->second)})
    for (std::size_t i = 0; i < first.size(); ++i)
      for (int c = 0; c < 3; ++c)
        expect_near("displacement of the centre [mm]", 0.5 * (first[i].displacement[c] + second[i].displacement[c]),
                    flight[c] * first[i].time, 1e-4 * norm(flight) * first.back().time);
}

/// Two plates 100 x 40 x 1 that lap by 40 and are joined by one weld in the middle of the lap; one is
/// clamped at its end, the other pulled along x by a force that grows at 50 N/ms. `add_weld` adds the weld of 200 N.
struct LapJoint {
  Run run;
  std::vector<Weld> weld;
};

constexpr double pull = 50, strength = 200;

LapJoint lap_joint(const std::function<void(DeckText&, const Grid&, const Grid&)>& add_weld) {
  DeckText deck(6);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const int lower_part = deck.shell_part(1, 1.0), upper_part = deck.shell_part(1, 1.0);
  const Grid lower = deck.plate(lower_part, {10, 4}, {100, 40, 0});
  const Grid upper = deck.plate(upper_part, {10, 4}, {100, 40, 0}, [](const Vec3& x) { return x + Vec3{60, 0, 1}; });
  add_weld(deck, lower, upper);
  deck.hold(lower.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  const std::vector<long> end = upper.nodes([](const Vec3& x) { return x.x == 160; });
  deck.hold(end, "y z rx ry rz");
  deck.card("LOAD_NODE_SET", fmt::format("{},1,{},{}", deck.node_set(end), deck.curve({{0, 0}, {10, 10 * pull}}),
                                         1.0 / double(end.size())));
  deck.card("DAMPING_GLOBAL", "0,2");
  deck.outputs({"SWFORC", "GLSTAT", "RCFORC", "BINARY_D3PLOT"}, 0.5);
  LapJoint joint{completed(run_deck(deck.str(), 1, "precision=double")), {}};
  joint.weld = weld_history(joint.run, 7);
  return joint;
}

void expect_balance(const LapJoint& joint) {
  verifies({"6.7", "lap joint of two plates, one weld, pulled", "closed form: equilibrium; fails at its strength",
            "inertia and damping of the plates"});
  ASSERT_GT(joint.weld.size(), 10u);
  double worst = 0;
  for (const Weld& w : joint.weld)
    if (w.time > 1.4 && !w.failed)
      worst = std::max(worst, std::abs(std::hypot(w.axial, w.shear) / (pull * w.time) - 1));
  EXPECT_GT(worst, 0);
  expect_below("relative error of the force", worst, 0.01);
  const std::string text = joint.run.file("mes0000");
  const auto at = text.find(" failed at time");
  ASSERT_NE(at, text.npos);
  expect_within("time of failure [ms]", std::stod(text.substr(at + 15)), strength / pull, 0.01);
}

TEST(LapJoint, OfAWeldBeam) {
  // between the middles of elements, so that each end is tied to a face of four corners
  const auto joint = lap_joint([](DeckText& deck, const Grid&, const Grid&) {
    add_beam_part(deck, "1e6,0", fmt::format("0,0,{0},{0}", strength), 5e-4);
    const long a = deck.node({85, 15, 0}), b = deck.node({85, 15, 1});
    add_beam(deck, 7, a, b);
    deck.card("SET_PART_LIST", "77,\n1,2");
    deck.card("CONTACT_SPOTWELD", "90,77,3,2\n,\n,\n");
  });
  expect_balance(joint);
  EXPECT_NE(joint.run.file("mes0000").find("2 nodes tied"), std::string::npos);
  EXPECT_EQ(joint.run.text.find("are not tied"), std::string::npos);
}

TEST(LapJoint, OfASpotWeld) {
  expect_balance(lap_joint([](DeckText& deck, const Grid& lower, const Grid& upper) {
    deck.card("CONSTRAINED_SPOTWELD_ID",
              fmt::format("7,\n{},{},{},{},1,1", lower.node(8, 2), upper.node(2, 2), 1e6, strength));
  }));
}

TEST(LapJoint, OfAGeneralizedWeldSpot) {
  expect_balance(lap_joint([](DeckText& deck, const Grid& lower, const Grid& upper) {
    const int set = deck.node_set({lower.node(8, 2), upper.node(2, 2)});
    deck.card("CONSTRAINED_GENERALIZED_WELD_SPOT_ID", fmt::format("7,\n{},\n0,0,{},{},1,1", set, 1e6, strength));
  }));
}

}  // namespace
}  // namespace crumple::test::beams
