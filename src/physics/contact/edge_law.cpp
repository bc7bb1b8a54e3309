#include "physics/contact/edge_law.hpp"

#include <algorithm>
#include <cmath>

#include "base/loops.hpp"
#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/edge_distance.hpp"
#include "physics/contact/pair_law.hpp"

namespace crumple {
namespace {

constexpr std::size_t edge_grain = 1024;  // pairs that are worth waking a thread for

/// Range in which the share of an edge grows from 0 to 1: sine of the angle by which the other is beyond its faces, and
/// of the angle between the edges.
constexpr double least_sine = 0.02, full_sine = 0.1;

/// The same for rims of shells and sharp edges of solids, where faces end: the other may be slightly over a face.
constexpr double rim_least_sine = -0.15, rim_full_sine = -0.05;
constexpr double near_end = 0.005;  // of the length of a sharp edge: it fades out here if its corner acts, too
constexpr double inside = 1e-5;     // of an edge's length: tolerance within which a corner acts (inside_solids)
constexpr double one_above_other = 0.05;  // of the sideways motion of two nodes that were aligned

double share_at(double sine) { return std::clamp((sine - least_sine) / (full_sine - least_sine), 0.0, 1.0); }
double rim_share_at(double sine) {
  return std::clamp((sine - rim_least_sine) / (rim_full_sine - rim_least_sine), 0.0, 1.0);
}

/// Unit vector normal to an edge and into one of its faces; zero if the face has no width.
Vec3 inward_of_face(const EdgeSet& set, Index e, Index f, const ContactNodes& nodes) {
  const Vec3 end = nodes.position(set.edges[e].nodes[0]);
  const Vec3 along = normalized(nodes.position(set.edges[e].nodes[1]) - end);
  Vec3 inward = 0.5 * (nodes.position(set.across[f][0]) + nodes.position(set.across[f][1])) - end;
  inward -= dot(inward, along) * along;
  const double length = norm(inward);
  return length > 0 ? (1 / length) * inward : Vec3{};
}

/// Sine of the angle between `away` (unit, from the edge to the other) and the closest face; < 0: over a face.
double sine_beyond_faces(const EdgeSet& set, Index e, const ContactNodes& nodes, const Vec3& away) {
  double largest_cosine = -1;
  for (Index f = set.first_face[e]; f < set.first_face[e + 1]; ++f)
    largest_cosine = std::max(largest_cosine, dot(inward_of_face(set, e, f, nodes), away));
  return -largest_cosine;
}

/// The share of an edge in the direction `away` (unit) from it.
double share_towards(const EdgeSet& set, Index e, const ContactNodes& nodes, const Vec3& away) {
  const double sine = sine_beyond_faces(set, e, nodes, away);
  const bool is_rim = set.first_face[e + 1] - set.first_face[e] == 1 || set.edges[e].depth > 0;
  return is_rim ? rim_share_at(sine) : share_at(sine);
}

/// Out of the solid at a convex edge, bisecting its faces; not a unit vector.
Vec3 outward(const EdgeSet& set, Index e, const ContactNodes& nodes) {
  Vec3 sum;
  for (Index f = set.first_face[e]; f < set.first_face[e + 1]; ++f) sum -= inward_of_face(set, e, f, nodes);
  return sum;
}

/// A pair at the current positions.
struct PairOfEdges {
  const EdgeSet &first, &second;
  std::array<Index, 2> edge;
  std::array<Index, 4> nodes{};
  ClosestOnEdges closest;
  Vec3 direction;          ///< unit, push direction of the first
  double penetration = 0;  ///< [length]
  double share = 0;
};

PairOfEdges pair_at(const EdgePairs& pairs, std::size_t p, const ContactNodes& nodes) {
  PairOfEdges pair{pairs.a, pairs.second(), pairs.pair[p], {}, {}, {}};
  const auto &one = pair.first.edges[pair.edge[0]].nodes, &other = pair.second.edges[pair.edge[1]].nodes;
  pair.nodes = {one[0], one[1], other[0], other[1]};
  pair.closest = closest_on_edges({nodes.position(one[0]), nodes.position(one[1])},
                                  {nodes.position(other[0]), nodes.position(other[1])});
  return pair;
}

/// Whether a point near a sharp edge of solids is in the solid; `from_edge`: vector from the edge to it.
bool is_in_solid(const EdgeSet& set, Index e, const ContactNodes& nodes, const Vec3& from_edge, double slack) {
  const Index f = set.first_face[e];
  if (set.first_face[e + 1] - f != 2) return false;
  const Vec3 one = inward_of_face(set, e, f, nodes), other = inward_of_face(set, e, f + 1, nodes);
  const Vec3 normal_of_one = normalized(dot(one, other) * one - other);
  const Vec3 normal_of_other = normalized(dot(one, other) * other - one);
  return dot(from_edge, normal_of_one) <= slack && dot(from_edge, normal_of_other) <= slack;
}

/// For two edges of solids: the share near a corner that acts as a node. Where an edge continues straight in the next
/// one, the two together have the full share.
double share_between_corners(const PairOfEdges& pair, const ContactNodes& nodes) {
  double share = 1;
  for (int k = 0; k < 2; ++k) {
    const double at = pair.closest.at[std::size_t(k)], distance = std::min(at, 1 - at);
    const int end = at > 0.5 ? 1 : 0;
    const EdgeSet &own = k == 0 ? pair.first : pair.second, &others = k == 0 ? pair.second : pair.first;
    if (distance >= near_end || own.edges[pair.edge[k]].goes_on[end]) continue;
    const Vec3 along = nodes.position(pair.nodes[2 * k + end]) - nodes.position(pair.nodes[2 * k + 1 - end]);
    const Vec3 from_other = (k == 0 ? 1.0 : -1.0) * pair.closest.offset + distance * along;
    if (is_in_solid(others, pair.edge[1 - k], nodes, from_other, inside * norm(along))) share *= distance / near_end;
  }
  return share;
}

/// Direction, penetration and share of a pair with its closest points between the ends. `side` is set at first contact.
void look_across(PairOfEdges& pair, double contact_distance, const ContactNodes& nodes, double& side) {
  const auto edge = [&](int k) { return nodes.position(pair.nodes[2 * k + 1]) - nodes.position(pair.nodes[2 * k]); };
  const Vec3 one = edge(0), other = edge(1), normal = cross(one, other);
  const double length = norm(normal), sine = length / (norm(one) * norm(other));
  if (!(sine > least_sine)) return;
  const double height = dot(pair.closest.offset, normal) / length;
  if (side == 0) side = height < 0 ? -1 : 1;
  pair.direction = (side / length) * normal;
  pair.penetration = contact_distance - side * height;
  pair.share = share_at(sine) * share_towards(pair.first, pair.edge[0], nodes, -pair.direction);
  if (pair.share > 0) pair.share *= share_towards(pair.second, pair.edge[1], nodes, pair.direction);
}

/// The same for two edges of solids: they penetrate if the first is further inside along the outward direction of the
/// second.
void look_across_solids(PairOfEdges& pair, const ContactNodes& nodes) {
  const auto edge = [&](int k) { return nodes.position(pair.nodes[2 * k + 1]) - nodes.position(pair.nodes[2 * k]); };
  const Vec3 one = edge(0), other = edge(1), normal = cross(one, other);
  const double length = norm(normal), sine = length / (norm(one) * norm(other));
  if (!(sine > least_sine)) return;
  const Vec3 out = outward(pair.second, pair.edge[1], nodes) - outward(pair.first, pair.edge[0], nodes);
  pair.direction = (dot(normal, out) < 0 ? -1 / length : 1 / length) * normal;
  pair.penetration = -dot(pair.closest.offset, pair.direction);
  if (!(pair.penetration > 0)) return;
  pair.share = share_at(sine) * share_between_corners(pair, nodes) *
               share_towards(pair.first, pair.edge[0], nodes, -pair.direction) *
               share_towards(pair.second, pair.edge[1], nodes, pair.direction);
}

/// Velocity of the first (k = 0) or second edge at the contact point [length/time].
Vec3 velocity_of_edge(const PairOfEdges& pair, int k, const ContactNodes& nodes) {
  const double at = pair.closest.at[k];
  return (1 - at) * nodes.velocity(pair.nodes[2 * k]) + at * nodes.velocity(pair.nodes[2 * k + 1]);
}

/// Velocity of the first edge relative to the second [length/time].
Vec3 relative_velocity(const PairOfEdges& pair, const ContactNodes& nodes) {
  return velocity_of_edge(pair, 0, nodes) - velocity_of_edge(pair, 1, nodes);
}

PairMass effective_mass(const PairOfEdges& pair, const ContactNodes& nodes) {
  PairMassSum sum;
  for (int i = 0; i < 4; ++i) {
    const double at = pair.closest.at[i / 2];
    sum.add(nodes, pair.nodes[i], i % 2 ? at : 1 - at);
  }
  return sum.mass();
}

double largest_frequency_bound(const PairOfEdges& pair, const ContactNodes& nodes) {
  double largest = 0;
  for (const Index node : pair.nodes) largest = std::max(largest, nodes.frequency_bound_of(node));
  return largest;
}

PairStiffness stiffness_of(const PairOfEdges& pair, const PairMass& mass, const LawInput& input) {
  const double bound = largest_frequency_bound(pair, *input.nodes);
  PairStiffness stiffness = penalty_stiffness(pair.first.edges[pair.edge[0]].stiffness,
                                              pair.second.edges[pair.edge[1]].stiffness, mass, bound, input);
  stiffness *= pair.share;
  return stiffness;
}

/// Sets the force on the first edge; updates the tangential spring.
void set_force(const PairOfEdges& pair, const LawInput& input, EdgeMemory& memory, PairForce& force) {
  const ContactEdge &one = pair.first.edges[pair.edge[0]], &other = pair.second.edges[pair.edge[1]];
  PairMotion motion;
  const PairMass mass = effective_mass(pair, *input.nodes);
  motion.mass = mass.own;
  motion.stiffness = stiffness_of(pair, mass, input);
  if (!memory.has_pushed) memory.offset += forgiven_at_first(motion.stiffness, pair.penetration - memory.offset);
  motion.penetration = pair.penetration - memory.offset;
  motion.velocity = relative_velocity(pair, *input.nodes);
  motion.direction = pair.direction;
  const PairLaw law = evaluate_pair(motion, one.friction, other.friction, input);
  memory.has_pushed = law.normal > 0;
  const Vec3 last = memory.friction;
  memory.friction = {};
  if (!(law.normal > 0)) return;
  if (law.limit > 0) memory.friction = spring_friction(law, pair.direction, last, input.dt_previous);
  force.force = law.normal * pair.direction + memory.friction;
  force.friction = memory.friction;
  force.sticks = sticks(law, memory.friction);
  force.stiffness = motion.stiffness.by_itself;
}

/// The node at an edge's lower end gets the remainder (share_among).
void add_edge(const PairOfEdges& pair, int k, void (PairForce::*add)(Index, double), PairForce& force) {
  (force.*add)(pair.nodes[2 * k + 1], pair.closest.at[k]);
  (force.*add)(pair.nodes[2 * k], 1 - pair.closest.at[k]);
}

/// Whether the edges began to cross in the last step where a sharp edge continues straight: then the pair with its next
/// piece has acted until now. Where two nodes were aligned, the node pairs have.
bool comes_from_next_edge(const PairOfEdges& pair, const LawInput& input) {
  const ContactNodes& nodes = *input.nodes;
  const double step = 2 * norm(relative_velocity(pair, nodes)) * input.dt_previous;
  std::array<Index, 2> end{};
  bool goes_on = false;
  for (const int k : {0, 1}) {
    const double at = pair.closest.at[std::size_t(k)];
    const double length = norm(nodes.position(pair.nodes[2 * k + 1]) - nodes.position(pair.nodes[2 * k]));
    const bool second = at > 0.5, is_near = std::min(at, 1 - at) * length <= step;
    goes_on |= is_near && (k == 0 ? pair.first : pair.second).edges[pair.edge[k]].goes_on[second];
    end[k] = pair.nodes[2 * k + (second ? 1 : 0)];
  }
  if (!goes_on) return false;
  const Vec3 offset = nodes.position(end[0]) - nodes.position(end[1]);
  const Vec3 moved = input.dt_previous * (nodes.velocity(end[0]) - nodes.velocity(end[1]));
  return norm(cross(offset - moved, pair.direction)) > one_above_other * norm(cross(moved, pair.direction));
}

/// Evaluates a pair; adds its force, if any.
void evaluate(EdgePairs& pairs, std::size_t p, const LawInput& input, std::vector<PairForce>& forces) {
  PairOfEdges pair = pair_at(pairs, p, *input.nodes);
  EdgeMemory& memory = pairs.memory[p];
  const double nearness = pairs.range[p] - pair.closest.distance;
  pairs.due[p] = input.travel - nearness;
  const bool are_solids = pairs.contact_distance[p] == 0;
  const bool is_at_start = input.dt_previous == 0;
  if (!(nearness > 0) || (are_solids && !pair.closest.inside && !memory.overlapped && !is_at_start)) {
    memory = {};
    return;
  }
  if (are_solids) look_across_solids(pair, *input.nodes);
  else if (pair.closest.inside) look_across(pair, pairs.contact_distance[p], *input.nodes, memory.side);
  const double depth = are_solids ? std::max(0.0, pair.penetration) : nearness;
  if (!memory.is_near) {  // penetrations grow by motion only, so a sudden one was there before, undetected
    const Vec3 v = relative_velocity(pair, *input.nodes);
    const double step = 2 * norm(v) * input.dt_previous;
    const bool goes_on = !is_at_start && comes_from_next_edge(pair, input);
    memory.offset = goes_on ? 0 : std::max(0.0, depth - step);
    memory.overlapped = are_solids && is_at_start && depth > 0;
    memory.is_near = true;
  }
  if (are_solids && !pair.closest.inside) return;
  if (!(pair.share > 0)) {
    // Near an end a node acts, and the next edge continues where this one ends: no penetration is ignored there.
    memory.offset = pair.closest.inside ? depth : std::min(memory.offset, depth);
    memory.friction = {};
    memory.side = 0;
    memory.has_pushed = false;
    return;
  }
  memory.offset = std::min(memory.offset, pair.penetration);
  PairForce& force = forces.emplace_back();
  add_edge(pair, 0, &PairForce::add_first, force);
  add_edge(pair, 1, &PairForce::add_second, force);
  set_force(pair, input, memory, force);
}

}  // namespace

void find_edge_forces(EdgePairs& pairs, const LawInput& input, PairForces& forces) {
  forces.fill("edges", pairs.pair.size(), edge_grain,
              [&](std::size_t first, std::size_t last, std::vector<PairForce>& here) {
                for (std::size_t p = first; p < last; ++p)
                  if (input.travel >= pairs.due[p]) evaluate(pairs, p, input, here);
              });
}

}  // namespace crumple
