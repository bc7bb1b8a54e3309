// *MAT_156 MUSCLE: the stress, and what bounds its step and its deck's constants. Called by the truss
// (physics/elements/beam_step) and the reader. Sources: LS-DYNA Keyword Manual, *MAT_MUSCLE (fields; from memory: the
// passive function, the damping stress on dl/dt); Hill (1938), Zajac (1989): active stress as product of activation,
// force over length and force over velocity, parallel to a passive element.
#pragma once

#include "model/materials.hpp"

namespace crumple {

/// The stress at the stretch l = L / L_orig, its rate [1/time] and the time [force/area].
double muscle_stress(const MaterialMuscle& law, double stretch, double rate, double time);

/// Upper bounds at a stretch l, for lengths and velocities over the current length.
struct MuscleBounds {
  double modulus = 0;    ///< l times the slope of the stress over l [force/area]
  double viscosity = 0;  ///< l times its slope over dl/dt [force time/area]
  double stress = 0;     ///< up to the stretch 1 + SSM or the ends of curves [force/area]
};
MuscleBounds muscle_bounds(const MaterialMuscle& law, double stretch);

}  // namespace crumple
