// Equations of state of solids: linear polynomial, Gruneisen, tabulated. Pressure replaces the mean stress of any law;
// called behind it (law_additions.cpp).
// Sources: LS-DYNA theory manual, chapter "Equation of state models" (forms 1, 4, 9) and its integration of the energy;
// Gruneisen with a cubic shock velocity over particle velocity: Steinberg (1996).
// V relative volume, mu = 1/V - 1, E internal energy per initial volume; p = A(V) + B(V) E, positive in compression.
#pragma once

#include "kernels/packs_of_blocks.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

/// A and B, and their derivatives by ln V.
template <class P>
struct PressureForm {
  P a, b, da, db;
};

/// p = C0 + C1 mu + C2 mu^2 + C3 mu^3 + (C4 + C5 mu + C6 mu^2) E; C2 and C6 count in compression only.
template <class P>
CRUMPLE_INLINE PressureForm<P> linear_polynomial(const EosConstants& eos, const P& volume) {
  using Real = typename P::value_type;
  const auto c = [&](int i) CRUMPLE_LAMBDA_INLINE { return P(Real(eos.c[i])); };
  const P mu = P(1) / volume - P(1), rise = P(0) - (P(1) + mu);  // d mu / d ln V
  const auto compressed = mu > P(0);
  const P c2 = select(compressed, c(2), P(0)), c6 = select(compressed, c(6), P(0));
  return {c(0) + mu * (c(1) + mu * (c2 + mu * c(3))), c(4) + mu * (c(5) + mu * c6),
          rise * (c(1) + mu * (P(2) * c2 + P(3) * mu * c(3))), rise * (c(5) + P(2) * mu * c6)};
}

/// Compressed, x = mu / (mu + 1): rho C^2 mu [1 + (1 - g/2) mu - a/2 mu^2] / [1 - mu ((S1 - 1) + S2 x + S3 x^2)]^2 +
/// (g + a mu) E; expanded: rho C^2 mu + (g + a mu) E. rho is the initial density.
template <class P>
CRUMPLE_INLINE PressureForm<P> gruneisen(const EosConstants& eos, double density, const P& volume) {
  using Real = typename P::value_type;
  const P one(1), two(2), mu = one / volume - one, rise = P(0) - (one + mu);
  const P bulk(Real(density * eos.sound_speed * eos.sound_speed)), gamma(Real(eos.gamma)), a(Real(eos.a));
  const P linear(Real(1 - 0.5 * eos.gamma)), quadratic(Real(-0.5 * eos.a));
  const P s1(Real(eos.s[0])), s2(Real(eos.s[1])), s3(Real(eos.s[2])), x = mu * volume;  // x = mu / (mu + 1)
  const P above = mu * (one + mu * (linear + mu * quadratic));
  const P d_above = one + mu * (two * linear + P(3) * mu * quadratic);
  // A shock cannot compress further than to where the denominator is zero.
  const P root = max(one - mu * ((s1 - one) + x * (s2 + x * s3)), P(Real(0.01)));
  const P d_root = P(0) - ((s1 - one) + s2 * x * (two - x) + s3 * x * x * (P(3) - two * x));
  const P inverse = one / root, hugoniot = above * inverse * inverse;
  const P d_hugoniot = (d_above - two * above * inverse * d_root) * inverse * inverse;
  const auto compressed = mu > P(0);
  return {bulk * select(compressed, hugoniot, mu), gamma + a * mu, rise * bulk * select(compressed, d_hugoniot, one),
          rise * a};
}

/// p = C(ln V) + GAMA T(ln V) E, linear between the points and on beyond the last.
template <class P>
CRUMPLE_INLINE PressureForm<P> tabulated(const EosConstants& eos, const P& volume) {
  using Real = typename P::value_type;
  const P strain = log(volume);
  PressureForm<P> form{P(0), P(0), P(0), P(0)};
  for (int k = 0; k + 1 < eos.n_points; ++k) {
    const double step = eos.strain[k + 1] - eos.strain[k];
    const P dp(Real((eos.pressure[k + 1] - eos.pressure[k]) / step));
    const P dt(Real(eos.gamma * (eos.heat[k + 1] - eos.heat[k]) / step));
    const P beyond = strain - P(Real(eos.strain[k]));
    const auto reached = beyond >= P(0);
    const auto set = [&](P& x, const P& value)
                         CRUMPLE_LAMBDA_INLINE { x = k == 0 ? value : select(reached, value, x); };
    set(form.a, P(Real(eos.pressure[k])) + dp * beyond);
    set(form.b, P(Real(eos.gamma * eos.heat[k])) + dt * beyond);
    set(form.da, dp);
    set(form.db, dt);
  }
  return form;
}

template <class P>
CRUMPLE_INLINE PressureForm<P> pressure_form(const EosConstants& eos, double density, const P& volume) {
  switch (eos.kind) {
    case EosKind::linear_polynomial:
      return linear_polynomial(eos, volume);
    case EosKind::gruneisen:
      return gruneisen(eos, density, volume);
    case EosKind::tabulated:
      return tabulated(eos, volume);
    case EosKind::none:
      break;
  }
  return {P(0), P(0), P(0), P(0)};
}

/// A step of a point: volumes are relative, energies and work per initial volume.
template <class P>
struct EosStep {
  P volume, change;  ///< V at the end of the step, and dV
  P energy;          ///< E at its start, with the work of the step but that of the pressure
  P pressure;        ///< at the start; out: at the end [force/area]
  P bulk;            ///< out: -V dp/dV at constant entropy [force/area]
};

/// E = energy - dV (p_old + p) / 2 and p = A + B E together (LS-DYNA theory manual), p not below PC.
template <class P>
CRUMPLE_INLINE void update_pressure(const EosConstants& eos, double density, EosStep<P>& step) {
  using Real = typename P::value_type;
  const PressureForm<P> form = pressure_form(eos, density, step.volume);
  const P half(Real(0.5)), half_change = half * step.change;
  const P without = step.energy - half_change * step.pressure;
  const P free = (form.a + form.b * without) / (P(1) + form.b * half_change);
  const P pressure = max(free, P(Real(eos.least)));
  step.energy = without - half_change * pressure;
  step.pressure = pressure;
  step.bulk = step.volume * form.b * pressure - (form.da + form.db * step.energy);
}

}  // namespace crumple::kernels
