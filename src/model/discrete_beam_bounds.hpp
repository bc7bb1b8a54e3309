// What the laws of discrete beams have in common, for all who ask: the element, its time step, and the sizes that bound
// the sums.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// What a law cannot exceed, by component.
struct DiscreteBeamBounds {
  SixNumbers stiffness{};  ///< [force/length], [force length/rad]
  SixNumbers damping{};    ///< [force time/length], [force length time]
  SixNumbers force{};      ///< within the points of its curves, with the preload [force], [force length]
};

/// Of a law for beams with ELFORM 6 (all 0 for others) in a beam of that section and length at t = 0 [length].
DiscreteBeamBounds discrete_beam_bounds(const Material& material, const Section& section, double length);

/// A cable or an elastic spring: one force along the line of its nodes.
bool acts_along_its_line(const MaterialLaw& law);

/// L0 - OFFSET of a cable [length].
double slack_length(const Section& section, double length);

/// The mass of a beam with ELFORM 6: density times volume, which of a cable without VOL is area times length [mass].
double discrete_beam_mass(const Material& material, const Section& section, double length);

}  // namespace crumple
