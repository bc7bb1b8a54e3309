#include "physics/bodies/joints.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t joint_grain = 10;  // joints that are worth waking a thread for

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

JointHere joint_here(const Joint& joint, int n_coupled) {
  JointHere here{};
  std::ranges::copy(joint.nodes, here.node);
  here.n_nodes = int(joint.n_nodes());
  here.n_pairs = int(joint.n_pairs());
  here.slides = joint.slides();
  here.is_screw = joint.kind == JointKind::screw;
  here.is_universal = joint.kind == JointKind::universal;
  here.is_planar = joint.kind == JointKind::planar;
  here.lead = joint.lead;
  here.stiffness = stiffness_of(joint, n_coupled);
  here.damping = joint.damping_scale > least_damping ? joint.damping_scale * damping_ratio : 0.0;
  return here;
}

JointStrength strength_of(const Joint& joint, const Model& model) {
  if (!joint.failure) return {};
  const JointFailure& given = *joint.failure;
  return {true, given.time, given.frame == none ? Mat3::identity() : model.frames[given.frame].axes, given.force,
          given.moment, given.is_coupled};
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
    here_.push_back(joint_here(joints_[j], int(counts[a] + counts[b]) - int(n_springs(joints_[j]))));
    for (int side = 0; side < 2; ++side) here_[j].body[side] = bodies.place_of(joints_[j].bodies[std::size_t(side)]);
    strength_.push_back(strength_of(joints_[j], s.domain.model));
    if (joints_[j].kind != JointKind::screw) continue;
    states_[j].thread = thread_of(here_[j], rows_at(s.nodes.position), rows_at(s.nodes.velocity),
                                  rows_at(s.nodes.angular_velocity), 0);
    states_[j].first_angle = states_[j].thread.angle;
    states_[j].first_way = states_[j].thread.way;
  }
}

void Joints::add_local_forces(StepState& s) {
  longest_dt_ = std::max(longest_dt_, s.clock.last_dt());
  add_forces(s, 0);
}

void Joints::add_static_forces(StepState& s, double stiffness) { add_forces(s, stiffness); }

void Joints::add_forces(StepState& s, double static_stiffness) {
  const bool waits = static_stiffness == 0 && s.domain.model.control.initial_dt > 0 && s.clock.cycle < 2;
  Profile::Scope scope(phase<"joints", Stage::forces>);
  run_loop(AddJointForces{here_.data(), bodies_.at(), states_.data(), rows_at(s.nodes.position),
                          rows_at(s.nodes.velocity), rows_at(s.nodes.angular_velocity), sums_at(s.nodes.force),
                          sums_at(s.nodes.moment), s.domain.quanta.force, s.domain.quanta.moment, longest_dt_,
                          static_stiffness, waits},
           joints_.size(), joint_grain);
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

/// Of springs that are stiff beside elements; that of the step, m/dt^2, is far more.
void Joints::add_tangents(const StepState& s, double stiffness, const TakeTangent& take) const {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const Joint& joint = joints_[j];
    if (states_[j].failed) continue;
    SpringSum sum(joint);
    using Deflection = SpringSum::Deflection;
    const auto x = [&](std::size_t i) { return row(s.nodes.position, joint.nodes[i]); };
    const Vec3 axis = joint.n_nodes() > 2 ? normalized(x(2) - x(0)) : Vec3();
    for (std::size_t pair = 0; pair < joint.n_pairs(); ++pair) {
      const JointGap gap =
          gap_of(here_[j], int(pair), rows_at(s.nodes.position), rows_at(s.nodes.velocity), {});
      for (int c = 0; c < 3 && joint.kind != JointKind::planar; ++c) {
        Vec3 across;
        across[c] = 1;
        if (joint.slides()) across -= axis[c] * axis;
        Deflection deflection(sum);
        deflection.displace(2 * pair + 1, across).displace(std::size_t(gap.base), -across);
        if (gap.along != 0) deflection.displace(0, gap.along * across).displace(2, -gap.along * across);
        sum.add(stiffness, deflection);
      }
    }
    if (joint.kind == JointKind::screw)
      sum.add(stiffness, Deflection(sum).displace(1, axis).displace(0, -axis).rotate(1, -joint.lead * axis).rotate(
                             0, joint.lead * axis));
    if (joint.kind == JointKind::planar) {
      const Vec3 arm = x(3) - x(1), off = x(1) - x(0);
      sum.add(stiffness, Deflection(sum).displace(1, axis).displace(0, -axis).rotate(0, -cross(off, axis)));
      for (int c = 0; c < 3; ++c) {
        Vec3 across;
        across[c] = 1;
        across -= axis[c] * axis;
        sum.add(stiffness * dot(arm, arm), Deflection(sum).rotate(1, across).rotate(0, -across));
      }
    }
    if (joint.kind == JointKind::universal) {
      const Vec3 arm = x(3) - x(1), normal = cross(normalized(arm), axis);
      sum.add(stiffness * dot(arm, arm), Deflection(sum).rotate(1, normal).rotate(0, -normal));
    }
    take(sum.tangent());
  }
}

void Joints::enter_work(StepState& s) {
  Profile::Scope scope(phase<"joints", Stage::forces>);
  s.ledger.sliding += std::exchange(ahead_, {});
  const auto enter = [this, &s](const JointWork& work) {
    for (std::size_t j = 0; work.n_failed > 0 && j < joints_.size(); ++j)
      if (states_[j].fails_now)
        s.failures.push_back({s.clock.cycle, s.clock.time, FailureKind::joint, joints_[j].id});
    s.ledger.sliding += -work.before;
    ahead_ = -work.after;
  };
  sum_later(SumJointWork{here_.data(), strength_.data(), states_.data(), rows_at(s.before.velocity),
                         rows_at(s.nodes.velocity), rows_at(s.before.angular_velocity),
                         rows_at(s.nodes.angular_velocity), 0.5 * s.clock.dt_previous, 0.5 * s.clock.dt, s.clock.time,
                         s.domain.quanta.energy},
            joints_.size(), joint_grain, enter);
}

void Joints::add_rows(std::vector<JointForce>& rows) const {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const JointState& state = states_[j];
    rows.push_back({joints_[j].id, state.failed ? Vec3() : state.force, state.failed ? Vec3() : state.moment,
                    joints_[j].number});
  }
}

void Joints::archive(StateArchive& a, StepState&) {
  a.same(longest_dt_);
  a.sum(ahead_);
  a.records("joints", numbered(joints_, n_joints_),
            [&](std::size_t j, Fields& fields) { fields(states_[j].failed, states_[j].thread.angle); });
}

}  // namespace crumple
