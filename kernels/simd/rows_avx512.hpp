// Row transposes of AVX-512: two rows of four doubles fill a register.
#pragma once

namespace crumple::kernels::isa {

using Row = __m256d;
CRUMPLE_INLINE Row load_row(const double* p) { return _mm256_load_pd(p); }
CRUMPLE_INLINE void store_row(double* p, Row r) { _mm256_store_pd(p, r); }
CRUMPLE_INLINE __m512d join(Row low, Row high) { return _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1); }

/// row(lane) of 8 lanes. Pairs are chosen such that the lanes come out in order.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, PackDouble& x, PackDouble& y, PackDouble& z) {
  const __m512d a = join(row(0), row(2)), b = join(row(1), row(3)), c = join(row(4), row(6)), d = join(row(5), row(7));
  const __m512d xz01 = _mm512_unpacklo_pd(a, b), yw01 = _mm512_unpackhi_pd(a, b);
  const __m512d xz45 = _mm512_unpacklo_pd(c, d), yw45 = _mm512_unpackhi_pd(c, d);
  x = PackDouble(_mm512_shuffle_f64x2(xz01, xz45, 0x88));
  y = PackDouble(_mm512_shuffle_f64x2(yw01, yw45, 0x88));
  z = PackDouble(_mm512_shuffle_f64x2(xz01, xz45, 0xDD));
}

/// row(lane) of 16 lanes: rows i, i+4, i+8, i+12 as floats fill a register; then 4x4 transposes in its quarters.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, PackFloat& x, PackFloat& y, PackFloat& z) {
  const auto four = [&](int i) CRUMPLE_LAMBDA_INLINE {
    const __m256 low = _mm512_cvtpd_ps(join(row(i), row(i + 4)));
    const __m256 high = _mm512_cvtpd_ps(join(row(i + 8), row(i + 12)));
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
  };
  const __m512 a = four(0), b = four(1), c = four(2), d = four(3);
  const __m512 xy01 = _mm512_unpacklo_ps(a, b), xy23 = _mm512_unpacklo_ps(c, d);
  const __m512 zw01 = _mm512_unpackhi_ps(a, b), zw23 = _mm512_unpackhi_ps(c, d);
  x = PackFloat(_mm512_shuffle_ps(xy01, xy23, 0x44));
  y = PackFloat(_mm512_shuffle_ps(xy01, xy23, 0xEE));
  z = PackFloat(_mm512_shuffle_ps(zw01, zw23, 0x44));
}

/// Rounds, transposes and calls add(lane, row) for each lane.
template <class Add>
CRUMPLE_INLINE void scatter_rows(const PackDouble& x, const PackDouble& y, const PackDouble& z, double shift,
                                 Add&& add) {
  const __m512d m = _mm512_set1_pd(shift), zero = _mm512_setzero_pd();
  const __m512d fx = (__m512d(x) + m) - m, fy = (__m512d(y) + m) - m, fz = (__m512d(z) + m) - m;
  const __m512d xy_even = _mm512_unpacklo_pd(fx, fy), xy_odd = _mm512_unpackhi_pd(fx, fy);
  const __m512d z_even = _mm512_unpacklo_pd(fz, zero), z_odd = _mm512_unpackhi_pd(fz, zero);
  const __m512i lower = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11),
                upper = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
  const __m512d r02 = _mm512_permutex2var_pd(xy_even, lower, z_even),
                r13 = _mm512_permutex2var_pd(xy_odd, lower, z_odd);
  const __m512d r46 = _mm512_permutex2var_pd(xy_even, upper, z_even),
                r57 = _mm512_permutex2var_pd(xy_odd, upper, z_odd);
  add(0, _mm512_castpd512_pd256(r02));
  add(1, _mm512_castpd512_pd256(r13));
  add(2, _mm512_extractf64x4_pd(r02, 1));
  add(3, _mm512_extractf64x4_pd(r13, 1));
  add(4, _mm512_castpd512_pd256(r46));
  add(5, _mm512_castpd512_pd256(r57));
  add(6, _mm512_extractf64x4_pd(r46, 1));
  add(7, _mm512_extractf64x4_pd(r57, 1));
}
template <class Add>
CRUMPLE_INLINE void scatter_rows(const PackFloat& x, const PackFloat& y, const PackFloat& z, double shift, Add&& add) {
  const __m512d m = _mm512_set1_pd(shift);
  const __m512 zero = _mm512_setzero_ps();
  const __m512 xy01 = _mm512_unpacklo_ps(__m512(x), __m512(y)), xy23 = _mm512_unpackhi_ps(__m512(x), __m512(y));
  const __m512 z01 = _mm512_unpacklo_ps(__m512(z), zero), z23 = _mm512_unpackhi_ps(__m512(z), zero);
  const auto four = [&](int i, __m512 rows) CRUMPLE_LAMBDA_INLINE {
    const __m512d low = (_mm512_cvtps_pd(_mm512_castps512_ps256(rows)) + m) - m;
    const __m512d high = (_mm512_cvtps_pd(_mm512_extractf32x8_ps(rows, 1)) + m) - m;
    add(i, _mm512_castpd512_pd256(low));
    add(i + 4, _mm512_extractf64x4_pd(low, 1));
    add(i + 8, _mm512_castpd512_pd256(high));
    add(i + 12, _mm512_extractf64x4_pd(high, 1));
  };
  four(0, _mm512_shuffle_ps(xy01, z01, 0x44));
  four(1, _mm512_shuffle_ps(xy01, z01, 0xEE));
  four(2, _mm512_shuffle_ps(xy23, z23, 0x44));
  four(3, _mm512_shuffle_ps(xy23, z23, 0xEE));
}

}  // namespace crumple::kernels::isa
