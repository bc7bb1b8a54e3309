// The first half of the contact law: the segments in contact with a node. In loops of a step, for each entry of the
// candidates; it does not depend on the partition.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "physics/contact/inside_solids.hpp"

namespace crumple {

CRUMPLE_DEVICE inline Vec3 normal_of(const PassAt& pass, const ContactNodesAt& nodes, Index segment) {
  return normalized(area_normal(corners_of(nodes, pass.segments.nodes[segment])));
}

/// The face of a shell through which a node has been driven and whose outline it has left.
struct FaceLeft {
  Index segment = none;
  double side = 0;  ///< see TouchMemory
};

/// For the node of the entry.
CRUMPLE_DEVICE inline FaceLeft face_left(const PassAt& pass, const ContactNodesAt& nodes, const NearPairsAt& near,
                                         const SlaveState& state) {
  if (!state.is_used()) return {};  // the others are not in the cache
  for (const TouchMemory& memory : state.touch) {
    if (!memory.is_driven_through) continue;
    for (std::size_t k = near.first; k < near.last; ++k) {
      const Index segment = pass.candidates.segment[near.pair[k]];
      if (near.closest_of(k).corners != 0 && pass.segments.constants[segment].depth == 0 &&
          face_of(pass.segments, nodes, segment) == memory.face)
        return {segment, memory.side};
    }
  }
  return {};
}

/// The side of the touch's face to which the node belongs, if known: where it has been, for a shell, even if it has
/// passed through since, or has slid behind it from a neighbouring face. 0: unknown.
CRUMPLE_DEVICE inline double known_side(const PassAt& pass, const ContactNodesAt& nodes, const Touch& touch,
                                        const FaceLeft& left) {
  if (touch.closest.corners != 0) return 0;
  if (touch.before) return touch.before->side;
  if (left.segment == none || !share_a_node(pass.segments.nodes[left.segment], pass.segments.nodes[touch.segment]))
    return 0;
  const double cosine = dot(normal_of(pass, nodes, left.segment), normal_of(pass, nodes, touch.segment));
  return cosine > same_surface ? left.side : cosine < -same_surface ? -left.side : 0;
}

/// Whether a node behind a solid's face, deeper than the contact depth, has entered through a neighbouring face or this
/// one before.
CRUMPLE_DEVICE inline bool is_held_inside(const SlaveState& state, const SegmentNodes& face) {
  for (const TouchMemory& memory : state.touch)
    if (memory.is_used() && memory.is_driven_through && share_a_node(memory.face, face)) return true;
  return false;
}

/// Whether the node entered through the face in the last step.
CRUMPLE_DEVICE inline bool has_come_in(const PassAt& pass, const LawInput& input, Index slave, const Touch& touch) {
  const auto& n = pass.segments.nodes[touch.segment];
  const Vec3 normal = normal_of(pass, input.nodes, touch.segment);
  const Vec3 velocity = relative_velocity(pass, input.nodes, slave, touch);
  const double approach = -dot(velocity, normal), depth = -dot(touch.closest.offset, normal);
  if (!(depth <= crossing_slack * input.dt_previous * approach)) return false;
  const Vec3 crossing = input.nodes.position(pass.slaves.node[slave]) - (depth / approach) * velocity;
  const ClosestPoint then = closest_point(crossing, corners_of(input.nodes, n), is_triangle(n));
  return then.distance < 0.5 * pass.segments.constants[touch.segment].depth;
}

/// The near pair k of a slave as a touch; false if the node is out of range. `left`: see face_left.
CRUMPLE_DEVICE inline bool touches_now(const PassAt& pass, const LawInput& input, const NearPairsAt& near,
                                       std::size_t k, Index slave, const FaceLeft& left, Touch& touch) {
  const ContactNodesAt& nodes = input.nodes;
  const SlaveState& state = pass.slaves.state[slave];
  const CandidatesAt& c = pass.candidates;
  const Index segment = c.segment[near.pair[k]];
  const SegmentConstants& s = pass.segments.constants[segment];
  const double contact_distance = c.contact_distance[near.pair[k]], distance = near.distance(k);
  touch.behind = s.depth > 0 && near.side(k) < 0;
  const bool is_near = distance < (touch.behind ? s.depth : contact_distance);
  if (!is_near && !(distance < s.hold(contact_distance))) return false;
  touch.closest = near.closest_of(k);
  touch.segment = segment;
  touch.face = face_of(pass.segments, nodes, segment);
  if (!is_near && s.depth > 0 && !touch.behind) return false;
  const bool is_at_start = input.dt_previous == 0;
  if (!is_near && s.depth > 0 && !is_at_start && !is_held_inside(state, touch.face) &&
      !has_come_in(pass, input, slave, touch))
    return false;
  touch.before = state.is_used() ? state.find(touch.face) : nullptr;
  const double known = known_side(pass, nodes, touch, left);
  if (!is_near && !touch.behind && !(known * touch.closest.side < 0)) return false;
  touch.share = 1;
  if (touch.closest.corners == 0) {
    const double here = touch.closest.side < 0 ? -1 : 1;
    touch.side = s.depth > 0 ? std::max(here, 0.0) : known != 0 ? known : here;
  }
  const bool driven_through = touch.behind || touch.side * touch.closest.side < 0;
  touch.penetration = contact_distance + (driven_through ? distance : -distance);
  const Vec3 normal = area_normal(corners_of(nodes, pass.segments.nodes[segment]));
  if (distance * distance > 1e-20 * norm(normal))
    touch.direction = (driven_through ? -1 / distance : 1 / distance) * touch.closest.offset;
  else  // on the surface itself: only the normal is defined
    touch.direction = (touch.side < 0 ? -1 : 1) * normalized(normal);
  return true;
}

CRUMPLE_INLINE double square(double a) { return a * a; }

CRUMPLE_DEVICE inline void share_among_neighbours(const PassAt& pass, const Touches& sorted) {
  for (int i = 1; i < sorted.size(); ++i)
    for (int j = 0; j < i; ++j)
      if (sorted[i].beside == none && sorted[j].beside == none &&
          share_a_node(pass.segments.nodes[sorted[i].segment], pass.segments.nodes[sorted[j].segment]))
        sorted[i].share *= 1 - std::clamp(dot(sorted[i].direction, sorted[j].direction), 0.0, 1.0);
}

/// Depth of a node near folds, where neighbouring faces are at distances D_i: p = (sum of s_i D_i^-4)^(-1/4), a
/// smoothed minimum; s_i, the share so far, fades out as the fold becomes flat. The energy of the spring, k p^2 / 2,
/// gives each face the force k p s_i (p / D_i)^5.
CRUMPLE_DEVICE inline void share_at_folds(const Touches& touches) {
  const auto depth = [](const Touch& touch) { return touch.closest.distance; };
  for (Touch& nearest : touches) {
    if (nearest.beside != none || !(depth(nearest) > 0)) continue;
    double sum = 1;  // of the ratios' fourth powers
    for (const Touch& other : touches)
      if (other.beside == nearest.segment) sum += other.share * square(square(depth(nearest) / depth(other)));
    if (sum == 1) continue;
    const double reduced = depth(nearest) / std::sqrt(std::sqrt(sum));
    const double share = nearest.share, penetration = nearest.penetration + reduced - depth(nearest);
    for (Touch& other : touches) {
      if (&other != &nearest && other.beside != nearest.segment) continue;
      const double ratio = reduced / depth(other), weight = &other == &nearest ? 1 : other.share;
      other.share = share * weight * ratio * square(square(ratio));
      other.penetration = penetration;
    }
  }
}

CRUMPLE_DEVICE inline void drop_unshared(Touches& touches) {
  touches.erase_if([](const Touch& t) { return !(t.share > 0); });
}

/// Fills `touches` with the segments in contact with the node of the entry that act on it (share > 0), nearest first.
/// `touches`, empty at first, and `rear` have room for all pairs of `near`. Rules:
/// - Shells push to the side from which the node came, even if it has been driven through.
/// - Contact inside a face always acts. On an edge or corner it acts unless the node itself or a nearer face has that
///   edge or corner. So a flat mesh acts once, a node between two sheets is pushed by both.
/// - Inside a solid: the faces that the node has passed (inside_solids.hpp), to a depth of 0.3 of the solid's height
///   (depth_of_height).
/// - Neighbouring faces share the force: a second one pushes with 1 - cos of the angle between the directions. Across a
///   fold inside a solid they are weighted by distance, so that the direction of the force is continuous there.
CRUMPLE_DEVICE inline void find_touches(const PassAt& pass, const LawInput& input, const NearPairsAt& near,
                                        RearTouch* rear, Touches& touches) {
  const ContactNodesAt& nodes = input.nodes;
  const Index slave = pass.candidates.slave[near.entry];
  const FaceLeft left = face_left(pass, nodes, near, pass.slaves.state[slave]);
  bool is_inside = false;
  for (std::size_t k = near.first; k < near.last; ++k) {
    Touch touch;
    if (!touches_now(pass, input, near, k, slave, left, touch)) continue;
    touches.push_back(touch);
    is_inside = is_inside || touch.behind;
  }
  if (!is_inside && touches.size() < 2 && (touches.empty() || touches[0].closest.corners == 0)) return;

  for (Touch& touch : touches)
    if (!touch.behind && touch.closest.corners != 0 && is_handled_elsewhere(pass, nodes, near.entry, touches, touch))
      touch.share = 0;
  drop_unshared(touches);
  touches.sort([&](const Touch& a, const Touch& b) { return comes_first(pass, nodes, a, b); });
  if (is_inside) {
    choose_faces_of_entry(pass, input, near.entry, touches, rear);
    drop_unshared(touches);
  }
  share_among_neighbours(pass, touches);
  if (is_inside) share_at_folds(touches);
  drop_unshared(touches);
}

/// Finds the touches of one node after the other, in memory of a thread of the host.
class TouchFinder {
 public:
  /// Valid until the next call.
  Touches find(const PassAt& pass, const LawInput& input, const NearPairsAt& near) {
    const std::size_t n = near.last - near.first;
    if (touches_.size() < n) {
      touches_.resize(n);
      rear_.resize(n);
    }
    Touches touches(touches_.data());
    find_touches(pass, input, near, rear_.data(), touches);
    return touches;
  }

 private:
  std::vector<Touch> touches_;
  std::vector<RearTouch> rear_;
};

}  // namespace crumple
