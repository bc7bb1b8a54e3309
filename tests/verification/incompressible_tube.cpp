// A thick tube that hardly changes its volume, under pressure inside: what tetrahedra that lock cannot follow. Units
// mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::incompressible_tube {
namespace {

constexpr double inner = 10, outer = 20, young = 1000, poisson = 0.499, pressure = 1;

/// Lame (1852): radial displacement of a tube in plane strain [mm].
double exact_displacement(double r) {
  const double a2 = inner * inner, b2 = outer * outer;
  return pressure * a2 * (1 + poisson) / (young * (b2 - a2)) * ((1 - 2 * poisson) * r + b2 / r);
}

/// Mean radial displacement of the inner wall of a quarter over the exact one, with `n` cells through the wall.
double displacement_of_wall(int form, int n, bool is_implicit = false) {
  const double height = 10.0 / n;
  DeckText deck(6);
  if (is_implicit) {
    deck.card("CONTROL_IMPLICIT_GENERAL", "1,6");
    deck.card("CONTROL_IMPLICIT_SOLUTION", "1,");
  }
  deck.solid_form(form);
  deck.card("MAT_ELASTIC", fmt::format("1,1e-3,{},{}", young, poisson));
  const int around = 2 * n;
  const bool is_quadratic = form == 16;
  const double quarter = 0.5 * std::numbers::pi;
  const Place bend = [&](const Vec3& x) {
    const double r = inner + x.x, angle = quarter * x.y;
    return Vec3{r * std::cos(angle), r * std::sin(angle), x.z};
  };
  const int part = deck.solid_part(1);
  const std::array<int, 3> cells{n, around, 1};
  const Vec3 size{outer - inner, 1, height};
  const Grid tube =
      is_quadratic ? deck.quadratic_tetrahedra(part, cells, size, bend) : deck.tetrahedra(part, cells, size, bend);
  const double tiny = 1e-9;
  deck.hold(tube.nodes([&](const Vec3& x) { return x.x < tiny; }), "x z");
  deck.hold(tube.nodes([&](const Vec3& x) { return x.y < tiny; }), "y z");
  deck.hold(tube.nodes([&](const Vec3& x) { return x.x >= tiny && x.y >= tiny; }), "z");
  const int ramp = deck.curve({{0, 0}, {1, 1}, {10, 1}});
  const std::vector<long> wall = tube.nodes([&](const Vec3& x) { return std::hypot(x.x, x.y) < inner + tiny; });
  // that of a strip of the height, which two nodes share, or three of half a strip
  const double force = (is_quadratic ? 0.25 : 0.5) * pressure * inner * quarter / around * height;
  for (const long node : wall) {
    const Vec3& x = tube.positions[std::size_t(node - tube.first_node)];
    const bool is_between = is_quadratic && std::abs(x.z - 0.5 * height) < tiny;
    const double share = (x.x < tiny || x.y < tiny ? 0.5 : 1) * (is_quadratic ? (is_between ? 1 : 0.5) : 1);
    deck.card("LOAD_NODE_POINT", fmt::format("{},1,{},{:.17g}", node, ramp, share * force * x.x / inner));
    deck.card("LOAD_NODE_POINT", fmt::format("{},2,{},{:.17g}", node, ramp, share * force * x.y / inner));
  }
  if (!is_implicit) deck.card("DAMPING_GLOBAL", "0,20");
  deck.history(wall);
  deck.outputs({"NODOUT"}, 6);
  const auto run = completed(is_implicit ? run_deck(deck.str(), 1, "precision=double")
                                         : run_deck(deck.str(), 1, "precision=double"));
  double sum = 0;
  const auto nodes = run.nodes();
  for (const auto& [node, records] : nodes) {
    const Vec3& x = tube.positions[std::size_t(node - tube.first_node)];
    const auto& u = records.back().displacement;
    sum += (u[0] * x.x + u[1] * x.y) / inner;
  }
  return sum / double(nodes.size()) / exact_displacement(inner);
}

TEST(IncompressibleTube, TetrahedraOfNodalPressures) {
  verifies({"1.45",
            "thick tube of Poisson's ratio 0.499 under inner pressure, tetrahedra of ELFORM 13, 3 and 6 cells through "
            "the wall",
            "closed form: Lame 1852", "linear displacements: the error falls with n^2, 0.6 / n^2 at most"});
  for (const int n : {3, 6})
    expect_within(fmt::format("{} cells: displacement over the exact one", n), displacement_of_wall(13, n), 1,
                  0.6 / (n * n));
}

TEST(IncompressibleTube, ByLinearStatics) {
  verifies({"13.75", "the tube of 1.45 in linear statics, tetrahedra of ELFORM 13, 3 and 6 cells through the wall, and "
            "against its explicit run",
            "closed form: Lame 1852; independent: explicit steps with damping",
            "the error falls with n^2, 0.6 / n^2 at most; strains of 0.2 % are not small"});
  for (const int n : {3, 6}) {
    const double found = displacement_of_wall(13, n, true);
    expect_within(fmt::format("{} cells: displacement over the exact one", n), found, 1, 0.6 / (n * n));
    if (n == 3) expect_within("over that of explicit steps", found / displacement_of_wall(13, n), 1, 0.01);
  }
}

TEST(IncompressibleTube, QuadraticTetrahedra) {
  verifies({"1.45", "the same of ELFORM 16, with curved sides, 1 and 2 cells through the wall",
            "closed form: Lame 1852",
            "four conditions on the volume of ten nodes: the error falls with n^2, 0.1 / n^2 at most"});
  for (const int n : {1, 2})
    expect_within(fmt::format("{} cells: displacement over the exact one", n), displacement_of_wall(16, n), 1,
                  0.1 / (n * n));
}

TEST(IncompressibleTube, UniformStrainLocks) {
  verifies({"1.45", "the same of ELFORM 10", "closed form: Lame 1852", "none: it must lock, by more than a fifth"});
  expect_between("4 cells: displacement over the exact one", displacement_of_wall(10, 4), 0.01, 0.8, 1);
}

}  // namespace
}  // namespace crumple::test::incompressible_tube
