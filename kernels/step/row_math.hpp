// Arithmetic on single rows of four doubles, for loops that go node by node. A row is half a register of AVX-512, one
// of AVX2, two of SSE2 and NEON (with SVE, too); these loops wait for memory, not for arithmetic, so half a register
// costs nothing.
// A scalar row is three doubles: the padding, which is zero, stays as it is.
#pragma once

#include "kernels/simd/rows.hpp"

namespace crumple::kernels::isa {

#if defined(CRUMPLE_ISA_sse2) || defined(CRUMPLE_ISA_neon) || defined(__ARM_FEATURE_SVE)

CRUMPLE_INLINE Row operator*(const Row& a, const Row& b) { return {a.xy * b.xy, a.zw * b.zw}; }
CRUMPLE_INLINE Row row_of(double x) { return {HalfRow::set1(x), HalfRow::set1(x)}; }
CRUMPLE_INLINE Row row_min(const Row& a, const Row& b) { return {HalfRow::min(a.xy, b.xy), HalfRow::min(a.zw, b.zw)}; }
CRUMPLE_INLINE Row row_max(const Row& a, const Row& b) { return {HalfRow::max(a.xy, b.xy), HalfRow::max(a.zw, b.zw)}; }
/// Whether all of |a| <= limit; not if one is not a number.
CRUMPLE_INLINE bool within(const Row& a, const Row& limit) {
  const HalfRow::mask xy = HalfRow::less_equal(HalfRow::abs(a.xy), limit.xy);
  const HalfRow::mask zw = HalfRow::less_equal(HalfRow::abs(a.zw), limit.zw);
  return HalfRow::bits(HalfRow::mask_and(xy, zw)) == 3;
}

#elif defined(CRUMPLE_ISA_avx2) || defined(CRUMPLE_ISA_avx512)

CRUMPLE_INLINE Row row_of(double x) { return _mm256_set1_pd(x); }
CRUMPLE_INLINE Row row_min(Row a, Row b) { return _mm256_min_pd(a, b); }
CRUMPLE_INLINE Row row_max(Row a, Row b) { return _mm256_max_pd(a, b); }
CRUMPLE_INLINE bool within(Row a, Row limit) {
  const Row size = _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
  return _mm256_movemask_pd(_mm256_cmp_pd(size, limit, _CMP_LE_OQ)) == 15;
}

#else

CRUMPLE_INLINE Row row_of(double x) { return {RowValue(x), RowValue(x), RowValue(x)}; }
CRUMPLE_INLINE Row row_min(const Row& a, const Row& b) {
  return {Double::min(a.x, b.x), Double::min(a.y, b.y), Double::min(a.z, b.z)};
}
CRUMPLE_INLINE Row row_max(const Row& a, const Row& b) {
  return {Double::max(a.x, b.x), Double::max(a.y, b.y), Double::max(a.z, b.z)};
}
CRUMPLE_INLINE bool within(const Row& a, const Row& limit) {
  const auto inside = [](RowValue x, RowValue most)
                          CRUMPLE_LAMBDA_INLINE { return bool(Double::less_equal(Double::abs(x), most)); };
  return inside(a.x, limit.x) && inside(a.y, limit.y) && inside(a.z, limit.z);
}

#endif

}  // namespace crumple::kernels::isa
