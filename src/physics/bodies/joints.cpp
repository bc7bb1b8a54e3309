#include "physics/bodies/joints.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/profile.hpp"
#include "base/same_bits.hpp"
#include "physics/bodies/compliance.hpp"

namespace crumple {
namespace {

constexpr double damping_ratio = 0.1;  ///< of the critical damping, at DAMP = 1
constexpr double least_damping = 0.01; ///< smaller DAMP means none

/// Stiffness for a pair of nodes, in units of m/dt^2 with the effective mass m. Alone it has omega dt = 0.7, where 2 is
/// unstable. Joints at the same bodies add up: the matrix of the pairs' squared frequencies is positive, with blocks
/// |B_ij| <= sqrt(B_i B_j), so by rows omega^2 <= sum of sqrt(B_i B_j) over the pairs j at either body. With B = 1.5/n
/// for n such pairs (n_a + n_b less the joint's own; at least n_a at each pair of body a), that is (omega dt)^2 <= 2.6;
/// with a damping of 0.1 the limit is (2 (sqrt(1.01) - 0.1))^2 = 3.3.
double stiffness_of(const Joint& joint, int n_coupled) {
  return joint.stiffness_scale * std::min(0.5, 1.5 / n_coupled);
}

/// Number of springs: one for each pair, and one that constrains a rotation.
std::size_t n_springs(const Joint& joint) { return joint.n_pairs() + (joint.has_torque() ? 1 : 0); }

/// The gap between a node of body B and its point of body A, N1 + along (N3 - N1); for the third pair N5 + along (N3 -
/// N1).
struct Separation {
  std::size_t base = 0;  ///< N1 or N5, among the joint's nodes
  double along = 0;
  Vec3 point;      ///< of body A [length]
  Vec3 gap, rate;  ///< from there to the node; for sliding joints normal to the axis [length], [length/time]
};

Separation separation_of(const Joint& joint, std::size_t pair, const NodeState& nodes) {
  const Index first = joint.nodes[0], last = joint.nodes[2], node = joint.nodes[2 * pair + 1];
  const Vec3 x = row(nodes.position, node), v = row(nodes.velocity, node);
  const Vec3 x1 = row(nodes.position, first), v1 = row(nodes.velocity, first);
  Separation between;
  if (!joint.slides()) {
    const Index partner = joint.nodes[2 * pair];
    between.along = double(pair);
    between.point = row(nodes.position, partner);
    between.gap = x - between.point;
    between.rate = v - row(nodes.velocity, partner);
    return between;
  }
  const Vec3 axis = row(nodes.position, last) - x1;
  const double square = dot(axis, axis);
  const bool beside = pair == 2;
  const Vec3 origin = beside ? row(nodes.position, joint.nodes[4]) : x1;
  between.base = beside ? 4 : 0;
  between.along = dot(x - origin, axis) / square;
  between.point = origin + between.along * axis;
  between.gap = x - between.point;
  Vec3 rate = v - (1 - between.along) * v1 - between.along * row(nodes.velocity, last);
  if (beside) rate += v1 - row(nodes.velocity, joint.nodes[4]);
  between.rate = rate - (dot(rate, axis) / square) * axis;
  return between;
}

/// The displacement and rotation of a screw, and their rates.
struct Thread {
  Vec3 axis;              ///< unit vector from N1 to N3
  double way = 0;         ///< of N2 from N1 along the axis [length]
  double way_rate = 0;    ///< [length/time]
  double angle = 0;       ///< from N5 to N6 about the axis, within half a turn of `last` [rad]
  double angle_rate = 0;  ///< [1/time]
};

Thread thread_of(const Joint& joint, const NodeState& nodes, double last) {
  const auto x = [&](std::size_t i) { return row(nodes.position, joint.nodes[i]); };
  const auto across = [](const Vec3& v, const Vec3& axis) { return v - dot(v, axis) * axis; };
  Thread thread;
  thread.axis = normalized(x(2) - x(0));
  thread.way = dot(x(1) - x(0), thread.axis);
  thread.way_rate = dot(row(nodes.velocity, joint.nodes[1]) - row(nodes.velocity, joint.nodes[0]), thread.axis);
  const Vec3 from = across(x(4) - x(0), thread.axis), to = across(x(5) - x(1), thread.axis);
  const double within = same_bits::atan2(dot(cross(from, to), thread.axis), dot(from, to));
  const double turns = std::floor((last - within) / (2 * std::numbers::pi) + 0.5);
  thread.angle = within + 2 * std::numbers::pi * turns;
  thread.angle_rate =
      dot(row(nodes.angular_velocity, joint.nodes[1]) - row(nodes.angular_velocity, joint.nodes[0]), thread.axis);
  return thread;
}

/// The midpoint of N1 and N3, or N1.
Vec3 middle_of(const Joint& joint, const NodeState& nodes) {
  const Vec3 x = row(nodes.position, joint.nodes[0]);
  return joint.n_pairs() == 1 ? x : 0.5 * (x + row(nodes.position, joint.nodes[2]));
}

double square_over(double value, double strength) {
  return strength > 0 ? (value / strength) * (value / strength) : 0.0;
}

bool is_overloaded(const JointFailure& failure, const Model& model, const JointForce& load, double time) {
  if (time >= failure.time) return true;
  const Mat3 axes = failure.frame == none ? Mat3::identity() : model.frames[failure.frame].axes;
  const Vec3 n = axes * load.force, m = axes * load.moment;
  const double forces = square_over(std::max(n.x, 0.0), failure.force.x) + square_over(n.y, failure.force.y) +
                        square_over(n.z, failure.force.z);
  const double moments = square_over(m.x, failure.moment.x) + square_over(m.y, failure.moment.y) +
                         square_over(m.z, failure.moment.z);
  return failure.is_coupled ? forces + moments >= 1 : forces >= 1 || moments >= 1;
}

}  // namespace

Joints::Joints(const StepState& s, const RigidBodies& bodies)
    : bodies_(bodies), joints_(s.domain.model.joints), states_(joints_.size()) {
  const std::size_t n_bodies = s.domain.model.rigid_bodies.size();
  std::vector<std::int64_t> counts(n_bodies + 1, 0);  // pairs at each body; joints
  for (const Joint& joint : joints_) {
    for (const Index body : joint.bodies) counts[body] += std::int64_t(n_springs(joint));
    ++counts[n_bodies];
  }
  s.world.sum(std::span<std::int64_t>(counts));
  n_joints_ = counts[n_bodies];
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const auto& [a, b] = joints_[j].bodies;
    states_[j].n_coupled = int(counts[a] + counts[b]) - int(n_springs(joints_[j]));
    if (joints_[j].kind != JointKind::screw) continue;
    const Thread thread = thread_of(joints_[j], s.nodes, 0);
    states_[j].angle = states_[j].first_angle = thread.angle;
    states_[j].first_way = thread.way;
  }
}

