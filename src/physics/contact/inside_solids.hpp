// Determines the faces that push a node out of a solid: those it has passed, not the nearest ones. Near an edge of the
// solid the side face may be closer than the face that was passed; pushed out there, the node would keep the energy of
// the impact, and two flush bodies would pass through each other. Called by touches.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "physics/contact/fade.hpp"
#include "physics/contact/pair_law.hpp"
#include "physics/contact/touch.hpp"

namespace crumple {

/// Factor on the distance that a node travels in a step, as faces rotate during the step.
inline constexpr double crossing_slack = 1.1;

/// Cosine of the angle between two faces of a surface across which a node may slide behind them.
inline constexpr double same_surface = 0.5;
inline constexpr double flat = 0.9998,
                 full_fold = 0.985;      // the same of two faces that make no fold (1 degree), and a full one
inline constexpr double entry_overhang = 1e-5;  // of the face's size: bodies that are meshed in the same planes
inline constexpr double entry_depth =
    1e-6;  // of the face's size: flush bodies, whose nodes start in the plane but for rounding
inline constexpr double full_overhang = 0.02,
                        no_overhang = 0.1;  // of a node that has entered: where its push fades out
inline constexpr double least_faced = 0.2, share_of_most_faced = 0.6;  // see drop_those_not_faced
inline constexpr double same_distance = 1e-9;   // relative: of the points of two faces that are one point of their edge
inline constexpr double grazing = 0.05;         // of the fastest approach to any face: less than that is no approach

/// Whether the segment has all corners of the edge or corner of `touch`.
CRUMPLE_DEVICE inline bool has_corners_of(const SegmentNodes& segment, const Touch& touch,
                                          const SegmentNodes& touched) {
  for (int i = 0; i < 4; ++i)
    if ((touch.closest.corners >> i & 1u) && !contains(segment, touched[i])) return false;
  return true;
}

/// Whether the node, behind the touch's face and on or beyond its rim, is in front of the face across a convex edge
/// there, or in its plane. Faces whose normal the node faces by less than `least_faced` (Facing::towards) are ignored.
CRUMPLE_DEVICE inline bool is_outside(const PassAt& pass, const ContactNodesAt& nodes, Index entry, const Touch& touch,
                                      double least_faced) {
  const auto& touched = pass.segments.nodes[touch.segment];
  const auto corner = corners_of(nodes, touched);
  const Vec3 area = area_normal(corner), point = corner[0] + corner[1] + corner[2] + corner[3];
  const CandidatesAt& c = pass.candidates;
  const Index node = pass.slaves.node[c.slave[entry]];
  for (Index p = c.first[entry]; p < c.first[entry + 1]; ++p) {
    const auto& across = pass.segments.nodes[c.segment[p]];
    if (c.segment[p] == touch.segment || !has_corners_of(across, touch, touched)) continue;
    const bool is_surely_listed =
        p >= c.first_own[entry] ||
        touch.closest.distance <= pass.segments.constants[c.segment[p]].reach(c.contact_distance[p]);
    if (!is_surely_listed) continue;  // the others depend on the time of the last search
    const auto other = corners_of(nodes, across);
    const double height = 0.25 * dot(other[0] + other[1] + other[2] + other[3] - point, area);
    const bool is_convex = height < -0.01 * norm(area) * std::sqrt(norm(area));
    const Vec3 across_area = area_normal(other);
    const double least_height = -entry_depth * norm(across_area) * std::sqrt(norm(across_area));
    if (is_convex && dot(across_area, touch.closest.offset) >= least_height &&
        nodes.faces_towards(node, normalized(across_area)) >= least_faced)
      return true;
  }
  return false;
}

/// Whether the node, behind two faces with the same edge or corner, leaves the solid there: its way out is between the
/// normals. Not if the faces end there and the node is outside, beyond their rim.
CRUMPLE_DEVICE inline bool meet_on_the_way_out(const PassAt& pass, const ContactNodesAt& nodes, const Touch& touch,
                                               const Touch& other) {
  const Vec3 a = normalized(area_normal(corners_of(nodes, pass.segments.nodes[touch.segment])));
  const Vec3 b = normalized(area_normal(corners_of(nodes, pass.segments.nodes[other.segment])));
  const Vec3 middle = normalized(a + b);
  constexpr double slack = 1e-3;  // of the cosine, for faces that are not plane
  return dot(-touch.closest.offset, middle) >= (dot(a, middle) - slack) * touch.closest.distance;
}

/// True if contact on an edge or corner is handled by a segment around the node or by a nearer one.
CRUMPLE_DEVICE inline bool is_handled_elsewhere(const PassAt& pass, const ContactNodesAt& nodes, Index entry,
                                           const Touches& touches, const Touch& touch) {
  const CandidatesAt& c = pass.candidates;
  const auto& touched = pass.segments.nodes[touch.segment];
  for (Index p = c.first_own[entry]; p < c.first[entry + 1]; ++p)
    if (has_corners_of(pass.segments.nodes[c.segment[p]], touch, touched)) return true;
  if (touch.behind && is_outside(pass, nodes, entry, touch, -1)) return true;
  bool met = !touch.behind;
  for (const Touch& other : touches) {
    if (&other == &touch || other.behind != touch.behind) continue;
    if (!has_corners_of(pass.segments.nodes[other.segment], touch, touched)) continue;
    if (touch.behind && other.closest.corners != 0 && !meet_on_the_way_out(pass, nodes, touch, other)) continue;
    if (comes_first(pass, nodes, other, touch)) return true;
    met = met || other.closest.corners != 0;
  }
  return !met;
}

/// A penetration from behind.
struct RearTouch {
  Touch* touch = nullptr;
  std::array<Index, 4> face{};  ///< global numbers
  Vec3 normal, centre;
  double size = 0;              ///< of the face [length]
  double depth = 0;             ///< behind the face's plane [length]
  double approach = 0;          ///< velocity against the normal [length/time]
  double overhang = 0;          ///< beyond its rim, in units of its size
  double faced = 0;             ///< see Facing::towards
  bool is_kept = false, is_beside = false;
};

/// The faces that one node is behind.
class FacesBehind {
 public:
  /// `memory`: for as many as there are touches.
  CRUMPLE_DEVICE FacesBehind(const PassAt& pass, const LawInput& input, Index entry, Touches& touches,
                             RearTouch* memory)
      : pass_(pass),
        input_(input),
        entry_(entry),
        slave_(pass.candidates.slave[entry]),
        touches_(touches),
        candidates_(memory) {
    for (Touch& touch : touches)
      if (touch.behind) candidates_.push_back(candidate_of(touch));
    drop_those_not_faced();
  }

