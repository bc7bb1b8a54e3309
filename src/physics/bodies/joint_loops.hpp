// The loops over joints between rigid bodies (joints.cpp).
#pragma once

#include <numbers>

#include "base/elementary.hpp"
#include "physics/bodies/body_step.hpp"

namespace crumple {

/// A joint on a rank (Joint).
struct JointHere {
  Index node[6];                     ///< N1, N2, ...
  std::size_t body[2];               ///< A, B, among those of the rank
  int n_nodes, n_pairs;
  bool slides, is_screw, is_universal, is_planar;
  double lead;                       ///< of a screw [length]
  double stiffness, damping;         ///< of each spring, in units of m/dt^2, and its damping ratio
  CRUMPLE_INLINE bool has_torque() const { return is_screw || is_universal || is_planar; }
};

/// The displacement and rotation of a screw, and their rates.
struct ScrewThread {
  Vec3 axis;              ///< unit vector from N1 to N3
  double way = 0;         ///< of N2 from N1 along the axis [length]
  double way_rate = 0;    ///< [length/time]
  double angle = 0;       ///< from N5 to N6 about the axis, within half a turn of `last` [rad]
  double angle_rate = 0;  ///< [1/time]
};

CRUMPLE_INLINE ScrewThread thread_of(const JointHere& joint, const RowsAt& position, const RowsAt& velocity,
                                     const RowsAt& angular_velocity, double last) {
  const Index a = joint.node[0], b = joint.node[1];
  ScrewThread thread;
  thread.axis = normalized(position[joint.node[2]] - position[a]);
  thread.way = dot(position[b] - position[a], thread.axis);
  thread.way_rate = dot(velocity[b] - velocity[a], thread.axis);
  Vec3 from = position[joint.node[4]] - position[a], to = position[joint.node[5]] - position[b];
  from = from - dot(from, thread.axis) * thread.axis;
  to = to - dot(to, thread.axis) * thread.axis;
  const double within = same_bits::inlined::atan2(dot(cross(from, to), thread.axis), dot(from, to));
  const double turns = std::floor((last - within) / (2 * std::numbers::pi) + 0.5);
  thread.angle = within + 2 * std::numbers::pi * turns;
  thread.angle_rate = dot(angular_velocity[b] - angular_velocity[a], thread.axis);
  return thread;
}

/// What a joint does at t(n), and what it keeps.
struct JointState {
  bool failed = false, fails_now = false;
  RoundedVec3 on_node[6];                 ///< force on each of its nodes [force]
  RoundedVec3 torque;                     ///< on N2, the opposite on N1 [force length]
  RoundedVec3 arm_torque;                 ///< on N1 of a planar joint, whose force acts at N2 [force length]
  Vec3 force, moment;                     ///< as in JointForce
  ScrewThread thread;                     ///< of a screw
  double first_angle = 0, first_way = 0;  ///< of a screw, at t = 0 [rad], [length]
};

/// The gap between a node of body B and its point of body A, N1 + along (N3 - N1); for the third pair N5 + along (N3 -
/// N1).
struct JointGap {
  int base = 0;    ///< N1 or N5, among the joint's nodes
  double along = 0;
  Vec3 point;      ///< of body A [length]
  Vec3 gap, rate;  ///< from there to the node; for sliding joints normal to the axis [length], [length/time]
};
/// `turn`: angular velocity of body A [1/time], of planar joints alone.
CRUMPLE_INLINE JointGap gap_of(const JointHere& joint, int pair, const RowsAt& position, const RowsAt& velocity,
                               const Vec3& turn) {
  const Index first = joint.node[0], last = joint.node[2], node = joint.node[2 * pair + 1];
  const Vec3 x = position[node], v = velocity[node], x1 = position[first], v1 = velocity[first];
  JointGap between;
  if (joint.is_planar) {
    const Vec3 normal = normalized(position[last] - x1);
    between.point = x;
    between.gap = dot(x - x1, normal) * normal;
    between.rate = dot(v - v1 - cross(turn, x - x1), normal) * normal;
    return between;
  }
  if (!joint.slides) {
    const Index partner = joint.node[2 * pair];
    between.base = pair == 2 ? 4 : 0;
    between.along = pair == 1 ? 1 : 0;
    between.point = position[partner];
    between.gap = x - between.point;
    between.rate = v - velocity[partner];
    return between;
  }
  const Vec3 axis = position[last] - x1;
  const double square = dot(axis, axis);
  const bool beside = pair == 2;
  const Vec3 origin = beside ? position[joint.node[4]] : x1;
  between.base = beside ? 4 : 0;
  between.along = dot(x - origin, axis) / square;
  between.point = origin + between.along * axis;
  between.gap = x - between.point;
  Vec3 rate = v - (1 - between.along) * v1 - between.along * velocity[last];
  if (beside) rate += v1 - velocity[joint.node[4]];
  between.rate = rate - (dot(rate, axis) / square) * axis;
  return between;
}

/// The springs and dampers of joints.
struct AddJointForces {
  static constexpr const char* name = "joints";
  const JointHere* joints;
  BodiesAt bodies;
  JointState* states;
  RowsAt position, velocity, angular_velocity;
  SumsAt force, moment;
  Quantum of_force, of_moment;
  double dt;                   ///< the longest step so far [time]
  double static_stiffness;     ///< of springs in a static step; 0: in an explicit one [force/length]
  bool waits;                  ///< no forces yet

