// The matsum row of a part: sums over all ranks, replicated.
#pragma once

#include <array>

#include "base/exact_sum.hpp"
#include "base/vec3.hpp"

namespace crumple {

/// Sums over the elements and nodes of a part, for matsum.
struct PartSum {
  double internal = 0, kinetic = 0, hourglass = 0;    ///< [energy]
  double eroded_internal = 0, eroded_kinetic = 0;     ///< [energy]
  Vec3 momentum;                                      ///< [mass length/time]
  Vec3 rigid_velocity;                                ///< momentum / mass [length/time]
  double mass = 0, added_mass = 0;                    ///< of elements and point masses; of this by mass scaling [mass]
};

/// The same as exact partial sums over elements and ranks.
struct PartAccount {
  StepSum internal, kinetic, hourglass;      ///< [energy]
  StepSum eroded_internal, eroded_kinetic;   ///< [energy]
  std::array<StepSum, 3> momentum;           ///< [mass length/time]
  double mass = 0, added_mass = 0;           ///< in multiples of Quanta::body_mass

  PartAccount& operator+=(const PartAccount& other) {
    internal += other.internal;
    kinetic += other.kinetic;
    hourglass += other.hourglass;
    eroded_internal += other.eroded_internal;
    eroded_kinetic += other.eroded_kinetic;
    for (std::size_t c = 0; c < 3; ++c) momentum[c] += other.momentum[c];
    mass += other.mass;
    added_mass += other.added_mass;
    return *this;
  }
  std::array<StepSum*, 5> energies() { return {&internal, &kinetic, &hourglass, &eroded_internal, &eroded_kinetic}; }
};

}  // namespace crumple
