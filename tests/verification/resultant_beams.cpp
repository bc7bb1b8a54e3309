// Resultant beams (ELFORM 2) and trusses (ELFORM 3). Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::resultant_beams {
namespace {

constexpr double poisson = 0.3, shear_modulus = steel_young / (2 * (1 + poisson));
constexpr double area = 50, about_s = 400, about_t = 250, torsion = 300, length = 100;

/// A cantilever of n elements along x, with s along y; returns the nodes. `shear_area` 0: none.
std::vector<long> add_cantilever(DeckText& deck, int n, double shear_area) {
  deck.card("MAT_ELASTIC", fmt::format("90,{},{},{}", steel_density, steel_young, poisson));
  deck.card("SECTION_BEAM", fmt::format("90,2\n{},{},{},{},{}", area, about_s, about_t, torsion, shear_area));
  deck.card("PART", "beam\n90,90,90");
  std::vector<long> nodes;
  for (int i = 0; i <= n; ++i) nodes.push_back(deck.node({length * i / n, 0, 0}));
  const long third = deck.node({0, 50, 0});
  for (int i = 0; i < n; ++i)
    deck.card("ELEMENT_BEAM",
              fmt::format("{},90,{},{},{}", i + 1, nodes[std::size_t(i)], nodes[std::size_t(i) + 1], third));
  deck.hold({nodes[0], third}, "x y z rx ry rz");
  return nodes;
}

/// The tip at rest under a load of LOAD_NODE_SET (direction 1 to 3 force, 5 to 7 moment), one element.
NodeRecord tip_at_rest(int direction, double load, double shear_area) {
  DeckText deck(20);
  const std::vector<long> nodes = add_cantilever(deck, 1, shear_area);
  const int ramp = deck.curve({{0, 0}, {4, 1}, {100, 1}});
  deck.card("LOAD_NODE_SET", fmt::format("{},{},{},{}", deck.node_set({nodes.back()}), direction, ramp, load));
  deck.card("DAMPING_GLOBAL", "0,5");
  deck.history({nodes.back()});
  deck.outputs({"NODOUT"}, 20);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return run.nodes().at(nodes.back()).back();
}

TEST(ResultantBeams, OneElementBendsAsACubicBeam) {
  verifies({"6.6", "cantilever of one resultant beam (ELFORM 2)", "closed form: P L^3 / 3 E I, and P L / G A of shear",
            "the load's rest after damping, and large displacements"});
  const double bends = 10 * length * length * length / 3 / steel_young;
  expect_within("deflection along t, about s [mm]", tip_at_rest(3, 10, 0).displacement[2], bends / about_s, 0.002);
  expect_within("deflection along s, about t [mm]", tip_at_rest(2, 10, 0).displacement[1], bends / about_t, 0.002);
  const double shear_area = 0.05, shears = 10 * length / (shear_modulus * shear_area);
  expect_within("deflection with shear [mm]", tip_at_rest(3, 10, shear_area).displacement[2], bends / about_s + shears,
                0.002);
  expect_within("deflection by a moment [mm]", tip_at_rest(6, -100, 0).displacement[2],
                100 * length * length / (2 * steel_young * about_s), 0.002);
  expect_within("axial deflection [mm]", tip_at_rest(1, 1000, 0).displacement[0], 1000 * length / (steel_young * area),
                0.002);
}

// Started in the shape of its first mode; the tip's period from its zeros.
TEST(ResultantBeams, FirstFrequencyOfACantilever) {
  verifies({"6.6", "cantilever of ten resultant beams, first frequency", "closed form: Euler's beam, beta L = 1.8751",
            "masses are lumped, inertia of rotation is such that it does not limit the step"});
  const double pi = std::numbers::pi, beta = 1.875104 / length;
  const double frequency = beta * beta * std::sqrt(steel_young * about_s / (steel_density * area)) / (2 * pi);
  DeckText deck(4.2 / frequency);
  const std::vector<long> nodes = add_cantilever(deck, 10, 0);
  for (const long node : nodes) {
    const double x = beta * length * double(node - nodes[0]) / 10, ratio = 0.734096;
    const double shape = std::cosh(x) - std::cos(x) - ratio * (std::sinh(x) - std::sin(x));
    const double slope = beta * (std::sinh(x) + std::sin(x) - ratio * (std::cosh(x) - std::cos(x)));
    deck.initial_node_velocity(node, {0, 0, 0.05 * shape}, {0, -0.05 * slope, 0});
  }
  deck.history({nodes.back()});
  deck.outputs({"NODOUT"}, 0.002 / frequency);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  std::vector<double> zeros;
  const auto tip = run.nodes().at(nodes.back());
  for (std::size_t i = 2; i < tip.size(); ++i) {
    const double a = tip[i - 1].displacement[2], b = tip[i].displacement[2];
    if (a > 0 && b <= 0) zeros.push_back(tip[i - 1].time + (tip[i].time - tip[i - 1].time) * a / (a - b));
  }
  ASSERT_GE(zeros.size(), 3u);
  expect_within("frequency [kHz]", double(zeros.size() - 1) / (zeros.back() - zeros.front()), frequency, 0.02);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
}

/// The work on a truss of MAT_003 that is drawn out by 2 % and pushed back, by the stress over the logarithmic strain.
double work_to_and_fro(double beta) {
  const double yield = 300, tangent = 2000, hardening = steel_young * tangent / (steel_young - tangent);
  double stress = 0, back = 0, plastic = 0, strain = 0, work = 0;
  const int n = 200000;
  for (int i = 1; i <= n; ++i) {
    const double way = 2.0 * (i <= n / 2 ? 1 : -1) / (n / 2), now = length + 2.0 * (i <= n / 2 ? i : n - i) / (n / 2);
    const double next = std::log(now / length), before = stress;
    double trial = stress + steel_young * (next - strain);
    const double excess = std::abs(trial - back) - (yield + beta * hardening * plastic);
    if (excess > 0) {
      const double flow = excess / (steel_young + hardening), sign = trial > back ? 1 : -1;
      plastic += flow;
      back += (1 - beta) * hardening * flow * sign;
      trial -= steel_young * flow * sign;
    }
    stress = trial;
    strain = next;
    work += 0.5 * (before + stress) * area * way;
  }
  return work;
}

TEST(Truss, HardensKinematicallyAndIsotropically) {
  for (const double beta : {0.0, 0.4, 1.0}) {
    verifies({"6.7", "truss (ELFORM 3) of MAT_003 drawn out by 2 % and pushed back, beta 0, 0.4, 1",
              "independent code: bilinear stress over logarithmic strain, added up in the test",
              "its end turns round in a twentieth of the time"});
    DeckText deck(2.1);
    deck.card("MAT_PLASTIC_KINEMATIC", fmt::format("90,{},{},0.3,300,2000,{}", steel_density, steel_young, beta));
    deck.card("SECTION_BEAM", fmt::format("90,3\n{},0", area));
    deck.card("PART", "truss\n90,90,90");
    const long a = deck.node({0, 0, 0}), b = deck.node({length, 0, 0});
    deck.card("ELEMENT_BEAM", fmt::format("1,90,{},{}", a, b));
    deck.hold({a}, "x y z");
    deck.hold({b}, "y z");
    deck.prescribe_velocity({b}, 1, deck.curve({{0, 1}, {0.95, 1}, {1.05, -1}, {1.95, -1}, {2.05, 0}, {3, 0}}),
                            2 / 0.975);
    deck.outputs({"GLSTAT"}, 0.1);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    expect_within("internal energy [mJ]", run.energy("internal"), work_to_and_fro(beta), 0.003);
    expect_within("energy over the work", run.energy("ratio"), 1, 1e-3);
  }
}

/// A muscle of *MAT_156: constants, and curves that are also looked up here.
struct Muscle {
  double stretch = 1.1, rate = 0.02, peak = 3, strain = 0.6, rise = 4, damping = 5;
  bool has_curves = true;
  using Points = std::vector<std::pair<double, double>>;

