// Yield stress of Johnson & Cook (1983), as MAT_015 and MAT_098 share it:
//   sigma_y = (A + B ep^n) (1 + C ln max(rate / EPSO, 1)) (1 - T*^m),  T* = (T - TR) / (TM - TR).
// The rate is that of the total strain or, viscoplastic (VP = 1), of the plastic strain; EPSO is the rate up to which
// there is no effect. The temperature is that at the start of the step: one step's heat is far below what T* resolves.
// Called by J2Plasticity. Stresses are divided by 3 G, as in yield.hpp.
#pragma once

#include "kernels/materials/yield.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

/// What the laws with this yield stress have in common; MAT_015 has no limits, MAT_098 no temperature.
struct JohnsonCookFlow {
  double a = 0, b = 0;               ///< A, B [force/area]
  double n = 0, c = 0;               ///< N, C [1]
  double reference_rate = 1;         ///< EPSO [1/time]
  double viscoplastic = 0;           ///< VP: 1: of the plastic strain rate, else of the total one
  double m = 0;                      ///< M [1]
  double melting = 0, room = 0;      ///< TM, TR [temperature]
  double specific_heat = 0;          ///< CP [energy/(mass temperature)]; 0: the temperature stays
  double largest_static_stress = 0;  ///< SIGMAX: of A + B ep^n [force/area]; 0: none
  double largest_stress = 0;         ///< SIGSAT [force/area]; 0: none
  double failure_strain = 0;         ///< PSFAIL: effective plastic strain at which a point fails [1]; 0: none
};

/// There is no kinematic hardening.
inline double plastic_modulus(double, const JohnsonCookFlow&) { return 0; }

template <class P, bool thermal>
class JohnsonCookOfStep;

/// x^n for x >= 0, n > 0, to some |n ln x| units in the last place: two to three times faster than pow(), whose last
/// digits no flow stress needs.
template <class P>
CRUMPLE_INLINE P power(const P& x, const P& n) {
  return exp(n * log(x));
}

/// Constants of the yield stress. thermal: the history has a temperature, which softens.
template <class P, bool thermal>
struct JohnsonCookLaw {
  using Real = typename P::value_type;
  using OfStep = JohnsonCookOfStep<P, thermal>;
  using Parameters = JohnsonCookFlow;

  Real a, b, n;                  ///< [1], [1], [1]
  Real c, inverse_rate;          ///< [1], 1 / EPSO [time]
  Real m, inverse_melting;       ///< [1], 1 / (TM - TR); 0: no softening
  Real largest_static, largest;  ///< SIGMAX, SIGSAT [1]
  Real floor;                    ///< of the yield stress: molten material must not divide by zero
  bool viscoplastic;

  /// The hardening is all isotropic.
  JohnsonCookLaw(const MaterialConstants&, const JohnsonCookFlow& k, double three_G, double)
      : viscoplastic(k.viscoplastic == 1) {
    const auto limit = [&](double stress) { return stress > 0 ? Real(stress / three_G) : Real(1e30); };
    a = Real(k.a / three_G);
    b = Real(k.b / three_G);
    n = k.b > 0 ? Real(k.n) : Real(1);  // 0^0 is for nobody
    c = Real(k.c);
    inverse_rate = Real(1 / k.reference_rate);
    m = Real(k.m);
    const double melting = k.specific_heat > 0 ? k.melting - k.room : 0;
    inverse_melting = melting > 0 ? Real(1 / melting) : Real(0);
    largest_static = limit(k.largest_static_stress);
    largest = limit(k.largest_stress);
    floor = Real(1e-3) * a;
  }

  constexpr bool needs_total_rate() const { return c > 0 && !viscoplastic; }
  /// Its rate effect is not steep at rate zero: no start of its own needed.
  constexpr bool viscous() const { return false; }

