// The point of a contact segment that is closest to a node. A quadrilateral is taken as four triangles about its centre
// (the mean of its corners), so that a warped or badly deformed one has a well-defined surface without iteration; the
// distance is the exact minimum over triangles, spokes and edges, hence continuous and never faster than the node.
// Same arithmetic on every rank: only + - * / and sqrt. Called by search and penalty law.
// Source: the usual region tests of a triangle (Ericson, Real-Time Collision Detection, 2005, 5.1.5).
#pragma once

#include <array>
#include <cmath>

#include "base/vec3.hpp"

namespace crumple {

struct ClosestPoint {
  Vec3 offset;                       ///< from the closest point to the node [length]
  double distance = 0;               ///< |offset| [length]
  double side = 0;                   ///< > 0: the node is on the side of the segment's normal, < 0: behind it
  std::array<double, 4> weight{};    ///< shape functions of the corners at the closest point, sum 1
  unsigned corners = 0;              ///< bits of the corners: none inside the face, two on an edge, one at a corner
};

namespace detail {

/// What is nearest so far, seen from the node: `point` is relative to it.
struct Nearest {
  double distance_squared = 1e300;
  Vec3 point;
  double plane = 0;  ///< > 0: the node is behind the triangle, when the nearest lies inside one
  std::array<double, 4> weight{};
  unsigned corners = 0;
};

/// How far along the edge from a to b the point nearest to the origin lies, 0 to 1; 0 for an edge without length.
inline double edge_parameter(const Vec3& a, const Vec3& edge) {
  const double length_squared = dot(edge, edge), along = -dot(a, edge);
  if (along <= 0) return 0;
  return along >= length_squared ? 1 : along / length_squared;
}

/// The edge between the corners i and j.
inline void try_edge(Nearest& nearest, const std::array<Vec3, 4>& corner, int i, int j) {
  const Vec3 edge = corner[j] - corner[i];
  const double t = edge_parameter(corner[i], edge);
  const Vec3 point = corner[i] + t * edge;
  const double distance_squared = dot(point, point);
  if (!(distance_squared < nearest.distance_squared)) return;
  nearest = {distance_squared, point, 0, {}, (t < 1 ? 1u << i : 0u) | (t > 0 ? 1u << j : 0u)};
  nearest.weight[i] = 1 - t;
  nearest.weight[j] += t;
}

/// The line from corner i to the centre of a quadrilateral.
inline void try_spoke(Nearest& nearest, const std::array<Vec3, 4>& corner, int i, const Vec3& centre) {
  const Vec3 edge = centre - corner[i];
  const double t = edge_parameter(corner[i], edge);
  const Vec3 point = corner[i] + t * edge;
  const double distance_squared = dot(point, point);
  if (!(distance_squared < nearest.distance_squared)) return;
  const double q = 0.25 * t;
  nearest = {distance_squared, point, 0, {q, q, q, q}, t > 0 ? 0u : 1u << i};
  nearest.weight[i] += 1 - t;
}

/// The inside of the triangle a, b, c, without its rim. `put_weights` gets the area coordinates of b and c.
template <class PutWeights>
inline void try_triangle(Nearest& nearest, const Vec3& a, const Vec3& b, const Vec3& c, PutWeights put_weights) {
  const Vec3 ab = b - a, ac = c - a;
  const Vec3 n = cross(ab, ac);
  const double nn = dot(n, n);
  const double part_b = dot(cross(ac, a), n), part_c = dot(cross(a, ab), n);
  if (!(part_b > 0 && part_c > 0 && part_b + part_c < nn)) return;
  const double plane = dot(n, a), inverse = 1 / nn;
  const double distance_squared = plane * plane * inverse;
  if (!(distance_squared < nearest.distance_squared)) return;
  nearest = {distance_squared, (plane * inverse) * n, plane, {}, 0};
  put_weights(nearest.weight, part_b * inverse, part_c * inverse);
}

inline void try_quadrilateral(Nearest& nearest, const std::array<Vec3, 4>& corner) {
  const Vec3 centre = 0.25 * ((corner[0] + corner[1]) + (corner[2] + corner[3]));
  for (int i = 0; i < 4; ++i) {
    const int j = (i + 1) & 3;
    try_triangle(nearest, corner[i], corner[j], centre, [&](std::array<double, 4>& weight, double wj, double wc) {
      weight.fill(0.25 * wc);
      weight[i] += 1 - wj - wc;
      weight[j] += wj;
    });
  }
  for (int i = 0; i < 4; ++i) try_edge(nearest, corner, i, (i + 1) & 3);
  for (int i = 0; i < 4; ++i) try_spoke(nearest, corner, i, centre);
}

inline void try_single_triangle(Nearest& nearest, const std::array<Vec3, 4>& corner) {
  try_triangle(nearest, corner[0], corner[1], corner[2], [](std::array<double, 4>& weight, double w1, double w2) {
    weight = {1 - w1 - w2, w1, w2, 0};
  });
  for (int i = 0; i < 3; ++i) try_edge(nearest, corner, i, (i + 1) % 3);
}

}  // namespace detail

/// Normal of a segment times its area; triangles repeat their third corner.
inline Vec3 area_normal(const std::array<Vec3, 4>& corner) {
  return 0.5 * cross(corner[2] - corner[0], corner[3] - corner[1]);
}

/// The point of the segment closest to `x`. A triangle (`is_triangle`) uses the first three corners.
inline ClosestPoint closest_point(const Vec3& x, std::array<Vec3, 4> corner, bool is_triangle) {
  for (Vec3& c : corner) c -= x;
  detail::Nearest nearest;
  if (is_triangle)
    detail::try_single_triangle(nearest, corner);
  else
    detail::try_quadrilateral(nearest, corner);
  ClosestPoint result;
  result.offset = -nearest.point;
  result.distance = std::sqrt(nearest.distance_squared);
  result.side = nearest.corners || nearest.plane == 0 ? dot(result.offset, area_normal(corner)) : -nearest.plane;
  result.weight = nearest.weight;
  result.corners = nearest.corners;
  return result;
}

}  // namespace crumple
