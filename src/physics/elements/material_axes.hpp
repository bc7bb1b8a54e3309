// The axes of elements whose material has directions, at t = 0. Of shells: where the axis a lies in an element's frame;
// from then on it keeps its angle to the element's first side. Of solids: a, b, c in the global frame; they turn with
// the material. Called when groups of packed elements are made.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// Cosine and sine of an angle [1].
struct Direction {
  double cosine = 1, sine = 0;
};

/// Of an angle in degrees; exact for multiples of 90.
Direction direction_of(double degrees);

/// Of a shell, from the x axis of its frame (kernels/shells/quad.hpp, shell_004) to the axis a of its material, layers
/// aside. Errors, naming the shell: the axes' vector has no direction in its plane.
Direction material_axis(const Model& model, const Shell& shell);

/// Of a solid, unit vectors along a, b and c. Errors, naming the solid: two vectors that span no plane.
Mat3 material_axes(const Model& model, const Solid& solid);

}  // namespace crumple
