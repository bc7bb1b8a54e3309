// ELFORM 13: four-node tetrahedron whose volume changes as the mean of its nodes' volumes does, so that its pressure is
// the mean of nodal pressures (Bonet & Burton, Comm. Num. Meth. Engrg. 14 (1998) 437-449). It does not lock where the
// volume is preserved: there is one condition for each node, not one for each element. The nodes' rates come from
// physics/elements/nodal_dilatation, before the forces. Called through the kernel table by physics.
#pragma once

#include "kernels/solids/tetrahedron.hpp"

namespace crumple::kernels {

template <class Real>
struct Solid013 : Tetrahedron<Real, true> {
  static constexpr int number = 13;
};

}  // namespace crumple::kernels
