// Included by the generated source of each formulation: its code.
#pragma once

#include "kernels/entry.hpp"
#if CRUMPLE_FOR_DEVICES
#include "kernels/device/lane_forces.hpp"
#include "kernels/device/launch.hpp"
#endif

namespace crumple::kernels {

template <class Real, template <class> class Element>
CRUMPLE_DEVICE void ElementCode<Real, Element>::forces(const ElementBlocks<Real>& e, const NodeRows& n, double dt,
                                                       int first, int last) {
  const ForceCall<Real> call{e, n, dt, first, last};
  for_each_pack<Constants>(call, [&](const Constants& c, int block, int lane) CRUMPLE_LAMBDA_INLINE {
    Element<Real>::forces(call, c, block, lane);
  });
}

#if CRUMPLE_FOR_DEVICES
template <class Real, template <class> class Element>
void ElementCode<Real, Element>::launch_forces(const ElementBlocks<Real>& e, const NodeRows& n, double dt, int first,
                                               int last) {
  launch(lanes_of_blocks<Real>(first, last), LaneForces<Real, Element, Constants>{e, n, dt, first, last});
}
#endif

template <class Real, template <class> class Element>
std::size_t ElementCode<Real, Element>::constants_size(const PartConstants& part) {
  return Constants::size(part);
}

template <class Real, template <class> class Element>
void ElementCode<Real, Element>::make_constants(const PartConstants& part, const Law& law, void* memory) {
  static_assert(alignof(Constants) <= constants_alignment && std::is_trivially_destructible_v<Constants>);
  new (memory) Constants(part, law);
}

template <class Real, template <class> class Element>
CRUMPLE_DEVICE void ElementCode<Real, Element>::volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out,
                                                        int first, int last) {
  Element<Real>::volumes(e, n, out, first, last);
}

}  // namespace crumple::kernels
