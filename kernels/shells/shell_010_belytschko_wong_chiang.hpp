// ELFORM 10, and 2 with BWC = 1: form 2 with the curvatures of warped elements. Belytschko, Wong & Chiang, Comput.
// Meth. Appl. Mech. Engrg. 96 (1992) 93-107 couple membrane and bending of warped elements by the same term in dv/dx;
// how turning about the normals bends is written here in another way, see add_twist_rates.
#pragma once

#include "kernels/shells/shell_002_belytschko_tsay.hpp"

namespace crumple::kernels {

template <class Real>
struct Shell010 : OnePointQuad<Real, true> {
  static constexpr int number = 10;
};

}  // namespace crumple::kernels
