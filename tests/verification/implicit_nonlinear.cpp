// Nonlinear static analysis and buckling against closed forms and solutions of ordinary differential equations.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::implicit_nonlinear {
namespace {

DeckText start(double step, const std::string& solution, const std::string& material) {
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("1,{}", step));
  deck.card("CONTROL_IMPLICIT_SOLUTION", solution);
  deck.card(material.starts_with("MAT_E") ? "MAT_ELASTIC" : "MAT_PLASTIC_KINEMATIC",
            material.substr(material.find('\n') + 1));
  return deck;
}

Run run_implicit(const DeckText& deck, int ranks = 1) {
  const auto run = run_deck(deck.str(), ranks, "precision=double");
  EXPECT_EQ(run.status, 0) << run.text;
  return run;
}

/// The elastica theta'' = -P / (E I) cos theta, theta(0) = 0, theta'(L) = 0 (Bisshopp and Drucker 1945), by the
/// Runge-Kutta method and a bisection of theta'(0). Tip displacements over L, along and across.
std::pair<double, double> elastica(double load) {  // P L^2 / (E I)
  constexpr int n = 2000;
  const double h = 1.0 / n;
  double along = 0, across = 0;
  const auto end_slope = [&](double slope) {
    double theta = 0;
    along = across = 0;
    for (int i = 0; i < n; ++i) {
      const auto rate = [&](double t) { return -load * std::cos(t); };
      const double k1 = slope, l1 = rate(theta);
      const double k2 = slope + h / 2 * l1, l2 = rate(theta + h / 2 * k1);
      const double k3 = slope + h / 2 * l2, l3 = rate(theta + h / 2 * k2);
      const double k4 = slope + h * l3, l4 = rate(theta + h * k3);
      const double middle = theta + h / 2 * k2;
      const double next = theta + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      along += h / 6 * (std::cos(theta) + 4 * std::cos(middle) + std::cos(next));
      across += h / 6 * (std::sin(theta) + 4 * std::sin(middle) + std::sin(next));
      theta = next;
      slope += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
    return slope;
  };
  double low = 0, high = load;
  for (int k = 0; k < 60; ++k) (end_slope(0.5 * (low + high)) > 0 ? high : low) = 0.5 * (low + high);
  return {along - 1, across};
}

TEST(ImplicitNonlinear, LargeDeflectionOfACantilever) {
  verifies({"13.30", "cantilever of 16 shells, bent by a force at its end to two thirds of its length",
            "closed form: the elastica, P L^2 / (E I) = 4", "mesh, shear and stretch, which the elastica has not"});
  constexpr double length = 10, thickness = 0.1, young = 1.2e6, force = 4;
  const auto [along, across] = elastica(force * length * length / (young * std::pow(thickness, 3) / 12));
  for (const int form : {2, 16}) {
    DeckText deck = start(0.05, "12,11,15,1e-4,1e-4", fmt::format("MAT_ELASTIC\n1,1e-3,{},0", young));
    deck.card("CONTROL_IMPLICIT_AUTO", "1,");
    deck.shell_form(form);
    const Grid beam = deck.plate(deck.shell_part(1, thickness, 3, form == 16 ? 8 : 4), {16, 1}, {length, 1, 0});
    deck.hold({beam.node(0, 0), beam.node(0, 1)}, "x y z rx ry rz");
    const int ramp = deck.curve({{0, 0}, {1, 1}});
    for (const int j : {0, 1})
      deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", beam.node(16, j), ramp, force / 2));
    deck.history({beam.node(16, 0)});
    deck.outputs({"NODOUT", "GLSTAT", "SPCFORC"}, 1);
    const auto run = run_implicit(deck, form == 2 ? 2 : 1);
    const NodeRecord last = run.nodes().begin()->second.back();
    expect_within(fmt::format("ELFORM {}, end across [length]", form), last.displacement[2], across * length, 2e-3);
    expect_within(fmt::format("ELFORM {}, end along [length]", form), last.displacement[0], along * length, 2e-3);
  }
}

TEST(ImplicitNonlinear, BeamRollsUp) {
  verifies({"13.41", "cantilever of 24 shells, rolled up by a moment at its end to three quarters of a ring",
            "closed form: an arc of M L / (E I)", "mesh: chords of a circle; steps of finite rotations"});
  constexpr double length = 10, thickness = 0.1, young = 1.2e6;
  constexpr int n = 24;
  DeckText deck = start(0.02, "12,1,20,1e-4,1e-4", fmt::format("MAT_ELASTIC\n1,1e-3,{},0", young));
  deck.card("CONTROL_IMPLICIT_AUTO", "1,");
  deck.shell_form(16);
  const Grid beam = deck.plate(deck.shell_part(1, thickness, 3, 8), {n, 1}, {length, 1, 0});
  deck.hold({beam.node(0, 0), beam.node(0, 1)}, "x y z rx ry rz");
  deck.hold(beam.all_nodes(), "y rx rz");
  const int ramp = deck.curve({{0, 0}, {1, 1}});
  const double angle = 1.5 * std::numbers::pi, radius = length / angle;
  const double moment = angle * young * std::pow(thickness, 3) / 12 / length;
  for (const int j : {0, 1})
    deck.card("LOAD_NODE_POINT", fmt::format("{},6,{},{}", beam.node(n, j), ramp, -moment / 2));
  deck.history({beam.node(n, 0)});
  deck.outputs({"NODOUT", "GLSTAT"}, 1);
  const auto run = run_implicit(deck, 1);
  const NodeRecord last = run.nodes().begin()->second.back();
  expect_within("end along [length]", last.displacement[0], -radius - length, 0.01);
  expect_within("end across [length]", std::abs(last.displacement[2]), radius, 0.02);
  const double energy = 0.5 * moment * angle;
  expect_within("internal energy [force length]", run.glstat("internal energy").back().second, energy, 0.01);
  expect_within("external work [force length]", run.glstat("external work").back().second, energy, 0.01);
}

TEST(ImplicitNonlinear, SlitAnnulus) {
  verifies({"13.67", "annular plate of 12 x 2 shells, slit along a radius, one side of the slit held, the other lifted "
            "by a line load: deflections at the ends of the slit",
            "published code: Sze, Liu and Lo (2004), ABAQUS S4R, 10 x 80 shells",
            "mesh of 30 degrees a shell: 16 x 3 shells are within 0.3 %"});
  constexpr double inner = 6, outer = 10, thickness = 0.03, line_load = 0.8;
  constexpr int around = 12, across = 2;
  DeckText deck = start(0.02, "12,1,30,1e-2,1e-2,1e-1", "MAT_ELASTIC\n1,1e-3,21e6,0");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,30,15,,0.1");
  deck.shell_form(2);
  const Grid plate = deck.plate(deck.shell_part(1, thickness, 3), {across, around}, {outer - inner, 1, 0},
                                [](const Vec3& x) {
                                  const double angle = 2 * std::numbers::pi * x.y, radius = inner + x.x;
                                  return Vec3{radius * std::cos(angle), radius * std::sin(angle), 0};
                                });
  std::vector<long> held;
  const int ramp = deck.curve({{0, 0}, {1, 1}});
  for (int i = 0; i <= across; ++i) {
    held.push_back(plate.node(i, around));
    deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{:.17g}", plate.node(i, 0), ramp,
                                             line_load * (outer - inner) / across * (i % across == 0 ? 0.5 : 1)));
  }
  deck.hold(held, "x y z rx ry rz");
  deck.history({plate.node(0, 0), plate.node(across, 0)});
  deck.outputs({"NODOUT"}, 1);
  const auto run = run_implicit(deck);
  const auto lift = [&](long node) { return run.nodes().at(node).back().displacement[2]; };
  expect_within("inner end of the slit [length]", lift(plate.node(0, 0)), 13.891, 0.025);
  expect_within("outer end of the slit [length]", lift(plate.node(across, 0)), 17.528, 0.025);
}

