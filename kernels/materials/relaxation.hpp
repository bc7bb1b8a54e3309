// A stress that relaxes: s(t) = 2 G e' at once, times exp(-BETA t) later. Source: Herrmann & Peterson, Proc. 7th ICRPG
// Mechanical Behavior Working Group, CPIA 177 (1968), as LS-DYNA's theory manual gives it, material model 6.
#pragma once

#include "kernels/materials/history.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

/// Of a step with x = BETA dt: what is left of the old stress, and of that of an increment that grows evenly.
template <class P>
struct Fading {
  P kept, gained;
  CRUMPLE_INLINE explicit Fading(const P& x) {
    using Real = typename P::value_type;
    const P one(1), half(0.5);
    kept = exp(P(0) - x);
    gained = select(x > P(Real(1e-3)), (one - kept) / max(x, P(Real(1e-3))), one - half * x + P(Real(1.0 / 6)) * x * x);
  }
};

}  // namespace crumple::kernels
