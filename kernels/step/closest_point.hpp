// The point of a contact segment that is closest to a node. A quadrilateral is taken as four triangles about its centre
// (the mean of its corners), so that a warped or badly deformed one has a well-defined surface without iteration; the
// distance is the exact minimum over triangles, rim and spokes (from corners to the centre), hence continuous and never
// faster than the node. Of equal distances the first counts: triangles, then rim, then spokes. A triangle, whose third
// corner comes twice, is one triangle and its rim. One body: a pack of pairs at a time for the contact law
// (closest_points.hpp), one pair for set-up and reports (physics/contact/closest_point.cpp); only + - * / and sqrt, so
// the same bits. Positions are seen from the node, which is the origin.
// Source: the usual region tests of a triangle (Ericson, Real-Time Collision Detection, 2005, 5.1.5).
#pragma once

#include "kernels/simd/vec3.hpp"

namespace crumple::kernels {

/// How far along the edge from a to b the point nearest to the origin lies, 0 to 1; 0 for an edge without length.
template <class P>
CRUMPLE_INLINE P edge_parameter(const Vec3<P>& a, const Vec3<P>& edge) {
  const P length_squared = dot(edge, edge), along = P(0) - dot(a, edge);
  const P inside = select(along < length_squared, along / length_squared, P(1));
  return select(along > P(0), inside, P(0));
}

/// Where the perpendicular from the origin meets the plane of a triangle a, b, c.
template <class P>
struct TriangleFoot {
  Vec3<P> normal;                ///< as long as twice the area
  P normal_squared;
  P plane;                       ///< distance of the plane times the normal's length; > 0: the origin is behind it
  P part_b, part_c;              ///< area coordinates of b and c times normal_squared
  typename P::mask_type inside;  ///< of the triangle, without its rim
};

template <class P>
CRUMPLE_INLINE TriangleFoot<P> foot_on_triangle(const Vec3<P>& a, const Vec3<P>& b, const Vec3<P>& c) {
  const Vec3<P> ab = b - a, ac = c - a, n = cross(ab, ac);
  const P nn = dot(n, n), part_b = dot(cross(ac, a), n), part_c = dot(cross(a, ab), n);
  return {n, nn, dot(n, a), part_b, part_c, part_b > P(0) && part_c > P(0) && part_b + part_c < nn};
}

/// What is nearest so far.
template <class P>
struct Nearest {
  P distance_squared = P(1e300);
  Vec3<P> point{P(0), P(0), P(0)};
  P plane = P(0);  ///< > 0: the node is behind the triangle, when the nearest lies inside one
  P weight[4] = {P(0), P(0), P(0), P(0)};
  P corners = P(0);  ///< see ClosestColumns

