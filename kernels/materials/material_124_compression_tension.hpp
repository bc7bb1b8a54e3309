// *MAT_124 plasticity with a yield stress of its own in compression and in tension, of plastics and bone: isotropic von
// Mises plasticity whose yield stress is a mean of two curves over the effective plastic strain, by the mean stress p
// (compression positive) of the elastic trial. From PC on that of compression holds, below -PT that of tension, between
// them linear. Cowper & Symonds (1957) scale both, and each curve may have a factor over the strain rate. Source: the
// card in LS-DYNA's keyword manual.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"

namespace crumple::kernels {

/// Its curves are the yield stresses of compression and of tension, and, with last_rate, their factors over the strain
/// x_last rate / last_rate, x_last the end of the tabulated range; behind it they keep their last values.
struct CompressionTension : YieldParameters {
  static constexpr int number = 124;
  double compression = 0, tension = 0;  ///< PC, PT: mean stresses, both positive [force/area]
  double last_rate = 0;                 ///< of LCSRC and LCSRT [1/time]; 0: none
};

template <class P>
class CompressionTensionOfStep;

template <class P>
struct CompressionTensionLaw : YieldLaw<P, true, YieldKind::general> {
  using Real = typename P::value_type;
  using Parameters = CompressionTension;
  using OfStep = CompressionTensionOfStep<P>;

  Real tension, per_range;  ///< PT [force/area], 1 / (PC + PT), 0: no range [area/force]
  Real points_per_rate;     ///< of the factors' curves [time]; 0: none

  CompressionTensionLaw(const MaterialConstants& c, const CompressionTension& given, double three_G, double share)
      : YieldLaw<P, true, YieldKind::general>(c, given, three_G, share),
        tension(Real(given.tension)),
        per_range(given.compression + given.tension > 0 ? Real(1 / (given.compression + given.tension)) : Real(0)),
        points_per_rate(given.last_rate > 0 ? Real((curve_points - 1) / given.last_rate) : Real(0)) {
    this->cowper_symonds = given.rate_c > 0;
  }
  /// The factor on a curve.
  CRUMPLE_INLINE P rate_factor(int curve, const P& rate) const {
    const P place = min(rate * P(points_per_rate), P(Real(curve_points - 1)));
    const Index<P> index = to_index(place, last_segment);
    const Neighbours<P> point =
        gather_neighbours<P>(this->hardening.curves->stress + (2 + curve) * curve_points, index);
    return point.left + (place - to_real<P>(index)) * (point.right - point.left);
  }
  /// The share of the curve of compression.
  CRUMPLE_INLINE P compressed(const P& mean) const {
    if (per_range == 0) return select(mean < P(0), P(1), P(0));
    return max(min((P(tension) - mean) * P(per_range), P(1)), P(0));
  }
};

/// As YieldOfStep, of two curves.
template <class P>
class CompressionTensionOfStep {
 public:
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;

  CRUMPLE_INLINE CompressionTensionOfStep(const CompressionTensionLaw<P>& law, const P* h, const P&)
      : law_(law), ep_(h[plastic_strain]), share_(P(0)), factor_(P(1)), pressed_(P(1)), pulled_(P(1)) {}

  /// The mean stress of the trial, tension positive [force/area]; before the others.
  CRUMPLE_INLINE void set_mean(const P& mean) { share_ = law_.compressed(mean); }
  template <class Rate>
  CRUMPLE_INLINE Mask yields(const P& q, const Mask& intact, Rate&& rate) {
    if (law_.points_per_rate > 0) {
      const P now = rate();
      pressed_ = law_.rate_factor(0, now);
      pulled_ = law_.rate_factor(1, now);
    }
    start_ = static_yield(P(0));
    const Mask plastic = intact && q > start_.stress;
    if (!law_.cowper_symonds || !any(plastic)) return plastic;
    factor_ = P(1) + rate_effect(law_, rate());
    return plastic && q > factor_ * start_.stress;
  }
  CRUMPLE_INLINE Yield<P> operator()(const P& increment) const {
    const Yield<P> y = static_yield(increment);
    return {factor_ * y.stress, factor_ * y.slope};
  }
  CRUMPLE_INLINE Yield<P> at_start() const { return {factor_ * start_.stress, factor_ * start_.slope}; }

 private:
  CRUMPLE_INLINE Yield<P> static_yield(const P& increment) const {
    const P ep = ep_ + increment, segment = to_real<P>(to_index(ep * P(law_.hardening.steps_per_strain), last_segment));
    const Yield<P> pressed = on_curve(law_.hardening, P(0), segment, ep),
                   pulled = on_curve(law_.hardening, P(1), segment, ep);
    const P of_pressed = share_ * pressed_, of_pulled = (P(1) - share_) * pulled_;
    return law_.hardening.keep_positive({of_pressed * pressed.stress + of_pulled * pulled.stress,
                                         of_pressed * pressed.slope + of_pulled * pulled.slope});
  }

  const CompressionTensionLaw<P>& law_;
  P ep_, share_;
  P factor_;            // Cowper & Symonds
  P pressed_, pulled_;  // of the curves
  Yield<P> start_;
};

template <class P>
struct Material124 : J2Plasticity<P, false, CompressionTensionLaw<P>> {
  using Parameters = CompressionTension;
  static constexpr HistoryNames<1> history_names{plastic_strain_name};
  static constexpr int rotated_tensor = no_tensor;

  Material124(const MaterialConstants& c, const CompressionTension& p) : Material124::J2Plasticity(c, p, 1) {}
};

}  // namespace crumple::kernels