  static double along(const Points& curve, double x) {
    if (x <= curve.front().first) return curve.front().second;
    for (std::size_t i = 1; i < curve.size(); ++i) {
      const auto [x0, y0] = curve[i - 1];
      const auto [x1, y1] = curve[i];
      if (x <= x1) return y0 + (y1 - y0) * (x - x0) / (x1 - x0);
    }
    return curve.back().second;
  }
  Points activation{{0, 0.1}, {5, 0.9}, {100, 0.9}}, by_length{{0.5, 0}, {1, 1}, {1.6, 0.2}};
  Points by_rate{{-1, 0}, {0, 1}, {1, 1.5}}, scale{{0.5, 0.8}, {1.5, 1.2}};

  /// At a length over that at t = 0, its rate and the time.
  double stress(double length, double per_time, double time) const {
    const double l = stretch * length, dl = stretch * per_time, e = (l - 1) / strain;
    const double h = e <= 0 ? 0 : (std::exp(rise * e) - 1) / (std::exp(rise) - 1);
    if (!has_curves) return peak * (0.5 + h) + damping * dl;
    const double r = dl / (rate * along(scale, l));
    return peak * (along(activation, time) * along(by_length, l) * along(by_rate, r) + h) + damping * dl;
  }
  void add(DeckText& deck) const {
    std::string cards = fmt::format("90,1e-3,{},{},{},{},{},{}\n", stretch, rate, peak, strain, rise, damping);
    if (has_curves)
      for (const Points* curve : {&activation, &scale, &by_length, &by_rate})
        cards += fmt::format("{},", -deck.curve(*curve));
    else
      cards += "0.5,";
    deck.card("MAT_MUSCLE", cards + "0");
  }
};

/// Internal energy of a muscle of 3 mm2, whose line of that first length grows smoothly by a fifth and back.
double work_of_muscle(const Muscle& muscle, double first, double end) {
  const int n = 200000;
  const double pi = std::numbers::pi;
  const auto length = [&](double t) { return 1 + 0.1 * (1 - std::cos(2 * pi * t / end)); };
  double work = 0, before = muscle.stress(1, 0, 0);
  for (int i = 1; i <= n; ++i) {
    const double t0 = end * (i - 1) / n, t1 = end * i / n;
    const double now = muscle.stress(length(t1), 0.2 * pi / end * std::sin(2 * pi * t1 / end), t1);
    work += 3 * 0.5 * (before + now) * first * (length(t1) - length(t0));
    before = now;
  }
  return work;
}

/// The same of the program: trusses along these places, the last of which moves along x.
double work_of_line(const Muscle& muscle, const std::vector<Vec3>& places, double end, const char* part) {
  double first = 0;
  for (std::size_t i = 1; i < places.size(); ++i) first += norm(places[i] - places[i - 1]);
  DeckText deck(end);
  muscle.add(deck);
  deck.card("SECTION_BEAM", "90,3\n3.,0");
  deck.card(part, "muscle\n90,90,90");
  std::vector<long> nodes;
  for (const Vec3& place : places) nodes.push_back(deck.node(place));
  for (std::size_t i = 1; i < nodes.size(); ++i)
    deck.card("ELEMENT_BEAM", fmt::format("{},90,{},{}", i, nodes[i - 1], nodes[i]));
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) deck.hold({nodes[i]}, "x y z");
  deck.hold({nodes.back()}, "y z");
  Muscle::Points velocity;
  for (int i = 0; i <= 400; ++i) velocity.emplace_back(end * i / 400, std::sin(2 * std::numbers::pi * i / 400));
  deck.prescribe_velocity({nodes.back()}, 1, deck.curve(velocity), 0.2 * std::numbers::pi / end * first);
  deck.outputs({"GLSTAT"}, end / 10);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("energy over the work", run.energy("ratio"), 1, 2e-3);
  return run.energy("internal");
}

TEST(Truss, Muscle) {
  for (const bool has_curves : {false, true}) {
    verifies({"6.39", "muscle (*MAT_156, without and with curves) stretched by a fifth and back",
              "independent code: active, passive and damping stress over the stretch, added up in the test",
              "the rate is that of the last half step"});
    Muscle muscle;
    muscle.has_curves = has_curves;
    expect_within("internal energy [mJ]", work_of_line(muscle, {{0, 0, 0}, {50, 0, 0}}, 60, "PART"),
                  work_of_muscle(muscle, 50, 60), 5e-3);
  }
}

TEST(Truss, LineOfTrussesIsStrainedAsOne) {
  verifies({"6.40", "muscle of three unequal trusses over two corners (*PART_AVERAGED), stretched and back",
            "independent code: the muscle of their whole length", "the rate is that of the last half step"});
  const Muscle muscle;
  expect_within("internal energy [mJ]",
                work_of_line(muscle, {{0, 0, 0}, {10, 0, 0}, {10, 20, 0}, {40, 20, 0}}, 60, "PART_AVERAGED"),
                work_of_muscle(muscle, 60, 60), 5e-3);
}

}  // namespace
}  // namespace crumple::test::resultant_beams
