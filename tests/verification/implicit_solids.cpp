// Linear statics of solids, and the NAFEMS problems with a stress at a point, LE1 and LE10.
#include <numbers>

#include "tests/verification/implicit_deck.hpp"

namespace crumple::test::implicit_solids {
namespace {

using std::numbers::pi;

const ElementKind one_point{"ELFORM 1, IHQ 6", 1, 6, 1}, reduced{"ELFORM 2", 2}, tetrahedra{"ELFORM 10", 10},
    wedges{"ELFORM 15", 15};

/// Nodes of the cross section at i, with the share of a force that each takes if it is spread evenly over it.
std::vector<std::pair<long, double>> section_of(const Grid& grid, int i) {
  const auto [nx, ny, nz] = grid.cells;
  std::vector<std::pair<long, double>> shares;
  for (int k = 0; k <= nz; ++k)
    for (int j = 0; j <= ny; ++j)
      shares.emplace_back(grid.node(i, j, k),
                          (j == 0 || j == ny ? 0.5 : 1) * (k == 0 || k == nz ? 0.5 : 1) / (ny * nz));
  return shares;
}

/// A cantilever along the first axis of its mesh, held at its start: displacements of its end under unit forces there
/// along y (case 1) and z (case 2).
struct Cantilever {
  std::vector<std::pair<long, double>> end;
  Cantilever(ImplicitDeck& deck, const Grid& grid) : end(section_of(grid, grid.cells[0])) {
    std::vector<long> start;
    for (const auto& [node, share] : section_of(grid, 0)) start.push_back(node);
    deck.hold(start, "x y z");
    for (const auto& [node, share] : end) {
      deck.load(node, 2, share, 1);
      deck.load(node, 3, share, 2);
      deck.watch(node);
    }
  }
  Vec3 displacement(const ImplicitDeck& deck, int load_case) const {
    Vec3 mean;
    for (const auto& [node, share] : end) mean += share * deck.displacement(node, load_case);
    return mean;
  }
};

TEST(ImplicitSolids, TwistedBeam) {
  verifies({"13.19", "beam twisted by 90 degrees, 24 x 4 x 2 cells [in, lbf]",
            "published code: OptiStruct, verification problem OS-V:0700 (MacNeal and Harder 1985)",
            "ELFORM 2 and the constant strains of 10 and 15 lock in bending of elements that are longer than thick"});
  struct Case {
    ElementKind kind;
    double along[2], across[2];  // low and high, over the reference
  };
  const Case cases[] = {{one_point, {0.985, 1}, {0.985, 1}},
                        {reduced, {0.5, 0.56}, {0.6, 0.66}},
                        {tetrahedra, {0.2, 0.26}, {0.33, 0.39}},
                        {wedges, {0.8, 0.87}, {0.77, 0.83}}};
  ImplicitDeck deck(29e6, 0.22, 1, 0, 2);
  std::vector<Cantilever> beams;
  for (const Case& c : cases) {
    const Grid grid = deck.solid_mesh(c.kind, {24, 4, 2}, {12, 1.1, 0.32}, [](const Vec3& x) {
      const double angle = pi / 2 * x.x / 12, y = x.y - 0.55, z = x.z - 0.16;
      return Vec3{x.x, y * std::cos(angle) - z * std::sin(angle), y * std::sin(angle) + z * std::cos(angle)};
    });
    beams.emplace_back(deck, grid);
  }
  deck.solve();
  for (std::size_t k = 0; k < beams.size(); ++k) {
    const Case& c = cases[k];
    expect_between(fmt::format("along the plane of the end, {} [1e-3 in]", c.kind.name),
                   1e3 * beams[k].displacement(deck, 2).z, c.along[0] * 5.424, c.along[1] * 5.424, 5.424);
    expect_between(fmt::format("across it, {} [1e-3 in]", c.kind.name), 1e3 * beams[k].displacement(deck, 1).y,
                   c.across[0] * 1.754, c.across[1] * 1.754, 1.754);
  }
}

TEST(ImplicitSolids, StraightCantilever) {
  verifies({"13.20", "cantilever of 6 x 0.2 x 0.1 of six hexes, sides square or at 45 degrees [in, lbf]",
            "published code: OptiStruct, verification problem OS-V:0720 (MacNeal and Harder 1985)",
            "eight-node elements lock in bending where sides are oblique: OptiStruct's reach 0.98, 0.05 and 0.62 in "
            "plane and 0.97, 0.03 and 0.53 across it; IHQ 6 locks in parallelograms as it does in trapezoids, and "
            "ELFORM 2 in all that are longer than thick"});
  struct Case {
    std::string shape;
    double slope_of_even, slope_of_odd;
    ElementKind kind;
    double in_plane[2], across[2];  // low and high, over the reference
  };
  const Case cases[] = {{"cuboids", 0, 0, one_point, {0.97, 1}, {0.97, 1}},
                        {"trapezoids", 1, -1, one_point, {0.05, 0.09}, {0.04, 0.06}},
                        {"parallelograms", 1, 1, one_point, {0.06, 0.1}, {0.04, 0.07}},
                        {"cuboids", 0, 0, reduced, {0.08, 0.12}, {0.02, 0.03}}};
  ImplicitDeck deck(1e7, 0.3, 1, 0, 2);
  std::vector<Cantilever> beams;
  for (const Case& c : cases)
    beams.emplace_back(deck, deck.solid_mesh(c.kind, {6, 1, 1}, {6, 0.2, 0.1}, [&](const Vec3& x) {
      if (x.x == 0 || x.x == 6) return x;
      return Vec3{x.x + (std::lround(x.x) % 2 ? c.slope_of_odd : c.slope_of_even) * (x.y - 0.1), x.y, x.z};
    }));
  deck.solve();
  for (std::size_t k = 0; k < beams.size(); ++k) {
    const Case& c = cases[k];
    expect_between(fmt::format("in plane, {}, {} [in]", c.shape, c.kind.name), beams[k].displacement(deck, 1).y,
                   c.in_plane[0] * 0.1081, c.in_plane[1] * 0.1081, 0.1081);
    expect_between(fmt::format("across it, {}, {} [in]", c.shape, c.kind.name), beams[k].displacement(deck, 2).z,
                   c.across[0] * 0.4321, c.across[1] * 0.4321, 0.4321);
  }
}

/// The quarter of an ellipse at s.x = 0 to 1 between those of semi-axes 2, 1 and 3.25, 2.75 [m], s.y = 0 to 1 from the
/// x axis to the y axis.
Vec3 place_on_ellipses(const Vec3& s) {
  return {(2 + 1.25 * s.x) * std::cos(pi / 2 * s.y), (1 + 1.75 * s.x) * std::sin(pi / 2 * s.y), s.z};
}

/// The strain along y at the point D = (2, 0) of the inner ellipse, where y = u_y = 0, of a displacement odd in y, from
/// those of the next nodes on the ellipse: u_y = a y + b y^3.
double strain_at_d(const ImplicitDeck& deck, long next, long after, double y1, double y2) {
  const double one = deck.displacement(next).y / y1, two = deck.displacement(after).y / y2;
  return (one * y2 * y2 - two * y1 * y1) / (y2 * y2 - y1 * y1);
}

TEST(ImplicitSolids, EllipticMembrane) {
  verifies({"13.21", "NAFEMS LE1, elliptic membrane of 16 x 32 shells under 10 MPa on its outer edge [m, Pa]",
            "published code: OptiStruct, verification problem OS-V:0010 (92.7 MPa of NAFEMS)",
            "the stress at D, on a free edge, is E times the strain along it, of the displacements of the next two "
            "nodes"});
  constexpr double young = 2.1e11, thickness = 0.1, pressure = 1e7;
  constexpr int across = 16, along = 32;
  const ElementKind kinds[] = {{"ELFORM 2", 2}, {"ELFORM 16", 16}};
  ImplicitDeck deck(young, 0.3);
  std::vector<std::pair<long, long>> next;
  for (const ElementKind& kind : kinds) {
    const Grid grid = deck.shell_mesh(kind, thickness, {across, along}, {1, 1, 0}, place_on_ellipses);
    deck.hold(grid.all_nodes(), "z rx ry");
    std::vector<long> on_x, on_y;
    for (int i = 0; i <= across; ++i) on_x.push_back(grid.node(i, 0));
    for (int i = 0; i <= across; ++i) on_y.push_back(grid.node(i, along));
    deck.hold(on_x, "y");
    deck.hold(on_y, "x");
    for (int j = 0; j < along; ++j) {
      const Vec3 a = place_on_ellipses({1, double(j) / along, 0}), b = place_on_ellipses({1, (j + 1.0) / along, 0});
      for (const long node : {grid.node(across, j), grid.node(across, j + 1)}) {
        deck.load(node, 1, 0.5 * pressure * thickness * (b.y - a.y));
        deck.load(node, 2, 0.5 * pressure * thickness * (a.x - b.x));
      }
    }
    next.emplace_back(grid.node(0, 1), grid.node(0, 2));
    deck.watch(next.back().first);
    deck.watch(next.back().second);
  }
  deck.solve();
  for (std::size_t k = 0; k < next.size(); ++k)
    expect_within(fmt::format("stress at D, {} [MPa]", kinds[k].name),
                  1e-6 * young * strain_at_d(deck, next[k].first, next[k].second, std::sin(pi / 2 / along),
                                             std::sin(pi / along)),
                  92.7, 0.015);
}

TEST(ImplicitSolids, ThickPlate) {
  verifies({"13.22", "NAFEMS LE10, thick elliptic plate of 8 x 16 x 4 hexes under a pressure of 1 MPa [m, Pa]",
            "published code: Fino, case 012 (-5.38 MPa of NAFEMS)",
            "the stress at D, on a free edge of the loaded face, is E times the strain along it less nu times the "
            "pressure, of the displacements of the next two nodes"});
  constexpr double young = 2.1e11, poisson = 0.3, thickness = 0.6, pressure = 1e6;
  constexpr int across = 8, along = 16, high = 4;
  const ElementKind kinds[] = {one_point, reduced};
  ImplicitDeck deck(young, poisson);
  std::vector<std::pair<long, long>> next;
  std::string faces;
  for (const ElementKind& kind : kinds) {
    const Grid grid = deck.solid_mesh(kind, {across, along, high}, {1, 1, thickness}, place_on_ellipses);
    std::vector<long> on_x, on_y, outer, middle;
    for (int k = 0; k <= high; ++k) {
      for (int i = 0; i <= across; ++i) on_x.push_back(grid.node(i, 0, k));
      for (int i = 0; i <= across; ++i) on_y.push_back(grid.node(i, along, k));
      for (int j = 0; j <= along; ++j) outer.push_back(grid.node(across, j, k));
    }
    for (int j = 0; j <= along; ++j) middle.push_back(grid.node(across, j, high / 2));
    deck.hold(on_x, "y");
    deck.hold(on_y, "x");
    deck.hold(outer, "x y");
    deck.hold(middle, "z");
    for (int j = 0; j < along; ++j)
      for (int i = 0; i < across; ++i)
        faces += fmt::format("{}{},{},{},{}", faces.empty() ? "" : "\n", grid.node(i, j, high),
                             grid.node(i + 1, j, high), grid.node(i + 1, j + 1, high), grid.node(i, j + 1, high));
    next.emplace_back(grid.node(0, 1, high), grid.node(0, 2, high));
    deck.watch(next.back().first);
    deck.watch(next.back().second);
  }
  deck.card("SET_SEGMENT", "1,\n" + faces);
  deck.card("LOAD_SEGMENT_SET", fmt::format("1,{},{:.17g}", deck.load_curve(), pressure));
  deck.solve();
  for (std::size_t k = 0; k < next.size(); ++k)
    expect_within(fmt::format("stress at D, {} [MPa]", kinds[k].name),
                  1e-6 * (young * strain_at_d(deck, next[k].first, next[k].second, std::sin(pi / 2 / along),
                                              std::sin(pi / along)) -
                          poisson * pressure),
                  -5.38, 0.035);
}

}  // namespace
}  // namespace crumple::test::implicit_solids
