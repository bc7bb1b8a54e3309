// *MAT_024 piecewise linear plasticity: isotropic hardening, bilinear (ETAN), by a curve, or by a table of curves over
// strain rate; Cowper & Symonds; failure at an effective plastic strain. The law of nearly all sheet steel in a car.
// Source: Simo & Taylor (1986); the law's card in LS-DYNA's keyword manual, which gives the two forms of the rate
// effect: on the total rate sigma_s (1 + (rate/C)^(1/P)); viscoplastic (VP = 1) sigma_s + SIGY (rate_p/C)^(1/P), or,
// without SIGY, the first form at the plastic rate.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"

namespace crumple::kernels {

/// Its curve or table takes the place of SIGY and ETAN.
struct PiecewiseLinear : YieldParameters {
  static constexpr int number = 24;
};

template <class P, YieldKind kind>
struct PiecewiseLinearPlasticity : J2Plasticity<P, false, YieldLaw<P, true, kind>> {
  using Parameters = PiecewiseLinear;
  static constexpr HistoryNames<1> history_names{plastic_strain_name};
  static constexpr int rotated_tensor = no_tensor;

  PiecewiseLinearPlasticity(const MaterialConstants& c, const PiecewiseLinear& p)
      : PiecewiseLinearPlasticity::J2Plasticity(c, p, 1) {
    if (p.viscoplastic != 1 || !(p.yield > 0)) return;
    this->law.rate_fixed = this->unit * typename P::value_type(p.yield);
    this->law.rate_share = 0;
  }
};

template <class P>
struct Material024 : PiecewiseLinearPlasticity<P, YieldKind::general> {
  using Plain = PiecewiseLinearPlasticity<P, YieldKind::plain>;
  static bool is_plain(const MaterialConstants& c) { return has_plain_yield(c, c.as<PiecewiseLinear>()); }
  using Material024::PiecewiseLinearPlasticity::PiecewiseLinearPlasticity;
};

}  // namespace crumple::kernels
