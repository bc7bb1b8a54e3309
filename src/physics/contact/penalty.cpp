#include "physics/contact/penalty.hpp"

#include <sleef.h>

#include <algorithm>
#include <cmath>

namespace crumple {
namespace {

/// Mass that a force between node and segment moves: 1/m* = 1/m_s + sum of w_i^2/m_i [mass]; 0 if one has none.
double effective_mass(const Pass& pass, const ContactNodes& nodes, Index slave, const Touch& touch) {
  const double mass = nodes.mass(pass.slave_node[slave]);
  if (!(mass > 0)) return 0;
  double inverse = 1 / mass;
  for (int i = 0; i < 4; ++i) {
    const double weight = touch.closest.weight[i];
    if (weight == 0) continue;
    const double corner = nodes.mass(pass.segment_nodes[touch.segment][i]);
    if (!(corner > 0)) return 0;
    inverse += weight * weight / corner;
  }
  return 1 / inverse;
}

double penalty_stiffness(const SlaveConstants& slave, const SegmentConstants& segment, double mass,
                         const LawInput& input) {
  double k = slave.stiffness > 0 ? std::min(slave.stiffness, segment.stiffness) : segment.stiffness;
  if (input.dt_stable <= 0) return k;
  const double inertial = mass / (input.dt_stable * input.dt_stable);
  if (input.contact->soft == 1) k = std::max(k, 0.5 * input.contact->soft_scale * inertial);
  return std::min(k, stiffness_limit * inertial);
}

/// Of the two sides, the mean.
double friction_coefficient(const Friction& a, const Friction& b, double speed) {
  const double at_rest = 0.5 * (a.at_rest + b.at_rest), sliding = 0.5 * (a.sliding + b.sliding);
  const double decay = 0.5 * (a.decay + b.decay);
  if (at_rest == sliding || decay == 0) return at_rest;
  return sliding + (at_rest - sliding) * Sleef_cinz_expd1_u10purec(-decay * speed);
}

/// `v` shortened to `length`, if it is longer.
Vec3 limited(const Vec3& v, double length) {
  const double now = norm(v);
  return now > length ? (length / now) * v : v;
}

/// Everything about one touch at this moment.
struct Pair {
  double mass = 0, stiffness = 0;  ///< [mass], [force/length]
  double normal = 0;               ///< force >= 0 [force]
  Vec3 sliding;                    ///< tangential relative velocity [length/time]
  double limit = 0;                ///< largest friction [force]
};

Pair evaluate(const Pass& pass, const ContactNodes& nodes, Index slave, const LawInput& input, const Touch& touch,
              double offset) {
  Pair pair;
  const double penetration = touch.penetration - offset;
  if (!(penetration > 0)) return pair;
  const SlaveConstants& constants = pass.slave[slave];
  const SegmentConstants& segment = pass.segment[touch.segment];
  pair.mass = effective_mass(pass, nodes, slave, touch);
  pair.stiffness = touch.share * penalty_stiffness(constants, segment, pair.mass, input);
  const Vec3 v = relative_velocity(pass, nodes, slave, touch.segment, touch.closest.weight);
  const double v_normal = dot(v, touch.direction);
  const double damping = 0.02 * input.contact->viscous_damping * std::sqrt(pair.stiffness * pair.mass);
  pair.normal = std::max(0.0, pair.stiffness * penetration - damping * v_normal);
  pair.sliding = v - v_normal * touch.direction;
  pair.limit = friction_coefficient(constants.friction, segment.friction, norm(pair.sliding)) * pair.normal;
  return pair;
}

/// The tangential spring: last step's force turned into the tangent plane, stretched by the slip, cut at the limit.
Vec3 spring_friction(const Pair& pair, const Touch& touch, const Vec3& last, double dt) {
  const Vec3 carried = last - dot(last, touch.direction) * touch.direction;
  return limited(carried - (pair.stiffness * dt) * pair.sliding, pair.limit);
}

/// Friction without memory: a brake too weak to turn the motion around.
Vec3 braking_friction(const Pair& pair, double dt) {
  return dt > 0 ? limited((-braking_limit * pair.mass / dt) * pair.sliding, pair.limit) : Vec3{};
}

/// Forgives what of the penetration has not come about by motion. A node that slips sideways behind a face, or finds
/// another face when the nearest one is gone, is suddenly deep: a spring of that length would set free energy that
/// nobody put in. So a penetration may grow by at most twice the relative motion of the step; the rest joins the offset.
void follow_penetration(const Pass& pass, const ContactNodes& nodes, Index slave, const LawInput& input,
                        const std::vector<Touch>& touches, SlaveState& state) {
  const Touch* deepest = nullptr;
  for (const Touch& t : touches)
    if (!deepest || t.penetration > deepest->penetration) deepest = &t;
  double depth = 0;
  if (deepest) {
    depth = deepest->penetration;
    const Vec3 v = relative_velocity(pass, nodes, slave, deepest->segment, deepest->closest.weight);
    const double sudden = depth - state.penetration - 2 * norm(v) * input.dt_previous;
    if (sudden > 0) state.offset += sudden;
  }
  state.offset = std::min(state.offset, depth);
  state.penetration = depth;
}

}  // namespace

Vec3 relative_velocity(const Pass& pass, const ContactNodes& nodes, Index slave, Index segment,
                       const std::array<double, 4>& weight) {
  Vec3 v = nodes.velocity(pass.slave_node[slave]);
  for (int i = 0; i < 4; ++i)
    if (weight[i] != 0) v -= weight[i] * nodes.velocity(pass.segment_nodes[segment][i]);
  return v;
}

void add_pair_forces(Pass& pass, const ContactNodes& nodes, Index entry, const LawInput& input,
                     const std::vector<Touch>& touches, std::vector<PairForce>& forces) {
  const Index slave = pass.candidates.slave[entry];
  SlaveState& state = pass.state[slave];
  follow_penetration(pass, nodes, slave, input, touches, state);
  const Vec3 last = state.friction;
  state.friction = {};
  for (std::size_t i = 0; i < touches.size(); ++i) {
    const Touch& touch = touches[i];
    const Pair pair = evaluate(pass, nodes, slave, input, touch, state.offset);
    if (!(pair.normal > 0)) continue;
    Vec3 friction;
    if (pair.limit > 0)
      friction = i == 0 ? spring_friction(pair, touch, last, input.dt_previous) : braking_friction(pair, input.dt_previous);
    if (i == 0) state.friction = friction;
    forces.push_back({slave, touch.segment, touch.closest.weight, pair.normal * touch.direction + friction});
  }
}

}  // namespace crumple
