// *MAT_024 piecewise linear plasticity: isotropic hardening, bilinear (ETAN), by a curve, or by a table of curves over
// strain rate; Cowper & Symonds; failure at an effective plastic strain. The law of nearly all sheet steel in a car.
// Source: Simo & Taylor (1986); the law's card in LS-DYNA's keyword manual, which gives the two forms of the rate
// effect: on the total rate sigma_s (1 + (rate/C)^(1/P)); viscoplastic (VP = 1) sigma_s + SIGY (rate_p/C)^(1/P), or,
// without SIGY, the first form at the plastic rate.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"

namespace crumple::kernels {

template <class P>
struct Material024 {
  using Mask = typename P::mask_type;
  static constexpr int number = 24;
  static constexpr HistoryNames<1> history_names{plastic_strain_name};
  static constexpr int rotated_tensor = no_tensor;

  J2Plasticity<P, false, YieldLaw<P, true>> law;

  explicit Material024(const MaterialConstants& c) : law(c, 1) {
    if (!c.viscoplastic || !(c.yield > 0)) return;
    law.law.rate_fixed = law.unit * typename P::value_type(c.yield);
    law.law.rate_share = 0;
  }

  CRUMPLE_INLINE P plane_stress(const P de[5], P s[5], P* h, P dt, P shear_factor, Mask& failed) const {
    return law.plane_stress(de, s, h, dt, shear_factor, failed);
  }
  CRUMPLE_INLINE void solid(const P de[6], P s[6], P* h, P dt, Mask& failed) const { law.solid(de, s, h, dt, failed); }

  double young() const { return law.elastic.E; }
  double shear() const { return law.elastic.G; }
  double bulk() const { return law.elastic.K; }
};

}  // namespace crumple::kernels
