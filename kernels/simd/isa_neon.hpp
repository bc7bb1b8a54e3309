// NEON, the vector instructions that every ARM64 processor has: packs of 2 doubles or 4 floats. Not Kokkos' own packs:
// there -x of 0 is -0, and != is true of NaN, unlike on the other instruction sets.
#pragma once

#include <arm_neon.h>

#include "kernels/simd/intrinsics.hpp"
#include "kernels/simd/register_abi.hpp"

/// Arithmetic, moves and masks; min and max by comparison, as NEON's own give NaN where one operand is NaN.
#define CRUMPLE_NEON_REGISTER(Real, Vector, Mask, real, whole)                                         \
  using value_type = Real;                                                                             \
  using vector = Vector;                                                                               \
  using mask = Mask;                                                                                   \
  static constexpr std::size_t size = sizeof(Vector) / sizeof(Real);                                   \
  CRUMPLE_INLINE static vector set1(Real x) { return vdupq_n_##real(x); }                              \
  CRUMPLE_INLINE static vector load(const Real* p) { return vld1q_##real(p); }                         \
  CRUMPLE_INLINE static vector loadu(const Real* p) { return vld1q_##real(p); }                        \
  CRUMPLE_INLINE static void store(Real* p, vector a) { vst1q_##real(p, a); }                          \
  CRUMPLE_INLINE static void storeu(Real* p, vector a) { vst1q_##real(p, a); }                         \
  CRUMPLE_INLINE static vector min(vector a, vector b) { return select(less(a, b), a, b); }            \
  CRUMPLE_INLINE static vector max(vector a, vector b) { return select(less(b, a), a, b); }            \
  CRUMPLE_INLINE static vector abs(vector a) { return vabsq_##real(a); }                               \
  CRUMPLE_INLINE static vector sqrt(vector a) { return vsqrtq_##real(a); }                             \
  CRUMPLE_INLINE static vector unpack_low(vector a, vector b) { return vzip1q_##real(a, b); }          \
  CRUMPLE_INLINE static vector unpack_high(vector a, vector b) { return vzip2q_##real(a, b); }         \
  CRUMPLE_INLINE static mask less(vector a, vector b) { return vcltq_##real(a, b); }                   \
  CRUMPLE_INLINE static mask less_equal(vector a, vector b) { return vcleq_##real(a, b); }             \
  CRUMPLE_INLINE static mask equal(vector a, vector b) { return vceqq_##real(a, b); }                  \
  CRUMPLE_INLINE static mask set_mask(bool b) { return b ? ~vdupq_n_##whole(0) : vdupq_n_##whole(0); } \
  CRUMPLE_INLINE static mask mask_not(mask m) { return ~m; }                                           \
  CRUMPLE_INLINE static mask mask_and(mask a, mask b) { return a & b; }                                \
  CRUMPLE_INLINE static mask mask_or(mask a, mask b) { return a | b; }                                 \
  CRUMPLE_INLINE static vector select(mask m, vector a, vector b) { return vbslq_##real(m, a, b); }

namespace crumple::kernels {
namespace isa {

struct Double {
  CRUMPLE_NEON_REGISTER(double, float64x2_t, uint64x2_t, f64, u64)
  CRUMPLE_SLEEF(d2, advsimdnofma)
  CRUMPLE_INLINE static int bits(mask m) { return int(vaddvq_u64(m & uint64x2_t{1, 2})); }
  CRUMPLE_INLINE static void to_int(vector a, std::int32_t* out) { vst1_s32(out, vmovn_s64(vcvtq_s64_f64(a))); }
  CRUMPLE_INLINE static vector from_int(const std::int32_t* i) { return vcvtq_f64_s64(vmovl_s32(vld1_s32(i))); }
  CRUMPLE_INLINE static vector gather(const double* t, const std::int32_t* i) { return vector{t[i[0]], t[i[1]]}; }
  CRUMPLE_INLINE static void gather_neighbours(const double* t, const std::int32_t* i, vector& left, vector& right) {
    left = gather(t, i);
    right = gather(t + 1, i);
  }
};

struct Float {
  CRUMPLE_NEON_REGISTER(float, float32x4_t, uint32x4_t, f32, u32)
  CRUMPLE_SLEEF(f4, advsimdnofma)
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
