// AVX-512: packs of 8 doubles or 16 floats. Not Kokkos' own packs: in 4.7.0 > and >= of doubles are reversed, and ! of
// a mask tests a guarded static variable each time.
#pragma once

#include <immintrin.h>

#include "kernels/simd/intrinsics.hpp"
#include "kernels/simd/register_abi.hpp"

namespace crumple::kernels {
namespace isa {

struct Double {
  CRUMPLE_REGISTER(double, __m512d, _mm512, pd)
  CRUMPLE_BIT_MASKS(__mmask8, _mm512, pd)
  CRUMPLE_INTEGERS(__m256i, _mm512, pd)
  CRUMPLE_INLINE static vector gather(const double* t, const std::int32_t* i) {
    return _mm512_i32gather_pd(_mm256_load_si256(reinterpret_cast<const __m256i*>(i)), t, 8);
  }
  /// t[i] and t[i + 1] by one load of each lane: half the time of two gathers.
  CRUMPLE_INLINE static void gather_neighbours(const double* t, const std::int32_t* i, vector& left, vector& right) {
    const auto two = [&](int k) CRUMPLE_LAMBDA_INLINE {  // lanes k and k + 2
      return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(t + i[k])), _mm_loadu_pd(t + i[k + 2]), 1);
    };
    const auto every_second = [&](int k) CRUMPLE_LAMBDA_INLINE {
      return _mm512_insertf64x4(_mm512_castpd256_pd512(two(k)), two(k + 4), 1);
    };
    const vector even = every_second(0), odd = every_second(1);
    left = unpack_low(even, odd);
    right = unpack_high(even, odd);
  }
};

struct Float {
  CRUMPLE_REGISTER(float, __m512, _mm512, ps)
  CRUMPLE_BIT_MASKS(__mmask16, _mm512, ps)
  CRUMPLE_INTEGERS(__m512i, _mm512, ps)
  /// The floats of two registers of doubles, and the doubles of half a register of floats.
  CRUMPLE_INLINE static vector narrow(__m512d low, __m512d high) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high), 1);
  }
  CRUMPLE_INLINE static __m512d widen_low(vector a) { return _mm512_cvtps_pd(_mm512_castps512_ps256(a)); }
  CRUMPLE_INLINE static __m512d widen_high(vector a) { return _mm512_cvtps_pd(_mm512_extractf32x8_ps(a, 1)); }
};

}  // namespace isa

using PackDouble = Kokkos::Experimental::basic_simd<double, RegisterAbi<isa::Double>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, RegisterAbi<isa::Float>>;

}  // namespace crumple::kernels
