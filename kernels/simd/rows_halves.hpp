// Rows of four doubles in two registers: SSE2, NEON, SVE.
#pragma once

#include "kernels/simd/vec3.hpp"

namespace crumple::kernels::isa {

#if defined(__ARM_FEATURE_SVE)
using HalfRow = NeonDouble;
#else
using HalfRow = Double;
#endif

struct Row {
  HalfRow::vector xy, zw;
};
CRUMPLE_INLINE Row operator+(const Row& a, const Row& b) { return {a.xy + b.xy, a.zw + b.zw}; }
CRUMPLE_INLINE Row operator-(const Row& a, const Row& b) { return {a.xy - b.xy, a.zw - b.zw}; }
CRUMPLE_INLINE Row load_row(const double* p) { return {HalfRow::load(p), HalfRow::load(p + 2)}; }
CRUMPLE_INLINE void store_row(double* p, const Row& r) {
  HalfRow::store(p, r.xy);
  HalfRow::store(p + 2, r.zw);
}

/// Of doubles: rows_narrow.hpp, rows_sve.hpp.
template <class Add>
CRUMPLE_INLINE void scatter_rows(const Vec3<PackDouble>& f, double shift, Add&& add);
template <class Add>
CRUMPLE_INLINE void scatter_rows(const Vec3<PackFloat>& f, double shift, Add&& add) {
  const auto low = [](const PackFloat& a)
                       CRUMPLE_LAMBDA_INLINE { return PackDouble(Float::widen_low(in_register(a))); };
  const auto high = [](const PackFloat& a)
                        CRUMPLE_LAMBDA_INLINE { return PackDouble(Float::widen_high(in_register(a))); };
  const auto add_upper = [&](int lane, const Row& r) CRUMPLE_LAMBDA_INLINE { add(lane + int(Double::size), r); };
  scatter_rows(Vec3<PackDouble>{low(f.x), low(f.y), low(f.z)}, shift, add);
  scatter_rows(Vec3<PackDouble>{high(f.x), high(f.y), high(f.z)}, shift, add_upper);
}

}  // namespace crumple::kernels::isa