/// Of a spring whose ends have the compliance `softness` to a unit impulse [1/mass].
Joints::SpringNumbers Joints::spring_of(const Joint& joint, const State& state, double softness) const {
  if (static_stiffness_ > 0) return {static_stiffness_, 0};
  const double relative = stiffness_of(joint, state.n_coupled), dt = longest_dt_;
  const double damping = joint.damping_scale > least_damping ? joint.damping_scale * damping_ratio : 0.0;
  return {relative / (softness * dt * dt), 2 * damping * std::sqrt(relative) / (softness * dt)};
}

/// Between the displacement of body B along the axis and its rotation times the lead. A unit force changes the velocity
/// of the difference by at most (sqrt(c) + |lead| sqrt(r))^2 of each body, with the compliances c along and r about the
/// axis.
void Joints::add_thread(const Joint& joint, const StepState& s, State& state) const {
  const Thread thread = thread_of(joint, s.nodes, state.angle);
  state.angle = thread.angle;
  double softness = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    const double about = compliance_about(bodies_, joint.bodies[side], thread.axis);
    const double at = compliance_at(bodies_, joint.bodies[side], row(s.nodes.position, joint.nodes[side]));
    const double root = std::sqrt(at) +
                        std::fabs(joint.lead) * std::sqrt(about);
    softness += root * root;
  }
  if (!(softness > 0)) return;
  const SpringNumbers spring = spring_of(joint, state, softness);
  const double gap = thread.way - state.first_way - joint.lead * (thread.angle - state.first_angle);
  const double rate = thread.way_rate - joint.lead * thread.angle_rate;
  const double size = spring.stiffness * gap + spring.viscosity * rate;
  const RoundedVec3 force = rounded(size * thread.axis, s.domain.quanta.force);
  state.on_node[1] -= force;
  state.on_node[0] += force;
  state.torque = rounded((joint.lead * size) * thread.axis, s.domain.quanta.moment);
  state.force += force;
  state.moment -= state.torque;
}

