// *MAT_110 ceramics and glass of Johnson and Holmquist (JH-2), for solids only: the strength over the pressure goes
// from that of intact to that of fractured material as damage grows, and the elastic energy that is lost makes the
// fractured material bulk. Source: Johnson & Holmquist (1994), as LS-DYNA's theory manual gives it, material model 110.
// Normalized by the Hugoniot elastic limit: p* = p / PHEL, t* = T / PHEL, strengths over 1.5 (HEL - PHEL):
//   intact  A (p* + t*)^N R,  fractured  B p*^M R <= SFMAX,  R = 1 + C ln max(rate / EPS0, 1)
//   strength = intact - D (intact - fractured),  D = sum of dep / (D1 (p* + t*)^D2) <= 1
//   p = K1 mu + K2 mu^2 + K3 mu^3 + dP >= -T (1 - D),  mu = V0/V - 1; in tension K1 mu + dP
//   dP = -K1 mu + sqrt((K1 mu + dP)^2 + 2 BETA K1 dU),  dU the loss of (strength)^2 / (6 G) by damage, where mu > 0
// Damage and dP of a step act in the next one.
// History: effective plastic strain, D, dP / G.
#pragma once

#include <cmath>

#include "kernels/materials/johnson_holmquist.hpp"

namespace crumple::kernels {

struct JohnsonHolmquistCeramics {
  static constexpr int number = 110;
  double shear = 0;                                    ///< G [force/area]
  double a = 0, b = 0, c = 0, m = 0, n = 0;            ///< A, B, C, M, N [1]
  double reference_rate = 1;                           ///< EPS0 [1/time]
  double tension = 0;                                  ///< T: largest tensile pressure [force/area]
  double largest_fractured = 0;                        ///< SFMAX [1]; 0: no limit
  double elastic_limit = 0, elastic_limit_pressure = 0;  ///< HEL, PHEL [force/area]
  double bulking = 0;                                  ///< BETA [1]
  double d1 = 0, d2 = 0;                               ///< D1, D2 [1]
  double k1 = 0, k2 = 0, k3 = 0;                       ///< K1, K2, K3 [force/area]
  double failure = 0;  ///< FS: > 0: plastic strain at which it fails [1]; < 0: it fails in tension beyond T; 0: never
  /// Effective stress at the Hugoniot elastic limit [force/area].
  double limit_strength() const { return 1.5 * (elastic_limit - elastic_limit_pressure); }
  void set_up(MaterialConstants& its) const {
    its.first_yield = limit_strength() * a * pow(PackDouble(tension / elastic_limit_pressure), PackDouble(n))[0];
    its.can_fail = failure != 0;
  }
};

template <class P>
struct Material110 {
  using Real = typename P::value_type;
  using Parameters = JohnsonHolmquistCeramics;
  static constexpr HistoryNames<3> history_names{plastic_strain_name, "damage", "bulking pressure / G"};
  static constexpr int broken = 1, bulking_pressure = 2;
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true, varying_modulus = true;

  Real G, inverse_G;
  BrittleRate<P> rate;
  Real a, b, largest;            // strengths over G
  Real m, n, d1, d2;
  Real k1, k2, k3, tension;      // over G
  Real per_limit;                // G / PHEL
  Real bulking, failure;

  Material110(const MaterialConstants&, const JohnsonHolmquistCeramics& p)
      : G(Real(p.shear)),
        inverse_G(Real(1 / p.shear)),
        rate(p.c, p.reference_rate),
        a(Real(p.a * p.limit_strength() / p.shear)),
        b(Real(p.b * p.limit_strength() / p.shear)),
        largest(Real(p.largest_fractured > 0 ? p.largest_fractured * p.limit_strength() / p.shear : 1e20)),
        m(Real(p.m)),
        n(Real(p.n)),
        d1(Real(p.d1)),
        d2(Real(p.d2)),
        k1(Real(p.k1 / p.shear)),
        k2(Real(p.k2 / p.shear)),
        k3(Real(p.k3 / p.shear)),
        tension(Real(p.tension / p.shear)),
        per_limit(Real(p.shear / p.elastic_limit_pressure)),
        bulking(Real(p.bulking)),
        failure(Real(p.failure)) {}

  /// e_v = 1 - V/V0 at the end of the step; returns density times wave speed squared.
  CRUMPLE_INLINE P solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P one(1), zero(0), mu = e_v / (one - e_v), dense = max(mu, zero);
    P &plastic = at.h[plastic_strain], &D = at.h[broken];
    const BrittleDeviator<P> trial(de, at, P(inverse_G));
    const P free = P(k1) * mu + dense * dense * (P(k2) + dense * P(k3)) + at.h[bulking_pressure];
    const P p = max(free, P(0) - P(tension) * (one - D));
    const P factor = rate.factor(de, at.dt), above = P(per_limit) * max(p + P(tension), zero);
    const P intact = P(a) * factor * brittle_power(above, n);
    const P fractured = min(P(b) * factor * brittle_power(P(per_limit) * max(p, zero), m), P(largest));
    const P strength = max(intact - D * (intact - fractured), zero);
    const P flow = trial.give(strength, p, P(G), at.s);
    plastic = plastic + flow;
    const P to_failure = P(d1) * brittle_power(above, d2);
    D = min(D + flow / max(to_failure, P(Real(1e-12))), one);
    if (bulking > 0) bulk(at.h[bulking_pressure], mu, strength, max(intact - D * (intact - fractured), zero));
    if (failure > 0) at.failed = at.failed || plastic >= P(failure);
    if (failure < 0) at.failed = at.failed || free < P(0) - P(tension);
    return P(G) * ((one + mu) * (P(k1) + dense * (P(2 * k2) + dense * P(3 * k3))) + P(Real(4.0 / 3)));
  }

 private:
  /// The pressure that takes up the elastic energy of a strength that damage has reduced.
  CRUMPLE_INLINE void bulk(P& added, const P& mu, const P& strength, const P& left) const {
    const P lost = P(Real(1.0 / 6)) * (strength * strength - left * left);
    const P elastic = P(k1) * mu, old = elastic + added;
    const P now = sqrt(old * old + P(2 * bulking * k1) * max(lost, P(0))) - elastic;
    added = select(mu > P(0) && lost > P(0), now, added);
  }
};

}  // namespace crumple::kernels
