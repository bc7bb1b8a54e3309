// One spring or damper through one step, along its line: force from deflection and rate, energy, failure.
// Called by discrete_elements.cpp, which knows where the nodes are.
// Sources: LS-DYNA Keyword Manual, *SECTION_DISCRETE (KD, V0, CL, FD) and *MAT_S01 to *MAT_S08. From memory of it: that
// a clearance leaves a spring in compression only, and that curves go on beyond their ends.
#pragma once

#include <cstdint>

#include "model/model.hpp"

namespace crumple {

/// How far its nodes are apart beyond the start, tension positive. For torsional springs read twist [rad] for length
/// and moment for force, here and below.
struct SpringMotion {
  double deflection = 0;  ///< at t(n), with the offset [length]
  double rate = 0;        ///< over the last step [length/time]
  double time = 0;        ///< t(n) [time]
};

/// What a spring is. The references live as long as the model.
struct SpringInput {
  const SpringSection& section;
  const Material& material;
  double scale = 1;  ///< S
};

/// What changes from step to step.
struct SpringHistory {
  double deflection = 0;       ///< [length]
  double force = 0;            ///< tension positive [force]
  double magnification = 1;    ///< of the law's force, by S, KD and the rate
  double permanent = 0;        ///< of *MAT_S08: where unloading ends, in the direction in which it acts [length]
  double internal_energy = 0;  ///< [energy]
  double failure_time = 0;     ///< when it failed [time]
  std::uint8_t started = 0;    ///< its force has been found once
  std::uint8_t alive = 1;
  std::uint8_t was_alive = 1;  ///< at the last look for deletions
};

/// Brings the history to t(n).
void advance_spring(const SpringInput& spring, const SpringMotion& motion, SpringHistory& history);

/// The largest stable step of a spring whose ends have the inverse masses 1/M [1/mass] (0: held), of which it takes
/// half: the other half is for the elements around it. With m = M/2: 2 over the frequency of two free masses on the
/// spring, 2 sqrt(m1 m2 / ((m1 + m2) k)), as LS-DYNA's Theory Manual derives it for discrete elements (from memory of
/// it). For a damper, whose force is that of the last half step, m1 m2 / ((m1 + m2) c), at which it stops its nodes
/// without turning them back [time].
double stable_spring_dt(const SpringInput& spring, const SpringHistory& history, double inverse_masses);

}  // namespace crumple
