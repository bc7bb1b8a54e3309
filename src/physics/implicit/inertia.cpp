#include "physics/implicit/inertia.hpp"

#include "physics/conditions/constraints.hpp"

namespace crumple {
namespace {

Vec3 times(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

}  // namespace

Inertia::Inertia(const StepState& state, const FeatureList& features, RigidBodies& bodies, const Loads& loads)
    : state_(state),
      bodies_(bodies),
      loads_(loads),
      is_in_body_(std::size_t(state.nodes.count()), 0),
      translation_(is_in_body_.size()),
      rotation_(is_in_body_.size()),
      of_bodies_(bodies.motions().size()) {
  for (const auto& feature : features) feature->mark_nodes_of_whole(is_in_body_);
}

void Inertia::start_with(const Rows& velocity, const Rows& angular_velocity, double time) {
  for (std::size_t node = 0; node < translation_.size(); ++node) {
    translation_[node].velocity = row(velocity, Index(node));
    rotation_[node].velocity = row(angular_velocity, Index(node));
  }
  for (std::size_t k = 0; k < of_bodies_.size(); ++k) {
    const RigidBodies::Motion& motion = bodies_.motions()[k];
    of_bodies_[k].centre.velocity = motion.velocity;
    of_bodies_[k].spin.velocity = motion.angular_velocity;
    of_bodies_[k].momentum.velocity = motion.angular_momentum;
  }
  for_each_motion(time, false, [&](const PrescribedMotion& motion, double rate) {
    for (const Index node : motion.nodes)
      set_velocity((motion.rotation ? rotation_ : translation_)[std::size_t(node)], motion.direction, rate);
    for (std::size_t k = 0; k < of_bodies_.size(); ++k)
      if (motion.rigid_body == bodies_.here()[k])
        set_velocity(motion.rotation ? of_bodies_[k].spin : of_bodies_[k].centre, motion.direction, rate);
  });
  for (std::size_t k = 0; k < of_bodies_.size(); ++k) {
    BodyRates& rates = of_bodies_[k];
    const Index number = bodies_.here()[k];
    if (rates.spin.velocity != bodies_.motions()[k].angular_velocity)
      rates.momentum.velocity =
          angular_momentum(bodies_.motion(number).attitude, bodies_.body(number).inertia, rates.spin.velocity);
    bodies_.set_velocity(number, rates.centre.velocity, rates.spin.velocity);
  }
}

double Inertia::next_part() const {
  const ImplicitDynamics& dynamics = state_.domain.model.implicit.dynamics;
  if (!dynamics.has_parts()) return 1;
  return has_first_part_ ? 1 - dynamics.alpha : dynamics.alpha;
}

void Inertia::begin(double time, double dt) {
  const ImplicitDynamics& dynamics = state_.domain.model.implicit.dynamics;
  time_ = time;
  dt_ = dt;
  share_ = dynamics.share_at(time);
  average_ = is_first_ ? 0 : std::min(dynamics.alpha, 0.0);
  rule_ = {};
  if (has_first_part_) {
    rule_.is_second = true;
    rule_.c1 = dt / (dt_before_ * (dt_before_ + dt));
    rule_.c3 = 1 / dt + 1 / (dt_before_ + dt);
    rule_.to_velocity = rule_.c3;
    rule_.to_acceleration = rule_.c3 * rule_.c3;
    return;
  }
  if (!is_first_) rule_.gamma = dynamics.has_parts() ? 0.5 : dynamics.gamma;
  if (!is_first_) rule_.beta = dynamics.has_parts() ? 0.25 : dynamics.beta;
  rule_.to_velocity = rule_.gamma / (rule_.beta * dt);
  rule_.to_acceleration = 1 / (rule_.beta * dt * dt);
}

WeightOfMass Inertia::mass_weights() const {
  const double factor = is_on() ? (1 + average_) * rule_.to_velocity / rule_.to_acceleration : 0;
  return [this, factor, one = Vec3{1, 1, 1}](Index entity) -> BodyVector {
    const DampingRates rates = loads_.damping_of(entity);
    return {one + factor * rates.translation, one + factor * rates.rotation};
  };
}

Vec3 Inertia::change(const Rates& before, const Vec3& to) const {
  const Vec3 gain = to - before.velocity;
  if (rule_.is_second) return rule_.c3 * gain - rule_.c1 * (before.velocity - before.velocity_before);
  const double gamma = rule_.gamma;
  return (1 / (gamma * dt_)) * gain - ((1 - gamma) / gamma) * before.acceleration;
}

Inertia::Rates Inertia::after(const Rates& before, const Vec3& way) const {
  const double gamma = rule_.gamma, beta = rule_.beta;
  const Vec3 velocity = rule_.is_second ? rule_.c3 * way - rule_.c1 * before.way
                                        : rule_.to_velocity * way + (1 - gamma / beta) * before.velocity +
                                              (dt_ * (1 - 0.5 * gamma / beta)) * before.acceleration;
  return {velocity, change(before, velocity), way, before.velocity};
}

void Inertia::drive(Rates& after, const Rates& before, const Vec3& direction, double rate) const {
  const double acceleration = (rate - dot(before.velocity, direction)) / dt_;
  set_velocity(after, direction, rate);
  after.acceleration += (acceleration - dot(after.acceleration, direction)) * direction;
}

template <class Take> void Inertia::for_each_motion(double time, bool is_end, Take take) const {
  constexpr double short_time = 1e-6;  // of DT0
  const Model& model = state_.domain.model;
  Clock moment;
  moment.dt = moment.dt_previous = short_time * model.implicit.step;
  moment.time = is_end ? time - moment.dt : time;
  for (const PrescribedMotion& motion : model.motions) {
    if (motion.turns_with_body) continue;
    const PrescribedRate rate = prescribed_rate(motion, model, moment);
    if (rate.is_active) take(motion, rate.value);
  }
}

void Inertia::find_rates(const Rows& start, const Rows& rotation,
                         const RigidBodies::Motions& bodies_at_start) {
  if (!is_on()) return;
  translation_after_ = translation_;
  rotation_after_ = rotation_;
  for (Index node = 0; node < state_.nodes.count(); ++node) {
    const auto i = std::size_t(node);
    if (is_in_body_[i]) continue;
    translation_after_[i] = after(translation_[i], row(state_.nodes.position, node) - row(start, node));
    rotation_after_[i] = after(rotation_[i], row(rotation, node));
  }
  for_each_motion(time_ + dt_, true, [&](const PrescribedMotion& motion, double rate) {
    std::vector<Rates>& rates = motion.rotation ? rotation_after_ : translation_after_;
    const std::vector<Rates>& before = motion.rotation ? rotation_ : translation_;
    for (const Index node : motion.nodes)
      drive(rates[std::size_t(node)], before[std::size_t(node)], motion.direction, rate);
  });
  of_bodies_after_ = of_bodies_;
  for (std::size_t k = 0; k < of_bodies_.size(); ++k) {
    const Index number = bodies_.here()[k];
    const auto [way, turn] = bodies_.displacement(number, bodies_at_start);
    const BodyRates& before = of_bodies_[k];
    BodyRates& rates = of_bodies_after_[k];
    rates.centre = after(before.centre, way);
    rates.spin = after(before.spin, turn);
    for_each_motion(time_ + dt_, true, [&](const PrescribedMotion& motion, double rate) {
      if (motion.rigid_body != number) return;
      if (motion.rotation) drive(rates.spin, before.spin, motion.direction, rate);
      else drive(rates.centre, before.centre, motion.direction, rate);
    });
    rates.momentum.velocity = angular_momentum(bodies_.motion(number).attitude, bodies_.body(number).inertia,
                                               rates.spin.velocity);
    rates.momentum.acceleration = change(before.momentum, rates.momentum.velocity);
    rates.momentum.velocity_before = before.momentum.velocity;
  }
}

void Inertia::add_damping(ModelForces& forces) const {
  if (!is_on() || !loads_.has_damping()) return;
  const NodeState& nodes = state_.nodes;
  for (Index node = 0; node < nodes.count(); ++node) {
    const auto i = std::size_t(node);
    if (is_in_body_[i]) continue;
    const DampingRates rates = loads_.damping_of(node);
    add_row(forces.nodes.translation, node,
            -share_ * nodes.mass(node) * times(rates.translation, translation_after_[i].velocity));
    add_row(forces.nodes.rotation, node,
            -share_ * nodes.inertia(node) * times(rates.rotation, rotation_after_[i].velocity));
  }
  for (std::size_t k = 0; k < of_bodies_.size(); ++k) {
    const Index number = bodies_.here()[k];
    const DampingRates rates = loads_.damping_of(nodes.count() + number);
    BodyVector& on = forces.bodies[std::size_t(number)];
    const BodyRates& motion = of_bodies_after_[k];
    on.translation -= share_ * bodies_.body(number).mass * times(rates.translation, motion.centre.velocity);
    on.rotation -= share_ * times(rates.rotation, motion.momentum.velocity);
  }
}

void Inertia::add_inertia(ModelForces& forces) const {
  if (!is_on()) return;
  const NodeState& nodes = state_.nodes;
  for (Index node = 0; node < nodes.count(); ++node) {
    const auto i = std::size_t(node);
    if (is_in_body_[i]) continue;
    add_row(forces.nodes.translation, node, -share_ * nodes.mass(node) * translation_after_[i].acceleration);
    add_row(forces.nodes.rotation, node, -share_ * nodes.inertia(node) * rotation_after_[i].acceleration);
  }
  for (std::size_t k = 0; k < of_bodies_.size(); ++k) {
    const Index number = bodies_.here()[k];
    BodyVector& on = forces.bodies[std::size_t(number)];
    on.translation -= share_ * bodies_.body(number).mass * of_bodies_after_[k].centre.acceleration;
    on.rotation -= share_ * of_bodies_after_[k].momentum.acceleration;
  }
}

/// By the trapezoidal rule.
void Inertia::enter_damping(const NodeState& nodes, EnergyLedger& ledger) const {
  const auto lost = [&](double mass, const Vec3& rates, const Rates& before, const Rates& now) {
    ledger.damping.add(0.5 * share_ * mass * dot(times(rates, before.velocity + now.velocity), now.way));
  };
  for (Index node = 0; node < nodes.count(); ++node) {
    const auto i = std::size_t(node);
    if (is_in_body_[i] || !state_.domain.owns_node[i]) continue;
    const DampingRates rates = loads_.damping_of(node);
    lost(nodes.mass(node), rates.translation, translation_[i], translation_after_[i]);
    lost(nodes.inertia(node), rates.rotation, rotation_[i], rotation_after_[i]);
  }
  for (std::size_t k = 0; k < of_bodies_.size(); ++k) {
    const Index number = bodies_.here()[k];
    if (!bodies_.body(number).answers) continue;
    const DampingRates rates = loads_.damping_of(nodes.count() + number);
    const BodyRates &before = of_bodies_[k], &now = of_bodies_after_[k];
    lost(bodies_.body(number).mass, rates.translation, before.centre, now.centre);
    const Vec3 momenta = before.momentum.velocity + now.momentum.velocity;
    ledger.damping.add(0.5 * share_ * dot(times(rates.rotation, momenta), now.spin.way));
  }
}

void Inertia::commit(NodeState& nodes, EnergyLedger& ledger) {
  if (is_on()) {
    if (loads_.has_damping()) enter_damping(nodes, ledger);
    translation_ = translation_after_;
    rotation_ = rotation_after_;
    of_bodies_ = of_bodies_after_;
  } else {
    translation_.assign(translation_.size(), {});
    rotation_.assign(rotation_.size(), {});
    of_bodies_.assign(of_bodies_.size(), {});
  }
  is_first_ = !is_on();
  has_first_part_ = is_on() && state_.domain.model.implicit.dynamics.has_parts() && !has_first_part_;
  dt_before_ = dt_;
  set_velocities(nodes);
}

void Inertia::set_velocities(NodeState& nodes) const {
  for (Index node = 0; node < nodes.count(); ++node) {
    set_row(nodes.velocity, node, translation_[std::size_t(node)].velocity);
    set_row(nodes.angular_velocity, node, rotation_[std::size_t(node)].velocity);
  }
  for (std::size_t k = 0; k < of_bodies_.size(); ++k)
    bodies_.set_velocity(bodies_.here()[k], of_bodies_[k].centre.velocity, of_bodies_[k].spin.velocity);
  bodies_.set_motion_of_nodes(nodes);
}

}  // namespace crumple