  /// ln max(rate / EPSO, 1)
  CRUMPLE_INLINE P log_rate(const P& rate) const { return log(max(rate * P(inverse_rate), P(1))); }
  /// T* of a temperature over TR, between 0 and 1.
  CRUMPLE_INLINE P homologous(const P& warmth) const {
    return min(max(warmth * P(inverse_melting), P(0)), P(1));
  }
};

/// The yield stress of one pack of points in one step, as a function of the plastic strain increment.
template <class P, bool thermal>
class JohnsonCookOfStep {
 public:
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;

  /// h: history at the start of the step; if thermal, with a temperature.
  CRUMPLE_INLINE JohnsonCookOfStep(const JohnsonCookLaw<P, thermal>& law, const P* h, const P& dt)
      : law_(law), ep_(h[plastic_strain]), factor_(P(1)) {
    if (law.viscoplastic) inverse_dt_ = select(dt > P(0), P(1) / dt, P(0));
    if constexpr (thermal)
      if (law.inverse_melting > 0 && any(h[temperature] > P(0)))  // 0^m is 0: cold packs need no power
        factor_ = P(1) - power(law.homologous(h[temperature]), P(law.m));
  }

  /// Lanes of `intact` whose trial stress q is outside the yield surface; rate() is the effective total strain rate
  /// [1/time]. The cheap bounds decide where they can: A alone for packs that never yielded, then without the rate
  /// effect, which only raises it. Call before the others.
  template <class Rate>
  CRUMPLE_INLINE Mask yields(const P& q, const Mask& intact, Rate&& rate) {
    Mask plastic = intact && q > P(law_.a) * factor_;
    if (!any(plastic)) return plastic;
    const Yield<P> hardened = harden(P(0));
    start_ = finish(hardened, P(0));
    plastic = plastic && q > start_.stress;
    if (!law_.needs_total_rate() || !any(plastic)) return plastic;
    factor_ = factor_ * (P(1) + P(law_.c) * law_.log_rate(rate()));
    start_ = finish(hardened, P(0));
    return plastic && q > start_.stress;
  }

  /// Of no increment.
  CRUMPLE_INLINE Yield<P> at_start() const { return start_; }

  CRUMPLE_INLINE Yield<P> operator()(const P& increment) const { return finish(harden(increment), increment); }

 private:
  /// A + B ep^n. The slope at ep = 0 is infinite; 0 stands for it, so that the first iterate lies beyond the root.
  CRUMPLE_INLINE Yield<P> harden(const P& increment) const {
    const P ep = ep_ + increment, hardening = P(law_.b) * power(ep, P(law_.n));
    return limit({P(law_.a) + hardening, P(law_.n) * hardening / max(ep, P(tiny))}, P(law_.largest_static));
  }

  /// Rate, temperature and limits.
  CRUMPLE_INLINE Yield<P> finish(Yield<P> y, const P& increment) const {
    if (law_.viscoplastic && law_.c > 0) {
      const P rate = increment * inverse_dt_, factor = P(1) + P(law_.c) * law_.log_rate(rate);
      const P log_slope = select(rate * P(law_.inverse_rate) > P(1), P(law_.c) / max(increment, P(tiny)), P(0));
      y = {y.stress * factor, y.slope * factor + y.stress * log_slope};
    }
    y = limit({factor_ * y.stress, factor_ * y.slope}, P(law_.largest));
    const auto above = y.stress > P(law_.floor);
    return {select(above, y.stress, P(law_.floor)), select(above, y.slope, P(0))};
  }

  CRUMPLE_INLINE static Yield<P> limit(const Yield<P>& y, const P& largest) {
    const auto below = y.stress < largest;
    return {select(below, y.stress, largest), select(below, y.slope, P(0))};
  }

  static constexpr Real tiny = Real(1e-36);

  const JohnsonCookLaw<P, thermal>& law_;
  P ep_, inverse_dt_{Real(0)};
  P factor_;  // of temperature and total strain rate
  Yield<P> start_;
};

}  // namespace crumple::kernels