TEST(ImplicitNonlinear, PulledCylinder) {
  verifies({"13.80", "open cylinder pulled apart by two forces, octant of 12 x 8 shells: displacements under a force, "
            "and of the side in the middle and at the end",
            "published code: Sze, Liu and Lo (2004), ABAQUS S4R, 16 x 24 shells on the octant, as MBDyn's test sze35 "
            "has them", "mesh: 24 x 16 shells are within 0.6 %"});
  constexpr double radius = 4.953, length = 10.35, thickness = 0.094, force = 40000;
  constexpr int around = 12, along = 8;
  DeckText deck = start(0.025, "12,1,30,1e-3,1e-2,1e-1", "MAT_ELASTIC\n1,1e-3,10.5e6,0.3125");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,30,15,,0.1");
  deck.shell_form(2);
  const int part = deck.shell_part(1, thickness, 3);
  const Grid octant =
      deck.plate(part, {around, along}, {std::numbers::pi / 2, length / 2, 0}, [](const Vec3& s) {
        return Vec3{s.y, radius * std::sin(s.x), radius * std::cos(s.x)};
      });
  deck.hold(octant.nodes([](const Vec3& x) { return x.x == 0; }), "x ry rz");
  deck.hold(octant.nodes([](const Vec3& x) { return x.y == 0; }), "y rx rz");
  deck.hold(octant.nodes([](const Vec3& x) { return std::abs(x.z) < 1e-9; }), "z rx ry");
  const int ramp = deck.curve({{0, 0}, {1, 1}});
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", octant.node(0, 0), ramp, force / 4));
  deck.history({octant.node(0, 0), octant.node(around, 0), octant.node(around, along)});
  deck.outputs({"NODOUT"}, 1);
  const auto run = run_implicit(deck);
  const auto at_end = [&](int i, int j, std::size_t axis) {
    return run.nodes().at(octant.node(i, j)).back().displacement[axis];
  };
  expect_within("under the force [length]", at_end(0, 0, 2), 2.768, 0.025);
  expect_within("side in the middle [length]", -at_end(around, 0, 1), 4.551, 0.015);
  expect_within("side at the end [length]", -at_end(around, along, 1), 3.269, 0.025);
}

