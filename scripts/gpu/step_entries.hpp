// Loops of a step, a node or a pair of a contact for each thread, whose registers scripts/gpu-check reads. Those of
// contact pairs are launched by nothing yet.
#pragma once

#include "kernels/device/launch.hpp"
#include "kernels/step/closest_points.hpp"
#include "kernels/step/integration.hpp"

namespace crumple::kernels::gpu {

template <class = void>
__global__ void __launch_bounds__(threads_of_block) kick(KickRows rows, double dt, KickCounts* counts, int n) {
  const int i = int(thread_number());
  if (i < n) kernels::kick(rows, dt, std::size_t(i), std::size_t(i) + 1, counts[i]);
}
template <class = void>
__global__ void __launch_bounds__(threads_of_block) drift(double* position, const double* velocity, double dt, int n) {
  const int i = int(thread_number());
  if (i < n) kernels::drift(position, velocity, dt, std::size_t(i), std::size_t(i) + 1);
}
template <class = void>
__global__ void __launch_bounds__(threads_of_block)
    pair_distances(ContactRows rows, const ContactPair* pairs, int n, double* distance) {
  const int i = int(thread_number());
  if (i < n) kernels::pair_distances(rows, pairs + i, 1, distance + i);
}
template <class = void>
__global__ void __launch_bounds__(threads_of_block)
    closest_points(ContactRows rows, const ContactPair* pairs, int n, ClosestColumns out) {
  const int i = int(thread_number());
  if (i < n) kernels::closest_points(rows, pairs + i, 1, {out.values + i, out.stride});
}

}  // namespace crumple::kernels::gpu
