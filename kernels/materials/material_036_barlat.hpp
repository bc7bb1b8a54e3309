// *MAT_036 sheet of three parameters, for shells: the yield surface of Barlat and Lian for sheets whose strengths
// differ along, across and at 45 degrees to the direction a in which they were rolled. Isotropic hardening, bilinear or
// by a curve. Source: Barlat & Lian, Int. J. Plasticity 5 (1989) 51-66, as LS-DYNA's keyword manual gives it:
//   2 q^m = A |K1 + K2|^m + A |K1 - K2|^m + C |2 K2|^m,  K1 = (aa + H bb) / 2,
//   K2^2 = ((aa - H bb) / 2)^2 + PB^2 ab^2,  C = 2 - A
// q is the yield stress of a pull along a. Transverse shear is elastic. A trial stress up to a tenth above the surface
// returns along the normal where it arrives (backward Euler), since the normal, and with it the ratio of strains, turns
// quickly near a pull. Larger ones return by cutting planes (Simo & Ortiz, Comp. Meth. Appl. Mech. Eng. 49 (1985)
// 221-245), each along the normal where it begins, which comes from outside of the convex surface.
#pragma once

#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/johnson_cook.hpp"
#include "kernels/materials/return_mapping.hpp"

namespace crumple::kernels {

struct Barlat : YieldParameters {
  static constexpr int number = 36;
  double exponent = 8;                   ///< M [1]
  double a = 1, h = 1, p = 1;            ///< A, H and PB [1]
};

template <class P>
struct Material036 {
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;
  using Parameters = Barlat;
  using Law = YieldLaw<P, true>;
  static constexpr HistoryNames<1> history_names{plastic_strain_name};
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool shells_only = true;

  Elasticity<P> elastic;
  Law law;
  Real unit;         // 1 / (3 G) [area/force]
  Real m, half_a, half_c, h, p2;
  Real plane, shear; // E / (1 - nu^2) and G, times `unit`

  Material036(const MaterialConstants& c, const Barlat& of)
      : elastic(c),
        law(c, of, 3 * elastic.G, 1),
        unit(Real(1 / (3 * elastic.G))),
        m(Real(of.exponent)),
        half_a(Real(0.5 * of.a)),
        half_c(Real(0.5 * (2 - of.a))),
        h(Real(of.h)),
        p2(Real(of.p * of.p)),
        plane(Real(elastic.E / (1 - elastic.nu * elastic.nu) / (3 * elastic.G))),
        shear(Real(1.0 / 3)) {}

  /// q and its derivatives by the stresses aa, bb, ab.
  struct Surface {
    P q, n[3];
  };
  /// x^(m - 1), of x >= 0.
  CRUMPLE_INLINE P raised(const P& x) const { return power(max(x, P(Real(1e-12))), P(m - 1)); }
  CRUMPLE_INLINE Surface surface(const P& aa, const P& bb, const P& ab) const {
    const P half(Real(0.5)), tiny(Real(1e-20)), one(1);
    const P k1 = half * (aa + P(h) * bb), d = half * (aa - P(h) * bb), k2 = sqrt(d * d + P(p2) * ab * ab);
    const P size = max(abs(k1) + k2, tiny), per_size = one / size;  // so that powers stay in range
    const P x = k1 * per_size, y = k2 * per_size, sum = x + y, difference = x - y, twice = y + y;
    const P of_sum = raised(abs(sum)), of_difference = raised(abs(difference)), of_twice = raised(twice);
    const P power_sum =
        P(half_a) * (of_sum * abs(sum) + of_difference * abs(difference)) + P(half_c) * of_twice * twice;
    const P root = power(max(power_sum, tiny), P(1 / m));
    const P outer = root / max(power_sum, tiny);  // root^(1 - m)
    const P up = select(sum < P(0), P(0) - of_sum, of_sum);
    const P down = select(difference < P(0), P(0) - of_difference, of_difference);
    const P by_k1 = outer * P(half_a) * (up + down);
    const P by_k2 = outer * (P(half_a) * (up - down) + P(Real(2) * half_c) * of_twice);
    const P per_k2 = by_k2 / max(k2, tiny), along = half * d * per_k2;
    return {size * root, {half * by_k1 + along, P(h) * (half * by_k1 - along), P(p2) * ab * per_k2}};
  }

  CRUMPLE_INLINE P plane_stress(const P* de, MaterialPoint<P>& at, const P& kappa) const {
    elastic.add_plane_stress(de, kappa, at.s);
    P& ep = at.h[plastic_strain];
    const auto rate = [&]() CRUMPLE_LAMBDA_INLINE {
      return effective_strain_plane_stress(de) / select(at.dt > P(0), at.dt, P(Real(1e30)));
    };
    typename Law::OfStep yield(law, at.h, at.dt);
    P s[3] = {P(unit) * at.s[0], P(unit) * at.s[1], P(unit) * at.s[2]};
    Surface now = surface(s[0], s[1], s[2]);
    P plastic_sum(0);  // dep_aa + dep_bb
    const Mask plastic = yield.yields(now.q, Mask(true), rate);
    if (any(plastic)) {
      P increment(0);
      const P trial[3] = {s[0], s[1], s[2]};
      const Mask is_near = now.q < P(Real(1.1)) * yield(increment).stress;
      Mask active = plastic;
      for (int i = 0;; ++i) {
        const Yield<P> y = yield(increment);
        const P excess = now.q - y.stress;
        active = active && abs(excess) > P(yield_tolerance<Real>) * y.stress;
        if (i == max_iterations || !any(active)) break;
        const P nu(Real(elastic.nu));
        const P way[3] = {P(plane) * (now.n[0] + nu * now.n[1]), P(plane) * (now.n[1] + nu * now.n[0]),
                          P(shear) * now.n[2]};
        const P fall = now.n[0] * way[0] + now.n[1] * way[1] + now.n[2] * way[2] + y.slope;
        const P flow = select(active, excess / fall, P(0));
        increment = increment + flow;
        for (int k = 0; k < 3; ++k)
          s[k] = select(active, select(is_near, trial[k] - increment * way[k], s[k] - flow * way[k]), s[k]);
        const P in_plane = now.n[0] + now.n[1];
        plastic_sum =
            select(active, select(is_near, increment * in_plane, plastic_sum + flow * in_plane), plastic_sum);
        now = surface(s[0], s[1], s[2]);
      }
      ep = select(plastic, ep + increment, ep);
      for (int k = 0; k < 3; ++k) at.s[k] = select(plastic, P(1 / unit) * s[k], at.s[k]);
    }
    return elastic.thickness_strain(de, plastic_sum);
  }
};

}  // namespace crumple::kernels
