// The points of segments closest to contact nodes, a pack of pairs at a time, for the pairs that contact_pairs.hpp
// finds near each other. Called through StepKernels. The same operations in the same order as
// physics/contact/closest_point.hpp, hence the same bits: of the four triangles about the centre of a quadrilateral,
// its rim and its spokes the first with the least distance counts. A triangle, whose third corner comes twice, is one
// triangle and its rim.
#pragma once

#include "kernels/step/contact_pairs.hpp"

namespace crumple::kernels {

/// What is nearest so far, seen from the nodes: `point` is relative to them.
template <class P>
struct Nearest {
  P distance_squared = P(1e300);
  Vec3<P> point{P(0), P(0), P(0)};
  P plane = P(0);  ///< > 0: the node is behind the triangle, when the nearest lies inside one
  P weight[4] = {P(0), P(0), P(0), P(0)};
  P corners = P(0);

  CRUMPLE_INLINE void replace(const typename P::mask_type& nearer, const P& squared, const Vec3<P>& at,
                              const P& new_plane, const P (&new_weight)[4], const P& new_corners) {
    distance_squared = select(nearer, squared, distance_squared);
    point = select(nearer, at, point);
    plane = select(nearer, new_plane, plane);
    for (int k = 0; k < 4; ++k) weight[k] = select(nearer, new_weight[k], weight[k]);
    corners = select(nearer, new_corners, corners);
  }
};

/// How far along the edge from a to b the point nearest to the origin lies, 0 to 1; 0 for an edge without length.
template <class P>
CRUMPLE_INLINE P edge_parameter(const Vec3<P>& a, const Vec3<P>& edge) {
  const P length_squared = dot(edge, edge), along = P(0) - dot(a, edge);
  const P inside = select(along < length_squared, along / length_squared, P(1));
  return select(along > P(0), inside, P(0));
}

/// The inside of the triangle of the corners i and j and the centre, without its rim; of the corners 0, 1, 2 where
/// `triangle` is set, if i is 0.
template <class P>
CRUMPLE_INLINE void try_face(Nearest<P>& nearest, const Vec3<P> (&corner)[4], const Vec3<P>& centre, int i,
                             const typename P::mask_type& triangle) {
  const int j = (i + 1) & 3;
  const Vec3<P>&a = corner[i], &b = corner[j], c = i == 0 ? select(triangle, corner[2], centre) : centre;
  const Vec3<P> ab = b - a, ac = c - a, n = cross(ab, ac);
  const P nn = dot(n, n), part_b = dot(cross(ac, a), n), part_c = dot(cross(a, ab), n);
  const P plane = dot(n, a), inverse = P(1) / nn, squared = plane * plane * inverse;
  auto nearer = part_b > P(0) && part_c > P(0) && part_b + part_c < nn && squared < nearest.distance_squared;
  if (i > 0) nearer = nearer && !triangle;
  if (!any(nearer)) return;
  const P wb = part_b * inverse, wc = part_c * inverse, wa = P(1) - wb - wc, quarter = P(0.25) * wc;
  P weight[4] = {quarter, quarter, quarter, quarter};
  weight[i] = weight[i] + wa, weight[j] = weight[j] + wb;
  if (i == 0) {
    weight[0] = select(triangle, wa, weight[0]), weight[1] = select(triangle, wb, weight[1]);
    weight[2] = select(triangle, wc, weight[2]), weight[3] = select(triangle, P(0), weight[3]);
  }
  nearest.replace(nearer, squared, (plane * inverse) * n, plane, weight, P(0));
}

/// The edge between the corners i and i + 1; not the one without length of a triangle.
template <class P>
CRUMPLE_INLINE void try_edge(Nearest<P>& nearest, const Vec3<P> (&corner)[4], int i,
                             const typename P::mask_type& triangle) {
  const int j = (i + 1) & 3;
  const Vec3<P> edge = corner[j] - corner[i];
  const P t = edge_parameter(corner[i], edge);
  const Vec3<P> point = corner[i] + t * edge;
  const P squared = dot(point, point);
  auto nearer = squared < nearest.distance_squared;
  if (i == 2) nearer = nearer && !triangle;
  if (!any(nearer)) return;
  P weight[4] = {P(0), P(0), P(0), P(0)};
  weight[i] = P(1) - t, weight[j] = t;
  const P corners = select(t < P(1), P(1 << i), P(0)) + select(t > P(0), P(1 << j), P(0));
  nearest.replace(nearer, squared, point, P(0), weight, corners);
}

/// The line from corner i to the centre of a quadrilateral.
template <class P>
CRUMPLE_INLINE void try_spoke(Nearest<P>& nearest, const Vec3<P> (&corner)[4], const Vec3<P>& centre, int i,
                              const typename P::mask_type& triangle) {
  const Vec3<P> edge = centre - corner[i];
  const P t = edge_parameter(corner[i], edge);
  const Vec3<P> point = corner[i] + t * edge;
  const P squared = dot(point, point);
  const auto nearer = squared < nearest.distance_squared && !triangle;
  if (!any(nearer)) return;
  const P quarter = P(0.25) * t;
  P weight[4] = {quarter, quarter, quarter, quarter};
  weight[i] = weight[i] + (P(1) - t);
  nearest.replace(nearer, squared, point, P(0), weight, select(t > P(0), P(0), P(1 << i)));
}

/// What was found on the edge from the repeated corner of a triangle belongs to its third corner.
template <class P>
CRUMPLE_INLINE void give_to_third_corner(Nearest<P>& nearest, const typename P::mask_type& triangle) {
  const auto repeated = triangle && nearest.corners >= P(8);
  nearest.corners = select(repeated, nearest.corners - P(4), nearest.corners);
  nearest.weight[2] = select(repeated, nearest.weight[3], nearest.weight[2]);
  nearest.weight[3] = select(repeated, P(0), nearest.weight[3]);
}

inline void closest_points(const ContactRows& rows, const ContactPair* pairs, std::size_t n_pairs,
                           const ClosestColumns& out) {
  using P = Pack<double>;
  constexpr std::size_t width = P::size();
  for (std::size_t first = 0; first < n_pairs; first += width) {
    Vec3<P> corner[4];
    gather_corners(rows, pairs, n_pairs, first, corner);
    alignas(64) double repeats[width];
    for (std::size_t lane = 0; lane < width; ++lane) {
      const ContactPair& pair = pairs[first + lane < n_pairs ? first + lane : first];
      repeats[lane] = pair.corner[2] == pair.corner[3];
    }
    const auto triangle = load<P>(repeats) > P(0);
    const Vec3<P> centre = P(0.25) * ((corner[0] + corner[1]) + (corner[2] + corner[3]));

    Nearest<P> nearest;
    for (int i = 0; i < 4; ++i) try_face(nearest, corner, centre, i, triangle);
    for (int i = 0; i < 4; ++i) try_edge(nearest, corner, i, triangle);
    give_to_third_corner(nearest, triangle);
    for (int i = 0; i < 4; ++i) try_spoke(nearest, corner, centre, i, triangle);

    const Vec3<P> offset = Vec3<P>{P(0), P(0), P(0)} - nearest.point;
    const Vec3<P> normal = P(0.5) * cross(corner[2] - corner[0], corner[3] - corner[1]);
    const auto on_rim = nearest.corners > P(0) || nearest.plane == P(0);
    using Out = ClosestColumns;
    store(out[Out::offset_x] + first, offset.x), store(out[Out::offset_y] + first, offset.y);
    store(out[Out::offset_z] + first, offset.z), store(out[Out::distance] + first, sqrt(nearest.distance_squared));
    store(out[Out::side] + first, select(on_rim, dot(offset, normal), P(0) - nearest.plane));
    for (int k = 0; k < 4; ++k) store(out[Out::Column(Out::weight_0 + k)] + first, nearest.weight[k]);
    store(out[Out::corners] + first, nearest.corners);
  }
}

}  // namespace crumple::kernels
