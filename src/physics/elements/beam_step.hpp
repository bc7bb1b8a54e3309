// One beam through one step. Called by beams.cpp; beam_setup.cpp asks for the stable step.
#pragma once

#include <span>

#include "physics/elements/beams.hpp"

namespace crumple {

/// 2 over the highest frequency of a free beam of this length now [time].
double stable_dt(const BeamConstants& constants, double length);

/// Where a beam's ends are at t(n), and how they moved since t(n-1).
struct BeamMotion {
  std::array<Vec3, 2> position;                    ///< [length]
  std::array<Vec3, 2> velocity, angular_velocity;  ///< [length/time], [1/time]
};

/// Resultants at t(n) from those at t(n-1), with yielding; energy and time step; whether it fails now. Returns its
/// forces, 0 if it has failed.
BeamForces advance_beam(const BeamConstants& constants, const Material& material, const BeamMotion& motion, double time,
                        double dt, std::span<Resultants> filter, BeamHistory& history);

}  // namespace crumple
