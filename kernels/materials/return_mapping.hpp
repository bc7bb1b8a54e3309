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
  CRUMPLE_INLINE P accept(const P& x) const {
    const P middle = min(P(Real(0.5)) * (low + high), P(2) * low + P(1));
    return select(x > low && x < high, x, middle);
  }
};

/// A yield stress with a rate term that is steep at no flow says itself where the iteration starts.
template <class YieldOfStep, class P>
concept StartsItself = requires(YieldOfStep yield, P x) { yield.start(x, x); };

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
};

/// The first step of return_in_plane_stress, from z = 0, adds the curvature of 1/q, -3 (C - D^2 / q^2) / q^3 with
/// C = sum part_i stiffness_i^2: for the small increments of explicit codes one evaluation then often suffices.
template <class P>
CRUMPLE_INLINE P first_plane_stress_flow(const P (&part)[3], const P (&stiffness)[3], const Yield<P>& first,
                                         const P& q_trial, const P& q2_trial) {
  using Real = typename P::value_type;
  const P e0 = part[0] * stiffness[0], e1 = part[1] * stiffness[1], e2 = part[2] * stiffness[2];
  const P D = e0 + e1 + e2, C = e0 * stiffness[0] + e1 * stiffness[1] + e2 * stiffness[2];
  const P inverse_slope = P(1) / (first.stress * D + first.slope * q_trial * q2_trial);
  const P straight = q2_trial * (q_trial - first.stress) * inverse_slope;
  const P bend = P(Real(1.5)) * first.stress * (C - D * D / q2_trial) * (straight * inverse_slope);
  return Bracket<P>{}.accept(straight + straight * min(bend, P(Real(0.25))));  // a huge step is not that far bent
}

/// q^2 = sum part_i / (1 + stiffness_i z)^2 = yield(z q)^2 in lanes `plastic`; other lanes: z = 0.
/// With 1/q linearised and a straight yield stress R' + h dl, 1/q = (1 - h z) / R', one step from z gives
///   z' = (q^3 - R' (q^2 - D z)) / (R' D + h q^3),  D = sum part_i stiffness_i / (1 + stiffness_i z)^3.
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
  z = select(plastic, z, P(0));

  Bracket<P> bracket;
  auto active = plastic;
  for (int i = 0;; ++i) {
    const P f0 = P(1) + stiffness[0] * z, f1 = P(1) + stiffness[1] * z, f2 = P(1) + stiffness[2] * z;
    const P f01 = f0 * f1, inverse = P(1) / (f01 * f2);
    const P r0 = inverse * (f1 * f2), r1 = inverse * (f0 * f2), r2 = inverse * f01;
    const P p0 = part[0] * (r0 * r0), p1 = part[1] * (r1 * r1), p2 = part[2] * (r2 * r2);
    const P q2 = p0 + p1 + p2, q = sqrt(q2);
    const Yield<P> y = yield(z * q);
    const P error = q - y.stress;
    active = active && abs(error) > P(yield_tolerance<Real>) * y.stress;
    if (i == max_iterations || !any(active)) return {z, q, {r0, r1, r2}};
    bracket.narrow(error > P(0), z);
    const P D = p0 * (stiffness[0] * r0) + p1 * (stiffness[1] * r1) + p2 * (stiffness[2] * r2);
    const P q3 = q * q2, R = y.stress - y.slope * z * q;
    z = select(active, bracket.accept((q3 - R * (q2 - D * z)) / (R * D + y.slope * q3)), z);
  }
}

}  // namespace crumple::kernels
