// The shells: patch tests, rigid rotation, thickness, hourglass modes, energy balance, on each instruction set that the
// machine has.
#include "tests/kernels/shell_solid_motion.hpp"
#include "tests/support/expect.hpp"

using namespace crumple::test;

namespace {

/// MacNeal & Harder's patch, 0.24 x 0.12 (Finite Elements Anal. Des. 1 (1985) 3-20).
const std::vector<Point> patch_points = {{0, 0, 0},     {.24, 0, 0},   {.24, .12, 0}, {0, .12, 0},
                                         {.04, .02, 0}, {.18, .03, 0}, {.16, .08, 0}, {.08, .08, 0}};
const std::vector<std::vector<int>> patch_quads = {
    {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};

std::vector<std::vector<int>> split(const std::vector<std::vector<int>>& quads) {
  std::vector<std::vector<int>> triangles;
  for (const auto& q : quads) triangles.push_back({q[0], q[1], q[2]}), triangles.push_back({q[0], q[2], q[3]});
  return triangles;
}

SamplePart patch_material() {
  SamplePart part = steel();
  part.material.density = 1e-6, part.material.young = 1e6, part.material.poisson = 0.25;
  part.hourglass = {4, 0.1, 0.1, 0.1, 1e15, 0, 0};
  return part;
}

/// In-plane components xx, yy, xy in space of a tensor given in the element's frame, whose e1 is along side 1-2.
template <class Real>
Point to_space(const Case<Real>& c, int e, double xx, double yy, double xy) {
  const int n = c.kernel.nodes_per_element;
  const double* a = &c.x[4 * c.nodes[(e / c.B * n) * c.B + e % c.B]];
  const double* b = &c.x[4 * c.nodes[(e / c.B * n + 1) * c.B + e % c.B]];
  const double angle = std::atan2(b[1] - a[1], b[0] - a[0]), cosine = std::cos(angle), sine = std::sin(angle);
  return {cosine * cosine * xx + sine * sine * yy - 2 * cosine * sine * xy,
          sine * sine * xx + cosine * cosine * yy + 2 * cosine * sine * xy,
          cosine * sine * (xx - yy) + (cosine * cosine - sine * sine) * xy};
}

class Shells : public testing::TestWithParam<int> {
 public:
  /// Warped elements of form 16 with their curvatures, the others with hourglass stiffness.
  SamplePart steel_for_warped() const {
    SamplePart part = steel();
    part.hourglass = {GetParam() == 16 ? 8 : 4, 0.1, 0.1, 0.1, 1e15, 0, 0};
    return part;
  }
  template <class Check>
  void each(int material, const SamplePart& part, const std::vector<Point>& points,
            const std::vector<std::vector<int>>& quads, double t, Check&& check) {
    for (const KernelTable* table : tables()) {
      SCOPED_TRACE(table->isa);
      Case<double> c(find_kernel<double>(*table, true, GetParam(), material), part, points,
                     GetParam() == 4 ? split(quads) : quads, t);
      check(c);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Forms, Shells, testing::Values(2, 4, 10, 16));

TEST_P(Shells, MembranePatch) {
  verifies({"1.1", "membrane patch of skewed shells", "closed form: uniform stress; MacNeal & Harder 1985",
            "the moved geometry differs by the strain, 1e-7"});
  each(1, patch_material(), patch_points, patch_quads, 0.001, [](Case<double>& c) {
    const double s = 1e-7;
    c.set_velocity([&](const double* x) { return Point{s * (x[0] + x[1] / 2), s * (x[1] + x[0] / 2), 0}; });
    c.move(1);
    const double normal = s / (1 - 0.25) * 1e6, shear = 4e5 * s;
    for (int e = 0; e < c.n_elements; ++e)
      for (int layer = 0; layer < 3; ++layer) {
        const Point p = to_space(c, e, c.stress(e, 0, layer), c.stress(e, 1, layer), c.stress(e, 2, layer));
        for (int i : {0, 1}) expect_within("normal stress", p[i], normal, 1e-6);
        expect_near("shear stress", p[2], shear, 1e-6 * normal);
      }
    // On the moved geometry the element stresses are uniform only to O(s); see the force form below.
    for (int node = 4; node < 8; ++node) {
      expect_below("force on inner nodes over the largest", c.largest(c.f, node) / c.largest(c.f), 1e-6);
      expect_below("moment on inner nodes over the largest force", c.largest(c.m, node) / c.largest(c.f), 1e-12);
    }
  });
}

TEST_P(Shells, UniformStressIsInEquilibrium) {
  verifies(
      {"1.1", "membrane patch, a strain of 1e-13", "closed form: no force on inner nodes", "rounding of 20 additions"});
  each(1, patch_material(), patch_points, patch_quads, 0.001, [](Case<double>& c) {
    // A strain so small that geometry stays the patch itself: what is left is rounding of some 20 additions.
    const double s = 1e-13;
    c.set_velocity([&](const double* x) { return Point{s * (x[0] + x[1] / 2), s * (x[1] + x[0] / 2), 0}; });
    c.compute_forces(1);
    for (int node = 4; node < 8; ++node)
      expect_below("force on inner nodes over the largest", c.largest(c.f, node) / c.largest(c.f), 1e-12);
  });
}

/// Bending moments xx, yy, xy of an element: sums over the layers, which run from bottom to top.
Point moments(const Case<double>& c, int e) {
  Point m{0, 0, 0};
  const double t = c.thickness[e];
  for (int layer = 0; layer < 3; ++layer)
    for (int i = 0; i < 3; ++i)
      m[i] += t * t / 4 * c.part.section.weight[layer] * c.part.section.position[layer] * c.stress(e, i, layer);
  return m;
}

void bend(Case<double>& c, double s) {
  c.set_velocity([&](const double* x) { return Point{0, 0, s * (x[0] * x[0] + x[0] * x[1] + x[1] * x[1]) / 2}; });
  c.set_angular_velocity([&](const double* x) { return Point{s * (x[1] + x[0] / 2), -s * (x[0] + x[1] / 2), 0}; });
  c.compute_forces(1);
}

TEST_P(Shells, BendingPatch) {
  verifies({"1.2", "bending patch of skewed shells", "closed form: uniform moments; MacNeal & Harder 1985",
            "one-point shells pass skewed patches only nearly"});
  each(1, patch_material(), patch_points, patch_quads, 0.001, [](Case<double>& c) {
    const double s = 1e-6, m = -1.111111e-7 * s / 1e-3, mxy = -3.333333e-8 * s / 1e-3;  // theta_y = -dw/dx: negative
    bend(c, s);
    for (int e = 0; e < c.n_elements; ++e) {
      const Point cell = moments(c, e), p = to_space(c, e, cell[0], cell[1], cell[2]);
      for (int i : {0, 1}) expect_within("bending moment", p[i], m, 0.05);
      expect_near("twisting moment", p[2], mxy, 0.05 * std::fabs(m));
    }
  });
}

void expect_exact_bending(int form, const std::vector<Point>& points, const std::vector<std::vector<int>>& quads,
                          const std::vector<int>& inner_nodes) {
  for (const KernelTable* table : tables()) {
    Case<double> c(find_kernel<double>(*table, true, form, 1), patch_material(), points, quads, 0.001);
    const double s = 1e-16, m = -1e6 * 1e-9 / 12 / (1 - 0.25) * s;  // so small that E t (dw/dx)^2 is nothing
    bend(c, s);
    for (int e = 0; e < c.n_elements; ++e) {
      const Point cell = moments(c, e), p = to_space(c, e, cell[0], cell[1], cell[2]);
      expect_within("bending moment", p[0], m, 1e-8);
    }
    for (const int node : inner_nodes) {
      expect_below("moment on inner nodes over the largest", c.largest(c.m, node) / c.largest(c.m), 1e-8);
      expect_below("force on them, 0.1 long, over the same", c.largest(c.f, node) * 0.1 / c.largest(c.m), 1e-8);
    }
  }
}

TEST(Shell002, BendingOfRectanglesIsExact) {
  verifies({"1.2", "bending patch of rectangular shells", "closed form: uniform moments, inner node in equilibrium"});
  std::vector<Point> points;
  for (int i = 0; i < 9; ++i) points.push_back({0.12 * (i % 3), 0.06 * (i / 3), 0});
  expect_exact_bending(2, points, {{0, 1, 4, 3}, {1, 2, 5, 4}, {3, 4, 7, 6}, {4, 5, 8, 7}}, {4});
}

TEST(Shell016, BendingOfSkewedQuadsIsExact) {
  verifies({"1.2", "bending patch of skewed fully integrated shells",
            "closed form: uniform moments, inner nodes in "
            "equilibrium; MacNeal & Harder 1985",
            "rounding of strains of 1e-16"});
  expect_exact_bending(16, patch_points, patch_quads, {4, 5, 6, 7});
}

const std::vector<Point> warped = {{1, 0, 0.1}, {2.2, 0.1, -0.1}, {2, 1.1, 0.15}, {0.9, 0.9, -0.05}};

TEST_P(Shells, RigidRotationGivesNoStress) {
  verifies({"1.6", "warped shell turned once in 1,000 steps", "closed form: no stress, no force",
            "rounding of 1,000 steps"});
  each(1, steel_for_warped(), warped, {{0, 1, 2, 3}}, 0.05, [](Case<double>& c) {
    for (int n = 0; n < 1000; ++n) rotate_rigidly(c, {0.3, 0.5, 0.8}, 2 * M_PI / 1000, 1e-3);
    for (int e = 0; e < c.n_elements; ++e)
      for (int layer = 0; layer < 3; ++layer)
        for (int i = 0; i < 5; ++i)
          expect_below("largest stress over E", std::fabs(c.stress(e, i, layer)) / 210000, 1e-12);
    expect_below("largest force over E t L", c.largest(c.f) / (210000 * 0.05), 1e-10);
    expect_below("largest moment over E t L^2", c.largest(c.m) / (210000 * 0.05), 1e-10);
  });
}

TEST_P(Shells, ForcesAndMomentsBalance) {
  verifies({"1.3", "warped shell in any motion", "conservation law: momentum, angular momentum",
            "rounding of a handful of additions"});
  each(1, steel_for_warped(), warped, {{0, 1, 2, 3}}, 0.05, [](Case<double>& c) {
    c.set_velocity([](const double* x) { return Point{x[0] * x[1], 0.3 * x[0] - x[2], x[0] * x[0] - x[1]}; });
    c.set_angular_velocity([](const double* x) { return Point{x[1], 0.5 * x[0] * x[1], 0.2}; });
    c.compute_forces(1e-3);
    Point f{0, 0, 0}, m{0, 0, 0};
    for (int i = 0; i < c.n_nodes; ++i) {
      const double *x = &c.x[4 * i], *q = &c.f[4 * i];
      for (int a = 0; a < 3; ++a) {
        f[a] += q[a];
        m[a] += c.m[4 * i + a] + x[(a + 1) % 3] * q[(a + 2) % 3] - x[(a + 2) % 3] * q[(a + 1) % 3];
      }
    }
    for (int a = 0; a < 3; ++a) {
      expect_below("sum of forces over the largest", std::fabs(f[a]) / c.largest(c.f), 1e-13);
      expect_below("sum of moments over the largest force", std::fabs(m[a]) / c.largest(c.f), 1e-12);
    }
  });
}

const std::vector<Point> square = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}};

/// Constant true strain rates in x and y for `steps` steps; lateral(c) gives the rate in y.
void stretch(Case<double>& c, double strain, int steps, const std::function<double()>& lateral) {
  const double rate = strain / steps;
  for (int n = 0; n < steps; ++n) {
    // (exp(e) - 1) x(n) is exact motion; the kernel's mid-step form then gives 2 tanh(e / 2), 1e-9 of e here.
    const double ex = std::expm1(rate), ey = std::expm1(lateral());
    c.set_velocity([&](const double* x) { return Point{ex * x[0], ey * x[1], 0}; });
    c.move(1);
  }
}

TEST_P(Shells, ThicknessFollowsTheStrain) {
  verifies({"1.8", "thickness of a shell under prescribed strains", "closed form: plastic flow keeps the volume",
            "steps of 1e-4; free contraction without its elastic part, 6e-4"});
  SamplePart part = steel();
  part.law.tangent = 210000.0 * 1000 / (210000 + 1000);  // H = 1000
  part.section.thickness_update = true;
  each(1, part, square, {{0, 1, 2, 3}}, 1, [](Case<double>& c) {
    stretch(c, 1e-3, 100, [] { return -0.3 * 1e-3 / 100; });
    expect_near("elastic, 1e-3: thickness [mm]", c.thickness[0], 0.999700, 1e-6);
  });
  each(24, part, square, {{0, 1, 2, 3}}, 1, [](Case<double>& c) {
    stretch(c, 0.1, 1000, [] { return 0.1 / 1000; });
    // the elastic strains at yield = 250 + 1000 x 0.2 on top: 2 (1 - 2 nu) yield / E
    expect_near("plastic, 0.1 both ways: thickness [mm]", c.thickness[0],
                0.818731 * std::exp(2 * (1 - 2 * 0.3) * 450 / 210000), 5e-5);
  });
  each(24, part, square, {{0, 1, 2, 3}}, 1, [&](Case<double>& c) {
    // Free lateral contraction: the rate follows the lateral stress of the last step.
    double rate = 0;
    stretch(c, 0.2, 2000, [&] {
      const double s =
          GetParam() != 4 ? c.stress(0, 1) : to_space(c, 0, c.stress(0, 0), c.stress(0, 1), c.stress(0, 2))[1];
      return rate = -0.5e-4 - 0.3 * s / 210000;
    });
    expect_near("plastic, 0.2: thickness [mm]", c.thickness[0], 0.904837, 1e-3);
  });
  part.section.thickness_update = false;
  each(24, part, square, {{0, 1, 2, 3}}, 1, [](Case<double>& c) {
    stretch(c, 0.1, 100, [] { return 0.1 / 100; });
    EXPECT_EQ(c.thickness[0], 1);
  });
}

TEST(Shell002, HourglassControlIgnoresLinearFields) {
  verifies({"1.9", "hourglass forces of a skewed shell in linear fields",
            "closed form: none (Flanagan & Belytschko 1981)", "rounding, of those in an hourglass mode"});
  const std::vector<Point> skewed = {{0, 0, 0}, {2, 0.3, 0}, {1.6, 1.4, 0}, {-0.2, 0.9, 0}};
  for (const KernelTable* table : tables())
    for (int type : {1, 4}) {
      SamplePart part = steel();
      part.hourglass = {type, 0.1, 0.1, 0.1, 1e15, 0, 0};
      const auto largest_hourglass = [&](double amplitude) {
        Case<double> c(find_kernel<double>(*table, true, 2, 1), part, skewed, {{0, 1, 2, 3}}, 0.1);
        c.set_velocity([](const double* x) {
          return Point{0.3 + x[0] - 0.4 * x[1], 0.2 * x[0] + 0.7 * x[1], 0.5 * x[0] - 0.9 * x[1] + 1};
        });
        c.set_angular_velocity([](const double* x) { return Point{x[0] - x[1], 0.3 + x[1], 0}; });
        for (int i = 0; i < 4; ++i) {
          const double h = amplitude * (i % 2 ? -1 : 1);
          for (int a = 0; a < 3; ++a) c.v[4 * i + a] += h, c.w[4 * i + a] += h;
        }
        c.compute_forces(1e-6);
        double most = 0;
        for (int f = 0; f < 5; ++f) most = std::max(most, std::fabs(c.element_field(0, f)));
        return most;
      };
      expect_below("hourglass force over that of a mode", largest_hourglass(0) / largest_hourglass(1), 1e-12);
    }
}

TEST(Shell002, HourglassModesKeepOrLoseTheirEnergy) {
  verifies(
      {"1.9", "a shell's hourglass modes in free motion", "conservation law: energy, with that of hourglass control"});
  const std::vector<Point> unit = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}};
  for (int mode = 0; mode < 5; ++mode)
    for (int type : {1, 4}) {
      SamplePart part = steel();
      part.hourglass = {type, 0.1, 0.1, 0.1, 1e15, 0, 0};
      Case<double> c(find_kernel<double>(*tables().back(), true, 2, 1), part, unit, {{0, 1, 2, 3}}, 1);
      for (int i = 0; i < 4; ++i) (mode < 3 ? c.v : c.w)[4 * i + mode % 3] = 1e-3 * (i % 2 ? -1 : 1);
      SCOPED_TRACE(mode);
      expect_hourglass_energy(c, type, 2000);
    }
}

