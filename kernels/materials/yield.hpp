// Yield stress as a function of the plastic strain increment of one step: bilinear, curve, or table over strain rate,
// with the strain rate effect of Cowper & Symonds (1957): sigma_y = sigma_s (1 + (rate/C)^(1/P)). A table has its own
// rates and takes no C and P.
// Called by J2Plasticity. All stresses here are divided by 3 G, so they are strains of order sigma_y / E and squares
// of them fit in a float in any system of units.
// ep effective plastic strain, C and P constants of Cowper & Symonds, sigma_s static yield stress.
#pragma once

#include "kernels/materials/history.hpp"
#include "kernels/simd/pack.hpp"

namespace crumple::kernels {

template <class P>
struct Yield {
  P stress, slope;  ///< [1], of 3 G; slope over the plastic strain increment
};

template <class P>
class YieldOfStep;

/// H = E E_t / (E - E_t), slope of yield stress over plastic strain of a uniaxial test with tangent modulus E_t.
inline double plastic_modulus(const MaterialConstants& c) { return c.young * c.tangent / (c.young - c.tangent); }

/// Constants of the yield stress.
template <class P>
struct YieldLaw {
  using Real = typename P::value_type;
  using OfStep = YieldOfStep<P>;

  Real initial;                     ///< yield stress at ep = 0 (of a curve: its first point) [1]
  Real modulus;                     ///< H of the bilinear law [1]
  const HardeningConstants* curve;  ///< or null: bilinear
  Real scale;                       ///< 1 / (3 G), of the curve's stresses
  Real steps_per_strain, strain_step, floor;
  Real rate_interval[max_rates];  ///< 1 / (rate[k+1] - rate[k]) of a table [time]
  Real inverse_C, inverse_p, p;   ///< C = 0: inverse_C = 0, no rate effect
  Real rate_fixed, rate_share;    ///< rate effect = (rate_fixed + rate_share sigma_s) (rate/C)^(1/P)
  bool cowper_symonds, viscoplastic, table;

  /// `hardening_share` of E_t's hardening is isotropic (the rest is the back stress').
  YieldLaw(const MaterialConstants& c, double three_G, double hardening_share)
      : initial(Real(c.yield / three_G)),
        modulus(Real(hardening_share * plastic_modulus(c) / three_G)),
        curve(c.hardening),
        scale(Real(1 / three_G)),
        inverse_C(c.rate_c > 0 ? Real(1 / c.rate_c) : Real(0)),
        inverse_p(c.rate_c > 0 ? Real(1 / c.rate_p) : Real(1)),
        p(Real(c.rate_p)),
        rate_fixed(0),
        rate_share(1),
        cowper_symonds(c.rate_c > 0 && !(c.hardening && c.hardening->n_rates > 1)),
        viscoplastic(c.viscoplastic),
        table(c.hardening && c.hardening->n_rates > 1) {
    if (!curve) return;
    strain_step = Real(curve->strain_step);
    steps_per_strain = Real(1 / curve->strain_step);
    initial = scale * Real(curve->stress[0][0]);  // as the look-up rounds
    floor = Real(1e-3) * initial;                 // a falling last slope must not reach zero
    for (int k = 0; table && k + 1 < curve->n_rates; ++k)
      rate_interval[k] = Real(1 / (curve->rate[k + 1] - curve->rate[k]));
  }

  bool needs_total_rate() const { return (cowper_symonds || table) && !viscoplastic; }
  bool viscous() const { return cowper_symonds && viscoplastic; }
};

/// The yield stress of one pack of points in one step, as a function of the plastic strain increment.
template <class P>
class YieldOfStep {
 public:
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;

  /// h: history at the start of the step.
  /// rate: effective total strain rate where law.needs_total_rate() [1/time], else unused.
  CRUMPLE_INLINE YieldOfStep(const YieldLaw<P>& law, const P* h, const P& rate, const P& dt)
      : law_(law), ep_(h[plastic_strain]), rate_(rate), inverse_dt_(P(0)), factor_(P(1)) {
    if (law.viscoplastic) inverse_dt_ = select(dt > P(0), P(1) / dt, P(0));
  }

  /// Without Cowper & Symonds, who only raise it: a point whose stress stays below is elastic.
  CRUMPLE_INLINE Yield<P> static_yield(const P& increment) {
    if (!law_.curve) return {P(law_.initial) + P(law_.modulus) * (ep_ + increment), P(law_.modulus)};
    return law_.table ? table_yield(increment) : curve_yield(ep_ + increment);
  }

  /// Lanes of `intact` whose trial stress q is outside the yield surface. The cheap static yield stress decides where
  /// it can. Call before the first operator(): this evaluates what costs a power and is the same in all iterations.
  CRUMPLE_INLINE Mask yields(const P& q, const Mask& intact) {
    Mask plastic = q > P(law_.initial);
    if (!law_.curve || law_.table || any(plastic || ep_ > P(0)))  // virgin points need no look-up in the curve
      plastic = q > static_yield(P(0)).stress;
    plastic = plastic && intact;
    if (!law_.needs_total_rate() || !law_.cowper_symonds || !any(plastic)) return plastic;
    factor_ = P(1) + pow(rate_ * P(law_.inverse_C), P(law_.inverse_p));
    return plastic && q > (*this)(P(0)).stress;
  }

