// The hexes: patch test, volumes, stress paths, rotation, hourglass modes, viscosity, energy.
#include <algorithm>
#include <iterator>

#include "tests/kernels/shell_solid_motion.hpp"
#include "tests/support/expect.hpp"

using namespace crumple::test;

namespace {

const std::vector<Point> cube = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
const std::vector<std::vector<int>> one_hex = {{0, 1, 2, 3, 4, 5, 6, 7}};

Case<double> solid(const KernelTable& table, int material, const SamplePart& part, const std::vector<Point>& points,
                   const std::vector<std::vector<int>>& hexes) {
  return Case<double>(find_kernel<double>(table, false, 1, material), part, points, hexes);
}

/// Solids by ELFORM.
class Solids : public testing::TestWithParam<int> {
 public:
  Case<double> solid(const KernelTable& table, int material, const SamplePart& part, const std::vector<Point>& points,
                     const std::vector<std::vector<int>>& hexes) {
    const Kernel<double>& kernel = find_kernel<double>(table, false, GetParam(), material);
    if (kernel.nodes_per_element == 8) return Case<double>(kernel, part, points, hexes);
    std::vector<std::vector<int>> parts;
    for (const std::vector<int>& hex : hexes)
      std::ranges::copy(kernel.nodes_per_element == 6 ? wedges_of_hex(hex) : tetrahedra_of_hex(hex),
                        std::back_inserter(parts));
    std::vector<Point> all = points;
    if (kernel.nodes_per_element == 10) parts = with_side_nodes(all, parts);
    return Case<double>(kernel, part, all, parts);
  }
};
/// Hexes and, in their place, six tetrahedra of any form or two wedges each.
INSTANTIATE_TEST_SUITE_P(Forms, Solids, testing::Values(1, 2, 10, 13, 15, 16), testing::PrintToStringParamName());
/// Hexes only.
class Hexes : public Solids {};
INSTANTIATE_TEST_SUITE_P(Forms, Hexes, testing::Values(1, 2), testing::PrintToStringParamName());

/// MacNeal & Harder's cube of seven hexes (Finite Elements Anal. Des. 1 (1985) 3-20).
std::vector<Point> patch_points() {
  std::vector<Point> p = cube;
  for (const Point& inner : std::vector<Point>{{.249, .342, .192},
                                               {.826, .288, .288},
                                               {.850, .649, .263},
                                               {.273, .750, .230},
                                               {.320, .186, .643},
                                               {.677, .305, .683},
                                               {.788, .693, .644},
                                               {.165, .745, .702}})
    p.push_back(inner);
  return p;
}
const std::vector<std::vector<int>> patch_hexes = {{8, 9, 10, 11, 12, 13, 14, 15}, {0, 1, 2, 3, 8, 9, 10, 11},
                                                   {12, 13, 14, 15, 4, 5, 6, 7},   {0, 1, 9, 8, 4, 5, 13, 12},
                                                   {1, 2, 10, 9, 5, 6, 14, 13},    {2, 3, 11, 10, 6, 7, 15, 14},
                                                   {3, 0, 8, 11, 7, 4, 12, 15}};

TEST_P(Hexes, Patch) {
  verifies({"1.4", "patch of seven skewed hexes",
            "closed form: uniform stress, no force on inner nodes; MacNeal & Harder 1985", "rounding"});
  for (const KernelTable* table : tables())
    for (int type : {1, 4, 6}) {
      SamplePart part = steel();
      part.material.young = 1e6;
      part.material.poisson = 0.25;
      part.hourglass = {type, 0.1, 0, 0, 1e15, 0, 0};
      Case<double> c = solid(*table, 1, part, patch_points(), patch_hexes);
      const double s = 1e-12;  // so small that the strain is that of linear theory
      c.set_velocity([&](const double* x) {
        return Point{s * (2 * x[0] + x[1] + x[2]) / 2, s * (x[0] + 2 * x[1] + x[2]) / 2,
                     s * (x[0] + x[1] + 2 * x[2]) / 2};
      });
      c.compute_forces(1);
      for (int e = 0; e < c.n_elements; ++e)
        for (int i = 0; i < 6; ++i) {
          const double expected = i < 3 ? 1 : 0.2;
          expect_near(i < 3 ? "normal stress over 2 E s" : "shear stress over 2 E s", c.stress(e, i) / (2e6 * s),
                      expected, 1e-10);
        }
      for (int node = 8; node < 16; ++node)
        expect_below("force on inner nodes over the largest", c.largest(c.f, node) / c.largest(c.f), 1e-10);
    }
}

/// Volume by 2 x 2 x 2 Gauss points of the trilinear map, which integrate it exactly.
double gauss_volume(const std::vector<Point>& p) {
  const int sign[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                          {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  double volume = 0;
  for (const auto& q : sign) {
    const double r[3] = {q[0] / std::sqrt(3.0), q[1] / std::sqrt(3.0), q[2] / std::sqrt(3.0)};
    double J[3][3] = {};
    for (int i = 0; i < 8; ++i)
      for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        const double slope = 0.125 * sign[i][a] * (1 + sign[i][b] * r[b]) * (1 + sign[i][c] * r[c]);
        for (int k = 0; k < 3; ++k) J[a][k] += slope * p[i][k];
      }
    volume += J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) - J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
              J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
  }
  return volume;
}

TEST(Solid001, VolumesAreExact) {
  verifies({"1.5", "volumes of 20 skewed hexes, a wedge, a tetrahedron", "closed form: Gauss points", "rounding"});
  for (const KernelTable* table : tables()) {
    std::mt19937 random(2);
    std::uniform_real_distribution<> shake(-0.3, 0.3);
    for (int n = 0; n < 20; ++n) {
      std::vector<Point> p = cube;
      for (Point& q : p)
        for (double& x : q) x += shake(random);
      const double expected = gauss_volume(p);
      expect_near("hex", solid(*table, 1, steel(), p, one_hex).volumes()[0], expected, 1e-14);
    }
    const auto volume = [&](const std::vector<int>& nodes) {
      return solid(*table, 1, steel(), cube, {nodes}).volumes()[0];
    };
    expect_near("wedge", volume({0, 1, 2, 2, 4, 5, 6, 6}), 0.5, 1e-15);
    expect_near("tetrahedron", volume({0, 1, 3, 3, 4, 4, 4, 4}), 1.0 / 6, 1e-15);
  }
}

TEST_P(Hexes, RepeatedNodesCarryLinearFields) {
  verifies({"1.4", "wedge and tetrahedron of repeated nodes in uniaxial strain", "closed form: K + 4 G / 3"});
  for (const auto& nodes : std::vector<std::vector<int>>{{0, 1, 2, 2, 4, 5, 6, 6}, {0, 1, 3, 3, 4, 4, 4, 4}}) {
    Case<double> c = solid(*tables().back(), 1, steel(), cube, {nodes});
    c.set_velocity([](const double* x) { return Point{1e-12 * x[0], 0, 0}; });
    c.compute_forces(1);
    expect_near("stress over strain [MPa]", c.stress(0, 0) / 1e-12, 282692.3, 1e-6 * 2.8e5);
    EXPECT_NEAR(c.stress(0, 3), 0, 1e-18);
    EXPECT_GT(c.dt[0], 0);
  }
}

/// Motion with logarithmic strains (ex, ey, ez) in `steps` equal steps.
void stretch(Case<double>& c, Point strain, int steps) {
  for (int n = 0; n < steps; ++n) {
    c.set_velocity([&](const double* x) {
      return Point{std::expm1(strain[0] / steps) * x[0], std::expm1(strain[1] / steps) * x[1],
                   std::expm1(strain[2] / steps) * x[2]};
    });
    c.move(1);
  }
}

TEST_P(Solids, OneElementPaths) {
  verifies({"2.1", "elastic hex in uniaxial stress, uniaxial strain, simple shear to 1",
            "closed form: E ln(lambda); (K + 4 G / 3) ln(lambda); Jaumann's rate, G sin(gamma), G (1 - cos(gamma))",
            "Hughes & Winget do not turn the step's own increment: half a step's rotation, G / 2000"});
  for (const KernelTable* table : tables()) {
    SCOPED_TRACE(table->isa);
    const double e = std::log(1.1);
    Case<double> stress = solid(*table, 1, steel(), cube, one_hex);
    stretch(stress, {e, -0.3 * e, -0.3 * e}, 1000);
    expect_near("uniaxial stress [MPa]", stress.stress(0, 0), 20015.1, 1e-6 * 20015.1 + 0.05);
    EXPECT_NEAR(stress.stress(0, 1), 0, 1e-6 * 20015.1);

    Case<double> strain = solid(*table, 1, steel(), cube, one_hex);
    stretch(strain, {e, 0, 0}, 1000);
    expect_within("stress in uniaxial strain [MPa]", strain.stress(0, 0), 282692.3 * e, 1e-6);

    Case<double> shear = solid(*table, 1, steel(), cube, one_hex);
    for (int n = 0; n < 1000; ++n) {
      shear.set_velocity([](const double* x) { return Point{1e-3 * x[1], 0, 0}; });
      shear.move(1);
    }
    expect_near("shear stress [MPa]", shear.stress(0, 3), 67965.1, 40.4);
    expect_near("normal stress in shear [MPa]", shear.stress(0, 0), 37129.4, 40.4);
  }
}

TEST_P(Solids, RotationTurnsTheStressExactly) {
  verifies({"1.6", "skewed hex turned once, and by 90 degrees under 100 MPa", "closed form: no stress; xx becomes yy",
            "rounding of 1,000 steps"});
  std::vector<Point> skewed = cube;
  skewed[6] = {1.2, 1.1, 0.9}, skewed[1] = {0.9, -0.1, 0.2};
  for (const KernelTable* table : tables())
    for (int type : {1, 4, 6}) {
      SCOPED_TRACE(table->isa);
      SamplePart part = steel();
      part.hourglass = {type, 0.1, 0, 0, 1e15, 1.5, 0.06};
      Case<double> c = solid(*table, 1, part, skewed, one_hex);
      for (int n = 0; n < 1000; ++n) rotate_rigidly(c, {0.3, 0.5, 0.8}, 2 * M_PI / 1000, 1e-3);
      for (int i = 0; i < 6; ++i) expect_below("largest stress over E", std::fabs(c.stress(0, i)) / 210000, 1e-12);
      expect_below("largest force over E L^2", c.largest(c.f) / 210000, 1e-12);

      c.set_at_points(0, 100);  // sigma_xx
      for (int n = 0; n < 250; ++n) rotate_rigidly(c, {0, 0, 1}, 2 * M_PI / 1000, 1e-3);
      expect_near("xx over 100 MPa after 90 degrees", c.stress(0, 0) / 100, 0, 1e-9);
      expect_near("yy over 100 MPa after 90 degrees", c.stress(0, 1) / 100, 1, 1e-9);
    }
}

TEST_P(Solids, BackStressTurnsToo) {
  verifies({"1.6", "hex with a back stress turned by 90 degrees", "closed form: xx becomes yy", "as above"});
  SamplePart part = steel();
  part.law.beta = 0;
  Case<double> c = solid(*tables().back(), 3, part, cube, one_hex);
  c.set_at_points(6 + 1, 60);  // back stress xx
  c.set_at_points(0, 60);      // and the stress in its centre
  for (int n = 0; n < 250; ++n) rotate_rigidly(c, {0, 0, 1}, 2 * M_PI / 1000, 1e-3);
  expect_near("back stress yy [MPa]", c.stress(0, 6 + 1 + 1), 60, 1e-8);
  expect_near("stress yy [MPa]", c.stress(0, 1), 60, 1e-8);
}

TEST(Solid001, HourglassControlIgnoresLinearFields) {
  verifies({"1.9", "hourglass forces of a skewed hex in linear fields",
            "closed form: none (Flanagan & Belytschko 1981)", "rounding, of those in an hourglass mode"});
  std::vector<Point> skewed = cube;
  skewed[6] = {1.3, 1.2, 0.8}, skewed[1] = {0.8, -0.2, 0.3}, skewed[4] = {-0.2, 0.1, 1.2};
  for (const KernelTable* table : tables())
    for (int type : {1, 2, 4, 5, 6}) {
      SamplePart part = steel();
      part.hourglass = {type, 0.1, 0, 0, 1e15, 0, 0};
      const auto largest_hourglass = [&](double amplitude) {
        Case<double> c = solid(*table, 1, part, skewed, one_hex);
        c.set_velocity([](const double* x) {
          return Point{0.3 + x[0] - 0.4 * x[1] + x[2], 0.2 * x[0] + 0.7 * x[1], 0.5 * x[0] - 0.9 * x[1] + 1 - x[2]};
        });
        for (int i = 0; i < 8; ++i) c.v[4 * i] += amplitude * (i % 2 ? -1 : 1);
        c.compute_forces(1e-6);
        double most = 0;
        for (int f = 0; f < 12; ++f) most = std::max(most, std::fabs(c.element_field(0, f)));
        return most;
      };
      expect_below("hourglass force over that of a mode", largest_hourglass(0) / largest_hourglass(1), 1e-12);
    }
}

/// A box with half-lengths h about the origin, its nodes numbered in each of twelve ways: `cycle` says which axis zeta
/// is, `quarter` by how many right angles xi and eta are turned about it.
struct Box {
  std::vector<Point> points;
  std::vector<int> nodes;
};
Box turned_box(const Point& h, int cycle, int quarter) {
  Box box{{}, {}};
  for (const Point& p : cube) {
    Point s = {2 * p[0] - 1, 2 * p[1] - 1, 2 * p[2] - 1};
    for (int q = 0; q < quarter; ++q) s = {-s[1], s[0], s[2]};
    Point x;
    for (int i = 0; i < 3; ++i) x[(i + cycle) % 3] = s[i] * h[(i + cycle) % 3];
    box.points.push_back(x);
    box.nodes.push_back(int(box.nodes.size()));
  }
  return box;
}

TEST(Solid001, AssumedStrainsAreExactInABox) {
  verifies(
      {"1.9", "box of 4 x 6 x 10 mm in IHQ 6 with QM = 1, one element numbered in 12 ways",
       "closed form: E I / R in bending with its contraction, the plate's E / (1 - nu^2) without; G J of a section "
       "that does not warp, free of strain in the whole",
       "rounding"});
  const Point h = {2, 3, 5};
  const double E = 210000, nu = 0.3, s = 1e-9;
  for (const KernelTable* table : tables())
    for (int n = 0; n < 12; ++n) {
      SamplePart part = steel();
      part.hourglass = {6, 1, 0, 0, 1e15, 0, 0};
      const Box box = turned_box(h, n / 4, n % 4);
      // Sum over the nodes of the face x = h[0] of force component i times coordinate j, for a motion of 1 s.
      const auto moment = [&](const std::function<Point(const double*)>& motion, int i, int j) {
        Case<double> c = solid(*table, 1, part, box.points, {box.nodes});
        c.set_velocity(motion);
        c.compute_forces(1);
        double sum = 0;
        for (int k = 0; k < 8; ++k)
          if (c.x[4 * k] > 0) sum += -c.f[4 * k + i] * c.x[4 * k + j];
        return sum;
      };
      const double second = 2 * h[2] * std::pow(2 * h[1], 3) / 12;
      const auto bent = [&](const double* x) { return Point{s * x[0] * x[1], 0, -nu * s * x[1] * x[2]}; };
      const auto flat = [&](const double* x) { return Point{s * x[0] * x[1], 0, 0}; };
      const auto twisted = [&](const double* x) { return Point{0, -s * x[0] * x[2], s * x[0] * x[1]}; };
      const auto saddle = [&](const double* x) { return Point{s * x[1] * x[2], s * x[2] * x[0], 0}; };
      expect_within("bending moment over E I / R", moment(bent, 0, 1) / (E * second * s), 1, 1e-8);
      expect_within("bending moment without contraction over E I / R", moment(flat, 0, 1) / (E * second * s),
                    1 / (1 - nu * nu), 1e-8);
      const double polar = 4 * h[1] * h[2] * (h[1] * h[1] + h[2] * h[2]) / 3;
      expect_within("torque over G J / l", (moment(twisted, 2, 1) - moment(twisted, 1, 2)) / (E / 2.6 * polar * s), 1,
                    1e-8);
      // 2 e_xy = 2 s z, the shears yz = s x and zx = s y: the torque of s_xy and s_zx on the face
      const double torque = E / 2.6 * s * 4 * h[1] * h[2] * (h[1] * h[1] - 2 * h[2] * h[2]) / 3;
      expect_within("torque of a saddle over its own", (moment(saddle, 2, 1) - moment(saddle, 1, 2)) / torque, 1, 1e-8);
    }
}

TEST(Solid001, AssumedStrainsEndAtYield) {
  verifies({"1.9", "box of 4 x 6 x 10 mm bent to four times its yield strain, IHQ 6",
            "closed form: sy I / (1 - nu^2) / h", "strains of 0.5 %"});
  const Point h = {2, 3, 5};
  SamplePart part = steel();
  const double strain = 250.0 / 210000;
  part.hourglass = {6, 1, 0, 0, strain, 0, 0};
  const Box box = turned_box(h, 0, 0);
  Case<double> c = solid(*tables().back(), 1, part, box.points, {box.nodes});
  double largest = 0, last = 0;
  for (int n = 1; n <= 400; ++n) {
    for (int k = 0; k < 8; ++k) {
      const Point& x = box.points[std::size_t(k)];
      c.v[4 * k] = 0.01 * strain * x[0] * x[1] / h[1];
      c.v[4 * k + 2] = -0.3 * 0.01 * strain * x[1] * x[2] / h[1];
    }
    c.move(1);
    last = 0;
    for (int k = 0; k < 8; ++k)
      if (c.x[4 * k] > 0) last += -c.f[4 * k] * c.x[4 * k + 1];
    largest = std::max(largest, last);
  }
  const double limit = 210000 * strain / (1 - 0.3 * 0.3) * 2 * h[2] * std::pow(2 * h[1], 3) / 12 / h[1];
  expect_within("moment over that of yield in plane strain", last / limit, 1, 0.005);
  expect_within("its largest over the same", largest / limit, 1, 0.005);
}

TEST(Solid001, HourglassModesKeepOrLoseTheirEnergy) {
  verifies(
      {"1.9", "a hex's hourglass modes in free motion", "conservation law: energy, with that of hourglass control"});
  const int pattern[4][8] = {{1, 1, -1, -1, -1, -1, 1, 1},
                             {1, -1, -1, 1, -1, 1, 1, -1},
                             {1, -1, 1, -1, 1, -1, 1, -1},
                             {-1, 1, -1, 1, 1, -1, 1, -1}};
  for (int mode = 0; mode < 12; ++mode)
    for (int type : {1, 4, 6}) {
      SamplePart part = steel();
      part.hourglass = {type, 0.1, 0, 0, 1e15, 0, 0};
      Case<double> c = solid(*tables().back(), 1, part, cube, one_hex);
      for (int i = 0; i < 8; ++i) c.v[4 * i + mode % 3] = 1e-4 * pattern[mode / 3][i];
      SCOPED_TRACE(mode);
      expect_hourglass_energy(c, type, 500);
    }
}

TEST_P(Solids, EnergyBalanceOfElasticVibration) {
  verifies({"1.10", "free vibration of 27 skewed hexes, 1,000 steps", "conservation law: energy"});
  std::mt19937 random(5);
  std::uniform_real_distribution<> shake(-1, 1);
  std::vector<Point> points;
  std::vector<std::vector<int>> hexes;
  for (int i = 0; i < 64; ++i)
    points.push_back(
        {10.0 * (i % 4) + shake(random), 10.0 * (i / 4 % 4) + shake(random), 10.0 * (i / 16) + shake(random)});
  for (int i = 0; i < 64; ++i)
    if (i % 4 < 3 && i / 4 % 4 < 3 && i / 16 < 3)
      hexes.push_back({i, i + 1, i + 5, i + 4, i + 16, i + 17, i + 21, i + 20});
  for (int type : {1, 4, 6}) {
    SamplePart part = steel();
    part.hourglass = {type, 0.1, 0, 0, 1e15, 1.5, 0.06};
    Case<double> c = solid(*tables().back(), 1, part, points, hexes);
    for (int i = 0; i < 256; ++i)
      if (i % 4 < 3) c.v[i] = shake(random);
    FreeMotion<double> motion(c);
    c.compute_forces(0);
    double dt = 1e30, first = 0;
    for (int e = 0; e < c.n_elements; ++e) dt = std::min(dt, c.dt[e]);
    for (int n = 0; n < 1000; ++n) {
      const double elements = motion.internal() + motion.hourglass();
      motion.step(0.8 * dt);
      if (n == 0) first = motion.kinetic + elements;
      expect_within("energy over the initial one", (motion.kinetic + elements) / first, 1, 1e-3);
      ASSERT_LT(std::fabs(motion.kinetic + elements - first), 0.1 * first);
    }
  }
}

TEST(Solid001, AssumedStrainsOfBadShapesAreStable) {
  verifies({"1.10", "free vibration of a wedge, a tetrahedron, a flat, a sheared and a tapered hex, IHQ 6 with QM = 1",
            "conservation law: energy", "steps of half the stable one"});
  std::vector<Point> flat = cube, sheared = cube, tapered = cube;
  for (Point& p : flat) p[0] *= 0.05;
  for (Point& p : sheared) p[0] += 3 * p[1], p[1] += p[2];
  for (int i = 4; i < 8; ++i)
    for (int k = 0; k < 2; ++k) tapered[std::size_t(i)][std::size_t(k)] *= 0.1;
  const std::vector<std::pair<std::vector<Point>, std::vector<int>>> shapes = {{cube, {0, 1, 2, 2, 4, 5, 6, 6}},
                                                                               {cube, {0, 1, 3, 3, 4, 4, 4, 4}},
                                                                               {flat, one_hex[0]},
                                                                               {sheared, one_hex[0]},
                                                                               {tapered, one_hex[0]}};
  std::mt19937 random(7);
  std::uniform_real_distribution<> shake(-1e-3, 1e-3);
  for (const auto& [points, nodes] : shapes) {
    SamplePart part = steel();
    part.hourglass = {6, 1, 0, 0, 1e15, 0, 0};
    Case<double> c = solid(*tables().back(), 1, part, points, {nodes});
    for (const int node : nodes)
      for (int k = 0; k < 3; ++k) c.v[4 * node + k] = shake(random) * 0.01;
    std::vector<bool> used(8, false);
    for (const int node : nodes) used[std::size_t(node)] = true;
    FreeMotion<double> motion(c);
    for (int i = 0; i < 8; ++i)
      if (!used[std::size_t(i)]) motion.mass[std::size_t(i)] = motion.inertia[std::size_t(i)] = 1;
    c.compute_forces(0);
    const double dt = 0.5 * c.dt[0];
    double first = 0;
    for (int n = 0; n < 2000; ++n) {
      const double elements = motion.internal() + motion.hourglass();
      motion.step(dt);
      if (n == 0) first = motion.kinetic + elements;
      expect_within("energy over the initial one", (motion.kinetic + elements) / first, 1, 1e-3);
      ASSERT_LT(std::fabs(motion.kinetic + elements - first), 0.1 * first);
    }
  }
}

/// The highest frequency of a part whose nodes are free, by power iteration on the forces of small steps.
double highest_frequency(const Kernel<double>& kernel, const SamplePart& part, const std::vector<Point>& points,
                         const std::vector<std::vector<int>>& elements) {
  Case<double> c(kernel, part, points, elements);
  const FreeMotion<double> motion(c);
  std::mt19937 random(5);
  std::uniform_real_distribution<> shake(-1, 1);
  std::vector<double> mode(4 * points.size());
  for (double& m : mode) m = shake(random);
  double square = 0;
  for (int n = 0; n < 2000; ++n) {
    Case<double> moved = c;
    double size = 0;
    for (std::size_t i = 0; i < mode.size(); ++i)
      if (i % 4 < 3) size += mode[i] * mode[i];
    for (std::size_t i = 0; i < mode.size(); ++i) moved.v[i] = i % 4 < 3 ? (mode[i] /= std::sqrt(size)) * 1e-9 : 0;
    moved.compute_forces(1);
    square = 0;
    for (std::size_t i = 0; i < mode.size(); ++i) {
      if (i % 4 == 3) continue;
      const double next = -moved.f[i] / motion.mass[i / 4] / 1e-9;
      square += next * mode[i];
      mode[i] = next;
    }
  }
  return std::sqrt(square);
}

TEST(Solid015, Patch) {
  verifies({"1.4", "patch of 16 skewed wedges", "closed form: uniform stress, no force on the inner node", "rounding"});
  std::mt19937 random(3);
  std::uniform_real_distribution<> shake(-0.2, 0.2);
  std::vector<Point> points;
  std::vector<std::vector<int>> wedges;
  for (int i = 0; i < 27; ++i)
    points.push_back({i % 3 + shake(random), i / 3 % 3 + shake(random), i / 9 + shake(random)});
  for (const int a : {0, 1, 3, 4, 9, 10, 12, 13})
    std::ranges::copy(wedges_of_hex({a, a + 1, a + 4, a + 3, a + 9, a + 10, a + 13, a + 12}),
                      std::back_inserter(wedges));
  for (const KernelTable* table : tables()) {
    Case<double> c(find_kernel<double>(*table, false, 15, 1), steel(), points, wedges);
    const double s = 1e-12;
    c.set_velocity([&](const double* x) {
      return Point{s * (2 * x[0] + x[1] + x[2]) / 2, s * (x[0] + 2 * x[1] + x[2]) / 2,
                   s * (x[0] + x[1] + 2 * x[2]) / 2};
    });
    c.compute_forces(1);
    const double lame = 210000 * 0.3 / 1.3 / 0.4, shear = 210000 / 2.6;
    for (int e = 0; e < c.n_elements; ++e) {
      for (int i = 0; i < 6; ++i)
        expect_within(i < 3 ? "normal stress over strain [MPa]" : "shear stress over strain [MPa]", c.stress(e, i) / s,
                      i < 3 ? 3 * lame + 2 * shear : shear, 1e-9);
      expect_below("torque over G", std::fabs(c.element_field(e, 0)) / (shear * s), 1e-9);
    }
    expect_below("force on the inner node over the largest", c.largest(c.f, 13) / c.largest(c.f), 1e-10);
  }
}

TEST(Solid015, VolumesAreExact) {
  verifies({"1.5", "volumes of 20 skewed wedges", "closed form: the hex with repeated nodes", "rounding"});
  std::mt19937 random(2);
  std::uniform_real_distribution<> shake(-0.3, 0.3);
  for (int n = 0; n < 20; ++n) {
    std::vector<Point> p = cube;
    for (Point& q : p)
      for (double& x : q) x += shake(random);
    Case<double> c(find_kernel<double>(*tables().back(), false, 15, 1), steel(), p, {{0, 1, 2, 4, 5, 6}});
    Case<double> hex = solid(*tables().back(), 1, steel(), p, {{0, 1, 2, 2, 4, 5, 6, 6}});
    expect_near("wedge over hex", c.volumes()[0] / hex.volumes()[0], 1, 1e-13);
  }
}

TEST(Solid015, TorsionOfATriangularBar) {
  verifies({"1.9", "prism of an equilateral triangle, twisted",
            "closed form: Saint-Venant, G sqrt(3) a^4 / 80 per length", "rounding"});
  const double a = 2, length = 3, turn = 1e-9, shear = 210000 / 2.6, height = a * std::sqrt(3.0) / 2;
  std::vector<Point> points;
  for (const double z : {0.0, length})
    for (const Point& p : {Point{-a / 2, -height / 3, z}, Point{a / 2, -height / 3, z}, Point{0, 2 * height / 3, z}})
      points.push_back(p);
  Case<double> c(find_kernel<double>(*tables().back(), false, 15, 1), steel(), points, {{0, 1, 2, 3, 4, 5}});
  c.set_velocity([&](const double* x) {
    const double angle = turn * x[2] / length;
    return Point{-angle * x[1], angle * x[0], 0};
  });
  c.compute_forces(1);
  double torque = 0;
  for (int k = 3; k < 6; ++k) torque -= c.x[4 * k] * c.f[4 * k + 1] - c.x[4 * k + 1] * c.f[4 * k];
  const double expected = shear * std::sqrt(3.0) * std::pow(a, 4) / 80 * turn / length;
  expect_within("torque over G J / l", torque / expected, 1, 1e-6);
}

TEST(Solid015, StepIsABound) {
  verifies({"1.11", "stable step of wedges: prisms of several shapes, flat, slim, skewed",
            "closed form: 2 over the highest frequency, of power iteration",
            "a bound, at most 1; what it gives away is less than half"});
  std::mt19937 random(4);
  std::uniform_real_distribution<> shake(-0.2, 0.2);
  for (int n = 0; n < 12; ++n) {
    std::vector<Point> p;
    for (const double z : {0.0, 1.0})
      for (const Point& q : {Point{0, 0, z}, Point{1, 0, z}, Point{0, 1, z}}) p.push_back(q);
    for (Point& q : p) {
      if (n % 2)
        for (double& x : q) x += shake(random);
      const double scale[6] = {1, 0.1, 10, 1, 0.3, 3};
      q[2] *= scale[n / 2];
      if (n / 2 == 3) q[1] *= 0.1;
    }
    SamplePart part = steel();
    part.hourglass.bulk_linear = part.hourglass.bulk_quadratic = 0;
    const Kernel<double>& kernel = find_kernel<double>(*tables().back(), false, 15, 1);
    Case<double> c(kernel, part, p, {{0, 1, 2, 3, 4, 5}});
    c.compute_forces(0);
    const double ratio = c.dt[0] * highest_frequency(kernel, part, p, {{0, 1, 2, 3, 4, 5}}) / 2;
    EXPECT_GT(ratio, 0.5) << n;
    expect_below("step over the largest stable one", ratio, 1.0001);
  }
}

TEST(Solid010, Patch) {
  verifies(
      {"1.4", "patch of 48 skewed tetrahedra", "closed form: uniform stress, no force on the inner node", "rounding"});
  std::mt19937 random(3);
  std::uniform_real_distribution<> shake(-0.2, 0.2);
  std::vector<Point> points;
  std::vector<std::vector<int>> tetrahedra;
  for (int i = 0; i < 27; ++i)
    points.push_back({i % 3 + shake(random), i / 3 % 3 + shake(random), i / 9 + shake(random)});
  for (const int a : {0, 1, 3, 4, 9, 10, 12, 13})
    std::ranges::copy(tetrahedra_of_hex({a, a + 1, a + 4, a + 3, a + 9, a + 10, a + 13, a + 12}),
                      std::back_inserter(tetrahedra));
  for (const KernelTable* table : tables()) {
    Case<double> c(find_kernel<double>(*table, false, 10, 1), steel(), points, tetrahedra);
    c.set_velocity([](const double* x) { return Point{1e-12 * x[0], 0, 0}; });
    c.compute_forces(1);
    for (int e = 0; e < c.n_elements; ++e)
      expect_within("stress over strain [MPa]", c.stress(e, 0) / 1e-12, 282692.3077, 1e-9);
    expect_below("force on the inner node over the largest", c.largest(c.f, 13) / c.largest(c.f), 1e-10);
  }
}

TEST(Solid010, VolumeAndStep) {
  verifies({"1.11", "volume and stable step of a corner tetrahedron of a cube", "closed form: 1 / 6; 1 / (c sqrt(6))",
            "rounding"});
  Case<double> c(find_kernel<double>(*tables().back(), false, 10, 1), steel(), cube, {{0, 1, 3, 4}});
  expect_near("volume [mm3]", c.volumes()[0], 1.0 / 6, 1e-15);
  c.compute_forces(0);
  // gradients of the shape functions: 1, 1, 1 and sqrt(3)
  expect_within("stable step [ms]", c.dt[0], 1 / std::sqrt(282692.3077 / 7.85e-3) / std::sqrt(6.0), 1e-9);
}

TEST(Solid013, VolumeFollowsTheNodes) {
  verifies({"1.44", "tetrahedron that stretches along x while the volume at its nodes grows by other rates",
            "closed form: s_xx = K d + 4/3 G e, s_yy = K d - 2/3 G e, d the mean of the nodes' dilatations, e the "
            "strain; the forces' work V (K d e / 2 + 2/3 G e^2) is that on the element's own volume",
            "the strain squared, and digits of the modulus"});
  const double bulk = 210000 / (3 * 0.4), shear = 210000 / 2.6, e = 1e-6;
  for (const KernelTable* table : tables()) {
    Case<double> c(find_kernel<double>(*table, false, 13, 1), steel(), cube, {{0, 1, 3, 4}});
    c.dilatation = {1e-6, 2e-6, 0, 3e-6, 6e-6, 0, 0, 0};
    const double d = 3e-6;
    c.set_velocity([&](const double* x) { return Point{e * x[0], 0, 0}; });
    c.compute_forces(1);
    expect_within("stress xx [MPa]", c.stress(0, 0), bulk * d + 4.0 / 3 * shear * e, 1e-5);
    expect_within("stress yy [MPa]", c.stress(0, 1), bulk * d - 2.0 / 3 * shear * e, 1e-5);
    expect_within("energy [mJ]", c.internal_energy[0], (0.5 * bulk * d * e + 2.0 / 3 * shear * e * e) / 6, 1e-5);
    expect_within("volumetric strain that is kept", c.element_field(0, 1), d, 1e-5);
    c.dilatation.clear();  // its own again
    c.compute_forces(1);
    expect_within("volumetric strain with its own", c.element_field(0, 1), d + e, 1e-5);
  }
}

TEST_P(Hexes, BulkViscosityResistsCompressionOnly) {
  verifies({"1.11", "bulk viscosity and stable step of a cube",
            "closed form: rho l (Q1 l D^2 - Q2 c D) in compression; l / (Q + sqrt(Q^2 + c^2)), Q2 always in Q",
            "digits of the modulus"});
  SamplePart part = steel();
  part.hourglass = {4, 0, 0, 0, 1e15, 1.5, 0.06};
  for (double direction : {-1.0, 1.0}) {
    Case<double> c = solid(*tables().back(), 1, part, cube, one_hex);
    c.set_velocity([&](const double* x) { return Point{direction * x[0], 0, 0}; });
    c.compute_forces(0);  // no time: no elastic stress
    const double speed = std::sqrt(282692.3077 / 7.85e-3);
    const double q = direction < 0 ? 7.85e-3 * (1.5 + 0.06 * speed) : 0;  // rho l (Q1 l D^2 - Q2 c D), l = D = 1
    expect_near(direction < 0 ? "viscous pressure in compression [MPa]" : "in expansion [MPa]",
                c.element_field(0, c.kernel.layout.element_fields - 1), q, 1e-9 * 3);
    EXPECT_NEAR(c.f[4 * 1], q / 4, 1e-9);                       // pushes the face x = 1 outwards
    const double Q = 0.06 * speed + (direction < 0 ? 1.5 : 0);  // the next step may compress what this one stretches
    expect_near("stable step [ms]", c.dt[0], 1 / (Q + std::sqrt(Q * Q + speed * speed)), 1e-12);
  }
}

TEST_P(Hexes, InvertedElementsAreSignalled) {
  std::vector<Point> inverted = cube;
  for (int i = 4; i < 8; ++i) inverted[i][2] = -1;
  Case<double> c = solid(*tables().back(), 24, steel(), cube, one_hex);
  for (int i = 0; i < 8; ++i) c.x[4 * i + 2] = inverted[i][2];
  c.compute_forces(1e-6);
  EXPECT_EQ(c.dt[0], -1);
  EXPECT_EQ(c.largest(c.f), 0);
  EXPECT_EQ(c.alive[0], 1);
  for (double h : c.history) EXPECT_TRUE(std::isfinite(h));
}

TEST_P(Hexes, FailedElementsGoSilent) {
  verifies({"2.3", "MAT_024 hex fails at 0.02", "closed form: sy ep + H ep^2 / 2 and the elastic energy",
            "one step of 5e-5"});
  SamplePart part = steel();
  part.law.failure_strain = 0.02;
  Case<double> c = solid(*tables().back(), 24, part, cube, one_hex);
  stretch(c, {0.05, -0.02, -0.02}, 1000);
  EXPECT_EQ(c.alive[0], 0);
  EXPECT_EQ(c.largest(c.f), 0);
  EXPECT_EQ(c.dt[0], 1e30);
  // what it has absorbed stays; the volume grows by a seventh of the strain and by half of that in the mean
  const double hardening = 210000.0 * 1000 / 209000, stress = 250 + hardening * 0.02, shear = 210000 / 2.6;
  const double growth = 0.01 * (0.02 + stress / (3 * shear)) / (0.07 * 2 / 3);
  const double plastic = 250 * 0.02 + hardening * 0.02 * 0.02 / 2;
  const double elastic = stress * stress / (6 * shear) + 0.5 * 175000 * growth * growth;
  expect_within("energy kept [mJ]", c.internal_energy[0], (plastic + elastic) * std::exp(growth / 2), 0.01);
}

}  // namespace
