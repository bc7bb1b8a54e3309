#include "physics/bodies/joints.hpp"

#include <algorithm>
#include <cmath>

#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr double damping_ratio = 0.1;  ///< of the critical damping, at DAMP = 1
constexpr double least_damping = 0.01; ///< DAMP up to here means none

/// Stiffness for a pair of nodes, in units of m/dt^2 with the mass m that it moves. Alone it has omega dt = 0.7, where
/// 2 is unstable. Joints at the same bodies add up: the matrix of the pairs' squared frequencies is positive, with
/// blocks |B_ij| <= sqrt(B_i B_j), so by rows omega^2 <= sum of sqrt(B_i B_j) over the pairs j at either body. With
/// B = 1.5/n for n such pairs (n_a + n_b less the joint's own; at least n_a at each pair of body a), that is
/// (omega dt)^2 <= 2.6; with a damping of 0.1 the limit is (2 (sqrt(1.01) - 0.1))^2 = 3.3.
double stiffness_of(const Joint& joint, int n_coupled) {
  return joint.stiffness_scale * std::min(0.5, 1.5 / n_coupled);
}

/// How far a node of body B is from its point of body A, (1 - along) N1 + along N3.
struct Separation {
  double along = 0;
  Vec3 point;      ///< of body A [length]
  Vec3 gap, rate;  ///< from there to the node; for cylindrical joints across the axis [length], [length/time]
};

Separation separation_of(const Joint& joint, std::size_t pair, const NodeState& nodes) {
  const Index first = joint.nodes[0], last = joint.nodes[2], node = joint.nodes[2 * pair + 1];
  const Vec3 x = row(nodes.position, node), v = row(nodes.velocity, node);
  const Vec3 x1 = row(nodes.position, first), v1 = row(nodes.velocity, first);
  Separation between;
  if (joint.kind != JointKind::cylindrical) {
    const Index partner = joint.nodes[2 * pair];
    between.along = double(pair);
    between.point = row(nodes.position, partner);
    between.gap = x - between.point;
    between.rate = v - row(nodes.velocity, partner);
    return between;
  }
  const Vec3 axis = row(nodes.position, last) - x1;
  const double square = dot(axis, axis);
  between.along = dot(x - x1, axis) / square;
  between.point = x1 + between.along * axis;
  between.gap = x - between.point;
  const Vec3 rate = v - (1 - between.along) * v1 - between.along * row(nodes.velocity, last);
  between.rate = rate - (dot(rate, axis) / square) * axis;
  return between;
}

/// The middle of N1 and N3, or N1.
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
  const std::size_t n_bodies = bodies.bodies().size();
  std::vector<std::int64_t> counts(n_bodies + 1, 0);  // pairs at each body; joints
  for (const Joint& joint : joints_) {
    for (const Index body : joint.bodies) counts[body] += std::int64_t(joint.n_pairs());
    ++counts[n_bodies];
  }
  s.world.sum(std::span<std::int64_t>(counts));
  n_joints_ = counts[n_bodies];
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const auto& [a, b] = joints_[j].bodies;
    states_[j].n_coupled = int(counts[a] + counts[b]) - int(joints_[j].n_pairs());
  }
}

/// At most the velocity that a unit impulse at the point gives it [1/mass]: 1/m, and |S| of S d = (I^-1 (r x d)) x r by
/// Frobenius' norm.
double Joints::compliance(Index number, const Vec3& point) const {
  const RigidBodies::Body& body = bodies_.bodies()[number];
  const RigidBodies::Motion& motion = bodies_.motions()[number];
  double sum = body.fixed_translation.size() == 3 ? 0.0 : 1 / body.mass;
  if (body.fixed_rotation.size() == 3) return sum;
  const Vec3 r = point - motion.position;
  double square = 0;
  for (const Vec3& d : Mat3::identity().row) {
    const Vec3 v = cross(angular_velocity(motion.attitude, body.inertia, cross(r, d)), r);
    square += dot(v, v);
  }
  return sum + std::sqrt(square);
}

