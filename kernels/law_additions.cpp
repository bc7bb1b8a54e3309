#include "kernels/law_additions_code.hpp"

namespace crumple::kernels {

template <class P>
CRUMPLE_DEVICE void update_stress_and_additions(const SolidConstants<typename P::value_type>& c, StressStep<P>& step) {
  update_with_additions(c, step, [&]() CRUMPLE_LAMBDA_INLINE { c.law_update(c, step); });
}

template <class P>
CRUMPLE_DEVICE void update_layers_and_additions(const ShellConstants<typename P::value_type>& c, LayersStep<P>& step) {
  update_with_additions(c, step, [&]() CRUMPLE_LAMBDA_INLINE { c.law_update(c, step); });
}

#define CRUMPLE_INSTANCES(Real)                                                                                  \
  template CRUMPLE_DEVICE void update_stress_and_additions(const SolidConstants<Real>&, StressStep<Pack<Real>>&); \
  template CRUMPLE_DEVICE void update_layers_and_additions(const ShellConstants<Real>&, LayersStep<Pack<Real>>&);
CRUMPLE_INSTANCES(float)
CRUMPLE_INSTANCES(double)
#undef CRUMPLE_INSTANCES

}  // namespace crumple::kernels
