// A material point under test: states in all lanes of a pack, drivers for the loadings of textbooks, and the answer in
// lane 0. Units mm, ms, g (N, MPa). Used by tests/kernels/material_*.cpp.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "kernels/hardening_curves.hpp"
#include "tests/kernels/sample_law.hpp"
#include "tests/support/expect.hpp"

namespace crumple::kernels::test {

using crumple::test::expect_below;
using crumple::test::expect_near;
using crumple::test::expect_within;
using crumple::test::verifies;

/// A material whose law is chosen with the point.
struct Metal : MaterialConstants, crumple::test::SampleLaw {};
template <class Law>
Law law_for(const Metal& metal) {
  MaterialConstants c = metal;
  c.law = crumple::test::law_of(Law::Parameters::number, metal);
  return Law(c, c.as<typename Law::Parameters>());
}

/// E 210000, nu 0.3, yield 250, tangent modulus 1000 MPa.
inline Metal steel() {
  Metal c;
  c.density = 7.85e-3;
  c.young = 210000;
  c.poisson = 0.3;
  return c;
}
/// OFHC copper of Johnson & Cook (1983), without heat and fracture; rates in 1/ms, temperatures in K.
inline Metal copper() {
  Metal c;
  c.density = 8.96e-3;
  c.young = 124000;
  c.poisson = 0.34;
  c.johnson_cook = {.a = 90, .b = 292, .n = 0.31, .c = 0.025, .reference_rate = 1e-3, .m = 1.09};
  return c;
}
inline double hardening_modulus(const Metal& c) { return c.young * c.tangent / (c.young - c.tangent); }

/// `in_double` or, with float packs, `in_single`.
template <class Real>
constexpr double tolerance(double in_double, double in_single) {
  return sizeof(Real) == 8 ? in_double : in_single;
}

template <class Law>
struct PackOfLaw;
template <template <class> class Law, class P>
struct PackOfLaw<Law<P>> {
  using type = P;
};
template <class Law>
using PackOf = typename PackOfLaw<Law>::type;

template <class P>
auto lane(const P& x, int i) {
  std::array<typename P::value_type, P::size()> values;
  x.copy_to(values.data(), Kokkos::Experimental::simd_flag_default);
  return values[i];
}
template <class P>
P from_lanes(const std::array<typename P::value_type, P::size()>& values) {
  P x;
  x.copy_from(values.data(), Kokkos::Experimental::simd_flag_default);
  return x;
}
template <class P>
int count(const typename P::mask_type& m) {
  int n = 0;
  const P ones = select(m, P(1), P(0));
  for (int i = 0; i < int(P::size()); ++i) n += lane(ones, i) == 1;
  return n;
}

/// A law's updates as functions of their own: they are always inlined, so each call in a test would be a copy, and a
/// copy takes the compiler seconds. Instantiated in material_specimen.cpp.
template <class Law>
struct Updates {
  using P = PackOf<Law>;
  static void solid(const Law& law, const P* de, MaterialPoint<P>& at);
  static P plane_stress(const Law& law, const P* de, MaterialPoint<P>& at, const P& kappa);
};

/// State of a point. Stress: xx, yy, zz, xy, yz, zx (solid), xx, yy, xy, yz, zx (shell).
template <class Law, class P>
struct Specimen {
  using Real = typename P::value_type;
  Law law;
  P s[6], h[8];
  typename P::mask_type failed{false};
  double dt = 1e-3, shear_factor = 1;
  double thickness_strain = 0, lateral_strain = 0;

  explicit Specimen(const Metal& metal) : law(law_for<Law>(metal)) {
    for (P& x : s) x = P(0);
    for (P& x : h) x = P(0);
  }
  double stress(int i) const { return lane(s[i], 0); }
  double plastic_strain() const { return lane(h[kernels::plastic_strain], 0); }