  /// A spring and its damper.
  struct Spring {
    double stiffness, viscosity;  ///< [force/length], [force time/length]
  };
  CRUMPLE_INLINE void operator()(std::size_t j) const {
    const JointHere& joint = joints[j];
    JointState& state = states[j];
    for (RoundedVec3& on_node : state.on_node) on_node = {};
    state.torque = state.arm_torque = {};
    state.force = state.moment = {};
    if (state.failed || waits) return;
    const BodyResponse both[2] = {bodies.response(joint.body[0]), bodies.response(joint.body[1])};
    for (int pair = 0; pair < joint.n_pairs; ++pair) add_pair(joint, pair, both, state);
    if (joint.is_screw) add_thread(joint, both, state);
    if (joint.is_universal) add_cross(joint, both, state);
    if (joint.is_planar) add_normals(joint, both, state);
    if (joint.has_torque()) {
      moment.add(joint.node[1], state.torque);
      moment.add(joint.node[0], -state.torque);
      if (joint.is_planar) moment.add(joint.node[0], state.arm_torque);
    }
    for (int i = 0; i < joint.n_nodes; ++i) force.add(joint.node[i], state.on_node[i]);
  }

  /// Of a spring whose ends have the compliance `softness` to a unit impulse [1/mass].
  CRUMPLE_INLINE Spring spring_of(const JointHere& joint, double softness) const {
    if (static_stiffness > 0) return {static_stiffness, 0};
    return {joint.stiffness / (softness * dt * dt),
            2 * joint.damping * std::sqrt(joint.stiffness) / (softness * dt)};
  }
  CRUMPLE_INLINE void add_pair(const JointHere& joint, int pair, const BodyResponse* body, JointState& state) const {
    const JointGap gap = gap_of(joint, pair, position, velocity, angular_velocity[joint.node[0]]);
    const double softness =
        compliance_at(body[0], gap.point) + compliance_at(body[1], position[joint.node[2 * pair + 1]]);
    if (!(softness > 0)) return;  // both bodies are fixed
    const Spring spring = spring_of(joint, softness);
    const RoundedVec3 f = rounded(spring.stiffness * gap.gap + spring.viscosity * gap.rate, of_force);
    const RoundedVec3 on_last = rounded(gap.along * f.value(), of_force);
    state.on_node[2 * pair + 1] -= f;
    state.on_node[gap.base] += f;
    state.on_node[0] -= on_last;
    state.on_node[2] += on_last;
    state.force += f;
    const Vec3 about_first = cross(gap.point - middle_of(joint), f);
    state.moment += about_first;
    if (joint.is_planar) state.arm_torque = rounded(about_first, of_moment);
  }
  /// The midpoint of N1 and N3, or N1.
  CRUMPLE_INLINE Vec3 middle_of(const JointHere& joint) const {
    const Vec3 x = position[joint.node[0]];
    return joint.n_pairs == 1 ? x : 0.5 * (x + position[joint.node[2]]);
  }
  /// Between the displacement of body B along the axis and its rotation times the lead. A unit force changes the
  /// velocity of the difference by at most (sqrt(c) + |lead| sqrt(r))^2 of each body, with the compliances c along and
  /// r about the axis.
  CRUMPLE_INLINE void add_thread(const JointHere& joint, const BodyResponse* body, JointState& state) const {
    const ScrewThread thread = state.thread =
        thread_of(joint, position, velocity, angular_velocity, state.thread.angle);
    double softness = 0;
    for (int side = 0; side < 2; ++side) {
      const double about = compliance_about(body[side], thread.axis);
      const double at = compliance_at(body[side], position[joint.node[side]]);
      const double root = std::sqrt(at) + std::abs(joint.lead) * std::sqrt(about);
      softness += root * root;
    }
    if (!(softness > 0)) return;
    const Spring spring = spring_of(joint, softness);
    const double gap = thread.way - state.first_way - joint.lead * (thread.angle - state.first_angle);
    const double rate = thread.way_rate - joint.lead * thread.angle_rate;
    const double size = spring.stiffness * gap + spring.viscosity * rate;
    const RoundedVec3 f = rounded(size * thread.axis, of_force);
    state.on_node[1] -= f;
    state.on_node[0] += f;
    state.torque = rounded((joint.lead * size) * thread.axis, of_moment);
    state.force += f;
    state.moment -= state.torque;
  }
  /// Between the arms a of body A, N1 to N3, and b of body B, N2 to N4, which stay at a right angle: the spring's
  /// deflection is a . b, and b x a rotates B so that it grows.
  CRUMPLE_INLINE void add_cross(const JointHere& joint, const BodyResponse* body, JointState& state) const {
    const Vec3 along = position[joint.node[3]] - position[joint.node[1]];
    const Vec3 a = normalized(position[joint.node[2]] - position[joint.node[0]]), b = normalized(along);
    const Vec3 axis = cross(b, a);
    const double softness = compliance_about(body[0], axis) + compliance_about(body[1], axis);
    if (!(softness > 0)) return;
    const Spring spring = spring_of(joint, softness);
    const double rate = dot(angular_velocity[joint.node[1]] - angular_velocity[joint.node[0]], axis);
    const double arm_square = static_stiffness > 0 ? dot(along, along) : 1;
    const double size = arm_square * spring.stiffness * dot(a, b) + spring.viscosity * rate;
    state.torque = rounded(-size * axis, of_moment);
    state.moment -= state.torque;
  }
  /// Of a planar joint: between the normals a of body A, N1 to N3, and b of body B, N2 to N4. The deflection is a x b,
  /// and a torque about it turns B back.
  CRUMPLE_INLINE void add_normals(const JointHere& joint, const BodyResponse* body, JointState& state) const {
    const Vec3 along = position[joint.node[3]] - position[joint.node[1]];
    const Vec3 a = normalized(position[joint.node[2]] - position[joint.node[0]]);
    const Vec3 first = normalized(perpendicular_to(a)), second = cross(a, first);
    double softness = 0;  // the largest about any axis across the normal is at most the sum about two
    for (int side = 0; side < 2; ++side)
      softness += compliance_about(body[side], first) + compliance_about(body[side], second);
    if (!(softness > 0)) return;
    const Spring spring = spring_of(joint, softness);
    const Vec3 turning = angular_velocity[joint.node[1]] - angular_velocity[joint.node[0]];
    const Vec3 rate = turning - dot(turning, a) * a;
    const double arm_square = static_stiffness > 0 ? dot(along, along) : 1;
    state.torque =
        rounded(-(arm_square * spring.stiffness * cross(a, normalized(along)) + spring.viscosity * rate), of_moment);
    state.moment -= state.torque;
  }
  /// A vector across a unit vector.
  CRUMPLE_INLINE static Vec3 perpendicular_to(const Vec3& a) {
    return std::abs(a.x) < 0.6 ? cross(a, Vec3{1, 0, 0}) : cross(a, Vec3{0, 1, 0});
  }
};

/// The loads at which a joint fails (JointFailure).
struct JointStrength {
  bool is_given = false;
  double time = 0;      ///< [time]
  Mat3 axes;
  Vec3 force, moment;   ///< along and about the axes; 0: no limit [force], [force length]
  bool is_coupled = false;
  CRUMPLE_INLINE bool is_overloaded(const Vec3& by_force, const Vec3& by_moment, double now) const {
    if (now >= time) return true;
    const Vec3 n = axes * by_force, m = axes * by_moment;
    const double forces =
        square_over(n.x > 0 ? n.x : 0.0, force.x) + square_over(n.y, force.y) + square_over(n.z, force.z);
    const double moments =
        square_over(m.x > 0 ? m.x : 0.0, moment.x) + square_over(m.y, moment.y) + square_over(m.z, moment.z);
    return is_coupled ? forces + moments >= 1 : forces >= 1 || moments >= 1;
  }
  CRUMPLE_INLINE static double square_over(double value, double strength) {
    return strength > 0 ? (value / strength) * (value / strength) : 0.0;
  }
};

/// The work of joints on their bodies, and how many fail.
struct JointWork {
  StepSum before, after;  ///< [energy]
  double n_failed = 0;
  CRUMPLE_DEVICE JointWork& operator+=(const JointWork& other) {
    before += other.before;
    after += other.after;
    n_failed += other.n_failed;
    return *this;
  }
};
struct SumJointWork {
  static constexpr const char* name = "work of joints";
  using Sums = JointWork;
  const JointHere* joints;
  const JointStrength* strength;
  JointState* states;
  RowsAt velocity_before, velocity, spin_before, spin;
  double half_before, half_after;  ///< of the steps around t(n) [time]
  double time;
  Quantum energy;
  CRUMPLE_INLINE void operator()(std::size_t j, Sums& sums) const {
    const JointHere& joint = joints[j];
    JointState& state = states[j];
    state.fails_now = false;
    if (state.failed) return;
    for (int i = 0; i < joint.n_nodes; ++i) {
      const Index node = joint.node[i];
      sums.before.add(half_before * dot(state.on_node[i].value(), velocity_before[node]), energy);
      sums.after.add(half_after * dot(state.on_node[i].value(), velocity[node]), energy);
    }
    if (joint.has_torque()) {
      const Index a = joint.node[0], b = joint.node[1];
      sums.before.add(half_before * dot(state.torque.value(), spin_before[b] - spin_before[a]), energy);
      sums.after.add(half_after * dot(state.torque.value(), spin[b] - spin[a]), energy);
      sums.before.add(half_before * dot(state.arm_torque.value(), spin_before[a]), energy);
      sums.after.add(half_after * dot(state.arm_torque.value(), spin[a]), energy);
    }
    if (!strength[j].is_given) return;
    state.failed = state.fails_now = strength[j].is_overloaded(state.force, state.moment, time);
    if (state.failed) sums.n_failed += 1;
  }
};

using JointLoops = kernels::Loops<AddJointForces, SumJointWork>;

}  // namespace crumple
