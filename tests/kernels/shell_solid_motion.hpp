// Prescribed and free motion of a Case, for tests of shells and solids.
#pragma once

#include <gtest/gtest.h>

#include "tests/kernels/shell_solid_case.hpp"
#include "tests/support/expect.hpp"

namespace crumple::test {

/// One step that turns all nodes exactly by `angle` about an axis through the origin. The angular velocity is that of
/// the mid-step form, 2 tan(angle / 2) / dt (Hughes & Winget 1980), so translation and rotation agree to rounding.
template <class Real>
void rotate_rigidly(Case<Real>& c, Point axis, double angle, double dt) {
  const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (double& a : axis) a /= length;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  c.set_velocity([&](const double* x) {
    const double along = axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2];
    Point v;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const double moved = cosine * x[i] + sine * (axis[j] * x[k] - axis[k] * x[j]) + (1 - cosine) * along * axis[i];
      v[i] = (moved - x[i]) / dt;
    }
    return v;
  });
  const double rate = 2 * std::tan(angle / 2) / dt;
  c.set_angular_velocity([&](const double*) { return Point{rate * axis[0], rate * axis[1], rate * axis[2]}; });
  c.move(dt);
}

/// Free motion by central differences with lumped masses and inertias; what it reports is exact for a linear system:
/// m v(n-1/2).v(n+1/2) / 2 plus the strain energy of step n is constant.
template <class Real>
struct FreeMotion {
  Case<Real>& c;
  std::vector<double> mass, inertia;
  double kinetic = 0;

  explicit FreeMotion(Case<Real>& motion) : c(motion), mass(c.n_nodes, 0.0), inertia(c.n_nodes, 0.0) {
    const auto volume = c.volumes();
    const int n = c.kernel.nodes_per_element;
    for (int e = 0; e < c.n_elements; ++e)
      for (int k = 0; k < n; ++k) {
        const int node = c.nodes[(e / c.B * n + k) * c.B + e % c.B];
        const double share = c.part.material.density * volume[e] / n, t = c.thickness[e];
        mass[node] += share;
        inertia[node] += share * (t * t / 12 + (c.kernel.shell ? volume[e] / t / 8 : 1));
      }
  }
  void step(double dt) {
    kinetic = 0;
    for (int i = 0; i < 4 * c.n_nodes; ++i) {
      if (i % 4 == 3) continue;
      const double v = c.v[i], w = c.w[i];
      c.v[i] += dt * c.f[i] / mass[i / 4];
      c.w[i] += dt * c.m[i] / inertia[i / 4];
      kinetic += 0.5 * (mass[i / 4] * v * c.v[i] + inertia[i / 4] * w * c.w[i]);
    }
    c.move(dt);
  }
  /// Energies of elements; call before the step whose kinetic energy belongs to it.
  double internal() const { return sum(c.internal_energy); }
  double hourglass() const { return sum(c.hourglass_energy); }
  static double sum(const Array<Real>& a) {
    double s = 0;
    for (Real x : a) s += x;
    return s;
  }
};

/// Free motion of an element in an hourglass mode: the energy stays, falls under viscous control (type 1), and goes
/// into the control.
inline void expect_hourglass_energy(Case<double>& c, int type, int n_steps) {
  FreeMotion<double> motion(c);
  c.compute_forces(0);
  const double dt = 0.5 * c.dt[0];
  double last = 1e30, first = 0, most = 0;
  for (int n = 0; n < n_steps; ++n) {
    const double internal = motion.internal(), hourglass = motion.hourglass();
    motion.step(dt);
    const double total = motion.kinetic + internal + hourglass;
    if (n == 0) first = total;
    expect_within("energy over the initial one", total / first, 1, 1e-3);
    if (type == 1) {
      EXPECT_LE(motion.kinetic, last + 1e-12 * first);  // monotone, down to rounding
    }
    last = motion.kinetic;
    most = std::max(most, hourglass);
    ASSERT_LT(std::fabs(total - first), first);
  }
  EXPECT_GT(most, 0.5 * first);
}

}  // namespace crumple::test
