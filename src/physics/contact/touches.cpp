// The first half of the contact law: the segments in contact with a node. See penalty.hpp for the rules.
#include <algorithm>
#include <cmath>

#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/in_front.hpp"
#include "physics/contact/inside_solids.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/penalty.hpp"

namespace crumple {
namespace {

/// Cosine of the angle between two faces of a shell across which a node may slide behind them.
constexpr double same_surface = 0.5;

Vec3 normal_of(const Pass& pass, const ContactNodes& nodes, Index segment) {
  return normalized(area_normal(corners_of(nodes, pass.segments.nodes[segment])));
}

/// The face of a shell through which a node has been driven and whose outline it has left.
struct FaceLeft {
  Index segment = none;
  double side = 0;  ///< see TouchMemory
};

/// For the node of the i-th entry.
FaceLeft face_left(const Pass& pass, const ContactNodes& nodes, const NearPairs& near, std::size_t i,
                   const SlaveState& state) {
  if (!state.is_used()) return {};  // the others are not in the cache
  for (const TouchMemory& memory : state.touch) {
    if (!memory.is_driven_through) continue;
    for (std::size_t k = near.first[i]; k < near.first[i + 1]; ++k) {
      const Index segment = pass.candidates.segment[near.pair[k]];
      if (near.closest_of(k).corners != 0 && pass.segments.constants[segment].depth == 0 &&
          face_of(pass, nodes, segment) == memory.face)
        return {segment, memory.side};
    }
  }
  return {};
}

/// The side of the touch's face to which the node belongs, if known: where it has been, for a shell, even if it has
/// passed through since, or has slid behind it from a neighbouring face. 0: unknown.
double known_side(const Pass& pass, const ContactNodes& nodes, const Touch& touch, const FaceLeft& left) {
  if (touch.closest.corners != 0) return 0;
  if (touch.before) return touch.before->side;
  if (left.segment == none || !share_a_node(pass.segments.nodes[left.segment], pass.segments.nodes[touch.segment]))
    return 0;
  const double cosine = dot(normal_of(pass, nodes, left.segment), normal_of(pass, nodes, touch.segment));
  return cosine > same_surface ? left.side : cosine < -same_surface ? -left.side : 0;
}

/// Whether a node behind a solid's face, deeper than the contact depth, has entered through a neighbouring face or this
/// one before.
bool is_held_inside(const SlaveState& state, const std::array<Index, 4>& face) {
  return std::any_of(state.touch.begin(), state.touch.end(), [&](const TouchMemory& memory) {
    return memory.is_used() && memory.is_driven_through && share_a_node(memory.face, face);
  });
}

/// Whether the node entered through the face in the last step.
bool has_come_in(const Pass& pass, const LawInput& input, Index slave, const Touch& touch) {
  const auto& n = pass.segments.nodes[touch.segment];
  const Vec3 normal = normal_of(pass, *input.nodes, touch.segment);
  const Vec3 velocity = relative_velocity(pass, *input.nodes, slave, touch);
  const double approach = -dot(velocity, normal), depth = -dot(touch.closest.offset, normal);
  if (!(depth <= crossing_slack * input.dt_previous * approach)) return false;
  const Vec3 crossing = input.nodes->position(pass.slaves.node[slave]) - (depth / approach) * velocity;
  const ClosestPoint then = closest_point(crossing, corners_of(*input.nodes, n), is_triangle(n));
  return then.distance < 0.5 * pass.segments.constants[touch.segment].depth;
}

/// The near pair k of a slave as a touch; false if the node is out of range. `left`: see face_left.
bool touches_now(const Pass& pass, const LawInput& input, const NearPairs& near, std::size_t k, Index slave,
                 const FaceLeft& left, Touch& touch) {
  using Column = kernels::ClosestColumns;
  const ContactNodes& nodes = *input.nodes;
  const SlaveState& state = pass.slaves.state[slave];
  const Candidates& c = pass.candidates;
  const Index segment = c.segment[near.pair[k]];
  const SegmentConstants& s = pass.segments.constants[segment];
  const double contact_distance = c.contact_distance[near.pair[k]], distance = near.closest[Column::distance][k];
  touch.behind = s.depth > 0 && near.closest[Column::side][k] < 0;
  const bool is_near = distance < (touch.behind ? s.depth : contact_distance);
  if (!is_near && !(distance < s.hold(contact_distance))) return false;
  touch.closest = near.closest_of(k);
  touch.segment = segment;
  if (!is_near && s.depth > 0 && !touch.behind) return false;
  const bool is_at_start = input.dt_previous == 0;
  if (!is_near && s.depth > 0 && !is_at_start && !is_held_inside(state, face_of(pass, nodes, segment)) &&
      !has_come_in(pass, input, slave, touch))
    return false;
  touch.before = state.is_used() ? state.find(face_of(pass, nodes, segment)) : nullptr;
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

double square(double a) { return a * a; }

void share_among_neighbours(const Pass& pass, std::vector<Touch>& sorted) {
  for (std::size_t i = 1; i < sorted.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (sorted[i].beside == none && sorted[j].beside == none &&
          share_a_node(pass.segments.nodes[sorted[i].segment], pass.segments.nodes[sorted[j].segment]))
        sorted[i].share *= 1 - std::clamp(dot(sorted[i].direction, sorted[j].direction), 0.0, 1.0);
}

/// Depth of a node near folds, where neighbouring faces are at distances D_i: p = (sum of s_i D_i^-4)^(-1/4), a
/// smoothed minimum; s_i, the share so far, fades out as the fold becomes flat. The energy of the spring, k p^2 / 2,
/// gives each face the force k p s_i (p / D_i)^5.
void share_at_folds(std::vector<Touch>& touches) {
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

void drop_unshared(std::vector<Touch>& touches) {
  std::erase_if(touches, [](const Touch& t) { return !(t.share > 0); });
}

}  // namespace

Vec3 relative_velocity(const Pass& pass, const ContactNodes& nodes, Index slave, const Touch& touch) {
  const auto& corner = pass.segments.nodes[touch.segment];
  Vec3 v = nodes.velocity(pass.slaves.node[slave]);
  for (int i = 0; i < 4; ++i)
    if (touch.closest.weight[i] != 0) v -= touch.closest.weight[i] * nodes.velocity(corner[i]);
  return v;
}

bool comes_first(const Pass& pass, const ContactNodes& nodes, const Touch& a, const Touch& b) {
  if (a.closest.distance != b.closest.distance) return a.closest.distance < b.closest.distance;
  return face_order(pass, nodes, a.segment) < face_order(pass, nodes, b.segment);
}

ClosestPoint NearPairs::closest_of(std::size_t k) const {
  using Column = kernels::ClosestColumns;
  const auto value = [&](Column::Column column) { return closest[column][k]; };
  return {{value(Column::offset_x), value(Column::offset_y), value(Column::offset_z)},
          value(Column::distance),
          value(Column::side),
          {value(Column::weight_0), value(Column::weight_1), value(Column::weight_2), value(Column::weight_3)},
          unsigned(value(Column::corners))};
}

namespace {

/// Prefetches the input of the next loop: few candidates are due at a time, scattered over arrays that are not in the
/// near caches, and separate loops let the loads overlap.
template <class... Values>
void fetch(const Values&... values) {
  (__builtin_prefetch(&values), ...);
}

template <class Value>
void fetch_whole(const Value& value) {
  constexpr std::size_t line = 64;
  const char* const begin = reinterpret_cast<const char*>(&value);
  for (std::size_t at = 0; at < sizeof value; at += line) fetch(begin[at]);
  fetch(begin[sizeof value - 1]);
}

/// The pairs of the entries that are due for a check.
void list_due_pairs(Pass& pass, const EntryRange& entries, double travel, NearPairs& near) {
  Candidates& c = pass.candidates;
  near.entry.clear();
  near.checked.clear();
  near.end.clear();
  for (Index e = entries.first; e < entries.last; ++e) {
    if (travel < c.entry_due[e]) continue;
    near.entry.push_back(e);
    fetch(c.slave[e]);
    for (const Index p : {c.first[e], c.first_far[e] - 1}) fetch(c.due[p], c.segment[p]);
  }
  for (const Index e : near.entry) {
    fetch(pass.slaves.node[c.slave[e]]);
    double due = 1e300;
    for (Index p = c.first[e]; p < c.first_far[e]; ++p) {
      if (travel < c.due[p]) {
        due = std::min(due, c.due[p]);
        continue;
      }
      near.checked.push_back(p);
      fetch(pass.segments.nodes[c.segment[p]], c.range[p]);
    }
    c.entry_due[e] = due;
    near.end.push_back(near.checked.size());
  }
}

/// Distances of the pairs of the entries that are due for a check.
void measure_due_pairs(Pass& pass, const ContactNodes& nodes, const EntryRange& entries, double travel,
                       NearPairs& near) {
  list_due_pairs(pass, entries, travel, near);
  const Candidates& c = pass.candidates;
  near.nodes.resize(near.checked.size());
  for (std::size_t i = 0, k = 0; i < near.entry.size(); ++i)
    for (const Index node = pass.slaves.node[c.slave[near.entry[i]]]; k < near.end[i]; ++k) {
      const auto& n = pass.segments.nodes[c.segment[near.checked[k]]];
      near.nodes[k] = {node, {n[0], n[1], n[2], n[3]}};
      for (const Index corner : n) fetch(*nodes.position_row(corner));
    }
  near.distance.resize(near.checked.size());
  nodes.kernels->pair_distances(nodes.rows(), near.nodes.data(), near.nodes.size(), near.distance.data());
}

/// Closest points of the first `n` pairs of `near.nodes`.
void find_closest_points(const ContactNodes& nodes, std::size_t n, NearPairs& near) {
  if (n == 0) return;
  const std::size_t packs = (n + 7) / 8;
  if (near.columns.size() < packs * kernels::ClosestColumns::n_columns)
    near.columns.resize(packs * kernels::ClosestColumns::n_columns);
  near.closest = {near.columns.data()->values, 8 * packs};
  nodes.kernels->closest_points(nodes.rows(), near.nodes.data(), n, near.closest);
}

/// A node in front of a solid's face, within the range if it were behind, is checked again when it may be at the
/// contact distance, or behind the face.
void postpone_pairs_in_front(Pass& pass, const ContactNodes& nodes, double travel, NearPairs& near) {
  using Column = kernels::ClosestColumns;
  Candidates& c = pass.candidates;
  for (std::size_t i = 0; i < near.entry.size(); ++i) {
    double& entry_due = c.entry_due[near.entry[i]];
    for (std::size_t k = near.first[i]; k < near.first[i + 1]; ++k) {
      const Index p = near.pair[k], segment = c.segment[p];
      const SegmentConstants& s = pass.segments.constants[segment];
      const double distance = near.closest[Column::distance][k], contact_distance = c.contact_distance[p];
      if (s.depth > 0 && distance > contact_distance && near.closest[Column::side][k] > 0) {
        const auto& corners = pass.segments.nodes[segment];
        const InFrontOfSegment in_front(corners_of(nodes, corners), is_triangle(corners));
        const double until_behind = in_front.travel(nodes.position(near.nodes[k].node), s.reach(contact_distance));
        c.due[p] = std::max(c.due[p], travel + std::min(distance - contact_distance, until_behind));
      }
      entry_due = std::min(entry_due, c.due[p]);
    }
  }
}

}  // namespace

void find_near_pairs(Pass& pass, const ContactNodes& nodes, const EntryRange& entries, double travel, double last_step,
                     NearPairs& near) {
  measure_due_pairs(pass, nodes, entries, travel, near);
  Candidates& c = pass.candidates;
  near.first.assign(1, 0);
  near.pair.clear();
  constexpr double slack = 1e-3;  // of the range: more than the distance's rounding
  std::size_t n_entries = 0;
  for (std::size_t i = 0, k = 0; i < near.entry.size(); ++i) {
    const Index e = near.entry[i];
    double& entry_due = c.entry_due[e];
    for (; k < near.end[i]; ++k) {
      const Index p = near.checked[k];
      const double gap = near.distance[k] - c.range[p];
      c.due[p] = travel + gap;
      if (!(gap < slack * c.range[p]) && !(gap < last_step && pass.segments.constants[c.segment[p]].depth > 0)) {
        entry_due = std::min(entry_due, c.due[p]);
        continue;
      }
      near.nodes[near.pair.size()] = near.nodes[k];  // in front of those still to be checked
      near.pair.push_back(p);
      fetch(c.contact_distance[p]);  // this and the next for find_touches
      fetch_whole(pass.segments.constants[c.segment[p]]);
      for (const Index corner : near.nodes[k].corner) fetch(nodes.global[corner]);
    }
    if (near.pair.size() == near.first.back() && !c.remembers[e]) continue;
    near.entry[n_entries++] = e;
    near.first.push_back(near.pair.size());
    fetch_whole(pass.slaves.state[c.slave[e]]);  // for the law
    fetch_whole(pass.slaves.constants[c.slave[e]]);
  }
  near.entry.resize(n_entries);
  find_closest_points(nodes, near.pair.size(), near);
  postpone_pairs_in_front(pass, nodes, travel, near);
}

void find_touches(const Pass& pass, const LawInput& input, const NearPairs& near, std::size_t i,
                  std::vector<Touch>& touches) {
  const ContactNodes& nodes = *input.nodes;
  const Index entry = near.entry[i];
  const Index slave = pass.candidates.slave[entry];
  const FaceLeft left = face_left(pass, nodes, near, i, pass.slaves.state[slave]);
  bool is_inside = false;
  touches.clear();
  for (std::size_t k = near.first[i]; k < near.first[i + 1]; ++k) {
    Touch touch;
    if (!touches_now(pass, input, near, k, slave, left, touch)) continue;
    touches.push_back(touch);
    is_inside = is_inside || touch.behind;
  }
  if (!is_inside && touches.size() < 2 && (touches.empty() || touches[0].closest.corners == 0)) return;

  for (Touch& touch : touches)
    if (!touch.behind && touch.closest.corners != 0 && is_answered_for(pass, nodes, entry, touches, touch))
      touch.share = 0;
  drop_unshared(touches);
  std::sort(touches.begin(), touches.end(),
            [&](const Touch& a, const Touch& b) { return comes_first(pass, nodes, a, b); });
  if (is_inside) {
    choose_faces_of_entry(pass, input, entry, touches);
    drop_unshared(touches);
  }
  share_among_neighbours(pass, touches);
  if (is_inside) share_at_folds(touches);
  drop_unshared(touches);
}

}  // namespace crumple
