#include "physics/implicit/inertia.hpp"

namespace crumple {

Inertia::Inertia(const StepState& state, const FeatureList& features, RigidBodies& bodies)
    : state_(state),
      bodies_(bodies),
      is_in_body_(std::size_t(state.nodes.count()), 0),
      translation_(is_in_body_.size()),
      rotation_(is_in_body_.size()),
      of_bodies_(bodies.motions().size()) {
  for (const auto& feature : features) feature->mark_nodes_of_whole(is_in_body_);
}

void Inertia::start_with(const Rows& velocity, const Rows& angular_velocity) {
  for (std::size_t node = 0; node < translation_.size(); ++node) {
    translation_[node].velocity = row(velocity, Index(node));
    rotation_[node].velocity = row(angular_velocity, Index(node));
  }
  for (std::size_t k = 0; k < of_bodies_.size(); ++k) {
    const RigidBodies::Motion& motion = bodies_.motions()[k];
    of_bodies_[k] = {{motion.velocity, {}}, {motion.angular_velocity, {}}, {motion.angular_momentum, {}}};
    bodies_.set_velocity(bodies_.here()[k], motion.velocity, motion.angular_velocity);
  }
}

void Inertia::begin(double time, double dt) {
  const ImplicitDynamics& dynamics = state_.domain.model.implicit.dynamics;
  dt_ = dt;
  share_ = dynamics.share_at(time);
  gamma_ = is_first_ ? 1 : dynamics.gamma;
  beta_ = is_first_ ? 0.5 : dynamics.beta;
}

Vec3 Inertia::change(const Vec3& from, const Vec3& to, const Vec3& rate) const {
  return (1 / (gamma_ * dt_)) * (to - from) - ((1 - gamma_) / gamma_) * rate;
}

Inertia::Rates Inertia::after(const Rates& before, const Vec3& way) const {
  const Vec3 velocity = (gamma_ / (beta_ * dt_)) * way + (1 - gamma_ / beta_) * before.velocity +
                        (dt_ * (1 - 0.5 * gamma_ / beta_)) * before.acceleration;
  return {velocity, change(before.velocity, velocity, before.acceleration)};
}

void Inertia::add_forces(const Rows& start, const Rows& rotation,
                         const std::vector<RigidBodies::Motion>& bodies_at_start, ModelForces& forces) {
  if (!is_on()) return;
  const NodeState& nodes = state_.nodes;
  translation_after_ = translation_;
  rotation_after_ = rotation_;
  for (Index node = 0; node < nodes.count(); ++node) {
    const auto i = std::size_t(node);
    if (is_in_body_[i]) continue;
    translation_after_[i] = after(translation_[i], row(nodes.position, node) - row(start, node));
    rotation_after_[i] = after(rotation_[i], row(rotation, node));
    add_row(forces.nodes.translation, node, -share_ * nodes.mass(node) * translation_after_[i].acceleration);
    add_row(forces.nodes.rotation, node, -share_ * nodes.inertia(node) * rotation_after_[i].acceleration);
  }
  of_bodies_after_ = of_bodies_;
  for (std::size_t k = 0; k < of_bodies_.size(); ++k) {
    const Index number = bodies_.here()[k];
    const RigidBodies::Body& body = bodies_.body(number);
    const auto [way, turn] = bodies_.displacement(number, bodies_at_start);
    const BodyRates& before = of_bodies_[k];
    BodyRates& rates = of_bodies_after_[k];
    rates.centre = after(before.centre, way);
    rates.spin = after(before.spin, turn);
    rates.momentum.velocity =
        angular_momentum(bodies_.motion(number).attitude, body.inertia, rates.spin.velocity);
    rates.momentum.acceleration =
        change(before.momentum.velocity, rates.momentum.velocity, before.momentum.acceleration);
    BodyVector& on = forces.bodies[std::size_t(number)];
    on.translation -= share_ * body.mass * rates.centre.acceleration;
    on.rotation -= share_ * rates.momentum.acceleration;
  }
}

void Inertia::commit(NodeState& nodes) {
  if (is_on()) {
    translation_ = translation_after_;
    rotation_ = rotation_after_;
    of_bodies_ = of_bodies_after_;
  } else {
    translation_.assign(translation_.size(), {});
    rotation_.assign(rotation_.size(), {});
    of_bodies_.assign(of_bodies_.size(), {});
  }
  is_first_ = !is_on();
  for (Index node = 0; node < nodes.count(); ++node) {
    set_row(nodes.velocity, node, translation_[std::size_t(node)].velocity);
    set_row(nodes.angular_velocity, node, rotation_[std::size_t(node)].velocity);
  }
  for (std::size_t k = 0; k < of_bodies_.size(); ++k)
    bodies_.set_velocity(bodies_.here()[k], of_bodies_[k].centre.velocity, of_bodies_[k].spin.velocity);
  bodies_.set_motion_of_nodes(nodes);
}

}  // namespace crumple
