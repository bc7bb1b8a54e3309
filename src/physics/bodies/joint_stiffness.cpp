#include "physics/bodies/joint_stiffness.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "base/same_bits.hpp"
#include "model/joint_stiffness_bounds.hpp"

namespace crumple {
namespace {

/// The rotation vector from the axes a to the axes b, along the axes a [rad].
ThreeNumbers turn_between(const Mat3& a, const Mat3& b) {
  const auto r = [&](int i, int j) { return dot(a.row[std::size_t(i)], b.row[std::size_t(j)]); };
  const Vec3 twice_sine{r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)};
  const double sine = 0.5 * norm(twice_sine), cosine = 0.5 * (r(0, 0) + r(1, 1) + r(2, 2) - 1);
  if (!(sine > 0)) return {};
  const double scale = 0.5 * same_bits::atan2(sine, cosine) / sine;
  return {scale * twice_sine.x, scale * twice_sine.y, scale * twice_sine.z};
}

JointStiffnessHere joint_stiffness_here(const Model& model, const JointStiffness& joint, RunStore& store) {
  JointStiffnessHere here{{joint.nodes[0], joint.nodes[1]}, joint.is_translational, joint.stiffness, joint.friction,
                          joint.lowest, joint.highest, {}, {}, {}, {}};
  const auto curve = [&](Index number) {
    return number == none ? CurvePoints() : store.keep(model.curves[std::size_t(number)]);
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    here.resistance[axis] = curve(joint.resistance[axis]);
    here.damping[axis] = curve(joint.damping[axis]);
    const JointStiffnessBounds bounds = joint_stiffness_bounds(model, joint, axis);
    here.most_stiffness[axis] = bounds.stiffness;
    here.most_damping[axis] = bounds.damping;
  }
  return here;
}

}  // namespace

JointStiffnesses::JointStiffnesses(const StepState& s, const RigidBodies& bodies)
    : bodies_(bodies),
      joints_(s.domain.model.joint_stiffnesses),
      states_(joints_.size()),
      moving_(2 * joints_.size()) {
  std::array<std::int64_t, 1> count{std::int64_t(joints_.size())};
  s.world.sum(std::span<std::int64_t>(count));
  n_joints_ = count[0];
  const auto& frames = s.domain.model.frames;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const JointStiffness& joint = joints_[j];
    here_.push_back(joint_stiffness_here(s.domain.model, joint, store_));
    for (std::size_t side = 0; side < 2; ++side) {
      const Frame& frame = frames[std::size_t(joint.frames[side])];
      const RigidBodies::Motion& motion = bodies.motion(joint.bodies[side]);
      const Quaternion back = conjugate(motion.attitude);
      AttachedFrame& attached = states_[j].frame[side];
      attached.arm = rotate(back, frame.origin - motion.position);
      for (std::size_t k = 0; k < 3; ++k) attached.axes[k] = rotate(back, frame.axes.row[k]);
    }
    if (joint.is_translational) continue;
    const auto [a, b] = joint.frames;
    states_[j].way = turn_between(frames[std::size_t(a)].axes, frames[std::size_t(b)].axes);
  }
}

void JointStiffnesses::add_local_forces(StepState& s) {
  Profile::Scope scope(phase<"joints", Stage::forces>);
  for (std::size_t j = 0; j < joints_.size(); ++j)
    for (std::size_t side = 0; side < 2; ++side) {
      const Index body = joints_[j].bodies[side];
      const RigidBodies::Motion& motion = bodies_.motion(body);
      moving_[2 * j + side] = {bodies_.response(body), motion.velocity, motion.angular_velocity};
    }
  const double n_too_stiff =
      sum_loop(AddJointStiffness{here_.data(), moving_.data(), states_.data(), s.clock.cycle == 0, s.clock.dt_previous,
                                 s.clock.last_dt(), rows_at(s.nodes.position), sums_at(s.nodes.force),
                                 sums_at(s.nodes.moment), s.domain.quanta.force, s.domain.quanta.moment},
               joints_.size());
  for (std::size_t j = 0; n_too_stiff > 0 && j < joints_.size(); ++j)
    if (states_[j].is_too_stiff)
      failure_.note(fmt::format("joint stiffness {} at time {:.6g}, cycle {}: its curves, dampers or ES are too stiff "
                                "for the time step {:.4g}; expected smaller ones, heavier bodies or a smaller step "
                                "(TSSFAC)",
                                joints_[j].id, s.clock.time, s.clock.cycle, s.clock.last_dt()));
}

void JointStiffnesses::enter_work(StepState& s) {
  const HalfSteps half(s.clock);
  const auto rows = [&](const Rows& before, const Rows& now) {
    return WorkRows{rows_at(before), rows_at(now), half.before, half.after, s.domain.quanta.energy};
  };
  const WorkSums work =
      sum_loop(JointStiffnessWork{here_.data(), states_.data(), rows(s.before.velocity, s.nodes.velocity),
                                  rows(s.before.angular_velocity, s.nodes.angular_velocity)},
               joints_.size());
  s.ledger.sliding += ahead_;
  s.ledger.sliding += -work.before;
  ahead_ = -work.after;
}

void JointStiffnesses::archive(StateArchive& a, StepState&) {
  a.sum(ahead_);
  a.records("joint stiffnesses", numbered(joints_, n_joints_),
            [&](std::size_t j, Fields& fields) { fields(states_[j].way, states_[j].friction); });
}

/// Rotations of a quarter turn beyond stops, displacements of a tenth of the model.
void JointStiffnesses::bound_forces(const Model& model, ModelExtremes& e) {
  for (const JointStiffness& joint : model.joint_stiffnesses)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const SpringReach reach = joint.is_translational ? SpringReach{0.1 * e.extent, 2 * e.speed}
                                                       : SpringReach{1.5, reach_of_turns(model, e).rate};
      const JointStiffnessBounds bounds = joint_stiffness_bounds(model, joint, axis);
      const double force = bounds.force + joint.stiffness[axis] * reach.deflection + bounds.damping * reach.rate;
      double& largest = joint.is_translational ? e.force : e.moment;
      largest = std::max(largest, force);
      if (joint.is_translational) e.moment = std::max(e.moment, force * e.extent);
      e.strain_energy += force * reach.deflection;
    }
}

}  // namespace crumple
