// *MAT_005 soil and foam and *MAT_014, which fails, for solids only. The pressure follows a curve over the volumetric
// strain mu = -ln V while the material is compacted further, and a line of slope KUN when it is unloaded; the yield
// stress depends on the pressure: J2 = a0 + a1 p + a2 p^2, without hardening. Tension goes no further than the cut-off.
// Source: Krieg (1972), as LS-DYNA's theory manual gives it, material models 5 and 14. p positive in compression.
// History: the largest mu that has been; whether it has torn.
#pragma once

#include <algorithm>

#include "kernels/materials/history.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

/// Its curve is the pressure over mu.
struct SoilAndFoam {
  static constexpr int number = 5;
  double shear = 0, unloading = 0;    ///< G, KUN: bulk modulus of unloading [force/area]
  double a0 = 0, a1 = 0, a2 = 0;      ///< of J2 at yield [force^2/area^2], [force/area], [1]
  double cutoff = 0;                  ///< PC: least pressure, 0 or less [force/area]
  double same_way_back = 0;           ///< VCR: 1: unloading follows the curve
  double tears = 0;                   ///< MAT_014: 1: at the cut-off it loses all tension and strength
};

template <class P>
struct Material005 {
  using Real = typename P::value_type;
  using Parameters = SoilAndFoam;
  static constexpr HistoryNames<2> history_names{"largest compaction", "torn"};
  static constexpr int compaction = 0, torn = 1;
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true;

  const HardeningConstants* curve;
  Real shear, unloading, a0, a1, a2, cutoff, steps;
  bool same_way_back, tears;

  Material005(const MaterialConstants& c, const SoilAndFoam& p)
      : curve(c.hardening),
        shear(Real(p.shear)),
        unloading(Real(p.unloading)),
        a0(Real(p.a0)),
        a1(Real(p.a1)),
        a2(Real(p.a2)),
        cutoff(Real(p.cutoff)),
        steps(Real(1 / curve->strain_step)),
        same_way_back(p.same_way_back == 1),
        tears(p.tears == 1) {}

  /// Beyond the last point the last slope goes on.
  CRUMPLE_INLINE P on_curve(const P& mu) const {
    const P place = P(steps) * max(mu, P(0));
    const Index<P> index = to_index(place, curve_points - 2);
    const P left = gather<P>(curve->stress, index), right = gather<P>(curve->stress + 1, index);
    return left + (place - to_real<P>(index)) * (right - left);
  }

  /// e_v = 1 - V/V0 at the end of the step.
  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P third(Real(1.0 / 3)), half(Real(0.5)), mu = P(0) - log(P(1) - e_v);
    P& most = at.h[compaction];
    most = same_way_back ? max(mu, P(0)) : max(mu, most);
    P p = on_curve(most) - P(unloading) * (most - mu);
    P s[6];
    const P mean = third * (at.s[0] + at.s[1] + at.s[2]), growth = third * (de[0] + de[1] + de[2]);
    for (int i = 0; i < 3; ++i) s[i] = at.s[i] - mean + P(2 * shear) * (de[i] - growth);
    for (int i = 3; i < 6; ++i) s[i] = at.s[i] + P(shear) * de[i];
    if (tears) {
      const auto is_torn = at.h[torn] > half || p <= P(cutoff);
      at.h[torn] = select(is_torn, P(1), P(0));
      p = max(p, select(is_torn, P(0), P(cutoff)));
    } else {
      p = max(p, P(cutoff));
    }
    const P j2 = half * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) + s[3] * s[3] + s[4] * s[4] + s[5] * s[5];
    P yield = max(P(a0) + p * (P(a1) + p * P(a2)), P(0));
    if (tears) yield = select(at.h[torn] > half && p <= P(0), P(0), yield);
    const P scale = select(j2 > yield, sqrt(yield / max(j2, P(Real(1e-30)))), P(1));
    for (int i = 0; i < 6; ++i) at.s[i] = scale * s[i] - (i < 3 ? p : P(0));
  }
};

}  // namespace crumple::kernels
