// AVX-512: packs of 8 doubles or 16 floats, and the primitives that pack.hpp builds its vocabulary on. Not Kokkos' own
// packs: in 4.7.0 > and >= of doubles are reversed, and ! of a mask tests a guarded static variable each time.
#pragma once

#include <immintrin.h>
#include <sleef.h>

#include "kernels/simd/register_abi.hpp"

namespace crumple::kernels {

struct Avx512Double {
  using value_type = double;
  using vector = __m512d;
  using mask = __mmask8;
  static constexpr std::size_t size = 8;
  CRUMPLE_INLINE static vector set1(double x) { return _mm512_set1_pd(x); }
  CRUMPLE_INLINE static vector load(const double* p) { return _mm512_load_pd(p); }
  CRUMPLE_INLINE static vector loadu(const double* p) { return _mm512_loadu_pd(p); }
  CRUMPLE_INLINE static void store(double* p, vector x) { _mm512_store_pd(p, x); }
  CRUMPLE_INLINE static void storeu(double* p, vector x) { _mm512_storeu_pd(p, x); }
  CRUMPLE_INLINE static mask less(vector a, vector b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
  CRUMPLE_INLINE static mask less_equal(vector a, vector b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
  CRUMPLE_INLINE static mask equal(vector a, vector b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
  CRUMPLE_INLINE static mask set_mask(bool b) { return mask(-int(b)); }
  CRUMPLE_INLINE static mask mask_not(mask m) { return mask(~m); }
  CRUMPLE_INLINE static mask mask_and(mask a, mask b) { return mask(a & b); }
  CRUMPLE_INLINE static mask mask_or(mask a, mask b) { return mask(a | b); }
  CRUMPLE_INLINE static int bits(mask m) { return m; }
};

struct Avx512Float {
  using value_type = float;
  using vector = __m512;
  using mask = __mmask16;
  static constexpr std::size_t size = 16;
  CRUMPLE_INLINE static vector set1(float x) { return _mm512_set1_ps(x); }
  CRUMPLE_INLINE static vector load(const float* p) { return _mm512_load_ps(p); }
  CRUMPLE_INLINE static vector loadu(const float* p) { return _mm512_loadu_ps(p); }
  CRUMPLE_INLINE static void store(float* p, vector x) { _mm512_store_ps(p, x); }
  CRUMPLE_INLINE static void storeu(float* p, vector x) { _mm512_storeu_ps(p, x); }
  CRUMPLE_INLINE static mask less(vector a, vector b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
  CRUMPLE_INLINE static mask less_equal(vector a, vector b) { return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ); }
  CRUMPLE_INLINE static mask equal(vector a, vector b) { return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ); }
  CRUMPLE_INLINE static mask set_mask(bool b) { return mask(-int(b)); }
  CRUMPLE_INLINE static mask mask_not(mask m) { return mask(~m); }
  CRUMPLE_INLINE static mask mask_and(mask a, mask b) { return mask(a & b); }
  CRUMPLE_INLINE static mask mask_or(mask a, mask b) { return mask(a | b); }
  CRUMPLE_INLINE static int bits(mask m) { return m; }
};

using PackDouble = Kokkos::Experimental::basic_simd<double, RegisterAbi<Avx512Double>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, RegisterAbi<Avx512Float>>;

namespace isa {

CRUMPLE_INLINE int bits(const PackDouble::mask_type& m) { return __mmask8(m); }
CRUMPLE_INLINE int bits(const PackFloat::mask_type& m) { return __mmask16(m); }

CRUMPLE_INLINE PackDouble select(const PackDouble::mask_type& m, const PackDouble& a, const PackDouble& b) {
  return PackDouble(_mm512_mask_blend_pd(__mmask8(m), __m512d(b), __m512d(a)));
}
CRUMPLE_INLINE PackFloat select(const PackFloat::mask_type& m, const PackFloat& a, const PackFloat& b) {
  return PackFloat(_mm512_mask_blend_ps(__mmask16(m), __m512(b), __m512(a)));
}
CRUMPLE_INLINE PackDouble min(const PackDouble& a, const PackDouble& b) {
  return PackDouble(_mm512_min_pd(__m512d(a), __m512d(b)));
}
CRUMPLE_INLINE PackFloat min(const PackFloat& a, const PackFloat& b) {
  return PackFloat(_mm512_min_ps(__m512(a), __m512(b)));
}
CRUMPLE_INLINE PackDouble max(const PackDouble& a, const PackDouble& b) {
  return PackDouble(_mm512_max_pd(__m512d(a), __m512d(b)));
}
CRUMPLE_INLINE PackFloat max(const PackFloat& a, const PackFloat& b) {
  return PackFloat(_mm512_max_ps(__m512(a), __m512(b)));
}
CRUMPLE_INLINE PackDouble abs(const PackDouble& a) {
  return PackDouble(_mm512_andnot_pd(_mm512_set1_pd(-0.0), __m512d(a)));
}
CRUMPLE_INLINE PackFloat abs(const PackFloat& a) {
  return PackFloat(_mm512_andnot_ps(_mm512_set1_ps(-0.0f), __m512(a)));
}
CRUMPLE_INLINE PackDouble sqrt(const PackDouble& a) { return PackDouble(_mm512_sqrt_pd(__m512d(a))); }
CRUMPLE_INLINE PackFloat sqrt(const PackFloat& a) { return PackFloat(_mm512_sqrt_ps(__m512(a))); }

CRUMPLE_INLINE PackDouble exp(const PackDouble& a) { return PackDouble(Sleef_cinz_expd8_u10avx512fnofma(__m512d(a))); }
CRUMPLE_INLINE PackFloat exp(const PackFloat& a) { return PackFloat(Sleef_cinz_expf16_u10avx512fnofma(__m512(a))); }
CRUMPLE_INLINE PackDouble log(const PackDouble& a) { return PackDouble(Sleef_cinz_logd8_u10avx512fnofma(__m512d(a))); }
CRUMPLE_INLINE PackFloat log(const PackFloat& a) { return PackFloat(Sleef_cinz_logf16_u10avx512fnofma(__m512(a))); }
CRUMPLE_INLINE PackDouble cbrt(const PackDouble& a) {
  return PackDouble(Sleef_cinz_cbrtd8_u35avx512fnofma(__m512d(a)));
}
CRUMPLE_INLINE PackFloat cbrt(const PackFloat& a) { return PackFloat(Sleef_cinz_cbrtf16_u35avx512fnofma(__m512(a))); }
CRUMPLE_INLINE PackDouble pow(const PackDouble& a, const PackDouble& b) {
  return PackDouble(Sleef_cinz_powd8_u10avx512fnofma(__m512d(a), __m512d(b)));
}
CRUMPLE_INLINE PackFloat pow(const PackFloat& a, const PackFloat& b) {
  return PackFloat(Sleef_cinz_powf16_u10avx512fnofma(__m512(a), __m512(b)));
}

/// Truncation to 32-bit integers and back.
CRUMPLE_INLINE void to_int(const PackDouble& a, std::int32_t* out) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(out), _mm512_cvttpd_epi32(__m512d(a)));
}
CRUMPLE_INLINE void to_int(const PackFloat& a, std::int32_t* out) {
  _mm512_store_si512(out, _mm512_cvttps_epi32(__m512(a)));
}
CRUMPLE_INLINE void from_int(const std::int32_t* i, PackDouble& out) {
  out = PackDouble(_mm512_cvtepi32_pd(_mm256_load_si256(reinterpret_cast<const __m256i*>(i))));
}
CRUMPLE_INLINE void from_int(const std::int32_t* i, PackFloat& out) {
  out = PackFloat(_mm512_cvtepi32_ps(_mm512_load_si512(i)));
}
CRUMPLE_INLINE void gather(const double* t, const std::int32_t* i, PackDouble& out) {
  out = PackDouble(_mm512_i32gather_pd(_mm256_load_si256(reinterpret_cast<const __m256i*>(i)), t, 8));
}
CRUMPLE_INLINE void gather(const double* t, const std::int32_t* i, PackFloat& out) {
  const __m256i* half = reinterpret_cast<const __m256i*>(i);
  const __m256 low = _mm512_cvtpd_ps(_mm512_i32gather_pd(_mm256_load_si256(half), t, 8));
  const __m256 high = _mm512_cvtpd_ps(_mm512_i32gather_pd(_mm256_load_si256(half + 1), t, 8));
  out = PackFloat(_mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1));
}

}  // namespace isa
}  // namespace crumple::kernels