/// Between the arms a of body A, N1 to N3, and b of body B, N2 to N4, which stay at a right angle: the spring's
/// deflection is a . b, and b x a rotates B so that it grows.
void Joints::add_cross(const Joint& joint, const StepState& s, State& state) const {
  const auto x = [&](std::size_t i) { return row(s.nodes.position, joint.nodes[i]); };
  const auto square = [](const Vec3& v) { return dot(v, v); };
  const auto arm = [&](std::size_t first) { return normalized(x(first + 2) - x(first)); };
  const Vec3 a = arm(0), b = arm(1), axis = cross(b, a);
  const auto [body_a, body_b] = joint.bodies;
  const double softness = compliance_about(bodies_, body_a, axis) + compliance_about(bodies_, body_b, axis);
  if (!(softness > 0)) return;
  const SpringNumbers spring = spring_of(joint, state, softness);
  const double rate =
      dot(row(s.nodes.angular_velocity, joint.nodes[1]) - row(s.nodes.angular_velocity, joint.nodes[0]), axis);
  const double arm_square = static_stiffness_ > 0 ? square(x(3) - x(1)) : 1;
  const double size = arm_square * spring.stiffness * dot(a, b) + spring.viscosity * rate;
  state.torque = rounded(-size * axis, s.domain.quanta.moment);
  state.moment -= state.torque;
}

void Joints::add_pair(const Joint& joint, std::size_t pair, const StepState& s, State& state) const {
  const Separation separation = separation_of(joint, pair, s.nodes);
  const double softness = compliance_at(bodies_, joint.bodies[0], separation.point) +
                          compliance_at(bodies_, joint.bodies[1], row(s.nodes.position, joint.nodes[2 * pair + 1]));
  if (!(softness > 0)) return;  // both bodies are fixed
  const SpringNumbers spring = spring_of(joint, state, softness);
  const Quantum& quantum = s.domain.quanta.force;
  const RoundedVec3 force = rounded(spring.stiffness * separation.gap + spring.viscosity * separation.rate, quantum);
  const RoundedVec3 on_last = rounded(separation.along * force.value(), quantum);
  state.on_node[2 * pair + 1] -= force;
  state.on_node[separation.base] += force;
  state.on_node[0] -= on_last;
  state.on_node[2] += on_last;
  state.force += force;
  state.moment += cross(separation.point - middle_of(joint, s.nodes), force);
}

void Joints::add_local_forces(StepState& s) {
  longest_dt_ = std::max(longest_dt_, s.clock.last_dt());
  add_forces(s, 0);
}

void Joints::add_static_forces(StepState& s, double stiffness) { add_forces(s, stiffness); }

void Joints::add_forces(StepState& s, double static_stiffness) {
  static_stiffness_ = static_stiffness;
  const bool waits = static_stiffness == 0 && s.domain.model.control.initial_dt > 0 && s.clock.cycle < 2;
  Profile::Scope scope(phase<"joints", Stage::forces>);
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const Joint& joint = joints_[j];
    State& state = states_[j];
    state.on_node = {};
    state.torque = {};
    state.force = state.moment = {};
    if (state.failed || waits) continue;
    for (std::size_t pair = 0; pair < joint.n_pairs(); ++pair) add_pair(joint, pair, s, state);
    if (joint.kind == JointKind::screw) add_thread(joint, s, state);
    if (joint.kind == JointKind::universal) add_cross(joint, s, state);
    if (joint.has_torque()) {
      add_row(s.nodes.moment, joint.nodes[1], state.torque);
      add_row(s.nodes.moment, joint.nodes[0], -state.torque);
    }
    for (std::size_t i = 0; i < joint.n_nodes(); ++i) add_row(s.nodes.force, joint.nodes[i], state.on_node[i]);
  }
}

namespace {

/// The tangent of springs between the nodes of a joint.
class SpringSum {
 public:
  static constexpr std::size_t dofs = 6;
  explicit SpringSum(const Joint& joint)
      : tangent_{std::span(joint.nodes).first(joint.n_nodes()), int(dofs),
                 std::vector<double>(joint.n_nodes() * dofs * joint.n_nodes() * dofs)} {}

  /// The deflection of a spring per displacement (rotation) of the joint's nodes.
  class Deflection {
   public:
    explicit Deflection(const SpringSum& of) : rates_(of.size()) {}
    Deflection& displace(std::size_t node, const Vec3& rate) { return put(node * dofs, rate); }
    Deflection& rotate(std::size_t node, const Vec3& rate) { return put(node * dofs + 3, rate); }