  CRUMPLE_DEVICE void keep_known() {
    for (const TouchMemory& memory : pass_.slaves.state[slave_].touch)
      if (memory.is_used() && memory.side > 0 && !memory.is_beside) keep_nearest_of(memory);
  }

  CRUMPLE_DEVICE void keep_crossed() {
    while (RearTouch* crossed = last_crossed()) keep(*crossed, nullptr);
  }

  /// For parts without a kept face.
  CRUMPLE_DEVICE void keep_nearest() {
    for (RearTouch& c : candidates_) {
      const bool is_at_start = input_.dt_previous == 0;
      const bool is_deep =
          !is_at_start && c.touch->closest.distance >= pass_.segments.constants[c.touch->segment].depth;
      if (c.is_kept || is_deep || has_kept_face_of(part_of(c))) continue;
      if (c.depth > entry_depth * c.size && rests_on(part_of(c))) continue;
      if (c.overhang <= entry_overhang &&
          !(c.touch->closest.corners != 0 && is_outside(pass_, input_.nodes, entry_, *c.touch, least_faced)))
        keep(c, nullptr);
      else
        c.is_kept = !is_handled_elsewhere(pass_, input_.nodes, entry_, touches_, *c.touch);
    }
  }

  CRUMPLE_DEVICE void keep_beside() {
    for (RearTouch& c : candidates_) {
      if (c.is_kept) continue;
      const auto kept = std::find_if(candidates_.begin(), candidates_.end(),
                                     [&](const RearTouch& other) { return other.is_kept && folds_to(other, c); });
      if (kept != candidates_.end()) keep_beside(*kept, c);
    }
  }

