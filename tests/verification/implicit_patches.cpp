// Patch tests by linear statics: uniform stress or curvature in meshes with distorted elements, under the nodal forces
// that are equivalent to them, with supports that do not react.
#include "tests/verification/implicit_deck.hpp"

namespace crumple::test::implicit_patches {
namespace {

constexpr double young = 1e6, poisson = 0.25, digits = 1e-4;  // of nodout

/// The largest deviation of the displacements from `exact`, over the largest of these.
template <class Exact>
double deviation(const ImplicitDeck& deck, const Grid& grid, int load_case, Exact exact) {
  double error = 0, largest = 0;
  for (std::size_t i = 0; i < grid.positions.size(); ++i) {
    const Vec3 u = exact(grid.positions[i]);
    error = std::max(error, norm(deck.displacement(grid.first_node + long(i), load_case) - u));
    largest = std::max(largest, norm(u));
  }
  return error / largest;
}

/// Moves what lies inside of a unit square or cube by up to a seventh of a third.
Vec3 distorted(const Vec3& x, bool is_solid) {
  const auto is_inside = [](double a) { return a > 1e-9 && a < 1 - 1e-9; };
  if (!is_inside(x.x) || !is_inside(x.y) || (is_solid && !is_inside(x.z))) return x;
  const double a = 7 * x.x + 11 * x.y + 5 * x.z;
  return x + 0.05 * Vec3{std::sin(a), std::sin(2 * a + 1), is_solid ? std::sin(3 * a + 2) : 0};
}

constexpr double thickness = 0.01;

/// Membrane forces xx, yy, xy as load case 1; moments, in the sense of curvatures w_xx, w_yy, w_xy, as load case 2.
constexpr double membrane[3] = {2, 1, 0.5}, moment[3] = {2e-3, 1e-3, 5e-4};

Grid shell_patch(ImplicitDeck& deck, const ElementKind& kind) {
  constexpr int n = 3;
  const Grid grid =
      deck.shell_mesh(kind, thickness, {n, n}, {1, 1, 0}, [](const Vec3& x) { return distorted(x, false); });
  deck.hold({grid.node(0, 0)}, "x y z");
  deck.hold({grid.node(n, 0)}, "y z");
  deck.hold({grid.node(0, n)}, "z");
  const auto load_side = [&](const std::vector<long>& nodes, double nx, double ny) {
    deck.load_edge(nodes, 1, membrane[0] * nx + membrane[2] * ny, 1);
    deck.load_edge(nodes, 2, membrane[2] * nx + membrane[1] * ny, 1);
    deck.load_edge(nodes, 5, moment[2] * nx + moment[1] * ny, 2);   // does work on w_y
    deck.load_edge(nodes, 6, -moment[0] * nx - moment[2] * ny, 2);  // does work on -w_x
  };
  std::vector<long> sides[4];
  for (int k = 0; k <= n; ++k) {
    sides[0].push_back(grid.node(0, k));
    sides[1].push_back(grid.node(n, k));
    sides[2].push_back(grid.node(k, 0));
    sides[3].push_back(grid.node(k, n));
  }
  load_side(sides[0], -1, 0);
  load_side(sides[1], 1, 0);
  load_side(sides[2], 0, -1);
  load_side(sides[3], 0, 1);
  for (const long node : grid.all_nodes()) deck.watch(node);
  return grid;
}

TEST(ImplicitPatches, Shells) {
  verifies({"13.23", "patch of 3 x 3 cells of shells, the inner nodes moved: uniform stress, uniform curvature",
            "closed form: displacements linear and quadratic in the coordinates",
            "digits of nodout; ELFORM 2 and 10 fail in curvature, as the shear at the middle of a skewed quad does not "
            "vanish"});
  struct Case {
    ElementKind kind;
    double bending;  // gate
  };
  const Case cases[] = {{{"ELFORM 2", 2}, 0.05}, {{"ELFORM 10", 10}, 0.05}, {{"ELFORM 16", 16}, digits},
                        {{"ELFORM 16, IHQ 8", 16, 8}, digits}, {{"ELFORM 4", 4}, digits}};
  ImplicitDeck deck(young, poisson, 1, 0, 2);
  std::vector<Grid> grids;
  for (const Case& c : cases) grids.push_back(shell_patch(deck, c.kind));
  deck.solve();
  const double stretch = 1 / (young * thickness), bend = 12 / (young * std::pow(thickness, 3));
  for (std::size_t k = 0; k < grids.size(); ++k) {
    const auto stretched = [&](const Vec3& x) {
      return stretch * Vec3{(membrane[0] - poisson * membrane[1]) * x.x + 2 * (1 + poisson) * membrane[2] * x.y,
                            (membrane[1] - poisson * membrane[0]) * x.y, 0};
    };
    const auto bent = [&](const Vec3& x) {
      const double xx = bend * (moment[0] - poisson * moment[1]), yy = bend * (moment[1] - poisson * moment[0]),
                   xy = bend * (1 + poisson) * moment[2];
      return Vec3{0, 0, 0.5 * (xx * x.x * (x.x - 1) + yy * x.y * (x.y - 1)) + xy * x.x * x.y};
    };
    expect_below(fmt::format("deviation in uniform stress, {}", cases[k].kind.name),
                 deviation(deck, grids[k], 1, stretched), digits);
    expect_below(fmt::format("deviation in uniform curvature, {}", cases[k].kind.name),
                 deviation(deck, grids[k], 2, bent), cases[k].bending);
  }
}

/// Stress xx, yy, zz, xy, yz, zx.
constexpr double stress[6] = {3, 2, 1, 0.5, 0.7, 0.9};

Grid solid_patch(ImplicitDeck& deck, const ElementKind& kind) {
  constexpr int n = 3;
  const Grid grid = deck.solid_mesh(kind, {n, n, n}, {1, 1, 1}, [](const Vec3& x) { return distorted(x, true); });
  deck.hold({grid.node(0, 0, 0)}, "x y z");
  deck.hold({grid.node(n, 0, 0)}, "y z");
  deck.hold({grid.node(0, n, 0)}, "z");
  const auto rows = [](int axis) {
    return axis == 0   ? Vec3{stress[0], stress[3], stress[5]}
           : axis == 1 ? Vec3{stress[3], stress[1], stress[4]}
                       : Vec3{stress[5], stress[4], stress[2]};
  };
  std::map<long, Vec3> forces;
  for (int axis = 0; axis < 3; ++axis) {
    // from the lowest corner to the highest
    const bool is_cut = kind.form == 10 || kind.form == 13 || (kind.form == 15 && axis == 2);
    for (int side = 0; side <= n; side += n)
      for (int b = 0; b < n; ++b)
        for (int a = 0; a < n; ++a)
          for (int corner = 0; corner < 4; ++corner) {
            int at[3];
            at[axis] = side;
            at[(axis + 1) % 3] = a + corner % 2;
            at[(axis + 2) % 3] = b + corner / 2;
            const double share = !is_cut ? 0.25 : corner == 0 || corner == 3 ? 1.0 / 3 : 1.0 / 6;
            forces[grid.node(at[0], at[1], at[2])] += (side == 0 ? -share : share) / (n * n) * rows(axis);
          }
  }
  for (const auto& [node, f] : forces)
    for (int axis = 0; axis < 3; ++axis) deck.load(node, axis + 1, f[axis]);
  for (const long node : grid.all_nodes()) deck.watch(node);
  return grid;
}

TEST(ImplicitPatches, Solids) {
  verifies({"13.24", "patch of 3 x 3 x 3 cells of solids, the inner nodes moved: uniform stress",
            "closed form: displacements linear in the coordinates", "digits of nodout"});
  const ElementKind kinds[] = {{"ELFORM 1, IHQ 6", 1, 6, 1}, {"ELFORM 1, IHQ 4", 1, 4, 0.05}, {"ELFORM 2", 2},
                               {"ELFORM 10", 10},            {"ELFORM 13", 13},            {"ELFORM 15", 15}};
  ImplicitDeck deck(young, poisson);
  std::vector<Grid> grids;
  for (const ElementKind& kind : kinds) grids.push_back(solid_patch(deck, kind));
  deck.solve();
  const auto strain = [&](int i) {
    return (stress[i] * (1 + poisson) - poisson * (stress[0] + stress[1] + stress[2])) / young;
  };
  const double shear = 2 * (1 + poisson) / young;
  for (std::size_t k = 0; k < grids.size(); ++k)
    expect_below(fmt::format("deviation in uniform stress, {}", kinds[k].name),
                 deviation(deck, grids[k], 1,
                           [&](const Vec3& x) {
                             return Vec3{strain(0) * x.x + shear * (stress[3] * x.y + stress[5] * x.z),
                                         strain(1) * x.y + shear * stress[4] * x.z, strain(2) * x.z};
                           }),
                 digits);
}

}  // namespace
}  // namespace crumple::test::implicit_patches
