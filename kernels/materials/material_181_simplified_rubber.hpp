// *MAT_181 simplified rubber, for solids only: Ogden's form with a tabulated function of the principal stretches that
// gives the curve of a uniaxial test back, and a linear bulk modulus:
//   sigma_k = 1/J (g(l_k*) - mean over k) + K (J - 1) / J,  g(l) = l f0(l) + l^(-1/2) f0(l^(-1/2)) + l^(1/4) f0(..) +
//   ...
// with f0 the nominal stress of the test over its stretch. Source: Kolling, Du Bois, Benson & Feng (2007).
// l* principal stretches without the change of volume, J relative volume. The curve of the material is g over ln l*.
// History: b - 1.
#pragma once

#include "kernels/materials/left_stretch.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

struct SimplifiedRubber {
  static constexpr int number = 181;
  double bulk = 0;  ///< KM [force/area]
};

template <class P>
struct Material181 {
  using Real = typename P::value_type;
  using Parameters = SimplifiedRubber;
  static constexpr HistoryNames<6> history_names{"left stretch xx", "left stretch yy", "left stretch zz",
                                                 "left stretch xy", "left stretch yz", "left stretch zx"};
  static constexpr int rotated_tensor = no_tensor, left_stretch = 0;
  static constexpr bool solids_only = true, varying_modulus = true;

  const HardeningConstants* curve;
  Real bulk, first, steps;

  Material181(const MaterialConstants& c, const SimplifiedRubber& p)
      : curve(c.hardening), bulk(Real(p.bulk)), first(Real(curve->first_strain)), steps(Real(1 / curve->strain_step)) {}

  CRUMPLE_INLINE P solid(const P*, MaterialPoint<P>& at, const P& e_v) const {
    const P one(1), half(Real(0.5)), third(Real(1.0 / 3)), J = one - e_v, inverse_J = one / J;
    const PrincipalValues<P> b = principal_stretches(at.h);
    const P volume = third * log(J);
    P g[3], slope(0);
    for (int k = 0; k < 3; ++k) {
      const P place = P(steps) * (half * log(one + b.value[k]) - volume - P(first));
      const Index<P> index = to_index(place, curve_points - 2);
      const P left = gather<P>(curve->stress, index), rise = gather<P>(curve->stress + 1, index) - left;
      g[k] = left + (place - to_real<P>(index)) * rise;
      slope = max(slope, abs(rise));
    }
    const P mean = third * (g[0] + g[1] + g[2]), pressure = P(0) - P(bulk) * e_v * inverse_J;
    for (int k = 0; k < 3; ++k) g[k] = inverse_J * (g[k] - mean) + pressure;
    compose(g, b.direction, at.s);
    return inverse_J * (P(bulk) + P(Real(4.0 / 3)) * P(steps) * slope);
  }
};

}  // namespace crumple::kernels
