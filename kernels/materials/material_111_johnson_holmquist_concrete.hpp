// *MAT_111 concrete of Holmquist, Johnson and Cook, for solids only: the strength over the pressure falls with damage,
// which plastic strain and the crushing of pores cause; the pressure is elastic, then crushes pores along a line, then
// follows a curve of the solid material. Source: Holmquist, Johnson & Cook (1993), as LS-DYNA's theory manual gives it,
// material model 111. Normalized by FC: p* = p / FC, t* = T / FC, mu = V0/V - 1:
//   strength / FC = (A (1 - D) + B p*^N) (1 + C ln max(rate / EPS0, 1)) <= SFMAX
//   D = sum of (dep + dmu_p) / max(D1 (p* + t*)^D2, EFMIN) <= 1,  mu_p the mu that stays without pressure
//   p = mu PC / UC up to UC, a line to (mu_1, PL), then K1 m + K2 m^2 + K3 m^3, m = (mu - UL) / (1 + UL), which is PL
//   at mu_1; unloading from the line has a slope between those of both ends; p >= -T (1 - D).
// In tension the strength, taken here as linear, ends at that pressure: A (1 - D + p / T).
// Damage of a step acts in the next one. History: effective plastic strain, D, the largest mu that has been.
#pragma once

#include <algorithm>

#include "kernels/materials/johnson_holmquist.hpp"

namespace crumple::kernels {

struct JohnsonHolmquistConcrete {
  static constexpr int number = 111;
  double shear = 0;                             ///< G [force/area]
  double a = 0, b = 0, c = 0, n = 0;            ///< A, B, C, N [1]
  double strength = 0;                          ///< FC [force/area]
  double tension = 0;                           ///< T [force/area]
  double reference_rate = 1;                    ///< EPS0 [1/time]
  double least_failure_strain = 0;              ///< EFMIN [1]
  double largest = 0;                           ///< SFMAX [1]; 0: no limit
  double crushing = 0, crushing_compaction = 0;  ///< PC [force/area], UC [1]
  double locking = 0, locking_compaction = 0;   ///< PL [force/area], UL [1]
  double d1 = 0, d2 = 0;                        ///< D1, D2 [1]
  double k1 = 0, k2 = 0, k3 = 0;                ///< K1, K2, K3 [force/area]
  double failure = 0;  ///< FS: > 0: plastic strain at which it fails [1]; 0: in tension beyond T; < 0: without strength
  /// K0 [force/area].
  double elastic() const { return crushing / crushing_compaction; }
  /// dp/dmu of the solid material without pressure [force/area].
  double solid_slope() const { return k1 / (1 + locking_compaction); }
  /// mu where the solid material has the pressure PL, by Newton's method from below.
  double closed() const {
    double m = 0;
    for (int i = 0; i < 50; ++i) m += (locking - m * (k1 + m * (k2 + m * k3))) / (k1 + m * (2 * k2 + m * 3 * k3));
    return locking_compaction + m * (1 + locking_compaction);
  }
  void set_up(MaterialConstants& its) const {
    its.first_yield = a * strength;
    its.can_fail = true;
  }
};

template <class P>
struct Material111 {
  using Real = typename P::value_type;
  using Parameters = JohnsonHolmquistConcrete;
  static constexpr HistoryNames<3> history_names{plastic_strain_name, "damage", "largest compaction"};
  static constexpr int broken = 1, compaction = 2;
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true, varying_modulus = true;

  Real G, inverse_G;
  BrittleRate<P> rate;
  Real a, b, largest, tension;              // over G
  Real n, d1, d2, least;
  Real k0, k1, k2, k3, solid_slope;         // over G
  Real crushing, crushing_end, locking;     // PC, PL over G; UC
  Real per_width, closed, pores;            // 1 / (mu_1 - UC), mu_1, UL
  Real per_strength, per_tension, failure;  // G / FC, G / T

