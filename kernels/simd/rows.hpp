// Gather of node rows (four doubles: x, y, z, padding) into packs and scatter of packs into node rows, by in-register
// transposes; faster than hardware gathers because a row is one load. Differences are taken, and contributions
// rounded and added, in double whatever the precision of the pack. The scatter adds lane after lane, so a node may
// appear in several lanes.
#pragma once

#include <atomic>

#include "kernels/simd/vec3.hpp"

#if defined(CRUMPLE_ISA_avx512)
#include "kernels/simd/rows_avx512.hpp"
#include "kernels/simd/rows_wide.hpp"
#elif defined(CRUMPLE_ISA_avx2)
#include "kernels/simd/rows_avx2.hpp"
#include "kernels/simd/rows_wide.hpp"
#elif defined(__ARM_FEATURE_SVE)
#include "kernels/simd/rows_sve.hpp"
#elif defined(CRUMPLE_ISA_sse2) || defined(CRUMPLE_ISA_neon)
#include "kernels/simd/rows_narrow.hpp"
#else
#include "kernels/simd/rows_scalar.hpp"
#endif

namespace crumple::kernels {

/// rows[node[lane]].
template <class P>
CRUMPLE_INLINE Vec3<P> gather_rows(const double* rows, const std::int32_t* node) {
  Vec3<P> r;
  isa::gather_rows([&](int lane) CRUMPLE_LAMBDA_INLINE { return isa::load_row(rows + 4 * std::int64_t(node[lane])); },
                   r);
  return r;
}

/// rows[node[lane]] - rows[base[lane]], the difference in double.
template <class P>
CRUMPLE_INLINE Vec3<P> gather_differences(const double* rows, const std::int32_t* node, const std::int32_t* base) {
  Vec3<P> r;
  isa::gather_rows(
      [&](int lane) CRUMPLE_LAMBDA_INLINE {
        return isa::load_row(rows + 4 * std::int64_t(node[lane])) - isa::load_row(rows + 4 * std::int64_t(base[lane]));
      },
      r);
  return r;
}

/// row += r. On a device other threads add to the same row; what is added are multiples of a quantum, so their order
/// does not matter.
CRUMPLE_INLINE void add_to_row(double* row, const isa::Row& r) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  const double components[3] = {r.x, r.y, r.z};
  for (int i = 0; i < 3; ++i)
#if defined(__CUDA_ARCH__)
    atomicAdd(row + i, components[i]);
#else
    __hip_atomic_fetch_add(row + i, components[i], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#endif
#elif CRUMPLE_FOR_DEVICES
  const double components[3] = {r.x, r.y, r.z};
  for (int i = 0; i < 3; ++i) std::atomic_ref<double>(row[i]).fetch_add(components[i], std::memory_order_relaxed);
#else
  isa::store_row(row, isa::load_row(row) + r);
#endif
}

/// rows[node[lane]] += (f + shift) - shift.
template <class P>
CRUMPLE_INLINE void scatter_add(double* rows, const std::int32_t* node, const Vec3<P>& f, double shift) {
  isa::scatter_rows(f, shift, [&](int lane, const isa::Row& r) CRUMPLE_LAMBDA_INLINE {
    add_to_row(rows + 4 * std::int64_t(node[lane]), r);
  });
}

}  // namespace crumple::kernels
