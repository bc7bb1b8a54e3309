// *MAT_015 Johnson-Cook: power law hardening, logarithmic strain rate effect, softening by the heat of plastic work,
// fracture by accumulated damage. The volume is elastic: there is no equation of state.
// Sources: Johnson & Cook (1983), flow; (1985), fracture: D = sum of dep / ef, failure at D = 1,
//   ef = max((D1 + D2 exp(D3 sigma*)) (1 + D4 ln max(rate / EPSO, 1)) (1 + D5 T*), EFMIN),
// sigma* = mean stress / effective stress, positive in tension. All plastic work becomes heat, none is conducted away:
//   dT = sigma_y dep / (rho CP).
// History: effective plastic strain, temperature over TR, damage D.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"
#include "kernels/materials/johnson_cook.hpp"

namespace crumple::kernels {

template <class P>
struct Material015 {
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;
  static constexpr int number = 15;
  static constexpr HistoryNames<3> history_names{plastic_strain_name, "temperature rise", "damage"};
  static constexpr int rotated_tensor = no_tensor;

  J2Plasticity<P, false, JohnsonCookLaw<P, true>> law;
  Real heating;  ///< 3 G / (rho CP) [temperature]
  bool fractures;
  Real d1, d2, d3, d4, d5, least;

  explicit Material015(const MaterialConstants& c)
      : law(c, 1),
        heating(c.johnson_cook.heat > 0 ? Real(3 * law.elastic.G / (c.density * c.johnson_cook.heat)) : Real(0)),
        fractures(c.johnson_cook.fractures()),
        d1(Real(c.johnson_cook.fracture[0])),
        d2(Real(c.johnson_cook.fracture[1])),
        d3(Real(c.johnson_cook.fracture[2])),
        d4(Real(c.johnson_cook.fracture[3])),
        d5(Real(c.johnson_cook.fracture[4])),
        least(Real(c.johnson_cook.least_fracture)) {}

  CRUMPLE_INLINE P plane_stress(const P de[5], P s[5], P* h, P dt, P shear_factor, Mask& failed) const {
    P strain[5];
    keep_intact(5, de, h, strain);
    const P before = h[plastic_strain], thickness_strain = law.plane_stress(strain, s, h, dt, shear_factor, failed);
    if (any(h[plastic_strain] > before)) {
      const P unit(law.unit), x = unit * s[0], y = unit * s[1];
      const P xy = unit * s[2], yz = unit * s[3], zx = unit * s[4];
      const P q = sqrt(x * x + y * y - x * y + P(3) * (xy * xy + yz * yz + zx * zx));
      const P rate = needs_total_rate() ? effective_strain_plane_stress(strain) / law.time(dt) : P(0);
      accumulate(before, q, P(third) * (x + y), rate, dt, h);
      fail(5, s, h);
    }
    if (fractures) failed = failed || h[damage] >= P(1);
    return thickness_strain;
  }

  CRUMPLE_INLINE void solid(const P de[6], P s[6], P* h, P dt, Mask& failed) const {
    P strain[6];
    keep_intact(6, de, h, strain);
    const P before = h[plastic_strain];
    law.solid(strain, s, h, dt, failed);
    if (any(h[plastic_strain] > before)) {
      const P unit(law.unit), mean = unit * (P(third) * (s[0] + s[1] + s[2]));
      const P x = unit * s[0] - mean, y = unit * s[1] - mean, z = unit * s[2] - mean;
      const P xy = unit * s[3], yz = unit * s[4], zx = unit * s[5];
      const P q = sqrt(P(Real(1.5)) * (x * x + y * y + z * z) + P(3) * (xy * xy + yz * yz + zx * zx));
      const P rate = needs_total_rate() ? effective_strain_solid(strain) / law.time(dt) : P(0);
      accumulate(before, q, mean, rate, dt, h);
      fail(6, s, h);
    }
    if (fractures) failed = failed || h[damage] >= P(1);
  }

  double young() const { return law.elastic.E; }
  double shear() const { return law.elastic.G; }
  double bulk() const { return law.elastic.K; }

 private:
  static constexpr Real third = Real(1) / 3;

  bool needs_total_rate() const { return d4 != 0 && !law.law.viscoplastic; }

  /// The strain increments, 0 in points that have failed: they carry no stress and flow no more.
  CRUMPLE_INLINE void keep_intact(int n, const P* de, const P* h, P* strain) const {
    for (int i = 0; i < n; ++i) strain[i] = fractures ? select(h[damage] < P(1), de[i], P(0)) : de[i];
  }

  /// Temperature and damage of the plastic strain of a step; q effective and mean stress at its end, in units of 3 G.
  CRUMPLE_INLINE void accumulate(const P& before, const P& q, const P& mean, const P& total_rate, const P& dt,
                                 P* h) const {
    const P increment = h[plastic_strain] - before, warmth = h[temperature];
    h[temperature] = warmth + P(heating) * (q * increment);
    if (!fractures) return;
    P fracture(d1);
    if (d2 != 0) fracture = fracture + P(d2) * exp(P(d3) * (mean / max(q, P(Real(1e-36)))));
    if (d4 != 0) {
      const P rate = law.law.viscoplastic ? increment / law.time(dt) : total_rate;
      fracture = fracture * (P(1) + P(d4) * law.law.log_rate(rate));
    }
    if (d5 != 0) fracture = fracture * (P(1) + P(d5) * law.law.homologous(warmth));
    h[damage] = select(increment > P(0), h[damage] + increment / max(fracture, P(least)), h[damage]);
  }

  CRUMPLE_INLINE void fail(int n, P* s, const P* h) const {
    if (!fractures) return;
    for (int i = 0; i < n; ++i) s[i] = select(h[damage] < P(1), s[i], P(0));
  }
};

}  // namespace crumple::kernels
