// AVX2: Kokkos' packs of 4 doubles or 8 floats.
#pragma once

#include <immintrin.h>

#include "kernels/simd/intrinsics.hpp"

namespace crumple::kernels {
namespace isa {

struct Double {
  CRUMPLE_REGISTER(double, __m256d, _mm256, pd)
  CRUMPLE_INTEGERS(__m128i, _mm256, pd)
  using mask = __m256d;
  CRUMPLE_INLINE static int bits(mask m) { return _mm256_movemask_pd(m); }
  CRUMPLE_INLINE static vector select(mask m, vector a, vector b) { return _mm256_blendv_pd(b, a, m); }
  CRUMPLE_INLINE static vector gather(const double* t, const std::int32_t* i) {
    return _mm256_i32gather_pd(t, _mm_load_si128(reinterpret_cast<const __m128i*>(i)), 8);
  }
  /// t[i] and t[i + 1] by one load of each lane: half the time of two gathers.
  CRUMPLE_INLINE static void gather_neighbours(const double* t, const std::int32_t* i, vector& left, vector& right) {
    const auto two = [&](int k) CRUMPLE_LAMBDA_INLINE {  // lanes k and k + 2
      return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(t + i[k])), _mm_loadu_pd(t + i[k + 2]), 1);
    };
    const vector even = two(0), odd = two(1);
    left = unpack_low(even, odd);
    right = unpack_high(even, odd);
  }
};

struct Float {
  CRUMPLE_REGISTER(float, __m256, _mm256, ps)
  CRUMPLE_INTEGERS(__m256i, _mm256, ps)
  using mask = __m256;
  CRUMPLE_INLINE static int bits(mask m) { return _mm256_movemask_ps(m); }
  CRUMPLE_INLINE static vector select(mask m, vector a, vector b) { return _mm256_blendv_ps(b, a, m); }
  /// The floats of two registers of doubles, and the doubles of half a register of floats.
  CRUMPLE_INLINE static vector narrow(__m256d low, __m256d high) {
    return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
  }
  CRUMPLE_INLINE static __m256d widen_low(vector a) { return _mm256_cvtps_pd(_mm256_castps256_ps128(a)); }
  CRUMPLE_INLINE static __m256d widen_high(vector a) { return _mm256_cvtps_pd(_mm256_extractf128_ps(a, 1)); }
};

}  // namespace isa

using PackDouble = Kokkos::Experimental::basic_simd<double, Kokkos::Experimental::simd_abi::avx2_fixed_size<4>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, Kokkos::Experimental::simd_abi::avx2_fixed_size<8>>;

}  // namespace crumple::kernels
