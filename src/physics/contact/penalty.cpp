#include "physics/contact/penalty.hpp"

#include <sleef.h>

#include <algorithm>
#include <cmath>

#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/passes.hpp"

namespace crumple {
namespace {

/// A slave node of a pass under the law.
struct SlaveUnderLaw {
  const Pass& pass;
  Index slave;
  const LawInput& input;

  const std::array<Index, 4>& corners(const Touch& touch) const { return pass.segments.nodes[touch.segment]; }

  /// Relative to the segment at the contact point [length/time].
  Vec3 velocity(const Touch& touch) const {
    Vec3 v = input.nodes->velocity(pass.slaves.node[slave]);
    for (int i = 0; i < 4; ++i)
      if (touch.closest.weight[i] != 0) v -= touch.closest.weight[i] * input.nodes->velocity(corners(touch)[i]);
    return v;
  }

  /// Mass that a force between node and segment moves: 1/m* = 1/m_s + sum of w_i^2/m_i [mass]; 0 if one has none.
  double effective_mass(const Touch& touch) const {
    const double mass = input.nodes->mass(pass.slaves.node[slave]);
    if (!(mass > 0)) return 0;
    double inverse = 1 / mass;
    for (int i = 0; i < 4; ++i) {
      const double weight = touch.closest.weight[i];
      if (weight == 0) continue;
      const double corner = input.nodes->mass(corners(touch)[i]);
      if (!(corner > 0)) return 0;
      inverse += weight * weight / corner;
    }
    return 1 / inverse;
  }

  PairStiffness stiffness(const Touch& touch, double mass) const {
    const double of_slave = pass.slaves.constants[slave].stiffness;
    const double of_segment = pass.segments.constants[touch.segment].stiffness;
    PairStiffness stiffness = penalty_stiffness(of_slave > 0 ? of_slave : of_segment, of_segment, mass, input);
    stiffness.value *= touch.share;
    return stiffness;
  }

  /// The touch's normal force and limit of friction at relative velocity `v`.
  PairLaw evaluate(const Touch& touch, const Vec3& v, double offset) const {
    PairMotion motion;
    motion.penetration = touch.penetration - offset;
    if (!(motion.penetration > 0)) return {};
    motion.mass = effective_mass(touch);
    motion.stiffness = stiffness(touch, motion.mass).value;
    motion.velocity = v;
    motion.direction = touch.direction;
    return evaluate_pair(motion, pass.slaves.constants[slave].friction,
                         pass.segments.constants[touch.segment].friction, input);
  }

  void add_force(const Touch& touch, const Vec3& force, const Vec3& friction, std::vector<PairForce>& forces) const {
    PairForce& pair = forces.emplace_back();
    pair.add_first(pass.slaves.node[slave], 1);
    for (int i = 0; i < 4; ++i) pair.add_second(corners(touch)[i], touch.closest.weight[i]);
    pair.force = force;
    pair.friction = friction;
  }
};

/// Forgives what of the penetration has not come about by motion. A node that slips sideways behind a face, or finds
/// another face when the nearest one is gone, is suddenly deep: a spring of that length would set free energy that
/// nobody put in. So a penetration may grow by at most twice the relative motion of the step; the rest joins the
/// offset.
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

PairStiffness touch_stiffness(const Pass& pass, Index slave, const Touch& touch, const LawInput& input) {
  const SlaveUnderLaw law{pass, slave, input};
  return law.stiffness(touch, law.effective_mass(touch));
}

void add_pair_forces(Pass& pass, Index entry, const LawInput& input, const std::vector<Touch>& touches,
                     std::vector<PairForce>& forces) {
  const Index slave = pass.candidates.slave[entry];
  const SlaveUnderLaw law{pass, slave, input};
  SlaveState& state = pass.slaves.state[slave];
  const Touch* deepest = nullptr;
  for (const Touch& touch : touches)
    if (!deepest || touch.penetration > deepest->penetration) deepest = &touch;
  const Vec3 v_deepest = deepest ? law.velocity(*deepest) : Vec3{};
  follow_penetration(deepest ? deepest->penetration : 0, norm(v_deepest), input, state);
  const Vec3 last = state.friction;
  state.friction = {};
  for (std::size_t i = 0; i < touches.size(); ++i) {
    const Touch& touch = touches[i];
    const Vec3 v = &touch == deepest ? v_deepest : law.velocity(touch);
    const PairLaw pair = law.evaluate(touch, v, state.offset);
    if (!(pair.normal > 0)) continue;
    Vec3 friction;
    if (pair.limit > 0)
      friction = i == 0 ? spring_friction(pair, touch.direction, last, input.dt_previous)
                        : braking_friction(pair, input.dt_previous);
    if (i == 0) state.friction = friction;
    law.add_force(touch, pair.normal * touch.direction + friction, friction, forces);
  }
}

}  // namespace crumple
