// The moves of AVX2 that rows_wide.hpp transposes with: a row of four doubles fills a register.
#pragma once

#include "kernels/simd/rows_registers.hpp"

namespace crumple::kernels::isa {

/// The rows of lanes i, i + step, ... that fill a register.
template <class RowOf>
CRUMPLE_INLINE __m256d rows_at(RowOf&& row, int i, int) {
  return row(i);
}
template <class Add>
CRUMPLE_INLINE void add_rows(Add&& add, int i, int, __m256d rows) {
  add(i, rows);
}

// A piece is two doubles: a0 a1 and b0 b1 give a0 b0 or a1 b1.
CRUMPLE_INLINE __m256d even_pieces(__m256d a, __m256d b) { return _mm256_permute2f128_pd(a, b, 0x20); }
CRUMPLE_INLINE __m256d odd_pieces(__m256d a, __m256d b) { return _mm256_permute2f128_pd(a, b, 0x31); }
CRUMPLE_INLINE __m256d lower_pieces(__m256d a, __m256d b) { return even_pieces(a, b); }
CRUMPLE_INLINE __m256d upper_pieces(__m256d a, __m256d b) { return odd_pieces(a, b); }

}  // namespace crumple::kernels::isa
