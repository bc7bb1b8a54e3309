// Stress update of a pack of solids by one material law, for all solid formulations: strain increments in, stress and
// work out. The old stress is first rotated with the material.
#pragma once

#include "kernels/solids/solid_pack.hpp"

namespace crumple::kernels {

template <class P, template <class> class Material>
void update_stress(const LawStorage& storage, StressStep<P>& step) {
  using Law = Material<P>;
  constexpr int B = block_lanes<typename P::value_type>, n_material = n_history<Law>;
  const Law& law = storage.as<Law>();
  typename P::value_type* const history = step.history;
  P s[6], old[6], h[n_material > 0 ? n_material : 1];
  for (int f = 0; f < 6; ++f) s[f] = load<P>(history + f * B);
  for (int f = 0; f < n_material; ++f) h[f] = load<P>(history + (6 + f) * B);
  rotate(step.R, s);
  if constexpr (Law::rotated_tensor != no_tensor) rotate(step.R, h + Law::rotated_tensor);
  for (int f = 0; f < 6; ++f) old[f] = s[f];
  auto failed = typename P::mask_type(false);
  MaterialPoint<P> at{s, h, step.dt, failed};
  if constexpr (requires { law.solid(step.de, s, step.volumetric_strain); })
    law.solid(step.de, s, step.volumetric_strain);
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
