// The swforc row of a spot weld: a link or a beam.
#pragma once

#include "model/mesh.hpp"

namespace crumple {

/// The force in a spot weld, for swforc.
struct WeldForce {
  Id weld = 0;
  bool is_beam = false;  ///< else *CONSTRAINED_SPOTWELD
  bool failed = false;
  double axial = 0, shear = 0;      ///< tension positive; resultant [force]
  double bending = 0, torsion = 0;  ///< of beams: resultant; about the axis [force length]
  double length = 0;                ///< of beams [length]
  double failure_time = 0;          ///< of beams that have failed [time]
  Index number = none;              ///< of spot welds in the whole model: ids of the deck and those given to welds
                                    ///< without one may coincide
};

}  // namespace crumple
