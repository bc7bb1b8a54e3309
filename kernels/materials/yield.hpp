// Yield stress as a function of the plastic strain increment of one step: bilinear, curve, or table over strain rate,
// with the strain rate effect of Cowper & Symonds (1957): sigma_y = sigma_s (1 + (rate/C)^(1/P)). A table has its own
// rates and takes no C and P.
// Called by J2Plasticity. All stresses here are divided by 3 G, so they are strains of order sigma_y / E and squares
// of them fit in a float in any system of units.
// ep effective plastic strain, C and P constants of Cowper & Symonds, sigma_s static yield stress.
#pragma once

#include "kernels/materials/hardening.hpp"
#include "kernels/materials/history.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

/// What laws with this yield stress have in common.
struct YieldParameters {
  double yield = 0;           ///< SIGY: at no plastic strain, without a curve [force/area]
  double tangent = 0;         ///< ETAN: slope of the stress over the strain, without a curve [force/area]
  double rate_c = 0;          ///< SRC, C: of Cowper and Symonds [1/time]; 0: no rate effect
  double rate_p = 0;          ///< SRP, P: of Cowper and Symonds [1]
  double viscoplastic = 0;    ///< VP: 1: of the plastic strain rate, else of the total one
  double failure_strain = 0;  ///< FS, FAIL: effective plastic strain at which a point fails [1]; 0: none
  double least_step = 0;      ///< TDEL: an element of a smaller step goes [time]; 0: none
  void set_up(MaterialConstants& c) const {
    c.least_step = least_step;
    c.first_yield = c.curve_begins(yield);
    c.can_fail = failure_strain > 0;
  }
};

/// `plain`: no table, and no rate effect or one of the total strain rate with P = 2 or 4, as nearly all sheets of a car
/// have it. Without calls of functions the compiler keeps the values of a pack in registers.
enum class YieldKind { plain, general };
inline bool has_plain_yield(const MaterialConstants& c, const YieldParameters& p) {
  const bool has_table = c.hardening && c.hardening->n_rates > 1;
  return !has_table && (!(p.rate_c > 0) || (p.viscoplastic != 1 && (p.rate_p == 2 || p.rate_p == 4)));
}

template <class P, bool with_curves, YieldKind kind>
class YieldOfStep;

/// H = E E_t / (E - E_t), slope of yield stress over plastic strain of a uniaxial test with tangent modulus E_t.
inline double plastic_modulus(double young, const YieldParameters& p) {
  return young * p.tangent / (young - p.tangent);
}

/// Constants of the yield stress; without curves, bilinear only.
template <class P, bool with_curves, YieldKind kind = YieldKind::general>
struct YieldLaw {
  using Real = typename P::value_type;
  using OfStep = YieldOfStep<P, with_curves, kind>;
  using Parameters = YieldParameters;

  static constexpr bool is_general = kind == YieldKind::general;

  HardeningLaw<P> hardening;
  Real initial;                  ///< yield stress at ep = 0 (of a curve: its first point) [1]
  Real modulus;                  ///< H of the bilinear law [1]
  Real inverse_C, inverse_p, p;  ///< C = 0: inverse_C = 0, no rate effect
  Real rate_fixed, rate_share;   ///< rate effect = (rate_fixed + rate_share sigma_s) (rate/C)^(1/P)
  bool cowper_symonds, viscoplastic;

  /// `hardening_share` of E_t's hardening is isotropic (the rest is the back stress').
  YieldLaw(const MaterialConstants& c, const YieldParameters& given, double three_G, double hardening_share)
      : hardening(with_curves ? c.hardening : nullptr, three_G),
        initial(has_curve() ? hardening.initial : Real(given.yield / three_G)),
        modulus(Real(hardening_share * plastic_modulus(c.young, given) / three_G)),
        inverse_C(given.rate_c > 0 ? Real(1 / given.rate_c) : Real(0)),
        inverse_p(given.rate_c > 0 ? Real(1 / given.rate_p) : Real(1)),
        p(Real(given.rate_p)),
        rate_fixed(0),
        rate_share(1),
        cowper_symonds(given.rate_c > 0 && !has_table()),
        viscoplastic(given.viscoplastic == 1) {}

  constexpr bool has_curve() const { return with_curves && hardening.curves; }
  constexpr bool has_table() const { return is_general && with_curves && hardening.table; }
  constexpr bool rates_are_plastic() const { return is_general && viscoplastic; }
  constexpr bool needs_total_rate() const { return (cowper_symonds || has_table()) && !rates_are_plastic(); }
  constexpr bool viscous() const { return cowper_symonds && rates_are_plastic(); }
};

/// (rate / C)^(1/P): roots for the exponents that most sheets have, which take less time than a power.
template <class P, bool with_curves, YieldKind kind>
CRUMPLE_INLINE P rate_effect(const YieldLaw<P, with_curves, kind>& law, const P& rate) {
  const P x = rate * P(law.inverse_C);
  if (law.p == 4) return sqrt(sqrt(x));
  if (!law.is_general || law.p == 2) return sqrt(x);
  return pow(x, P(law.inverse_p));
}

