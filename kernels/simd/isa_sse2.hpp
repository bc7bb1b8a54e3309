// SSE2: packs of 2 doubles or 4 floats.
#pragma once

#include <emmintrin.h>

#include "kernels/simd/intrinsics.hpp"
#include "kernels/simd/register_abi.hpp"

namespace crumple::kernels {
namespace isa {

struct Double {
  CRUMPLE_REGISTER(double, __m128d, _mm, pd)
  CRUMPLE_LANE_MASKS(_mm, pd)
  CRUMPLE_INLINE static void to_int(vector a, std::int32_t* out) {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), _mm_cvttpd_epi32(a));
  }
  CRUMPLE_INLINE static vector from_int(const std::int32_t* i) {
    return _mm_cvtepi32_pd(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(i)));
  }
  CRUMPLE_INLINE static vector gather(const double* t, const std::int32_t* i) { return _mm_setr_pd(t[i[0]], t[i[1]]); }
  CRUMPLE_INLINE static void gather_neighbours(const double* t, const std::int32_t* i, vector& left, vector& right) {
    left = gather(t, i);
    right = gather(t + 1, i);
  }
};

struct Float {
  CRUMPLE_REGISTER(float, __m128, _mm, ps)
  CRUMPLE_LANE_MASKS(_mm, ps)
  CRUMPLE_INTEGERS(__m128i, _mm, ps)
  /// The floats of two registers of doubles, and the doubles of half a register of floats.
  CRUMPLE_INLINE static vector narrow(__m128d low, __m128d high) {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
  }
  CRUMPLE_INLINE static __m128d widen_low(vector a) { return _mm_cvtps_pd(a); }
  CRUMPLE_INLINE static __m128d widen_high(vector a) { return _mm_cvtps_pd(_mm_movehl_ps(a, a)); }
};

}  // namespace isa

using PackDouble = Kokkos::Experimental::basic_simd<double, RegisterAbi<isa::Double>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, RegisterAbi<isa::Float>>;

}  // namespace crumple::kernels
