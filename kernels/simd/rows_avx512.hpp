// The moves of AVX-512 that rows_wide.hpp transposes with: two rows of four doubles fill a register.
#pragma once

#include "kernels/simd/rows_registers.hpp"

namespace crumple::kernels::isa {

/// The rows of lanes i, i + step, ... that fill a register.
template <class RowOf>
CRUMPLE_INLINE __m512d rows_at(RowOf&& row, int i, int step) {
  return _mm512_insertf64x4(_mm512_castpd256_pd512(row(i)), row(i + step), 1);
}
template <class Add>
CRUMPLE_INLINE void add_rows(Add&& add, int i, int step, __m512d rows) {
  add(i, _mm512_castpd512_pd256(rows));
  add(i + step, _mm512_extractf64x4_pd(rows, 1));
}

// A piece is two doubles: a0 to a3 and b0 to b3 give a0 a2 b0 b2 or a1 a3 b1 b3,
CRUMPLE_INLINE __m512d even_pieces(__m512d a, __m512d b) { return _mm512_shuffle_f64x2(a, b, 0x88); }
CRUMPLE_INLINE __m512d odd_pieces(__m512d a, __m512d b) { return _mm512_shuffle_f64x2(a, b, 0xDD); }
// and a0 b0 a1 b1 or a2 b2 a3 b3.
CRUMPLE_INLINE __m512d lower_pieces(__m512d a, __m512d b) {
  return _mm512_permutex2var_pd(a, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), b);
}
CRUMPLE_INLINE __m512d upper_pieces(__m512d a, __m512d b) {
  return _mm512_permutex2var_pd(a, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), b);
}

}  // namespace crumple::kernels::isa