/// Load factors by eigout.
std::vector<double> buckling_loads(const DeckText& deck, int ranks = 1) {
  const auto run = run_implicit(deck, ranks);
  const std::string file = run.file("eigout");
  std::istringstream text(file.substr(file.find("EIGENVALUE") + 10));
  std::vector<double> factors;
  int mode = 0;
  for (double factor = 0; text >> mode >> factor;) factors.push_back(factor);
  return factors;
}

TEST(ImplicitNonlinear, BucklingOfAPlate) {
  verifies({"13.32", "simply supported square plate, 16 x 16 shells, pressed along x: two buckling loads",
            "closed form: N = pi^2 D / b^2 (m + 1 / m)^2, m half waves along x (Timoshenko and Gere 1961)",
            "mesh: bending by one point in ELFORM 2 is too soft, by four with assumed strains too stiff"});
  constexpr double side = 10, thickness = 0.1, young = 1e5, poisson = 0.3, line_load = 2;
  const double unit = std::pow(std::numbers::pi, 2) * young * std::pow(thickness, 3) /
                      (12 * (1 - poisson * poisson)) / (side * side) / line_load;
  for (const int form : {2, 16}) {
    DeckText deck(1);
    deck.card("CONTROL_IMPLICIT_GENERAL", "1,1.");
    deck.card("CONTROL_IMPLICIT_BUCKLE", "2,");
    deck.card("MAT_ELASTIC", fmt::format("1,1e-3,{},{}", young, poisson));
    deck.shell_form(form);
    constexpr int n = 16;
    const Grid plate = deck.plate(deck.shell_part(1, thickness, 3, form == 16 ? 8 : 4), {n, n}, {side, side, 0});
    const auto is_end = [](double x) { return x == 0 || x == side; };
    deck.hold(plate.nodes([&](const Vec3& x) { return is_end(x.x) || is_end(x.y); }), "z");
    deck.hold({plate.node(n / 2, 0), plate.node(n / 2, n)}, "x");
    deck.hold({plate.node(0, n / 2), plate.node(n, n / 2)}, "y");
    const int ramp = deck.curve({{0, 0}, {1, 1}});
    for (int j = 0; j <= n; ++j)
      for (const int i : {0, n})
        deck.card("LOAD_NODE_POINT", fmt::format("{},1,{},{}", plate.node(i, j), ramp,
                                                 (i == 0 ? 1 : -1) * line_load * side / n * (j % n == 0 ? 0.5 : 1)));
    const std::vector<double> factors = buckling_loads(deck, form == 2 ? 1 : 2);
    ASSERT_EQ(factors.size(), 2u);
    expect_within(fmt::format("one half wave, ELFORM {}, load factor", form), factors[0], 4 * unit, 0.01);
    expect_within(fmt::format("two half waves, ELFORM {}, load factor", form), factors[1], 6.25 * unit, 0.03);
  }
}