void Joints::add_pair(const Joint& joint, std::size_t pair, const StepState& s, State& state) const {
  const Separation separation = separation_of(joint, pair, s.nodes);
  const double softness = compliance(joint.bodies[0], separation.point) +
                          compliance(joint.bodies[1], row(s.nodes.position, joint.nodes[2 * pair + 1]));
  if (!(softness > 0)) return;  // both bodies are held
  const double relative = stiffness_of(joint, state.n_coupled), dt = longest_dt_;
  const double damping = joint.damping_scale > least_damping ? joint.damping_scale * damping_ratio : 0.0;
  const double stiffness = relative / (softness * dt * dt);
  const double viscosity = 2 * damping * std::sqrt(relative) / (softness * dt);
  const Quantum& quantum = s.domain.quanta.force;
  const Vec3 force = rounded(stiffness * separation.gap + viscosity * separation.rate, quantum);
  const Vec3 on_last = rounded(separation.along * force, quantum);
  state.on_node[2 * pair + 1] -= force;
  state.on_node[0] += force - on_last;
  state.on_node[2] += on_last;
  state.force += force;
  state.moment += cross(separation.point - middle_of(joint, s.nodes), force);
}

void Joints::add_partial_forces(StepState& s) {
  longest_dt_ = std::max(longest_dt_, s.clock.dt);
  const bool waits = s.domain.model.control.initial_dt > 0 && s.clock.cycle < 2;
  Profile::Scope scope("joints");
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const Joint& joint = joints_[j];
    State& state = states_[j];
    state.on_node = {};
    state.force = state.moment = {};
    if (state.failed || waits) continue;
    for (std::size_t pair = 0; pair < joint.n_pairs(); ++pair) add_pair(joint, pair, s, state);
    for (std::size_t i = 0; i < 2 * joint.n_pairs(); ++i) add_row(s.nodes.force, joint.nodes[i], state.on_node[i]);
  }
}

void Joints::account(StepState& s) {
  Profile::Scope scope("joints");
  const Quantum& energy = s.domain.quanta.energy;
  double before = 0, after = 0;  // work on the bodies
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const Joint& joint = joints_[j];
    State& state = states_[j];
    if (state.failed) continue;
    for (std::size_t i = 0; i < 2 * joint.n_pairs(); ++i) {
      const Index node = joint.nodes[i];
      before += energy.round(0.5 * s.clock.dt_previous * dot(state.on_node[i], row(s.before.velocity, node)));
      after += energy.round(0.5 * s.clock.dt * dot(state.on_node[i], row(s.nodes.velocity, node)));
    }
    if (!joint.failure) continue;
    const JointForce load{joint.id, state.force, state.moment};
    state.failed = is_overloaded(*joint.failure, s.domain.model, load, s.clock.time);
    if (state.failed) s.failures.push_back({s.clock.cycle, s.clock.time, FailureKind::joint, joint.id});
  }
  s.ledger.sliding += ahead_ - before;
  ahead_ = -after;
}

void Joints::add_rows(std::vector<JointForce>& rows) const {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const State& state = states_[j];
    rows.push_back({joints_[j].id, state.failed ? Vec3() : state.force, state.failed ? Vec3() : state.moment});
  }
}

void Joints::archive(StateArchive& a, StepState&) {
  a.same(longest_dt_);
  a.sum(ahead_);
  if (a.is_loading()) {
    std::vector<std::int64_t> wanted;
    for (const Joint& joint : joints_) wanted.push_back(joint.number);
    const Records records = a.get_records("joints", n_joints_, wanted);
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      std::span<const std::byte> rest = records[j];
      states_[j].failed = crumple::take<std::uint64_t>(rest) != 0;
    }
    return;
  }
  Records records;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    crumple::put(records.bytes, std::uint64_t(states_[j].failed));
    records.close(joints_[j].number);
  }
  a.put_records("joints", n_joints_, records);
}

}  // namespace crumple
