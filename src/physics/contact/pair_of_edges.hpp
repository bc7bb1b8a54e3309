// Two edges that may touch, at the current positions: where, how deep, in which direction they push each other, with
// which share of the stiffness. Called by the law (edge_law.hpp), on hosts and devices.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "physics/contact/contact_views.hpp"
#include "physics/contact/edge_distance.hpp"
#include "physics/contact/edge_views.hpp"
#include "physics/contact/fade.hpp"

namespace crumple {

/// A pair at the current positions.
struct PairOfEdges {
  EdgeSetAt first{}, second{};
  std::array<Index, 2> edge{};
  std::array<Index, 4> nodes{};
  ClosestOnEdges closest;
  Vec3 direction;           ///< unit, push direction of the first
  double penetration = 0;   ///< [length]
  double share = 0;
  double share_at_ends = 1;  ///< of a pair whose closest points are near an end, or beyond
  Vec3 off_end;              ///< force on the first along the edges, to where that share is smaller, per energy of the
                             ///< spring [1/length]
  double off_depth = 0;      ///< the same along `direction` [1/length]
  std::array<double, 2> lever{};  ///< how far `off_end` moves the normal force along each edge, in units of the edge's
                                  ///< length and of the spring's energy over the normal force [1/length]
};

/// Range in which the share of an edge grows from 0 to 1: sine of the angle by which the other is beyond its faces, and
/// of the angle between the edges.
inline constexpr double least_sine = 0.02, full_sine = 0.1;

/// The same for rims of shells and sharp edges of solids, where faces end: the other may be slightly over a face.
inline constexpr double rim_least_sine = -0.15, rim_full_sine = -0.05;
inline constexpr double end_width = 0.08;  // of an edge's length, or the depth: where it fades out beyond its end, and
                                           // to either side of an end where another edge continues it
inline constexpr double near_end = 0.005;  // of the length of a sharp edge: it fades out here if its corner acts, too
inline constexpr double inside = 1e-5;     // of an edge's length: tolerance within which a corner acts (inside_solids)

CRUMPLE_DEVICE inline double share_at(double sine) {
  return std::clamp((sine - least_sine) / (full_sine - least_sine), 0.0, 1.0);
}
CRUMPLE_DEVICE inline double rim_share_at(double sine) {
  return std::clamp((sine - rim_least_sine) / (rim_full_sine - rim_least_sine), 0.0, 1.0);
}

/// Unit vector normal to an edge and into one of its faces; zero if the face has no width.
CRUMPLE_DEVICE inline Vec3 inward_of_face(const EdgeSetAt& set, Index e, Index f, const ContactNodesAt& nodes) {
  const Vec3 end = nodes.position(set.edges[e].nodes[0]);
  const Vec3 along = normalized(nodes.position(set.edges[e].nodes[1]) - end);
  Vec3 inward = 0.5 * (nodes.position(set.across[f][0]) + nodes.position(set.across[f][1])) - end;
  inward -= dot(inward, along) * along;
  const double length = norm(inward);
  return length > 0 ? (1 / length) * inward : Vec3{};
}

/// Sine of the angle between `away` (unit, from the edge to the other) and the closest face; < 0: over a face.
CRUMPLE_DEVICE inline double sine_beyond_faces(const EdgeSetAt& set, Index e, const ContactNodesAt& nodes,
                                               const Vec3& away) {
  double largest_cosine = -1;
  for (Index f = set.first_face[e]; f < set.first_face[e + 1]; ++f)
    largest_cosine = std::max(largest_cosine, dot(inward_of_face(set, e, f, nodes), away));
  return -largest_cosine;
}

/// The share of an edge in the direction `away` (unit) from it.
CRUMPLE_DEVICE inline double share_towards(const EdgeSetAt& set, Index e, const ContactNodesAt& nodes,
                                           const Vec3& away) {
  const double sine = sine_beyond_faces(set, e, nodes, away);
  const bool is_rim = set.first_face[e + 1] - set.first_face[e] == 1 || set.edges[e].depth > 0;
  return is_rim ? rim_share_at(sine) : share_at(sine);
}

/// Out of the solid at a convex edge, bisecting its faces; not a unit vector.
CRUMPLE_DEVICE inline Vec3 outward(const EdgeSetAt& set, Index e, const ContactNodesAt& nodes) {
  Vec3 sum;
  for (Index f = set.first_face[e]; f < set.first_face[e + 1]; ++f) sum -= inward_of_face(set, e, f, nodes);
  return sum;
}

/// Whether a point near a sharp edge of solids is in the solid; `from_edge`: vector from the edge to it.
CRUMPLE_DEVICE inline bool is_in_solid(const EdgeSetAt& set, Index e, const ContactNodesAt& nodes,
                                       const Vec3& from_edge, double slack) {
  const Index f = set.first_face[e];
  if (set.first_face[e + 1] - f != 2) return false;
  const Vec3 one = inward_of_face(set, e, f, nodes), other = inward_of_face(set, e, f + 1, nodes);
  const Vec3 normal_of_one = normalized(dot(one, other) * one - other);
  const Vec3 normal_of_other = normalized(dot(one, other) * other - one);
  return dot(from_edge, normal_of_one) <= slack && dot(from_edge, normal_of_other) <= slack;
}

/// For two edges of solids: the share near a corner that acts as a node. Where an edge continues straight in the next
/// one, the two together have the full share.
CRUMPLE_DEVICE inline double share_between_corners(const PairOfEdges& pair, const ContactNodesAt& nodes) {
  double share = 1;
  for (int k = 0; k < 2; ++k) {
    const double at = pair.closest.at[std::size_t(k)], distance = std::max(0.0, std::min(at, 1 - at));
    const int end = at > 0.5 ? 1 : 0;
    const EdgeSetAt &own = k == 0 ? pair.first : pair.second, &others = k == 0 ? pair.second : pair.first;
    if (distance >= near_end || own.edges[pair.edge[k]].goes_on[end]) continue;
    const Vec3 along = nodes.position(pair.nodes[2 * k + end]) - nodes.position(pair.nodes[2 * k + 1 - end]);
    const Vec3 from_other = (k == 0 ? 1.0 : -1.0) * pair.closest.offset + distance * along;
    if (is_in_solid(others, pair.edge[1 - k], nodes, from_other, inside * norm(along))) share *= distance / near_end;
  }
  return share;
}

/// The pair of this number, with its closest points.
CRUMPLE_DEVICE inline PairOfEdges pair_at(const EdgePairsAt& pairs, std::size_t p, const ContactNodesAt& nodes) {
  PairOfEdges pair;
  pair.first = pairs.a;
  pair.second = pairs.second;
  pair.edge = pairs.pair[p];
  const auto &one = pair.first.edges[pair.edge[0]].nodes, &other = pair.second.edges[pair.edge[1]].nodes;
  pair.nodes = {one[0], one[1], other[0], other[1]};
  pair.closest = closest_on_edges({nodes.position(one[0]), nodes.position(one[1])},
                                  {nodes.position(other[0]), nodes.position(other[1])});
  return pair;
}

/// Direction, penetration and share of a pair with its closest points between the ends. `side` is set at first contact.
CRUMPLE_DEVICE inline void look_across(PairOfEdges& pair, double contact_distance, const ContactNodesAt& nodes,
                                       double& side) {
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
CRUMPLE_DEVICE inline void look_across_solids(PairOfEdges& pair, const ContactNodesAt& nodes) {
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

/// Sets the share of two edges of solids near their ends, beyond which they go on as straight lines. Where another edge
/// continues one, the two take over from each other; where none does, edges that push each other (`are_held`) fade out
/// beyond the end. False if the edges do not meet: they are beyond these ranges.
CRUMPLE_DEVICE inline bool meet_at_ends(PairOfEdges& pair, bool are_held, const EndsThatGoOn& ends_that_go_on,
                                        const ContactNodesAt& nodes) {
  const auto ends = [&](int k) {
    return std::array<Vec3, 2>{nodes.position(pair.nodes[2 * k]), nodes.position(pair.nodes[2 * k + 1])};
  };
  const auto one = ends(0), other = ends(1);
  const Vec3 along = one[1] - one[0], along_other = other[1] - other[0];
  if (!(norm(cross(along, along_other)) > least_sine * norm(along) * norm(along_other))) return pair.closest.inside;
  const ClosestOnLines lines = closest_on_lines(one, other);
  const double depth = lines.closest.distance;
  for (const int k : {0, 1}) {
    const double at = lines.closest.at[std::size_t(k)], length = norm(k == 0 ? along : along_other);
    const int end = at > 0.5 ? 1 : 0;
    const bool goes_on = ends_that_go_on[std::size_t(k)][std::size_t(end)];
    const double beyond = (end == 1 ? at - 1 : -at) * length, width = std::max(end_width * length, depth);
    if (!goes_on && !(beyond > 0)) continue;
    if (!goes_on && !are_held) return false;
    // Two straight edges have the share 1 together.
    const double range = goes_on ? 2 * width : width, rest = (goes_on ? 0.5 : 1) - beyond / range;
    if (!(rest > 0)) return false;
    if (!(rest < 1)) continue;
    const Fade fading = fade(rest);
    pair.share_at_ends *= fading.share;
    pair.off_end += ((end == 1 ? 1 : -1) * fading.steepness * length / range) * lines.rate[std::size_t(k)];
    if (width == depth) pair.off_depth += fading.steepness * beyond / (depth * range);
  }
  for (const std::size_t k : {0u, 1u}) pair.lever[k] = depth * dot(lines.rate[k], pair.off_end);
  if (!pair.closest.inside) pair.closest = lines.closest;
  return true;
}

}  // namespace crumple
