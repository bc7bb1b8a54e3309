// Yield stress over effective plastic strain by a curve, or by a table of curves over strain rate: the look-up in
// HardeningConstants. Called by the yield stress of a step (yield.hpp). Stresses are divided by 3 G, as there.
// ep effective plastic strain.
#pragma once

#include "kernels/interface.hpp"
#include "kernels/simd/pack.hpp"

namespace crumple::kernels {

template <class P>
struct Yield {
  P stress, slope;  ///< [1], of 3 G; slope over the plastic strain increment
};

/// A curve or table in units of 3 G.
template <class P>
struct HardeningLaw {
  using Real = typename P::value_type;

  const HardeningConstants* curves = nullptr;  ///< null: none
  Real scale = 0;                              ///< 1 / (3 G)
  Real steps_per_strain = 0, strain_step = 0;
  Real initial = 0, floor = 0;  ///< yield stress at ep = 0 (of a table: of its first curve), and its least value [1]
  bool table = false;

  HardeningLaw() = default;
  HardeningLaw(const HardeningConstants* c, double three_G) : curves(c) {
    if (!curves) return;
    scale = Real(1 / three_G);
    strain_step = Real(curves->strain_step);
    steps_per_strain = Real(1 / curves->strain_step);
    initial = scale * Real(curves->stress[0]);  // as the look-up rounds
    floor = Real(1e-3) * initial;               // a falling last slope must not reach zero
    table = curves->n_rates > 1;
  }

  CRUMPLE_INLINE Yield<P> keep_positive(const Yield<P>& y) const {
    const auto above = y.stress > P(floor);
    return {select(above, y.stress, P(floor)), select(above, y.slope, P(0))};
  }
};

inline constexpr int last_segment = curve_points - 2;

/// The segment of a curve where each lane's strain was found last: most iterations of a step stay in it.
template <class P>
struct CurveSegment {
  using Real = typename P::value_type;
  P from{Real(0)}, to{Real(-1)};  // at first none
  P left{Real(0)}, slope{Real(0)};

  CRUMPLE_INLINE Yield<P> yield(const HardeningLaw<P>& law, const P& ep) {
    const auto outside = ep < from || ep >= to;
    if (any(outside)) look_up(law, ep, outside);
    return law.keep_positive({left + slope * (ep - from), slope});
  }

 private:
  /// Other lanes keep their segment, so that at its very ends too a lane's result does not depend on its neighbours.
  CRUMPLE_INLINE void look_up(const HardeningLaw<P>& law, const P& ep, const typename P::mask_type& lanes) {
    const Index<P> index = to_index(ep * P(law.steps_per_strain), last_segment);
    const P segment = to_real<P>(index), step(law.strain_step);
    const Neighbours<P> point = gather_neighbours<P>(law.curves->stress, index);
    left = select(lanes, P(law.scale) * point.left, left);
    slope = select(lanes, P(law.scale * law.steps_per_strain) * (point.right - point.left), slope);
    from = select(lanes, segment * step, from);
    to = select(lanes, select(segment < P(Real(last_segment)), (segment + P(1)) * step, P(Real(1e30))), to);
  }
};

/// Where a table is read.
template <class P>
struct TablePoint {
  P ep, rate;    ///< [1], [1/time]
  P inverse_dt;  ///< where the rate is that of the plastic strain increment: d rate / d increment; else 0 [1/time]
};

template <class P>
CRUMPLE_INLINE Yield<P> on_curve(const HardeningLaw<P>& law, const P& number, const P& segment, const P& ep) {
  using Real = typename P::value_type;
  const int last = law.curves->n_rates * curve_points - 2;
  const Index<P> index = to_index(number * P(Real(curve_points)) + segment, last);
  const Neighbours<P> point = gather_neighbours<P>(law.curves->stress, index);
  const P slope = P(law.scale * law.steps_per_strain) * (point.right - point.left);
  return {P(law.scale) * point.left + slope * (ep - segment * P(law.strain_step)), slope};
}

/// Linear between the curves of two rates; below the first and beyond the last rate those curves hold. A function of
/// its own because few materials have a table.
template <class P>
CRUMPLE_NOINLINE Yield<P> table_yield(const HardeningLaw<P>& law, const TablePoint<P>& at) {
  using Real = typename P::value_type;
  P lower(0), weight(0), interval(0);
  for (int k = 0; k + 1 < law.curves->n_rates; ++k) {
    const P above = at.rate - P(Real(law.curves->rate[k])), inverse_step{Real(law.curves->inverse_rate_step[k])};
    const auto here = above >= P(0);
    lower = select(here, P(Real(k)), lower);
    weight = select(here, above * inverse_step, weight);
    interval = select(here, inverse_step, interval);
  }
  interval = select(weight < P(1), interval, P(0));  // beyond the last rate
  weight = min(weight, P(1));
  const P segment = to_real<P>(to_index(at.ep * P(law.steps_per_strain), last_segment));
  const Yield<P> low = on_curve(law, lower, segment, at.ep), high = on_curve(law, lower + P(1), segment, at.ep);
  const P difference = high.stress - low.stress;
  const P over_rate = difference * interval * at.inverse_dt;
  const P slope = low.slope + weight * (high.slope - low.slope) + over_rate;
  return law.keep_positive({low.stress + weight * difference, slope});
}

}  // namespace crumple::kernels
