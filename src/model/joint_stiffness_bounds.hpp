// The largest stiffness, damping and force of a joint stiffness, for its step and for the sizes that bound the sums.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// About or along one axis; [moment] and [rad] of generalized ones.
struct JointStiffnessBounds {
  double stiffness = 0;  ///< [force/length]
  double damping = 0;    ///< [force time/length]
  double force = 0;      ///< of curves and friction, without dampers and stops [force]
};

JointStiffnessBounds joint_stiffness_bounds(const Model& model, const JointStiffness& joint, std::size_t axis);

}  // namespace crumple
