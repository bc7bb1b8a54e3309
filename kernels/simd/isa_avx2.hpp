// AVX2: Kokkos' packs of 4 doubles or 8 floats, and the primitives that pack.hpp builds its vocabulary on.
#pragma once

#include <immintrin.h>
#include <sleef.h>

#include "kernels/simd/inline.hpp"

namespace crumple::kernels {

using PackDouble = Kokkos::Experimental::basic_simd<double, Kokkos::Experimental::simd_abi::avx2_fixed_size<4>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, Kokkos::Experimental::simd_abi::avx2_fixed_size<8>>;

namespace isa {

CRUMPLE_INLINE int bits(const PackDouble::mask_type& m) { return _mm256_movemask_pd(__m256d(m)); }
CRUMPLE_INLINE int bits(const PackFloat::mask_type& m) { return _mm256_movemask_ps(__m256(m)); }

CRUMPLE_INLINE PackDouble select(const PackDouble::mask_type& m, const PackDouble& a, const PackDouble& b) {
  return PackDouble(_mm256_blendv_pd(__m256d(b), __m256d(a), __m256d(m)));
}
CRUMPLE_INLINE PackFloat select(const PackFloat::mask_type& m, const PackFloat& a, const PackFloat& b) {
  return PackFloat(_mm256_blendv_ps(__m256(b), __m256(a), __m256(m)));
}
CRUMPLE_INLINE PackDouble min(const PackDouble& a, const PackDouble& b) {
  return PackDouble(_mm256_min_pd(__m256d(a), __m256d(b)));
}
CRUMPLE_INLINE PackFloat min(const PackFloat& a, const PackFloat& b) {
  return PackFloat(_mm256_min_ps(__m256(a), __m256(b)));
}
CRUMPLE_INLINE PackDouble max(const PackDouble& a, const PackDouble& b) {
  return PackDouble(_mm256_max_pd(__m256d(a), __m256d(b)));
}
CRUMPLE_INLINE PackFloat max(const PackFloat& a, const PackFloat& b) {
  return PackFloat(_mm256_max_ps(__m256(a), __m256(b)));
}
CRUMPLE_INLINE PackDouble abs(const PackDouble& a) {
  return PackDouble(_mm256_andnot_pd(_mm256_set1_pd(-0.0), __m256d(a)));
}
CRUMPLE_INLINE PackFloat abs(const PackFloat& a) {
  return PackFloat(_mm256_andnot_ps(_mm256_set1_ps(-0.0f), __m256(a)));
}
CRUMPLE_INLINE PackDouble sqrt(const PackDouble& a) { return PackDouble(_mm256_sqrt_pd(__m256d(a))); }
CRUMPLE_INLINE PackFloat sqrt(const PackFloat& a) { return PackFloat(_mm256_sqrt_ps(__m256(a))); }

CRUMPLE_INLINE PackDouble exp(const PackDouble& a) { return PackDouble(Sleef_cinz_expd4_u10avx(__m256d(a))); }
CRUMPLE_INLINE PackFloat exp(const PackFloat& a) { return PackFloat(Sleef_cinz_expf8_u10avx(__m256(a))); }
CRUMPLE_INLINE PackDouble log(const PackDouble& a) { return PackDouble(Sleef_cinz_logd4_u10avx(__m256d(a))); }
CRUMPLE_INLINE PackFloat log(const PackFloat& a) { return PackFloat(Sleef_cinz_logf8_u10avx(__m256(a))); }
CRUMPLE_INLINE PackDouble cbrt(const PackDouble& a) { return PackDouble(Sleef_cinz_cbrtd4_u35avx(__m256d(a))); }
CRUMPLE_INLINE PackFloat cbrt(const PackFloat& a) { return PackFloat(Sleef_cinz_cbrtf8_u35avx(__m256(a))); }
CRUMPLE_INLINE PackDouble pow(const PackDouble& a, const PackDouble& b) {
  return PackDouble(Sleef_cinz_powd4_u10avx(__m256d(a), __m256d(b)));
}
CRUMPLE_INLINE PackFloat pow(const PackFloat& a, const PackFloat& b) {
  return PackFloat(Sleef_cinz_powf8_u10avx(__m256(a), __m256(b)));
}

/// Truncation to 32-bit integers and back.
CRUMPLE_INLINE void to_int(const PackDouble& a, std::int32_t* out) {
  _mm_store_si128(reinterpret_cast<__m128i*>(out), _mm256_cvttpd_epi32(__m256d(a)));
}
CRUMPLE_INLINE void to_int(const PackFloat& a, std::int32_t* out) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(out), _mm256_cvttps_epi32(__m256(a)));
}
CRUMPLE_INLINE void from_int(const std::int32_t* i, PackDouble& out) {
  out = PackDouble(_mm256_cvtepi32_pd(_mm_load_si128(reinterpret_cast<const __m128i*>(i))));
}
CRUMPLE_INLINE void from_int(const std::int32_t* i, PackFloat& out) {
  out = PackFloat(_mm256_cvtepi32_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(i))));
}
CRUMPLE_INLINE void gather(const double* t, const std::int32_t* i, PackDouble& out) {
  out = PackDouble(_mm256_i32gather_pd(t, _mm_load_si128(reinterpret_cast<const __m128i*>(i)), 8));
}
CRUMPLE_INLINE void gather(const double* t, const std::int32_t* i, PackFloat& out) {
  const __m128i* half = reinterpret_cast<const __m128i*>(i);
  const __m128 low = _mm256_cvtpd_ps(_mm256_i32gather_pd(t, _mm_load_si128(half), 8));
  const __m128 high = _mm256_cvtpd_ps(_mm256_i32gather_pd(t, _mm_load_si128(half + 1), 8));
  out = PackFloat(_mm256_set_m128(high, low));
}

}  // namespace isa
}  // namespace crumple::kernels
