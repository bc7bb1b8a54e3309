// Modes: the NAFEMS problems of free vibration, and rigid motions of a curved shell. Units m, s, kg.
#include <numbers>

#include "tests/verification/implicit_deck.hpp"

namespace crumple::test::implicit_modes {
namespace {

using std::numbers::pi;

constexpr double young = 2e11, poisson = 0.3, density = 8000, side = 10, thickness = 0.05;
const ElementKind one_point{"ELFORM 2", 2}, full{"ELFORM 16", 16};

constexpr const char* lumped = "lumped masses lower the modes, the more the higher they are";

ImplicitDeck steel(std::size_t n_modes) { return {young, poisson, density, int(n_modes)}; }

/// Compares the modes after `n_rigid` of frequency 0 with the references; `low` and `high`: how far they may be below
/// and above [1].
void expect_modes(const std::string& name, const ImplicitDeck& deck, std::size_t n_rigid,
                  const std::vector<double>& references, double low, double high) {
  const std::vector<double> f = deck.frequencies();
  ASSERT_GE(f.size(), n_rigid + references.size());
  for (std::size_t k = 0; k < n_rigid; ++k)
    expect_near(fmt::format("rigid modes over the first elastic one, {}", name), f[k] / f[n_rigid], 0, 1e-3);
  for (std::size_t k = 0; k < references.size(); ++k)
    expect_between(fmt::format("mode {}, {} [Hz]", n_rigid + k + 1, name), f[n_rigid + k], (1 - low) * references[k],
                   (1 + high) * references[k], references[k]);
}

TEST(ImplicitModes, FreePlate) {
  verifies({"13.13", "NAFEMS FV12, free thin square plate that stays in place, 16 x 16 shells: modes 4 to 9",
            "published code: OptiStruct, verification problem OS-V:0420 (closed form of NAFEMS)",
            lumped});
  for (const ElementKind& kind : {one_point, full}) {
    ImplicitDeck deck = steel(10);
    const Grid grid = deck.shell_mesh(kind, thickness, {16, 16}, {side, side, 0});
    deck.hold(grid.all_nodes(), "x y rz");
    expect_modes(kind.name, deck, 3, {1.622, 2.360, 2.922, 4.233, 4.233, 7.416}, 0.045, 0.005);
  }
}

TEST(ImplicitModes, SupportedPlate) {
  verifies({"13.26", "NAFEMS FV13, simply supported thin square plate, 16 x 16 shells: modes 1 to 8",
            "closed form: f = pi / 2 (m^2 + n^2) / a^2 (D / (rho t))^(1/2)", lumped});
  const double bending = 200e9 * std::pow(thickness, 3) / (12 * (1 - 0.3 * 0.3));
  const double unit = 0.5 * std::numbers::pi / (side * side) * std::sqrt(bending / (8000 * thickness));
  std::vector<double> frequencies;
  for (const int squares : {2, 5, 5, 8, 10, 10, 13, 13}) frequencies.push_back(squares * unit);
  for (const ElementKind& kind : {one_point, full}) {
    ImplicitDeck deck = steel(8);
    const Grid grid = deck.shell_mesh(kind, thickness, {16, 16}, {side, side, 0});
    deck.hold(grid.all_nodes(), "x y rz");
    deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0 || x.x == side; }), "z rx");
    deck.hold(grid.nodes([](const Vec3& x) { return x.y == 0 || x.y == side; }), "z ry");
    expect_modes(kind.name, deck, 0, frequencies, 0.03, 0.01);
  }
}

TEST(ImplicitModes, RhombicPlate) {
  verifies({"13.14", "NAFEMS FV15, clamped thin rhombic plate with angles of 45 degrees, 12 x 12 and 24 x 24 shells",
            "published code: OptiStruct, verification problem OS-V:0425 (closed form of NAFEMS)",
            "12 x 12 as NAFEMS has it; the mesh, whose shells are skewed"});
  for (const auto& [kind, n, low, high] : {std::tuple{one_point, 12, 0.03, 0.06}, {full, 12, 0.02, 0.07},
                                           {one_point, 24, 0.02, 0.01}, {full, 24, 0.02, 0.01}}) {
    ImplicitDeck deck = steel(6);
    const double slope = std::sqrt(0.5);
    const Grid grid = deck.shell_mesh(kind, thickness, {n, n}, {side, side, 0}, [&](const Vec3& x) {
      return Vec3{x.x + slope * x.y, slope * x.y, 0};
    });
    deck.hold(grid.all_nodes(), "x y rz");
    std::vector<long> edges;
    for (int k = 0; k < n; ++k)
      for (const long node : {grid.node(k, 0), grid.node(n, k), grid.node(k + 1, n), grid.node(0, k + 1)})
        edges.push_back(node);
    deck.hold(edges, "z rx ry");
    expect_modes(fmt::format("{0} x {0}, {1}", n, kind.name), deck, 0, {7.938, 12.835, 17.941, 19.133, 24.009, 27.922},
                 low, high);
  }
}

