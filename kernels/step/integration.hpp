// The central difference scheme over rows of nodes (Belytschko, Liu, Moran 2000, box 6.1), and the range of velocities.
// These loops live off memory: each row is read and written once. Called through StepKernels.
#pragma once

#include <algorithm>

#include "kernels/step/interface.hpp"
#include "kernels/step/row_math.hpp"

namespace crumple::kernels {

/// scale[k] = mass[k] > 0 ? dt / mass[k] : 0 for `count` nodes.
template <class P>
CRUMPLE_INLINE void scales(const double* mass, double dt, std::size_t count, double* scale) {
  constexpr std::size_t width = P::size();
  std::size_t k = 0;
  for (; k + width <= count; k += width) {
    const P m(mass + k, Kokkos::Experimental::simd_flag_default);
    store(scale + k, select(m > P(0), P(dt) / m, P(0)));
  }
  for (; k < count; ++k) scale[k] = mass[k] > 0 ? dt / mass[k] : 0;
}

/// before = rate, rate += scale sum, sum = 0.
CRUMPLE_INLINE void kick_row(double* rate, double* sum, double* before, double scale) {
  const isa::Row old = isa::load_row(rate);
  isa::store_row(before, old);
  isa::store_row(rate, old + isa::row_of(scale) * isa::load_row(sum));
  isa::store_row(sum, isa::row_of(0));
}

CRUMPLE_DEVICE inline void kick(const KickRows& r, double dt, std::size_t first, std::size_t last,
                                KickCounts& counts) {
  using P = Pack<double>;
  constexpr std::size_t chunk = for_devices ? P::size() : 32;
  static_assert(chunk % P::size() == 0);
  const isa::Row near_force = isa::row_of(r.near_force_limit), near_moment = isa::row_of(r.near_moment_limit);
  alignas(64) double for_force[chunk], for_moment[chunk];
  for (std::size_t start = first; start < last; start += chunk) {
    const std::size_t count = std::min(chunk, last - start);
    scales<P>(r.mass + start, dt, count, for_force);
    scales<P>(r.inertia + start, dt, count, for_moment);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t at = 4 * (start + k);
      const isa::Row force = isa::load_row(r.force + at), moment = isa::load_row(r.moment + at);
      if (!isa::within(force, near_force) || !isa::within(moment, near_moment)) {
        counts.n_near += 1;
        if (!isa::within(force, isa::row_of(r.force_limit)) || !isa::within(moment, isa::row_of(r.moment_limit))) {
          isa::store_row(r.velocity_before + at, isa::load_row(r.velocity + at));
          isa::store_row(r.angular_velocity_before + at, isa::load_row(r.angular_velocity + at));
          counts.n_bad += 1;
          continue;
        }
      }
      kick_row(r.velocity + at, r.force + at, r.velocity_before + at, for_force[k]);
      kick_row(r.angular_velocity + at, r.moment + at, r.angular_velocity_before + at, for_moment[k]);
    }
  }
}

CRUMPLE_DEVICE inline void drift(double* position, const double* velocity, double dt, std::size_t first,
                                 std::size_t last) {
  const isa::Row step = isa::row_of(dt);
  for (std::size_t at = 4 * first; at < 4 * last; at += 4)
    isa::store_row(position + at, isa::load_row(position + at) + step * isa::load_row(velocity + at));
}

/// Two rows at a time, which do not wait for each other.
CRUMPLE_DEVICE inline void row_range(const double* rows, const double* live, const std::int32_t* nodes,
                                     std::size_t first, std::size_t last, double* low, double* high) {
  isa::Row lowest[2] = {isa::load_row(low), isa::load_row(low)};
  isa::Row highest[2] = {isa::load_row(high), isa::load_row(high)};
  const auto include = [&](std::size_t i, int k) CRUMPLE_LAMBDA_INLINE {
    if (!(live[nodes[i]] > 0)) return;
    const isa::Row row = isa::load_row(rows + 4 * std::ptrdiff_t(nodes[i]));
    lowest[k] = isa::row_min(row, lowest[k]);
    highest[k] = isa::row_max(row, highest[k]);
  };
  std::size_t i = first;
  for (; i + 2 <= last; i += 2) {
    include(i, 0);
    include(i + 1, 1);
  }
  if (i < last) include(i, 0);
  isa::store_row(low, isa::row_min(lowest[1], lowest[0]));
  isa::store_row(high, isa::row_max(highest[1], highest[0]));
}

}  // namespace crumple::kernels
