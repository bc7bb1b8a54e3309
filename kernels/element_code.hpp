// Included by the generated source of each formulation: its code.
#pragma once

#include "kernels/entry.hpp"

namespace crumple::kernels {

template <class Real, template <class> class Element>
void ElementCode<Real, Element>::forces(const ForceCall<Real>& call, const typename Element<Real>::Law& law) {
  Element<Real>::forces(call, law);
}

template <class Real, template <class> class Element>
void ElementCode<Real, Element>::volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first,
                                         int last) {
  Element<Real>::volumes(e, n, out, first, last);
}

}  // namespace crumple::kernels