TEST(ImplicitNonlinear, BucklingOfAColumn) {
  verifies({"13.33", "column of 40 hexes, held at its foot: the first two buckling loads, in both directions of each",
            "closed form: Euler, P = (2 n - 1)^2 pi^2 E I / (4 L^2)",
            "shear, and bending of single elements by IHQ 6"});
  constexpr double length = 40, width = 1, young = 1e5, force = 3;
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,1.");
  deck.card("CONTROL_IMPLICIT_BUCKLE", "4,");
  deck.card("MAT_ELASTIC", fmt::format("1,1e-3,{},0", young));
  deck.solid_form(1);
  const Grid column = deck.block(deck.solid_part(1, 6, 1), {1, 1, 40}, {width, width, length});
  deck.hold(column.nodes([](const Vec3& x) { return x.z == 0; }), "x y z");
  const int ramp = deck.curve({{0, 0}, {1, 1}});
  for (const long node : column.nodes([](const Vec3& x) { return x.z == length; }))
    deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", node, ramp, -force / 4));
  const std::vector<double> factors = buckling_loads(deck);
  ASSERT_EQ(factors.size(), 4u);
  const double euler = std::pow(std::numbers::pi / length, 2) / 4 * young * std::pow(width, 4) / 12 / force;
  for (std::size_t k = 0; k < 4; ++k)
    expect_within(fmt::format("load factor {}", k + 1), factors[k], (k < 2 ? 1 : 9) * euler, k < 2 ? 0.005 : 0.02);
}