  CRUMPLE_INLINE Yield<P> operator()(const P& increment) {
    const Yield<P> y = static_yield(increment);
    if (!law_.viscous()) return {factor_ * y.stress, factor_ * y.slope};
    const P r = pow(increment * inverse_dt_ * P(law_.inverse_C), P(law_.inverse_p));
    const P base = P(law_.rate_fixed) + P(law_.rate_share) * y.stress;
    const P steepness = base * r * P(law_.inverse_p) / max(increment, P(Real(1e-36)));
    return {y.stress + base * r, y.slope * (P(1) + P(law_.rate_share) * r) + steepness};
  }

  /// Of no increment.
  CRUMPLE_INLINE Yield<P> at_start() { return (*this)(P(0)); }

  /// Viscous laws: an increment below the solution of q - stiffness * increment = yield(increment), where Newton's
  /// method starts: the rate term is steep at 0, and from the left it converges monotonically. `excess` = q - static
  /// yield. The root in x = (increment / dt C)^(1/P) lies above t times the lesser of the roots for the rate term
  /// alone and for the stiffness alone, if t + t^P <= 1.
  CRUMPLE_INLINE P start(const P& excess, const P& stiffness) {
    const Yield<P> y = static_yield(P(0));
    const P t(law_.p >= 4 ? Real(0.7) : law_.p >= 2 ? Real(0.6) : Real(0.5)), p(law_.p);
    const P base = P(law_.rate_fixed) + P(law_.rate_share) * y.stress;
    const P dt_C = select(inverse_dt_ > P(0), P(1) / (inverse_dt_ * P(law_.inverse_C)), P(0));
    const P rate_alone = dt_C * pow(t * excess / base, p);
    const P stiffness_alone = pow(t, p) * excess / (stiffness + max(y.slope, P(0)));
    return min(rate_alone, stiffness_alone);
  }

 private:
  static constexpr int last_segment = curve_points - 2;

  CRUMPLE_INLINE Yield<P> curve_yield(const P& ep) {
    const auto outside = ep < from_ || ep >= to_;
    if (any(outside)) look_up(ep, outside);  // most iterations stay in the segment of the one before
    return keep_positive({left_ + slope_ * (ep - from_), slope_});
  }

  /// Other lanes keep their segment, so that at its very ends too a lane's result does not depend on its neighbours.
  CRUMPLE_INLINE void look_up(const P& ep, const typename P::mask_type& lanes) {
    const Index<P> index = to_index(ep * P(law_.steps_per_strain), last_segment);
    const P segment = to_real<P>(index), step(law_.strain_step);
    const P left = gather<P>(law_.curve->stress[0], index), right = gather<P>(law_.curve->stress[0] + 1, index);
    left_ = select(lanes, P(law_.scale) * left, left_);
    slope_ = select(lanes, P(law_.scale * law_.steps_per_strain) * (right - left), slope_);
    from_ = select(lanes, segment * step, from_);
    to_ = select(lanes, select(segment < P(Real(last_segment)), (segment + P(1)) * step, P(Real(1e30))), to_);
  }

  /// Linear between the curves of two rates; viscoplastic: at the rate of plastic strain.
  CRUMPLE_INLINE Yield<P> table_yield(const P& increment) {
    const P rate = law_.viscoplastic ? increment * inverse_dt_ : rate_;
    P lower(0), weight(0), interval(0);
    for (int k = 0; k + 1 < law_.curve->n_rates; ++k) {
      const P above = rate - P(Real(law_.curve->rate[k]));
      const auto here = above >= P(0);
      lower = select(here, P(Real(k)), lower);
      weight = select(here, above * P(law_.rate_interval[k]), weight);
      interval = select(here, P(law_.rate_interval[k]), interval);
    }
    interval = select(weight < P(1), interval, P(0));  // beyond the last rate the last curve holds
    weight = min(weight, P(1));
    const P ep = ep_ + increment;
    const P segment = to_real<P>(to_index(ep * P(law_.steps_per_strain), last_segment));
    const Yield<P> low = on_curve(lower, segment, ep), high = on_curve(lower + P(1), segment, ep);
    const P difference = high.stress - low.stress;
    const P over_rate = law_.viscoplastic ? difference * interval * inverse_dt_ : P(0);
    return keep_positive({low.stress + weight * difference, low.slope + weight * (high.slope - low.slope) + over_rate});
  }

  CRUMPLE_INLINE Yield<P> on_curve(const P& number, const P& segment, const P& ep) const {
    const Index<P> index = to_index(number * P(Real(curve_points)) + segment, max_rates * curve_points - 2);
    const double* stress = &law_.curve->stress[0][0];
    const P left = gather<P>(stress, index), right = gather<P>(stress + 1, index);
    const P slope = P(law_.scale * law_.steps_per_strain) * (right - left);
    return {P(law_.scale) * left + slope * (ep - segment * P(law_.strain_step)), slope};
  }

  CRUMPLE_INLINE Yield<P> keep_positive(const Yield<P>& y) const {
    const P floor(law_.floor);
    const auto above = y.stress > floor;
    return {select(above, y.stress, floor), select(above, y.slope, P(0))};
  }

  const YieldLaw<P>& law_;
  P ep_, rate_, inverse_dt_;
  P factor_;                        // Cowper & Symonds on the total strain rate
  P from_{Real(0)}, to_{Real(-1)};  // segment of the curve; at first none
  P left_{Real(0)}, slope_{Real(0)};
};

}  // namespace crumple::kernels
