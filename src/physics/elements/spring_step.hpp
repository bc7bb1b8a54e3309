// One step of one spring or damper along its line: force from deflection and rate, energy, failure. Called by
// discrete_elements.cpp, which computes deflection and rate.
// Sources: LS-DYNA Keyword Manual, *SECTION_DISCRETE (KD, V0, CL, FD) and *MAT_S01 to *MAT_S08; the relaxing force of
// *MAT_S07 is that of a deflection that grows evenly within a step, Herrmann & Peterson (1968). From memory of the
// manual: a spring with a clearance acts in compression only, and curves are extrapolated beyond their ends.
#pragma once

#include <cstdint>

#include "model/model.hpp"

namespace crumple {

/// Elongation of a spring since the start, tension positive. For torsional springs read twist [rad] for length and
/// moment for force, here and below.
struct SpringMotion {
  double deflection = 0;  ///< at t(n), with the offset [length]
  double rate = 0;        ///< over the last step [length/time]
  double time = 0;        ///< t(n) [time]
  double dt = 0;          ///< t(n) - t(n-1) [time]
};

/// Constants of a spring. The references live as long as the model.
struct SpringInput {
  const SpringSection& section;
  const Material& material;
  double scale = 1;  ///< S
};

/// The history of a spring.
struct SpringHistory {
  double deflection = 0;       ///< [length]
  double force = 0;            ///< tension positive [force]
  double magnification = 1;    ///< factor on the law's force, by S, KD and the rate
  double permanent = 0;        ///< of *MAT_S03 and S08, of S06 in tension: deflection at zero force [length]
  double plastic = 0;          ///< of *MAT_S03: accumulated plastic deflection; S06: permanent, compression [length]
  double acting = 0;           ///< of *MAT_S07: the deflection less the clearance [length]
  double relaxing = 0;         ///< of *MAT_S07: the share of the force that relaxes [force]
  double internal_energy = 0;  ///< [energy]
  double failure_time = 0;     ///< when it failed [time]
  std::uint8_t started = 0;    ///< its force has been computed once
  std::uint8_t alive = 1;
  std::uint8_t was_alive = 1;  ///< at the last check for deletions
};

/// Updates the history to t(n).
void advance_spring(const SpringInput& spring, const SpringMotion& motion, SpringHistory& history);

/// Half of the largest stable step of a spring whose ends have the inverse masses 1/M [1/mass] (0: fixed); the other
/// half is reserved for the elements around it. With m = M/2: 2 over the frequency of two free masses on the spring, 2
/// sqrt(m1 m2 / ((m1 + m2) k)), as derived in LS-DYNA's Theory Manual for discrete elements (from memory). For a
/// damper, whose force is that of the last half step, m1 m2 / ((m1 + m2) c), which stops its nodes without reversing
/// their velocity [time].
double stable_spring_dt(const SpringInput& spring, const SpringHistory& history, double inverse_masses);

}  // namespace crumple