TEST(ImplicitNonlinear, BucklingOfACylinder) {
  verifies({"13.37", "cylinder of R / t = 50, an eighth of it of 20 x 20 shells, pressed along its axis: buckling load",
            "closed form: Donnell's equation (1933), N = D (k^2 + p^2)^2 / k^2 + E t k^2 / (R (k^2 + p^2))^2 where k "
            "are waves along and p around: 0.577 E t^2 / R without Poisson's ratio",
            "mesh: six to seven shells in half a wave"});
  constexpr double radius = 100, thickness = 2, half_length = 71.6, young = 2e5, line_load = 100;
  constexpr int n = 20;
  double least = 1e30;  // over odd numbers of half waves on the whole length, even ones around
  const double bending = young * std::pow(thickness, 3) / 12;
  for (int m = 1; m < 20; m += 2)
    for (int around = 0; around < 20; around += 2) {
      const double k = m * std::numbers::pi / (2 * half_length), p = around / radius, sum = k * k + p * p;
      least = std::min(least, bending * sum * sum / (k * k) +
                                  young * thickness * k * k / (radius * radius * sum * sum));
    }
  for (const int form : {2, 16}) {
    DeckText deck(1);
    deck.card("CONTROL_IMPLICIT_GENERAL", "1,1.");
    deck.card("CONTROL_IMPLICIT_BUCKLE", "2,");
    deck.card("MAT_ELASTIC", fmt::format("1,1e-3,{},0", young));
    deck.shell_form(form);
    const double quarter = std::numbers::pi / 2;
    const Grid wall = deck.plate(deck.shell_part(1, thickness, 3, form == 16 ? 8 : 4), {n, n}, {1, half_length, 0},
                                 [&](const Vec3& x) {
                                   return Vec3{radius * std::cos(quarter * x.x), radius * std::sin(quarter * x.x), x.y};
                                 });
    std::vector<long> middle, end, on_x, on_y;
    for (int k = 0; k <= n; ++k) {
      middle.push_back(wall.node(k, 0));
      end.push_back(wall.node(k, n));
      on_x.push_back(wall.node(0, k));
      on_y.push_back(wall.node(n, k));
    }
    deck.hold(middle, "z rx ry");
    deck.hold(end, "x y");
    deck.hold(on_x, "y rx rz");
    deck.hold(on_y, "x ry rz");
    const int ramp = deck.curve({{0, 0}, {1, 1}});
    for (std::size_t k = 0; k < end.size(); ++k)
      deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", end[k], ramp, -line_load * radius * quarter / n *
                                                                               (k % n == 0 ? 0.5 : 1)));
    const std::vector<double> factors = buckling_loads(deck);
    ASSERT_EQ(factors.size(), 2u);
    expect_within(fmt::format("ELFORM {}, load factor", form), factors[0], least / line_load, 0.03);
  }
}

TEST(ImplicitNonlinear, BarThatYields) {
  verifies({"13.31", "bar of hexes, stretched by a prescribed motion beyond its yield stress: reaction and energy",
            "closed form: sigma = sy + Et (e - sy / E) with e = ln(l / L); the area shrinks at constant volume",
            "the area, of which the elastic part is left out: 1 - 2 nu of 0.2 %"});
  constexpr double young = 2e5, yield = 300, tangent = 2000, length = 20, side = 4, stretch = 0.4;
  DeckText deck =
      start(0.025, "12,1,40,1e-5,1e-6", fmt::format("MAT_3\n1,7.8e-9,{},0.3,{},{},1", young, yield, tangent));
  deck.solid_form(1);
  const Grid bar = deck.block(deck.solid_part(1, 6), {2, 2, 5}, {side, side, length});
  deck.hold(bar.nodes([](const Vec3& x) { return x.z == 0; }), "z");
  deck.hold(bar.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  deck.hold(bar.nodes([](const Vec3& x) { return x.y == 0; }), "y");
  std::vector<long> end = bar.nodes([](const Vec3& x) { return x.z == length; });
  const int ramp = deck.curve({{0, 0}, {1, 1}});
  for (const long node : end)
    deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("{},3,2,{},{}", node, ramp, stretch));
  deck.outputs({"GLSTAT", "SPCFORC", "BNDOUT"}, 0.1);
  const auto run = run_implicit(deck, 2);
  const double strain = std::log(1 + stretch / length);
  const double stress = yield + tangent * (strain - yield / young), area = side * side * std::exp(-strain);
  const std::string file = run.file("bndout");
  const auto at = file.rfind("zforce= ") != std::string::npos ? file.rfind("ztotal= ") : std::string::npos;
  double pull = 0;
  if (at != std::string::npos) pull = std::stod(file.substr(at + 8));
  expect_within("pull [force]", pull, stress * area, 5e-3);
  // E up to yield, then the integral of the force over the elongation
  const double at_yield = yield / young, plastic = strain - at_yield;
  const double work = side * side * length *
                      (0.5 * yield * at_yield + yield * plastic + 0.5 * tangent * plastic * plastic);
  expect_within("internal energy [force length]", run.glstat("internal energy").back().second, work, 5e-3);
  expect_within("external work [force length]", run.glstat("external work").back().second, work, 0.02);
}

}  // namespace
}  // namespace crumple::test::implicit_nonlinear
