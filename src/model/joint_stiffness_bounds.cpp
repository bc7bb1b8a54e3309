#include "model/joint_stiffness_bounds.hpp"

#include "model/springs.hpp"

namespace crumple {

namespace {

/// Of the curve over gamma that scales a moment of alpha.
double largest_scale(const Model& model, const JointStiffness& joint, std::size_t axis, Index curve) {
  if (!joint.is_flexion || axis > 0 || curve == none) return 1;
  return largest_value(model.curves[std::size_t(curve)]);
}

}  // namespace

JointStiffnessBounds joint_stiffness_bounds(const Model& model, const JointStiffness& joint, std::size_t axis) {
  JointStiffnessBounds bounds;
  if (joint.is_flexion && axis == 1) return bounds;
  if (const Index curve = joint.resistance[axis]; curve != none) {
    const double scale = largest_scale(model, joint, axis, joint.resistance[1]);
    bounds.stiffness = scale * steepest_slope(model.curves[std::size_t(curve)]);
    bounds.force = scale * largest_value(model.curves[std::size_t(curve)]);
  }
  if (const Index curve = joint.damping[axis]; curve != none)
    bounds.damping = largest_scale(model, joint, axis, joint.damping[1]) *
                     steepest_slope(model.curves[std::size_t(curve)]);
  const double friction = joint.friction[axis];
  if (friction > 0 || joint.lowest[axis] < 0 || joint.highest[axis] > 0) bounds.stiffness += joint.stiffness[axis];
  bounds.force += friction;
  return bounds;
}

}  // namespace crumple
