#include "physics/bodies/joint_stiffness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "base/same_bits.hpp"
#include "model/joint_stiffness_bounds.hpp"
#include "physics/state/difference_tangent.hpp"

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
  JointStiffnessHere here{{joint.nodes[0], joint.nodes[1]}, joint.is_translational, joint.is_flexion, joint.stiffness,
                          joint.friction, joint.lowest, joint.highest, {}, {}, {}, {}};
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
    if (joint.is_translational || joint.is_flexion) continue;  // positions say it; the twist begins at 0
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
      moving_[2 * j + side] = {bodies_.response(body), motion.velocity, motion.angular_velocity, {}};
    }
  const double dt = s.clock.last_dt();
  sum_later(AddJointStiffness{here_.data(), moving_.data(), states_.data(), s.clock.cycle == 0, false,
                              s.clock.dt_previous, dt, rows_at(s.nodes.position), sums_at(s.nodes.force),
                              sums_at(s.nodes.moment), s.domain.quanta.force, s.domain.quanta.moment},
            joints_.size(), [this, &s, dt](double n_too_stiff) {
              if (n_too_stiff > 0) note_stiffness(s.clock, dt);
            });
}

void JointStiffnesses::note_stiffness(const Clock& clock, double dt) {
  for (std::size_t j = 0; j < joints_.size(); ++j)
    if (states_[j].is_too_stiff)
      failure_.note(fmt::format("joint stiffness {} at time {:.6g}, cycle {}: its curves, dampers or ES are too stiff "
                                "for the time step {:.4g}; expected smaller ones, heavier bodies or a smaller step "
                                "(TSSFAC)",
                                joints_[j].id, clock.time, clock.cycle, dt));
}

void JointStiffnesses::begin_static_step(StepState& s) {
  if (joints_.empty()) return;
  if (static_step_.is_going_on) states_ = static_step_.states;
  static_step_ = {true, s.clock.dt, bodies_.motions(), states_};
}

void JointStiffnesses::end_static_step(StepState&) { static_step_.is_going_on = false; }

/// A body in a static step, or in one from the present state, that has brought it to `now`.
MovingBody JointStiffnesses::moved(std::size_t joint, std::size_t side, const RigidBodies::Motion& now,
                                   double dt) const {
  const Index body = joints_[joint].bodies[side];
  MovingBody moving{bodies_.response(body), {}, {}, {}};
  moving.response.position = now.position;
  moving.response.attitude = now.attitude;
  const RigidBodies::Motion& start =
      static_step_.is_going_on ? bodies_.motion(body, static_step_.motions) : bodies_.motion(body);
  const Vec3 turn = rotation_vector(now.attitude * conjugate(start.attitude));
  moving.velocity = (1 / dt) * (now.position - start.position);
  moving.angular_velocity = (1 / dt) * turn;
  moving.to_middle = exponential(-0.5 * turn);
  return moving;
}

/// A static step of that time, of any size, so that no joint is too stiff for it.
AddJointStiffness JointStiffnesses::static_step(StepState& s, double dt) {
  return {here_.data(),
          moving_.data(),
          states_.data(),
          false,
          true,
          dt,
          0,
          rows_at(s.nodes.position),
          sums_at(s.nodes.force),
          sums_at(s.nodes.moment),
          s.domain.quanta.force,
          s.domain.quanta.moment};
}

void JointStiffnesses::add_static_forces(StepState& s, double) {
  if (joints_.empty()) return;
  states_ = static_step_.states;
  const double dt = s.clock.dt_previous;
  for (std::size_t j = 0; j < joints_.size(); ++j)
    for (std::size_t side = 0; side < 2; ++side)
      moving_[2 * j + side] = moved(j, side, bodies_.motion(joints_[j].bodies[side]), dt);
  sum_loop(static_step(s, dt), joints_.size());
}

/// The resistance if one of the joint's nodes, and its body with it, were displaced: forces and moments on both nodes.
std::array<double, 12> JointStiffnesses::trial(const StepState& s, std::size_t j, const NodeShift& shift) const {
  constexpr double without_rates = 1e30;  // the time of a step in modes and linear statics
  const double dt = static_step_.dt > 0 ? static_step_.dt : without_rates;
  MovingBody moving[2];
  Vec3 x[2];
  for (std::size_t side = 0; side < 2; ++side) {
    RigidBodies::Motion motion = bodies_.motion(joints_[j].bodies[side]);
    x[side] = row(s.nodes.position, joints_[j].nodes[side]);
    if (side == shift.side) {
      motion.position += shift.translation + cross(shift.rotation, motion.position - x[side]);
      motion.attitude = normalized(exponential(shift.rotation) * motion.attitude);
      x[side] += shift.translation;
    }
    moving[side] = moved(j, side, motion, dt);
  }
  JointStiffnessState state = static_step_.is_going_on ? static_step_.states[j] : states_[j];
  AddJointStiffness step{};
  step.is_static = true;
  step.dt_before = dt;
  const JointStiffnessLoad on_b = step.load_on_b(here_[j], moving[0], moving[1], state);
  std::array<double, 12> loads;
  for (std::size_t side = 0; side < 2; ++side) {
    const double sign = side == 0 ? -1 : 1;
    const Vec3 moment = on_b.moment + cross(on_b.place - x[side], on_b.force);
    for (int c = 0; c < 3; ++c) {
      loads[6 * side + std::size_t(c)] = sign * on_b.force[c];
      loads[6 * side + 3 + std::size_t(c)] = sign * moment[c];
    }
  }
  return loads;
}

void JointStiffnesses::add_tangents(const StepState& s, double, const TakeTangent& take) const {
  constexpr double increment = 1e-6;  // of the radius of gyration; a rotation [1]
  constexpr int dofs = 6;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    double radius = 0;
    for (const Index number : joints_[j].bodies) {
      const RigidBodies::Body& body = bodies_.body(number);
      radius = std::max(radius, std::sqrt(body.inertia.z / body.mass));
    }
    Tangent tangent{joints_[j].nodes, dofs, std::vector<double>(4 * dofs * dofs)};
    for (std::size_t column = 0; column < 2 * dofs; ++column) {
      const bool rotates = column % dofs >= 3;
      const double by = rotates || !(radius > 0) ? increment : increment * radius;
      for (const double sign : {1.0, -1.0}) {
        NodeShift shift{column / dofs, {}, {}};
        (rotates ? shift.rotation : shift.translation)[int(column % 3)] = sign * by;
        const std::array<double, 12> loads = trial(s, j, shift);
        for (std::size_t i = 0; i < loads.size(); ++i) tangent.at(i, column) -= 0.5 * sign / by * loads[i];
      }
    }
    make_symmetric(tangent);
    take(tangent);
  }
}

void JointStiffnesses::enter_work(StepState& s) {
  const HalfSteps half(s.clock);
  const auto rows = [&](const Rows& before, const Rows& now) {
    return WorkRows{rows_at(before), rows_at(now), half.before, half.after, s.domain.quanta.energy};
  };
  s.ledger.sliding += std::exchange(ahead_, {});
  sum_later(JointStiffnessWork{here_.data(), states_.data(), rows(s.before.velocity, s.nodes.velocity),
                               rows(s.before.angular_velocity, s.nodes.angular_velocity)},
            joints_.size(), [this, &s](const WorkSums& work) {
              s.ledger.sliding += -work.before;
              ahead_ = -work.after;
            });
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
