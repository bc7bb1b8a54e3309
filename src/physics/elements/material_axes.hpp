// The material axes of elements at t = 0. Of shells: the axis a in the element's frame, at a constant angle to the
// first side. Of solids: a, b, c in the global frame; they rotate with the material. Called when groups of packed
// elements are made.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// Cosine and sine of an angle [1].
struct Direction {
  double cosine = 1, sine = 0;
};

/// Of an angle in degrees; exact for multiples of 90.
Direction direction_of(double degrees);

/// Of a shell, from the x axis of its frame (kernels/shells/quad.hpp, shell_004) to the axis a of its material, without
/// layer angles. Errors, naming the shell: a vector normal to its plane.
Direction material_axis(const Model& model, const Shell& shell);

/// Of a solid, unit vectors along a, b and c; `own`: its own, or null. Errors, naming the solid: two parallel vectors.
Mat3 material_axes(const Model& model, const Solid& solid, const SolidAxes* own);

}  // namespace crumple
