// Springs that unload along a curve of their own, shifted to where unloading begins: of *MAT_S06 and of discrete beams
// of *MAT_119. Source: LS-DYNA Keyword Manual, *MAT_119, IUNLD = 1.
#pragma once

#include "model/curve.hpp"

namespace crumple {

/// The force at the deflection d, where that of the loading curve is `loading`. `origin` is where the unloading curve,
/// `down`, begins on the side of d; it follows as long as that curve is above the loading curve.
double force_of_shifted(double loading, const Curve& down, double d, double& origin);

}  // namespace crumple