  /// One step of strain increments de in `time`; of a shell the thickness strain.
  void update_solid(const P* de, const P& time) {
    MaterialPoint<P> at{s, h, time, failed};
    Updates<Law>::solid(law, de, at);
  }
  P update_shell(const P* de, const P& time, const P& kappa) {
    MaterialPoint<P> at{s, h, time, failed};
    return Updates<Law>::plane_stress(law, de, at, kappa);
  }
  /// The same in all lanes.
  void solid(const std::array<double, 6>& increment) {
    P de[6];
    for (int i = 0; i < 6; ++i) de[i] = P(Real(increment[i]));
    update_solid(de, P(Real(dt)));
  }
  void shell(const std::array<double, 5>& increment) {
    P de[5];
    for (int i = 0; i < 5; ++i) de[i] = P(Real(increment[i]));
    thickness_strain += lane(update_shell(de, P(Real(dt)), P(Real(shear_factor))), 0);
  }
};

/// Applies `step(specimen, x)` with the x in lower..upper that brings `residual(specimen)`, growing in x, to zero.
template <class S, class Step, class Residual>
double step_balanced(S& specimen, double lower, double upper, Step step, Residual residual) {
  for (int i = 0; i < 60; ++i) {
    const double x = 0.5 * (lower + upper);
    S trial = specimen;
    step(trial, x);
    (residual(trial) < 0 ? lower : upper) = x;
  }
  const double x = 0.5 * (lower + upper);
  step(specimen, x);
  return x;
}

/// Uniaxial stress in x: lateral strains such that the lateral stresses vanish.
template <class S>
void pull_solid(S& specimen, double strain, int steps) {
  const double de = strain / steps, reach = std::abs(de);
  for (int i = 0; i < steps; ++i)
    specimen.lateral_strain += step_balanced(
        specimen, -0.7 * reach, 0.7 * reach,
        [&](S& t, double x) {
          t.solid({de, x, x, 0, 0, 0});
        },
        [](const S& t) { return t.stress(1); });
}
template <class S>
void pull_shell(S& specimen, double strain, int steps) {
  const double de = strain / steps, reach = std::abs(de);
  for (int i = 0; i < steps; ++i)
    specimen.lateral_strain += step_balanced(
        specimen, -0.7 * reach, 0.7 * reach,
        [&](S& t, double x) {
          t.shell({de, x, 0, 0, 0});
        },
        [](const S& t) { return t.stress(1); });
}

/// Von Mises stress of stress minus back stress, in double, from lane i.
template <class P>
double effective_solid(const P* s, const P* back, int i) {
  double e[6];
  for (int k = 0; k < 6; ++k) e[k] = double(lane(s[k], i)) - (back ? double(lane(back[k], i)) : 0);
  const double xy = e[0] - e[1], yz = e[1] - e[2], zx = e[2] - e[0];
  return std::sqrt(0.5 * (xy * xy + yz * yz + zx * zx) + 3 * (e[3] * e[3] + e[4] * e[4] + e[5] * e[5]));
}
template <class P>
double effective_shell(const P* s, const P* back, int i) {
  double e[5];
  for (int k = 0; k < 5; ++k) e[k] = double(lane(s[k], i)) - (back ? double(lane(back[k], i)) : 0);
  return std::sqrt(e[0] * e[0] + e[1] * e[1] - e[0] * e[1] + 3 * (e[2] * e[2] + e[3] * e[3] + e[4] * e[4]));
}

/// Curves through points, linear between them and beyond the last, at equal steps up to `last`.
struct Curve {
  std::vector<std::array<double, 2>> points;
  double operator()(double ep) const {
    std::size_t k = 1;
    while (k + 1 < points.size() && ep > points[k][0]) ++k;
    const auto [x0, y0] = points[k - 1];
    const auto [x1, y1] = points[k];
    return y0 + (y1 - y0) / (x1 - x0) * (ep - x0);
  }
};
struct Tabulated : HardeningCurves {
  Tabulated(double last, const std::vector<double>& rates, const std::vector<Curve>& curves)
      : HardeningCurves(last / (curve_points - 1), rates) {
    for (int k = 0; k < n_rates; ++k)
      for (int i = 0; i < curve_points; ++i) curve(k)[i] = curves[k](i * strain_step);
  }
};

using Precisions = ::testing::Types<double, float>;

}  // namespace crumple::kernels::test
