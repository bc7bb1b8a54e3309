// Members of the struct that describes a register (isa_*.hpp): an instruction set's intrinsics under common names.
// Their own names differ by prefix (_mm, _mm256, _mm512) and suffix (pd, ps). Only the preprocessor can put
// names together, so each list stands here, once, as a macro.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/simd/inline.hpp"

/// Arithmetic, moves, and lanes as unsigned integers. min and max give the second operand when the operands are equal
/// or one is NaN.
#define CRUMPLE_REGISTER(Real, Vector, prefix, suffix)                                                     \
  using value_type = Real;                                                                                 \
  using vector = Vector;                                                                                   \
  static constexpr std::size_t size = sizeof(Vector) / sizeof(Real);                                       \
  typedef std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t> integers                     \
      __attribute__((vector_size(sizeof(Vector))));                                                        \
  CRUMPLE_INLINE static integers to_integers(vector a) { return integers(a); }                             \
  CRUMPLE_INLINE static vector of_integers(integers a) { return vector(a); }                               \
  CRUMPLE_INLINE static vector set1(Real x) { return prefix##_set1_##suffix(x); }                          \
  CRUMPLE_INLINE static vector load(const Real* p) { return prefix##_load_##suffix(p); }                   \
  CRUMPLE_INLINE static vector loadu(const Real* p) { return prefix##_loadu_##suffix(p); }                 \
  CRUMPLE_INLINE static void store(Real* p, vector a) { prefix##_store_##suffix(p, a); }                   \
  CRUMPLE_INLINE static void storeu(Real* p, vector a) { prefix##_storeu_##suffix(p, a); }                 \
  CRUMPLE_INLINE static vector min(vector a, vector b) { return prefix##_min_##suffix(a, b); }             \
  CRUMPLE_INLINE static vector max(vector a, vector b) { return prefix##_max_##suffix(a, b); }             \
  CRUMPLE_INLINE static vector abs(vector a) { return prefix##_andnot_##suffix(set1(Real(-0.0)), a); }     \
  CRUMPLE_INLINE static vector sqrt(vector a) { return prefix##_sqrt_##suffix(a); }                        \
  CRUMPLE_INLINE static vector unpack_low(vector a, vector b) { return prefix##_unpacklo_##suffix(a, b); } \
  CRUMPLE_INLINE static vector unpack_high(vector a, vector b) { return prefix##_unpackhi_##suffix(a, b); }

/// Truncation to 32-bit integers and back.
#define CRUMPLE_INTEGERS(Integers, prefix, suffix)                            \
  CRUMPLE_INLINE static void to_int(vector a, std::int32_t* out) {            \
    *reinterpret_cast<Integers*>(out) = prefix##_cvtt##suffix##_epi32(a);     \
  }                                                                           \
  CRUMPLE_INLINE static vector from_int(const std::int32_t* i) {              \
    return prefix##_cvtepi32_##suffix(*reinterpret_cast<const Integers*>(i)); \
  }

/// Masks of SSE2: lanes of ones or zeros. select gives a where the mask is set, else b.
#define CRUMPLE_LANE_MASKS(prefix, suffix)                                                            \
  using mask = vector;                                                                                \
  CRUMPLE_INLINE static mask less(vector a, vector b) { return prefix##_cmplt_##suffix(a, b); }       \
  CRUMPLE_INLINE static mask less_equal(vector a, vector b) { return prefix##_cmple_##suffix(a, b); } \
  CRUMPLE_INLINE static mask equal(vector a, vector b) { return prefix##_cmpeq_##suffix(a, b); }      \
  CRUMPLE_INLINE static mask set_mask(bool b) {                                                       \
    return prefix##_castsi128_##suffix(prefix##_set1_epi32(-int(b)));                                 \
  }                                                                                                   \
  CRUMPLE_INLINE static mask mask_not(mask m) { return prefix##_andnot_##suffix(m, set_mask(true)); } \
  CRUMPLE_INLINE static mask mask_and(mask a, mask b) { return prefix##_and_##suffix(a, b); }         \
  CRUMPLE_INLINE static mask mask_or(mask a, mask b) { return prefix##_or_##suffix(a, b); }           \
  CRUMPLE_INLINE static int bits(mask m) { return prefix##_movemask_##suffix(m); }                    \
  CRUMPLE_INLINE static vector select(mask m, vector a, vector b) {                                   \
    return mask_or(mask_and(m, a), prefix##_andnot_##suffix(m, b));                                   \
  }

/// Masks of AVX-512: a bit per lane.
#define CRUMPLE_BIT_MASKS(Bits, prefix, suffix)                                                                        \
  using mask = Bits;                                                                                                   \
  CRUMPLE_INLINE static mask less(vector a, vector b) { return prefix##_cmp_##suffix##_mask(a, b, _CMP_LT_OQ); }       \
  CRUMPLE_INLINE static mask less_equal(vector a, vector b) { return prefix##_cmp_##suffix##_mask(a, b, _CMP_LE_OQ); } \
  CRUMPLE_INLINE static mask equal(vector a, vector b) { return prefix##_cmp_##suffix##_mask(a, b, _CMP_EQ_OQ); }      \
  CRUMPLE_INLINE static mask set_mask(bool b) { return mask(-int(b)); }                                                \
  CRUMPLE_INLINE static mask mask_not(mask m) { return mask(~m); }                                                     \
  CRUMPLE_INLINE static mask mask_and(mask a, mask b) { return mask(a & b); }                                          \
  CRUMPLE_INLINE static mask mask_or(mask a, mask b) { return mask(a | b); }                                           \
  CRUMPLE_INLINE static int bits(mask m) { return m; }                                                                 \
  CRUMPLE_INLINE static vector select(mask m, vector a, vector b) { return prefix##_mask_blend_##suffix(m, b, a); }
