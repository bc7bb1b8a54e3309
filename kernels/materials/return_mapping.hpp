// The scalar equations of the backward Euler return to the von Mises surface: find the plastic flow of a step so that
// q(flow) = yield(flow). Called by J2Plasticity. Sources: Krieg & Krieg (1977), radial return; Simo & Taylor (1986),
// plane stress; solved as Moré (1978) solves |p(x)| = r: Newton on 1/q, which is concave in the flow.
// Stresses are divided by 3 G. q effective stress, dl increment of effective plastic strain, z = dl / q.
// A lane stops at its own convergence, so its result does not depend on the other lanes.
#pragma once

#include "kernels/materials/yield.hpp"

namespace crumple::kernels {

inline constexpr int max_iterations = 60;  ///< 2-4 are usual; bisection of a pathological curve needs more

/// |q - yield| / yield at convergence: ten times below what the tests ask for, and a few dozen times the rounding of
/// q in single precision.
template <class Real>
inline constexpr Real yield_tolerance = sizeof(Real) == 8 ? Real(1e-7) : Real(4e-6);

/// Steps of the ratios below this are followed by a parabola: an error of 1e-9.
inline constexpr double short_step = 1e-3;

/// Where the root of a scalar equation is known to be.
template <class P>
struct Bracket {
  using Real = typename P::value_type;
  P low{Real(0)}, high{Real(1e30)};

  CRUMPLE_INLINE void narrow(const typename P::mask_type& root_is_above, const P& x) {
    low = select(root_is_above, x, low);
    high = select(root_is_above, high, x);
  }
  /// Newton's proposal, or the middle if that leaves the bracket (or is NaN).
  CRUMPLE_INLINE P accept(const P& x) const { return select(holds(x), x, middle()); }
  CRUMPLE_INLINE typename P::mask_type holds(const P& x) const { return x > low && x < high; }
  CRUMPLE_INLINE P middle() const { return min(P(Real(0.5)) * (low + high), P(2) * low + P(1)); }
};

/// A yield stress with a rate term that is steep at no flow says itself where the iteration starts.
template <class YieldOfStep, class P>
concept StartsItself = requires(YieldOfStep yield, P x) {
  yield.start(x, x);
};

template <class P>
struct RadialReturn {
  P increment;  ///< dl
  P yield;      ///< at the end of the step
};

/// q_trial - stiffness * dl = yield(dl) in lanes `plastic`; other lanes: dl = 0.
template <class P, class YieldOfStep>
CRUMPLE_INLINE RadialReturn<P> return_radially(const P& q_trial, const P& stiffness,
                                               const typename P::mask_type& plastic, YieldOfStep& yield, bool viscous) {
  using Real = typename P::value_type;
  const Yield<P> first = yield.at_start();
  Bracket<P> bracket;
  P dl = bracket.accept((q_trial - first.stress) / (stiffness + first.slope));
  if constexpr (StartsItself<YieldOfStep, P>)
    if (viscous) dl = yield.start(q_trial - first.stress, stiffness);
  dl = select(plastic, dl, P(0));
  // The difference below is known to the rounding of q_trial: for huge increments only that can be asked for.
  const P least = P(Real(1) / 32) * q_trial;
  auto active = plastic;
  for (int i = 0;; ++i) {
    const Yield<P> y = yield(dl);
    const P error = q_trial - stiffness * dl - y.stress;
    active = active && abs(error) > P(yield_tolerance<Real>) * max(y.stress, least);
    if (i == max_iterations || !any(active)) return {dl, y.stress};
    bracket.narrow(error > P(0), dl);
    dl = select(active, bracket.accept(dl + error / (stiffness + y.slope)), dl);
  }
}

/// Plane stress: q^2 is a sum of three parts that shrink at different rates as plastic strain flows.
template <class P>
struct PlaneStressReturn {
  P z;         ///< dl / q
  P q;         ///< at the end of the step
  P ratio[3];  ///< of the parts' stresses, end of step / trial

