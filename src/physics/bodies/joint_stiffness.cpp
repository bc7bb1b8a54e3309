#include "physics/bodies/joint_stiffness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/profile.hpp"
#include "base/same_bits.hpp"
#include "model/joint_stiffness_bounds.hpp"
#include "physics/bodies/compliance.hpp"

namespace crumple {
namespace {

/// (omega dt)^2 with dampers, beyond which a spring is unstable in central differences: 4 less a margin.
constexpr double largest_square = 3;

/// The rotation vector from the axes a to the axes b, along the axes a [rad].
ThreeNumbers turn_between(const Mat3& a, const Mat3& b) {
  const auto r = [&](int i, int j) { return dot(a.row[std::size_t(i)], b.row[std::size_t(j)]); };
  const Vec3 twice_sine{r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)};
  const double sine = 0.5 * norm(twice_sine), cosine = 0.5 * (r(0, 0) + r(1, 1) + r(2, 2) - 1);
  if (!(sine > 0)) return {};
  const double scale = 0.5 * same_bits::atan2(sine, cosine) / sine;
  return {scale * twice_sine.x, scale * twice_sine.y, scale * twice_sine.z};
}

double value_of(const Model& model, Index curve, double at) {
  return curve == none ? 0.0 : model.curves[std::size_t(curve)].evaluate(at);
}

}  // namespace

JointStiffnesses::JointStiffnesses(const StepState& s, const RigidBodies& bodies)
    : bodies_(bodies), joints_(s.domain.model.joint_stiffnesses), states_(joints_.size()) {
  std::array<std::int64_t, 1> count{std::int64_t(joints_.size())};
  s.world.sum(std::span<std::int64_t>(count));
  n_joints_ = count[0];
  const auto& frames = s.domain.model.frames;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const JointStiffness& joint = joints_[j];
    for (std::size_t side = 0; side < 2; ++side) {
      const Frame& frame = frames[std::size_t(joint.frames[side])];
      const RigidBodies::Motion& motion = bodies.motion(joint.bodies[side]);
      const Quaternion back = conjugate(motion.attitude);
      Attached& attached = states_[j].frame[side];
      attached.arm = rotate(back, frame.origin - motion.position);
      for (std::size_t k = 0; k < 3; ++k) attached.axes[k] = rotate(back, frame.axes.row[k]);
    }
    if (joint.is_translational) continue;
    const auto [a, b] = joint.frames;
    states_[j].way = turn_between(frames[std::size_t(a)].axes, frames[std::size_t(b)].axes);
  }
}

/// The resistance along or about an axis; records a failure if it is too stiff for the step.
double JointStiffnesses::resist(const JointStiffness& joint, const StepState& s, std::size_t axis, double rate,
                                double softness, State& state) {
  const Model& model = s.domain.model;
  const double way = state.way[axis], stiffness = joint.stiffness[axis];
  double stop = 0;
  if (joint.highest[axis] > 0 && way > joint.highest[axis]) stop = stiffness * (way - joint.highest[axis]);
  if (joint.lowest[axis] < 0 && way < joint.lowest[axis]) stop = stiffness * (way - joint.lowest[axis]);
  const JointStiffnessBounds bounds = joint_stiffness_bounds(model, joint, axis);
  const double dt = s.clock.last_dt();
  if (softness * dt * (bounds.stiffness * dt + 2 * bounds.damping) > largest_square)
    failure_.note(fmt::format("joint stiffness {} at time {:.6g}, cycle {}: its curves, dampers or ES are too stiff "
                              "for the time step {:.4g}; expected smaller ones, heavier bodies or a smaller step "
                              "(TSSFAC)",
                              joint.id, s.clock.time, s.clock.cycle, dt));
  return value_of(model, joint.resistance[axis], way) + value_of(model, joint.damping[axis], rate) +
         state.friction[axis] + stop;
}

/// A spring of the stiffness ES that slides at its maximum force.
double after_friction(const JointStiffness& joint, std::size_t axis, double friction, double increment) {
  const double largest = joint.friction[axis];
  return std::clamp(friction + joint.stiffness[axis] * increment, -largest, largest);
}

