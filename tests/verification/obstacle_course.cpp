// Static problems on which shells are compared: a twisted beam, a hemisphere, a pinched cylinder and Cook's membrane.
// The load rises within the first periods and global damping takes the motion out of them. Units in, s, lbf.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::obstacle_course {
namespace {

using std::numbers::pi;

constexpr const char* beam_source =
    "published code: OptiStruct, verification problem OS-V:0700 (MacNeal and Harder 1985)";

/// What of a part is to be tried.
struct Formulation {
  int form, hourglass;
};

/// A structure under loads that rise to their full size.
class StaticLoad {
 public:
  /// `period`: of the slowest motion that the load excites.
  StaticLoad(double period, const std::string& elastic) : deck(5 * period, 0.8) {
    deck.card("MAT_ELASTIC", elastic);
    ramp_ = deck.curve({{0, 0}, {period, 1}, {100 * period, 1}});
    deck.card("DAMPING_GLOBAL", fmt::format("0,{:.17g}", 4 * pi / period));
    deck.outputs({"GLSTAT"}, 5 * period);
    deck.outputs({"NODOUT"}, 5 * period);
  }
  int part(const Formulation& f, double thickness) {
    deck.shell_form(f.form);
    return deck.shell_part(1, thickness, 2, f.hourglass, 0.05);
  }
  void load(long node, int axis, double force) {
    deck.card("LOAD_NODE_POINT", fmt::format("{},{},{},{:.17g}", node, axis, ramp_, force));
  }
  /// Displacements of `nodes` at the end, when all is at rest.
  std::map<long, Vec3> displacements(const std::vector<long>& nodes) {
    deck.history(nodes);
    const Run run = completed(run_deck(deck.str(), 1, "precision=double"));
    EXPECT_LT(run.energy("kinetic"), 1e-4 * run.energy("internal"));
    std::map<long, Vec3> found;
    for (const auto& [node, records] : run.nodes()) {
      const auto& u = records.back().displacement;
      found[node] = {u[0], u[1], u[2]};
    }
    return found;
  }
  DeckText deck;

