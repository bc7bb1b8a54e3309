// SSE2: packs of 2 doubles or 4 floats, and the primitives that pack.hpp builds its vocabulary on.
#pragma once

#include <emmintrin.h>
#include <sleef.h>

#include "kernels/simd/register_abi.hpp"

namespace crumple::kernels {

struct Sse2Double {
  using value_type = double;
  using vector = __m128d;
  using mask = __m128d;
  static constexpr std::size_t size = 2;
  CRUMPLE_INLINE static vector set1(double x) { return _mm_set1_pd(x); }
  CRUMPLE_INLINE static vector load(const double* p) { return _mm_load_pd(p); }
  CRUMPLE_INLINE static vector loadu(const double* p) { return _mm_loadu_pd(p); }
  CRUMPLE_INLINE static void store(double* p, vector x) { _mm_store_pd(p, x); }
  CRUMPLE_INLINE static void storeu(double* p, vector x) { _mm_storeu_pd(p, x); }
  CRUMPLE_INLINE static mask less(vector a, vector b) { return _mm_cmplt_pd(a, b); }
  CRUMPLE_INLINE static mask less_equal(vector a, vector b) { return _mm_cmple_pd(a, b); }
  CRUMPLE_INLINE static mask equal(vector a, vector b) { return _mm_cmpeq_pd(a, b); }
  CRUMPLE_INLINE static mask set_mask(bool b) { return _mm_castsi128_pd(_mm_set1_epi32(-int(b))); }
  CRUMPLE_INLINE static mask mask_not(mask m) { return _mm_andnot_pd(m, set_mask(true)); }
  CRUMPLE_INLINE static mask mask_and(mask a, mask b) { return _mm_and_pd(a, b); }
  CRUMPLE_INLINE static mask mask_or(mask a, mask b) { return _mm_or_pd(a, b); }
  CRUMPLE_INLINE static int bits(mask m) { return _mm_movemask_pd(m); }
};

struct Sse2Float {
  using value_type = float;
  using vector = __m128;
  using mask = __m128;
  static constexpr std::size_t size = 4;
  CRUMPLE_INLINE static vector set1(float x) { return _mm_set1_ps(x); }
  CRUMPLE_INLINE static vector load(const float* p) { return _mm_load_ps(p); }
  CRUMPLE_INLINE static vector loadu(const float* p) { return _mm_loadu_ps(p); }
  CRUMPLE_INLINE static void store(float* p, vector x) { _mm_store_ps(p, x); }
  CRUMPLE_INLINE static void storeu(float* p, vector x) { _mm_storeu_ps(p, x); }
  CRUMPLE_INLINE static mask less(vector a, vector b) { return _mm_cmplt_ps(a, b); }
  CRUMPLE_INLINE static mask less_equal(vector a, vector b) { return _mm_cmple_ps(a, b); }
  CRUMPLE_INLINE static mask equal(vector a, vector b) { return _mm_cmpeq_ps(a, b); }
  CRUMPLE_INLINE static mask set_mask(bool b) { return _mm_castsi128_ps(_mm_set1_epi32(-int(b))); }
  CRUMPLE_INLINE static mask mask_not(mask m) { return _mm_andnot_ps(m, set_mask(true)); }
  CRUMPLE_INLINE static mask mask_and(mask a, mask b) { return _mm_and_ps(a, b); }
  CRUMPLE_INLINE static mask mask_or(mask a, mask b) { return _mm_or_ps(a, b); }
  CRUMPLE_INLINE static int bits(mask m) { return _mm_movemask_ps(m); }
};

using PackDouble = Kokkos::Experimental::basic_simd<double, RegisterAbi<Sse2Double>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, RegisterAbi<Sse2Float>>;

namespace isa {

CRUMPLE_INLINE int bits(const PackDouble::mask_type& m) { return _mm_movemask_pd(__m128d(m)); }
CRUMPLE_INLINE int bits(const PackFloat::mask_type& m) { return _mm_movemask_ps(__m128(m)); }

CRUMPLE_INLINE PackDouble select(const PackDouble::mask_type& m, const PackDouble& a, const PackDouble& b) {
  return PackDouble(_mm_or_pd(_mm_and_pd(__m128d(m), __m128d(a)), _mm_andnot_pd(__m128d(m), __m128d(b))));
}
CRUMPLE_INLINE PackFloat select(const PackFloat::mask_type& m, const PackFloat& a, const PackFloat& b) {
  return PackFloat(_mm_or_ps(_mm_and_ps(__m128(m), __m128(a)), _mm_andnot_ps(__m128(m), __m128(b))));
}
CRUMPLE_INLINE PackDouble min(const PackDouble& a, const PackDouble& b) {
  return PackDouble(_mm_min_pd(__m128d(a), __m128d(b)));
}
CRUMPLE_INLINE PackFloat min(const PackFloat& a, const PackFloat& b) {
  return PackFloat(_mm_min_ps(__m128(a), __m128(b)));
}
CRUMPLE_INLINE PackDouble max(const PackDouble& a, const PackDouble& b) {
  return PackDouble(_mm_max_pd(__m128d(a), __m128d(b)));
}
CRUMPLE_INLINE PackFloat max(const PackFloat& a, const PackFloat& b) {
  return PackFloat(_mm_max_ps(__m128(a), __m128(b)));
}
CRUMPLE_INLINE PackDouble abs(const PackDouble& a) { return PackDouble(_mm_andnot_pd(_mm_set1_pd(-0.0), __m128d(a))); }
CRUMPLE_INLINE PackFloat abs(const PackFloat& a) { return PackFloat(_mm_andnot_ps(_mm_set1_ps(-0.0f), __m128(a))); }
CRUMPLE_INLINE PackDouble sqrt(const PackDouble& a) { return PackDouble(_mm_sqrt_pd(__m128d(a))); }
CRUMPLE_INLINE PackFloat sqrt(const PackFloat& a) { return PackFloat(_mm_sqrt_ps(__m128(a))); }

CRUMPLE_INLINE PackDouble exp(const PackDouble& a) { return PackDouble(Sleef_cinz_expd2_u10sse2(__m128d(a))); }
CRUMPLE_INLINE PackFloat exp(const PackFloat& a) { return PackFloat(Sleef_cinz_expf4_u10sse2(__m128(a))); }
CRUMPLE_INLINE PackDouble log(const PackDouble& a) { return PackDouble(Sleef_cinz_logd2_u10sse2(__m128d(a))); }
CRUMPLE_INLINE PackFloat log(const PackFloat& a) { return PackFloat(Sleef_cinz_logf4_u10sse2(__m128(a))); }
CRUMPLE_INLINE PackDouble cbrt(const PackDouble& a) { return PackDouble(Sleef_cinz_cbrtd2_u35sse2(__m128d(a))); }
CRUMPLE_INLINE PackFloat cbrt(const PackFloat& a) { return PackFloat(Sleef_cinz_cbrtf4_u35sse2(__m128(a))); }
CRUMPLE_INLINE PackDouble pow(const PackDouble& a, const PackDouble& b) {
  return PackDouble(Sleef_cinz_powd2_u10sse2(__m128d(a), __m128d(b)));
}
CRUMPLE_INLINE PackFloat pow(const PackFloat& a, const PackFloat& b) {
  return PackFloat(Sleef_cinz_powf4_u10sse2(__m128(a), __m128(b)));
}

/// Truncation to 32-bit integers and back.
CRUMPLE_INLINE void to_int(const PackDouble& a, std::int32_t* out) {
  _mm_storel_epi64(reinterpret_cast<__m128i*>(out), _mm_cvttpd_epi32(__m128d(a)));
}
CRUMPLE_INLINE void to_int(const PackFloat& a, std::int32_t* out) {
  _mm_store_si128(reinterpret_cast<__m128i*>(out), _mm_cvttps_epi32(__m128(a)));
}
CRUMPLE_INLINE void from_int(const std::int32_t* i, PackDouble& out) {
  out = PackDouble(_mm_cvtepi32_pd(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(i))));
}
CRUMPLE_INLINE void from_int(const std::int32_t* i, PackFloat& out) {
  out = PackFloat(_mm_cvtepi32_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(i))));
}
CRUMPLE_INLINE void gather(const double* t, const std::int32_t* i, PackDouble& out) {
  out = PackDouble(_mm_setr_pd(t[i[0]], t[i[1]]));
}
CRUMPLE_INLINE void gather(const double* t, const std::int32_t* i, PackFloat& out) {
  out = PackFloat(_mm_setr_ps(float(t[i[0]]), float(t[i[1]]), float(t[i[2]]), float(t[i[3]])));
}

}  // namespace isa
}  // namespace crumple::kernels
