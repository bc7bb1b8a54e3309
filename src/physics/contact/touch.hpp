// A node's contact with a face, found by touches.hpp, for which penalty.hpp computes the force. Both run in loops of a
// step, on hosts and devices, and allocate no memory.
#pragma once

#include <array>

#include "kernels/step/interface.hpp"
#include "physics/contact/closest_point.hpp"
#include "physics/contact/contact_views.hpp"

namespace crumple {

/// How the spring of a node beyond the rim of a face pushes it off that rim, and where it pushes the face.
struct RimForce {
  Vec3 force;                      ///< on the node per energy of the spring, away from the rim [1/length]
  double off_depth = 0;            ///< the same along the normal [1/length]
  double beyond = 0, depth = 0;    ///< of the node: beyond the rim, behind the face's plane [length]
  std::array<double, 4> outward{};  ///< rates of the corners' weights away from the rim [1/length]
};

/// A slave node's contact with a segment.
struct Touch {
  Index segment = none;         ///< into the pass
  ClosestPoint closest;
  Vec3 direction;               ///< unit, push direction on the node
  double penetration = 0;       ///< [length]
  bool behind = false;          ///< the node is inside a solid
  double side = 0;              ///< see TouchMemory
  RimForce off_rim;             ///< of a node beyond the rim of the face through which it has entered
  double share = 1;             ///< 0: another segment acts; < 1: a neighbour pushes in nearly the same direction
  SegmentNodes face{};          ///< face_of the segment
  const TouchMemory* before = nullptr;  ///< of this face, or of the one that it takes over from; null: a new touch
  Index beside = none;                  ///< the segment of the acting touch, across a fold from this one
};

/// A list in memory of the caller, which has room for all that may be added.
template <class T>
class ListAt {
 public:
  CRUMPLE_INLINE explicit ListAt(T* memory) : first_(memory) {}
  CRUMPLE_INLINE int size() const { return n_; }
  CRUMPLE_INLINE bool empty() const { return n_ == 0; }
  CRUMPLE_INLINE T& operator[](int i) const { return first_[i]; }
  CRUMPLE_INLINE T* begin() const { return first_; }
  CRUMPLE_INLINE T* end() const { return first_ + n_; }
  CRUMPLE_INLINE void push_back(const T& value) { first_[n_++] = value; }
  template <class Condition>
  CRUMPLE_INLINE void erase_if(Condition condition) {
    int kept = 0;
    for (int i = 0; i < n_; ++i)
      if (!condition(first_[i])) first_[kept++] = first_[i];
    n_ = kept;
  }
  /// By insertion: lists are short.
  template <class Before>
  CRUMPLE_INLINE void sort(Before before) {
    for (int i = 1; i < n_; ++i) {
      const T value = first_[i];
      int at = i;
      for (; at > 0 && before(value, first_[at - 1]); --at) first_[at] = first_[at - 1];
      first_[at] = value;
    }
  }

 private:
  T* first_;
  int n_ = 0;
};
using Touches = ListAt<Touch>;

/// The pairs of an entry within the range of forces: first <= k < last.
struct NearPairsAt {
  Index entry;
  std::size_t first, last;
  const Index* pair;                ///< [k] into Candidates
  kernels::ClosestColumns closest;  ///< [k] the closest point of the segment

  CRUMPLE_INLINE double distance(std::size_t k) const { return closest[Column::distance][k]; }
  CRUMPLE_INLINE double side(std::size_t k) const { return closest[Column::side][k]; }
  CRUMPLE_INLINE ClosestPoint closest_of(std::size_t k) const {
    return {{closest[Column::offset_x][k], closest[Column::offset_y][k], closest[Column::offset_z][k]},
            distance(k),
            side(k),
            {closest[Column::weight_0][k], closest[Column::weight_1][k], closest[Column::weight_2][k],
             closest[Column::weight_3][k]},
            unsigned(closest[Column::corners][k])};
  }

 private:
  using Column = kernels::ClosestColumns;
};

/// Velocity of the slave relative to the segment at the contact point [length/time].
CRUMPLE_DEVICE inline Vec3 relative_velocity(const PassAt& pass, const ContactNodesAt& nodes, Index slave,
                                             const Touch& touch) {
  const SegmentNodes& corner = pass.segments.nodes[touch.segment];
  Vec3 v = nodes.velocity(pass.slaves.node[slave]);
  for (int i = 0; i < 4; ++i)
    if (touch.closest.weight[i] != 0) v -= touch.closest.weight[i] * nodes.velocity(corner[i]);
  return v;
}

/// A total order of a node's touches, the same on every rank: by distance, then by face_order.
CRUMPLE_DEVICE inline bool comes_first(const PassAt& pass, const ContactNodesAt& nodes, const Touch& a,
                                       const Touch& b) {
  if (a.closest.distance != b.closest.distance) return a.closest.distance < b.closest.distance;
  return face_order(pass.segments, nodes, a.segment) < face_order(pass.segments, nodes, b.segment);
}

}  // namespace crumple
