// What matsum prints of a part: sums over all ranks, the same on each.
#pragma once

#include "base/exact_sum.hpp"
#include "base/vec3.hpp"

namespace crumple {

/// Sums over the elements and nodes of a part, for matsum.
struct PartSum {
  ExactSum internal, kinetic, hourglass;             ///< [energy]
  ExactSum eroded_internal, eroded_kinetic;          ///< [energy]
  Vec3 momentum;                                     ///< [mass length/time]
  Vec3 rigid_velocity;                               ///< momentum / mass [length/time]
  double mass = 0, added_mass = 0;                   ///< of the elements, and by mass scaling therein [mass]

  explicit PartSum(const Quantum& energy)
      : internal(energy), kinetic(energy), hourglass(energy), eroded_internal(energy), eroded_kinetic(energy) {}
};

}  // namespace crumple
