// *MAT_058 laminated composite fabric, for shells: an orthotropic layer whose stiffness is damaged along a, along b and
// in shear. Source: Matzenmiller, Lubliner & Taylor, Mechanics of Materials 20 (1995) 125-152, as LS-DYNA's keyword
// manual chooses among its surfaces by FS. With intact shares w = 1 - omega of the strains' sum e:
//   aa = (w_a EA e_a + w_a w_b nu_ba EA e_b) / D,  bb alike,  ab = w_s GAB e_ab,  D = 1 - w_a w_b nu_ab nu_ba
//   w  = exp(-(r^m) / (m e)),  r the largest ratio so far of the undamaged stress to its strength X
//   m  = 1 / ln(E e_X / X), so that the stress has its peak X at the strain e_X (E11T and so on)
// Beyond the peak w does not fall below (SLIM X) / (E e). Ratios of a and of b are apart for tension and compression.
//   FS = -1  each of them, and shear, by itself
//   FS =  0  b with shear: r_b^2 = (bb / Y)^2 + (ab / SC)^2, which drives the damage of shear, too
//   FS =  1  so b and a; the damage of shear follows the larger
// Transverse shear is elastic. A point fails at the effective strain ERODS.
#pragma once

#include <numbers>

#include "kernels/materials/composite.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

struct LaminatedFabric : CompositeParameters {
  static constexpr int number = 58;
  double surface = -1;                                ///< FS: 1, 0 or -1
  std::array<double, n_composite_modes> exponent{};   ///< m of E11T, E11C, E22T, E22C, GMS [1]
  std::array<double, n_composite_modes> remainder{};  ///< SLIMT1, SLIMC1, SLIMT2, SLIMC2, SLIMS [1]
};

template <class P>
struct Material058 {
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;
  using Parameters = LaminatedFabric;
  static constexpr HistoryNames<10> history_names{
      "strain aa",       "strain bb",           "strain ab",       softened_name,         "failed",
      "tension ratio a", "compression ratio a", "tension ratio b", "compression ratio b", "shear ratio"};
  static constexpr bool shells_only = true;
  static constexpr int ratio = 5;  ///< h[ratio + mode]: the largest so far, in the order of CompositeMode

  Orthotropy<P> elastic;
  CompositePoint<P> point;
  struct Damage {
    Real per_strength;  // [area/force]
    Real m, scale;      // 1 / (m e)
    Real peak;          // r where the stress is largest
    Real remainder;     // SLIM
  };
  Damage damage[n_composite_modes];
  Real poisson_product;
  int surface;

  Material058(const MaterialConstants&, const LaminatedFabric& p)
      : elastic(p), point(p, p.effective_strain > 0), surface(int(p.surface)) {
    poisson_product = Real(p.poisson_ba * p.poisson_ba * p.young_a / p.young_b);
    for (int mode = 0; mode < n_composite_modes; ++mode) {
      const double m = p.exponent[std::size_t(mode)];
      damage[mode] = {Real(1 / strength_of(p, mode)), Real(m), Real(1 / (m * std::numbers::e)),
                      Real(exp(PackDouble(1 / m))[0]), Real(p.remainder[std::size_t(mode)])};
    }
  }

  CRUMPLE_INLINE P plane_stress(const P* de, MaterialPoint<P>& at, const P& shear_factor) const {
    P strain[5];
    point.add_strain(de, at, strain);
    const P* e = at.h;
    P whole[3];
    elastic.in_plane(e, whole);
    const Mask a_pulled = whole[0] >= P(0), b_pulled = whole[1] >= P(0);
    const P per_soft = P(1) / point.softening(at);
    const P a = per_soft * of_sign(a_pulled, a_tension, whole[0]),
            b = per_soft * of_sign(b_pulled, b_tension, whole[1]);
    const P shear = P(damage[ab_shear].per_strength) * abs(whole[2]);
    const P r_a = surface == 1 ? sqrt(a * a + shear * shear) : a;
    const P r_b = surface >= 0 ? sqrt(b * b + shear * shear) : b;
    const P r_s = surface == 1 ? max(r_a, r_b) : surface == 0 ? r_b : shear;
    const P w_a = intact_of_sign(at, a_pulled, a_tension, r_a), w_b = intact_of_sign(at, b_pulled, b_tension, r_b);
    raise(at, ab_shear, Mask(true), r_s);
    const P w_s = intact(Mask(true), ab_shear, ab_shear, at.h[ratio + ab_shear]);

    const P both = w_a * w_b, per_d = P(1) / (P(1) - both * P(poisson_product));
    const P coupling = both * P(elastic.ab * (Real(1) - poisson_product));
    const P before[2] = {at.s[0], at.s[1]};
    at.s[0] = per_d * (w_a * P(elastic.alone_a) * e[0] + coupling * e[1]);
    at.s[1] = per_d * (w_b * P(elastic.alone_b) * e[1] + coupling * e[0]);
    at.s[2] = w_s * whole[2];
    elastic.add_transverse(strain, shear_factor, at.s);
    const P thickness_strain = elastic.thickness_strain(at.s[0] - before[0], at.s[1] - before[1]);
    point.fail(at, Mask(false));
    return thickness_strain;
  }

 private:
  /// The ratio of a stress to its strength in tension, or in compression, whose mode is the next.
  CRUMPLE_INLINE P of_sign(const Mask& pulled, int tension, const P& stress) const {
    return abs(stress) * select(pulled, P(damage[tension].per_strength), P(damage[tension + 1].per_strength));
  }
  static CRUMPLE_INLINE void raise(MaterialPoint<P>& at, int mode, const Mask& acts, const P& r) {
    P& largest = at.h[ratio + mode];
    largest = select(acts, max(largest, r), largest);
  }
  /// The intact share by the largest ratio r, with the constants of the first mode where `first`, of the second
  /// elsewhere.
  CRUMPLE_INLINE P intact(const Mask& first, int first_mode, int second_mode, const P& r) const {
    const Damage &a = damage[first_mode], &b = damage[second_mode];
    const auto of_mode = [&](Real of_first, Real of_second)
                             CRUMPLE_LAMBDA_INLINE { return select(first, P(of_first), P(of_second)); };
    const P power = pow(max(r, P(Real(1e-6))), of_mode(a.m, b.m));
    const P w = exp(P(0) - of_mode(a.scale, b.scale) * power);
    return max(w, of_mode(a.remainder, b.remainder) / max(r, of_mode(a.peak, b.peak)));
  }
  /// Raises the ratio that acts and gives the intact share by it.
  CRUMPLE_INLINE P intact_of_sign(MaterialPoint<P>& at, const Mask& pulled, int tension, const P& r) const {
    raise(at, tension, pulled, r);
    raise(at, tension + 1, !pulled, r);
    const P largest = select(pulled, at.h[ratio + tension], at.h[ratio + tension + 1]);
    return intact(pulled, tension, tension + 1, largest);
  }
};

}  // namespace crumple::kernels