  Material111(const MaterialConstants&, const JohnsonHolmquistConcrete& p)
      : G(Real(p.shear)),
        inverse_G(Real(1 / p.shear)),
        rate(p.c, p.reference_rate),
        a(Real(p.a * p.strength / p.shear)),
        b(Real(p.b * p.strength / p.shear)),
        largest(Real(p.largest > 0 ? p.largest * p.strength / p.shear : 1e20)),
        tension(Real(p.tension / p.shear)),
        n(Real(p.n)),
        d1(Real(p.d1)),
        d2(Real(p.d2)),
        least(Real(std::max(p.least_failure_strain, 1e-12))),
        k0(Real(p.elastic() / p.shear)),
        k1(Real(p.k1 / p.shear)),
        k2(Real(p.k2 / p.shear)),
        k3(Real(p.k3 / p.shear)),
        solid_slope(Real(p.solid_slope() / p.shear)),
        crushing(Real(p.crushing / p.shear)),
        crushing_end(Real(p.crushing_compaction)),
        locking(Real(p.locking / p.shear)),
        per_width(Real(1 / (p.closed() - p.crushing_compaction))),
        closed(Real(p.closed())),
        pores(Real(p.locking_compaction)),
        per_strength(Real(p.shear / p.strength)),
        per_tension(Real(p.shear / p.tension)),
        failure(Real(p.failure)) {}

  /// e_v = 1 - V/V0 at the end of the step; returns density times wave speed squared.
  CRUMPLE_INLINE P solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P one(1), zero(0), mu = e_v / (one - e_v);
    P &plastic = at.h[plastic_strain], &D = at.h[broken], &most = at.h[compaction];
    const BrittleDeviator<P> trial(de, at, P(inverse_G));
    const P old_pores = Crushed(*this, most).left;
    most = max(most, mu);
    const Crushed crushed(*this, most);
    const P m = (mu - P(pores)) * P(Real(1) / (1 + pores)), dense = max(m, zero);
    const auto solid = most >= P(closed);
    const P of_solid = P(k1) * m + dense * dense * (P(k2) + dense * P(k3));
    const P free = select(solid, of_solid, crushed.pressure - crushed.slope * (most - mu));
    const P p = max(free, P(0) - P(tension) * (one - D));
    const P in_tension = P(a) * (one - D + P(per_tension) * min(free, zero));
    const P raised = rate.factor(de, at.dt) * (max(in_tension, zero) +
                                               P(b) * brittle_power(P(per_strength) * max(p, zero), n));
    const P flow = trial.give(min(raised, P(largest)), p, P(G), at.s);
    plastic = plastic + flow;
    const P to_failure = P(d1) * brittle_power(P(per_strength) * max(p + P(tension), zero), d2);
    D = min(D + (flow + max(crushed.left - old_pores, zero)) / max(to_failure, P(least)), one);
    at.failed = at.failed || (failure > 0    ? plastic >= P(failure)
                              : failure == 0 ? free < P(0) - P(tension)
                                             : in_tension < zero);
    const P stiff = P(Real(1) / (1 + pores)) * (P(k1) + dense * (P(2 * k2) + dense * P(3 * k3)));
    const P slope = select(solid, stiff, crushed.slope);
    return P(G) * ((one + max(mu, zero)) * slope + P(Real(4.0 / 3)));
  }

 private:
  /// The crushing line at the largest mu: its pressure, the slope of unloading, and the mu that is left by it.
  struct Crushed {
    P pressure, slope, left;
    CRUMPLE_INLINE Crushed(const Material111& law, const P& most) {
      const P share = min(max((most - P(law.crushing_end)) * P(law.per_width), P(0)), P(1));
      const auto elastic = most <= P(law.crushing_end);
      slope = P(law.k0) + share * P(law.solid_slope - law.k0);
      pressure = select(elastic, P(law.k0) * most, P(law.crushing) + share * P(law.locking - law.crushing));
      left = select(elastic, P(0), select(most >= P(law.closed), P(law.pores), most - pressure / slope));
    }
  };
};

}  // namespace crumple::kernels
