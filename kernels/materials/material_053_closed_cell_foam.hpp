// *MAT_053 rigid foam of low density with closed cells, for solids only: a skeleton without lateral contraction whose
// principal stresses go no further than g, in tension and in compression, and the air in the cells at constant
// temperature. Sources: Neilsen, Morgan & Krieg (1987); LS-DYNA theory manual, material model 53:
//   g = A + B (1 + C gamma), gamma = V - 1 + GAMMA0, p = -P0 gamma / (1 + gamma - PHI), sigma = sigma_skeleton - p 1.
// V relative volume, e_v = 1 - V volumetric strain, p pressure of the air above P0. A part at rest has no stress: with
// GAMMA0 the skeleton then carries the air. History: e_v, from which the next step finds the skeleton's stress.
#pragma once

#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/principal_limits.hpp"

namespace crumple::kernels {

struct ClosedCellFoam {
  static constexpr int number = 53;
  double a = 0;              ///< A [force/area]
  double b = 0;              ///< B [force/area]
  double c = 0;              ///< C [1]
  double air_pressure = 0;   ///< P0 [force/area]
  double solid_share = 0;    ///< PHI: density of the foam over that of the polymer [1]
  double volume_strain = 0;  ///< GAMMA0: gamma at the start [1]

  double yield_at_start() const { return a + b * (1 + c * volume_strain); }
  void set_up(MaterialConstants& constants) const {
    constants.poisson = 0;
    constants.first_yield = yield_at_start();
  }
};

template <class P>
struct Material053 {
  using Real = typename P::value_type;
  using Parameters = ClosedCellFoam;
  static constexpr HistoryNames<1> history_names{"volumetric strain"};
  static constexpr int volumetric_strain = 0, rotated_tensor = no_tensor;
  static constexpr bool solids_only = true, varying_modulus = true;
  /// Of the air, over V0 of the element: below it the pressure is linear in gamma and stays finite [1].
  static constexpr Real least_volume = Real(1e-3);

  Elasticity<P> elastic;
  Real scale;             ///< 1 / E [area/force]
  Real yield, hardening;  ///< g / E at e_v = 0, and -d(g / E) / d(e_v)
  Real pressure;          ///< P0 [force/area]
  Real first_gamma;       ///< GAMMA0
  Real first_volume;      ///< of the air: 1 + GAMMA0 - PHI
  Real stiffness;         ///< P0 (1 - PHI) [force/area]

  Material053(const MaterialConstants& c, const ClosedCellFoam& p)
      : elastic(c),
        scale(Real(1 / c.young)),
        yield(Real(p.yield_at_start() / c.young)),
        hardening(Real(p.b * p.c / c.young)),
        pressure(Real(p.air_pressure)),
        first_gamma(Real(p.volume_strain)),
        first_volume(Real(1 + p.volume_strain - p.solid_share)),
        stiffness(Real(p.air_pressure * (1 - p.solid_share))) {}

  CRUMPLE_INLINE P air_volume(const P& e_v) const { return max(P(first_volume) - e_v, P(least_volume)); }
  CRUMPLE_INLINE P air_pressure(const P& e_v) const { return P(pressure) * (e_v - P(first_gamma)) / air_volume(e_v); }

  /// The modulus is E and -V dp/dV = P0 (1 - PHI) V / (1 + gamma - PHI)^2.
  CRUMPLE_INLINE P solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    P* const s = at.s;
    P& strain = at.h[volumetric_strain];
    const P before = air_pressure(strain), now = air_pressure(e_v);
    for (int i = 0; i < 3; ++i) s[i] = s[i] + before;
    elastic.add_solid(de, s);
    const P g = max(P(yield) - P(hardening) * e_v, P(0));
    limit_principal_stresses(s, P(Real(elastic.E)), P(scale), g,
                             [&]() CRUMPLE_LAMBDA_INLINE { return PrincipalLimits<P>{g, g}; });
    for (int i = 0; i < 3; ++i) s[i] = s[i] - now;
    strain = e_v;
    const P volume = air_volume(e_v);
    return P(Real(elastic.E)) + P(stiffness) * (P(1) - e_v) / (volume * volume);
  }
};

}  // namespace crumple::kernels