/// The static yield stress y raised by the viscoplastic rate effect of a plastic strain increment. This and the next
/// are functions of their own: what they cost are their powers.
template <class P, bool with_curves, YieldKind kind>
CRUMPLE_NOINLINE Yield<P> add_viscosity(const YieldLaw<P, with_curves, kind>& law, const Yield<P>& y,
                                        const P& increment, const P& inverse_dt) {
  using Real = typename P::value_type;
  const P r = rate_effect(law, increment * inverse_dt);
  const P base = P(law.rate_fixed) + P(law.rate_share) * y.stress;
  const P steepness = base * r * P(law.inverse_p) / max(increment, P(Real(1e-36)));
  return {y.stress + base * r, y.slope * (P(1) + P(law.rate_share) * r) + steepness};
}

/// An increment below the solution of q - stiffness * increment = yield(increment), where Newton's method starts: the
/// rate term is steep at 0, and from the left it converges monotonically. `excess` = q - y, y the static yield stress.
/// The root in x = (increment / dt C)^(1/P) lies above t times the lesser of the roots for the rate term alone and for
/// the stiffness alone, if t + t^P <= 1.
template <class P, bool with_curves, YieldKind kind>
CRUMPLE_NOINLINE P viscous_start(const YieldLaw<P, with_curves, kind>& law, const Yield<P>& y, const P& inverse_dt,
                                 const P& excess, const P& stiffness) {
  using Real = typename P::value_type;
  const P t(law.p >= 4 ? Real(0.7) : law.p >= 2 ? Real(0.6) : Real(0.5)), p(law.p);
  const P base = P(law.rate_fixed) + P(law.rate_share) * y.stress;
  const P dt_C = select(inverse_dt > P(0), P(1) / (inverse_dt * P(law.inverse_C)), P(0));
  const P rate_alone = dt_C * pow(t * excess / base, p);
  const P stiffness_alone = pow(t, p) * excess / (stiffness + max(y.slope, P(0)));
  return min(rate_alone, stiffness_alone);
}

/// The yield stress of one pack of points in one step, as a function of the plastic strain increment. Functions that
/// are not inlined get copies of its members: were their addresses known elsewhere, all of them would live in memory.
template <class P, bool with_curves, YieldKind kind>
class YieldOfStep {
 public:
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;

  /// h: history at the start of the step.
  CRUMPLE_INLINE YieldOfStep(const YieldLaw<P, with_curves, kind>& law, const P* h, const P& dt)
      : law_(law), ep_(h[plastic_strain]), inverse_dt_(P(0)), rate_(P(0)), factor_(P(1)) {
    if (law.rates_are_plastic()) inverse_dt_ = select(dt > P(0), P(1) / dt, P(0));
  }

  /// Lanes of `intact` whose trial stress q is outside the yield surface; rate() is the effective total strain rate
  /// [1/time]. The cheap static yield stress decides where it can: Cowper & Symonds only raise it. Call before the
  /// others: this evaluates what costs a root and is the same in all iterations.
  template <class Rate>
  CRUMPLE_INLINE Mask yields(const P& q, const Mask& intact, Rate&& rate) {
    if (law_.has_table() && law_.needs_total_rate()) rate_ = rate();
    Mask plastic = q > P(law_.initial);
    if (!law_.has_curve() || law_.has_table() || any(plastic || ep_ > P(0))) {  // virgin points need no look-up
      start_ = static_yield(P(0));
      plastic = q > start_.stress;
    }
    plastic = plastic && intact;
    if (!law_.needs_total_rate() || !law_.cowper_symonds || !any(plastic)) return plastic;
    factor_ = P(1) + rate_effect(law_, rate());
    return plastic && q > factor_ * start_.stress;
  }

  CRUMPLE_INLINE Yield<P> operator()(const P& increment) {
    const Yield<P> y = static_yield(increment);
    if constexpr (kind == YieldKind::general)
      if (law_.viscous()) {
        const P inverse_dt = inverse_dt_;
        return add_viscosity(law_, y, increment, inverse_dt);
      }
    return {factor_ * y.stress, factor_ * y.slope};
  }

  /// Of no increment, if some lane yields.
  CRUMPLE_INLINE Yield<P> at_start() const { return {factor_ * start_.stress, factor_ * start_.slope}; }

  /// Viscous laws: where the iteration starts.
  CRUMPLE_INLINE P start(const P& excess, const P& stiffness) const
  requires(kind == YieldKind::general) {
    const Yield<P> y = start_;
    const P inverse_dt = inverse_dt_;
    return viscous_start(law_, y, inverse_dt, excess, stiffness);
  }

 private:
  /// Without Cowper & Symonds.
  CRUMPLE_INLINE Yield<P> static_yield(const P& increment) {
    if (law_.has_table()) {
      const P inverse_dt = law_.rates_are_plastic() ? inverse_dt_ : P(0);
      return table_yield(law_.hardening,
                         {ep_ + increment, law_.rates_are_plastic() ? increment * inverse_dt_ : rate_, inverse_dt});
    }
    if (law_.has_curve()) return segment_.yield(law_.hardening, ep_ + increment);
    return {P(law_.initial) + P(law_.modulus) * (ep_ + increment), P(law_.modulus)};
  }

  const YieldLaw<P, with_curves, kind>& law_;
  P ep_, inverse_dt_;
  P rate_;          // for tables
  P factor_;        // Cowper & Symonds on the total strain rate
  Yield<P> start_;  // static, of no increment
  CurveSegment<P> segment_;
};

}  // namespace crumple::kernels
