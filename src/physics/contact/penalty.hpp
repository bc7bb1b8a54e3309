// The second half of the node-to-segment contact law: the forces of a node's touches (pair_law.hpp), and its history.
// In loops of a step, for each entry of the candidates. It does not depend on the partition: every rank that evaluates
// a slave node gets bitwise equal results.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "physics/contact/pair_force.hpp"
#include "physics/contact/pair_law.hpp"
#include "physics/contact/touch.hpp"

namespace crumple {

/// A slave node of a pass and the law's input.
struct SlaveUnderLaw {
  const PassAt& pass;
  Index slave;
  const LawInput& input;

  CRUMPLE_DEVICE const SegmentNodes& corners(const Touch& touch) const { return pass.segments.nodes[touch.segment]; }

  CRUMPLE_DEVICE PairMass effective_mass(const Touch& touch) const {
    PairMassSum sum;
    sum.add(input.nodes, pass.slaves.node[slave], 1);
    for (int i = 0; i < 4; ++i) sum.add(input.nodes, corners(touch)[i], touch.closest.weight[i]);
    return sum.mass();
  }

  CRUMPLE_DEVICE PairStiffness stiffness(const Touch& touch, const PairMass& mass, const KeptStiffness& kept) const {
    const double of_slave = pass.slaves.constants[slave].stiffness;
    const double of_segment = pass.segments.constants[touch.segment].stiffness;
    PairStiffness stiffness =
        penalty_stiffness(of_slave > 0 ? of_slave : of_segment, of_segment, mass, frequency_bound(touch),
                          kept, input);
    stiffness *= touch.share;
    return stiffness;
  }

  /// At the start: the shape of a solid changes while it stores the spring's energy.
  CRUMPLE_DEVICE double distance_of_force(const Touch& touch) const {
    const SegmentConstants& face = pass.segments.constants[touch.segment];
    return pass.slaves.constants[slave].half_thickness + face.half_thickness + face.depth_at_start;
  }

  CRUMPLE_DEVICE double frequency_bound(const Touch& touch) const {
    double largest = input.nodes.frequency_bound_of(pass.slaves.node[slave]);
    for (int i = 0; i < 4; ++i)
      if (touch.closest.weight[i] != 0) largest = std::max(largest, input.nodes.frequency_bound_of(corners(touch)[i]));
    return largest;
  }

  /// The touch's normal force and Coulomb limit at relative velocity `v`. A new penetration is added to the `offset`.
  CRUMPLE_DEVICE PairLaw evaluate(const Touch& touch, const Vec3& v, bool is_new, TouchMemory& memory) const {
    PairMotion motion;
    if (!(touch.penetration > memory.offset)) return {};
    const PairMass mass = effective_mass(touch);
    motion.mass = mass.own;
    motion.stiffness = stiffness(touch, mass, memory.stiffness);
    if (is_new) memory.offset += forgiven_at_first(motion.stiffness, touch.penetration - memory.offset);
    memory.stiffness = motion.stiffness.kept;
    motion.penetration = touch.penetration - memory.offset;
    motion.deep_from = deep_share * distance_of_force(touch);
    motion.velocity = v;
    motion.direction = touch.direction;
    return evaluate_pair(motion, pass.slaves.constants[slave].friction,
                         pass.segments.constants[touch.segment].friction, input);
  }

  CRUMPLE_DEVICE PairForce& add_force(const Touch& touch, const std::array<double, 4>& weight, const Vec3& force,
                                      const PlacesForForces& forces) const {
    PairForce& pair = forces.add();
    pair.add_first(pass.slaves.node[slave], 1);
    for (int i = 0; i < 4; ++i) pair.add_second(corners(touch)[i], weight[i]);
    pair.force = force;
    return pair;
  }

