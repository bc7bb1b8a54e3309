// NEON's register of two doubles, which every ARM64 processor has: a pack of isa=neon, and half a row of four doubles.
#pragma once

#include <arm_neon.h>

#include <cstdint>

#include "kernels/simd/inline.hpp"

/// Arithmetic, moves and masks; min and max by comparison, as NEON's own give NaN where one operand is NaN.
#define CRUMPLE_NEON_REGISTER(Real, Vector, Mask, real, whole)                                         \
  using value_type = Real;                                                                             \
  using vector = Vector;                                                                               \
  using mask = Mask;                                                                                   \
  using integers = Mask;                                                                               \
  CRUMPLE_INLINE static integers to_integers(vector a) { return vreinterpretq_##whole##_##real(a); }   \
  CRUMPLE_INLINE static vector of_integers(integers a) { return vreinterpretq_##real##_##whole(a); }   \
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

struct NeonDouble {
  CRUMPLE_NEON_REGISTER(double, float64x2_t, uint64x2_t, f64, u64)
  CRUMPLE_INLINE static int bits(mask m) { return int(vaddvq_u64(m & uint64x2_t{1, 2})); }
  CRUMPLE_INLINE static void to_int(vector a, std::int32_t* out) { vst1_s32(out, vmovn_s64(vcvtq_s64_f64(a))); }
  CRUMPLE_INLINE static vector from_int(const std::int32_t* i) { return vcvtq_f64_s64(vmovl_s32(vld1_s32(i))); }
  CRUMPLE_INLINE static vector gather(const double* t, const std::int32_t* i) { return vector{t[i[0]], t[i[1]]}; }
  CRUMPLE_INLINE static void gather_neighbours(const double* t, const std::int32_t* i, vector& left, vector& right) {
    left = gather(t, i);
    right = gather(t + 1, i);
  }
};

}  // namespace crumple::kernels