TEST(ImplicitModes, CantileverPlate) {
  verifies({"13.15", "NAFEMS FV16, cantilevered thin square plate, 16 x 16 shells",
            "published code: OptiStruct, verification problem OS-V:0430 (closed form of NAFEMS)",
            lumped});
  for (const ElementKind& kind : {one_point, full}) {
    ImplicitDeck deck = steel(6);
    const Grid grid = deck.shell_mesh(kind, thickness, {16, 16}, {side, side, 0});
    deck.hold(grid.all_nodes(), "x y rz");
    deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "z rx ry");
    expect_modes(kind.name, deck, 0, {0.421, 1.029, 2.582, 3.306, 3.753, 6.555}, 0.04, 0.005);
  }
}

TEST(ImplicitModes, TaperedMembrane) {
  verifies({"13.16", "NAFEMS FV32, cantilevered tapered membrane, 16 x 8 shells",
            "published code: OptiStruct, verification problem OS-V:0440 (closed form of NAFEMS)",
            lumped});
  for (const ElementKind& kind : {one_point, full}) {
    ImplicitDeck deck = steel(6);
    const Grid grid = deck.shell_mesh(kind, thickness, {16, 8}, {side, 1, 0}, [](const Vec3& s) {
      return Vec3{s.x, (s.y - 0.5) * (5 - 4 * s.x / side), 0};
    });
    deck.hold(grid.all_nodes(), "z rx ry");
    deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "x y");
    expect_modes(kind.name, deck, 0, {44.623, 130.03, 162.70, 246.05, 379.90, 391.44}, 0.025, 0.005);
  }
}

TEST(ImplicitModes, SolidPlate) {
  verifies({"13.17", "NAFEMS FV52, simply supported solid square plate, 8 x 8 x 3 hexes: modes 4 to 10",
            "published code: OptiStruct, verification problem OS-V:0455 (closed form of NAFEMS)",
            "8 x 8 x 3 as NAFEMS has it; lumped masses lower the modes; elements of ELFORM 2, four times as wide as "
            "high, are too stiff in bending"});
  for (const auto& [kind, low, high] : {std::tuple{ElementKind{"ELFORM 1, IHQ 6", 1, 6, 1}, 0.08, 0.005},
                                        {ElementKind{"ELFORM 2", 2}, 0.035, 0.11}}) {
    ImplicitDeck deck = steel(12);
    const Grid grid = deck.solid_mesh(kind, {8, 8, 3}, {side, side, 1});
    deck.hold(grid.nodes([](const Vec3& x) {
      return x.z == 0 && (x.x == 0 || x.y == 0 || x.x == side || x.y == side);
    }), "z");
    expect_modes(kind.name, deck, 3, {45.897, 109.44, 109.44, 167.89, 193.59, 206.19, 206.19}, low, high);
  }
}

TEST(ImplicitModes, RigidModesOfACurvedShell) {
  verifies({"13.18", "free quarter of a cylinder, 8 x 12 cells, some oblique: rigid modes",
            "closed form: six modes of frequency 0, no more", "rounding of the stiffness"});
  for (const ElementKind& kind : {one_point, ElementKind{"ELFORM 10", 10}, full, ElementKind{"ELFORM 16, IHQ 8", 16, 8},
                                  ElementKind{"ELFORM 4", 4}}) {
    ImplicitDeck deck = steel(8);
    deck.shell_mesh(kind, thickness, {8, 12}, {2, pi / 2, 0}, [](const Vec3& s) {
      const double angle = s.y + 0.1 * s.x * (pi / 2 - s.y);
      return Vec3{s.x, 2 * std::cos(angle), 2 * std::sin(angle)};
    });
    const std::vector<double> f = deck.frequencies();
    ASSERT_EQ(f.size(), 8u);
    for (std::size_t k = 0; k < 6; ++k)
      expect_near(fmt::format("rigid modes over the first elastic one, {}", kind.name), f[k] / f[6], 0, 1e-3);
    EXPECT_GT(f[6], 1);
  }
}

}  // namespace
}  // namespace crumple::test::implicit_modes
