// *MAT_015 Johnson-Cook: power law hardening, logarithmic strain rate effect, softening by the heat of plastic work,
// fracture by accumulated damage. The volume is elastic, or follows an equation of state.
// Sources: Johnson & Cook (1983), flow; (1985), fracture: D = sum of dep / ef, failure at D = 1,
//   ef = max((D1 + D2 exp(D3 sigma*)) (1 + D4 ln max(rate / EPSO, 1)) (1 + D5 T*), EFMIN),
// sigma* = mean stress / effective stress, positive in tension. All plastic work becomes heat, none is conducted away:
//   dT = sigma_y dep / (rho CP).
// History: effective plastic strain, temperature over TR, damage D.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"
#include "kernels/materials/johnson_cook.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

struct JohnsonCook : JohnsonCookFlow {
  static constexpr int number = 15;
  std::array<double, 5> fracture{};  ///< D1 ... D5 [1]; all 0: none
  double least_fracture_strain = 0;  ///< EFMIN [1]
  bool fractures() const { return fracture != std::array<double, 5>{}; }
  void set_up(MaterialConstants& its) const {
    its.first_yield = a;
    its.can_fail = fractures();
  }
};

template <class P>
struct Material015 {
  using Real = typename P::value_type;
  using Parameters = JohnsonCook;
  static constexpr HistoryNames<3> history_names{plastic_strain_name, "temperature rise", "damage"};
  static constexpr int rotated_tensor = no_tensor;

  J2Plasticity<P, false, JohnsonCookLaw<P, true>> law;
  Real heating;  ///< 3 G / (rho CP) [temperature]
  bool fractures;
  Real d1, d2, d3, d4, d5, least;

  Material015(const MaterialConstants& c, const JohnsonCook& p)
      : law(c, p, 1),
        heating(p.specific_heat > 0 ? Real(3 * law.elastic.G / (c.density * p.specific_heat)) : Real(0)),
        fractures(p.fractures()),
        d1(Real(p.fracture[0])),
        d2(Real(p.fracture[1])),
        d3(Real(p.fracture[2])),
        d4(Real(p.fracture[3])),
        d5(Real(p.fracture[4])),
        least(Real(p.least_fracture_strain)) {}

  CRUMPLE_INLINE P plane_stress(const P* de, MaterialPoint<P>& at, const P& shear_factor) const {
    P strain[5];
    keep_intact(de, at, strain);
    const P before = at.h[plastic_strain], thickness_strain = law.plane_stress(strain, at, shear_factor);
    if (any(at.h[plastic_strain] > before)) {
      const P unit(law.unit), x = unit * at.s[0], y = unit * at.s[1];
      const P xy = unit * at.s[2], yz = unit * at.s[3], zx = unit * at.s[4];
      const P q = sqrt(x * x + y * y - x * y + P(3) * (xy * xy + yz * yz + zx * zx));
      const P rate = needs_total_rate() ? effective_strain_plane_stress(strain) / law.time(at.dt) : P(0);
      accumulate(at, {before, q, P(third) * (x + y), rate});
      fail<5>(at);
    }
    if (fractures) at.failed = at.failed || at.h[damage] >= P(1);
    return thickness_strain;
  }

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    P strain[6];
    keep_intact(de, at, strain);
    const P before = at.h[plastic_strain];
    law.solid(strain, at);
    if (any(at.h[plastic_strain] > before)) {
      const P unit(law.unit), mean = unit * (P(third) * (at.s[0] + at.s[1] + at.s[2]));
      const P x = unit * at.s[0] - mean, y = unit * at.s[1] - mean, z = unit * at.s[2] - mean;
      const P xy = unit * at.s[3], yz = unit * at.s[4], zx = unit * at.s[5];
      const P q = sqrt(P(Real(1.5)) * (x * x + y * y + z * z) + P(3) * (xy * xy + yz * yz + zx * zx));
      const P rate = needs_total_rate() ? effective_strain_solid(strain) / law.time(at.dt) : P(0);
      accumulate(at, {before, q, mean, rate});
      fail<6>(at);
    }
    if (fractures) at.failed = at.failed || at.h[damage] >= P(1);
  }

 private:
  static constexpr Real third = Real(1) / 3;

  constexpr bool needs_total_rate() const { return d4 != 0 && !law.law.viscoplastic; }

  /// The strain increments, 0 in points that have failed: they carry no stress and flow no more.
  template <int n>
  CRUMPLE_INLINE void keep_intact(const P* de, const MaterialPoint<P>& at, P (&strain)[n]) const {
    for (int i = 0; i < n; ++i) strain[i] = fractures ? select(at.h[damage] < P(1), de[i], P(0)) : de[i];
  }

  /// What a step with plastic flow has come to. References, for a tile is not to be copied.
  struct Flow {
    const P& strain_before;  // effective plastic strain at the start of the step [1]
    const P &q, &mean;       // effective and mean stress at its end, in units of 3 G
    const P& total_rate;     // effective strain rate [1/time]
  };

  /// Temperature and damage of the plastic strain of a step.
  CRUMPLE_INLINE void accumulate(MaterialPoint<P>& at, const Flow& flow) const {
    P* const h = at.h;
    const P increment = h[plastic_strain] - flow.strain_before, warmth = h[temperature];
    h[temperature] = warmth + P(heating) * (flow.q * increment);
    if (!fractures) return;
    P fracture(d1);
    if (d2 != 0) fracture = fracture + P(d2) * exp(P(d3) * (flow.mean / max(flow.q, P(Real(1e-36)))));
    if (d4 != 0) {
      const P rate = law.law.viscoplastic ? increment / law.time(at.dt) : flow.total_rate;
      fracture = fracture * (P(1) + P(d4) * law.law.log_rate(rate));
    }
    if (d5 != 0) fracture = fracture * (P(1) + P(d5) * law.law.homologous(warmth));
    h[damage] = select(increment > P(0), h[damage] + increment / max(fracture, P(least)), h[damage]);
  }

  template <int n>
  CRUMPLE_INLINE void fail(MaterialPoint<P>& at) const {
    if (!fractures) return;
    for (int i = 0; i < n; ++i) at.s[i] = select(at.h[damage] < P(1), at.s[i], P(0));
  }
};

}  // namespace crumple::kernels
