// What springs' laws have in common, for all who ask: the element and the sizes that bound the sums.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// What a law cannot exceed, without the scale and the magnification of a spring; [moment] and [rad] for torsional
/// ones.
struct SpringBounds {
  double stiffness = 0;  ///< [force/length]
  double damping = 0;    ///< [force time/length]
  double force = 0;      ///< within the points of its curve [force]
};

/// Of a law of springs; all 0 for others.
SpringBounds spring_bounds(const MaterialLaw& law);

/// The steepest slope of a curve, up or down.
double steepest_slope(const Curve& curve);

/// The curve's value; beyond its ends it goes on with the slope that it has there.
double extended_value(const Curve& curve, double x);

}  // namespace crumple