  CRUMPLE_DEVICE void drop_others() {
    for (RearTouch& c : candidates_)
      if (!c.is_kept && !c.is_beside) c.touch->share = 0;
  }

 private:
  /// A node enters through a face opposite to its own surface, of several the one that it faces most; the sides of
  /// flush bodies, or of those into whose outline it slides, are excluded.
  CRUMPLE_DEVICE void drop_those_not_faced() {
    double most = 0;
    for (const RearTouch& c : candidates_)
      if (c.overhang < no_overhang) most = std::max(most, c.faced);
    const double least = std::max(double{least_faced}, share_of_most_faced * most);
    candidates_.erase_if([&](const RearTouch& c) {
      const bool is_known = c.touch->before && c.touch->before->side > 0;
      if (is_known || c.faced >= least) return false;
      c.touch->share = 0;
      return true;
    });
  }

  CRUMPLE_DEVICE RearTouch candidate_of(Touch& touch) const {
    RearTouch c;
    c.touch = &touch;
    c.face = face_of(pass_.segments, input_.nodes, touch.segment);
    set_shape(touch.segment, c);
    c.depth = -dot(touch.closest.offset, c.normal);
    c.faced = input_.nodes.faces_towards(pass_.slaves.node[slave_], c.normal);
    c.approach = -dot(relative_velocity(pass_, input_.nodes, slave_, touch), c.normal);
    if (touch.closest.corners != 0) c.overhang = norm(touch.closest.offset + c.depth * c.normal) / c.size;
    return c;
  }

  CRUMPLE_DEVICE Id part_of(const RearTouch& c) const { return pass_.segments.constants[c.touch->segment].part; }

  CRUMPLE_DEVICE bool has_kept_face_of(Id part) const {
    return std::any_of(candidates_.begin(), candidates_.end(),
                       [&](const RearTouch& c) { return c.is_kept && part_of(c) == part; });
  }

  /// Whether the node is in the plane of a face of the part, within its outline: it rests there and is not inside. A
  /// face so near is always listed.
  CRUMPLE_DEVICE bool rests_on(Id part) const {
    const CandidatesAt& near = pass_.candidates;
    const Vec3 x = input_.nodes.position(pass_.slaves.node[slave_]);
    for (Index p = near.first[entry_]; p < near.first_own[entry_]; ++p) {
      if (pass_.segments.constants[near.segment[p]].part != part) continue;
      RearTouch face;
      set_shape(near.segment[p], face);
      const auto corner = corners_of(input_.nodes, pass_.segments.nodes[near.segment[p]]);
      const double slack = entry_depth * face.size;
      bool is_within = std::abs(dot(x - face.centre, face.normal)) <= slack;
      for (std::size_t i = 0; i < 4; ++i) {
        const Vec3 edge = corner[(i + 1) % 4] - corner[i];
        is_within = is_within && dot(cross(edge, x - corner[i]), face.normal) >= -slack * face.size;
      }
      if (is_within) return true;
    }
    return false;
  }

  /// Of faces with a common node.
  CRUMPLE_DEVICE static bool meet_in_valley(const RearTouch& a, const RearTouch& b) {
    return dot(b.centre - a.centre, a.normal) > 0.01 * a.size;
  }

