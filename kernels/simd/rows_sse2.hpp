// Row transposes of SSE2: a row of four doubles is two registers.
#pragma once

namespace crumple::kernels::isa {

struct Row {
  __m128d xy, zw;
};
CRUMPLE_INLINE Row operator+(const Row& a, const Row& b) { return {a.xy + b.xy, a.zw + b.zw}; }
CRUMPLE_INLINE Row operator-(const Row& a, const Row& b) { return {a.xy - b.xy, a.zw - b.zw}; }
CRUMPLE_INLINE Row load_row(const double* p) { return {_mm_load_pd(p), _mm_load_pd(p + 2)}; }
CRUMPLE_INLINE void store_row(double* p, const Row& r) {
  _mm_store_pd(p, r.xy);
  _mm_store_pd(p + 2, r.zw);
}

/// row(lane) of 2 lanes.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, PackDouble& x, PackDouble& y, PackDouble& z) {
  const Row a = row(0), b = row(1);
  x = PackDouble(_mm_unpacklo_pd(a.xy, b.xy));
  y = PackDouble(_mm_unpackhi_pd(a.xy, b.xy));
  z = PackDouble(_mm_unpacklo_pd(a.zw, b.zw));
}

/// row(lane) of 4 lanes.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, PackFloat& x, PackFloat& y, PackFloat& z) {
  const auto to_float = [&](int lane) CRUMPLE_LAMBDA_INLINE {
    const Row r = row(lane);
    return _mm_movelh_ps(_mm_cvtpd_ps(r.xy), _mm_cvtpd_ps(r.zw));
  };
  const __m128 a = to_float(0), b = to_float(1), c = to_float(2), d = to_float(3);
  const __m128 xy01 = _mm_unpacklo_ps(a, b), xy23 = _mm_unpacklo_ps(c, d);
  x = PackFloat(_mm_movelh_ps(xy01, xy23));
  y = PackFloat(_mm_movehl_ps(xy23, xy01));
  z = PackFloat(_mm_movelh_ps(_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d)));
}

/// Rounds, transposes and calls add(lane, row) for each lane.
template <class Add>
CRUMPLE_INLINE void scatter_rows(const PackDouble& x, const PackDouble& y, const PackDouble& z, double shift,
                                 Add&& add) {
  const __m128d m = _mm_set1_pd(shift), zero = _mm_setzero_pd();
  const __m128d fx = (__m128d(x) + m) - m, fy = (__m128d(y) + m) - m, fz = (__m128d(z) + m) - m;
  add(0, Row{_mm_unpacklo_pd(fx, fy), _mm_unpacklo_pd(fz, zero)});
  add(1, Row{_mm_unpackhi_pd(fx, fy), _mm_unpackhi_pd(fz, zero)});
}
template <class Add>
CRUMPLE_INLINE void scatter_rows(const PackFloat& x, const PackFloat& y, const PackFloat& z, double shift, Add&& add) {
  const auto half = [](__m128 a) CRUMPLE_LAMBDA_INLINE { return PackDouble(_mm_cvtps_pd(a)); };
  const auto high = [](const PackFloat& a) CRUMPLE_LAMBDA_INLINE { return _mm_movehl_ps(__m128(a), __m128(a)); };
  scatter_rows(half(__m128(x)), half(__m128(y)), half(__m128(z)), shift, add);
  const auto add_upper = [&](int lane, const Row& r) CRUMPLE_LAMBDA_INLINE { add(lane + 2, r); };
  scatter_rows(half(high(x)), half(high(y)), half(high(z)), shift, add_upper);
}

}  // namespace crumple::kernels::isa
