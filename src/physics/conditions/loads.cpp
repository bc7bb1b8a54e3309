#include "physics/conditions/loads.hpp"

#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 1000;  // nodes worth waking a thread for

double curve_value(const Model& model, Index curve, double time) {
  return curve == none ? 1.0 : model.curves[curve].evaluate(time);
}

int n_corners(const std::array<Index, 4>& nodes) { return nodes[2] == nodes[3] ? 3 : 4; }

/// The force of pressure `p` on each corner.
Vec3 corner_force(const Rows& x, const std::array<Index, 4>& n, double p) {
  const Vec3 area = 0.5 * cross(row(x, n[2]) - row(x, n[0]), row(x, n[3]) - row(x, n[1]));
  return (-p / n_corners(n)) * area;
}

Vec3 base_acceleration(const Model& model, double time) {
  Vec3 sum;
  for (const BodyLoad& load : model.body_loads) sum[load.axis] -= load.scale * curve_value(model, load.curve, time);
  return sum;
}

double damping_value(const Model& model, double time) {
  const GlobalDamping& damping = model.damping;
  return damping.curve == none ? damping.constant : model.curves[damping.curve].evaluate(time);
}

}  // namespace

Loads::Loads(const Domain& domain, std::vector<std::uint8_t> in_body) : in_body_(std::move(in_body)) {
  const Model& model = domain.model;
  for (std::size_t i = 0; i < model.pressure_loads.size(); ++i)
    for (const auto& nodes : model.pressure_loads[i].segments) segments_.push_back({nodes, Index(i), {}});
  in_body_.resize(std::size_t(model.nodes.count()), 0);
  has_body_loads_ = !model.body_loads.empty();
  has_damping_ = model.damping.active();
  nodal_values_.resize(model.nodal_loads.size());
  const Index n_damped = has_damping_ ? model.nodes.count() : 0;
  damping_force_ = Rows("damping_force", n_damped);
  damping_moment_ = Rows("damping_moment", n_damped);
}

void Loads::add_partial_forces(StepState& s) {
  if (segments_.empty()) return;
  Profile::Scope scope("loads");
  const Model& model = s.domain.model;
  const Quantum& quantum = s.domain.quanta.force;
  std::vector<double> pressure;
  for (const PressureLoad& load : model.pressure_loads) {
    const double since = s.clock.time - load.arrival;
    pressure.push_back(since < 0 ? 0.0 : load.scale * curve_value(model, load.curve, since));
  }
  for (Segment& segment : segments_) {
    const Vec3 force = corner_force(s.nodes.position, segment.nodes, pressure[segment.load]);
    segment.force = rounded(force, quantum);
    for (int k = 0; k < n_corners(segment.nodes); ++k) add_row(s.nodes.force, segment.nodes[k], segment.force);
  }
}

void Loads::add_forces(StepState& s) {
  Profile::Scope scope("loads");
  const Model& model = s.domain.model;
  base_acceleration = crumple::base_acceleration(model, s.clock.time);
  damping = has_damping_ ? damping_value(model, s.clock.time) : 0.0;
  for (std::size_t l = 0; l < model.nodal_loads.size(); ++l) {
    const NodalLoad& load = model.nodal_loads[l];
    nodal_values_[l] = (load.scale * curve_value(model, load.curve, s.clock.time)) * load.direction;
    const Rows& sums = load.moment ? s.nodes.moment : s.nodes.force;
    for (const Index node : load.nodes) add_row(sums, node, nodal_values_[l]);
  }
  if (has_body_loads_)
    for_each("body load", std::size_t(s.nodes.count()), grain, [&](std::size_t i) {
      if (!in_body_[i]) add_row(s.nodes.force, Index(i), s.nodes.mass(i) * base_acceleration);
    });
  if (has_damping_) add_damping(s);
}

void Loads::add_damping(StepState& s) {
  const GlobalDamping& scales = s.domain.model.damping;
  const double dt = s.clock.dt_mid(), d = damping;
  NodeState& nodes = s.nodes;
  // -(c f + m D v)/(1 + c): what is missing from f for the implicit middle velocity
  auto resistance = [=](double scale, double mass, double velocity, double force) {
    const double c = 0.5 * dt * scale * d;
    return -(c * force + mass * scale * d * velocity) / (1.0 + c);
  };
  for_each("damping", std::size_t(nodes.count()), grain, [&](std::size_t i) {
    if (in_body_[i]) return;
    for (int c = 0; c < 3; ++c) {
      const double f = resistance(scales.translation[c], nodes.mass(i), nodes.velocity(i, c), nodes.force(i, c));
      const double m =
          resistance(scales.rotation[c], nodes.inertia(i), nodes.angular_velocity(i, c), nodes.moment(i, c));
      damping_force_(i, c) = f;
      damping_moment_(i, c) = m;
      nodes.force(i, c) += f;
      nodes.moment(i, c) += m;
    }
  });
}

void Loads::account(StepState& s) {
  Profile::Scope scope("loads");
  const NodeState& nodes = s.nodes;
  HalfStepWork external{s.domain.quanta.energy, HalfSteps(s.clock)}, lost = external;
  for (const Segment& segment : segments_)
    for (int k = 0; k < n_corners(segment.nodes); ++k) {
      const Index node = segment.nodes[k];
      external.add(segment.force, row(s.before.velocity, node), row(nodes.velocity, node));
    }
  for (std::size_t l = 0; l < s.domain.model.nodal_loads.size(); ++l) {
    const NodalLoad& load = s.domain.model.nodal_loads[l];
    const Rows& old = load.moment ? s.before.angular_velocity : s.before.velocity;
    const Rows& now = load.moment ? nodes.angular_velocity : nodes.velocity;
    for (const Index node : load.nodes)
      if (s.domain.owns_node[node]) external.add(nodal_values_[l], row(old, node), row(now, node));
  }
  if (has_body_loads_ || has_damping_)
    for (Index i = 0; i < nodes.count(); ++i) {
      if (!s.domain.owns_node[i] || in_body_[i]) continue;
      const Vec3 v0 = row(s.before.velocity, i), v1 = row(nodes.velocity, i);
      if (has_body_loads_) external.add(nodes.mass(i) * base_acceleration, v0, v1);
      if (!has_damping_) continue;
      lost.add(row(damping_force_, i), v0, v1);
      lost.add(row(damping_moment_, i), row(s.before.angular_velocity, i), row(nodes.angular_velocity, i));
    }
  s.ledger.external_work += ahead_.external + external.before;
  s.ledger.damping += ahead_.damping - lost.before;
  ahead_ = {external.after, -lost.after};
}

void Loads::archive(StateArchive& a, StepState&) { a.sums(ahead_.external, ahead_.damping); }

}  // namespace crumple
