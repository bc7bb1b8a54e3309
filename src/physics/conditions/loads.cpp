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

/// Impulse-weighted velocity: the displacement over the half steps before and after t(n).
struct HalfSteps {
  double before, after;  ///< [time]
  explicit HalfSteps(const Clock& clock)
      : before(clock.cycle == 0 ? 0.0 : 0.5 * clock.dt_previous), after(0.5 * clock.dt) {}
};

/// Work of one force, its two halves rounded.
struct Work {
  const Quantum& quantum;
  HalfSteps step;
  double before = 0, after = 0;
  void add(const Vec3& force, const Vec3& v_before, const Vec3& v_after) {
    before += quantum.round(step.before * dot(force, v_before));
    after += quantum.round(step.after * dot(force, v_after));
  }
};

}  // namespace

Loads make_loads(const Domain& domain, const std::vector<std::uint8_t>& in_body) {
  const Model& model = domain.model;
  Loads loads;
  for (std::size_t i = 0; i < model.pressure_loads.size(); ++i)
    for (const auto& segment : model.pressure_loads[i].segments) loads.segments.push_back({segment, Index(i)});
  loads.in_body = in_body;
  loads.in_body.resize(std::size_t(model.nodes.count()), 0);
  loads.has_nodal = !model.nodal_loads.empty();
  loads.has_body = !model.body_loads.empty();
  loads.has_damping = model.damping.active();
  return loads;
}

LoadState make_load_state(const Loads& loads, const Domain& domain) {
  LoadState state;
  state.segment_force.resize(loads.segments.size());
  state.nodal_value.resize(domain.model.nodal_loads.size());
  const Index n_damped = loads.has_damping ? domain.model.nodes.count() : 0;
  state.damping_force = Rows("damping_force", n_damped);
  state.damping_moment = Rows("damping_moment", n_damped);
  return state;
}

void add_pressure(const Loads& loads, const Domain& domain, const Clock& clock, NodeState& nodes, LoadState& state) {
  if (loads.segments.empty()) return;
  Profile::Scope scope("loads");
  const Model& model = domain.model;
  const Quantum& quantum = domain.quanta.force;
  std::vector<double> pressure;
  for (const PressureLoad& load : model.pressure_loads)
    pressure.push_back(clock.time < load.arrival
                           ? 0.0
                           : load.scale * curve_value(model, load.curve, clock.time - load.arrival));
  for (std::size_t s = 0; s < loads.segments.size(); ++s) {
    const Loads::Segment& segment = loads.segments[s];
    const Vec3 force = corner_force(nodes.position, segment.nodes, pressure[segment.load]);
    const Vec3 rounded{quantum.round(force.x), quantum.round(force.y), quantum.round(force.z)};
    for (int k = 0; k < n_corners(segment.nodes); ++k) add_row(nodes.force, segment.nodes[k], rounded);
    state.segment_force[s] = rounded;
  }
}

void add_loads(const Loads& loads, const Domain& domain, const Clock& clock, NodeState& nodes, LoadState& state) {
  Profile::Scope scope("loads");
  const Model& model = domain.model;
  state.base_acceleration = base_acceleration(model, clock.time);
  state.damping = loads.has_damping ? damping_value(model, clock.time) : 0.0;
  for (std::size_t l = 0; l < model.nodal_loads.size(); ++l) {
    const NodalLoad& load = model.nodal_loads[l];
    state.nodal_value[l] = (load.scale * curve_value(model, load.curve, clock.time)) * load.direction;
    for (const Index node : load.nodes) add_row(load.moment ? nodes.moment : nodes.force, node, state.nodal_value[l]);
  }
  if (!loads.has_body) return;
  const Vec3 g = state.base_acceleration;
  for_each("body load", std::size_t(nodes.count()), grain, [&](std::size_t i) {
    if (!loads.in_body[i]) add_row(nodes.force, Index(i), nodes.mass(i) * g);
  });
}

void add_damping(const Loads& loads, const Domain& domain, const Clock& clock, NodeState& nodes, LoadState& state) {
  if (!loads.has_damping) return;
  Profile::Scope scope("loads");
  const GlobalDamping& damping = domain.model.damping;
  const double dt = clock.dt_mid(), d = state.damping;
  // -(c f + m D v)/(1 + c): what is missing from f for the implicit middle velocity
  auto resistance = [=](double scale, double mass, double velocity, double force) {
    const double c = 0.5 * dt * scale * d;
    return -(c * force + mass * scale * d * velocity) / (1.0 + c);
  };
  for_each("damping", std::size_t(nodes.count()), grain, [&](std::size_t i) {
    if (loads.in_body[i]) return;
    for (int c = 0; c < 3; ++c) {
      const double f = resistance(damping.translation[c], nodes.mass(i), nodes.velocity(i, c), nodes.force(i, c));
      const double m =
          resistance(damping.rotation[c], nodes.inertia(i), nodes.angular_velocity(i, c), nodes.moment(i, c));
      state.damping_force(i, c) = f, state.damping_moment(i, c) = m;
      nodes.force(i, c) += f, nodes.moment(i, c) += m;
    }
  });
}

void account_loads(const Loads& loads, const Domain& domain, const Clock& clock, const PreviousVelocity& before,
                   const NodeState& nodes, LoadState& state, EnergyLedger& ledger) {
  Profile::Scope scope("loads");
  Work external{domain.quanta.energy, HalfSteps(clock)}, lost = external;
  for (std::size_t s = 0; s < loads.segments.size(); ++s)
    for (int k = 0; k < n_corners(loads.segments[s].nodes); ++k) {
      const Index node = loads.segments[s].nodes[k];
      external.add(state.segment_force[s], row(before.velocity, node), row(nodes.velocity, node));
    }
  for (std::size_t l = 0; l < domain.model.nodal_loads.size(); ++l) {
    const NodalLoad& load = domain.model.nodal_loads[l];
    const Rows& old = load.moment ? before.angular_velocity : before.velocity;
    const Rows& now = load.moment ? nodes.angular_velocity : nodes.velocity;
    for (const Index node : load.nodes)
      if (domain.owns_node[node]) external.add(state.nodal_value[l], row(old, node), row(now, node));
  }
  if (loads.has_body || loads.has_damping)
    for (Index i = 0; i < nodes.count(); ++i) {
      if (!domain.owns_node[i] || loads.in_body[i]) continue;
      const Vec3 v0 = row(before.velocity, i), v1 = row(nodes.velocity, i);
      if (loads.has_body) external.add(nodes.mass(i) * state.base_acceleration, v0, v1);
      if (!loads.has_damping) continue;
      lost.add(row(state.damping_force, i), v0, v1);
      lost.add(row(state.damping_moment, i), row(before.angular_velocity, i), row(nodes.angular_velocity, i));
    }
  ledger.external_work += state.ahead.external + external.before;
  ledger.damping += state.ahead.damping - lost.before;
  state.ahead.external = external.after;
  state.ahead.damping = -lost.after;
}

}  // namespace crumple
