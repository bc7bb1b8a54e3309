// The points of segments closest to contact nodes, a pack of pairs at a time, for the pairs that contact_pairs.hpp
// finds near each other. Called through StepKernels.
#pragma once

#include "kernels/step/closest_point.hpp"
#include "kernels/step/contact_pairs.hpp"

namespace crumple::kernels {

/// Where the third corner of the pairs from `first` on comes twice.
template <class P>
CRUMPLE_INLINE auto triangles(const ContactPair* pairs, std::size_t n_pairs, std::size_t first) {
  constexpr std::size_t width = P::size();
  alignas(64) double repeats[width];
  for (std::size_t lane = 0; lane < width; ++lane) {
    const ContactPair& pair = pairs[first + lane < n_pairs ? first + lane : first];
    repeats[lane] = pair.corner[2] == pair.corner[3];
  }
  return load<P>(repeats) > P(0);
}

CRUMPLE_DEVICE inline void closest_points(const ContactRows& rows, const ContactPair* pairs, std::size_t n_pairs,
                                          const ClosestColumns& out) {
  using P = Pack<double>;
  using Out = ClosestColumns;
  for (std::size_t first = 0; first < n_pairs; first += P::size()) {
    Vec3<P> corner[4];
    gather_corners(rows, pairs, n_pairs, first, corner);
    const ClosestOfPack<P> closest = find_closest(corner, triangles<P>(pairs, n_pairs, first));
    store(out[Out::offset_x] + first, closest.offset.x);
    store(out[Out::offset_y] + first, closest.offset.y);
    store(out[Out::offset_z] + first, closest.offset.z);
    store(out[Out::distance] + first, closest.distance);
    store(out[Out::side] + first, closest.side);
    for (int k = 0; k < 4; ++k) store(out[Out::Column(Out::weight_0 + k)] + first, closest.weight[k]);
    store(out[Out::corners] + first, closest.corners);
  }
}

}  // namespace crumple::kernels