void JointStiffnesses::add_turns(const JointStiffness& joint, const StepState& s, State& state) {
  const auto [a, b] = joint.bodies;
  const RigidBodies::Motion &of_a = bodies_.motion(a), &of_b = bodies_.motion(b);
  const Vec3 spin = of_b.angular_velocity - of_a.angular_velocity;
  const double dt = s.clock.cycle > 0 ? s.clock.dt_previous : 0.0;
  Vec3 on_b;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 axis = rotate(of_a.attitude, state.frame[0].axes[k]);
    const double rate = dot(spin, axis - (0.5 * dt) * cross(of_a.angular_velocity, axis));
    state.way[k] += dt * rate;
    state.friction[k] = after_friction(joint, k, state.friction[k], dt * rate);
    const double softness = compliance_about(bodies_.response(a), axis) + compliance_about(bodies_.response(b), axis);
    on_b -= resist(joint, s, k, rate, softness, state) * axis;
  }
  state.moment[1] = rounded(on_b, s.domain.quanta.moment);
  state.moment[0] = -state.moment[1];
}

/// Both bodies get the force at the origin of A's frame.
void JointStiffnesses::add_ways(const JointStiffness& joint, const StepState& s, State& state) {
  const auto [a, b] = joint.bodies;
  const RigidBodies::Motion &of_a = bodies_.motion(a), &of_b = bodies_.motion(b);
  const Vec3 arm_a = rotate(of_a.attitude, state.frame[0].arm), arm_b = rotate(of_b.attitude, state.frame[1].arm);
  const Vec3 at_a = of_a.position + arm_a, between = of_b.position + arm_b - at_a;
  const Vec3 v_a = of_a.velocity + cross(of_a.angular_velocity, arm_a);
  const Vec3 v_b = of_b.velocity + cross(of_b.angular_velocity, arm_b - between);  // of B at A's origin
  const double softness = compliance_at(bodies_.response(a), at_a) + compliance_at(bodies_.response(b), at_a);
  Vec3 on_b;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 axis = rotate(of_b.attitude, state.frame[1].axes[k]);
    const double rate = dot(v_b - v_a, axis), before = state.way[k];
    state.way[k] = dot(between, axis);
    const double increment = s.clock.cycle > 0 ? state.way[k] - before : 0.0;
    state.friction[k] = after_friction(joint, k, state.friction[k], increment);
    on_b -= resist(joint, s, k, rate, softness, state) * axis;
  }
  state.force = rounded(on_b, s.domain.quanta.force);
  for (std::size_t side = 0; side < 2; ++side) {
    const Vec3 moment = cross(at_a - row(s.nodes.position, joint.nodes[side]), state.force);
    state.moment[side] = rounded(side == 0 ? -moment : moment, s.domain.quanta.moment);
  }
}

void JointStiffnesses::add_local_forces(StepState& s) {
  Profile::Scope scope(phase<"joints", Stage::forces>);
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const JointStiffness& joint = joints_[j];
    State& state = states_[j];
    if (joint.is_translational) add_ways(joint, s, state);
    else add_turns(joint, s, state);
    add_row(s.nodes.force, joint.nodes[0], -state.force);
    add_row(s.nodes.force, joint.nodes[1], state.force);
    for (std::size_t side = 0; side < 2; ++side) add_row(s.nodes.moment, joint.nodes[side], state.moment[side]);
  }
}

void JointStiffnesses::enter_work(StepState& s) {
  HalfStepWork work{s.domain.quanta.energy, s.clock};
  for (std::size_t j = 0; j < joints_.size(); ++j)
    for (std::size_t side = 0; side < 2; ++side) {
      const Index node = joints_[j].nodes[side];
      const Vec3 force = side == 0 ? -states_[j].force : states_[j].force;
      work.add(force, row(s.before.velocity, node), row(s.nodes.velocity, node));
      work.add(states_[j].moment[side], row(s.before.angular_velocity, node), row(s.nodes.angular_velocity, node));
    }
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
