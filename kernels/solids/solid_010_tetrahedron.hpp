// ELFORM 10: four-node tetrahedron of uniform strain. It locks where the volume is preserved, as all such tetrahedra
// do. Called through the kernel table by physics.
#pragma once

#include "kernels/solids/tetrahedron.hpp"

namespace crumple::kernels {

template <class Real>
struct Solid010 : Tetrahedron<Real, false> {
  static constexpr int number = 10;
};

}  // namespace crumple::kernels