  /// A surface with a blunt edge: the nearest face changes from one to the other.
  CRUMPLE_DEVICE static bool folds_to(const RearTouch& a, const RearTouch& b) {
    const double cosine = dot(a.normal, b.normal);
    return share_a_node(a.face, b.face) && !meet_in_valley(a, b) && cosine > same_surface && cosine < flat;
  }

  /// False if a kept face meets this one: then the node is behind both, and the way out is that to the nearer one.
  CRUMPLE_DEVICE bool may_join(const RearTouch& c) const {
    return std::none_of(candidates_.begin(), candidates_.end(),
                        [&](const RearTouch& kept) { return kept.is_kept && share_a_node(kept.face, c.face); });
  }

  CRUMPLE_DEVICE static double beyond_rim(const RearTouch& c) {
    return std::max(0.0, (c.overhang - full_overhang) * c.size);
  }
  CRUMPLE_DEVICE static double width_of_rim(const RearTouch& c) {
    return std::max((no_overhang - full_overhang) * c.size, c.depth);
  }

  /// The node has entered through this face.
  CRUMPLE_DEVICE void keep(RearTouch& c, const TouchMemory* before) const {
    c.is_kept = true;
    Touch& touch = *c.touch;
    touch.side = 1;
    touch.before = before;
    if (touch.closest.corners == 0 || is_in_valley(c, false)) return;
    touch.penetration += c.depth - touch.closest.distance;
    touch.direction = c.normal;
    const double beyond = beyond_rim(c), width = width_of_rim(c);
    const Fade fading = beyond < width ? fade(1 - beyond / width) : Fade{0, 0};
    touch.share = fading.share;
    const Vec3 aside = touch.closest.offset + c.depth * c.normal;
    if (!(touch.share > 0 && norm(aside) > 0)) return;
    const Vec3 outward = normalized(aside);
    RimForce& off_rim = touch.off_rim;
    off_rim.beyond = norm(aside);
    off_rim.depth = c.depth;
    const auto gradients = weight_gradients(corners_of(input_.nodes, pass_.segments.nodes[touch.segment]));
    for (std::size_t i = 0; i < 4; ++i) off_rim.outward[i] = dot(gradients[i], outward);
    if (!(beyond > 0)) return;
    off_rim.force = (fading.steepness / width) * outward;
    if (width == c.depth) off_rim.off_depth = fading.steepness * beyond / (width * width);
  }

  /// Whether the way out is the edge or corner of a valley, `deep` or nearly flat: the closest point of another face,
  /// too, and at a corner the node is behind all faces.
  CRUMPLE_DEVICE bool is_in_valley(const RearTouch& c, bool deep) const {
    const auto& corners = pass_.segments.nodes[c.touch->segment];
    const bool meets = std::any_of(candidates_.begin(), candidates_.end(), [&](const RearTouch& other) {
      return &other != &c && other.touch->closest.corners != 0 && is_as_near(other, c) &&
             has_corners_of(pass_.segments.nodes[other.touch->segment], *c.touch, corners) &&
             (!deep || meet_in_valley(c, other));
    });
    const bool at_corner = std::popcount(c.touch->closest.corners) == 1;
    return meets && !(at_corner && is_outside(pass_, input_.nodes, entry_, *c.touch, -1));
  }

  /// As another one with the same closest point, whatever the rounding.
  CRUMPLE_DEVICE static bool is_as_near(const RearTouch& a, const RearTouch& b) {
    return a.touch->closest.distance <= (1 + same_distance) * b.touch->closest.distance;
  }

  CRUMPLE_DEVICE static void keep_beside(const RearTouch& kept, RearTouch& c) {
    c.is_beside = true;
    Touch& touch = *c.touch;
    touch.beside = kept.touch->segment;
    touch.side = kept.touch->side;
    touch.before = kept.touch->before;
    touch.share = std::clamp((flat - dot(c.normal, kept.normal)) / (flat - full_fold), 0.0, 1.0);
  }

