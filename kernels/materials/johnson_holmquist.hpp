// What the two laws of Johnson and Holmquist for brittle solids share: the deviator of the trial stress and its radial
// return to a strength that the law knows. Called by MAT_110 and MAT_111. Stresses are divided by G, as their squares
// are to fit in a float. p pressure, positive in compression.
#pragma once

#include "kernels/materials/elasticity.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

/// x^n for x >= 0; 1 if n = 0.
template <class P>
CRUMPLE_INLINE P brittle_power(const P& x, typename P::value_type n) {
  using Real = typename P::value_type;
  if (n == 0) return P(1);
  return select(x > P(0), exp(P(n) * log(max(x, P(Real(1e-30))))), P(0));
}

/// 1 + C ln max(rate / EPS0, 1).
template <class P>
struct BrittleRate {
  using Real = typename P::value_type;
  Real c, inverse_rate;
  BrittleRate(double coefficient, double reference)
      : c(Real(coefficient)), inverse_rate(Real(reference > 0 ? 1 / reference : 0)) {}

  /// Of the effective rate of the total deviatoric strain.
  CRUMPLE_INLINE P factor(const P* de, const P& dt) const {
    if (c == 0) return P(1);
    const P growth = P(Real(1.0 / 3)) * (de[0] + de[1] + de[2]);
    const P e[6] = {de[0] - growth, de[1] - growth, de[2] - growth, de[3], de[4], de[5]};
    const P rate = effective_strain_solid(e) / max(dt, P(Real(1e-30)));
    return P(1) + P(c) * log(max(rate * P(inverse_rate), P(1)));
  }
};

/// The trial deviator of a step over G and its von Mises stress.
template <class P>
struct BrittleDeviator {
  using Real = typename P::value_type;
  P s[6];
  P effective;

  CRUMPLE_INLINE BrittleDeviator(const P* de, const MaterialPoint<P>& at, const P& inverse_G) {
    const P third(Real(1.0 / 3)), two(2);
    const P mean = third * (at.s[0] + at.s[1] + at.s[2]), growth = third * (de[0] + de[1] + de[2]);
    for (int i = 0; i < 3; ++i) s[i] = inverse_G * (at.s[i] - mean) + two * (de[i] - growth);
    for (int i = 3; i < 6; ++i) s[i] = inverse_G * at.s[i] + de[i];
    effective = sqrt(P(Real(1.5)) * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) +
                     P(3) * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
  }

  /// Sets the stress to the deviator within `strength` and the pressure p; returns the plastic strain increment.
  CRUMPLE_INLINE P give(const P& strength, const P& p, const P& G, P* stress) const {
    const auto flows = effective > strength;
    const P share = select(flows, strength / max(effective, P(Real(1e-30))), P(1));
    for (int i = 0; i < 6; ++i) stress[i] = G * (share * s[i] - (i < 3 ? p : P(0)));
    return select(flows, P(Real(1.0 / 3)) * (effective - strength), P(0));
  }
};

}  // namespace crumple::kernels