  CRUMPLE_INLINE void replace(const typename P::mask_type& nearer, const Nearest& other) {
    distance_squared = select(nearer, other.distance_squared, distance_squared);
    point = select(nearer, other.point, point);
    plane = select(nearer, other.plane, plane);
    for (int k = 0; k < 4; ++k) weight[k] = select(nearer, other.weight[k], weight[k]);
    corners = select(nearer, other.corners, corners);
  }
};

/// A segment, seen from the node.
template <class P>
struct SegmentOfPack {
  Vec3<P> corner[4], centre;
  typename P::mask_type triangle;
};

/// The inside of the triangle of the corners i and i + 1 and the centre, without its rim; of the corners 0, 1, 2 where
/// the segment is a triangle, if i is 0.
template <class P>
CRUMPLE_INLINE void try_face(Nearest<P>& nearest, const SegmentOfPack<P>& segment, int i) {
  const int j = (i + 1) & 3;
  const Vec3<P>* const corner = segment.corner;
  const TriangleFoot<P> foot = foot_on_triangle(
      corner[i], corner[j], i == 0 ? select(segment.triangle, corner[2], segment.centre) : segment.centre);
  const P inverse = P(1) / foot.normal_squared, squared = foot.plane * foot.plane * inverse;
  auto nearer = foot.inside && squared < nearest.distance_squared;
  if (i > 0) nearer = nearer && !segment.triangle;
  if (!any(nearer)) return;
  const P wb = foot.part_b * inverse, wc = foot.part_c * inverse, wa = P(1) - wb - wc, quarter = P(0.25) * wc;
  P weight[4] = {quarter, quarter, quarter, quarter};
  weight[i] = weight[i] + wa;
  weight[j] = weight[j] + wb;
  if (i == 0) {
    const P of_triangle[4] = {wa, wb, wc, P(0)};
    for (int k = 0; k < 4; ++k) weight[k] = select(segment.triangle, of_triangle[k], weight[k]);
  }
  nearest.replace(nearer, {squared, (foot.plane * inverse) * foot.normal, foot.plane,
                           {weight[0], weight[1], weight[2], weight[3]}, P(0)});
}

/// The edge between the corners i and i + 1; not the one without length of a triangle.
template <class P>
CRUMPLE_INLINE void try_edge(Nearest<P>& nearest, const SegmentOfPack<P>& segment, int i) {
  const int j = (i + 1) & 3;
  const Vec3<P> edge = segment.corner[j] - segment.corner[i];
  const P t = edge_parameter(segment.corner[i], edge);
  const Vec3<P> point = segment.corner[i] + t * edge;
  const P squared = dot(point, point);
  auto nearer = squared < nearest.distance_squared;
  if (i == 2) nearer = nearer && !segment.triangle;
  if (!any(nearer)) return;
  P weight[4] = {P(0), P(0), P(0), P(0)};
  weight[i] = P(1) - t;
  weight[j] = t;
  const P corners = select(t < P(1), P(1 << i), P(0)) + select(t > P(0), P(1 << j), P(0));
  nearest.replace(nearer, {squared, point, P(0), {weight[0], weight[1], weight[2], weight[3]}, corners});
}

/// The line from corner i to the centre of a quadrilateral.
template <class P>
CRUMPLE_INLINE void try_spoke(Nearest<P>& nearest, const SegmentOfPack<P>& segment, int i) {
  const Vec3<P> edge = segment.centre - segment.corner[i];
  const P t = edge_parameter(segment.corner[i], edge);
  const Vec3<P> point = segment.corner[i] + t * edge;
  const P squared = dot(point, point);
  const auto nearer = squared < nearest.distance_squared && !segment.triangle;
  if (!any(nearer)) return;
  const P quarter = P(0.25) * t;
  P weight[4] = {quarter, quarter, quarter, quarter};
  weight[i] = weight[i] + (P(1) - t);
  nearest.replace(nearer, {squared, point, P(0), {weight[0], weight[1], weight[2], weight[3]},
                           select(t > P(0), P(0), P(1 << i))});
}

/// What was found on the edge from the repeated corner of a triangle belongs to its third corner.
template <class P>
CRUMPLE_INLINE void give_to_third_corner(Nearest<P>& nearest, const typename P::mask_type& triangle) {
  const auto repeated = triangle && nearest.corners >= P(8);
  nearest.corners = select(repeated, nearest.corners - P(4), nearest.corners);
  nearest.weight[2] = select(repeated, nearest.weight[3], nearest.weight[2]);
  nearest.weight[3] = select(repeated, P(0), nearest.weight[3]);
}

/// Of each lane's node and segment; what the values mean stands at ClosestColumns.
template <class P>
struct ClosestOfPack {
  Vec3<P> offset;
  P distance, side, weight[4], corners;
};

/// `corner`: seen from the nodes; `triangle`: the third corner comes twice.
template <class P>
CRUMPLE_INLINE ClosestOfPack<P> find_closest(const Vec3<P> (&corner)[4], const typename P::mask_type& triangle) {
  const SegmentOfPack<P> segment{{corner[0], corner[1], corner[2], corner[3]},
                                 P(0.25) * ((corner[0] + corner[1]) + (corner[2] + corner[3])),
                                 triangle};
  Nearest<P> nearest;
  for (int i = 0; i < 4; ++i) try_face(nearest, segment, i);
  for (int i = 0; i < 4; ++i) try_edge(nearest, segment, i);
  give_to_third_corner(nearest, triangle);
  for (int i = 0; i < 4; ++i) try_spoke(nearest, segment, i);

  const Vec3<P> offset = Vec3<P>{P(0), P(0), P(0)} - nearest.point;
  const Vec3<P> normal = P(0.5) * cross(corner[2] - corner[0], corner[3] - corner[1]);
  const auto on_rim = nearest.corners > P(0) || nearest.plane == P(0);
  const auto& w = nearest.weight;
  return {offset, sqrt(nearest.distance_squared), select(on_rim, dot(offset, normal), P(0) - nearest.plane),
          {w[0], w[1], w[2], w[3]}, nearest.corners};
}

}  // namespace crumple::kernels
