// Stress update of a pack of solids by one material law, for all solid formulations: strain increments in, stress and
// work out. The old stress is first rotated with the material.
#pragma once

#include "kernels/solids/solid_pack.hpp"

namespace crumple::kernels {

/// The gradient of a step, x(n+1) = (1 + g) x(n): 1 + g = (1 - A/2)^-1 (1 + A/2), exact where A = dt L is that of
/// mid-step and uniform.
template <class P>
CRUMPLE_INLINE Tensor<P> step_gradient(const Tensor<P>& A) {
  const P half(0.5), one(1);
  const Tensor<P> m = {half * A.x, half * A.y, half * A.z};
  const Vec3<P> a = {one - m.x.x, P(0) - m.x.y, P(0) - m.x.z}, b = {P(0) - m.y.x, one - m.y.y, P(0) - m.y.z},
                c = {P(0) - m.z.x, P(0) - m.z.y, one - m.z.z};
  // Columns of the inverse of the matrix of rows a, b, c.
  const Vec3<P> bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  const P inverse = one / dot(a, bc);
  const auto row = [&](P Vec3<P>::* i)
                       CRUMPLE_LAMBDA_INLINE { return inverse * ((bc.*i) * A.x + (ca.*i) * A.y + (ab.*i) * A.z); };
  return {row(&Vec3<P>::x), row(&Vec3<P>::y), row(&Vec3<P>::z)};
}

/// c = b - 1 after the step: b -> (1 + g) b (1 + g)^T, so c -> c + y + y^T + y g^T with y = g (1 + c).
template <class P>
CRUMPLE_INLINE void stretch(const Tensor<P>& g, P* c) {
  const auto times = [&](const Vec3<P>& r) CRUMPLE_LAMBDA_INLINE {
    return r + Vec3<P>{r.x * c[0] + r.y * c[3] + r.z * c[5], r.x * c[3] + r.y * c[1] + r.z * c[4],
                       r.x * c[5] + r.y * c[4] + r.z * c[2]};
  };
  const Tensor<P> y = {times(g.x), times(g.y), times(g.z)};
  c[0] = c[0] + (y.x.x + y.x.x + dot(y.x, g.x));
  c[1] = c[1] + (y.y.y + y.y.y + dot(y.y, g.y));
  c[2] = c[2] + (y.z.z + y.z.z + dot(y.z, g.z));
  c[3] = c[3] + (y.x.y + y.y.x + dot(y.x, g.y));
  c[4] = c[4] + (y.y.z + y.z.y + dot(y.y, g.z));
  c[5] = c[5] + (y.z.x + y.x.z + dot(y.z, g.x));
}

/// Turns the axes a and b (x, y, z each) with the material; they stay unit vectors at a right angle.
template <class P>
CRUMPLE_INLINE void turn_axes(const Tensor<P>& R, P* axes) {
  const P one(1);
  Vec3<P> a = apply(R, Vec3<P>{axes[0], axes[1], axes[2]}), b = apply(R, Vec3<P>{axes[3], axes[4], axes[5]});
  a = (one / sqrt(dot(a, a))) * a;
  b = b - dot(a, b) * a;
  b = (one / sqrt(dot(b, b))) * b;
  axes[0] = a.x, axes[1] = a.y, axes[2] = a.z;
  axes[3] = b.x, axes[4] = b.y, axes[5] = b.z;
}

template <class P, template <class> class Material>
CRUMPLE_DEVICE void update_stress(const SolidConstants<typename P::value_type>& c, StressStep<P>& step) {
  using Law = Material<P>;
  constexpr int B = block_lanes<typename P::value_type>, n_material = n_history<Law>;
  const Law& law = c.law.template as<Law>();
  typename P::value_type* const history = step.history;
  P s[6], old[6], h[n_material > 0 ? n_material : 1];
  for (int f = 0; f < 6; ++f) s[f] = load<P>(history + f * B);
  for (int f = 0; f < n_material; ++f) h[f] = load<P>(history + (6 + f) * B);
  rotate(step.R, s);
  if constexpr (has_left_stretch<Law>) stretch(step_gradient(step.A), h + Law::left_stretch);
  if constexpr (has_axes<Law>) turn_axes(step.R, h + Law::axes);
  if constexpr (Law::rotated_tensor != no_tensor) rotate(step.R, h + Law::rotated_tensor);
  for (int f = 0; f < 6; ++f) old[f] = s[f];
  auto failed = typename P::mask_type(false);
  MaterialPoint<P> at{s, h, step.dt, failed};
  if constexpr (has_varying_modulus<Law>)
    step.modulus = law.solid(step.de, at, step.volumetric_strain);
  else if constexpr (requires { law.solid(step.de, at, step.volumetric_strain); })
    law.solid(step.de, at, step.volumetric_strain);
  else
    law.solid(step.de, at);
  P work(0);
  for (int f = 0; f < 6; ++f) {
    s[f] = select(failed, P(0), s[f]);
    work = work + (old[f] + s[f]) * step.de[f];
    store(history + f * B, s[f]);
    step.s[f] = s[f];
  }
  for (int f = 0; f < n_material; ++f) store(history + (6 + f) * B, h[f]);
  step.work = P(0.5) * work;
  step.failed = failed;
}

}  // namespace crumple::kernels
