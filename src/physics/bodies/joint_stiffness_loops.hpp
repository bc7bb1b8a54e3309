// The loops over joint stiffnesses (joint_stiffness.cpp).
#pragma once

#include <algorithm>
#include <array>

#include "base/elementary.hpp"
#include "model/curve.hpp"
#include "physics/bodies/compliance.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

/// Values along the three axes of a frame.
using ThreeNumbers = std::array<double, 3>;

/// A joint on a rank (JointStiffness).
struct JointStiffnessHere {
  Index node[2];
  bool is_translational, is_flexion;
  ThreeNumbers stiffness, friction, lowest, highest;
  CurvePoints resistance[3], damping[3];
  ThreeNumbers most_stiffness, most_damping;  ///< JointStiffnessBounds
};

/// A body at t(n), and its velocities at t(n-1/2).
struct MovingBody {
  BodyResponse response;
  Vec3 velocity, angular_velocity;
  Quaternion to_middle;  ///< in a static step, the rotation back to its middle
};

/// A frame fixed to a body.
struct AttachedFrame {
  Vec3 arm;                 ///< from the centre, in principal axes [length]
  std::array<Vec3, 3> axes; ///< in principal axes
};

/// The resistance of a joint: on body B, the opposite on A.
struct JointStiffnessLoad {
  Vec3 force, moment;  ///< [force], [force length]
  Vec3 place;          ///< where the force acts [length]
};

struct JointStiffnessState {
  std::array<AttachedFrame, 2> frame;  ///< of A and B
  ThreeNumbers way{};                  ///< rotation [rad], or displacement [length]; or alpha, gamma, beta [rad]
  ThreeNumbers friction{};             ///< friction moment or force at t(n)
  std::array<RoundedVec3, 2> moment;   ///< on the nodes [force length]
  RoundedVec3 force;                   ///< on B's node; the opposite acts on A's [force]
  bool is_too_stiff = false;           ///< for the step
};

/// Advances the joints to t(n), adds their forces, and counts those that are too stiff.
struct AddJointStiffness {
  static constexpr const char* name = "joint stiffnesses";
  using Sums = double;
  const JointStiffnessHere* joints;
  const MovingBody* bodies;  ///< [joint][A, B]
  JointStiffnessState* states;
  bool is_first;           ///< cycle
  bool is_static;          ///< a static step, of any size
  double dt_before, last_dt;  ///< t(n) - t(n-1), Clock::last_dt
  RowsAt position;
  SumsAt force, moment;
  Quantum of_force, of_moment;

  /// (omega dt)^2 with dampers, beyond which a spring is unstable in central differences: 4 less a margin.
  static constexpr double largest_square = 3;

  CRUMPLE_INLINE void operator()(std::size_t j, Sums& n_too_stiff) const {
    const JointStiffnessHere& joint = joints[j];
    JointStiffnessState& state = states[j];
    const JointStiffnessLoad on_b = load_on_b(joint, bodies[2 * j], bodies[2 * j + 1], state);
    if (joint.is_translational) {
      state.force = rounded(on_b.force, of_force);
      for (std::size_t side = 0; side < 2; ++side) {
        const Vec3 about = cross(on_b.place - position[joint.node[side]], state.force);
        state.moment[side] = rounded(side == 0 ? -about : about, of_moment);
      }
    } else {
      state.moment[1] = rounded(on_b.moment, of_moment);
      state.moment[0] = -state.moment[1];
    }
    force.add(joint.node[0], -state.force);
    force.add(joint.node[1], state.force);
    for (std::size_t side = 0; side < 2; ++side) moment.add(joint.node[side], state.moment[side]);
    if (state.is_too_stiff) n_too_stiff += 1;
  }
  /// Advances a joint to t(n); not rounded.
  CRUMPLE_DEVICE JointStiffnessLoad load_on_b(const JointStiffnessHere& joint, const MovingBody& a,
                                              const MovingBody& b, JointStiffnessState& state) const {
    state.is_too_stiff = false;
    if (joint.is_flexion) return find_flexion(joint, a, b, state);
    return joint.is_translational ? find_forces(joint, a, b, state) : find_moments(joint, a, b, state);
  }