  /// Beyond a rim the normal force acts on the face where it makes no moment, together with the force off the rim: the
  /// spring's energy does not change if node and face turn.
  CRUMPLE_DEVICE PairForce& add_forces(const Touch& touch, const PairLaw& law, const Vec3& friction,
                                       const PlacesForForces& forces) const {
    const RimForce& rim = touch.off_rim;
    if (rim.beyond == 0) {
      PairForce& force = add_force(touch, touch.closest.weight, law.normal * touch.direction + friction, forces);
      force.friction = friction;
      return force;
    }
    const Vec3 along = law.energy * rim.force;
    add_force(touch, touch.closest.weight, along + friction, forces).friction = friction;
    const double normal = law.normal + law.energy * rim.off_depth, arm = rim.beyond + rim.depth * norm(along) / normal;
    std::array<double, 4> weight = touch.closest.weight;
    for (std::size_t i = 0; i < 4; ++i) weight[i] += arm * rim.outward[i];
    return add_force(touch, weight, normal * touch.direction, forces);
  }
};

/// The history that a touch takes over from the last step: of its own face, or of a face with a common node that the
/// node has left, or beside which this face now acts, too.
struct TakenOver {
  const TouchMemory* memory = nullptr;
  bool has_left = true;  ///< the face of the memory is no longer in contact
};

CRUMPLE_DEVICE inline TakenOver taken_over(const SlaveState& state, const Touch& touch, const Touches& touches) {
  if (const TouchMemory* const memory = state.find(touch.face)) return {memory};
  if (touch.behind) return {touch.before, touch.beside == none};
  TakenOver found;
  for (const TouchMemory& memory : state.touch) {
    if (!memory.is_used() || !share_a_node(touch.face, memory.face)) continue;
    const bool has_left = std::none_of(touches.begin(), touches.end(),
                                       [&](const Touch& other) { return other.face == memory.face; });
    if (!has_left && memory.is_driven_through) continue;  // on the other side of that face, it is a new touch
    if (!found.memory || (has_left && !found.has_left)) found = {&memory, has_left};
  }
  return found;
}

/// Updates a penetration, and ignores increments not caused by motion. If the nearest face is deleted and the node
/// finds another one, it is suddenly deep: a spring of that length would release energy that nothing put in. So a
/// penetration may grow by at most twice the relative motion of the step, for a face that the node was not behind the
/// motion towards it; the rest is added to the offset.
CRUMPLE_DEVICE inline TouchMemory follow_touch(const Touch& touch, const Vec3& velocity, const TouchMemory* before,
                                               double depth_unseen, const LawInput& input) {
  const bool is_new_inside = touch.behind && !(before && touch.side > 0);
  const double speed = is_new_inside ? std::max(0.0, -dot(velocity, touch.direction)) : norm(velocity);
  TouchMemory memory;
  memory.side = touch.side;
  memory.penetration = touch.penetration;
  if (before && before->has_pushed) memory.stiffness = before->stiffness;
  const double last = before ? before->penetration : depth_unseen;
  const double sudden = touch.penetration - last - 2 * speed * input.dt_previous;
  memory.offset = (before ? before->offset : 0) + std::max(0.0, sudden);
  memory.offset = std::min(memory.offset, touch.penetration);
  return memory;
}

/// Where the rim of another plane takes over a node, the spring keeps its energy of `largest`: the rest of the
/// penetration is ignored. Returns whether there is a rest.
CRUMPLE_DEVICE inline bool keep_energy(double largest, const Touch& touch, const PairLaw& pair, TouchMemory& memory) {
  if (!(pair.energy > largest)) return false;
  memory.offset += (1 - std::sqrt(largest / pair.energy)) * (touch.penetration - memory.offset);
  return true;
}

/// A node may be held behind the faces in contact, and behind any face when it has been driven through one: from now on
/// these pairs are checked at larger distances.
CRUMPLE_DEVICE inline void widen_ranges(const PassAt& pass, const ContactNodesAt& nodes, Index entry,
                                        const SlaveState& state, double travel) {
  const CandidatesAt& c = pass.candidates;
  if (state.is_driven_through()) c.first_far[entry] = c.first_own[entry];
  for (Index p = c.first[entry]; p < c.first_far[entry]; ++p) {
    const double hold = pass.segments.constants[c.segment[p]].hold(c.contact_distance[p]);
    if (!(c.range[p] < hold)) continue;
    if (!state.is_driven_through() && !state.find(face_of(pass.segments, nodes, c.segment[p]))) continue;
    c.range[p] = hold;
    c.due[p] = c.entry_due[entry] = travel;
  }
}

/// The stiffness of the contact, for reports.
CRUMPLE_DEVICE inline PairStiffness touch_stiffness(const PassAt& pass, Index slave, const Touch& touch,
                                                    const LawInput& input) {
  const SlaveUnderLaw law{pass, slave, input};
  return law.stiffness(touch, law.effective_mass(touch), {});
}

/// Adds the forces of the entry's touches and updates the history of the slave node.
CRUMPLE_DEVICE inline void add_pair_forces(const PassAt& pass, Index entry, const LawInput& input,
                                           const Touches& touches, const PlacesForForces& forces) {
  const Index slave = pass.candidates.slave[entry];
  const SlaveState& state = pass.slaves.state[slave];
  if (touches.empty() && !state.is_used()) return;
  const SlaveUnderLaw law{pass, slave, input};
  SlaveState next;
  bool is_held_elsewhere = false;  // by another face than in the last step
  for (int i = 0; i < touches.size(); ++i) {
    const Touch& touch = touches[i];
    const Vec3 v = relative_velocity(pass, input.nodes, slave, touch);
    const TakenOver last = taken_over(state, touch, touches);
    TouchMemory memory = follow_touch(touch, v, last.memory, pass.slaves.depth_unseen, input);
    const bool is_new = !(last.memory && last.memory->has_pushed);
    PairLaw pair = law.evaluate(touch, v, is_new, memory);
    if (!is_new && touch.off_rim.beyond > 0 && last.memory->face != touch.face) {
      const double work = pair.normal * std::max(0.0, -dot(v, touch.direction)) * input.dt_previous;
      if (keep_energy(last.memory->energy + work, touch, pair, memory)) pair = law.evaluate(touch, v, false, memory);
    }
    const bool is_remembered = i < int(next.touch.size());
    if (pair.normal > 0) {
      if (pair.limit > 0)
        memory.friction = is_remembered
                              ? spring_friction(pair, touch.direction,
                                                last.memory && last.has_left ? last.memory->friction : Vec3{},
                                                input.dt_previous)
                              : braking_friction(pair, input.dt_previous);
      PairForce& force = law.add_forces(touch, pair, memory.friction, forces);
      force.stiffness = pair.stiffness.by_itself;
      force.sticks = is_remembered && sticks(pair, memory.friction);
    }
    memory.face = touch.face;
    memory.has_pushed = pair.normal > 0;
    memory.energy = pair.energy;
    memory.is_beside = touch.beside != none;
    memory.is_driven_through = touch.side * touch.closest.side < 0;
    if (!is_remembered) continue;
    next.touch[std::size_t(i)] = memory;
    is_held_elsewhere |= !state.find(touch.face);
  }
  is_held_elsewhere |= next.is_driven_through() && !state.is_driven_through();
  if (is_held_elsewhere) widen_ranges(pass, input.nodes, entry, next, input.travel);
  if (next.is_used() || state.is_used()) pass.slaves.state.put(slave, entry, next);
  pass.candidates.remembers[entry] = next.is_used();
}

}  // namespace crumple
