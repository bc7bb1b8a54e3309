// SVE of ARM64 with registers of a length fixed at compile time, of 256 bits (packs of 4 doubles or 8 floats) or 512 (8
// or 16). The ARM C language extensions give such registers the operators + - * /; a mask is a predicate register.
#pragma once

#include <arm_sve.h>

#include "kernels/simd/neon_register.hpp"
#include "kernels/simd/register_abi.hpp"

/// Arithmetic, moves and masks; min and max by comparison, as SVE's own give NaN where one operand is NaN.
#define CRUMPLE_SVE_REGISTER(Real, Vector, Integers, real, lane, whole)                                   \
  using value_type = Real;                                                                                \
  using vector = Vector __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)));                     \
  using mask = svbool_t __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)));                     \
  using integers = Integers __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)));                 \
  CRUMPLE_INLINE static integers to_integers(vector a) { return svreinterpret_##whole##_##real(a); }      \
  CRUMPLE_INLINE static vector of_integers(integers a) { return svreinterpret_##real##_##whole(a); }      \
  static constexpr std::size_t size = __ARM_FEATURE_SVE_BITS / (8 * sizeof(Real));                        \
  CRUMPLE_INLINE static mask every() { return svptrue_##lane(); }                                         \
  CRUMPLE_INLINE static vector set1(Real x) { return svdup_n_##real(x); }                                 \
  CRUMPLE_INLINE static vector load(const Real* p) { return svld1_##real(every(), p); }                   \
  CRUMPLE_INLINE static vector loadu(const Real* p) { return svld1_##real(every(), p); }                  \
  CRUMPLE_INLINE static void store(Real* p, vector a) { svst1_##real(every(), p, a); }                    \
  CRUMPLE_INLINE static void storeu(Real* p, vector a) { svst1_##real(every(), p, a); }                   \
  CRUMPLE_INLINE static vector min(vector a, vector b) { return select(less(a, b), a, b); }               \
  CRUMPLE_INLINE static vector max(vector a, vector b) { return select(less(b, a), a, b); }               \
  CRUMPLE_INLINE static vector abs(vector a) { return svabs_##real##_x(every(), a); }                     \
  CRUMPLE_INLINE static vector sqrt(vector a) { return svsqrt_##real##_x(every(), a); }                   \
  CRUMPLE_INLINE static mask less(vector a, vector b) { return svcmplt_##real(every(), a, b); }           \
  CRUMPLE_INLINE static mask less_equal(vector a, vector b) { return svcmple_##real(every(), a, b); }     \
  CRUMPLE_INLINE static mask equal(vector a, vector b) { return svcmpeq_##real(every(), a, b); }          \
  CRUMPLE_INLINE static mask set_mask(bool b) { return svdup_n_##lane(b); }                               \
  CRUMPLE_INLINE static mask mask_not(mask m) { return svnot_b_z(every(), m); }                           \
  CRUMPLE_INLINE static mask mask_and(mask a, mask b) { return svand_b_z(every(), a, b); }                \
  CRUMPLE_INLINE static mask mask_or(mask a, mask b) { return svorr_b_z(every(), a, b); }                 \
  CRUMPLE_INLINE static int bits(mask m) {                                                                \
    return int(svaddv_##whole(m, svlsl_##whole##_x(every(), svdup_n_##whole(1), svindex_##whole(0, 1)))); \
  }                                                                                                       \
  CRUMPLE_INLINE static vector select(mask m, vector a, vector b) { return svsel_##real(m, a, b); }

namespace crumple::kernels {
namespace isa {

struct Double {
  CRUMPLE_SVE_REGISTER(double, svfloat64_t, svuint64_t, f64, b64, u64)
  CRUMPLE_INLINE static void to_int(vector a, std::int32_t* out) {
    svst1w_s64(every(), out, svcvt_s64_f64_x(every(), a));
  }
  CRUMPLE_INLINE static vector from_int(const std::int32_t* i) {
    return svcvt_f64_s64_x(every(), svld1sw_s64(every(), i));
  }
  CRUMPLE_INLINE static vector gather(const double* t, const std::int32_t* i) {
    return svld1_gather_s64index_f64(every(), t, svld1sw_s64(every(), i));
  }
  CRUMPLE_INLINE static void gather_neighbours(const double* t, const std::int32_t* i, vector& left, vector& right) {
    left = gather(t, i);
    right = gather(t + 1, i);
  }
};

struct Float {
  CRUMPLE_SVE_REGISTER(float, svfloat32_t, svuint32_t, f32, b32, u32)
  CRUMPLE_INLINE static void to_int(vector a, std::int32_t* out) {
    svst1_s32(every(), out, svcvt_s32_f32_x(every(), a));
  }
  CRUMPLE_INLINE static vector from_int(const std::int32_t* i) {
    return svcvt_f32_s32_x(every(), svld1_s32(every(), i));
  }
  /// The floats of two registers of doubles, and the doubles of half a register of floats. Conversions leave a float in
  /// the lower half of each double.
  CRUMPLE_INLINE static vector narrow(Double::vector low, Double::vector high) {
    return svuzp1_f32(svcvt_f32_f64_x(every(), low), svcvt_f32_f64_x(every(), high));
  }
  CRUMPLE_INLINE static Double::vector widen_low(vector a) { return svcvt_f64_f32_x(every(), svzip1_f32(a, a)); }
  CRUMPLE_INLINE static Double::vector widen_high(vector a) { return svcvt_f64_f32_x(every(), svzip2_f32(a, a)); }
};

}  // namespace isa

using PackDouble = Kokkos::Experimental::basic_simd<double, RegisterAbi<isa::Double>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, RegisterAbi<isa::Float>>;

}  // namespace crumple::kernels
