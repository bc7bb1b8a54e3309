// Nonlinear static analysis against closed forms and solutions of ordinary differential equations.
#include <gtest/gtest.h>

#include <cmath>

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
  const auto run = run_deck(deck.str(), on_mpi(ranks), "precision=double");
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