 private:
  int ramp_ = 0;
};

/// Beam of 12 x 1.1 x 0.32 in, turned by 90 degrees along its length, 12 x 2 shells or finer: displacement of its end
/// along a unit force there, in the plane of the end (3) or across it (2).
double end_of_twisted_beam(const Formulation& f, int axis, int across = 2) {
  StaticLoad beam(f.form == 16 && f.hourglass != 8 ? 0.1 : 0.014, "1,7.4e-4,29e6,0.22");
  const Grid strip = beam.deck.plate(beam.part(f, 0.32), {6 * across, across}, {12, 1.1, 0}, [](const Vec3& x) {
    const double angle = pi / 2 * x.x / 12, s = x.y - 0.55;
    return Vec3{x.x, s * std::cos(angle), s * std::sin(angle)};
  });
  beam.deck.hold(strip.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  for (int j = 0; j <= across; ++j)
    beam.load(strip.node(6 * across, j), axis, (j == 0 || j == across ? 0.5 : 1.0) / across);
  const long middle = strip.node(6 * across, across / 2);
  const Vec3 u = beam.displacements({middle, strip.node(6 * across, 0)}).at(middle);
  return axis == 2 ? u.y : u.z;
}

TEST(ObstacleCourse, TwistedBeam) {
  verifies({"1.19", "beam twisted by 90 degrees, 12 x 2 shells, ELFORM 16 with IHQ 8", beam_source,
            "two elements across"});
  const Formulation with_twist{16, 8}, without{16, 4};
  expect_within("along the plane of the end [in]", end_of_twisted_beam(with_twist, 3), 5.424e-3, 0.03);
  expect_within("across it [in]", end_of_twisted_beam(with_twist, 2), 1.754e-3, 0.03);
  EXPECT_GT(end_of_twisted_beam(without, 2), 10 * 1.754e-3);  // too soft by orders of magnitude
}

TEST(ObstacleCourse, TwistedBeamOfOnePointShells) {
  verifies({"1.19", "the same of ELFORM 10, 48 x 8 shells", beam_source,
            "one-point shells bend in their plane by hourglass modes: 12 x 2 of them are a sixth and three quarters "
            "too soft"});
  expect_within("along the plane of the end [in]", end_of_twisted_beam({10, 4}, 3, 8), 5.424e-3, 0.05);
  expect_within("across it [in]", end_of_twisted_beam({10, 4}, 2, 8), 1.754e-3, 0.05);
}

/// A quarter of a hemisphere of radius 10 in with a hole of 18 degrees, 10 x 10 shells: mean displacement inward and
/// outward under the two forces at the equator, times their inverse.
double hemisphere(const Formulation& f) {
  StaticLoad shell(0.05, "1,1e-3,6.825e7,0.3");
  const Grid grid = shell.deck.plate(shell.part(f, 0.04), {10, 10}, {pi / 2, 0.4 * pi, 0}, [](const Vec3& s) {
    return 10 * Vec3{std::cos(s.y) * std::cos(s.x), std::cos(s.y) * std::sin(s.x), std::sin(s.y)};
  });
  shell.deck.hold(grid.nodes([](const Vec3& x) { return std::abs(x.y) < 1e-9; }), "y rx rz");
  shell.deck.hold(grid.nodes([](const Vec3& x) { return std::abs(x.x) < 1e-9; }), "x ry rz");
  shell.deck.hold({grid.node(5, 0)}, "z");
  const long outward = grid.node(0, 0), inward = grid.node(10, 0);
  const double force = 0.1;  // small beside the 100 at which it bends far
  shell.load(outward, 1, force);
  shell.load(inward, 2, -force);
  const auto u = shell.displacements({outward, inward});
  return 0.5 / force * (u.at(outward).x - u.at(inward).y);
}

/// An eighth of a cylinder of radius 300, length 600, thickness 3 on rigid diaphragms, n x n shells: displacement under
/// a force at its middle, over that force.
double pinched_cylinder(const Formulation& f, int n) {
  StaticLoad shell(0.065, "1,1e-4,3e6,0.3");
  const Grid grid = shell.deck.plate(shell.part(f, 3), {n, n}, {300, pi / 2, 0},
                                     [](const Vec3& s) { return Vec3{s.x, 300 * std::sin(s.y), 300 * std::cos(s.y)}; });
  shell.deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "x ry rz");
  shell.deck.hold(grid.nodes([](const Vec3& x) { return x.x == 300; }), "y z");
  shell.deck.hold(grid.nodes([](const Vec3& x) { return std::abs(x.y) < 1e-9; }), "y rx rz");
  shell.deck.hold(grid.nodes([](const Vec3& x) { return std::abs(x.z) < 1e-9; }), "z rx ry");
  const long loaded = grid.node(0, 0);
  const double force = 1000;
  shell.load(loaded, 3, -0.25 * force);
  return -1 / force * shell.displacements({loaded, grid.node(n, n)}).at(loaded).z;
}

TEST(ObstacleCourse, Hemisphere) {
  verifies({"1.20", "hemisphere with a hole, 10 x 10 shells, ELFORM 16",
            "published code: MIDAS/Gen, verification example 24 (0.0940, as MacNeal and Harder 1985)"});
  expect_within("displacement of the loaded nodes [in]", hemisphere({16, 8}), 0.0940, 0.03);
}

TEST(ObstacleCourse, PinchedCylinder) {
  verifies({"1.21", "pinched cylinder, ELFORM 16",
            "published code: OpenSees gallery, shell-0002: 164.24 P / (E t), the series of Lindberg, Olson and Cowper "
            "(1969)",
            "the coarse mesh is too stiff under a force on one node"});
  expect_within("16 x 16 [1e-5 in]", 1e5 * pinched_cylinder({16, 4}, 16), 1.8248, 0.10);
  expect_within("32 x 32 [1e-5 in]", 1e5 * pinched_cylinder({16, 4}, 32), 1.8248, 0.03);
}

/// Cook's tapered panel, E = 1, n x n shells that stay in their plane: displacement of the middle of the loaded edge.
double tapered_panel(const Formulation& f, int n) {
  StaticLoad panel(5, "1,1e-4,1,0.333333333");
  const Grid grid = panel.deck.plate(panel.part(f, 1), {n, n}, {48, 1, 0}, [](const Vec3& s) {
    return Vec3{s.x, 44 * s.x / 48 + s.y * (44 - 28 * s.x / 48), 0};
  });
  panel.deck.hold(grid.all_nodes(), "z rx ry rz");
  panel.deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "x y");
  for (int j = 0; j <= n; ++j) panel.load(grid.node(n, j), 2, (j == 0 || j == n ? 0.5 : 1.0) / n / 1e4);
  const long middle = grid.node(n, n / 2);
  return 1e4 * panel.displacements({middle, grid.node(n, 0)}).at(middle).y;
}

TEST(ObstacleCourse, CooksMembrane) {
  verifies({"1.22", "Cook's membrane, plane stress, ELFORM 16",
            "published code: FinEtoolsDeforLinear, its test of Cook's membrane (23.97)"});
  expect_within("4 x 4 [in]", tapered_panel({16, 4}, 4), 23.97, 0.05);
  expect_within("16 x 16 [in]", tapered_panel({16, 4}, 16), 23.97, 0.02);
}

}  // namespace
}  // namespace crumple::test::obstacle_course