   private:
    friend class SpringSum;
    Deflection& put(std::size_t at, const Vec3& rate) {
      for (int c = 0; c < 3; ++c) rates_[at + std::size_t(c)] += rate[c];
      return *this;
    }
    std::vector<double> rates_;
  };

  void add(double stiffness, const Deflection& deflection) {
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t j = 0; j < size(); ++j)
        tangent_.at(i, j) += stiffness * (deflection.rates_[i] * deflection.rates_[j]);
  }
  const Tangent& tangent() const { return tangent_; }

 private:
  std::size_t size() const { return tangent_.nodes.size() * dofs; }
  Tangent tangent_;
};

}  // namespace

/// Of the springs with the stiffness of the stiffest elements: that of the step, m/dt^2, would drown these.
void Joints::add_tangents(const StepState& s, double stiffness, const TakeTangent& take) const {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const Joint& joint = joints_[j];
    if (states_[j].failed) continue;
    SpringSum sum(joint);
    using Deflection = SpringSum::Deflection;
    const auto x = [&](std::size_t i) { return row(s.nodes.position, joint.nodes[i]); };
    const Vec3 axis = joint.n_nodes() > 2 ? normalized(x(2) - x(0)) : Vec3();
    for (std::size_t pair = 0; pair < joint.n_pairs(); ++pair) {
      const Separation separation = separation_of(joint, pair, s.nodes);
      for (int c = 0; c < 3; ++c) {
        Vec3 across;
        across[c] = 1;
        if (joint.slides()) across -= axis[c] * axis;
        Deflection deflection(sum);
        deflection.displace(2 * pair + 1, across).displace(separation.base, -across);
        if (separation.along != 0)
          deflection.displace(0, separation.along * across).displace(2, -separation.along * across);
        sum.add(stiffness, deflection);
      }
    }
    if (joint.kind == JointKind::screw)
      sum.add(stiffness, Deflection(sum).displace(1, axis).displace(0, -axis).rotate(1, -joint.lead * axis).rotate(
                             0, joint.lead * axis));
    if (joint.kind == JointKind::universal) {
      const Vec3 arm = x(3) - x(1), normal = cross(normalized(arm), axis);
      sum.add(stiffness * dot(arm, arm), Deflection(sum).rotate(1, normal).rotate(0, -normal));
    }
    take(sum.tangent());
  }
}

void Joints::enter_work(StepState& s) {
  Profile::Scope scope(phase<"joints", Stage::forces>);
  const Quantum& energy = s.domain.quanta.energy;
  StepSum before, after;  // work on the bodies
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const Joint& joint = joints_[j];
    State& state = states_[j];
    if (state.failed) continue;
    for (std::size_t i = 0; i < joint.n_nodes(); ++i) {
      const Index node = joint.nodes[i];
      before.add(0.5 * s.clock.dt_previous * dot(state.on_node[i], row(s.before.velocity, node)), energy);
      after.add(0.5 * s.clock.dt * dot(state.on_node[i], row(s.nodes.velocity, node)), energy);
    }
    if (joint.has_torque()) {
      const auto spin = [&](const Rows& rows) { return row(rows, joint.nodes[1]) - row(rows, joint.nodes[0]); };
      before.add(0.5 * s.clock.dt_previous * dot(state.torque, spin(s.before.angular_velocity)), energy);
      after.add(0.5 * s.clock.dt * dot(state.torque, spin(s.nodes.angular_velocity)), energy);
    }
    if (!joint.failure) continue;
    const JointForce load{joint.id, state.force, state.moment, joint.number};
    state.failed = is_overloaded(*joint.failure, s.domain.model, load, s.clock.time);
    if (state.failed) s.failures.push_back({s.clock.cycle, s.clock.time, FailureKind::joint, joint.id});
  }
  s.ledger.sliding += ahead_;
  s.ledger.sliding += -before;
  ahead_ = -after;
}

void Joints::add_rows(std::vector<JointForce>& rows) const {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const State& state = states_[j];
    rows.push_back({joints_[j].id, state.failed ? Vec3() : state.force, state.failed ? Vec3() : state.moment,
                    joints_[j].number});
  }
}

void Joints::archive(StateArchive& a, StepState&) {
  a.same(longest_dt_);
  a.sum(ahead_);
  a.records("joints", numbered(joints_, n_joints_),
            [&](std::size_t j, Fields& fields) { fields(states_[j].failed, states_[j].angle); });
}

}  // namespace crumple
