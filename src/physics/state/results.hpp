// What physics hands to output. Local arrays belong to this rank's elements; sums are global and the same on all ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vec3.hpp"
#include "model/model.hpp"

namespace crumple {

/// Element values of the local model for a state: shells first, then solids, then beams, in the order of the model.
struct ElementOutput {
  std::vector<float> plastic_strain;  ///< effective, largest over the layers [1]
  std::vector<float> von_mises;       ///< largest over the layers [force/area]
  std::vector<float> thickness;       ///< shells [length]; 0 for others
  std::vector<std::uint8_t> deleted;  ///< 1: not to be drawn; its other values are 0
  std::vector<float> axial_force;     ///< of beams, tension positive [force]; 0 for others. Empty without beams
};

/// Sums over the elements and nodes of a part, for matsum.
struct PartSum {
  double internal = 0, kinetic = 0, hourglass = 0;   ///< [energy]
  double eroded_internal = 0, eroded_kinetic = 0;    ///< [energy]
  Vec3 momentum;                                     ///< [mass length/time]
  Vec3 rigid_velocity;                               ///< momentum / mass [length/time]
  double mass = 0;
};

/// What a spot weld carries, for swforc.
struct WeldForce {
  Id weld = 0;
  bool is_beam = false;  ///< else *CONSTRAINED_SPOTWELD
  bool failed = false;
  double axial = 0, shear = 0;      ///< tension positive; resultant [force]
  double bending = 0, torsion = 0;  ///< of beams: resultant; about the axis [force length]
  double length = 0;                ///< of beams [length]
  double failure_time = 0;          ///< of beams that have failed [time]
};

}  // namespace crumple