TEST_P(Shells, EnergyBalanceOfElasticVibration) {
  verifies({"1.10", "free vibration of 16 skewed shells, 1,000 steps", "conservation law: energy"});
  std::vector<Point> points;
  std::vector<std::vector<int>> quads;
  std::mt19937 random(5);
  std::uniform_real_distribution<> shake(-1, 1);
  for (int i = 0; i < 25; ++i)
    points.push_back({10 * (i % 5) + shake(random), 10 * (i / 5) + shake(random), 0.3 * shake(random)});
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i) quads.push_back({5 * j + i, 5 * j + i + 1, 5 * j + i + 6, 5 * j + i + 5});
  for (int type : {1, 4, 8}) {
    SamplePart part = steel();
    part.hourglass = {type, 0.1, 0.1, 0.1, 1e15, 0, 0};
    part.section.thickness_update = true;
    each(1, part, points, quads, 1, [&](Case<double>& c) {
      std::mt19937 of_velocities(6);  // the same for each instruction set
      for (int i = 0; i < 100; ++i)
        if (i % 4 < 3) c.v[i] = shake(of_velocities);
      FreeMotion<double> motion(c);
      c.compute_forces(0);
      double dt = 1e30;
      for (int e = 0; e < c.n_elements; ++e) dt = std::min(dt, c.dt[e]);
      double first = 0;
      for (int n = 0; n < 1000; ++n) {
        const double elements = motion.internal() + motion.hourglass();
        motion.step(0.8 * dt);
        if (n == 0) first = motion.kinetic + elements;
        expect_within("energy over the initial one", (motion.kinetic + elements) / first, 1, 1e-3);
        ASSERT_LT(std::fabs(motion.kinetic + elements - first), 0.1 * first);
      }
    });
  }
}