  /// The resistance along or about an axis; notes if it is too stiff for the step. Its curves are scaled.
  CRUMPLE_DEVICE double resist(const JointStiffnessHere& joint, std::size_t axis, double rate, double softness,
                               JointStiffnessState& state, double scale = 1, double scale_of_damping = 1) const {
    const double way = state.way[axis], stiffness = joint.stiffness[axis];
    double stop = 0;
    if (joint.highest[axis] > 0 && way > joint.highest[axis]) stop = stiffness * (way - joint.highest[axis]);
    if (joint.lowest[axis] < 0 && way < joint.lowest[axis]) stop = stiffness * (way - joint.lowest[axis]);
    const double square = softness * last_dt * (joint.most_stiffness[axis] * last_dt + 2 * joint.most_damping[axis]);
    if (square > largest_square) state.is_too_stiff = true;
    return scale * value_of(joint.resistance[axis], way) + scale_of_damping * value_of(joint.damping[axis], rate) +
           state.friction[axis] + stop;
  }
  /// The factor by a curve; 1 without one.
  CRUMPLE_DEVICE static double scale_of(const CurvePoints& curve, double at) {
    return curve.empty() ? 1.0 : curve.evaluate(at);
  }
  CRUMPLE_DEVICE static double value_of(const CurvePoints& curve, double at) {
    return curve.empty() ? 0.0 : curve.evaluate(at);
  }
  /// A spring of the stiffness ES that slides at its maximum force.
  CRUMPLE_DEVICE static double after_friction(const JointStiffnessHere& joint, std::size_t axis, double friction,
                                              double increment) {
    const double largest = joint.friction[axis];
    return std::clamp(friction + joint.stiffness[axis] * increment, -largest, largest);
  }

  /// An axis of a body.
  CRUMPLE_DEVICE Vec3 half_a_step_before(const MovingBody& body, const Vec3& axis, double dt) const {
    return is_static ? rotate(body.to_middle, axis) : axis - (0.5 * dt) * cross(body.angular_velocity, axis);
  }

