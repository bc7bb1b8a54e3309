// Row transposes of AVX2: a row of four doubles fills a register.
#pragma once

namespace crumple::kernels::isa {

using Row = __m256d;
CRUMPLE_INLINE Row load_row(const double* p) { return _mm256_load_pd(p); }
CRUMPLE_INLINE void store_row(double* p, Row r) { _mm256_store_pd(p, r); }

/// row(lane) of 4 lanes.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, PackDouble& x, PackDouble& y, PackDouble& z) {
  const __m256d a = row(0), b = row(1), c = row(2), d = row(3);
  const __m256d xz01 = _mm256_unpacklo_pd(a, b), yw01 = _mm256_unpackhi_pd(a, b);
  const __m256d xz23 = _mm256_unpacklo_pd(c, d), yw23 = _mm256_unpackhi_pd(c, d);
  x = PackDouble(_mm256_permute2f128_pd(xz01, xz23, 0x20));
  y = PackDouble(_mm256_permute2f128_pd(yw01, yw23, 0x20));
  z = PackDouble(_mm256_permute2f128_pd(xz01, xz23, 0x31));
}

/// row(lane) of 8 lanes: rows i and i+4 as floats fill a register; then 4x4 transposes in its halves.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, PackFloat& x, PackFloat& y, PackFloat& z) {
  const auto two = [&](int i) CRUMPLE_LAMBDA_INLINE {
    return _mm256_set_m128(_mm256_cvtpd_ps(row(i + 4)), _mm256_cvtpd_ps(row(i)));
  };
  const __m256 a = two(0), b = two(1), c = two(2), d = two(3);
  const __m256 xy01 = _mm256_unpacklo_ps(a, b), xy23 = _mm256_unpacklo_ps(c, d);
  const __m256 zw01 = _mm256_unpackhi_ps(a, b), zw23 = _mm256_unpackhi_ps(c, d);
  x = PackFloat(_mm256_shuffle_ps(xy01, xy23, 0x44));
  y = PackFloat(_mm256_shuffle_ps(xy01, xy23, 0xEE));
  z = PackFloat(_mm256_shuffle_ps(zw01, zw23, 0x44));
}

/// Rounds, transposes and calls add(lane, row) for each lane.
template <class Add>
CRUMPLE_INLINE void scatter_rows(const PackDouble& x, const PackDouble& y, const PackDouble& z, double shift,
                                 Add&& add) {
  const __m256d m = _mm256_set1_pd(shift), zero = _mm256_setzero_pd();
  const __m256d fx = (__m256d(x) + m) - m, fy = (__m256d(y) + m) - m, fz = (__m256d(z) + m) - m;
  const __m256d xy_even = _mm256_unpacklo_pd(fx, fy), xy_odd = _mm256_unpackhi_pd(fx, fy);
  const __m256d z_even = _mm256_unpacklo_pd(fz, zero), z_odd = _mm256_unpackhi_pd(fz, zero);
  add(0, _mm256_permute2f128_pd(xy_even, z_even, 0x20));
  add(1, _mm256_permute2f128_pd(xy_odd, z_odd, 0x20));
  add(2, _mm256_permute2f128_pd(xy_even, z_even, 0x31));
  add(3, _mm256_permute2f128_pd(xy_odd, z_odd, 0x31));
}
template <class Add>
CRUMPLE_INLINE void scatter_rows(const PackFloat& x, const PackFloat& y, const PackFloat& z, double shift, Add&& add) {
  const __m256d m = _mm256_set1_pd(shift);
  const __m256 zero = _mm256_setzero_ps();
  const __m256 xy01 = _mm256_unpacklo_ps(__m256(x), __m256(y)), xy23 = _mm256_unpackhi_ps(__m256(x), __m256(y));
  const __m256 z01 = _mm256_unpacklo_ps(__m256(z), zero), z23 = _mm256_unpackhi_ps(__m256(z), zero);
  const auto two = [&](int i, __m256 rows) CRUMPLE_LAMBDA_INLINE {
    add(i, (_mm256_cvtps_pd(_mm256_castps256_ps128(rows)) + m) - m);
    add(i + 4, (_mm256_cvtps_pd(_mm256_extractf128_ps(rows, 1)) + m) - m);
  };
  two(0, _mm256_shuffle_ps(xy01, z01, 0x44));
  two(1, _mm256_shuffle_ps(xy01, z01, 0xEE));
  two(2, _mm256_shuffle_ps(xy23, z23, 0x44));
  two(3, _mm256_shuffle_ps(xy23, z23, 0xEE));
}

}  // namespace crumple::kernels::isa
