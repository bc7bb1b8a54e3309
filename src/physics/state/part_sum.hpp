// What matsum prints of a part: sums over all ranks, the same on each.
#pragma once

#include "base/vec3.hpp"

namespace crumple {

/// Sums over the elements and nodes of a part, for matsum.
struct PartSum {
  double internal = 0, kinetic = 0, hourglass = 0;   ///< [energy]
  double eroded_internal = 0, eroded_kinetic = 0;    ///< [energy]
  Vec3 momentum;                                     ///< [mass length/time]
  Vec3 rigid_velocity;                               ///< momentum / mass [length/time]
  double mass = 0;
};

}  // namespace crumple
