// The edge-to-edge contact law: contact and force of pairs of edges. Called by edge_pairing.cpp in each step. Near
// nodes the node-to-segment law (penalty.hpp) acts; this one acts between the ends of both edges, and only where each
// of them is the outermost part of its sheet, so that flat sheets in contact are not counted twice.
#pragma once

#include <algorithm>
#include <cmath>

#include "physics/contact/pair_force.hpp"
#include "physics/contact/pair_law.hpp"
#include "physics/contact/pair_of_edges.hpp"
#include "physics/contact/surface_constants.hpp"

namespace crumple {

/// Velocity of the first (k = 0) or second edge at the contact point [length/time].
CRUMPLE_DEVICE inline Vec3 velocity_of_edge(const PairOfEdges& pair, int k, const ContactNodesAt& nodes) {
  const double at = pair.closest.at[k];
  return (1 - at) * nodes.velocity(pair.nodes[2 * k]) + at * nodes.velocity(pair.nodes[2 * k + 1]);
}

/// Velocity of the first edge relative to the second [length/time].
CRUMPLE_DEVICE inline Vec3 relative_velocity(const PairOfEdges& pair, const ContactNodesAt& nodes) {
  return velocity_of_edge(pair, 0, nodes) - velocity_of_edge(pair, 1, nodes);
}

CRUMPLE_DEVICE inline PairMass effective_mass(const PairOfEdges& pair, const ContactNodesAt& nodes) {
  PairMassSum sum;
  for (int i = 0; i < 4; ++i) {
    const double at = pair.closest.at[i / 2];
    sum.add(nodes, pair.nodes[i], i % 2 ? at : 1 - at);
  }
  return sum.mass();
}

CRUMPLE_DEVICE inline double largest_frequency_bound(const PairOfEdges& pair, const ContactNodesAt& nodes) {
  double largest = 0;
  for (const Index node : pair.nodes) largest = std::max(largest, nodes.frequency_bound_of(node));
  return largest;
}

CRUMPLE_DEVICE inline PairStiffness stiffness_of(const PairOfEdges& pair, const PairMass& mass,
                                                 const KeptStiffness& kept, const LawInput& input) {
  const double bound = largest_frequency_bound(pair, input.nodes);
  PairStiffness stiffness = penalty_stiffness(pair.first.edges[pair.edge[0]].stiffness,
                                              pair.second.edges[pair.edge[1]].stiffness, mass, bound, kept,
                                              input);
  stiffness *= pair.share;
  return stiffness;
}

/// A force on the first edge at these points along both. The node at an edge's lower end gets the remainder
/// (share_among).
CRUMPLE_DEVICE inline PairForce& add_force(const PairOfEdges& pair, const std::array<double, 2>& at, const Vec3& force,
                                           const PlacesForForces& forces) {
  PairForce& added = forces.add();
  added.add_first(pair.nodes[1], at[0]);
  added.add_first(pair.nodes[0], 1 - at[0]);
  added.add_second(pair.nodes[3], at[1]);
  added.add_second(pair.nodes[2], 1 - at[1]);
  added.force = force;
  return added;
}

/// Adds the force on the first edge; updates the tangential spring. Near ends the spring also pushes along the edges,
/// at points that are a penetration apart: the normal force acts where both together make no moment, as the spring's
/// energy does not change if both edges turn.
CRUMPLE_DEVICE inline void add_forces(const PairOfEdges& pair, double distance, const LawInput& input,
                                      EdgeMemory& memory, const PlacesForForces& forces) {
  const ContactEdge &one = pair.first.edges[pair.edge[0]], &other = pair.second.edges[pair.edge[1]];
  PairMotion motion;
  const PairMass mass = effective_mass(pair, input.nodes);
  motion.mass = mass.own;
  motion.stiffness = stiffness_of(pair, mass, memory.has_pushed ? memory.stiffness : KeptStiffness{}, input);
  if (!memory.has_pushed) memory.offset += forgiven_at_first(motion.stiffness, pair.penetration - memory.offset);
  memory.stiffness = motion.stiffness.kept;
  motion.penetration = pair.penetration - memory.offset;
  motion.deep_from = deep_share * distance;
  motion.velocity = relative_velocity(pair, input.nodes);
  motion.direction = pair.direction;
  const PairLaw law = evaluate_pair(motion, one.friction, other.friction, input);
  memory.has_pushed = law.normal > 0;
  const Vec3 last = memory.friction;
  memory.friction = {};
  if (!(law.normal > 0)) return;
  if (law.limit > 0) memory.friction = spring_friction(law, pair.direction, last, input.dt_previous);
  std::array<double, 2> at = pair.closest.at;
  const double normal = law.normal + law.energy * pair.off_depth;
  const Vec3 along = law.energy * pair.off_end + memory.friction;
  const bool is_apart = pair.lever != std::array<double, 2>{};
  if (is_apart) {
    add_force(pair, at, along, forces).friction = memory.friction;
    for (const std::size_t k : {0u, 1u}) at[k] += law.energy / normal * pair.lever[k];
  }
  PairForce& force = add_force(pair, at, normal * pair.direction + (is_apart ? Vec3{} : along), forces);
  if (!is_apart) force.friction = memory.friction;
  force.sticks = sticks(law, memory.friction);
  force.stiffness = law.stiffness.by_itself;
}

/// Whether the edges have come along each other to where one of them takes over from the edge that it continues: their
/// share has grown from nothing in the last steps.
CRUMPLE_DEVICE inline bool takes_over(const PairOfEdges& pair, const Vec3& velocity, const LawInput& input) {
  constexpr double steps = 2;
  return -dot(pair.off_end, velocity) * steps * input.dt_previous > 1;
}

/// Edges that push keep their share, so that they give back all of their energy. Where it grows the energy stays, too:
/// some of the penetration is ignored instead.
CRUMPLE_DEVICE inline void keep_share(PairOfEdges& pair, bool is_held, EdgeMemory& memory) {
  if (is_held && memory.share > 0 && pair.share > memory.share)
    memory.offset += (1 - std::sqrt(memory.share / pair.share)) * (pair.penetration - memory.offset);
  if (is_held) pair.share = std::max(pair.share, memory.share);
  memory.share = pair.share;
  pair.share *= pair.share_at_ends;
}

/// Starts the history of edges that have come near each other. Penetrations grow by motion only, so a sudden one was
/// there before, undetected.
CRUMPLE_DEVICE inline void start_memory(const PairOfEdges& pair, bool are_solids, double depth, const LawInput& input,
                                        EdgeMemory& memory) {
  const bool is_at_start = input.dt_previous == 0;
  const Vec3 v = relative_velocity(pair, input.nodes);
  const double speed = are_solids ? std::max(0.0, -dot(v, pair.direction)) : norm(v);
  memory.offset = takes_over(pair, v, input) ? 0 : std::max(0.0, depth - 2 * speed * input.dt_previous);
  memory.overlapped = are_solids && is_at_start && depth > 0;
  memory.is_near = true;
}

/// Adds the force of a pair at the current positions, on the first edge, if any, at a place that `forces.add()` gives;
/// updates its history. Rules:
/// - Two edges are in contact if their closest points are between their ends, closer than the sum of half thicknesses.
///   They are pushed apart along the common normal, to the side of first contact, even if they have been driven through
///   each other.
/// - Two edges of solids, which have no thickness, are in contact once they have been driven through each other, and
///   are pushed out of both solids; they act if the push direction is between the normals of their faces, flush faces
///   included.
/// - The share of an edge depends on how far the other is beyond all of its faces: 0 along a flat sheet, 1 from 6
///   degrees on. It also decreases the more parallel the edges are, because their nodes act there.
/// - Penetration of two edges when they first come near without motion, or first act, is ignored.
CRUMPLE_DEVICE inline void evaluate_edges(const EdgePairsAt& pairs, std::size_t p, const LawInput& input,
                                          const PlacesForForces& forces) {
  PairOfEdges pair = pair_at(pairs, p, input.nodes);
  EdgeMemory& memory = pairs.memory[p];
  const bool are_solids = pairs.contact_distance[p] == 0, is_held = are_solids && memory.has_pushed;
  const EndsThatGoOn now{pair.first.edges[pair.edge[0]].goes_on, pair.second.edges[pair.edge[1]].goes_on};
  const EndsThatGoOn ends_that_go_on = is_held ? memory.ends_that_go_on : now;
  const bool meet = are_solids ? meet_at_ends(pair, is_held, ends_that_go_on, input.nodes) : pair.closest.inside;
  const double nearness = (is_held ? pairs.hold[p] : pairs.range[p]) - pair.closest.distance;
  pairs.due[p] = input.travel - nearness;
  if (!(nearness > 0) || (are_solids && !meet && !memory.overlapped && input.dt_previous > 0)) {
    memory = {};
    return;
  }
  if (are_solids) look_across_solids(pair, input.nodes);
  else if (meet) look_across(pair, pairs.contact_distance[p], input.nodes, memory.side);
  const double depth = are_solids ? std::max(0.0, pair.penetration) : nearness;
  if (!memory.is_near) start_memory(pair, are_solids, depth, input, memory);
  if (are_solids && !meet) return;
  if (!(is_held ? pair.penetration > 0 : pair.share > 0)) {
    // Near an end a node acts, and the next edge continues where this one ends: no penetration is ignored there.
    memory.offset = meet ? depth : std::min(memory.offset, depth);
    memory.friction = {};
    memory.side = 0;
    memory.has_pushed = false;
    return;
  }
  memory.offset = std::min(memory.offset, pair.penetration);
  memory.ends_that_go_on = ends_that_go_on;
  if (are_solids) keep_share(pair, is_held, memory);
  const double distance = are_solids ? depth_of_height / hold_of_height * pairs.hold[p] : pairs.range[p];
  add_forces(pair, distance, input, memory, forces);
}

}  // namespace crumple