TEST_P(Shells, FailedElementsGoSilent) {
  verifies({"2.3", "MAT_024 shell pulled both ways fails at 0.02",
            "closed form: sy ep + H ep^2 / 2 and the elastic energy", "one step of 1e-4"});
  SamplePart part = steel();
  part.law.failure_strain = 0.02;
  each(24, part, square, {{0, 1, 2, 3}}, 1, [](Case<double>& c) {
    stretch(c, 0.05, 1000, [] { return 0.00005; });
    EXPECT_EQ(c.alive[0], 0);
    EXPECT_EQ(c.largest(c.f), 0);
    EXPECT_EQ(c.dt[0], 1e30);
    // what it has absorbed stays; its area has grown by twice the strain, by half of that in the mean
    const double hardening = 210000.0 * 1000 / 209000, stress = 250 + hardening * 0.02, elastic = 0.7 * stress / 210000;
    const double absorbed = 250 * 0.02 + hardening * 0.02 * 0.02 / 2 + stress * elastic;
    expect_within("energy kept [mJ]", c.internal_energy[0], absorbed * std::exp(0.01 + elastic) * c.reference_volume[0],
                  0.01);
  });
}

TEST(Shell002, TimeStepIsAreaOverLongestSideOverPlateWaveSpeed) {
  verifies({"1.11", "stable step of a rectangular shell, mass scaled by 4", "closed form: 2 A / (L c)", "rounding"});
  const std::vector<Point> rectangle = {{0, 0, 0}, {8, 0, 0}, {8, 5, 0}, {0, 5, 0}};
  Case<double> c(find_kernel<double>(*tables()[0], true, 2, 1), steel(), rectangle, {{0, 1, 2, 3}}, 1);
  c.mass_scale[0] = 4;  // twice the step
  c.compute_forces(0);
  const double speed = std::sqrt(210000 / 7.85e-3 / (1 - 0.09));
  expect_near("stable step [ms]", c.dt[0], 2 * 5 / speed, 1e-14);
}

}  // namespace
