// *MAT_075 Bilkhu & Dubois' isotropic crushable foam, for solids only: an ellipse of the pressure p and of von Mises'
// stress q, with its axis on that of p, through the hydrostatic strength and the uniaxial one in compression, which are
// curves over mu = -ln V, and through a point in tension. The plastic strain keeps Poisson's ratio, so that the stress
// returns along its own direction. Source: Bilkhu, Founas & Nusholtz (1993) and the card of LS-DYNA's keyword manual.
//   (p - x)^2 + d q^2 = (pc - x)^2,  u: d = (pc - u/3) (u/3 + pc - 2 x) / u^2,  pt = pc - 2 x
// p positive in compression, pc and pt the hydrostatic strengths in compression and tension, u and t the uniaxial ones.
#pragma once

#include "kernels/materials/elasticity.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

/// Its curves are the pressure and the uniaxial stress at yield over mu.
struct BilkhuDuboisFoam {
  static constexpr int number = 75;
  double tension = 0, tension_share = 0;            ///< PC [force/area], VPC: of pc [1]; hydrostatic
  double uniaxial = 0, uniaxial_share = 0;          ///< TC [force/area], VTC: of u [1]; instead
  void set_up(MaterialConstants& c) const { c.first_yield = c.hardening ? c.hardening->stress[curve_points] : 0; }
};

template <class P>
struct Material075 {
  using Real = typename P::value_type;
  using Parameters = BilkhuDuboisFoam;
  static constexpr HistoryNames<0> history_names{};
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true;

  Elasticity<P> elastic;
  const HardeningConstants* curves;
  Real inverse_young, steps;
  Real tension, tension_share, uniaxial, uniaxial_share;  // strengths over E

  Material075(const MaterialConstants& c, const BilkhuDuboisFoam& p)
      : elastic(c),
        curves(c.hardening),
        inverse_young(Real(1 / c.young)),
        steps(Real(1 / curves->strain_step)),
        tension(Real(p.tension / c.young)),
        tension_share(Real(p.tension_share)),
        uniaxial(Real(p.uniaxial / c.young)),
        uniaxial_share(Real(p.uniaxial_share)) {}

  /// A strength over E; beyond the last point the last slope goes on.
  CRUMPLE_INLINE P strength(int which, const P& mu) const {
    const double* const curve = curves->stress + which * curve_points;
    const P place = P(steps) * max(mu, P(0));
    const Index<P> index = to_index(place, curve_points - 2);
    const P left = gather<P>(curve, index), right = gather<P>(curve + 1, index);
    return P(inverse_young) * (left + (place - to_real<P>(index)) * (right - left));
  }
  /// The centre of the ellipse.
  CRUMPLE_INLINE P centre(const P& pc, const P& u) const {
    const P half(Real(0.5)), third(Real(1.0 / 3));
    if (uniaxial <= 0 && uniaxial_share <= 0)
      return half * (pc - (tension_share > 0 ? P(tension_share) * pc : P(tension)));
    const P t = uniaxial_share > 0 ? P(uniaxial_share) * u : P(uniaxial);
    const P uu = P(1) / (u * u), tt = P(1) / (t * t);
    return half * pc * pc * (tt - uu) / ((pc + third * t) * tt - (pc - third * u) * uu);
  }

  /// e_v = 1 - V/V0 at the end of the step.
  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P third(Real(1.0 / 3)), mu = P(0) - log(P(1) - e_v);
    elastic.add_solid(de, at.s);
    const P pc = strength(0, mu), u = strength(1, mu), x = centre(pc, u);
    const P d = max((pc - third * u) * (third * u + pc - P(2) * x), P(Real(1e-6)) * pc * pc) / (u * u);
    P s[6];
    for (int i = 0; i < 6; ++i) s[i] = P(inverse_young) * at.s[i];
    const P p = P(0) - third * (s[0] + s[1] + s[2]);
    for (int i = 0; i < 3; ++i) s[i] = s[i] + p;
    const P q2 = P(Real(1.5)) * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) +
                 P(3) * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
    // f with (f p - x)^2 + d f^2 q^2 = (pc - x)^2
    const P square = p * p + d * q2, product = pc * (pc - P(2) * x), along = p * x;
    const auto yields = square - P(2) * along > product;
    if (!any(yields)) return;
    const P root = along + sqrt(along * along + max(square * product, P(0)));
    const P f = select(yields, root / max(square, P(Real(1e-30))), P(1));
    for (int i = 0; i < 6; ++i) at.s[i] = f * at.s[i];
  }
};

}  // namespace crumple::kernels
