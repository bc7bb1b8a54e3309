// Distances of contact nodes from segments, a pack of pairs at a time; search and contact law look closer only at the
// few pairs that may touch. Called through StepKernels. The geometry of closest_point.hpp, but for the distance alone:
// a triangle, whose third corner comes twice, is a flat quadrilateral.
#pragma once

#include "kernels/simd/rows.hpp"
#include "kernels/step/closest_point.hpp"
#include "kernels/step/interface.hpp"

namespace crumple::kernels {

/// Squared distance of the origin from the edge between a and b.
template <class P>
CRUMPLE_INLINE P edge_distance_squared(const Vec3<P>& a, const Vec3<P>& b) {
  const Vec3<P> edge = b - a, point = a + edge_parameter(a, edge) * edge;
  return dot(point, point);
}

/// Squared distance of the origin from the plane of a, b, c if its foot is inside of them, else `otherwise`.
template <class P>
CRUMPLE_INLINE P face_distance_squared(const Vec3<P>& a, const Vec3<P>& b, const Vec3<P>& c, const P& otherwise) {
  const TriangleFoot<P> foot = foot_on_triangle(a, b, c);
  return select(foot.inside, foot.plane * foot.plane / foot.normal_squared, otherwise);
}

/// The corners of a pack of pairs from `first` on, seen from their nodes; beyond the last pair the first is repeated.
template <class P>
CRUMPLE_INLINE void gather_corners(const ContactRows& rows, const ContactPair* pairs, std::size_t n_pairs,
                                   std::size_t first, Vec3<P> (&corner)[4]) {
  const auto row_of_node = [&](std::int32_t node) CRUMPLE_LAMBDA_INLINE {
    return node < rows.n_local ? rows.position + 4 * std::ptrdiff_t(node)
                               : rows.copies + rows.copy_stride * std::ptrdiff_t(node - rows.n_local);
  };
  const auto pair = [&](int lane) CRUMPLE_LAMBDA_INLINE -> const ContactPair& {
    return pairs[first + lane < n_pairs ? first + lane : first];
  };
  for (int k = 0; k < 4; ++k)
    isa::gather_rows(
        [&](int lane) CRUMPLE_LAMBDA_INLINE {
          return isa::load_row(row_of_node(pair(lane).corner[k])) - isa::load_row(row_of_node(pair(lane).node));
        },
        corner[k]);
}

CRUMPLE_DEVICE inline void pair_distances(const ContactRows& rows, const ContactPair* pairs, std::size_t n_pairs,
                                          double* distance) {
  using P = Pack<double>;
  constexpr std::size_t width = P::size();
  for (std::size_t first = 0; first < n_pairs; first += width) {
    Vec3<P> corner[4], centre;
    gather_corners(rows, pairs, n_pairs, first, corner);
    centre = P(0.25) * ((corner[0] + corner[1]) + (corner[2] + corner[3]));
    P least(1e300);
    for (int i = 0; i < 4; ++i) {
      const Vec3<P>&a = corner[i], &b = corner[(i + 1) & 3];
      least = min(face_distance_squared(a, b, centre, least), least);
      least = min(edge_distance_squared(a, b), least);
      least = min(edge_distance_squared(a, centre), least);
    }
    alignas(64) double result[width];
    store(result, sqrt(least));
    for (std::size_t lane = 0; lane < width && first + lane < n_pairs; ++lane) distance[first + lane] = result[lane];
  }
}

}  // namespace crumple::kernels
