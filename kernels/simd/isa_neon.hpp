// NEON, the vector instructions that every ARM64 processor has: packs of 2 doubles or 4 floats. Not Kokkos' own packs:
// there -x of 0 is -0, and != is true of NaN, unlike on the other instruction sets.
#pragma once

#include "kernels/simd/neon_register.hpp"
#include "kernels/simd/register_abi.hpp"

namespace crumple::kernels {
namespace isa {

using Double = NeonDouble;

struct Float {
  CRUMPLE_NEON_REGISTER(float, float32x4_t, uint32x4_t, f32, u32)
  CRUMPLE_INLINE static int bits(mask m) { return int(vaddvq_u32(m & uint32x4_t{1, 2, 4, 8})); }
  CRUMPLE_INLINE static void to_int(vector a, std::int32_t* out) { vst1q_s32(out, vcvtq_s32_f32(a)); }
  CRUMPLE_INLINE static vector from_int(const std::int32_t* i) { return vcvtq_f32_s32(vld1q_s32(i)); }
  /// The floats of two registers of doubles, and the doubles of half a register of floats.
  CRUMPLE_INLINE static vector narrow(float64x2_t low, float64x2_t high) {
    return vcvt_high_f32_f64(vcvt_f32_f64(low), high);
  }
  CRUMPLE_INLINE static float64x2_t widen_low(vector a) { return vcvt_f64_f32(vget_low_f32(a)); }
  CRUMPLE_INLINE static float64x2_t widen_high(vector a) { return vcvt_high_f64_f32(a); }
};

}  // namespace isa

using PackDouble = Kokkos::Experimental::basic_simd<double, RegisterAbi<isa::Double>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, RegisterAbi<isa::Float>>;

}  // namespace crumple::kernels
