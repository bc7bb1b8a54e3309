#include "model/joint_stiffness_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "model/springs.hpp"

namespace crumple {

JointStiffnessBounds joint_stiffness_bounds(const Model& model, const JointStiffness& joint, std::size_t axis) {
  JointStiffnessBounds bounds;
  if (const Index curve = joint.resistance[axis]; curve != none) {
    bounds.stiffness += steepest_slope(model.curves[std::size_t(curve)]);
    for (const double y : model.curves[std::size_t(curve)].y) bounds.force = std::max(bounds.force, std::abs(y));
  }
  if (const Index curve = joint.damping[axis]; curve != none)
    bounds.damping = steepest_slope(model.curves[std::size_t(curve)]);
  const double friction = joint.friction[axis];
  if (friction > 0 || joint.lowest[axis] < 0 || joint.highest[axis] > 0) bounds.stiffness += joint.stiffness[axis];
  bounds.force += friction;
  return bounds;
}

}  // namespace crumple