  CRUMPLE_DEVICE JointStiffnessLoad find_moments(const JointStiffnessHere& joint, const MovingBody& a,
                                                 const MovingBody& b, JointStiffnessState& state) const {
    const Vec3 spin = b.angular_velocity - a.angular_velocity;
    const double dt = is_first ? 0.0 : dt_before;
    Vec3 on_b;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 axis = rotate(a.response.attitude, state.frame[0].axes[k]);
      const double rate = dot(spin, half_a_step_before(a, axis, dt));
      state.way[k] += dt * rate;
      state.friction[k] = after_friction(joint, k, state.friction[k], dt * rate);
      const double softness = compliance_about(a.response, axis) + compliance_about(b.response, axis);
      on_b -= resist(joint, k, rate, softness, state) * axis;
    }
    return {{}, on_b, {}};
  }

  /// With a, b the z axes of the frames, c = cos(alpha) = a . b and n = a x b / sin(alpha), a body B that turns with w
  /// relative to A has alpha' = w . n, beta' = w . (a + b) / (1 + c), gamma' = w . (b x n) / sin(alpha): the rates of
  /// the rotations gamma about a, alpha about n, beta - gamma about b, one after the other. The moments of alpha and
  /// beta act along the vectors behind w. Beyond `least` of a fold, which has no twist, 1 + c stays there.
  CRUMPLE_DEVICE JointStiffnessLoad find_flexion(const JointStiffnessHere& joint, const MovingBody& a,
                                                 const MovingBody& b, JointStiffnessState& state) const {
    constexpr double least = 1e-3, tiny = 1e-12;
    const Vec3 spin = b.angular_velocity - a.angular_velocity;
    const double dt = is_first ? 0.0 : dt_before;
    const auto axis_of_a = [&](std::size_t k) { return rotate(a.response.attitude, state.frame[0].axes[k]); };
    const Vec3 from = axis_of_a(2), to = rotate(b.response.attitude, state.frame[1].axes[2]);
    const Vec3 from_before = half_a_step_before(a, from, dt), to_before = half_a_step_before(b, to, dt);
    const auto twist_axis = [&](const Vec3& one, const Vec3& other) {
      const double sum = 1 + dot(one, other);
      return (1 / (sum > least ? sum : least)) * (one + other);
    };
    const double twist_rate = dot(spin, twist_axis(from_before, to_before));
    state.way[2] += dt * twist_rate;
    state.friction[2] = after_friction(joint, 2, state.friction[2], dt * twist_rate);
    const Vec3 twist = twist_axis(from, to);
    const auto softness_about = [&](const Vec3& axis) {
      return compliance_about(a.response, axis) + compliance_about(b.response, axis);
    };
    Vec3 on_b = -resist(joint, 2, twist_rate, softness_about(twist), state) * twist;

    const Vec3 across = cross(from, to);
    const double sine = norm(across), before = state.way[0];
    state.way[0] = same_bits::inlined::atan2(sine, dot(from, to));
    state.friction[0] = after_friction(joint, 0, state.friction[0], is_first ? 0.0 : state.way[0] - before);
    if (sine > tiny) {
      const Vec3 axis = (1 / sine) * across;
      state.way[1] = same_bits::inlined::atan2(dot(to, axis_of_a(1)), dot(to, axis_of_a(0)));
      const double turn_rate = dot(spin, cross(to, axis)) / sine;
      on_b -= resist(joint, 0, dot(spin, axis), softness_about(axis), state,
                     scale_of(joint.resistance[1], state.way[1]), scale_of(joint.damping[1], turn_rate)) *
              axis;
    }
    return {{}, on_b, {}};
  }

  /// Both bodies get the force at the origin of A's frame.
  CRUMPLE_DEVICE JointStiffnessLoad find_forces(const JointStiffnessHere& joint, const MovingBody& a,
                                                const MovingBody& b, JointStiffnessState& state) const {
    const Vec3 arm_a = rotate(a.response.attitude, state.frame[0].arm);
    const Vec3 arm_b = rotate(b.response.attitude, state.frame[1].arm);
    const Vec3 at_a = a.response.position + arm_a, between = b.response.position + arm_b - at_a;
    const Vec3 v_a = a.velocity + cross(a.angular_velocity, arm_a);
    const Vec3 v_b = b.velocity + cross(b.angular_velocity, arm_b - between);  // of B at A's origin
    const double softness = compliance_at(a.response, at_a) + compliance_at(b.response, at_a);
    Vec3 on_b;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 axis = rotate(b.response.attitude, state.frame[1].axes[k]);
      const double rate = dot(v_b - v_a, axis), before = state.way[k];
      state.way[k] = dot(between, axis);
      const double increment = is_first ? 0.0 : state.way[k] - before;
      state.friction[k] = after_friction(joint, k, state.friction[k], increment);
      on_b -= resist(joint, k, rate, softness, state) * axis;
    }
    return {on_b, {}, at_a};
  }
};

struct JointStiffnessWork {
  static constexpr const char* name = "work of joint stiffnesses";
  using Sums = WorkSums;
  const JointStiffnessHere* joints;
  const JointStiffnessState* states;
  WorkRows work, angular_work;
  CRUMPLE_INLINE void operator()(std::size_t j, Sums& sums) const {
    for (std::size_t side = 0; side < 2; ++side) {
      const Index node = joints[j].node[side];
      work.add(side == 0 ? -states[j].force : states[j].force, node, sums);
      angular_work.add(states[j].moment[side], node, sums);
    }
  }
};

using JointStiffnessLoops = kernels::Loops<AddJointStiffness, JointStiffnessWork>;

}  // namespace crumple