  /// Of the face of the memory and those that continue its surface; of two as near the face itself.
  CRUMPLE_DEVICE void keep_nearest_of(const TouchMemory& memory) {
    const RearTouch known = face_known(memory.face);
    RearTouch* nearest = nullptr;
    for (RearTouch& c : candidates_) {
      const bool is_same = c.face == memory.face;
      const bool continues = is_same || (share_a_node(c.face, memory.face) &&
                                         (dot(c.normal, known.normal) > same_surface || meet_in_valley(known, c)));
      if (c.is_kept || !continues || beyond_rim(c) >= width_of_rim(c) || !may_join(c)) continue;
      if (!nearest || (is_same && is_as_near(c, *nearest))) nearest = &c;
    }
    if (nearest) keep(*nearest, &memory);
  }

  /// The shape of a face; zero if it is no longer near.
  CRUMPLE_DEVICE RearTouch face_known(const SegmentNodes& face) const {
    const CandidatesAt& near = pass_.candidates;
    RearTouch known;
    for (Index p = near.first[entry_]; p < near.first[entry_ + 1]; ++p)
      if (face_of(pass_.segments, input_.nodes, near.segment[p]) == face) set_shape(near.segment[p], known);
    return known;
  }

  CRUMPLE_DEVICE void set_shape(Index segment, RearTouch& c) const {
    const auto corner = corners_of(input_.nodes, pass_.segments.nodes[segment]);
    const Vec3 area = area_normal(corner);
    c.normal = normalized(area);
    c.centre = 0.25 * (corner[0] + corner[1] + corner[2] + corner[3]);
    c.size = std::sqrt(norm(area));
  }

  /// The plane passed last, in the last step; null if none. Planes along which the node slides do not count.
  CRUMPLE_DEVICE RearTouch* last_crossed() {
    double fastest = 0;
    for (const RearTouch& c : candidates_)
      if (has_been_crossed(c)) fastest = std::max(fastest, c.approach);
    RearTouch* last = nullptr;
    for (RearTouch& c : candidates_)
      if (has_been_crossed(c) && c.approach >= grazing * fastest &&
          (!last || c.depth * last->approach < last->depth * c.approach))
        last = &c;
    return last;
  }

  CRUMPLE_DEVICE bool has_been_crossed(const RearTouch& c) const {
    return !c.is_kept && c.approach > 0 &&
           c.depth <= std::max(crossing_slack * input_.dt_previous * c.approach, entry_depth * c.size) &&
           (c.overhang <= entry_overhang || is_in_valley(c, true)) && may_join(c);
  }

  const PassAt& pass_;
  const LawInput& input_;
  Index entry_, slave_;
  Touches& touches_;
  ListAt<RearTouch> candidates_;  // nearest first
};

/// Of the touches from behind (nearest first) keeps:
/// - for each face that the node has been in contact with from outside or entered through: that face, or a nearer one
///   of the same surface (with a common node and less than 60 degrees between the normals);
/// - faces whose plane the node has passed in the last step, the last passed first, unless they meet a kept face in a
///   convex edge;
/// - if a part has neither, and the node does not rest on one of its faces, in whose plane it is, the node has been
///   inside from the start: the nearest face with the node within its outline, or a nearer concave edge; only at the
///   start one deeper than the contact depth.
/// All but concave edges have side = 1. They push along the face's normal; the node may leave their outline by a tenth
/// of the face's size, where the push fades from 2 % on. Faces of the same surface across a convex fold from such a
/// face are kept, too. The others get share = 0.
CRUMPLE_DEVICE inline void choose_faces_of_entry(const PassAt& pass, const LawInput& input, Index entry,
                                                 Touches& touches, RearTouch* memory) {
  FacesBehind faces(pass, input, entry, touches, memory);
  faces.keep_known();
  faces.keep_crossed();
  faces.keep_nearest();
  faces.keep_beside();
  faces.drop_others();
}

}  // namespace crumple
