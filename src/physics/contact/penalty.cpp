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

PairStiffness stiffness_of(const SlaveConstants& slave, const SegmentConstants& segment, double share, double mass,
                           const LawInput& input) {
  const double of_slave = slave.stiffness > 0 ? slave.stiffness : segment.stiffness;
  PairStiffness stiffness = penalty_stiffness(of_slave, segment.stiffness, mass, input);
  stiffness.value *= share;
  return stiffness;
}

/// The touch's normal force and limit of friction at relative velocity `v`.
PairLaw evaluate(const Pass& pass, const ContactNodes& nodes, Index slave, const LawInput& input, const Touch& touch,
                 const Vec3& v, double offset) {
  const double penetration = touch.penetration - offset;
  if (!(penetration > 0)) return {};
  const SlaveConstants& constants = pass.slave[slave];
  const SegmentConstants& segment = pass.segment[touch.segment];
  const double mass = effective_mass(pass, nodes, slave, touch);
  const double stiffness = stiffness_of(constants, segment, touch.share, mass, input).value;
  return evaluate_pair(mass, stiffness, penetration, v, touch.direction, constants.friction, segment.friction, input);
}

/// Forgives what of the penetration has not come about by motion. A node that slips sideways behind a face, or finds
/// another face when the nearest one is gone, is suddenly deep: a spring of that length would set free energy that
/// nobody put in. So a penetration may grow by at most twice the relative motion of the step; the rest joins the offset.
void follow_penetration(double depth, double speed, const LawInput& input, SlaveState& state) {
  const double sudden = depth - state.penetration - 2 * speed * input.dt_previous;
  if (sudden > 0) state.offset += sudden;
  state.offset = std::min(state.offset, depth);
  state.penetration = depth;
}

}  // namespace

double friction_coefficient(const Friction& a, const Friction& b, double speed) {
  const double at_rest = 0.5 * (a.at_rest + b.at_rest), sliding = 0.5 * (a.sliding + b.sliding);
  const double decay = 0.5 * (a.decay + b.decay);
  if (at_rest == sliding || decay == 0) return at_rest;
  return sliding + (at_rest - sliding) * Sleef_cinz_expd1_u10purec(-decay * speed);
}

PairStiffness touch_stiffness(const Pass& pass, const ContactNodes& nodes, Index slave, const Touch& touch,
                              const LawInput& input) {
  return stiffness_of(pass.slave[slave], pass.segment[touch.segment], touch.share, effective_mass(pass, nodes, slave, touch),
                      input);
}

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
  const auto velocity = [&](const Touch& touch) {
    return relative_velocity(pass, nodes, slave, touch.segment, touch.closest.weight);
  };
  const Touch* deepest = nullptr;
  for (const Touch& touch : touches)
    if (!deepest || touch.penetration > deepest->penetration) deepest = &touch;
  const Vec3 v_deepest = deepest ? velocity(*deepest) : Vec3{};
  follow_penetration(deepest ? deepest->penetration : 0, norm(v_deepest), input, state);
  const Vec3 last = state.friction;
  state.friction = {};
  for (std::size_t i = 0; i < touches.size(); ++i) {
    const Touch& touch = touches[i];
    const Vec3 v = &touch == deepest ? v_deepest : velocity(touch);
    const PairLaw pair = evaluate(pass, nodes, slave, input, touch, v, state.offset);
    if (!(pair.normal > 0)) continue;
    Vec3 friction;
    if (pair.limit > 0)
      friction = i == 0 ? spring_friction(pair, touch.direction, last, input.dt_previous) : braking_friction(pair, input.dt_previous);
    if (i == 0) state.friction = friction;
    forces.push_back({slave, touch.segment, touch.closest.weight, pair.normal * touch.direction + friction, friction});
  }
}

}  // namespace crumple