  CRUMPLE_INLINE PlaneStressReturn(const P (&part)[3], const P (&stiffness)[3], const P& flow) : z(flow) {
    const P f0 = P(1) + stiffness[0] * z, f1 = P(1) + stiffness[1] * z, f2 = P(1) + stiffness[2] * z;
    const P f01 = f0 * f1, inverse = P(1) / (f01 * f2);
    ratio[0] = inverse * (f1 * f2);
    ratio[1] = inverse * (f0 * f2);
    ratio[2] = inverse * f01;
    q = sqrt(part[0] * (ratio[0] * ratio[0]) + part[1] * (ratio[1] * ratio[1]) + part[2] * (ratio[2] * ratio[2]));
  }
};

template <class P>
CRUMPLE_INLINE PlaneStressReturn<P> select(const typename P::mask_type& m, const PlaneStressReturn<P>& a,
                                           PlaneStressReturn<P> b) {
  for (int i = 0; i < 3; ++i) b.ratio[i] = select(m, a.ratio[i], b.ratio[i]);
  b.z = select(m, a.z, b.z);
  b.q = select(m, a.q, b.q);
  return b;
}

/// The first step of return_in_plane_stress, from z = 0, adds the curvature of 1/q, -3 (C - D^2 / q^2) / q^3 with
/// C = sum part_i stiffness_i^2: for the small increments of explicit codes one evaluation then often suffices.
template <class P>
CRUMPLE_INLINE P first_plane_stress_flow(const P (&part)[3], const P (&stiffness)[3], const Yield<P>& first,
                                         const P& q_trial, const P& q2_trial) {
  using Real = typename P::value_type;
  const P e0 = part[0] * stiffness[0], e1 = part[1] * stiffness[1], e2 = part[2] * stiffness[2];
  const P D = e0 + e1 + e2, C = e0 * stiffness[0] + e1 * stiffness[1] + e2 * stiffness[2];
  const P inverse_slope = P(1) / (first.stress * D + first.slope * q_trial * q2_trial);
  const P distance = (q_trial - first.stress) * inverse_slope, straight = q2_trial * distance;
  const P bend = P(Real(1.5)) * ((C * q2_trial - D * D) * inverse_slope) * (first.stress * distance);
  return Bracket<P>{}.accept(straight + straight * min(bend, P(Real(0.25))));  // a huge step is not that far bent
}

/// q^2 = sum part_i / (1 + stiffness_i z)^2 = yield(z q)^2 in lanes `plastic`; other lanes: z = 0.
/// With 1/q linearised and a straight yield stress R' + h dl, 1/q = (1 - h z) / R', a step from z is
///   dz = q^2 (q - yield) / (R' D + h q^3),  D = sum part_i stiffness_i / (1 + stiffness_i z)^3.
/// After a short step q and the ratios follow by their derivatives, without division and root.
template <class P, class YieldOfStep>
CRUMPLE_INLINE PlaneStressReturn<P> return_in_plane_stress(const P (&part)[3], const P (&stiffness)[3],
                                                           const typename P::mask_type& plastic, YieldOfStep& yield,
                                                           bool viscous) {
  using Real = typename P::value_type;
  const P q2_trial = part[0] + part[1] + part[2], q_trial = sqrt(q2_trial);
  const Yield<P> first = yield.at_start();
  P z = first_plane_stress_flow(part, stiffness, first, q_trial, q2_trial);
  if constexpr (StartsItself<YieldOfStep, P>)
    if (viscous) z = yield.start(q_trial - first.stress, stiffness[1]) / q_trial;

  PlaneStressReturn<P> at(part, stiffness, select(plastic, z, P(0)));
  Bracket<P> bracket;
  auto active = plastic;
  for (int i = 0;; ++i) {
    const Yield<P> y = yield(at.z * at.q);
    const P error = at.q - y.stress;
    active = active && abs(error) > P(yield_tolerance<Real>) * y.stress;
    if (i == max_iterations || !any(active)) return at;
    bracket.narrow(error > P(0), at.z);
    P k[3], D(0);
    for (int j = 0; j < 3; ++j) {
      k[j] = stiffness[j] * at.ratio[j];
      D = D + part[j] * (at.ratio[j] * at.ratio[j]) * k[j];
    }
    const P q2 = at.q * at.q, R = y.stress - y.slope * at.z * at.q;
    P step = error / (R * D + y.slope * at.q * q2);  // dz / q^2
    const P next = at.z + q2 * step;
    const auto inside = bracket.holds(next), is_short = inside && abs(k[1] * (q2 * step)) < P(Real(short_step));
    step = select(active && is_short, step, P(0));
    const P dz = q2 * step, dq = D * step;
    at.z = at.z + dz;
    at.q = at.q - at.q * (dq - dq * dq);
    for (int j = 0; j < 3; ++j) at.ratio[j] = at.ratio[j] - at.ratio[j] * (k[j] * dz - (k[j] * dz) * (k[j] * dz));
    if (const auto is_long = active && !is_short; any(is_long)) {
      const P flow = select(is_long, select(inside, next, bracket.middle()), at.z);
      at = select(is_long, PlaneStressReturn<P>(part, stiffness, flow), at);
    }
  }
}

}  // namespace crumple::kernels
